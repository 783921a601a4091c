//! Places that are texts, without quotation marks: `cram(5x6)`, `cram 5x6`, `3x4 chomp`, `turtles(HTTH)`.

use std::borrow::Cow;

use super::super::Span;
use super::super::lexer::Token;
use super::super::names::Places;
use super::Asked;
use super::pieces::{Piece, added, closing, folded, is_one_of, outside, step};
use super::rules::rule_of;

/// Puts the places of games that are played on texts between quotation marks. A number alone stays one.
pub(super) fn quoted(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        let piece = &pieces[at];
        let of_texts =
            matches!(piece.token, Token::Name | Token::Upper) && places(&piece.text, asked) == Some(Places::Texts);
        // what a rule hands over is computed
        if of_texts && rule_of(pieces, at).is_none() {
            let in_rows = places_are_boards(&piece.text, asked);
            // parameters may stand between: turning["1-3"](HT)
            let brackets = pieces.get(at + 1).filter(|p| p.token == Token::LeftBracket);
            let name_end = brackets.and_then(|_| closing(pieces, at + 1)).unwrap_or(at);
            // `ruler game HTTH`
            if pieces.len() > name_end + 2 && pieces[name_end + 1].is_name("game") {
                pieces.remove(name_end + 1);
            }
            if in_rows {
                around_board(pieces, name_end + 1);
                rows_by_columns(pieces, name_end + 1);
            }
            if is_played_on_graphs(&pieces[at].text, asked) {
                graph_in_words(pieces, name_end + 1);
            }
            if takes_edges(&pieces[at].text, asked) {
                edges(pieces, name_end + 1);
            }
            match pieces.get(name_end + 1) {
                Some(open) if open.token == Token::LeftParen => {
                    if let Some(close) = closing(pieces, name_end + 1) {
                        inside(pieces, name_end + 2, close, in_rows);
                    }
                }
                Some(next) if next.apart => behind(pieces, name_end + 1),
                _ => {}
            }
        }
        at += 1;
    }
}

/// `3x4 chomp`, `a 3 by 4 board of chomp`, `3x3 grid nodekayles`: a size before the name of a game of boards stands behind it.
pub(super) fn boards_before(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        if super::titles::begins(pieces, at) {
            board_before(pieces, at, asked);
        }
        at += 1;
    }
}

/// The same at one place; a text that has other words is left alone.
fn board_before(pieces: &mut Vec<Piece>, from: usize, asked: &Asked<'_>) {
    let count = |words: &[&str], at: usize| pieces[at..].iter().take_while(|p| is_one_of(p, words)).count();
    let start = from + count(&["a", "an", "one", "the"], from);
    let sides = match &pieces[start..] {
        [rows, by, columns, ..] if is_sides(rows, by, columns) => 3,
        [rows, columns, ..] if rows.token == Token::Number && !columns.apart && is_columns(&columns.text) => 2,
        _ => return,
    };
    let grid = start + sides;
    let name = grid + count(&["board", "grid", "bar"], grid);
    let name = name + if name > grid { count(&["of", "for"], name) } else { 0 };
    let is_end =
        |at: &usize| pieces[*at].token == Token::Plus || is_one_of(&pieces[*at], &["board", "grid", "bar", "game"]);
    let end = (name..pieces.len()).find(is_end).unwrap_or(pieces.len());
    let behind = end + count(&["board", "grid", "bar", "game"], end);
    if end == name || pieces.get(behind).is_some_and(|p| p.token != Token::Plus) {
        return;
    }
    let title: String = pieces[name..end].iter().map(|p| p.text.as_str()).collect();
    let title = folded(&title).into_owned();
    let on_graphs = is_played_on_graphs(&title, asked) && pieces[grid..behind].iter().any(|p| p.is_name("grid"));
    if places(&title, asked) != Some(Places::Texts) || !(on_graphs || places_are_boards(&title, asked)) {
        return;
    }
    let mut moved = pieces[name..end].to_vec();
    moved[0].apart = pieces[from].apart;
    let mut board = pieces[start..grid].to_vec();
    board[0].apart = true;
    if on_graphs {
        board.extend(pieces[grid..behind].iter().find(|p| p.is_name("grid")).cloned());
    }
    moved.extend(board);
    pieces.splice(from..behind, moved);
}

/// What the places of a game are, by its name or by its title in one word: `turtles`, `turningturtles`.
fn places(name: &str, asked: &Asked<'_>) -> Option<Places> {
    (asked.games.find)(&folded(name)).or_else(|| (asked.games.find)(called(name, asked)?))
}

