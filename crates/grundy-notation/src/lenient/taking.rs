//! A subtraction game in a sentence: `take 1, 3 or 4 from 21`, `21 stones, take 1 to 3`, `up to half of 12 stones`.
//!
//! ```text
//! take SET from HEAPS     HEAP stones, … take SET     take[SET](HEAPS)
//! a heap of HEAP, take SET      heaps HEAPS, take SET
//! take SET                                            take[SET], where a game is asked for
//! ```
//!
//! A set is a list of numbers and ranges, or a kind of numbers: `a prime number`, `a power of 2`.

use grundy_core::error::Diagnostic;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::amounts::told_set;
use super::heaps::{self, STONES};
use super::kinds::Told;
use super::pieces::{Piece, added, added_apart, cut, free_words, is_one_of, joined};
use super::sets;
use super::stones::{Stones, VERBS, behind_stones, from_heap, heaps_of, is_two_players, whole};
use super::unread::no_set;
use super::{Asked, Kind, Result};

/// What a sentence may begin with: `Alice and Bob take turns removing 1 to 3 stones from a pile of 21`.
const LEADS: &[&[&str]] = &[
    &["consider"],
    &["suppose"],
    &["for"],
    &["two", "players"],
    &["the", "players"],
    &["players"],
    &["alice", "and", "bob"],
    &["bob", "and", "alice"],
    &["play", "with"],
    &["play", "a", "game", "with"],
    &["alternately"],
    &["take", "turns"],
    &["to"],
];

/// Reads such a sentence as a game with places, or as a game.
///
/// # Errors
/// More is said between the stones and the verb: another heap, who wins. No heap is said.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    sets::no_power_of_two_bases(pieces)?;
    // `take[1..3](21)` is no sentence
    if free_words(pieces).next().is_none() {
        return Ok(());
    }
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let typed = pieces[misere..].to_vec();
    let letter = letter(&typed);
    if matches!(asked.kind, Kind::Game | Kind::Subject) {
        let told = match letter {
            Some(at) => read(&with_size(&typed, at), misere > 0)?.map(|(told, _)| told),
            None => game(&typed),
        };
        if let Some(told) = told {
            let new = written(told, typed[0].span, misere > 0);
            pieces.splice(misere.., new);
        }
        return Ok(());
    }
    if asked.kind != Kind::Position {
        return Ok(());
    }
    if let Some(at) = letter {
        return match read(&with_size(&typed, at), misere > 0)? {
            Some((told, heaps)) => {
                let fault = Diagnostic::parse(typed[at].span, "the size of the heap is missing");
                let said = if misere > 0 { "misere " } else { "" };
                Err(Box::new(fault.suggest(format!("{said}{}", joined(&position(told, heaps, false)).text()))))
            }
            None => Ok(()),
        };
    }
    if let Some((told, heaps)) = read(&typed, misere > 0)? {
        pieces.splice(misere.., position(told, heaps, misere > 0));
    }
    Ok(())
}

/// A heap of a size that is a letter: `n stones`.
fn letter(typed: &[Piece]) -> Option<usize> {
    let mut heaps = (0..typed.len()).filter(|&at| {
        let is_letter = is_one_of(&typed[at], &["n", "x"]);
        is_letter && typed.get(at + 1).is_some_and(|p| is_one_of(p, STONES))
    });
    heaps.next().filter(|_| heaps.next().is_none())
}

/// The same with a number in its place.
fn with_size(typed: &[Piece], at: usize) -> Vec<Piece> {
    let mut typed = typed.to_vec();
    typed[at].become_token(Token::Number, "21");
    typed
}

/// `start with`, `starting from`
fn begins_with(start: &Piece, with: &Piece) -> bool {
    is_one_of(start, &["start", "starting", "begin", "beginning"]) && is_one_of(with, &["with", "at", "from"])
}

/// Where the heaps begin that stand behind a comma: `…, heaps 2 2 3`.
fn before_heaps(words: &[Piece]) -> Option<usize> {
    let at = words.iter().rposition(|p| is_one_of(p, &["heaps", "piles", "stacks"]))?.checked_sub(1)?;
    let sizes = &words[at + 2..];
    let are_numbers = sizes.iter().all(|p| matches!(p.token, Token::Number | Token::Comma) || p.is_word(Word::And));
    (words[at].token == Token::Comma && !sizes.is_empty() && are_numbers).then_some(at)
}

/// What may be taken and the heaps of such a sentence.
fn read(typed: &[Piece], misere: bool) -> Result<Option<(Told, Stones)>> {
    let typed = &typed[lead(typed)..];
    let parts = match typed {
        // `subtract a square 50`
        [first, set @ .., heap] if is_one_of(first, VERBS) && heap.token == Token::Number && is_kind(set) => {
            Some((without_game(set), Stones { sizes: vec![heap.clone()], copies: None }))
        }
        [first, rest @ ..] if is_one_of(first, VERBS) => match from(rest).or_else(|| before_heaps(rest)) {
            Some(at) => Some((&rest[..at], Stones { sizes: heaps_of(&rest[at + 1..]), copies: None })),
            None if is_told(rest) => return Err(no_heap(rest, misere)),
            None => None,
        },
        // `start with 100, subtract a perfect square`
        [start, with, heap, rest @ ..] if begins_with(start, with) && heap.token == Token::Number => {
            let and = usize::from(rest.first().is_some_and(|p| p.is_word(Word::And)));
            from_heap(heap, &rest[and..])
        }
        [away, heap, rest @ ..] if away.is_name("from") && heap.token == Token::Number => from_heap(heap, rest),
        _ => behind_stones(typed, misere)?,
    };
    let Some((set, mut heaps)) = parts else { return Ok(None) };
    let Some(told) = told_set(set).filter(|told| heaps.fit(told)) else {
        let after_stones = !is_one_of(&typed[0], VERBS) && !set.is_empty();
        return if after_stones { Err(no_set(set, &heaps, misere)) } else { Ok(None) };
    };
    let are_numbers = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Caret | Token::Question);
    if heaps.sizes.is_empty() && is_told(set) {
        return Err(no_heap(typed, misere));
    }
    heaps.join(&told);
    Ok((!heaps.sizes.is_empty() && heaps.sizes.iter().all(are_numbers)).then_some((told, heaps)))
}

