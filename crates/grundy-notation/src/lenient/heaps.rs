//! Heaps given in words: `three heaps 3, 4, 5`, `3 heaps of 5`, `the nim game 3 4 5`, `kayles 10 pins`,
//! `nim 3 4 5, last player loses`.

use grundy_core::error::Diagnostic;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, folded, is_one_of, outside};
use super::{Asked, Kind, Result};

/// What heaps are called.
pub(super) const HEAPS: &[&str] = &["heap", "heaps", "pile", "piles", "row", "rows", "stack", "stacks"];

/// One heap, of which the size follows or was said.
pub(super) const HEAP: &[&str] = &["heap", "pile", "stack"];

/// What heaps are made of.
pub(super) const STONES: &[&str] = &[
    "stone", "stones", "coin", "coins", "match", "matches", "counter", "counters", "chip", "chips", "object",
    "objects", "pebble", "pebbles", "token", "tokens", "stick", "sticks", "bean", "beans", "flag", "flags",
    "matchstick", "matchsticks", "toothpick", "toothpicks", "marble", "marbles", "card", "cards", "pencil", "pencils",
    "candy", "candies", "ball", "balls", "item", "items", "apple", "apples", "bead", "beads", "block", "blocks",
    "cookie", "cookies", "sweet", "sweets", "rock", "rocks",
];

/// Other units that may follow a number without changing its meaning, as in `kayles 10 pins`.
const UNITS: &[&str] = &[
    "pin", "pins", "square", "squares", "spot", "spots", "box", "boxes", "cell", "cells", "dot", "dots", "cross",
    "crosses",
];

/// Who plays, and when: `each player may`, `on each turn you must`.
pub(super) const PLAYERS: &[&str] = &[
    "you", "we", "players", "player", "each", "every", "a", "the", "on", "turn", "may", "can", "must", "alternately",
    "child", "kid", "person",
];

/// Small numbers in words.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];

/// Words that say who wins, after a position: `last player loses`, `whoever takes the last stone wins`, `you lose if you
/// take the last one`, `loser takes last`.
const ENDS: &[&str] = &[
    "the", "last", "player", "person", "one", "who", "whoever", "take", "takes", "taking", "remove", "removes", "eat",
    "eats", "eater", "picks", "moves", "moving", "makes", "to", "move", "a", "of", "is", "wins", "loses", "cannot",
    "unable", "you", "if", "win", "lose", "winner", "loser", "game", "where",
];

/// A number in figures, or a small one in words.
pub(super) fn number(piece: &Piece) -> Option<usize> {
    match piece.token {
        Token::Number => piece.text.parse().ok(),
        _ => in_words(piece),
    }
}

/// A small number in words.
pub(super) fn in_words(piece: &Piece) -> Option<usize> {
    NUMBERS.iter().position(|&word| piece.is_name(word))
}

