//! Places as people write them behind a game: `nim: 3, 4, 5`, `nim [3,4,5]`, `nim(3;4;5)`, `kayles n=20`,
//! `take(1..3)(21)`, `take({1,3,4}, 21)`.

use grundy_core::error::Diagnostic;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names::Places;
use super::conditions::in_conditions;
use super::heaps::Heaps;
use super::pieces::{Piece, added, closing, folded, is_one_of, joined, opening, outside, step};
use super::{Asked, Kind, Result, heaps, question, texts};

/// Words between a game and its heaps.
const WORDS: &[&str] = &[
    "heap", "heaps", "pile", "piles", "row", "rows", "with", "of", "on", "at", "size", "sizes", "n", "from", "a",
    "board", "strip", "position", "line", "stalk", "stalks",
];

/// Gives the places behind each game the strict brackets.
pub(super) fn strict(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position {
        return Ok(());
    }
    let mut at = question(pieces);
    while at + 1 < pieces.len() {
        if let Some(name) = game(&pieces[at], asked)
            && is_outside(pieces, at)
        {
            rest_of_the_name(pieces, at, &name, asked);
            parameter(pieces, at, &name, asked);
            no_board(pieces, at, &name, asked)?;
            let takes = (asked.games.takes)(&name);
            if takes {
                set_in_front(pieces, at + 1);
            }
            // behind what may be taken, or another parameter
            let brackets = [Token::LeftBracket, Token::LeftBrace].contains(&pieces[at + 1].token);
            match closing(pieces, at + 1).filter(|&close| brackets && close + 1 < pieces.len()) {
                Some(close) => at += words(pieces, at, close + 1)?,
                None if takes => {}
                None => at += words(pieces, at, at + 1)?,
            }
            let has_parameters = (asked.games.example)(&name).is_none_or(|example| example.contains('['));
            if !takes && !has_parameters {
                kinds_of_brackets(pieces, at + 1);
            }
        } else if pieces[at].token == Token::Point && !pieces[at].is_full_stop() && is_outside(pieces, at) {
            // a code: `0.77 on a heap of 12`
            at += words(pieces, at, at + 1)?;
        } else if pieces[at].token == Token::RightBrace
            && is_outside(pieces, at + 1)
            && !is_set_named(pieces)
            && let Some(open) = opening(pieces, at)
        {
            at += words(pieces, open, at + 1)?;
        }
        at += 1;
    }
    Ok(())
}

/// `kayles(n=20)`, `{(a,b) -> …}(a=3, b=5)`: a place that is called as the coordinate is, one letter or as the rule calls it.
pub(super) fn called(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    for open in (1..pieces.len()).rev() {
        if pieces[open].token != Token::LeftParen || pieces[open].apart {
            continue;
        }
        let Some(close) = closing(pieces, open) else { continue };
        let inner = &pieces[open + 1..close];
        let names: Option<Vec<&str>> = inner
            .split(|p| p.token == Token::Comma)
            .map(|place| match place {
                [name, equal, number] if equal.token == Token::Equal && number.token == Token::Number => {
                    matches!(name.token, Token::Name | Token::Upper).then_some(&*name.text)
                }
                _ => None,
            })
            .collect();
        let Some(names) = names else { continue };
        let rule = opening(pieces, open - 1).filter(|_| pieces[open - 1].token == Token::RightBrace);
        let coordinates: Option<Vec<&str>> = rule.map(|brace| {
            let arrow = pieces[brace..open].iter().take_while(|p| p.token != Token::Arrow);
            arrow.filter(|p| matches!(p.token, Token::Name | Token::Upper)).map(|p| &*p.text).collect()
        });
        let known = match coordinates {
            Some(coordinates) => coordinates == names,
            None => names.len() == 1 && names[0].len() == 1,
        };
        if known {
            let numbers = inner.iter().filter(|p| matches!(p.token, Token::Number | Token::Comma)).cloned();
            let numbers: Vec<Piece> =
                numbers.enumerate().map(|(i, p)| Piece { apart: p.apart && i > 0, ..p }).collect();
            pieces.splice(open + 1..close, numbers);
        }
    }
}

/// The name of the game that the piece names.
fn game(piece: &Piece, asked: &Asked<'_>) -> Option<String> {
    let name = matches!(piece.token, Token::Name | Token::Upper).then(|| folded(&piece.text))?;
    asked.is_game(&name).then(|| name.into_owned())
}

