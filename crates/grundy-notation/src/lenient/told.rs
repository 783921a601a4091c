//! Games told by what is done in them: `a row of 10 coins, remove one or two adjacent`, `10 pins kayles`.
//!
//! A sentence is cut down to the words that matter, and all of them must be those of one way to tell the game: what is not
//! understood is never left out.

use grundy_core::error::{Diagnostic, FaultCode};

use super::heaps::{PLAYERS, STONES, in_words};
use super::pieces::{Piece, added, folded, is_one_of, joined};
use super::stones::VERBS;
use super::{Asked, Kind, Result};
use crate::Span;
use crate::lexer::{Token, Word};

/// Ways to tell a game, `#` for the number, and its name.
const TOLD: &[(&str, &str)] = &[
    ("row of # take 1 or 2 adjacent", "kayles"),
    ("# in row take 1 or 2 adjacent", "kayles"),
    ("take 1 or 2 adjacent from row of #", "kayles"),
    ("circle of # take 1 or 2 adjacent", "kayles[cycle]"),
    ("# in circle take 1 or 2 adjacent", "kayles[cycle]"),
    ("kayles # in circle", "kayles[cycle]"),
    ("kayles with # in circle", "kayles[cycle]"),
    ("circular kayles #", "kayles[cycle]"),
    ("row of # take 2 adjacent", "dawsonskayles"),
    ("# in row take 2 adjacent", "dawsonskayles"),
    ("take 2 adjacent from row of #", "dawsonskayles"),
    ("split heap of # into 2 unequal heap", "grundy"),
    ("split # into 2 unequal heap", "grundy"),
    ("# split into 2 unequal heap", "grundy"),
    ("# be split into 2 unequal heap", "grundy"),
    ("heap of # split into 2 unequal heap", "grundy"),
    ("heap of # be split into 2 unequal heap", "grundy"),
    ("split heap of # into 2 heap of different size", "grundy"),
    ("heap of # split into 2 heap of different size", "grundy"),
    ("heap of # be split into 2 heap of different size", "grundy"),
    ("split heap of # into 2 heap of unequal size", "grundy"),
    ("# split into 2 heap of unequal size", "grundy"),
    ("# split into 2 heap of different size", "grundy"),
    ("# split heap into 2 unequal heap", "grundy"),
    ("# split heap into 2 heap of unequal size", "grundy"),
    ("# split heap into 2 heap of different size", "grundy"),
    ("# split 1 heap into 2 unequal heap", "grundy"),
    ("# split 1 heap into 2 heap of different size", "grundy"),
];

/// Ways to tell Euclid's game, which have two numbers.
const EUCLID: &[&str] = &[
    "2 number # # take multiple of smaller from larger",
    "# # take multiple of smaller from larger",
    "take multiple of smaller from larger # #",
];

/// Stones that lie in a row may have to be neighbours; so many are taken.
const IN_A_ROW: &[&str] = &[
    "row of # take 1 or 2", "# in row take 1 or 2", "take 1 or 2 from row of #", "row of # take 1 2",
    "# in row take 1 2",
];

/// Ways to tell that any heap is split into two.
const SPLIT: &[&str] = &[
    "# split heap into 2 heap",
    "# split 1 heap into 2 heap",
    "split heap of # into 2 heap",
    "split # into 2 heap",
    "# split into 2 heap",
    "# be split into 2 heap",
    "heap of # split into 2 heap",
    "heap of # be split into 2 heap",
];

/// Words that change nothing, beside those who play.
const FILLERS: &[&str] =
    &["an", "there", "is", "are", "either", "down", "move", "bowling", "nonempty", "positive", "arranged", "its"];

/// Reads such a sentence as a game with its place.
///
/// # Errors
/// Stones lie in a row, and nobody says whether those that are taken must be neighbours, or what is taken.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position {
        return Ok(());
    }
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    if let [number, unit, game, rest @ ..] = &pieces[misere..]
        && number.token == Token::Number
        && (is_one_of(unit, STONES) || is_one_of(unit, PINS))
        && asked.is_game(&folded(&game.text))
        && rest.is_empty()
    {
        // `10 pins kayles`
        let (mut number, game) = (number.clone(), Piece { apart: misere > 0, ..game.clone() });
        number.apart = true;
        pieces.splice(misere.., [game, number]);
        return Ok(());
    }
    let mut numbers: Vec<Piece> = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for piece in &pieces[misere..] {
        match word(piece) {
            Some("#") => {
                numbers.push(piece.clone());
                said.push("#");
            }
            Some("") => {}
            Some(word) => said.push(word),
            None => return Ok(()),
        }
    }
    let is_one_of = |all: &[&str]| all.iter().any(|told| told.split(' ').eq(said.iter().copied()));
    let game = match TOLD.iter().find(|(told, _)| is_one_of(&[told])) {
        Some((_, game)) => game,
        None if is_one_of(SPLIT) => "{n -> a & n-a for a in 1..n-1}",
        None if is_one_of(EUCLID) => "euclid",
        None => return in_a_row(pieces, &numbers, &is_one_of),
    };
    let Some(near) = numbers.first().map(|number| Span::new(number.span.start, number.span.start)) else {
        return Ok(());
    };
    let mut new = super::pieces::cut(game);
    new.iter_mut().for_each(|piece| piece.span = near);
    new[0].apart = misere > 0;
    new.push(added(Token::LeftParen, "(", near));
    for (place, number) in numbers.into_iter().enumerate() {
        if place > 0 {
            new.push(added(Token::Comma, ",", number.span));
        }
        new.push(Piece { apart: false, ..number });
    }
    new.push(added(Token::RightParen, ")", near));
    pieces.splice(misere.., new);
    Ok(())
}

