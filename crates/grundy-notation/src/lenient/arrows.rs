//! Other signs and words for the arrow of a rule: `{n => n-1}`, `{n: n-1, n-2}`, `lambda n: [n-1, n-2]`.
//!
//! ```text
//! {n => n-1}, {n --> n-1}, {n ~> n-1}        {n -> n-1}
//! {n: n-1, n-2}                              {n -> n-1, n-2}
//! lambda n: [n-1, n-2]                       n -> n-1, n-2
//! def moves(n): return [n-1, n-2]            n -> n-1, n-2
//! n -> [n-1, n-2]                            n -> n-1, n-2
//! ```

use super::super::lexer::{Token, Word};
use super::pieces::{Piece, closing, opening, outside};
use super::{Asked, Kind};

/// Respells them.
pub(super) fn signs(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    functions(pieces);
    let mut at = 1;
    while at < pieces.len() {
        // what stands behind a pattern: a name, or several in parentheses
        let behind_pattern = matches!(pieces[at - 1].token, Token::Name | Token::Upper | Token::RightParen);
        if behind_pattern {
            let long = pieces[at].token == Token::Minus
                && pieces.get(at + 1).is_some_and(|p| p.token == Token::Arrow && !p.apart);
            if long
                || pieces[at].is_sign("~") && pieces.get(at + 1).is_some_and(|p| p.token == Token::Greater && !p.apart)
            {
                pieces.remove(at + 1);
                pieces[at].become_token(Token::Arrow, "->");
            } else if pieces[at].token == Token::Implies || pieces[at].is_sign("⇒") || is_colon(pieces, at) {
                pieces[at].become_token(Token::Arrow, "->");
                pieces[at].apart = true;
            }
        }
        at += 1;
    }
    lists(pieces);
}

/// `{n: n-1`, where a move of the same name follows, and `{(a,b): (a-1,b)`; `{n : n > 3}` is a set.
fn is_colon(pieces: &[Piece], at: usize) -> bool {
    if pieces[at].token == Token::Colon
        && pieces[at - 1].token == Token::RightParen
        && pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen)
        && let Some(open) = opening(pieces, at - 1)
    {
        return open > 0 && pieces[open - 1].token == Token::LeftBrace;
    }
    let [.., open, name] = &pieces[..at] else { return false };
    let begins =
        at == 2 || matches!(pieces[at - 3].token, Token::Plus | Token::Word(Word::Misere) | Token::Star | Token::Equal);
    let [colon, same, sign, ..] = &pieces[at..] else { return false };
    let is_move = sign.token == Token::Minus || sign.token == Token::Divide || sign.is_sign("/");
    begins && colon.token == Token::Colon && open.token == Token::LeftBrace && same.text == name.text && is_move
}

/// `lambda n:`, `def moves(n): return` → `n ->`
fn functions(pieces: &mut Vec<Piece>) {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let (name, end) = match &pieces[first..] {
        [lambda, name, colon, ..] if lambda.is_name("lambda") && colon.token == Token::Colon => (name.clone(), 3),
        [def, function, open, name, close, colon, back, ..]
            if def.is_name("def")
                && matches!(function.token, Token::Name | Token::Upper)
                && [open.token, close.token, colon.token] == [Token::LeftParen, Token::RightParen, Token::Colon]
                && back.is_name("return") =>
        {
            (name.clone(), 7)
        }
        _ => return,
    };
    if !matches!(name.token, Token::Name | Token::Upper) || pieces.len() <= first + end {
        return;
    }
    let arrow = Piece { apart: true, text: "->".to_owned(), token: Token::Arrow, ..pieces[first + end - 1].clone() };
    pieces.splice(first..first + end, [Piece { apart: first > 0, ..name }, arrow]);
}

/// `n -> [n-1, n-2]`, `n -> {n-1, n-2}` up to the end: the moves without their brackets. Within braces they are refused.
fn lists(pieces: &mut Vec<Piece>) {
    let arrow = outside(pieces, 0, pieces.len()).into_iter().find(|&at| pieces[at].token == Token::Arrow);
    let Some(open) = arrow.map(|arrow| arrow + 1).filter(|&open| open < pieces.len()) else { return };
    let opens = matches!(pieces[open].token, Token::LeftBracket | Token::LeftBrace);
    let last = pieces.len() - 1;
    if opens
        && closing(pieces, open) == Some(last)
        && last > open + 1
        && pieces[open + 1..last].iter().all(|p| p.token != Token::Arrow)
    {
        pieces.pop();
        pieces.remove(open);
        pieces[open].apart = true;
    }
}