/// Numbers that are written as two words, or that begin such: `twenty-one`.
const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// `twenty-one stones`, `fifty matches`, `a dozen coins`, `a hundred stones` → `21 stones` …
pub(super) fn tens(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let is_rule = |p: &Piece| matches!(p.token, Token::Arrow | Token::LeftBrace | Token::Equal);
    if asked.kind == Kind::Claim || pieces.iter().any(is_rule) {
        return;
    }
    let is_more = |p: &Piece| {
        p.token == Token::Number
            || p.is_word(Word::And)
            || in_words(p).is_some()
            || is_one_of(p, TENS)
            || is_one_of(p, &["thousand", "million"])
    };
    let mut at = 0;
    while at < pieces.len() {
        let one = |p: &Piece| in_words(p).filter(|n| (1..10).contains(n));
        let tens = TENS.iter().zip((20..).step_by(10)).find(|(word, _)| pieces[at].is_name(word)).map(|(_, n)| n);
        let found = match (tens, &pieces[at + 1..]) {
            (Some(tens), [dash, ones, ..])
                if dash.token == Token::Minus && !dash.apart && !ones.apart && one(ones).is_some() =>
            {
                one(ones).map(|ones| (tens + ones, 3))
            }
            (Some(tens), [ones, ..]) if one(ones).is_some() => one(ones).map(|ones| (tens + ones, 2)),
            (Some(tens), _) => Some((tens, 1)),
            // more may follow: a hundred and twenty
            (None, [many, rest @ ..])
                if is_one_of(&pieces[at], &["a", "one"]) && !rest.first().is_some_and(is_more) =>
            {
                [("dozen", 12), ("hundred", 100)].iter().find(|(word, _)| many.is_name(word)).map(|(_, n)| (*n, 2))
            }
            // `three stones`; one and two are told with their words
            (None, [stones, ..]) if is_one_of(stones, STONES) => {
                in_words(&pieces[at]).filter(|&number| number > 2).map(|number| (number, 1))
            }
            (None, _) => None,
        };
        // `thirty-one 0` is a game of cards
        let is_title = |words: usize| {
            let title: String = pieces[at..at + words].iter().map(|p| p.text.as_str()).collect();
            let behind = pieces.get(at + words).map(|p| p.token);
            super::titles::begins(pieces, at)
                && matches!(behind, Some(Token::Number | Token::LeftParen | Token::Colon))
                && (asked.games.called)(&title).is_some()
        };
        let is_number = |&(_, words): &(usize, usize)| !asked.is_game(&pieces[at].text) && !is_title(words);
        if let Some((number, words)) = found.filter(is_number) {
            let span = pieces[at].span.to(pieces[at + words - 1].span);
            pieces[at].become_token(Token::Number, &number.to_string());
            pieces[at].span = span;
            pieces.drain(at + 1..at + words);
        }
        at += 1;
    }
}

/// `heaps = 3 4 5`, `piles [3, 4, 5]`: the sizes behind the word alone.
pub(super) fn equal_to(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    if asked.kind != Kind::Position || !pieces.get(first).is_some_and(|p| is_one_of(p, HEAPS)) {
        return;
    }
    if pieces.get(first + 1).is_some_and(|p| p.token == Token::Equal) {
        pieces.remove(first + 1);
    }
    let open = first + 1;
    let close = pieces.len() - 1;
    let are_sizes =
        |list: &[Piece]| list.iter().all(|p| matches!(p.token, Token::Number | Token::Comma | Token::Question));
    if pieces.get(open).is_some_and(|p| p.token == Token::LeftBracket)
        && pieces[close].token == Token::RightBracket
        && are_sizes(&pieces[open + 1..close])
    {
        pieces.remove(close);
        pieces.remove(open);
    }
}

/// How many heaps are spoken of here, in words or in figures: `nim with three heaps 3 4 5`, `kayles 2 rows of 5`.
pub(super) fn counted(pieces: &[Piece], at: usize) -> Option<usize> {
    number(&pieces[at]).filter(|_| pieces.get(at + 1).is_some_and(|p| is_one_of(p, HEAPS)))
}

/// What so many heaps mean in front of a list.
#[derive(Debug, PartialEq)]
pub(super) enum Heaps {
    /// The list names each.
    Each,
    /// Copies of the one that it names.
    Copies,
}

impl Heaps {
    /// `None`: the list has too many or too few. `of`: the size of each follows, as in `3 heaps of 5`.
    pub(super) fn of(count: usize, list: &[Piece], of: bool) -> Option<Heaps> {
        let numbers = list.iter().filter(|p| matches!(p.token, Token::Number | Token::Question)).count();
        match numbers {
            _ if numbers == count => Some(Heaps::Each),
            1 if of && count > 0 => Some(Heaps::Copies),
            _ => None,
        }
    }
}