/// `lasker nim 3 5`, `nim game 3 5`, `nim sum 3 5`: what belongs to the name in speech goes.
fn rest_of_the_name(pieces: &mut Vec<Piece>, at: usize, name: &str, asked: &Asked<'_>) {
    let is_title = || ["", "'s", "s"].iter().any(|s| (asked.games.called)(&format!("{name}{s}nim")).is_some());
    let rest = &pieces[at + 1];
    let belongs = rest.is_name("game") || name == "nim" && rest.is_name("sum") || rest.is_name("nim") && is_title();
    if belongs && pieces.len() > at + 2 {
        pieces.remove(at + 1);
    }
    // `nimble with coins at 1 4 6`: a place is where a coin lies
    if ["nimble", "silverdollar", "welter"].contains(&name) {
        let words =
            pieces[at + 1..].iter().take_while(|p| is_one_of(p, &["with", "coins", "squares", "at", "on"])).count();
        if pieces.get(at + 1 + words).is_some_and(|p| p.token == Token::Number) {
            pieces.drain(at + 1..at + 1 + words);
        }
    }
}

/// `moore k=2, heaps 1 2 3`, `moore with k = 2 and heaps 1 2 3` → `moore[2]`, of a game with one number in its brackets.
fn parameter(pieces: &mut Vec<Piece>, at: usize, name: &str, asked: &Asked<'_>) {
    let example = (asked.games.example)(name).unwrap_or_default();
    let inner = example.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(inner, _)| inner);
    if inner.is_empty() || !inner.bytes().all(|b| b.is_ascii_digit()) {
        return;
    }
    let joins = |p: &Piece| {
        let words = ["with", "where", "and", "on", "for"];
        matches!(p.token, Token::Comma | Token::Semicolon | Token::Colon) || words.contains(&&*folded(&p.text))
    };
    let from = at + 1;
    let before = pieces[from..].iter().take_while(|p| joins(p)).count();
    let [letter, equal, number, rest @ ..] = &pieces[from + before..] else { return };
    if !letter.is_name("k") || equal.token != Token::Equal || number.token != Token::Number {
        return;
    }
    let end = pieces.len() - rest.len() + rest.iter().take_while(|p| joins(p)).count();
    let number = Piece { apart: false, ..number.clone() };
    let near = number.span;
    let brackets = [added(Token::LeftBracket, "[", near), number, added(Token::RightBracket, "]", near)];
    pieces.splice(from..end, brackets);
    if let Some(next) = pieces.get_mut(from + 3) {
        next.apart = next.token != Token::LeftParen;
    }
}

/// `nim 3 by 4 5`: no game of heaps is played on a board.
///
/// # Errors
/// Where the sides stand; all numbers are shown as heaps.
fn no_board(pieces: &[Piece], at: usize, name: &str, asked: &Asked<'_>) -> Result<()> {
    let Some([rows, by, rest @ ..]) = pieces.get(at + 1..) else { return Ok(()) };
    let (columns, long) = match rest {
        [columns, ..] if ["by", "x", "×"].contains(&&*by.text) && columns.token == Token::Number => (columns, 3),
        _ if !by.apart && texts::is_columns(&by.text) => (by, 2),
        _ => return Ok(()),
    };
    let of_numbers = (asked.games.find)(name) == Some(Places::Plain) && !(asked.games.takes)(name);
    if !of_numbers || rows.token != Token::Number {
        return Ok(());
    }
    let numbers = |p: &Piece| matches!(p.token, Token::Number) || !p.apart && texts::is_columns(&p.text);
    let all = pieces[at + 1..].iter().filter(|p| numbers(p)).map(|p| p.text.trim_start_matches(['x', 'X']));
    // a pawn game of three rows and so many files
    let skipped = usize::from(name == "dawsonschess" && rows.text == "3");
    let heaps: Vec<&str> = all.skip(skipped).collect();
    let span = rows.span.to(columns.span);
    let typed = joined(&pieces[at + 1..=at + long]);
    let message = format!("`{}` is a board, and `{name}` is played with heaps", typed.text());
    let misere = if pieces[0].is_word(Word::Misere) { "misere " } else { "" };
    let fault = Diagnostic::parse(span, message);
    Err(Box::new(fault.suggest(format!("{misere}{name}({})", heaps.join(", ")))))
}

/// `S={1,3,4} n=21` is read elsewhere.
fn is_set_named(pieces: &[Piece]) -> bool {
    matches!(pieces, [name, equal, ..] if name.is_name("s") && equal.token == Token::Equal)
}

