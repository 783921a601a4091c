//! Bits as programs write them: `n>>1`, `1<<k`, `n & (n-1) = 0`, `n - (n & -n)`.
//!
//! ```text
//! typed     n>>1     n>>k       n<<1     1<<k     if k & 1            n - (n & -n)
//! strict    n//2     n//2^k     2*n      2^k      if band(k,1) != 0   n-lowbit(n)
//! ```
//!
//! `&` between the parts of a move joins them, and keeps that meaning; between two comparisons it is `and`. A shift binds weaker than a sum in programs, so
//! beside another sign it is left alone.

use super::super::lexer::{Token, Word};
use super::conditions::in_conditions;
use super::moves::is_relation;
use super::pieces::{Piece, added, added_apart, closing, opening, operand_before, operand_behind};
use super::rules::{ends_move, rule_of};
use super::{Asked, Kind};

/// `n>>1` → `n//2`, `n<<1` → `2*n`
pub(super) fn shifts(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 2 < pieces.len() {
        let right = is_twice(pieces, at, Token::Greater);
        if (right || is_twice(pieces, at, Token::Less))
            && (asked.kind == Kind::Claim || rule_of(pieces, at).is_some())
            && let Some(start) = operand_before(pieces, at)
            && let Some(end) = operand_behind(pieces, at + 2)
            && !start.checked_sub(1).is_some_and(|i| pieces[i].token.is_operator())
            && !pieces.get(end).is_some_and(|p| p.token.is_operator())
        {
            let near = pieces[at].span.to(pieces[at + 1].span);
            let (shifted, by) = (pieces[start..at].to_vec(), pieces[at + 2..end].to_vec());
            let is_one = |number: &[Piece]| matches!(number, [one] if one.text == "1");
            let mut power = vec![added(Token::Number, "2", near)];
            if !is_one(&by) {
                power.push(added(Token::Caret, "^", near));
                power.extend(
                    by.into_iter().enumerate().map(|(i, p)| if i == 0 { Piece { apart: false, ..p } } else { p }),
                );
            }
            let apart = shifted[0].apart;
            let mut new = match (right, is_one(&shifted)) {
                (true, _) => [shifted, vec![added(Token::Divide, "//", near)], power].concat(),
                (false, true) => power,
                (false, false) => {
                    let mut shifted = shifted;
                    shifted[0].apart = false;
                    [power, vec![added(Token::Star, "*", near)], shifted].concat()
                }
            };
            new[0].apart = apart;
            let length = new.len();
            pieces.splice(start..end, new);
            at = start + length;
        }
        at += 1;
    }
}

/// Do two signs stand here side by side?
fn is_twice(pieces: &[Piece], at: usize, sign: Token) -> bool {
    pieces[at].token == sign && pieces[at + 1].token == sign && !pieces[at + 1].apart
}

/// `&` of two numbers → `band`, where no parts can be joined: in conditions, and in parentheses beside a sign.
pub(super) fn ands(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        if pieces[at].token == Token::Ampersand && !is_doubled(pieces, at) {
            at = respelt(pieces, at, asked).unwrap_or(at);
        }
        at += 1;
    }
}

fn is_doubled(pieces: &[Piece], at: usize) -> bool {
    pieces[at - 1].token == Token::Ampersand || pieces[at + 1].token == Token::Ampersand
}

