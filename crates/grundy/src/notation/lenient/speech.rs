//! Words around a question that do not change it: `who wins nim 3 4 5`, `is nim(3,4,5) a win?`; and heaps given in a
//! sentence: `take 1, 3 or 4 from 21`, `21 stones, take 1 to 3`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::heaps::{HEAPS, STONES};
use super::pieces::{Piece, added, added_apart, closing, folded, is_one_of, joined};
use super::{Asked, Kind, Result};
use crate::error::Diagnostic;

/// What a question may begin with.
const OPENINGS: &[&str] =
    &["who", "what", "is", "winner", "winning", "best", "value", "find", "of", "does", "can", "sg"];

/// What may stand in front of the name of a game.
const ARTICLES: &[&str] = &["the", "a", "game", "of", "play", "solve"];

/// What may follow, in any order.
const FILLERS: &[&str] = &[
    "who", "what", "is", "winner", "winning", "best", "value", "number", "find", "of", "does", "can", "sg", "wins",
    "win", "move", "moves", "the", "in", "at", "for", "from", "player", "first", "i", "position", "with", "optimal",
];

/// What a question may end with.
const ENDINGS: &[&str] = &[
    "a", "an", "win", "loss", "winning", "losing", "won", "lost", "lose", "wins", "who", "position", "for", "the",
    "first", "second", "player", "n", "p",
];

/// What may stand between the stones and the verb: `21 stones, each player may take 1 to 3`.
const BEFORE_TAKE: &[&str] = &[
    "you", "we", "players", "player", "each", "every", "a", "the", "one", "on", "in", "at", "turn", "may", "can",
    "must", "and", "to",
];

/// Takes away the words around a position, and a question mark behind it.
pub(super) fn around(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position || pieces.is_empty() {
        return;
    }
    let asks = match pieces.as_slice() {
        [.., last, mark] => mark.token == Token::Question && !mark.apart && last.token != Token::Comma,
        _ => false,
    };
    // `4.?` and `(?)` are something else
    let ended = |p: &Piece| matches!(p.token, Token::RightParen | Token::Number | Token::Text | Token::Name);
    if asks && pieces.len().checked_sub(2).is_some_and(|at| ended(&pieces[at])) {
        pieces.pop();
    }
    if let [.., last, equal, mark] = pieces.as_slice()
        && (equal.token, mark.token) == (Token::Equal, Token::Question)
        && ended(last)
    {
        pieces.truncate(pieces.len() - 2);
    }
    let named = pieces.iter().take_while(|p| is_one_of(p, ARTICLES) && !asked.is_game(&p.text)).count();
    if pieces.get(named).is_some_and(|p| asked.is_game(&folded(&p.text)) || is_one_of(p, HEAPS)) {
        pieces.drain(..named);
        pieces[0].apart = false;
    }
    let starts = pieces.first().is_some_and(|p| is_one_of(p, OPENINGS)) && !is_called(pieces, 0);
    let grundy = |pieces: &[Piece], at: usize| {
        pieces[at].is_name("grundy") && pieces.get(at + 1).is_some_and(|p| is_one_of(p, &["value", "number"]))
    };
    let mut words = 0;
    if starts || grundy(pieces, 0) {
        let filler =
            |at: usize| grundy(pieces, at) || is_one_of(&pieces[at], FILLERS) && !asked.is_game(&pieces[at].text);
        words = (0..pieces.len()).take_while(|&at| filler(at) && !is_called(pieces, at)).count();
    }
    let ends_with_who = pieces.len() > 2 && pieces[pieces.len() - 2].is_name("who");
    if words == pieces.len() || words == 0 && !ends_with_who {
        return;
    }
    pieces.drain(..words);
    while pieces.len() > 1 && pieces[pieces.len() - 1].apart && is_one_of(&pieces[pieces.len() - 1], ENDINGS) {
        pieces.pop();
    }
    pieces[0].apart = false;
}

/// Is it the name of something with places, or of a variable?
fn is_called(pieces: &[Piece], at: usize) -> bool {
    let signs = [Token::LeftParen, Token::Equal, Token::Arrow, Token::LeftBracket];
    pieces.get(at + 1).is_some_and(|p| !p.apart && signs.contains(&p.token) || p.token == Token::Arrow)
}

