//! A subtraction game in a sentence: `take 1, 3 or 4 from 21`, `21 stones, take 1 to 3`, `up to half of 12 stones`.
//!
//! ```text
//! take SET from HEAPS     HEAP stones, … take SET     take[SET](HEAPS)
//! a heap of HEAP, take SET      heaps HEAPS, take SET
//! take SET                                            take[SET], where a game is asked for
//! ```
//!
//! A set is a list of numbers and ranges, or a kind of numbers: `a prime number`, `a power of 2`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::amounts::{Told, told_set};
use super::before::FIBONACCI;
use super::heaps::{self, HEAP, HEAPS, Heaps, PLAYERS, STONES, number, unfit};
use super::pieces::{Piece, added, added_apart, cut, is_one_of, joined};
use super::sets;
use super::{Asked, Kind, Result};
use crate::error::Diagnostic;

/// What a move does.
pub(super) const VERBS: &[&str] =
    &["take", "takes", "taking", "remove", "removes", "removing", "subtract", "subtracts", "subtracting"];

/// What may stand between the stones and the verb, beside those who play: `21 stones on the table, the two players take turns`.
const BETWEEN: &[&str] = &["one", "in", "at", "and", "to", "two", "turns", "left", "table"];

/// What a sentence may begin with: `Alice and Bob take turns removing 1 to 3 stones from a pile of 21`.
const LEADS: &[&[&str]] = &[
    &["consider"],
    &["suppose"],
    &["two", "players"],
    &["the", "players"],
    &["players"],
    &["alice", "and", "bob"],
    &["alternately"],
    &["take", "turns"],
    &["to"],
];

/// What may stand in front of the stones: `there are 21 stones`, `a pile of 21 stones`.
pub(super) const BEFORE_STONES: &[&str] =
    &["there", "are", "is", "given", "with", "a", "an", "one", "single", "of", "you", "we", "have", "start", "begin"];

/// The heaps of a sentence.
struct Stones {
    sizes: Vec<Piece>,
    /// So many heaps of the one size.
    copies: Option<usize>,
}

/// Reads such a sentence as a game with places, or as a game.
///
/// # Errors
/// More is said between the stones and the verb: another heap, who wins. No heap is said.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    sets::no_power_of_two_bases(pieces)?;
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let typed = &pieces[misere..];
    if matches!(asked.kind, Kind::Game | Kind::Subject) {
        if let Some(told) = game(typed) {
            let new = written(told, typed[0].span, misere > 0);
            pieces.splice(misere.., new);
        }
        return Ok(());
    }
    if asked.kind != Kind::Position {
        return Ok(());
    }
    let typed = &typed[lead(typed)..];
    let parts = match typed {
        // `subtract a square 50`
        [first, set @ .., heap] if is_one_of(first, VERBS) && heap.token == Token::Number && is_kind(set) => {
            Some((without_game(set), Stones { sizes: vec![heap.clone()], copies: None }))
        }
        [first, rest @ ..] if is_one_of(first, VERBS) => match from(rest) {
            Some(at) => Some((&rest[..at], Stones { sizes: heaps_of(&rest[at + 1..]), copies: None })),
            None if is_told(rest) => return Err(no_heap(rest, misere > 0)),
            None => None,
        },
        [away, heap, rest @ ..] if away.is_name("from") && heap.token == Token::Number => from_heap(heap, rest),
        _ => behind_stones(typed)?,
    };
    let Some((set, Stones { sizes: heaps, copies })) = parts else { return Ok(()) };
    let one_heap = heaps.len() == 1 && copies.is_none();
    let told = told_set(set).filter(|told| one_heap || !matches!(told, Told::Game(FIBONACCI)));
    let Some(told) = told else {
        let after_stones = !is_one_of(&typed[0], VERBS) && !set.is_empty();
        return if after_stones { Err(no_set(set, &heaps, copies)) } else { Ok(()) };
    };
    let are_numbers = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Caret | Token::Question);
    if heaps.is_empty() && is_told(set) {
        return Err(no_heap(typed, misere > 0));
    }
    if heaps.is_empty() || !heaps.iter().all(are_numbers) {
        return Ok(());
    }
    let near = heaps[0].span;
    let mut new = written(told, near, misere > 0 && copies.is_none());
    if let Some(count) = copies {
        let mut times = heaps::copies(count, Span::new(near.start, near.start));
        times[0].apart = misere > 0;
        new.splice(..0, times);
    }
    new.push(added(Token::LeftParen, "(", near));
    new.extend(heaps);
    new.push(added(Token::RightParen, ")", near));
    pieces.splice(misere.., new);
    Ok(())
}

