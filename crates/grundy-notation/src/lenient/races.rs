//! Races to a number: `start at 0, add 1 to 10, first to reach 100 wins`, `count to 21, say 1 to 3 numbers, whoever says 21
//! loses`.
//!
//! ```text
//! race to GOAL, add SET                      take[SET](GOAL)
//! start at LOW, add SET, first to GOAL wins  take[SET](GOAL-LOW)
//! count from LOW to GOAL, say SET numbers    take[SET](GOAL-LOW+1), of which somebody must say who wins
//! ```
//!
//! What is left to the goal is a heap. Where no number of the set may be left out, from 1 on, it makes no difference whether a
//! player may pass the goal; of another set both games are likely, and none is taken.

use grundy_core::error::{Diagnostic, FaultCode};

use super::amounts::told_set;
use super::heaps::{PLAYERS, number};
use super::kinds::Told;
use super::pieces::{Piece, added, added_apart, is_one_of, joined};
use super::{Asked, Kind, Result};
use crate::Span;
use crate::lexer::{Token, Word};

/// What is said of a race, clause by clause.
#[derive(Default)]
struct Race {
    low: Option<u64>,
    goal: Option<u64>,
    set: Option<Vec<Piece>>,
    /// Are numbers said, one after the other?
    says: bool,
    /// Does who reaches the goal lose?
    loses: Option<bool>,
    /// Is it a race, which who comes first wins?
    races: bool,
    counts: bool,
}

const REACHES: &[&str] = &["reach", "reaches", "reaching", "say", "says", "get", "gets", "hit", "hits"];
/// Who plays, beside those of every sentence.
const TURNS: &[&str] = &["alice", "bob", "two", "take", "turns", "in", "then", "to"];
const ADDS: &[&str] = &["add", "adds", "adding"];
const SAYS: &[&str] = &["say", "says", "saying", "count", "counts", "counting", "call", "calls", "calling"];

/// Reads such a sentence as a game of taking with its heap.
///
/// # Errors
/// Nobody says whether who reaches the goal wins, or whether it may be passed.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position {
        return Ok(());
    }
    let misere = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let Some(race) = read(&pieces[misere..]) else { return Ok(()) };
    let (Some(goal), Some(set)) = (race.goal, &race.set) else { return Ok(()) };
    let heap = if race.says && race.low != Some(0) {
        (goal + 1).checked_sub(race.low.unwrap_or(1))
    } else if race.says || race.counts && race.low.is_some() {
        // a count may stand at its first number, or begin with it
        None
    } else {
        goal.checked_sub(race.low.unwrap_or(0))
    };
    let Some(heap) = heap.filter(|&heap| heap > 0) else { return Ok(()) };
    if misere > 0 && race.loses == Some(false) {
        return Ok(());
    }
    let loses = if misere > 0 { Some(true) } else { race.loses.or(race.races.then_some(false)) };
    let whole = pieces[0].span.to(pieces[pieces.len() - 1].span);
    let taken = format!("take[{}]({heap})", joined(set).text());
    let Some(loses) = loses else {
        let typed = joined(pieces).text().to_owned();
        let message = format!("`{typed}` can be read in two ways: `{taken}`, or `misere {taken}`");
        let fault = Diagnostic::parse(whole, message).suggest(format!("{taken} or misere {taken}"));
        return Err(Box::new(fault.coded(FaultCode::TwoReadings)));
    };
    if !begins_at_one(set) {
        let message = format!("may {goal} be passed? in `{taken}` nobody may pass it");
        let help = if loses { format!("misere {taken}") } else { taken };
        return Err(Box::new(Diagnostic::parse(whole, message).suggest(help)));
    }
    let near = Span::new(whole.start, whole.start);
    let name = |token, text| if loses { added_apart(token, text, near) } else { added(token, text, near) };
    let mut new = vec![name(Token::Name, "take"), added(Token::LeftBracket, "[", near)];
    new.extend_from_slice(set);
    new.push(added(Token::RightBracket, "]", near));
    new.push(added(Token::LeftParen, "(", near));
    new.push(added(Token::Number, &heap.to_string(), near));
    new.push(added(Token::RightParen, ")", near));
    if loses {
        new.insert(0, added(Token::Word(Word::Misere), "misere", near));
    }
    *pieces = new;
    Ok(())
}

/// Are these all numbers from 1 to the largest? Then it makes no difference whether the goal may be passed.
pub(super) fn begins_at_one(set: &[Piece]) -> bool {
    let mut numbers: Vec<(u64, u64)> = Vec::new();
    for part in set.split(|p| p.token == Token::Comma) {
        let number = |piece: &Piece| piece.text.parse::<u64>().ok();
        let ends = match part {
            [one] => number(one).map(|one| (one, one)),
            [low, to, high] if to.token == Token::Range => number(low).zip(number(high)),
            _ => None,
        };
        let Some(ends) = ends else { return false };
        numbers.push(ends);
    }
    numbers.sort_unstable();
    let mut all_to = 0;
    numbers.iter().all(|&(low, high)| {
        let joins = low <= all_to + 1 && low <= high;
        all_to = all_to.max(high);
        joins
    })
}

/// The clauses of the whole text.
fn read(pieces: &[Piece]) -> Option<Race> {
    let mut race = Race::default();
    let mut rest = Rest(pieces);
    loop {
        while rest.0.first().is_some_and(|p| divides(p) || p.is_word(Word::And)) {
            rest.0 = &rest.0[1..];
        }
        if rest.0.is_empty() {
            return race.set.is_some().then_some(race);
        }
        if !(rest.who(&mut race) || rest.begins(&mut race) || rest.adds(&mut race)) {
            return None;
        }
    }
}