/// So many heaps are spoken of at `at`, and other sizes follow, or none.
pub(super) fn unfit(count: usize, at: &Piece, list: &[Piece], game: &str) -> Box<Diagnostic> {
    let sizes = list.iter().filter(|p| matches!(p.token, Token::Number | Token::Question)).count();
    let message = match (count, sizes) {
        (1, 0) => "the size of the heap is missing".to_owned(),
        (_, 0) => format!("the sizes of the {count} heaps are missing"),
        _ => format!("heaps spoken of: {count}; sizes that follow: {sizes}"),
    };
    let fault = Diagnostic::parse(at.span, message);
    Box::new(match count {
        1..=6 => {
            let all: Vec<String> = (3..3 + count).map(|size| size.to_string()).collect();
            fault.suggest(format!("{game}({})", all.join(", ")))
        }
        _ => fault.suggest(format!("{count}*{game}(5)")),
    })
}

/// `3*`, in front of a game.
pub(super) fn copies(count: usize, near: Span) -> [Piece; 2] {
    [added(Token::Number, &count.to_string(), near), added(Token::Star, "*", near)]
}

/// A sentence behind a position, or before it, that says who wins becomes `misere`, or is dropped where it describes normal play.
///
/// # Errors
/// `misere` is said, and that the last player wins.
pub(super) fn ends(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind == Kind::Claim || pieces.first().is_some_and(|p| p.is_word(Word::Let)) {
        return Ok(());
    }
    contractions(pieces);
    who_begins(pieces);
    // the point of a sentence
    if pieces.len() > 1 && pieces[pieces.len() - 1].is_full_stop() {
        pieces.pop();
    }
    let divides = |p: &Piece| matches!(p.token, Token::Comma | Token::Semicolon | Token::Colon) || p.is_full_stop();
    let says_who = |p: &Piece| is_one_of(p, ENDS) || is_one_of(p, STONES);
    let from = pieces.iter().rposition(|p| !says_who(p)).map_or(0, |at| at + 1);
    let end = pieces[from..].first().map(|p| p.span);
    let misere = if let Some(misere) = is_misere(&pieces[from..]).filter(|_| from > 0) {
        pieces.truncate(from);
        while pieces.len() > 1 && (divides(&pieces[pieces.len() - 1]) || pieces[pieces.len() - 1].is_word(Word::And)) {
            pieces.pop();
        }
        misere
    } else {
        // the sentence may come first
        let words = pieces.iter().take_while(|p| says_who(p)).count();
        let verb = pieces[..words].iter().position(|p| is_one_of(p, &["wins", "loses"]));
        let Some((verb, misere)) = verb.and_then(|at| Some((at, is_misere(&pieces[..=at])?))) else { return Ok(()) };
        let gap = usize::from(pieces.get(verb + 1).is_some_and(divides));
        if pieces.len() <= verb + 1 + gap {
            return Ok(());
        }
        pieces.drain(..=verb + gap);
        pieces[0].apart = false;
        misere
    };
    let is_misere = |p: &Piece| folded(&p.text) == "misere";
    let said = is_misere(&pieces[0]) || pieces.last().is_some_and(is_misere);
    if misere && !said {
        let near = Span::new(pieces[0].span.start, pieces[0].span.start);
        pieces[0].apart = true;
        pieces.insert(0, added(Token::Word(Word::Misere), "misere", near));
    } else if !misere && said {
        let message = "`misere` is said, and that the last player wins";
        let fault = Diagnostic::input(message).at(end.unwrap_or(pieces[0].span));
        return Err(Box::new(fault.suggest("in misère play who cannot move wins: leave one of the two out")));
    }
    Ok(())
}

/// `Alice goes first.` as a clause behind another one: somebody does.
fn who_begins(pieces: &mut Vec<Piece>) {
    let stop =
        |p: Option<&Piece>| p.is_none_or(|p| matches!(p.token, Token::Comma | Token::Semicolon) || p.is_full_stop());
    let begins = |at: usize| match pieces.get(at..).unwrap_or_default() {
        [who, ..] if !is_one_of(who, &["alice", "bob", "you"]) => None,
        [_, goes, first, ..] if is_one_of(goes, &["goes", "moves", "plays"]) && first.is_name("first") => Some(3),
        [_, starts, ..] if is_one_of(starts, &["starts", "begins"]) => Some(2),
        _ => None,
    };
    let clause = (1..pieces.len()).find_map(|at| {
        let words = begins(at + 1).filter(|words| stop(pieces.get(at + 1 + words)))?;
        stop(pieces.get(at)).then_some(at..at + 1 + words)
    });
    if let Some(clause) = clause {
        pieces.drain(clause);
    }
}

