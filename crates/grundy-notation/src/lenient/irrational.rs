//! Multiples of irrational numbers in a claim, for the help line: `a >= phi*b`, `sqrt(2)*b < a`.
//!
//! A multiple of such a number is whole at 0 alone, so a comparison with it is one with the number rounded down: `a > phi*b` is
//! `a > floor(phi*b)`, and `a <= phi*b` is `a <= floor(phi*b)`. Of `a >= phi*b` and `a < phi*b` the same holds but for b = 0,
//! which is told behind a claim that is one comparison.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, closing, cut, is_one_of, joined};

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
    let mut zero = None;
    let mut relation = |at: Option<usize>, right: bool| {
        let Some(piece) = at.and_then(|at| pieces.get_mut(at)) else { return false };
        zero = match (piece.token, right) {
            (Token::GreaterEqual, true) | (Token::LessEqual, false) => Some(("or", Token::Equal, "=")),
            (Token::Less, true) | (Token::Greater, false) => Some(("and", Token::Greater, ">")),
            _ => None,
        };
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
    let at_zero = match zero.filter(|_| compared) {
        Some((joins, token, sign)) => {
            let is_alone =
                pieces.iter().all(|p| p.token != Token::Implies && !is_one_of(p, &["and", "or", "not", "if", "iff"]));
            let names: Vec<&str> =
                (from..=to).filter(|at| !(root..=end).contains(at)).map(|at| &*pieces[at].text).collect();
            let names: Vec<&str> = names.into_iter().filter(|name| name.starts_with(char::is_alphabetic)).collect();
            let [name] = names[..] else { return None };
            if !is_alone {
                return None;
            }
            let word = if joins == "or" { Word::Or } else { Word::And };
            vec![
                added_apart(Token::Word(word), joins, near),
                added_apart(Token::Name, name, near),
                added_apart(token, sign, near),
                added_apart(Token::Number, "0", near),
            ]
        }
        None => Vec::new(),
    };
    compared.then(|| {
        pieces.insert(to + 1, added(Token::RightParen, ")", near));
        pieces.insert(from, added(Token::LeftParen, "(", near));
        pieces.insert(from, Piece { apart, ..added(Token::Name, "floor", near) });
        pieces.extend(at_zero);
        joined(&pieces).text().to_owned()
    })
}