/// Stones in a row of which too little is said.
fn in_a_row(pieces: &[Piece], numbers: &[Piece], is_one_of: &dyn Fn(&[&str]) -> bool) -> Result<()> {
    let [number] = numbers else { return Ok(()) };
    let misere = if pieces[0].is_word(Word::Misere) { "misere " } else { "" };
    let (typed, size) = (joined(pieces).text().to_owned(), &number.text);
    let whole = pieces[0].span.to(pieces[pieces.len() - 1].span);
    if is_one_of(IN_A_ROW) {
        let (row, heap) = (format!("{misere}kayles({size})"), format!("{misere}take[1,2]({size})"));
        let message = format!("`{typed}` can be read in two ways: `{row}`, or `{heap}`");
        let fault = Diagnostic::parse(whole, message).suggest(format!("{row} or {heap}"));
        return Err(Box::new(fault.coded(FaultCode::TwoReadings)));
    }
    if is_one_of(&["row of #", "# in row"]) && pieces.iter().any(|p| self::is_one_of(p, PINS)) {
        let message = format!("`{typed}` does not say what a move does");
        return Err(Box::new(Diagnostic::parse(whole, message).suggest(format!("{misere}kayles({size})"))));
    }
    Ok(())
}

/// `3 4 5 nim`, `3 4 5 misere nim`: the name behind its heaps goes to the front.
pub(super) fn name_behind(pieces: &mut [Piece], asked: &Asked<'_>) {
    let misere = |p: &Piece| folded(&p.text) == "misere";
    let first = usize::from(pieces.first().is_some_and(misere));
    let Some((game, list)) = pieces[first..].split_last() else { return };
    let said = usize::from(first == 0 && list.last().is_some_and(misere));
    let list = &list[..list.len() - said];
    let name = folded(&game.text);
    let sizes = list.iter().filter(|p| p.token == Token::Number);
    // `1,000 nim` may be one heap
    let is_list = list.iter().all(|p| matches!(p.token, Token::Number | Token::Comma))
        && sizes.clone().all(|p| p.text.len() == 1 || !p.text.starts_with('0'))
        && [list.first(), list.last()].iter().all(|p| p.is_some_and(|p| p.token == Token::Number));
    let is_told = asked.kind == Kind::Position && asked.is_game(&name) && !(asked.games.takes)(&name);
    if is_told && is_list && sizes.count() > 1 {
        let behind = pieces.len() - 1 - said;
        pieces[first..].rotate_left(behind - first);
        pieces[first..].iter_mut().take(said + 2).for_each(|p| p.apart = true);
    }
}

/// What stands in rows beside stones.
const PINS: &[&str] = &["pin", "pins", "petal", "petals"];

/// The word for all that mean the same; the empty one for those that change nothing, and for stones.
fn word(piece: &Piece) -> Option<&'static str> {
    let is = |words: &[&str]| is_one_of(piece, words);
    Some(match piece.token {
        // the sizes of moves are 1 and 2
        Token::Number if piece.text == "1" => "1",
        Token::Number if piece.text == "2" => "2",
        Token::Number => "#",
        Token::Comma | Token::Semicolon | Token::Colon => "",
        Token::Word(Word::Or) => "or",
        Token::Word(Word::And) => "",
        Token::Word(Word::In) => "in",
        _ if piece.is_full_stop() || is(FILLERS) || is(PLAYERS) || is(STONES) || is(PINS) => "",
        _ if is(VERBS) || is(&["knock", "knocks", "bowl"]) => "take",
        _ if is(&["heap", "pile", "stack", "heaps", "piles", "stacks", "parts"]) => "heap",
        _ if is(&["row", "line"]) => "row",
        _ if is(&["circle", "ring"]) => "circle",
        _ if is(&["split", "splits", "divide", "divided"]) => "split",
        _ if is(&[
            "adjacent", "neighbouring", "neighboring", "consecutive", "contiguous", "neighbours", "neighbors",
        ]) =>
        {
            "adjacent"
        }
        _ if is(&["size", "sizes"]) => "size",
        _ if is(&["number", "numbers"]) => "number",
        _ if is(&["unequal", "different"]) => {
            if is(&["unequal"]) {
                "unequal"
            } else {
                "different"
            }
        }
        _ if in_words(piece) == Some(1) => "1",
        _ if in_words(piece) == Some(2) => "2",
        _ => ["of", "in", "into", "from", "with", "be", "kayles", "circular", "multiple", "smaller", "larger"]
            .into_iter()
            .find(|word| piece.is_name(word))?,
    })
}