/// `from 21 stones, take 1 to 3`, behind the number.
fn from_heap<'p>(heap: &Piece, rest: &'p [Piece]) -> Option<(&'p [Piece], Stones)> {
    let stones = usize::from(rest.first().is_some_and(|p| is_one_of(p, STONES)));
    let comma = usize::from(rest.get(stones).is_some_and(|p| p.token == Token::Comma));
    let (verb, set) = rest.get(stones + comma..)?.split_first()?;
    let size = Piece { apart: false, ..heap.clone() };
    is_one_of(verb, VERBS).then(|| (set, Stones { sizes: vec![size], copies: None }))
}

/// How many words in front only say who plays.
fn lead(typed: &[Piece]) -> usize {
    let mut at = 0;
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
    rest.iter().position(|p| p.is_name("from")).or_else(|| (0..rest.len()).find(of))
}

/// The sizes in `a pile of 21 stones`; none where only a heap is spoken of.
fn heaps_of(typed: &[Piece]) -> Vec<Piece> {
    let counts = |at: usize| typed[at].token == Token::Number && typed.get(at + 1).is_some_and(|p| is_one_of(p, HEAPS));
    if (0..typed.len()).any(counts) {
        return typed.to_vec();
    }
    let is_filler = |p: &&Piece| {
        is_one_of(p, STONES) || is_one_of(p, HEAP) || is_one_of(p, &["a", "the", "one", "single", "of", "with"])
    };
    // `from heaps 3 5 7`
    let named = usize::from(typed.first().is_some_and(|p| is_one_of(p, &["heaps", "piles", "stacks"])));
    let typed = &typed[named..];
    typed.iter().filter(|p| !is_filler(p)).cloned().collect()
}

/// The set and the heaps of `21 stones, take 1 to 3`, `a pile of 21 stones; each player removes 1 to 3`,
/// `heaps 3 5 7, take at most 3` and `12 heaps of 10, take square numbers`.
fn behind_stones(typed: &[Piece]) -> Result<Option<(&[Piece], Stones)>> {
    let Some((heaps, rest)) = (match several(typed)? {
        Some(read) => Some(read),
        None => one(typed).map(|(sizes, rest)| (Stones { sizes, copies: None }, rest)),
    }) else {
        return Ok(None);
    };
    // `21 stones, up to 3 at a time` has no verb
    let comma = usize::from(rest.first().is_some_and(|p| p.token == Token::Comma));
    let bound = || rest.get(comma).filter(|p| is_one_of(p, &["up", "at"])).map(|_| comma);
    // who races to 20 adds
    let races = typed.first().is_some_and(|p| p.is_name("race"));
    let is_verb = |at: usize| {
        let takes_turns = rest.get(at + 1).is_some_and(|p| p.is_name("turns"));
        let verb = |p: &Piece| is_one_of(p, VERBS) || races && is_one_of(p, &["add", "adds", "adding"]);
        rest.get(at).is_some_and(verb) && !takes_turns
    };
    // what says more than whose turn it is changes the question: `21 stones and 17, take 1 to 3`
    let is_between = |at: usize| {
        let stop = matches!(rest[at].token, Token::Comma | Token::Semicolon) || rest[at].is_full_stop();
        stop || !is_verb(at)
            && (is_one_of(&rest[at], PLAYERS) || is_one_of(&rest[at], BETWEEN) || is_one_of(&rest[at], VERBS))
    };
    let said = (0..rest.len()).take_while(|&at| is_between(at)).count();
    let colon = usize::from(rest.get(said).is_some_and(|p| p.token == Token::Colon));
    let set = if is_verb(said + colon) { Some(said + colon + 1) } else { bound() };
    if set.is_none()
        && let Some(verb) = (said..rest.len()).find(|&at| is_verb(at))
    {
        return Err(more_is_said(&rest[said..verb]));
    }
    Ok(set.map(|at| (&rest[at..], heaps)))
}

