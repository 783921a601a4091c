//! Operators as they are written elsewhere: `a xor b`, `n mod 4`, `n in [0, 2]`, `g(n) = n`, `N: …` in conditions and claims;
//! `kayles(5) xor nim(3)` between positions.

use std::ops::Range;

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::lexer::{Token, Word};
use super::conditions::in_conditions;
use super::pieces::{Piece, added, begins, closing, ends, joined, operand_before, operand_behind, outside, raise};
use super::rules::rules;
use super::{Asked, Kind, Result};

/// `n mod 4` → `n % 4`
///
/// # Errors
/// `n-1 mod 4` is `n - 1 % 4` in programs, and the remainder of n-1 in books; so is `n mod m-1`.
pub(super) fn remainders(pieces: &mut [Piece], asked: &Asked<'_>) -> Result<()> {
    if !pieces.iter().any(|p| p.is_name("mod")) {
        return Ok(());
    }
    let conditions = in_conditions(pieces, asked);
    let rules = rules(pieces);
    let mut unclear = None;
    for at in 1..pieces.len() {
        let between = ends(&pieces[at - 1]) && pieces.get(at + 1).is_some_and(begins);
        let ruled = rules.iter().any(|rule| rule.holds(at));
        if (conditions[at] || ruled) && between && pieces[at].is_name("mod") {
            unclear = unclear.or_else(|| {
                let dividend = sum_before(pieces, at).map(|start| (start..at, operand_behind(pieces, at + 1)));
                let divisor = || more_behind(pieces, at).map(|end| (at + 1..end, Some(end)));
                let (whole, end) = dividend.or_else(divisor)?;
                Some((whole, operand_before(pieces, at)?, at, end?))
            });
            pieces[at].become_token(Token::Percent, "%");
        }
    }
    let unclear = unclear.map(|(whole, first, at, end)| (whole.start.min(first), whole, at, end));
    unclear.map_or(Ok(()), |(start, whole, at, end)| Err(two_remainders(pieces, whole, start..end, at)))
}

/// Where the expression ends whose first operand divides here, if there is more than that.
fn more_behind(pieces: &[Piece], at: usize) -> Option<usize> {
    let first = operand_behind(pieces, at + 1)?;
    let mut end = first;
    while pieces.get(end).is_some_and(|p| matches!(p.token, Token::Plus | Token::Minus | Token::Star | Token::Divide)) {
        end = operand_behind(pieces, end + 1)?;
    }
    (end > first).then_some(end)
}

/// Where the sum begins that ends at `end`; `None` where a product stands there.
fn sum_before(pieces: &[Piece], end: usize) -> Option<usize> {
    let mut start = operand_before(pieces, end)?;
    let mut is_sum = false;
    while let Some(sign) = start.checked_sub(1) {
        let joins = matches!(pieces[sign].token, Token::Star | Token::Divide | Token::Percent | Token::Caret);
        let adds = matches!(pieces[sign].token, Token::Plus | Token::Minus);
        match operand_before(pieces, sign).filter(|_| joins || adds) {
            Some(before) => start = before,
            None => break,
        }
        is_sum |= adds;
    }
    // nothing is left of `n - n`
    let cancels = matches!(&pieces[start..end], [a, sign, b] if sign.token == Token::Minus && a.text == b.text);
    (is_sum && !cancels).then_some(start)
}

/// `whole` may be put in parentheses, in the dividend or in the divisor of the remainder at `at` in this `range`.
fn two_remainders(pieces: &[Piece], whole: Range<usize>, range: Range<usize>, at: usize) -> Box<Diagnostic> {
    let text = |range: Range<usize>| pieces[range].iter().map(|p| p.text.as_str()).collect::<String>();
    let (sum, by) = (text(range.start..at), text(at + 1..range.end));
    let last = format!("{sum}%{by}");
    let in_parentheses = if whole.end == at { format!("({sum})%{by}") } else { format!("{sum}%({by})") };
    let span = pieces[range.start].span.to(pieces[range.end - 1].span);
    let message = format!("`{sum} mod {by}` can be read in two ways: `{in_parentheses}`, or `{last}`");
    let mut first = pieces.to_vec();
    first.insert(whole.end, added(Token::RightParen, ")", pieces[whole.end - 1].span));
    first[whole.start].apart = false;
    let open = Piece { apart: pieces[whole.start].apart, ..added(Token::LeftParen, "(", pieces[whole.start].span) };
    first.insert(whole.start, open);
    let readings = format!("{} or {}", joined(&first).text(), joined(pieces).text());
    let fault = Diagnostic::parse(span, message).suggest(readings).coded(FaultCode::TwoReadings);
    Box::new(fault.fix(span, in_parentheses).fix(span, last))
}