fn divides(piece: &Piece) -> bool {
    matches!(piece.token, Token::Comma | Token::Semicolon | Token::Colon) || piece.is_full_stop()
}

/// What is left of a sentence.
struct Rest<'w>(&'w [Piece]);

impl Rest<'_> {
    fn eat(&mut self, words: &[&str]) -> bool {
        let found = self.0.first().is_some_and(|first| is_one_of(first, words));
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    fn number(&mut self) -> Option<u64> {
        let number = number(self.0.first()?)?;
        self.0 = &self.0[1..];
        u64::try_from(number).ok().filter(|&number| number < u64::MAX)
    }

    fn ends(&self) -> bool {
        self.0.first().is_none_or(divides)
    }

    /// Does a clause stand here? Otherwise nothing was taken.
    fn clause(&mut self, race: &mut Race, read: impl FnOnce(&mut Self, &mut Race) -> Option<()>) -> bool {
        let before = self.0;
        let found = read(self, race).is_some();
        if !found {
            self.0 = before;
        }
        found
    }

    /// `the first player to reach 100 wins`, `whoever says 21 loses`, `first to 100 wins`.
    fn who(&mut self, race: &mut Race) -> bool {
        self.clause(race, |rest, race| {
            rest.eat(&["the"]);
            let first = rest.eat(&["first"]);
            rest.eat(&["player", "one", "person"]);
            let who = rest.eat(&["who", "whoever", "that"]);
            let to = !who && rest.eat(&["to"]);
            let reaches = rest.eat(REACHES);
            let asks = if who { reaches } else { first && to };
            if !asks {
                return None;
            }
            if reaches {
                rest.eat(&["to"]);
            }
            rest.eat(&["the"]);
            rest.eat(&["number"]);
            let goal = rest.number()?;
            let wins = rest.eat(&["wins", "win"]);
            if wins || rest.eat(&["loses", "lose"]) {
                if rest.eat(&["the"]) && !rest.eat(&["game"]) {
                    return None;
                }
                once(&mut race.loses, !wins)?;
            } else if !first {
                return None;
            }
            race.races |= first;
            once(&mut race.goal, goal).filter(|()| rest.ends())
        })
    }

    /// `start at 0`, `the total starts at 0`, `race to 100`, `count from 1 to 21`.
    fn begins(&mut self, race: &mut Race) -> bool {
        self.clause(race, |rest, race| {
            while rest.eat(PLAYERS) || rest.eat(&["total", "sum", "number", "counter", "two"]) {}
            if rest.eat(&["start", "starts", "starting", "begin", "begins", "beginning"]) {
                if !rest.eat(&["at", "from", "with"]) {
                    return None;
                }
                let low = rest.number()?;
                return once(&mut race.low, low).filter(|()| rest.ends());
            }
            let races = rest.eat(&["race", "racing"]);
            let counts = !races && rest.eat(&["count", "counts", "counting"]);
            if !races && !counts {
                return None;
            }
            rest.eat(&["up"]);
            if counts && rest.eat(&["from"]) {
                let low = rest.number()?;
                once(&mut race.low, low)?;
                rest.eat(&["up"]);
            }
            if !rest.eat(&["to"]) {
                return None;
            }
            let goal = rest.number()?;
            race.races |= races;
            race.counts |= counts;
            once(&mut race.goal, goal)
        })
    }

    /// `each player adds 1 to 10`, `say 1 to 3 numbers`.
    fn adds(&mut self, race: &mut Race) -> bool {
        self.clause(race, |rest, race| {
            let plays = |p: &&Piece| is_one_of(p, PLAYERS) || is_one_of(p, TURNS) || p.is_word(Word::And);
            rest.0 = &rest.0[rest.0.iter().take_while(plays).count()..];
            let says = rest.eat(SAYS);
            if !says && !rest.eat(ADDS) || race.set.is_some() {
                return None;
            }
            // the set may have commas of its own
            let ends = (1..=rest.0.len()).rev().filter(|&end| rest.0.get(end).is_none_or(divides));
            let (end, set) = ends.into_iter().find_map(|end| Some((end, set(&rest.0[..end])?)))?;
            race.says |= says;
            race.set = Some(set);
            rest.0 = &rest.0[end..];
            Some(())
        })
    }
}

/// What may be added, without what it is added to: `1 to 10 to the total`, `1 to 3 consecutive numbers`.
fn set(words: &[Piece]) -> Option<Vec<Piece>> {
    let words = match words {
        [set @ .., to, the, total]
            if to.is_name("to") && the.is_name("the") && is_one_of(total, &["total", "sum", "count"]) =>
        {
            set
        }
        words => words,
    };
    let noun = words.iter().rposition(|p| is_one_of(p, &["number", "numbers"]));
    let words = match noun {
        Some(at) if at > 0 && !words[at - 1].is_name("a") && !words[at - 1].is_name("any") => {
            let adjective = usize::from(is_one_of(&words[at - 1], &["consecutive", "successive"]));
            [&words[..at - adjective], &words[at + 1..]].concat()
        }
        _ => words.to_vec(),
    };
    match told_set(&words)? {
        Told::Set(set) => Some(set),
        Told::Game(_) | Told::Rule(_) => None,
    }
}

/// Tells it, if nothing else was told of it before.
fn once<T: PartialEq>(place: &mut Option<T>, value: T) -> Option<()> {
    let fits = place.as_ref().is_none_or(|before| *before == value);
    *place = Some(value);
    fits.then_some(())
}
