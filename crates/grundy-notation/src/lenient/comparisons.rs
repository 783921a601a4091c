//! Comparisons in words, in conditions and claims: `g is at most 9`, `n is greater than 3`, `the nim-sum is not zero`.
//!
//! ```text
//! is at most 9, is no more than 9      <= 9
//! is less than 9, is below 9           < 9
//! is zero, is not zero, is positive    = 0, != 0, > 0
//! the nim-sum of the heaps             xor(a,b,c)
//! ```

use super::conditions::in_conditions;
use super::pieces::{Piece, added, added_apart, is_one_of};
use super::winners::stand;
use super::{Asked, Kind};
use crate::lexer::Token;

/// What is said, and the sign of it. A number follows.
const SAID: &[(&[&str], Token, &str)] = &[
    (&["is", "at", "most"], Token::LessEqual, "<="),
    (&["is", "no", "more", "than"], Token::LessEqual, "<="),
    (&["is", "not", "more", "than"], Token::LessEqual, "<="),
    (&["is", "bounded", "by"], Token::LessEqual, "<="),
    (&["is", "at", "least"], Token::GreaterEqual, ">="),
    (&["is", "not", "less", "than"], Token::GreaterEqual, ">="),
    (&["is", "less", "than"], Token::Less, "<"),
    (&["is", "smaller", "than"], Token::Less, "<"),
    (&["is", "below"], Token::Less, "<"),
    (&["is", "greater", "than"], Token::Greater, ">"),
    (&["is", "larger", "than"], Token::Greater, ">"),
    (&["is", "bigger", "than"], Token::Greater, ">"),
    (&["is", "more", "than"], Token::Greater, ">"),
    (&["is", "above"], Token::Greater, ">"),
    (&["is", "not", "equal", "to"], Token::NotEqual, "!="),
    (&["is", "different", "from"], Token::NotEqual, "!="),
    (&["is", "equal", "to"], Token::Equal, "="),
    (&["equals"], Token::Equal, "="),
];

/// What is said of 0, and the sign before it.
const OF_ZERO: &[(&[&str], Token, &str)] = &[
    (&["is", "zero"], Token::Equal, "="),
    (&["is", "not", "zero"], Token::NotEqual, "!="),
    (&["is", "nonzero"], Token::NotEqual, "!="),
    (&["is", "not", "0"], Token::NotEqual, "!="),
    (&["is", "positive"], Token::Greater, ">"),
];

/// Respells all of them.
pub(super) fn spoken(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if !pieces.iter().any(|p| is_one_of(p, &["is", "equals", "are", "xor", "nim", "nimsum"])) {
        return;
    }
    if asked.kind == Kind::Claim {
        nim_sum(pieces, asked);
        equal_heaps(pieces, asked);
    }
    let mut at = 1;
    while at < pieces.len() {
        let here = |said: &[&str]| said.iter().enumerate().all(|(i, word)| is_said(pieces.get(at + i), word));
        let signs = SAID.iter().find(|(said, ..)| here(said)).map(|sign| (sign, false));
        let found = signs.or_else(|| OF_ZERO.iter().find(|(said, ..)| here(said)).map(|sign| (sign, true)));
        if let Some(((said, token, text), zero)) = found
            && (zero || pieces.len() > at + said.len())
            && in_conditions(pieces, asked)[at]
        {
            let near = pieces[at].span;
            let number = zero.then(|| added_apart(Token::Number, "0", near));
            pieces.splice(at..at + said.len(), [added_apart(*token, text, near)].into_iter().chain(number));
        }
        at += 1;
    }
}

fn is_said(piece: Option<&Piece>, word: &str) -> bool {
    piece.is_some_and(|piece| is_one_of(piece, &[word]) || word == "0" && piece.text == "0")
}

/// `the nim-sum of the heaps`, `the xor` → `xor(a,b,c)`
fn nim_sum(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let Some(names) = asked.variables.get(..asked.coordinates).filter(|names| names.len() > 1) else { return };
    let mut at = 0;
    while at < pieces.len() {
        let dash = usize::from(pieces.get(at + 1).is_some_and(|p| p.token == Token::Minus));
        let length = if pieces[at].is_name("nim") && is_said(pieces.get(at + 1 + dash), "sum") {
            2 + dash
        } else if pieces[at].is_name("xor") {
            1 + usize::from(is_said(pieces.get(at + 1), "sum"))
        } else if pieces[at].is_name("nimsum") {
            1
        } else {
            at += 1;
            continue;
        };
        let heaps = ["heap", "heaps", "piles", "sizes", "coordinates", "numbers", "all", "the", "pile"];
        let of = usize::from(is_said(pieces.get(at + length), "of"));
        let behind = of * (of + pieces[at + length + of..].iter().take_while(|p| is_one_of(p, &heaps)).count());
        let end = at + length + behind;
        let start = at - usize::from(at > 0 && is_one_of(&pieces[at - 1], &["the"]));
        // `a xor b` and `xor(a,b)` name what is added
        let before = start.checked_sub(1).map(|before| pieces[before].token);
        let is_called = pieces.get(end).is_some_and(|p| p.token == Token::LeftParen);
        let is_joined = matches!(before, Some(Token::Name | Token::Number | Token::RightParen))
            && !is_one_of(&pieces[start - 1], JOINS);
        if is_called || is_joined || of > 0 && behind == of {
            at += 1;
            continue;
        }
        let near = pieces[start].span;
        let mut new = vec![added_apart(Token::Name, "xor", near), added(Token::LeftParen, "(", near)];
        for (i, name) in names.iter().enumerate() {
            if i > 0 {
                new.push(added(Token::Comma, ",", near));
            }
            new.push(added(Token::Name, name, near));
        }
        new.push(added(Token::RightParen, ")", near));
        at = start + new.len();
        pieces.splice(start..end, new);
    }
}

/// Words in front of a condition.
const JOINS: &[&str] = &["iff", "if", "when", "whenever", "unless", "and", "or", "not", "then", "where"];

/// `both heaps are equal`, `the heaps are the same` → `a = b`
fn equal_heaps(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let Some([a, b]) = asked.variables.get(..asked.coordinates) else { return };
    for at in 0..pieces.len() {
        let front = pieces[at..].iter().take_while(|p| is_one_of(p, &["the", "both", "two"])).count();
        if !pieces.get(at + front).is_some_and(|p| is_one_of(p, &["heaps", "piles", "numbers"])) {
            continue;
        }
        let behind = at + front + 1;
        let ends: &[&[&str]] = &[&["are", "equal"], &["are", "the", "same"], &["are", "of", "equal", "size"]];
        if let Some(said) = ends.iter().find(|said| stand(pieces, behind, said)) {
            let near = pieces[at].span;
            let new = [
                added_apart(Token::Name, a, near),
                added_apart(Token::Equal, "=", near),
                added_apart(Token::Name, b, near),
            ];
            pieces.splice(at..behind + said.len(), new);
            return;
        }
    }
}
