//! Multiples of irrational numbers in a claim, for the help line: `a >= phi*b`, `sqrt(2)*b < a`.
//!
//! A multiple of such a number is whole at 0 alone, so a comparison with it is one with the number rounded down:
//! `a > phi*b` and `a >= phi*b` are `a > floor(phi*b)`, `a < phi*b` and `a <= phi*b` are `a <= floor(phi*b)`.

use super::super::Span;
use super::super::lexer::Token;
use super::pieces::{Piece, added, closing, cut, joined};

/// The claim with the multiple rounded down in which the fault stands.
pub(super) fn rounded(text: &str, fault: Span) -> Option<String> {
    let mut pieces = cut(text);
    let root = pieces.iter().position(|p| p.span.start == fault.start && ["phi", "sqrt"].contains(&&*p.text))?;
    let end = if pieces[root].is_name("sqrt") { closing(&pieces, root + 1)? } else { root };
    let is_factor = |at: usize| {
        pieces.get(at).is_some_and(|p| matches!(p.token, Token::Number | Token::Name) && !p.is_name("sqrt"))
    };
    let is_star = |at: usize| pieces.get(at).is_some_and(|p| p.token == Token::Star);
    let (mut from, mut to) = (root, end);
    while from > 1 && is_star(from - 1) && is_factor(from - 2) {
        from -= 2;
    }
    while is_star(to + 1) && is_factor(to + 2) {
        to += 2;
    }
    let near = pieces[from].span;
    let apart = std::mem::replace(&mut pieces[from].apart, false);
    let mut relation = |at: Option<usize>, right: bool| {
        let Some(piece) = at.and_then(|at| pieces.get_mut(at)) else { return false };
        let (token, sign) = match (piece.token, right) {
            (Token::Greater | Token::GreaterEqual, true) => (Token::Greater, ">"),
            (Token::Less | Token::LessEqual, true) => (Token::LessEqual, "<="),
            (Token::Less | Token::LessEqual, false) => (Token::Less, "<"),
            (Token::Greater | Token::GreaterEqual, false) => (Token::GreaterEqual, ">="),
            _ => return false,
        };
        piece.become_token(token, sign);
        true
    };
    // a sum or a product around it is no comparison with the multiple itself
    let compared = relation(from.checked_sub(1), true) || relation(Some(to + 1), false);
    compared.then(|| {
        pieces.insert(to + 1, added(Token::RightParen, ")", near));
        pieces.insert(from, added(Token::LeftParen, "(", near));
        pieces.insert(from, Piece { apart, ..added(Token::Name, "floor", near) });
        joined(&pieces).text().to_owned()
    })
}
