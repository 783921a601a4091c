//! Numbers: `1e5`, `nim(10**18)`, `take[1-3]`, `for k in range(1, 4)`.

use super::super::lexer::{Token, Word};
use super::super::names::Places;
use super::Asked;
use super::brackets::of_takings;
use super::pieces::{Piece, added, closing, opening, outside, raise};

/// The largest exponent that is written out.
const LARGEST: usize = 9_999;

/// `2e9` → `2000000000`
pub(super) fn exponents(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        let (number, letters) = (&pieces[at], &pieces[at + 1]);
        let digits =
            letters.text.strip_prefix(['e', 'E']).filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        let exponent = digits.and_then(|d| d.parse::<usize>().ok()).filter(|&e| e <= LARGEST);
        if let (Token::Number, Token::Name | Token::Upper, false, Some(zeros)) =
            (number.token, letters.token, letters.apart, exponent)
        {
            let text = format!("{}{}", number.text, "0".repeat(zeros));
            let span = number.span.to(letters.span);
            pieces[at] = Piece { text, span, ..pieces[at].clone() };
            pieces.remove(at + 1);
        }
        at += 1;
    }
}

/// `nim(10**18)` → `nim(10^18)`, where numbers stand: elsewhere `5**2` is five nim-heaps, and in a union each of its games has a say.
pub(super) fn powers(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if pieces.iter().any(|p| p.token == Token::Bar) {
        return;
    }
    for open in 1..pieces.len() {
        let of_numbers =
            pieces.get(open).is_some_and(|p| p.token == Token::LeftParen) && holds_numbers(pieces, open - 1, asked);
        let Some(mut close) = of_numbers.then(|| closing(pieces, open)).flatten() else { continue };
        let mut at = open + 1;
        while at + 3 < close {
            if [at, at + 3].map(|i| pieces[i].token) == [Token::Number; 2] && raise(pieces, at + 1) {
                close -= 1;
            }
            at += 1;
        }
    }
}

/// Does a game whose places are numbers end here?
pub(super) fn holds_numbers(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> bool {
    match pieces[at].token {
        Token::RightBrace => {
            opening(pieces, at).is_some_and(|open| open == 0 || !pieces[open - 1].is_word(Word::Graph))
        }
        Token::Point => true,
        Token::Name => (asked.games.find)(&pieces[at].text) == Some(Places::Plain),
        Token::RightBracket => {
            let name = opening(pieces, at).and_then(|open| open.checked_sub(1));
            name.is_some_and(|name| holds_numbers(pieces, name, asked))
        }
        _ => false,
    }
}

/// `take[1-3, 7]`, `take[1–3, 7]`, `take[1 to 3, 7]` → `take[1..3, 7]`, where the difference would be below 1.
pub(super) fn ranges(pieces: &mut [Piece], asked: &Asked<'_>) {
    for (open, close) in of_takings(pieces, asked) {
        for at in open + 1..close.saturating_sub(2) {
            let edge = |p: &Piece| matches!(p.token, Token::LeftBracket | Token::RightBracket | Token::Comma);
            let [before, from, minus, to, behind] = &pieces[at - 1..=at + 3] else { continue };
            let literal = edge(before) && edge(behind) && from.token == Token::Number && to.token == Token::Number;
            let dash = minus.token == Token::Minus || minus.is_sign("–") || minus.is_name("to");
            if literal && dash && at_most(&from.text, &to.text) {
                pieces[at + 1].become_token(Token::Range, "..");
                pieces[at + 1].apart = false;
                pieces[at + 2].apart = false;
            }
        }
    }
}

/// `for k in range(1, 4)` → `for k in 1..3`, as Python counts: without the end.
pub(super) fn python_ranges(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 2 < pieces.len() {
        let starts = pieces[at].is_word(Word::In) && pieces[at + 1].is_name("range");
        let Some(close) =
            (starts && pieces[at + 2].token == Token::LeftParen).then(|| closing(pieces, at + 2)).flatten()
        else {
            at += 1;
            continue;
        };
        let inner = &pieces[at + 3..close];
        let commas: Vec<usize> =
            outside(inner, 0, inner.len()).into_iter().filter(|&i| inner[i].token == Token::Comma).collect();
        let near = pieces[at + 1].span;
        let (from, to) = match commas[..] {
            [] => (vec![added(Token::Number, "0", near)], inner),
            [comma] => (inner[..comma].to_vec(), &inner[comma + 1..]),
            _ => return,
        };
        let Some(last) = one_less(to) else { return };
        let mut new = from;
        new.push(added(Token::Range, "..", near));
        new.extend(last);
        new[0].apart = true;
        pieces.splice(at + 1..=close, new);
        at += 1;
    }
}

/// An expression that is one more: `0` → `1`, `i` → `i+1`.
pub(super) fn one_more(expression: &[Piece]) -> Option<Vec<Piece>> {
    let mut all = expression.to_vec();
    if let [only] = all.as_mut_slice()
        && only.token == Token::Number
    {
        let number: u64 = only.text.parse().ok()?;
        only.become_token(Token::Number, &number.checked_add(1)?.to_string());
        return Some(all);
    }
    let near = all.last()?.span;
    all.extend([added(Token::Plus, "+", near), added(Token::Number, "1", near)]);
    Some(all)
}

/// An expression that is one less: `4` → `3`, `n+1` → `n`, `n` → `n-1`.
pub(super) fn one_less(expression: &[Piece]) -> Option<Vec<Piece>> {
    let mut all = expression.to_vec();
    all.first_mut()?.apart = false;
    match all.as_mut_slice() {
        [only] if only.token == Token::Number => {
            let number: u64 = only.text.parse().ok()?;
            let text = number.checked_sub(1)?.to_string();
            only.become_token(Token::Number, &text);
        }
        [.., plus, one] if plus.token == Token::Plus && one.token == Token::Number && one.text == "1" => {
            all.truncate(all.len() - 2);
        }
        [.., last] => {
            let near = last.span;
            all.extend([added(Token::Minus, "-", near), added(Token::Number, "1", near)]);
        }
        [] => return None,
    }
    Some(all)
}

/// Compares numbers of any length by their digits.
fn at_most(a: &str, b: &str) -> bool {
    let digits = |text: &str| {
        let plain: String = text.chars().map(super::super::lexer::plain).filter(char::is_ascii_digit).collect();
        plain.trim_start_matches('0').to_owned()
    };
    let (a, b) = (digits(a), digits(b));
    (a.len(), &a) <= (b.len(), &b)
}