/// `21 stones`, `a heap of 21`, `nim with 21 stones`, `the 21 game`, `race to 21`, and what follows.
fn one(typed: &[Piece]) -> Option<(Vec<Piece>, &[Piece])> {
    if let [race, to, number, rest @ ..] = typed
        && race.is_name("race")
        && to.is_name("to")
        && number.token == Token::Number
    {
        return Some((vec![Piece { apart: false, ..number.clone() }], rest));
    }
    let nim = usize::from(typed.first().is_some_and(|p| p.is_name("nim")));
    let the = usize::from(typed.first().is_some_and(|p| p.is_name("the")));
    if let [number, game, rest @ ..] = &typed[the..]
        && number.token == Token::Number
        && game.is_name("game")
        && !rest.is_empty()
    {
        return Some((vec![Piece { apart: false, ..number.clone() }], rest));
    }
    let before = nim + typed[nim..].iter().take_while(|p| is_one_of(p, BEFORE_STONES) || is_one_of(p, HEAP)).count();
    let (first, rest) = typed.get(before..)?.split_first()?;
    let of_a_heap = typed[..before].iter().any(|p| is_one_of(p, HEAP));
    let stones = rest.first().is_some_and(|p| is_one_of(p, STONES));
    // another heap may follow: `a heap of 21 17`
    let ends = || rest.first().is_some_and(|p| matches!(p.token, Token::Comma | Token::Semicolon) || p.is_full_stop());
    // `nim 21, take at most 3`: the next word is no size
    let of_nim = || match rest {
        [comma, next, ..] if comma.token == Token::Comma => next.token != Token::Number,
        [verb, ..] => is_one_of(verb, VERBS),
        [] => false,
    };
    let is_heap = stones || of_a_heap && ends() || nim > 0 && of_nim();
    if first.token != Token::Number || !is_heap {
        return None;
    }
    let rest = &rest[usize::from(stones)..];
    let in_a_heap = match rest {
        [within, one, heap, ..]
            if is_one_of(within, &["in"]) && is_one_of(one, &["a", "one"]) && is_one_of(heap, HEAP) =>
        {
            3
        }
        _ => 0,
    };
    Some((vec![Piece { apart: false, ..first.clone() }], &rest[in_a_heap..]))
}

