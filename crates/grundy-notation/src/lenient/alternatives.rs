//! Claims that say who wins where a condition holds, and who wins elsewhere: they are told both ways.
//!
//! ```text
//! P if C, N otherwise; P if C else N; if C then P else N; C ? P : N      P iff C
//! ```

use super::pieces::{Piece, added_apart, is_one_of, outside};
use super::winners::is_winner;
use crate::lexer::{Token, Word};

/// Respells such a claim; the letters of winners are read before.
pub(super) fn both(pieces: &mut Vec<Piece>) {
    let Some((winner, condition)) = condition_behind(pieces)
        .or_else(|| condition_in_front(pieces))
        .or_else(|| with_question_mark(pieces))
        .filter(|(_, condition)| !condition.is_empty())
    else {
        return;
    };
    let near = winner.span;
    let mut new = vec![Piece { apart: false, ..winner }, added_apart(Token::Name, "iff", near)];
    let first = new.len();
    new.extend(condition);
    new[first].apart = true;
    *pieces = new;
}

fn is_if(piece: &Piece) -> bool {
    piece.is_word(Word::If) || is_one_of(piece, &["if", "when", "whenever"])
}

fn is_else(piece: &Piece) -> bool {
    piece.is_word(Word::Else) || is_one_of(piece, &["else", "otherwise", "elsewhere"])
}

fn is_stop(piece: &Piece) -> bool {
    matches!(piece.token, Token::Comma | Token::Semicolon | Token::Colon)
}

fn are_opposed(one: &Piece, other: &Piece) -> bool {
    is_winner(std::slice::from_ref(one)) && is_winner(std::slice::from_ref(other)) && !one.is_name(&other.text)
}

/// `P if C, N otherwise`, `P if C else N`
fn condition_behind(pieces: &[Piece]) -> Option<(Piece, Vec<Piece>)> {
    let [winner, join, rest @ ..] = pieces else { return None };
    if !is_if(join) {
        return None;
    }
    let (other, rest) = last_case(rest)?;
    let end = rest.len() - rest.iter().rev().take_while(|p| is_stop(p) || p.is_word(Word::And)).count();
    are_opposed(winner, other).then(|| (winner.clone(), rest[..end].to_vec()))
}

/// The winner of `N otherwise`, `otherwise N` and `else: N` at the end, and what stands before.
fn last_case(rest: &[Piece]) -> Option<(&Piece, &[Piece])> {
    match rest {
        [rest @ .., other, otherwise] if is_else(otherwise) => Some((other, rest)),
        [rest @ .., otherwise, stop, other] if is_else(otherwise) && is_stop(stop) => Some((other, rest)),
        [rest @ .., otherwise, other] if is_else(otherwise) => Some((other, rest)),
        _ => None,
    }
}

/// `if C then P else N`, `if C: P else: N`
fn condition_in_front(pieces: &[Piece]) -> Option<(Piece, Vec<Piece>)> {
    let (_, rest) = pieces.split_first().filter(|(first, _)| is_if(first))?;
    let (other, rest) = last_case(rest)?;
    let end = rest.len() - rest.iter().rev().take_while(|p| is_stop(p)).count();
    let (winner, rest) = rest[..end].split_last()?;
    let joins = rest.iter().rev().take_while(|p| is_stop(p) || p.is_name("then")).count();
    (joins > 0 && are_opposed(winner, other)).then(|| (winner.clone(), rest[..rest.len() - joins].to_vec()))
}

/// `C ? P : N`
fn with_question_mark(pieces: &[Piece]) -> Option<(Piece, Vec<Piece>)> {
    let [condition @ .., mark, winner, colon, other] = pieces else { return None };
    let asks = mark.token == Token::Question && colon.token == Token::Colon;
    let is_alone = outside(condition, 0, condition.len()).iter().all(|&at| condition[at].token != Token::Question);
    (asks && is_alone && are_opposed(winner, other)).then(|| (winner.clone(), condition.to_vec()))
}