/// `2**k` → `2^k`, in rules and claims; between positions `5**2` is five nim-heaps.
pub(super) fn powers(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut inside = usize::from(asked.kind == Kind::Claim);
    let mut at = 1;
    while at + 2 < pieces.len() {
        match pieces[at - 1].token {
            Token::LeftBrace => inside += 1,
            Token::RightBrace => inside = inside.saturating_sub(1),
            _ => {}
        }
        if inside > 0 && ends(&pieces[at - 1]) && begins(&pieces[at + 2]) {
            raise(pieces, at);
        }
        at += 1;
    }
}

/// `a xor b xor c`, `a ⊕ b ⊕ c` → `xor(a, b, c)`, of names and numbers.
pub(super) fn xors(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let is_xor = |piece: &Piece| piece.token == Token::CirclePlus || piece.is_name("xor");
    let is_plain = |piece: &Piece| matches!(piece.token, Token::Name | Token::Number) && !is_xor(piece);
    let mut at = 0;
    while at + 2 < pieces.len() {
        let mut end = at;
        while is_plain(&pieces[end]) && end + 2 < pieces.len() && is_xor(&pieces[end + 1]) && is_plain(&pieces[end + 2])
        {
            end += 2;
        }
        let alone = |next: Option<&Piece>| {
            next.is_none_or(|p| {
                // `a xor b-1` has two readings
                let binds = [Token::Star, Token::Caret, Token::Percent, Token::LeftParen, Token::Plus, Token::Minus];
                !binds.contains(&p.token) && !is_xor(p)
            })
        };
        let fits = end > at && in_conditions(pieces, asked)[at + 1] && alone(pieces.get(end + 1));
        if fits && alone(at.checked_sub(1).map(|before| &pieces[before]).filter(|p| p.token != Token::LeftParen)) {
            let (first, last) = (pieces[at].span, pieces[end].span);
            let apart = pieces[at].apart;
            for comma in (at + 1..end).step_by(2) {
                pieces[comma].become_token(Token::Comma, ",");
                pieces[comma].apart = false;
            }
            pieces[at].apart = false;
            pieces.insert(end + 1, added(Token::RightParen, ")", last));
            pieces.insert(at, added(Token::LeftParen, "(", first));
            pieces.insert(at, Piece { apart, ..added(Token::Name, "xor", first) });
            at = end + 3;
        }
        at += 1;
    }
}

/// `kayles(5) ^ nim(3)`, `kayles(5) xor nim(3)`, `kayles(5) and nim(3)`, `kayles(5) & nim(3)` → `kayles(5) + nim(3)`
pub(super) fn sums(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    for at in outside(pieces, super::question(pieces), pieces.len()) {
        let [Some(before), Some(behind)] = [at.checked_sub(1), Some(at + 1)].map(|i| pieces.get(i?)) else { continue };
        let sign = &pieces[at];
        let joins =
            matches!(sign.token, Token::Caret | Token::Ampersand) || sign.is_word(Word::And) || sign.is_name("xor");
        // a position ends, and another one begins
        let starts =
            matches!(behind.token, Token::Name | Token::Number | Token::Point | Token::LeftBrace | Token::Star);
        if joins && before.token == Token::RightParen && starts {
            pieces[at].become_token(Token::Plus, "+");
        }
    }
}

/// `n in [0, 2]` → `n in {0, 2}`
pub(super) fn lists(pieces: &mut [Piece], asked: &Asked<'_>) {
    if !pieces.iter().any(|p| p.is_word(Word::In)) {
        return;
    }
    let conditions = in_conditions(pieces, asked);
    for at in 1..pieces.len() {
        if conditions[at]
            && pieces[at].token == Token::LeftBracket
            && pieces[at - 1].is_word(Word::In)
            && let Some(close) = closing(pieces, at)
        {
            pieces[at].become_token(Token::LeftBrace, "{");
            pieces[close].become_token(Token::RightBrace, "}");
        }
    }
}
