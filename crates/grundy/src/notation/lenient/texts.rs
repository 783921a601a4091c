//! Places that are texts, without quotation marks: `cram(5x6)`, `cram 5x6`, `turtles(HTTH)`.

use std::borrow::Cow;

use super::super::Span;
use super::super::lexer::Token;
use super::super::names::Places;
use super::Asked;
use super::pieces::{Piece, added, closing, folded, outside, rules, step};

/// Puts the places of games that are played on texts between quotation marks. A number alone stays one.
pub(super) fn quoted(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        let piece = &pieces[at];
        let of_texts =
            matches!(piece.token, Token::Name | Token::Upper) && places(&piece.text, asked) == Some(Places::Texts);
        // what a rule hands over is computed
        if of_texts && !rules(pieces).iter().any(|&(open, close)| open < at && at < close) {
            let in_rows = places_are_boards(&piece.text, asked);
            // parameters may stand between: turning["1-3"](HT)
            let brackets = pieces.get(at + 1).filter(|p| p.token == Token::LeftBracket);
            let name_end = brackets.and_then(|_| closing(pieces, at + 1)).unwrap_or(at);
            if in_rows {
                rows_by_columns(pieces, name_end + 1);
            }
            match pieces.get(name_end + 1) {
                Some(open) if open.token == Token::LeftParen => {
                    if let Some(close) = closing(pieces, name_end + 1) {
                        inside(pieces, name_end + 2, close);
                    }
                }
                Some(next) if next.apart => behind(pieces, name_end + 1),
                _ => {}
            }
        }
        at += 1;
    }
}

/// What the places of a game are, by its name or by its title in one word: `turtles`, `turningturtles`.
fn places(name: &str, asked: &Asked<'_>) -> Option<Places> {
    (asked.games.find)(&folded(name)).or_else(|| (asked.games.find)((asked.games.called)(name)?))
}

/// Are the places boards, written `4x5`?
fn places_are_boards(name: &str, asked: &Asked<'_>) -> bool {
    let name = (asked.games.called)(name).map_or_else(|| folded(name), Cow::Borrowed);
    let example = (asked.games.example)(&name).unwrap_or_default();
    let sides: Vec<&str> = example.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_board = |side: &&str| {
        let split = side.split_once('x');
        split.is_some_and(|(a, b)| [a, b].iter().all(|n| !n.is_empty() && n.bytes().all(|d| d.is_ascii_digit())))
    };
    sides.iter().any(is_board) && !example.contains(':')
}

/// `cram 4 by 5` and `cram 4 x 5` → `"4x5"`.
fn rows_by_columns(pieces: &mut Vec<Piece>, from: usize) {
    let Some([rows, by, columns]) = pieces.get(from..from + 3) else { return };
    if !["by", "x", "×"].contains(&&*by.text) || [rows, columns].iter().any(|p| p.token != Token::Number) {
        return;
    }
    let text = format!("\"{}x{}\"", rows.text, columns.text);
    let board = Piece { token: Token::Text, text, span: rows.span.to(columns.span), apart: true };
    pieces.splice(from..from + 3, [board]);
}

/// The places between two parentheses.
fn inside(pieces: &mut Vec<Piece>, from: usize, to: usize) {
    let (mut start, mut to) = (from, to);
    while start < to {
        let comma = outside(pieces, start, to).into_iter().find(|&at| pieces[at].token == Token::Comma);
        let end = comma.unwrap_or(to);
        let before = pieces.len();
        quote(pieces, start, end);
        let shrunk = before - pieces.len();
        to -= shrunk;
        start = end - shrunk + 1;
    }
}

/// Texts behind the name, separated by blanks: `cram 5x6 2x3`.
fn behind(pieces: &mut Vec<Piece>, first: usize) {
    let mut at = first;
    let begins = |p: &Piece| {
        matches!(p.token, Token::Number | Token::Upper | Token::Name | Token::Text | Token::Range | Token::Point)
    };
    while at < pieces.len() && begins(&pieces[at]) {
        let end = (at + 1..pieces.len()).find(|&i| pieces[i].apart).unwrap_or(pieces.len());
        quote(pieces, at, end);
        if pieces[at].token != Token::Text {
            break;
        }
        at += 1;
    }
    if at == first {
        return;
    }
    for place in (first + 1..at).rev() {
        let span = pieces[place].span;
        pieces.insert(place, added(Token::Comma, ",", Span::new(span.start, span.start)));
    }
    let (begin, end) = (pieces[first].span.start, pieces[2 * at - first - 2].span.end);
    pieces.insert(2 * at - first - 1, added(Token::RightParen, ")", Span::new(end, end)));
    pieces[first].apart = false;
    pieces.insert(first, added(Token::LeftParen, "(", Span::new(begin, begin)));
}

/// One text out of the pieces of a place that stand close together.
fn quote(pieces: &mut Vec<Piece>, from: usize, to: usize) {
    let place = &pieces[from..to];
    let plain = match place {
        [] => true,
        [only] => matches!(only.token, Token::Text | Token::Number | Token::Question | Token::Name),
        [first, rest @ ..] => {
            // a star makes a multiple, `19**1`, and `=` a named place
            let is_strict =
                |p: &Piece| matches!(p.token, Token::Text | Token::Equal) || p.token == Token::Star && p.text != "×";
            step(first) != 0 || is_strict(first) || rest.iter().any(|p| p.apart || step(p) != 0 || is_strict(p))
        }
    };
    if plain {
        return;
    }
    let text: String = place.iter().map(|p| if p.text == "×" { "x" } else { p.text.as_str() }).collect();
    let span = place[0].span.to(place[place.len() - 1].span);
    pieces[from] = Piece { token: Token::Text, text: format!("\"{text}\""), span, apart: place[0].apart };
    pieces.drain(from + 1..to);
}
