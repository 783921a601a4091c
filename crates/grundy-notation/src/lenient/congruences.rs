//! Numbers that are one of several, in conditions: `n ≡ 0, 2 (mod 7)`, `n mod 7 is 0 or 2`.
//!
//! ```text
//! n ≡ 2 (mod 7), n = 2 mod 7        n % 7 = 2
//! n ≡ 0, 2 (mod 7)                  n % 7 in {0,2}
//! a ≡ -b (mod 3)                    3 divides a-(-b)
//! n % 7 = 0 or 2, n % 7 is 0 or 2   n % 7 in {0,2}
//! ```

use super::super::lexer::{Token, Word};
use super::claims::compares;
use super::conditions::in_conditions;
use super::pieces::{Piece, added, added_apart, closing, expression_behind, operand_behind};
use super::sets::subject;
use super::{Asked, Kind};

/// `n % 7 = 0 or 2` → `n % 7 in {0,2}`; with commas in claims alone, where none has another meaning.
pub(super) fn equal_to_one_of(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        let is = pieces[at].is_name("is");
        let starts = (is || pieces[at].token == Token::Equal)
            && pieces[at + 1].token == Token::Number
            && in_conditions(pieces, asked)[at];
        if starts {
            let (numbers, end) = numbers(pieces, at + 1, asked.kind == Kind::Claim);
            let closes = pieces.get(end).is_none_or(|p| ends(p, asked));
            if numbers.len() > 1 && closes {
                within(pieces, at, end, &numbers);
            } else if is && closes {
                pieces[at].become_token(Token::Equal, "=");
            }
        }
        at += 1;
    }
}

/// Does a condition end before this piece?
fn ends(piece: &Piece, asked: &Asked<'_>) -> bool {
    let words = [Word::And, Word::Or, Word::If, Word::Else, Word::For, Word::By, Word::Loopy];
    match piece.token {
        Token::RightParen | Token::RightBrace | Token::Semicolon | Token::Implies => true,
        Token::Comma => asked.kind == Kind::Claim,
        Token::Word(word) => words.contains(&word),
        _ => piece.is_name("iff") || piece.is_name("then"),
    }
}

/// The numbers from here on that `or` and commas join, and where they end.
fn numbers(pieces: &[Piece], from: usize, commas: bool) -> (Vec<Piece>, usize) {
    let mut all = vec![pieces[from].clone()];
    let mut end = from + 1;
    loop {
        let comma = commas && pieces.get(end).is_some_and(|p| p.token == Token::Comma);
        let or =
            usize::from(comma) + usize::from(pieces.get(end + usize::from(comma)).is_some_and(|p| p.is_word(Word::Or)));
        match pieces.get(end + or) {
            Some(number) if or > 0 && number.token == Token::Number => {
                all.push(number.clone());
                end += or + 1;
            }
            _ => return (all, end),
        }
    }
}

/// Puts `in {…}` in the place of what stands there.
fn within(pieces: &mut Vec<Piece>, from: usize, to: usize, numbers: &[Piece]) {
    let near = pieces[from].span;
    let mut new = vec![added_apart(Token::Word(Word::In), "in", near), added_apart(Token::LeftBrace, "{", near)];
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            new.push(added(Token::Comma, ",", near));
        }
        new.push(Piece { apart: false, ..number.clone() });
    }
    new.push(added(Token::RightBrace, "}", near));
    pieces.splice(from..to, new);
}

/// `n ≡ 2 (mod 7)`, `n = 2 mod 7` → `n % 7 = 2`
pub(super) fn signs(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        // nobody takes the remainder of a number that is written out: `n = 2 mod 7` is a congruence
        let equal = pieces[at].token == Token::Equal || pieces[at].is_name("is");
        let signs = pieces[at].is_sign("≡") || equal && pieces[at + 1].token == Token::Number;
        if signs && in_conditions(pieces, asked)[at] {
            congruent(pieces, at, equal, asked);
        }
        at += 1;
    }
}