/// The game with this title; behind a Chinese one `游戏` may stand.
fn called(name: &str, asked: &Asked<'_>) -> Option<&'static str> {
    let shorter = ["游戏", "博弈"].into_iter().find_map(|end| name.strip_suffix(end));
    (asked.games.called)(name).or_else(|| (asked.games.called)(shorter?))
}

/// Are the places boards, written `4x5`?
fn places_are_boards(name: &str, asked: &Asked<'_>) -> bool {
    let name = called(name, asked).map_or_else(|| folded(name), Cow::Borrowed);
    let example = (asked.games.example)(&name).unwrap_or_default();
    let sides: Vec<&str> = example.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_board = |side: &&str| {
        let split = side.split_once('x');
        split.is_some_and(|(a, b)| [a, b].iter().all(|n| !n.is_empty() && n.bytes().all(|d| d.is_ascii_digit())))
    };
    sides.iter().any(is_board) && !example.contains(':')
}

/// Are the places graphs, of which some have names, as `path:5`?
fn is_played_on_graphs(name: &str, asked: &Asked<'_>) -> bool {
    let name = called(name, asked).map_or_else(|| folded(name), Cow::Borrowed);
    ["nodekayles", "arckayles"].contains(&&*name)
}

/// Are the places graphs, which may be lists of edges?
fn takes_edges(name: &str, asked: &Asked<'_>) -> bool {
    let name_of = called(name, asked).map_or_else(|| folded(name), Cow::Borrowed);
    (asked.games.example)(&name_of).is_some_and(|example| example.contains("edges:"))
        || is_played_on_graphs(name, asked)
}

/// `(edges:0-1,1-2)`, `edges:0-1,1-2`, `(0-1,1-2)`, `0-1,1-2` → `("edges:0-1,1-2")`: the commas divide edges, not places.
fn edges(pieces: &mut Vec<Piece>, from: usize) {
    let first = from + usize::from(pieces.get(from).is_some_and(|p| p.token == Token::LeftParen));
    let named = match pieces.get(first..first + 2) {
        Some([edges, colon]) if edges.is_name("edges") && colon.token == Token::Colon => 2,
        _ => 0,
    };
    let vertex = |at: usize| pieces.get(at).is_some_and(|p| matches!(p.token, Token::Number | Token::Name));
    let is_number = |at: usize| pieces.get(at).is_some_and(|p| p.token == Token::Number);
    let is_edge =
        |at: usize| vertex(at) && pieces.get(at + 1).is_some_and(|p| p.token == Token::Minus) && vertex(at + 2);
    let (mut end, mut joined) = (first + named, 0);
    loop {
        let is_end = |at: usize| {
            pieces.get(at).is_none_or(|p| matches!(p.token, Token::Comma | Token::RightParen | Token::Plus))
        };
        let width = match () {
            () if is_edge(end) && is_end(end + 3) => 3,
            () if joined > 0 && is_number(end) && is_end(end + 1) => 1,
            () => break,
        };
        joined += usize::from(width == 3);
        end += width;
        match pieces.get(end) {
            Some(comma)
                if comma.token == Token::Comma && (is_edge(end + 1) || is_number(end + 1) && is_end(end + 2)) =>
            {
                end += 1;
            }
            _ => break,
        }
    }
    if joined == 0 {
        return;
    }
    let list: String = pieces[first + named..end].iter().map(|p| p.text.as_str()).collect();
    let span = pieces[first].span.to(pieces[end - 1].span);
    let apart = pieces[first].apart;
    pieces.splice(first..end, [Piece { token: Token::Text, text: format!("\"edges:{list}\""), span, apart }]);
}

/// `on a 3 by 5 board` → `3 by 5`: words around the sides of a board, and no others.
fn around_board(pieces: &mut Vec<Piece>, from: usize) {
    let before = ["on", "a", "an", "one", "with", "the", "empty", "board", "grid", "bar", "of", "size"];
    let behind = ["board", "boards", "grid", "bar", "rectangle", "chocolate", "squares"];
    let count = |words: &[&str], at: usize| pieces[at..].iter().take_while(|p| is_one_of(p, words)).count();
    let colon = usize::from(pieces.get(from).is_some_and(|p| matches!(p.token, Token::Colon | Token::Comma)));
    let board = from + colon + count(&before, (from + colon).min(pieces.len()));
    let sides = match &pieces[board.min(pieces.len())..] {
        [rows, by, columns, ..] if is_sides(rows, by, columns) => 3,
        [rows, columns, ..] if rows.token == Token::Number && !columns.apart && is_columns(&columns.text) => 2,
        _ => return,
    };
    let end = board + sides;
    let words = count(&behind, end);
    if end + words < pieces.len() && pieces[end + words].token != Token::Plus {
        return;
    }
    pieces.drain(end..end + words);
    if sides == 2 {
        pieces[board + 1].text = pieces[board + 1].text.replace(['X', '乘'], "x");
    }
    pieces.drain(from..board);
    pieces[from].apart = true;
}

/// `x5`
pub(super) fn is_columns(text: &str) -> bool {
    text.strip_prefix(['x', 'X', '乘']).is_some_and(|side| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit()))
}

