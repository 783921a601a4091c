//! Several tuples behind a game without the brackets around all: `northcott (1,6) (3,4)` is `northcott((1,6), (3,4))`.

use super::super::lexer::Token;
use super::super::names::Places;
use super::pieces::{Piece, added, closing, opening};
use super::{Asked, Kind, question};

/// Puts brackets around tuples that follow one another, with commas between them or without.
///
/// A game of one heap has no tuples, and `nim (1,6) (3,4)` is left as it is.
pub(super) fn beside(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    let mut at = question(pieces);
    while at + 1 < pieces.len() {
        if pieces[at + 1].token == Token::LeftParen
            && let Some(length) = tuple_of(pieces, at, asked)
            && let Some(tuples) = tuples(pieces, at + 1, length)
        {
            let (first, last) = (tuples[0].0, tuples[tuples.len() - 1].1);
            let (open, close) = (pieces[first].span, pieces[last].span);
            pieces.insert(last + 1, added(Token::RightParen, ")", close));
            for &(start, _) in tuples[1..].iter().rev() {
                if pieces[start - 1].token != Token::Comma {
                    let span = pieces[start].span;
                    pieces.insert(start, added(Token::Comma, ",", span));
                }
            }
            pieces.insert(first, added(Token::LeftParen, "(", open));
        }
        at += 1;
    }
}

/// How many numbers one place of the game has that ends here: two or more.
fn tuple_of(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<usize> {
    let end = &pieces[at];
    if end.token == Token::RightBrace {
        // the pattern of a rule: `{(a,b) -> …}`
        let open = opening(pieces, at)? + 1;
        let close = closing(pieces, open).filter(|_| pieces[open].token == Token::LeftParen)?;
        return Some((close - open).div_ceil(2)).filter(|&length| length > 1);
    }
    let name = match end.token {
        Token::RightBracket => opening(pieces, at)?.checked_sub(1).map(|name| &pieces[name])?,
        _ => end,
    };
    if name.token != Token::Name || (asked.games.find)(&name.text) != Some(Places::Plain) {
        return None;
    }
    let signature = (asked.games.signature)(&name.text)?;
    let (_, places) = signature.split_once('(')?;
    let tuple = places.strip_prefix('(').map_or(places, |pairs| pairs);
    let (tuple, _) = tuple.split_once(')')?;
    let length = tuple.split(',').count();
    (length > 1 && !tuple.contains('…')).then_some(length)
}

/// Two tuples or more of so many numbers that end the term, each from its bracket to its bracket.
fn tuples(pieces: &[Piece], from: usize, length: usize) -> Option<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    let mut at = from;
    while pieces.get(at).is_some_and(|p| p.token == Token::LeftParen) {
        let close = closing(pieces, at)?;
        let inner = &pieces[at + 1..close];
        let is_tuple = inner.len() == 2 * length - 1
            && inner.iter().enumerate().all(|(i, p)| p.token == if i % 2 == 0 { Token::Number } else { Token::Comma });
        if !is_tuple {
            return None;
        }
        found.push((at, close));
        at = close + 1;
        let comma = pieces.get(at).is_some_and(|p| p.token == Token::Comma);
        if comma && pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen) {
            at += 1;
        }
    }
    let ends = pieces.get(at).is_none_or(|p| p.token == Token::Plus);
    (ends && found.len() > 1).then_some(found)
}
