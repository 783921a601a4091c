//! Chessmen that go towards a corner: `a queen at (3,5)`, `a rook on h8 moves left or down`, `knights at (4,7) and (2,2)`.
//!
//! A square is told by its distances from the corner, which is (0,0), or a1. Where it is said how a man moves, all that he
//! can must be said; no corner is read but one where the numbers are 0.

use grundy_core::error::Diagnostic;

use super::pieces::{Piece, cut, is_one_of};
use super::stones::whole;
use super::texts::{is_columns, is_sides};
use super::{Asked, Kind, Result};
use crate::lexer::{Token, Word};

/// A man: what he is called, his game, and whether he moves along rows and columns, and diagonally.
struct Man {
    names: [&'static str; 2],
    game: &'static str,
    straight: bool,
    diagonal: bool,
}

const MEN: &[Man] = &[
    Man { names: ["rook", "rooks"], game: ROOK, straight: true, diagonal: false },
    Man { names: ["queen", "queens"], game: "wythoff", straight: true, diagonal: true },
    Man { names: ["bishop", "bishops"], game: "{(x,y) -> (x-k,y-k) for k in 1..}", straight: false, diagonal: true },
    Man { names: ["king", "kings"], game: "{(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)}", straight: true, diagonal: true },
    Man { names: ["knight", "knights"], game: KNIGHT, straight: false, diagonal: false },
];

/// The two numbers of his square are heaps.
const ROOK: &str = "nim";

/// One step.
const KING: &str = "{(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)}";

/// The moves that bring a knight nearer, on a board without an end.
const KNIGHT: &str = "{(x,y) -> (x-2,y+1) | (x-2,y-1) | (x-1,y-2) | (x+1,y-2)}";

/// What may stand in front of a man.
const LEADS: &[&str] = &["a", "an", "the", "one", "single", "lone", "there", "is", "are", "chess"];

/// What says nothing: `which stands on`, `it moves`.
const FILLERS: &[&str] = &[
    "a", "an", "the", "can", "may", "must", "which", "that", "it", "is", "are", "standing", "stands", "placed",
    "moves", "move", "moving", "moved", "at", "on", "of", "starts", "starting", "board", "grid", "infinite", "time",
    "turn", "per", "each",
];
/// What a step is counted in.
const STEPS: &[&str] = &["square", "squares", "cell", "cells", "step", "steps"];

/// What is said behind the men.
#[derive(Default)]
struct Said {
    left: bool,
    /// Down, or up: towards row 0, wherever that is.
    down: bool,
    up: bool,
    diagonally: bool,
    /// By one square, or by any number of them.
    near: bool,
    far: bool,
    squares: Vec<[u64; 2]>,
    /// Was one of them told by its letter?
    lettered: bool,
    /// The columns and rows of the board.
    board: Option<[u64; 2]>,
}

/// Reads such a sentence as a game, or as a position of it.
///
/// # Errors
/// A square that the board does not have; none, where one is needed.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let typed = &pieces[misere..];
    let lead = typed.iter().take_while(|p| is_one_of(p, LEADS) || p.token == Token::Number).count();
    let Some((name, rest)) = typed[lead..].split_first() else { return Ok(()) };
    let is_called = rest.first().is_some_and(|p| !p.apart || p.token == Token::Equal);
    let man = MEN.iter().find(|man| is_one_of(name, &man.names)).filter(|_| !is_called && !asked.is_game(&name.text));
    let Some((man, said)) = man.and_then(|man| Some((man, read(rest).filter(|said| said.fits(man))?))) else {
        return Ok(());
    };
    let counts: Vec<_> = typed[..lead].iter().filter(|p| p.token == Token::Number).collect();
    let alone = name.is_name(man.names[0]);
    if asked.kind == Kind::Claim
        || alone && said.squares.len() > 1
        || counts.iter().any(|p| alone || p.text.parse() != Ok(said.squares.len()))
    {
        return Ok(());
    }
    let span = whole(typed);
    let game = game(man, said.board);
    if let Some(off) = said.off_the_board() {
        return Err(Box::new(Diagnostic::parse(span, off).suggest(format!("{game}(2, 5)"))));
    }
    if said.squares.is_empty() && asked.kind == Kind::Position {
        return Err(Box::new(Diagnostic::parse(span, "the square is missing").suggest(format!("{game}(2, 5)"))));
    }
    // a board has two numbers
    let places =
        if said.squares.is_empty() && man.game == ROOK { "(x, y)".to_owned() } else { places(man, &said.squares) };
    let mut new = cut(&(game + &places));
    new.iter_mut().for_each(|piece| piece.span = span);
    new[0].apart = misere > 0;
    pieces.splice(misere.., new);
    Ok(())
}