/// `can't` is one word.
fn contractions(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 2 < pieces.len() {
        let [can, sign, t] = &pieces[at..at + 3] else { return };
        if can.is_name("can") && matches!(sign.text.as_str(), "'" | "’" | "‘") && t.is_name("t") && !t.apart {
            let span = Span::new(can.span.start, t.span.end);
            let whole = Piece { text: "cannot".to_owned(), span, ..can.clone() };
            pieces.splice(at..at + 3, [whole]);
        }
        at += 1;
    }
}

/// Does a sentence that says who wins say that the last player loses? `None`: it does not say who wins.
fn is_misere(words: &[Piece]) -> Option<bool> {
    let says = |some: &[&str]| words.iter().any(|p| is_one_of(p, some));
    let (wins, loses) = (says(&["wins", "win", "winner"]), says(&["loses", "lose", "loser"]));
    let stuck = says(&["cannot", "unable"]);
    // the last player moves, and then the other one cannot
    (says(&["last"]) != stuck && loses != wins).then_some(loses != stuck)
}

/// `three heaps 3, 4, 5` and `heaps of 3, 4 and 5` become heaps of Nim, `3 heaps of 5` three copies of one.
pub(super) fn of_nim(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position || !asked.bare {
        return Ok(());
    }
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let count = pieces.get(first).and_then(number);
    let heaps = first + usize::from(count.is_some());
    if !pieces.get(heaps).is_some_and(|p| is_one_of(p, HEAPS) && !asked.is_game(&p.text)) {
        return Ok(());
    }
    let between = |p: &Piece| p.token == Token::Colon || is_one_of(p, &["of", "with", "size", "sizes"]);
    let from = heaps + 1 + pieces[heaps + 1..].iter().take_while(|p| between(p)).count();
    let fits = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Caret | Token::Question);
    // `5 piles of 7 stones each`
    let each = pieces.last().is_some_and(|p| p.is_name("each"));
    // `3 piles of 5 stones`
    let behind = pieces.len() - 1 - usize::from(each);
    let counted = each || count.is_some();
    let stones = usize::from(counted && behind > from && is_one_of(&pieces[behind], STONES));
    let list = &pieces[from..(pieces.len() - usize::from(each) - stones).max(from)];
    let numbers = list.iter().filter(|p| matches!(p.token, Token::Number | Token::Question)).count();
    if numbers == 0 || !list.iter().all(fits) || list.iter().any(|p| p.token == Token::Caret) && numbers != 2 {
        return Ok(());
    }
    let near = Span::new(list[0].span.start, list[0].span.start);
    let name = if first > 0 { added_apart } else { added };
    let of = pieces[heaps + 1..from].iter().any(|p| p.token != Token::Colon);
    if each && !(of && count.is_some()) {
        return Ok(());
    }
    let mut new = match count.map(|count| (count, Heaps::of(count, list, of))) {
        None | Some((_, Some(Heaps::Each))) => vec![name(Token::Name, "nim", near)],
        Some((count, Some(Heaps::Copies))) => {
            let mut new = copies(count, near).to_vec();
            new[0].apart = first > 0;
            new.push(added(Token::Name, "nim", near));
            new
        }
        Some((count, None)) => return Err(unfit(count, &pieces[first], list, "nim")),
    };
    let mut list = list.to_vec();
    list[0].apart = true;
    new.extend(list);
    pieces.splice(first.., new);
    Ok(())
}

