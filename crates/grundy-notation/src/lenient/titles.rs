//! What books call a game, in several words: `Grundy's game 10`, `End-Nim 3 1 3`, `Moore's Nim_2 1 2 3`, `Turning Corners "HT|TH"`.
//!
//! Titles are those of the catalogue. Capitals, blanks and signs do not count.

use grundy_core::error::Diagnostic;

use super::super::lexer::{Token, Word};
use super::super::names;
use super::names::is_let;
use super::pieces::{Piece, added, cut, folded, is_one_of, joined};
use super::{Asked, Kind, Result};

/// Boards of more rows or columns are not shown.
const LARGEST: usize = 20;

/// Titles become the names of their games.
pub(super) fn titles(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        if begins(pieces, at)
            && let Some(title) = title(pieces, at, asked).or_else(|| behind_article(pieces, at, asked))
        {
            let span = pieces[at].span.to(pieces[at + title.words - 1].span);
            let apart = pieces[at].apart;
            let mut name = cut(title.game);
            if let Some(number) = title.number {
                let brackets = [added(Token::LeftBracket, "[", span), added(Token::Number, &number, span)];
                name.extend(brackets.into_iter().chain([added(Token::RightBracket, "]", span)]));
            }
            name.iter_mut().for_each(|piece| piece.span = span);
            name[0].apart = apart;
            pieces.splice(at..at + title.words, name);
        }
        at += 1;
    }
}

/// May a title stand here: at the beginning, and behind `misere` and `+`?
pub(super) fn begins(pieces: &[Piece], at: usize) -> bool {
    at == 0 || matches!(pieces[at - 1].token, Token::Word(Word::Misere) | Token::Plus)
}

/// A game, and how many pieces name it.
struct Title {
    words: usize,
    game: &'static str,
    /// The number in its brackets: `Nim_2`.
    number: Option<String>,
}