/// `axb`, `nx3`: rows and columns, of which the first at least are a letter.
fn is_open_board(text: &str) -> bool {
    let is_side = |side: &str| match side.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => true,
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    };
    text.split_once('x').is_some_and(|(rows, columns)| is_side(rows) && is_side(columns))
}

/// `3 by 4`, `3 x 4`
pub(super) fn is_sides(rows: &Piece, by: &Piece, columns: &Piece) -> bool {
    ["by", "x", "X", "×"].contains(&&*by.text) && [rows, columns].iter().all(|p| p.token == Token::Number)
}

/// `on a path of 5`, `cycle 6`, `on a 3 by 4 grid` → `"path:5"`, `"cycle:6"`, `"grid:3x4"`.
fn graph_in_words(pieces: &mut Vec<Piece>, from: usize) {
    let Some(typed) = pieces.get(from..).filter(|typed| !typed.is_empty()) else { return };
    let words = |words: &[&str], at: usize| typed[at..].iter().take_while(|p| is_one_of(p, words)).count();
    let start = words(&["on", "a", "an", "the", "with"], 0);
    let vertices = |end: usize| end + words(&["vertices", "nodes", "points"], end) == typed.len();
    let graph = match &typed[start..] {
        [kind, rest @ ..] if is_one_of(kind, &["path", "cycle"]) => {
            let of = rest.iter().take_while(|p| is_one_of(p, &["of", "with", "on", "length"])).count();
            // a path may be as long as its edges
            let told =
                rest.get(of).filter(|p| p.token == Token::Number && !rest[..of].iter().any(|p| p.is_name("length")));
            told.filter(|_| vertices(start + of + 2)).map(|number| format!("{}:{}", folded(&kind.text), number.text))
        }
        [rows, by, columns, grid] if is_sides(rows, by, columns) && grid.is_name("grid") => {
            Some(format!("grid:{}x{}", rows.text, columns.text))
        }
        [grid, rows, by, columns] if grid.is_name("grid") && is_sides(rows, by, columns) => {
            Some(format!("grid:{}x{}", rows.text, columns.text))
        }
        [rows, columns, grid] | [grid, rows, columns]
            if grid.is_name("grid") && rows.token == Token::Number && !columns.apart && is_columns(&columns.text) =>
        {
            Some(format!("grid:{}{}", rows.text, folded(&columns.text)))
        }
        _ => None,
    };
    let Some(graph) = graph else { return };
    let span = typed[0].span.to(typed[typed.len() - 1].span);
    pieces.truncate(from);
    pieces.push(Piece { token: Token::Text, text: format!("\"{graph}\""), span, apart: true });
}

/// `cram 4 by 5` and `cram 4 x 5` → `"4x5"`.
fn rows_by_columns(pieces: &mut Vec<Piece>, from: usize) {
    let Some([rows, by, columns]) = pieces.get(from..from + 3) else { return };
    if !is_sides(rows, by, columns) {
        return;
    }
    let text = format!("\"{}x{}\"", rows.text, columns.text);
    let board = Piece { token: Token::Text, text, span: rows.span.to(columns.span), apart: true };
    pieces.splice(from..from + 3, [board]);
}

/// The places between two parentheses.
fn inside(pieces: &mut Vec<Piece>, from: usize, to: usize, in_rows: bool) {
    let (mut start, mut to) = (from, to);
    while start < to {
        let comma = outside(pieces, start, to).into_iter().find(|&at| pieces[at].token == Token::Comma);
        let end = comma.unwrap_or(to);
        let before = pieces.len();
        quote(pieces, start, end);
        if in_rows && end == start + 1 && pieces[start].token == Token::Name && is_open_board(&pieces[start].text) {
            let board = &mut pieces[start];
            (board.token, board.text) = (Token::Text, format!("\"{}\"", board.text));
        }
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