/// The game of a man; a knight must not leave the board.
fn game(man: &Man, board: Option<[u64; 2]>) -> String {
    match board {
        Some([columns, rows]) if man.game == KNIGHT => format!(
            "{{(x,y) -> (x-2,y+1) if y < {}; (x-2,y-1) | (x-1,y-2); (x+1,y-2) if x < {}}}",
            rows.saturating_sub(1),
            columns.saturating_sub(1)
        ),
        _ => man.game.to_owned(),
    }
}

/// The squares as places, in parentheses.
fn places(man: &Man, squares: &[[u64; 2]]) -> String {
    let pairs = || squares.iter().map(|[x, y]| format!("{x}, {y}"));
    match squares {
        [] => String::new(),
        [[x, y]] => format!("({x}, {y})"),
        _ if man.game == ROOK => format!("({})", pairs().collect::<Vec<_>>().join(", ")),
        _ => format!("({})", pairs().map(|pair| format!("({pair})")).collect::<Vec<_>>().join(", ")),
    }
}

impl Said {
    /// Are these the moves of the man, where something is said of them?
    fn fits(&self, man: &Man) -> bool {
        let along = self.down || self.up;
        let silent = !self.left && !along && !self.diagonally;
        let all = [self.left, along, self.diagonally] == [man.straight, man.straight, man.diagonal];
        let reach = match man.game {
            KING => !self.far,
            KNIGHT => !self.far && !self.near,
            _ => !self.near,
        };
        reach && (silent || all) && !(self.up && (self.down || self.lettered))
    }

    /// What is wrong with a square that the board does not have.
    fn off_the_board(&self) -> Option<String> {
        let [columns, rows] = self.board?;
        let [x, y] = self.squares.iter().find(|[x, y]| *x >= columns || *y >= rows)?;
        Some(format!("({x},{y}) is off the board of {columns} by {rows}: squares are counted from (0,0)"))
    }
}

/// What the words behind a man say, if all are understood.
fn read(words: &[Piece]) -> Option<Said> {
    let mut said = Said::default();
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        let divides = matches!(first.token, Token::Comma | Token::Semicolon | Token::Colon)
            || matches!(first.token, Token::Word(Word::And))
            || first.is_full_stop();
        rest = if let Some((board, behind)) = board(rest) {
            if said.board.replace(board).is_some() {
                return None;
            }
            behind
        } else if let Some((square, behind)) = square(rest) {
            said.squares.push(square);
            behind
        } else if let Some(square) = lettered(first) {
            said.lettered = true;
            said.squares.push(square);
            behind
        } else if is_one_of(first, &["diagonally", "diagonal"]) {
            said.diagonally = true;
            &behind[towards(behind)..]
        } else if is_one_of(first, WAYS) {
            said.left |= first.is_name("left");
            said.down |= is_one_of(first, &["down", "downwards"]);
            said.up |= is_one_of(first, &["up", "upwards"]);
            behind
        } else if let Some(behind) = corner(rest) {
            behind
        } else if let Some((far, behind)) = reach(rest) {
            said.far |= far;
            said.near |= !far;
            behind
        } else if divides
            || is_one_of(first, FILLERS)
            || first.is_word(Word::Or) && behind.first().is_some_and(|p| is_one_of(p, WAYS))
        {
            behind
        } else {
            return None;
        };
    }
    Some(said)
}

/// Where a man goes.
const WAYS: &[&str] = &["left", "down", "up", "downwards", "upwards", "diagonally", "diagonal"];