/// The title that begins here, with as many words as can be; a row of coins may stand behind them.
fn title(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<Title> {
    let words = words(pieces, at);
    let behind = pieces.get(at + words).map(|p| p.token);
    // the letter of `moore's nim k=2` is no part of the name
    let words = if behind == Some(Token::Equal) { words.saturating_sub(1) } else { words };
    let ends = [
        Token::LeftParen,
        Token::LeftBracket,
        Token::LeftBrace,
        Token::Number,
        Token::Text,
        Token::Plus,
        Token::Colon,
        Token::Comma,
        Token::Equal,
    ];
    if behind.is_some_and(|token| !ends.contains(&token)) {
        return None;
    }
    let is_name = |name: &str| asked.is_game(&folded(name)) || is_let(pieces, name);
    let counts = (1..=words).rev().filter(|&count| count > 1 || !is_name(&pieces[at].text));
    counts.into_iter().find_map(|count| {
        let whole = count == words || pieces[at + count].apart;
        let title: String = pieces[at..at + count].iter().map(|p| p.text.as_str()).collect();
        let game = called(&title, asked).map(|game| (game, None)).or_else(|| with_number(&title, asked));
        game.filter(|_| whole).map(|(game, number)| Title { words: count, game, number })
    })
}

/// How many pieces may belong to a title: words, apostrophes, and a dash between two words.
fn words(pieces: &[Piece], from: usize) -> usize {
    let is_word = |p: &Piece| matches!(p.token, Token::Name | Token::Upper);
    let is_part = |at: &usize| {
        let piece = &pieces[*at];
        let joins = || *at > from && pieces.get(at + 1).is_some_and(is_word);
        match piece.token {
            Token::Name | Token::Upper => true,
            Token::Minus => joins() && !piece.apart && !pieces[at + 1].apart,
            // `Georgia and Bob`
            Token::Word(Word::And | Word::Or | Word::Not) => joins(),
            _ => piece.is_sign("'") || piece.is_sign("’"),
        }
    };
    (from..pieces.len()).take_while(is_part).count()
}

/// `the game of Fibonacci Nim 20`
fn behind_article(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<Title> {
    let articles = ["the", "a", "game", "of"];
    let before = pieces[at..].iter().take_while(|p| is_one_of(p, &articles)).count();
    let title = title(pieces, at + before, asked).filter(|_| before > 0)?;
    Some(Title { words: before + title.words, ..title })
}

/// The game with this title, perhaps with `game` behind it: `wythoff game`, `lasker's game`.
pub(super) fn called(title: &str, asked: &Asked<'_>) -> Option<&'static str> {
    let exact = |title: &str| (asked.games.variety)(title).or_else(|| (asked.games.called)(title));
    // `Lasker-Nim` is Lasker's Nim
    let of_a_person = title.split_once('-').map(|(person, game)| format!("{person}s{game}"));
    let of_a_person = of_a_person.map(|title| folded(&title).into_owned());
    let title = folded(title);
    // the entry that names Dots and Boxes is the impartial game of its boards
    if names::not_impartial(&title).is_some() {
        return None;
    }
    let short = || title.strip_suffix("game").map(|short| short.trim_end_matches('s').trim_end_matches(['\'', '’']));
    exact(&title).or_else(|| exact(short()?)).or_else(|| exact(&of_a_person?))
}

/// `Moore's Nim_2`, `Wythoff_3`: a game that has a number in its brackets.
fn with_number(title: &str, asked: &Asked<'_>) -> Option<(&'static str, Option<String>)> {
    let (title, number) = title.rsplit_once('_')?;
    let game = called(title, asked)?;
    let (_, brackets) = (asked.games.signature)(game)?.split_once('[')?;
    let is_letter = brackets.split_once(']').is_some_and(|(letter, _)| letter.len() == 1);
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (is_letter && is_number).then(|| (game, Some(number.to_owned())))
}

/// `翻硬币 HTTHHT`, `turning(HTTHHT)`: how many coins are turned is said in brackets.
///
/// # Errors
/// The row with such brackets is shown: one coin or up to three are other games.
pub(super) fn without_code(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let Some([name, open, row, ..]) = pieces.get(first..) else { return Ok(()) };
    let is_row = open.token == Token::LeftParen && row.token == Token::Text;
    let is_turning = name.is_name("turning") || called(&name.text, asked) == Some("turning");
    if !is_turning || !is_row || (asked.lets)(&name.text) {
        return Ok(());
    }
    let fault = "`turning` needs a code between quotation marks: how many coins are turned";
    let before = if first == 1 { "misere " } else { "" };
    Err(Box::new(Diagnostic::parse(name.span, fault).suggest(format!("{before}turning[\"1-3\"]({})", row.text))))
}

/// `Turning Corners 3 4`: a coin in a row and a column.
///
/// # Errors
/// The board with that coin is shown: rows and columns could be counted from 0 or from 1.
pub(super) fn coins(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let is_product = pieces.get(first).is_some_and(|p| p.is_name("tartan"));
    let close = pieces.iter().position(|p| p.token == Token::RightBracket).filter(|_| is_product);
    let Some(close) = close.filter(|_| asked.kind == Kind::Position) else { return Ok(()) };
    let is_sign = |p: &Piece| matches!(p.token, Token::LeftParen | Token::RightParen | Token::Comma);
    let numbers: Vec<&Piece> = pieces[close + 1..].iter().filter(|p| !is_sign(p)).collect();
    let [row, column] = numbers[..] else { return Ok(()) };
    if row.token != Token::Number || column.token != Token::Number {
        return Ok(());
    }
    let side = |p: &Piece| p.text.parse::<usize>().ok().filter(|&side| side < LARGEST);
    let game = joined(&pieces[..=close]).text().to_owned();
    let span = row.span.to(column.span);
    let fault = Diagnostic::parse(span, "the coins lie on a board, in rows of H and T");
    let (Some(row), Some(column)) = (side(row), side(column)) else {
        return Err(Box::new(fault.suggest(format!("{game}(\"HT|TH\")"))));
    };
    let others = format!("{}|", "T".repeat(column + 1)).repeat(row);
    Err(Box::new(fault.suggest(format!("{game}(\"{others}{}H\")", "T".repeat(column)))))
}
