//! A size that is a letter, told behind: `n stones, take 1 to 3, where n = 17`.

use super::heaps::STONES;
use super::pieces::{Piece, is_one_of};
use super::{Asked, Kind};
use crate::notation::lexer::Token;

/// Puts the number in the place of the letter.
pub(super) fn sizes(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let end = pieces.len() - usize::from(pieces.last().is_some_and(Piece::is_full_stop));
    let [before @ .., letter, equal, number] = &pieces[..end] else { return };
    let is_told = is_one_of(letter, &["n", "x"]) && equal.token == Token::Equal && number.token == Token::Number;
    let words = before.iter().rev().take_while(|p| is_one_of(p, &["where", "with", "for", "if", "and", "let"])).count();
    let stop = |p: &Piece| matches!(p.token, Token::Comma | Token::Semicolon) || p.is_full_stop();
    let before = &before[..before.len() - words];
    let stops = before.iter().rev().take_while(|p| stop(p)).count();
    if asked.kind != Kind::Position || !is_told || words + stops == 0 {
        return;
    }
    let (kept, number, letter) = (before.len() - stops, number.clone(), letter.text.clone());
    let heap = |at: &usize| pieces[*at].text == letter && is_one_of(&pieces[at + 1], STONES);
    let mut heaps = (0..kept.saturating_sub(1)).filter(heap);
    let (Some(heap), None) = (heaps.next(), heaps.next()) else { return };
    pieces.truncate(kept);
    pieces[heap] = Piece { apart: pieces[heap].apart, ..number };
}