fn congruent(pieces: &mut Vec<Piece>, sign: usize, equal: bool, asked: &Asked<'_>) {
    let start = subject(pieces, sign);
    let (rests, behind) = rests(pieces, sign + 1);
    // `(mod 7)`, `mod 7`, `% 7`
    let open = usize::from(pieces.get(behind).is_some_and(|p| p.token == Token::LeftParen));
    let is_mod = |p: &Piece| p.is_name("mod") || p.token == Token::Percent && !equal;
    let is_compared = start.checked_sub(1).is_some_and(|before| compares(&pieces[before]));
    let has_rest = || pieces[start..sign].iter().any(|p| p.token == Token::Percent || p.is_name("mod"));
    if start == sign
        || is_compared
        || rests.is_empty()
        || equal && has_rest()
        || !pieces.get(behind + open).is_some_and(is_mod)
    {
        return;
    }
    let mut from = behind + open + 1;
    let braced = open == 0 && pieces.get(from).is_some_and(|p| p.token == Token::LeftBrace);
    // `\pmod{7}` has braces
    let open = open + usize::from(braced);
    let end = match (open, braced) {
        (0, _) => operand_behind(pieces, from),
        (_, true) => {
            from += 1;
            closing(pieces, from - 1)
        }
        _ => closing(pieces, behind),
    };
    // `mod 2^3`, `mod 4 + b`: the modulus goes on
    let closes = |end: usize| pieces.get(end).is_none_or(|p| ends(p, asked));
    let Some(end) = end.filter(|&end| end > from && closes(end + open)) else { return };
    let (number, modulus) = (pieces[start..sign].to_vec(), pieces[from..end].to_vec());
    let near = pieces[sign].span;
    let value = |p: &[Piece]| match p {
        [n] if n.token == Token::Number => n.text.parse::<u64>().ok(),
        _ => None,
    };
    let are_small = |m: u64| rests.iter().all(|rest| value(rest).is_some_and(|r| r < m));
    // 0 is smaller than any modulus
    let small = are_small(value(&modulus).unwrap_or(1));
    let new = if small {
        let mut new = bracketed(&number, near);
        new.push(added_apart(Token::Percent, "%", near));
        let at = new.len();
        new.extend(bracketed(&modulus, near));
        new[at].apart = true;
        let at = new.len();
        let rests: Vec<Piece> = rests.into_iter().flatten().collect();
        match &rests[..] {
            [one] => {
                new.push(added_apart(Token::Equal, "=", near));
                new.push(Piece { apart: true, ..one.clone() });
            }
            several => {
                new.push(added(Token::Equal, "=", near));
                within(&mut new, at, at + 1, several);
            }
        }
        new
    } else {
        let [rest] = &rests[..] else { return };
        let mut new = bracketed(&modulus, near);
        new.push(added_apart(Token::Word(Word::Divides), "divides", near));
        let at = new.len();
        new.extend(bracketed(&number, near));
        new[at].apart = true;
        new.push(added(Token::Minus, "-", near));
        new.push(added(Token::LeftParen, "(", near));
        let inside = new.len();
        new.extend_from_slice(rest);
        new[inside].apart = false;
        new.push(added(Token::RightParen, ")", near));
        new
    };
    let apart = pieces[start].apart;
    let end = end + open;
    pieces.splice(start..end, new);
    pieces[start].apart = apart;
}

/// What stands behind `≡`: one expression, or numbers that commas and `or` join.
fn rests(pieces: &[Piece], from: usize) -> (Vec<Vec<Piece>>, usize) {
    if pieces.get(from).is_some_and(|p| p.token == Token::Number) {
        let (all, end) = numbers(pieces, from, true);
        if all.len() > 1 {
            return (all.into_iter().map(|number| vec![number]).collect(), end);
        }
    }
    // a sign, and no remainder: that is the modulus
    let sign = usize::from(pieces.get(from).is_some_and(|p| p.token == Token::Minus));
    // `a (mod 8)` is no call of a function
    let operand = |at: usize| {
        let is_modulus = pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen)
            && pieces.get(at + 2).is_some_and(|p| p.is_name("mod"));
        match pieces.get(at)?.token {
            Token::Name if is_modulus => Some(at + 1),
            _ => operand_behind(pieces, at),
        }
    };
    let Some(mut end) = operand(from + sign) else { return (Vec::new(), from) };
    while pieces.get(end).is_some_and(|p| matches!(p.token, Token::Plus | Token::Minus | Token::Star)) {
        match operand(end + 1) {
            Some(next) => end = next,
            None => break,
        }
    }
    (vec![pieces[from..end].to_vec()], end)
}

/// In brackets where it is more than one number or name.
fn bracketed(pieces: &[Piece], near: super::Span) -> Vec<Piece> {
    let whole = expression_behind(pieces, 0) == Some(pieces.len()) && operand_behind(pieces, 0) == Some(pieces.len());
    if whole {
        return pieces.to_vec();
    }
    let mut new = vec![added(Token::LeftParen, "(", near)];
    new.extend_from_slice(pieces);
    new[1].apart = false;
    new.push(added(Token::RightParen, ")", near));
    new
}