/// Does it stand in no brackets of the question?
fn is_outside(pieces: &[Piece], at: usize) -> bool {
    pieces[question(pieces)..at].iter().map(step).sum::<isize>() == 0
}

/// `(r,c) != (2,3)` in a condition compares two places.
///
/// # Errors
/// Where they stand; the coordinates are shown one by one.
pub(super) fn compared(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let coordinates = |open: usize| -> Option<(usize, Vec<String>)> {
        let close = pieces.get(open).filter(|p| p.token == Token::LeftParen).and_then(|_| closing(pieces, open))?;
        let commas = outside(pieces, open + 1, close).into_iter().filter(|&at| pieces[at].token == Token::Comma);
        let edges: Vec<usize> = [open].into_iter().chain(commas).chain([close]).collect();
        let parts = edges.windows(2).map(|edge| joined(&pieces[edge[0] + 1..edge[1]]).text().to_owned()).collect();
        Some((close, parts))
    };
    for open in 1..pieces.len() {
        // of a function they are its arguments
        if matches!(pieces[open - 1].token, Token::Name | Token::RightBracket | Token::RightBrace) {
            continue;
        }
        let Some((middle, left)) = coordinates(open) else { continue };
        let Some((close, right)) = coordinates(middle + 2) else { continue };
        let (sign, join) = match pieces[middle + 1].token {
            Token::NotEqual => ("!=", " or "),
            Token::Equal => ("=", " and "),
            _ => continue,
        };
        if left.len() < 2 || left.len() != right.len() || !in_conditions(pieces, asked)[open] {
            continue;
        }
        let each: Vec<String> = left.iter().zip(&right).map(|(left, right)| format!("{left} {sign} {right}")).collect();
        let words = |p: &Piece| matches!(p.token, Token::Word(Word::And | Word::Or | Word::Not));
        let is_joined = words(&pieces[open - 1]) || pieces.get(close + 1).is_some_and(words);
        let text = if is_joined { format!("({})", each.join(join)) } else { each.join(join) };
        let typed = joined(&pieces[open..=close]).text().to_owned();
        let message = format!("`{typed}` compares two places, and numbers are compared one by one");
        let mut mended = pieces.to_vec();
        let new = Piece { text, ..pieces[open].clone() };
        mended.splice(open..=close, [new]);
        let fault = Diagnostic::parse(pieces[open].span.to(pieces[close].span), message);
        return Err(Box::new(fault.suggest(joined(&mended).text())));
    }
    Ok(())
}

/// Numbers, what separates them, and nothing else.
fn is_list(pieces: &[Piece]) -> bool {
    pieces.first().is_some_and(|p| p.token != Token::Comma) && pieces.iter().all(is_in_a_list)
}

fn is_in_a_list(piece: &Piece) -> bool {
    matches!(piece.token, Token::Number | Token::Comma | Token::Semicolon | Token::Caret | Token::Question)
}

/// `: 3, 4`, `= 3 4`, `with heaps 3, 4`, `n = 20`: words and signs before numbers go. `2 heaps of 5` become two copies of the
/// game, which begins at `game`. How many pieces were put in front of it?
fn words(pieces: &mut Vec<Piece>, game: usize, from: usize) -> Result<usize> {
    let sign = |p: &Piece| matches!(p.token, Token::Colon | Token::Equal);
    let word = |p: &Piece| matches!(p.token, Token::Name | Token::Upper) && WORDS.contains(&&*folded(&p.text));
    // `kayles, 12 pins`
    let comma = |at: usize| at == from && pieces[at].token == Token::Comma;
    let fits =
        |at: &usize| sign(&pieces[*at]) || comma(*at) || word(&pieces[*at]) || heaps::counted(pieces, *at).is_some();
    let list = from + (from..pieces.len()).take_while(fits).count();
    let alone = list == from + 1 && pieces[from].is_name("n");
    if list == from || alone {
        return Ok(0);
    }
    let bracket = |p: &Piece| matches!(p.token, Token::LeftParen | Token::LeftBracket | Token::LeftBrace);
    let in_brackets = pieces.get(list).is_some_and(bracket);
    let mut copies = None;
    if let Some((at, said)) = (from..list).find_map(|at| Some((at, heaps::counted(pieces, at)?))) {
        let end = match closing(pieces, list).filter(|_| in_brackets) {
            Some(close) => close,
            None => list + pieces[list..].iter().take_while(|p| is_in_a_list(p)).count(),
        };
        let of = pieces[at + 2..list].iter().any(|p| word(p) && !p.is_name("with"));
        let copied = game.checked_sub(1).is_some_and(|before| pieces[before].token == Token::Star);
        match Heaps::of(said, &pieces[list..end], of && !in_brackets) {
            Some(Heaps::Each) => {}
            Some(Heaps::Copies) if !copied => copies = Some(said),
            _ => return Err(heaps::unfit(said, &pieces[at], &pieces[list..end], joined(&pieces[game..from]).text())),
        }
    }
    if !pieces.get(list).is_some_and(|p| p.token == Token::Number || bracket(p)) {
        return Ok(0);
    }
    pieces.drain(from..list);
    pieces[from].apart = pieces[from].token == Token::Number;
    let Some(said) = copies else { return Ok(0) };
    let start = pieces[game].span.start;
    let mut new = heaps::copies(said, Span::new(start, start));
    new[0].apart = std::mem::replace(&mut pieces[game].apart, false);
    pieces.splice(game..game, new);
    Ok(2)
}