/// The game with its heaps.
fn position(told: Told, Stones { sizes, copies }: Stones, misere: bool) -> Vec<Piece> {
    let near = sizes[0].span;
    let mut new = written(told, near, misere && copies.is_none());
    if let Some(count) = copies {
        let mut times = heaps::copies(count, Span::new(near.start, near.start));
        times[0].apart = misere;
        new.splice(..0, times);
    }
    new.push(added(Token::LeftParen, "(", near));
    new.extend(sizes);
    new.push(added(Token::RightParen, ")", near));
    new
}

/// How many words in front only say who plays.
fn lead(typed: &[Piece]) -> usize {
    // `two players, 21 stones, take 1 to 3`
    let stops = typed.get(2).is_some_and(|p| matches!(p.token, Token::Comma | Token::Colon));
    let mut at = if is_two_players(typed) && stops { 3 } else { 0 };
    let is_lead = |words: &[Piece], lead: &[&str]| {
        words.len() > lead.len() && words.iter().zip(lead).all(|(piece, word)| said(piece, word))
    };
    while let Some(lead) = LEADS.iter().find(|lead| is_lead(&typed[at..], lead)) {
        at += lead.len();
    }
    at
}

fn said(piece: &Piece, word: &str) -> bool {
    if word == "and" { piece.is_word(Word::And) } else { is_one_of(piece, &[word]) }
}

/// Is it a kind of numbers, and no more: `a square`, `a prime number`?
fn is_kind(words: &[Piece]) -> bool {
    let words = without_game(words);
    sets::named(words, false).is_some_and(|(_, named)| named == words.len())
}

/// Without the `game,` of `subtract a square game, 50`.
fn without_game(words: &[Piece]) -> &[Piece] {
    match words {
        [set @ .., game, comma] if game.is_name("game") && comma.token == Token::Comma => set,
        [set @ .., last] if last.is_name("game") || last.token == Token::Comma => set,
        set => set,
    }
}

/// Where the heaps begin: at `from`, or at `of` before a number or a heap.
fn from(rest: &[Piece]) -> Option<usize> {
    let of = |at: &usize| {
        rest[*at].is_name("of")
            && rest.get(at + 1).is_some_and(|p| p.token == Token::Number || is_one_of(p, &["a", "one", "the"]))
    };
    // `from 1 to 3` and `from {2,5}` are what may be taken
    let bounds = |at: usize| {
        rest.get(at + 2).is_some_and(|p| is_one_of(p, &["to", "up"]))
            || rest.get(at + 1).is_some_and(|p| p.token == Token::LeftBrace)
    };
    let from = (0..rest.len()).find(|&at| rest[at].is_name("from") && !bounds(at));
    from.or_else(|| (0..rest.len()).find(of))
}

/// A set without a heap is no position.
fn no_heap(words: &[Piece], misere: bool) -> Box<Diagnostic> {
    let fault = Diagnostic::parse(whole(words), "the size of the heap is missing");
    Box::new(fault.suggest(example(misere)))
}

fn example(misere: bool) -> &'static str {
    if misere { "misere take[1..3](21)" } else { "take[1..3](21)" }
}

/// Is it a set in words, which nothing else can be?
fn is_told(words: &[Piece]) -> bool {
    let has_word = words.iter().any(|p| is_one_of(p, &["to", "or", "and", "half", "number"]) || is_one_of(p, STONES));
    has_word && told_set(words).is_some()
}

/// The game of `take 1 to 3 stones from a heap`.
fn game(typed: &[Piece]) -> Option<Told> {
    let [first, rest @ ..] = typed else { return None };
    if !is_one_of(first, VERBS) {
        return None;
    }
    let set = match from(rest) {
        Some(at) => heaps_of(&rest[at + 1..]).is_empty().then(|| &rest[..at])?,
        None => rest,
    };
    // `take 1 3 4` has no word
    told_set(set).filter(|_| first.is_name("take") || is_told(set))
}

/// A game as the notation spells it.
fn rule(text: &str, near: Span, apart: bool) -> Vec<Piece> {
    let mut new = cut(text);
    new.iter_mut().for_each(|piece| piece.span = near);
    new[0].apart = apart;
    new
}

/// `take[SET]`, or the game by its name or its rule.
fn written(told: Told, near: Span, apart: bool) -> Vec<Piece> {
    let near = Span::new(near.start, near.start);
    let name = if apart { added_apart } else { added };
    match told {
        Told::Game(game) => rule(game, near, apart),
        Told::Rule(text) => rule(&text, near, apart),
        Told::Set(set) => {
            let mut new = vec![name(Token::Name, "take", near), added(Token::LeftBracket, "[", near)];
            new.extend(set);
            new.push(added(Token::RightBracket, "]", near));
            new
        }
    }
}