/// Puts the call in place of the sign; says where it ends.
fn respelt(pieces: &mut Vec<Piece>, at: usize, asked: &Asked<'_>) -> Option<usize> {
    let is_arithmetic = |p: &Piece| p.token.is_operator() || matches!(p.token, Token::Number | Token::Name);
    // from a bracket, a word or the end of another comparison up to the sign
    let mut start = at;
    while start > 0 {
        let before = &pieces[start - 1];
        start = match before.token {
            Token::RightParen => opening(pieces, start - 1)?,
            _ if is_arithmetic(before) => start - 1,
            _ => break,
        };
    }
    let mut end = at + 1;
    while let Some(piece) = pieces.get(end) {
        end = match piece.token {
            Token::LeftParen => closing(pieces, end)? + 1,
            _ if is_arithmetic(piece) => end + 1,
            _ => break,
        };
    }
    let opens = start.checked_sub(1).map(|i| &pieces[i])?;
    let conditions = in_conditions(pieces, asked);
    // `k > 1 & k < 5`; in `0 < n & k < 4` the bits of n and k may be meant
    let compares = |p: &Piece| is_relation(p) && !p.is_word(Word::In);
    let compared = compares(opens) && pieces.get(end).is_some_and(is_relation);
    let apart = matches!((&pieces[start..at], &pieces[at + 1..end]), ([left], [right])
        if left.token == Token::Number && right.token == Token::Name);
    if conditions[at] && compared && apart {
        pieces[at].become_token(Token::Word(Word::And), "and");
        pieces[at].apart = true;
        pieces[at + 1].apart = true;
        return Some(at);
    }
    if start == at || end == at + 1 || is_relation(opens) || opens.token == Token::Ampersand {
        return None;
    }
    let in_parentheses =
        opens.token == Token::LeftParen && pieces.get(end).is_some_and(|p| p.token == Token::RightParen);
    // `2*(a & b)` may be two copies of a move to a and b
    let adds = |p: &Piece| matches!(p.token, Token::Plus | Token::Minus);
    let beside_a_sign = in_parentheses
        && (start.checked_sub(2).is_some_and(|i| adds(&pieces[i])) || pieces.get(end + 1).is_some_and(adds));
    if !conditions[at] && !beside_a_sign {
        return None;
    }
    let closes = pieces.get(end);
    // `k & 1` alone says that it is not 0
    let behind = if in_parentheses { pieces.get(end + 1) } else { closes };
    let is_related = behind.is_some_and(|p| is_relation(p) || p.token.is_operator());
    let alone = conditions[at] && !beside_a_sign && !is_related;
    if alone && !behind.is_none_or(ends_a_condition) {
        return None;
    }
    let near = pieces[at].span;
    let (left, right) = (pieces[start..at].to_vec(), pieces[at + 1..end].to_vec());
    let apart = left[0].apart;
    let lowest = match &right[..] {
        [minus, rest @ ..] if minus.token == Token::Minus => texts(rest) == texts(&left),
        _ => false,
    };
    let name = if lowest { "lowbit" } else { "band" };
    let mut new = vec![Piece { apart, ..added(Token::Name, name, near) }, added(Token::LeftParen, "(", near)];
    new.extend(unwrapped(left));
    if !lowest {
        new.push(added(Token::Comma, ",", near));
        new.extend(unwrapped(right));
    }
    new.push(added(Token::RightParen, ")", near));
    if alone {
        new.push(added_apart(Token::NotEqual, "!=", near));
        new.push(added_apart(Token::Number, "0", near));
    }
    let length = new.len();
    pieces.splice(start..end, new);
    // a call needs no parentheses of its own
    if in_parentheses && !alone && start.checked_sub(2).is_none_or(|i| pieces[i].token != Token::Name) {
        let apart = pieces[start - 1].apart;
        pieces.remove(start + length);
        pieces.remove(start - 1);
        pieces[start - 1].apart = apart;
        return Some(start - 1 + length);
    }
    Some(start + length)
}

fn texts(pieces: &[Piece]) -> Vec<&str> {
    pieces.iter().map(|p| p.text.as_str()).collect()
}

/// An argument without parentheses around all of it.
fn unwrapped(mut argument: Vec<Piece>) -> Vec<Piece> {
    let last = argument.len() - 1;
    if argument[0].token == Token::LeftParen && closing(&argument, 0) == Some(last) && last > 1 {
        argument.remove(last);
        argument.remove(0);
    }
    argument[0].apart = false;
    argument
}

fn ends_a_condition(piece: &Piece) -> bool {
    ends_move(piece)
        || matches!(piece.token, Token::RightBrace | Token::RightParen | Token::Comma)
        || matches!(piece.token, Token::Word(Word::And | Word::Or | Word::If | Word::Else))
}