/// `[3,4]`, `{3,4}`, `([3,4])`, `(3;4)` → `(3,4)`.
fn kinds_of_brackets(pieces: &mut Vec<Piece>, open: usize) {
    let brackets = [Token::LeftBracket, Token::LeftBrace];
    let Some(close) = pieces.get(open).and_then(|_| closing(pieces, open)) else { return };
    let inner = &pieces[open + 1..close.max(open + 1)];
    if pieces[open].token == Token::LeftParen {
        if is_list(inner) {
            for piece in &mut pieces[open..close] {
                if piece.token == Token::Semicolon {
                    piece.become_token(Token::Comma, ",");
                }
            }
        } else if inner.len() > 2
            && brackets.contains(&inner[0].token)
            && closing(pieces, open + 1) == Some(close - 1)
            && is_list(&pieces[open + 2..close - 1])
        {
            pieces.remove(close - 1);
            pieces.remove(open + 1);
        }
    } else if brackets.contains(&pieces[open].token) && is_list(inner) {
        let ends = pieces.get(close + 1).is_none_or(|p| matches!(p.token, Token::Plus | Token::CirclePlus));
        if ends {
            pieces[open].become_token(Token::LeftParen, "(");
            pieces[open].apart = false;
            pieces[close].become_token(Token::RightParen, ")");
        }
    }
}

/// `(1..3)(21)`, `(1,3)(21)`, `({1,3}, 21)`, ` 1..3 (21)` behind the name of a game of a set → `[1..3](21)`.
fn set_in_front(pieces: &mut Vec<Piece>, open: usize) {
    let in_a_set =
        |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Range | Token::Minus | Token::Caret);
    let first = &pieces[open];
    if first.token == Token::Number && first.apart {
        let count = pieces[open..].iter().take_while(|p| in_a_set(p)).count();
        if pieces.get(open + count).is_some_and(|p| p.token == Token::LeftParen) {
            let (start, end) = (first.span.start, pieces[open + count - 1].span.end);
            pieces[open].apart = false;
            pieces.insert(open + count, added(Token::RightBracket, "]", Span::new(end, end)));
            pieces.insert(open, added(Token::LeftBracket, "[", Span::new(start, start)));
            pieces[open + count + 2].apart = false;
        }
        return;
    }
    if first.token != Token::LeftParen {
        return;
    }
    let Some(close) = closing(pieces, open) else { return };
    let is_set = close > open + 1 && pieces[open + 1..close].iter().all(in_a_set);
    if is_set && pieces.get(close + 1).is_some_and(|p| p.token == Token::LeftParen) {
        pieces[open].become_token(Token::LeftBracket, "[");
        pieces[open].apart = false;
        pieces[close].become_token(Token::RightBracket, "]");
        pieces[close + 1].apart = false;
        return;
    }
    // the set is the first of several places
    let inner = pieces.get(open + 1).is_some_and(|p| matches!(p.token, Token::LeftBrace | Token::LeftBracket));
    let Some(end) = closing(pieces, open + 1).filter(|&end| inner && end < close) else { return };
    if pieces[open + 2..end].iter().all(in_a_set)
        && pieces.get(end + 1).is_some_and(|p| p.token == Token::Comma)
        && is_list(&pieces[end + 2..close])
    {
        pieces[end + 1].become_token(Token::LeftParen, "(");
        pieces[end + 2].apart = false;
        pieces[end].become_token(Token::RightBracket, "]");
        pieces[open + 1].become_token(Token::LeftBracket, "[");
        pieces.remove(open);
    }
}