/// `3, 4 and 5` and `3 4 and 5`: the `and` of a list outside all brackets is what divides the others.
pub(super) fn ands(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    pluses(pieces, asked);
    for at in outside(pieces, 0, pieces.len()).into_iter().rev() {
        let joins = |p: Option<&Piece>| p.is_some_and(|p| matches!(p.token, Token::Number | Token::Question));
        if at == 0 || !pieces[at].is_word(Word::And) || !joins(pieces.get(at + 1)) {
            continue;
        }
        let by_blanks = at > 1 && joins(pieces.get(at - 1)) && joins(pieces.get(at - 2));
        if pieces[at - 1].token == Token::Comma || by_blanks {
            pieces.remove(at);
        } else if joins(pieces.get(at - 1)) {
            pieces[at].become_token(Token::Comma, ",");
            pieces[at].apart = false;
        }
    }
}

/// `nim 3 4 plus kayles 5`, `nim 3 ⊕ kayles 5`, `nim 3 4 and kayles 5`: a sum of games, each with its name.
fn pluses(pieces: &mut [Piece], asked: &Asked<'_>) {
    let is_game = |p: &Piece| p.token == Token::Point && !p.is_full_stop() || asked.is_game(&folded(&p.text));
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    if !pieces.get(first).is_some_and(is_game) {
        return;
    }
    for at in outside(pieces, first, pieces.len()) {
        let sign = pieces[at].is_word(Word::And)
            || pieces[at].token == Token::CirclePlus
            || is_one_of(&pieces[at], &["plus", "xor"]);
        let ends = at > first && matches!(pieces[at - 1].token, Token::Number | Token::RightParen);
        if sign && ends && pieces.get(at + 1).is_some_and(is_game) {
            pieces[at].become_token(Token::Plus, "+");
        }
    }
}

/// `nim 1-3-5-7`: dashes between three numbers or more are commas, where a difference would be below 0.
pub(super) fn dashes(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    let first = pieces.iter().position(|p| p.token == Token::Number).unwrap_or(0);
    let joined = |one: &Piece, other: &Piece| {
        matches!((one.token, other.token), (Token::Number, Token::Minus) | (Token::Minus, Token::Number))
    };
    let last = first + pieces[first..].chunk_by(joined).next().map_or(0, <[Piece]>::len);
    let numbers: Option<Vec<u64>> = pieces[first..last].iter().step_by(2).map(|p| p.text.parse().ok()).collect();
    let Some([most, others @ ..]) = numbers.as_deref() else { return };
    let is_list = others.len() > 1 && others.iter().fold(0, |sum: u64, n| sum.saturating_add(*n)) > *most;
    // nothing but the name of the game stands before them
    if is_list && pieces[..first].iter().all(|p| p.is_word(Word::Misere) || asked.is_game(&folded(&p.text))) {
        pieces[first..last].iter_mut().filter(|p| p.token == Token::Minus).for_each(|p| {
            p.become_token(Token::Comma, ",");
            p.apart = false;
        });
    }
}

/// Drops the unit after the last number: `kayles 10 pins`, `10 stones`.
pub(super) fn units(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position {
        return;
    }
    // `12 bowling pins`
    if let [.., number, bowling, pins] = pieces.as_slice()
        && number.token == Token::Number
        && bowling.is_name("bowling")
        && pins.is_name("pins")
    {
        pieces.remove(pieces.len() - 2);
    }
    // `12 pins in a row`
    if let [.., number, pins, within, a, row] = pieces.as_slice()
        && number.token == Token::Number
        && is_one_of(pins, &["pins"])
        && within.is_word(Word::In)
        && a.is_name("a")
        && row.is_name("row")
        && asked.is_game(&folded(&pieces[usize::from(pieces[0].is_word(Word::Misere))].text))
    {
        pieces.truncate(pieces.len() - 3);
    }
    let [before @ .., number, unit] = pieces.as_slice() else { return };
    let of_a_game = before.iter().any(|p| asked.is_game(&folded(&p.text)));
    // the size of one heap, or of several: `nim 3 heaps` says how many there are
    let sizes = is_one_of(unit, UNITS)
        || is_one_of(unit, HEAPS) && before.last().is_some_and(|p| matches!(p.token, Token::Number | Token::Comma));
    let counts = is_one_of(unit, STONES) || of_a_game && sizes;
    if number.token == Token::Number && unit.apart && counts {
        pieces.pop();
    }
}