/// `towards the corner`, `to (0,0)`, `to a1`: the squares are counted from there.
fn corner(words: &[Piece]) -> Option<&[Piece]> {
    let (to, behind) = words.split_first()?;
    if !is_one_of(to, &["to", "towards", "toward"]) {
        return None;
    }
    let behind = &behind[usize::from(behind.first().is_some_and(|p| p.is_name("the")))..];
    let (first, rest) = behind.split_first()?;
    if is_one_of(first, &["corner", "origin"]) {
        return Some(rest);
    }
    match square(behind) {
        Some(([0, 0], rest)) => Some(rest),
        Some(_) => None,
        None => lettered(first).filter(|square| *square == [0, 0]).map(|_| rest),
    }
}

/// `any number of squares`, `as far as it likes`; `one square`, `a single step`.
fn reach(words: &[Piece]) -> Option<(bool, &[Piece])> {
    match words {
        [any, number, of, squares, behind @ ..]
            if any.is_name("any") && number.is_name("number") && of.is_name("of") && is_one_of(squares, STEPS) =>
        {
            Some((true, behind))
        }
        [a, far, also, who, likes, behind @ ..]
            if a.is_name("as")
                && far.is_name("far")
                && also.is_name("as")
                && is_one_of(who, &["it", "he", "she"])
                && is_one_of(likes, &["likes", "wants"]) =>
        {
            Some((true, behind))
        }
        [a, single, step, behind @ ..] if a.is_name("a") && single.is_name("single") && is_one_of(step, STEPS) => {
            Some((false, behind))
        }
        [one, step, behind @ ..] if (one.is_name("one") || one.text == "1") && is_one_of(step, STEPS) => {
            Some((false, behind))
        }
        _ => None,
    }
}

/// How many words tell which diagonal: `down-left`, `down left`.
fn towards(words: &[Piece]) -> usize {
    let dash = usize::from(words.get(1).is_some_and(|p| p.token == Token::Minus));
    let is_way = |at: usize| words.get(at).is_some_and(|p| is_one_of(p, &["down", "up", "left"]));
    if is_way(0) && is_way(1 + dash) { 2 + dash } else { 0 }
}

/// `8x8 board`, `chessboard`, `8 by 8 chessboard`.
fn board(words: &[Piece]) -> Option<([u64; 2], &[Piece])> {
    let is_board = |p: &Piece| is_one_of(p, &["board", "chessboard", "grid"]);
    let number = |text: &str| text.parse::<u64>().ok();
    match words {
        [board, behind @ ..] if board.is_name("chessboard") => Some(([8, 8], behind)),
        [chess, board, behind @ ..] if chess.is_name("chess") && board.is_name("board") => Some(([8, 8], behind)),
        [columns, by, rows, board, behind @ ..] if is_sides(columns, by, rows) && is_board(board) => {
            Some(([number(&columns.text)?, number(&rows.text)?], behind))
        }
        [columns, rows, board, behind @ ..]
            if columns.token == Token::Number && !rows.apart && is_columns(&rows.text) && is_board(board) =>
        {
            let rows = rows.text.trim_start_matches(|c: char| !c.is_ascii_digit());
            Some(([number(&columns.text)?, number(rows)?], behind))
        }
        _ => None,
    }
}

/// `(3,5)`, `3 5`, `3, 5`.
fn square(words: &[Piece]) -> Option<([u64; 2], &[Piece])> {
    let number = |p: &Piece| p.text.parse::<u64>().ok().filter(|_| p.token == Token::Number);
    if let [open, x, comma, y, close, behind @ ..] = words
        && open.token == Token::LeftParen
        && comma.token == Token::Comma
        && close.token == Token::RightParen
    {
        return Some(([number(x)?, number(y)?], behind));
    }
    let (x, rest) = words.split_first()?;
    let x = number(x)?;
    let rest = &rest[usize::from(rest.first().is_some_and(|p| p.token == Token::Comma))..];
    let (y, behind) = rest.split_first()?;
    Some(([x, number(y)?], behind))
}

/// `d5`, counted from a1.
fn lettered(piece: &Piece) -> Option<[u64; 2]> {
    let text = piece.text.to_ascii_lowercase();
    let (column, row) = text.split_at_checked(1)?;
    let column = column.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u64 = row.parse().ok().filter(|&row| row > 0)?;
    matches!(piece.token, Token::Name | Token::Upper).then(|| [u64::from(column - b'a'), row - 1])
}