/// `heaps 3 5 7`, `three heaps of 3, 5 and 7 stones`, and what follows.
///
/// # Errors
/// Another number of heaps is said than sizes follow.
fn several(typed: &[Piece]) -> Result<Option<(Stones, &[Piece])>> {
    let before =
        typed.iter().take_while(|p| is_one_of(p, &["there", "are", "given", "with", "you", "we", "have"])).count();
    let typed = &typed[before..];
    let count = typed.first().and_then(number);
    let (word, mut rest) = match typed.get(usize::from(count.is_some())..).and_then(<[Piece]>::split_first) {
        Some((word, rest)) if is_one_of(word, &["heaps", "piles", "stacks"]) => (word, rest),
        _ => return Ok(None),
    };
    let between = |p: &&Piece| {
        matches!(p.token, Token::Colon | Token::Comma)
            || is_one_of(p, &["of", "with", "size", "sizes"])
            || is_one_of(p, STONES)
    };
    let (said, sizes) = rest.split_at(rest.iter().take_while(between).count());
    rest = sizes;
    let mut heaps: Vec<Piece> = Vec::new();
    loop {
        let [size, behind @ ..] = rest else { return Ok(None) };
        if size.token != Token::Number {
            return Ok(None);
        }
        if !heaps.is_empty() {
            heaps.push(added(Token::Comma, ",", size.span));
        }
        // so many who play are no heap
        if behind.first().is_some_and(|p| is_one_of(p, &["player", "players", "people", "persons"])) {
            return Ok(None);
        }
        heaps.push(Piece { apart: false, ..size.clone() });
        rest = behind;
        let gap = match behind {
            [comma, and, next, ..] if comma.token == Token::Comma && and.is_word(Word::And) => (2, next),
            [join, next, ..] if join.token == Token::Comma || join.is_word(Word::And) => (1, next),
            [next, ..] => (0, next),
            [] => return Ok(None),
        };
        if gap.1.token != Token::Number {
            break;
        }
        rest = &behind[gap.0..];
    }
    let of = said.iter().any(|p| p.is_name("of"));
    let copies = match count.map(|count| (count, Heaps::of(count, &heaps, of))) {
        None | Some((_, Some(Heaps::Each))) => None,
        Some((count, Some(Heaps::Copies))) => Some(count),
        Some((count, None)) => return Err(unfit(count, word, &heaps, "nim")),
    };
    let stones = usize::from(rest.first().is_some_and(|p| is_one_of(p, STONES)));
    Ok(Some((Stones { sizes: heaps, copies }, &rest[stones..])))
}

/// Left out, it would be another question.
fn more_is_said(words: &[Piece]) -> Box<Diagnostic> {
    let message = format!("`{}` is not read between the stones and the verb", joined(words).text());
    Box::new(Diagnostic::parse(whole(words), message).suggest("misere take[1..3](21, 17) + nim(5)"))
}

/// Stones and a verb make a sentence, of which the end is not known; the help is about these heaps.
fn no_set(words: &[Piece], heaps: &[Piece], copies: Option<usize>) -> Box<Diagnostic> {
    let message = format!("`{}` is not read as what may be taken", joined(words).text());
    // its end may say who wins
    let misere = words.iter().any(|p| p.is_word(Word::Misere) || is_one_of(p, &["lose", "loses", "loser"]));
    let misere = if misere { "misere " } else { "" };
    let times = copies.map(|count| format!("{count}*")).unwrap_or_default();
    let sizes: Vec<&str> = heaps.iter().filter(|p| p.token == Token::Number).map(|p| p.text.as_str()).collect();
    let help = format!("{misere}{times}take[1..3]({})", sizes.join(", "));
    Box::new(Diagnostic::parse(whole(words), message).suggest(help))
}

/// A set without a heap is no position.
fn no_heap(words: &[Piece], misere: bool) -> Box<Diagnostic> {
    let fault = Diagnostic::parse(whole(words), "the size of the heap is missing");
    Box::new(fault.suggest(example(misere)))
}

fn example(misere: bool) -> &'static str {
    if misere { "misere take[1..3](21)" } else { "take[1..3](21)" }
}

fn whole(words: &[Piece]) -> Span {
    let (first, last) = (words[0].span, words[words.len() - 1].span);
    Span::new(first.start, last.end)
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

/// `take[SET]`, or the game by its name or its rule.
fn written(told: Told, near: Span, apart: bool) -> Vec<Piece> {
    let near = Span::new(near.start, near.start);
    let name = if apart { added_apart } else { added };
    match told {
        Told::Game(game) => {
            let mut new = cut(game);
            new.iter_mut().for_each(|piece| piece.span = near);
            new[0].apart = apart;
            new
        }
        Told::Set(set) => {
            let mut new = vec![name(Token::Name, "take", near), added(Token::LeftBracket, "[", near)];
            new.extend(set);
            new.push(added(Token::RightBracket, "]", near));
            new
        }
    }
}