/// `take SET from HEAPS` and `HEAP stones, take SET` become `take[SET](HEAPS)`.
///
/// # Errors
/// More is said between the stones and the verb: another heap, who wins.
pub(super) fn taking(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position {
        return Ok(());
    }
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let takes = |p: &Piece| is_one_of(p, &["take", "remove", "subtract"]);
    let parts = match &pieces[misere..] {
        [first, rest @ ..] if takes(first) => {
            rest.iter().position(|p| p.is_name("from")).map(|at| (&rest[..at], &rest[at + 1..]))
        }
        [first, of, rest @ ..] if first.token == Token::Number && is_one_of(of, STONES) => {
            // `21 stones, up to 3 at a time` has no verb
            let comma = usize::from(rest.first().is_some_and(|p| p.token == Token::Comma));
            let bound = || rest.get(comma).filter(|p| is_one_of(p, &["up", "at"])).map(|_| comma);
            // what says more than whose turn it is changes the question: `21 stones and 17, take 1 to 3`
            let said = rest.iter().take_while(|p| p.token == Token::Comma || is_one_of(p, BEFORE_TAKE)).count();
            let verb =
                rest.get(said).filter(|p| takes(p) || p.token == Token::Colon && rest.get(said + 1).is_some_and(takes));
            let set = verb.map(|p| said + 1 + usize::from(p.token == Token::Colon)).or_else(bound);
            if set.is_none()
                && let Some(verb) = rest.iter().position(takes)
            {
                return Err(more_is_said(&rest[said..verb]));
            }
            set.map(|at| (&rest[at..], &pieces[misere..=misere]))
        }
        _ => None,
    };
    let Some((set, heaps)) = parts else { return Ok(()) };
    let heaps: Vec<Piece> =
        heaps.iter().filter(|p| !is_one_of(p, STONES) && !is_one_of(p, &["a", "heap", "of"])).cloned().collect();
    let are_numbers = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Caret | Token::Question);
    let Some(set) = told_set(set) else { return Ok(()) };
    if heaps.is_empty() || !heaps.iter().all(are_numbers) {
        return Ok(());
    }
    let near = heaps[0].span;
    let name = if misere > 0 { added_apart } else { added };
    let mut new = pieces[..misere].to_vec();
    new.extend([name(Token::Name, "take", near), added(Token::LeftBracket, "[", near)]);
    new.extend(set);
    new.extend([added(Token::RightBracket, "]", near), added(Token::LeftParen, "(", near)]);
    new.extend(heaps);
    new.push(added(Token::RightParen, ")", near));
    *pieces = new;
    Ok(())
}

/// Left out, it would be another question.
fn more_is_said(words: &[Piece]) -> Box<Diagnostic> {
    let (first, last) = (words[0].span, words[words.len() - 1].span);
    let message = format!("`{}` is not read between the stones and the verb", joined(words).text());
    let fault = Diagnostic::parse(Span::new(first.start, last.end), message);
    Box::new(fault.suggest("misere take[1..3](21, 17) + nim(5)"))
}

/// A set of numbers and ranges in words: `1, 3 or 4`, `1 to 3`, `up to 3`, `{1,3,4}`.
fn told_set(typed: &[Piece]) -> Option<Vec<Piece>> {
    let all = typed.len();
    let inner = match typed.first().map(|p| p.token) {
        Some(Token::LeftBrace | Token::LeftBracket | Token::LeftParen) => {
            (closing(typed, 0) == Some(all - 1)).then(|| &typed[1..all - 1])?
        }
        _ => typed,
    };
    let mut set: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(piece) = inner.get(at) {
        let near = Span::new(piece.span.start, piece.span.start);
        let next_is = |word: &str| inner.get(at + 1).is_some_and(|p| p.is_name(word));
        let upto = piece.is_name("up") && next_is("to") || piece.is_name("at") && next_is("most");
        let divides = set.last().is_some_and(|last| last.token != Token::Comma);
        match piece.token {
            _ if upto && set.is_empty() => {
                set.extend([added(Token::Number, "1", near), added(Token::Range, "..", near)]);
                at += 1;
            }
            Token::Number => {
                if set.last().is_some_and(|last| last.token == Token::Number) {
                    set.push(added(Token::Comma, ",", near));
                }
                set.push(Piece { apart: false, ..piece.clone() });
            }
            Token::Comma | Token::Word(Word::Or | Word::And) => {
                if divides {
                    set.push(added(Token::Comma, ",", piece.span));
                }
            }
            Token::Range | Token::Minus if divides => set.push(added(Token::Range, "..", piece.span)),
            Token::Name if piece.text == "to" && divides => set.push(added(Token::Range, "..", piece.span)),
            _ if is_one_of(piece, STONES)
                || is_one_of(piece, &["at", "a", "time", "each", "per", "turn", "between"]) => {}
            _ => return None,
        }
        at += 1;
    }
    set.last().is_some_and(|last| last.token == Token::Number).then_some(set)
}
