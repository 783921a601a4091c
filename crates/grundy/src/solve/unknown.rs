//! `nim(3, 5, ?)`: which numbers complete a P-position?

use super::residues::{Heaps, heaps_of_value, heaps_that_complete, heaps_that_lose};
use super::{SolveOptions, blank};
use crate::plan::automaton::is_far;
use crate::plan::misere::Judge;
use crate::plan::sums::{Sum, Worth};
use dashu_int::ops::BitTest;

use crate::answer::{Answer, MoveList, ValueStatus};
use crate::claim::renamed;
use crate::context::{Context, Spent};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::evidence::SPRAGUE_GRUNDY;
use crate::game::{Candidates, Component, Law, Shape};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::position::{Hole, Position};

/// Of a set without end so many numbers are listed.
const FIRST: usize = 100;
/// The trials may cost so much together.
const NODES: u64 = 3_000_000;
/// So many numbers are listed.
const LISTED: usize = 10_000;
/// So many numbers are tried where nothing says that the search is over.
const TRIES: u64 = 10_000;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let mut answer = blank(position);
    answer.value_status = ValueStatus::None;
    answer.engine = "trial of numbers".to_owned();
    let Some(hole) = &position.hole else { return Ok(answer) };
    hole.component.game.must_end("no number is looked for")?;
    let mut found = Vec::new();
    if others(position, hole).iter().any(|(component, _)| component.is_over()) {
        // whatever the number is, the play has ended
        if position.convention == Convention::Normal {
            found.extend((0..FIRST).map(Nat::from));
            answer.unknown_set = Some("? >= 0".to_owned());
        }
        answer.evidence = super::ended(position).evidence;
        answer.unknown = Some(found);
        answer.moves.count = Some(Nat::ZERO);
        return Ok(answer);
    }
    if position.convention == Convention::Normal && wants_single_values(position, hole)? {
        // no table reaches so far, and the trial below is too short for the search
        hole.component.game.levels_law(cx)?;
    }
    let whole = cx;
    let cx = &whole.part(NODES);
    cx.enter("trial of numbers");
    let result = match position.convention {
        Convention::Normal => normal(position, hole, options.limit.max(LISTED), &mut found, &mut answer, cx),
        Convention::Misere => misere(position, hole, options.limit.max(LISTED), &mut found, &mut answer, cx),
    };
    // the trial itself has an end that nobody set
    let tried = |cx: &Context| cx.engine_limit(Spent::Nodes, "there may be numbers beyond those that were tried");
    match result {
        Ok(true) => {}
        Ok(false) => answer.stopped = Some(tried(cx)),
        Err(Error::Stopped(s)) if s.spent == Spent::Nodes && whole.nodes_left().is_none() => {
            answer.stopped = Some(tried(cx));
        }
        Err(Error::Stopped(s)) => answer.stopped = Some(s),
        Err(bad) => return Err(bad),
    }
    if answer.stopped.is_some() && found.is_empty() {
        answer.evidence = Evidence::nothing();
    }
    // what the trial spent counts; that it was too much for a trial is told above
    let _ = whole.tick(cx.nodes());
    answer.unknown = Some(found);
    answer.moves = MoveList { moves: Vec::new(), count: Some(Nat::ZERO) };
    Ok(answer)
}

/// The largest number that the hole takes.
fn largest(hole: &Hole) -> Option<Nat> {
    let Component { game, place } = &hole.component;
    game.largest(hole.coordinate, place.len()).map(Nat::from)
}

/// The component with a number in the hole, if that is a place of the game.
fn filled(hole: &Hole, number: Nat) -> Option<Component> {
    let mut place = hole.component.place.clone();
    place[hole.coordinate] = number;
    let game = hole.component.game.clone();
    let place = game.place(place).ok()?;
    Some(Component { game, place })
}

/// The other components: the hole's own, with its 0, is taken out once.
fn others(position: &Position, hole: &Hole) -> Vec<(Component, Nat)> {
    let mut all = position.components();
    if let Some((_, count)) = all.iter_mut().find(|(c, _)| *c == hole.component) {
        *count -= Nat::ONE;
    }
    all.retain(|(_, count)| *count > Nat::ZERO);
    all
}

fn normal(
    position: &Position,
    hole: &Hole,
    limit: usize,
    found: &mut Vec<Nat>,
    answer: &mut Answer,
    cx: &Context,
) -> Result<bool> {
    let evidence = &mut answer.evidence;
    let others = others(position, hole);
    let (sum, stopped) = Sum::of_components(others.clone(), cx)?;
    evidence.add(&sum.evidence());
    let rest = match sum.total() {
        Some(Worth::Value(Value::Finite(rest))) => rest.clone(),
        // with a loony or an infinite value the sum is not lost, whatever is added
        Some(_) => return Ok(true),
        None => return stopped.map_or(Ok(true), |stopped| Err(stopped.into())),
    };
    if !others.is_empty() {
        evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    }
    let game = &hole.component.game;
    if game.is_nim() {
        evidence.add(&game.law_evidence());
        found.push(rest);
        return Ok(true);
    }
    if is_one_heap(hole)
        && let Some((heaps, why)) = heaps_of_value(game, &rest, cx)?
    {
        evidence.add(&why);
        told(heaps, found, answer);
        return Ok(true);
    }
    let alone = others.iter().all(|(c, count)| !count.bit(0) && !c.game.is_loopy());
    if alone
        && is_one_heap(hole)
        && let Some((heaps, why)) = heaps_that_lose(game, Convention::Normal, cx)?
    {
        evidence.add(&why);
        told(heaps, found, answer);
        return Ok(true);
    }
    let law = game.knowledge()?.law.as_deref();
    // all of them as a condition
    let mut set = None;
    let (among, last) = match law.and_then(|law| law.candidates(&hole.component.place, hole.coordinate, &rest)) {
        Some(Candidates::Among(mut numbers)) => {
            numbers.sort_unstable();
            numbers.dedup();
            (numbers, Some(Nat::ZERO))
        }
        Some(Candidates::First(numbers)) => (numbers, None),
        Some(Candidates::All) => {
            set = Some("? >= 0".to_owned());
            ((0..FIRST).map(Nat::from).collect(), Some(Nat::ZERO))
        }
        Some(Candidates::UpTo(last)) => (Vec::new(), Some(last).filter(|last| *last <= Nat::from(TRIES))),
        None => match (far_numbers(hole, &rest, cx)?, game.last_with_value(&rest, cx)?) {
            (Some(numbers), _) => (numbers, Some(Nat::ZERO)),
            (None, Some((last, why))) => {
                evidence.add(&why);
                (Vec::new(), Some(last))
            }
            (None, None) => (Vec::new(), largest(hole)),
        },
    };
    if last.is_none() {
        set = law.and_then(|law| condition(law, hole, &rest));
    }
    let limit = if set.is_some() { FIRST } else { limit };
    let unique = game.lowers_at_will(hole.coordinate, hole.component.place.len());
    let to = last.clone().unwrap_or_else(|| Nat::from(TRIES));
    let mut numbers: Box<dyn Iterator<Item = Nat>> = match among.is_empty() {
        true => Box::new(std::iter::successors(Some(Nat::ZERO), |n| Some(n + Nat::ONE)).take_while(|n| *n <= to)),
        false => Box::new(among.into_iter()),
    };
    for number in numbers.by_ref() {
        cx.tick(1)?;
        let Some(component) = filled(hole, number.clone()) else { continue };
        let fits = match alone {
            true => game.find_outcome(&component.place, cx)?.map(|outcome| outcome == Outcome::Previous),
            false => game.find_value(&component.place, cx)?.map(|value| value == rest),
        };
        evidence.add(&fits.evidence);
        if fits.what {
            found.push(number);
            if unique {
                return Ok(true);
            }
            if found.len() >= limit {
                break;
            }
        }
    }
    if found.len() >= limit {
        answer.unknown_set = set;
    }
    Ok(answer.unknown_set.is_some() || last.is_some() && numbers.next().is_none())
}

/// What the game's law says of the number, as a condition: `? = 0 or ? in fibs`.
fn condition(law: &dyn Law, hole: &Hole, value: &Nat) -> Option<String> {
    let place = &hole.component.place;
    let numbers: Vec<String> =
        (0..place.len()).map(|at| if at == hole.coordinate { "?".to_owned() } else { place[at].to_string() }).collect();
    let claims = law.claims_of(place.len());
    let said =
        |start: &str| claims.iter().find_map(|claim| claim.strip_prefix(start)).map(|text| renamed(text, &numbers));
    if value.is_zero()
        && let Some(condition) = said("P: ")
    {
        return Some(condition);
    }
    let cases = said("g = ")?;
    let Some((first, rest)) = cases.split_once(" if ") else { return Some(format!("{cases} = {value}")) };
    let (when, otherwise) = rest.split_once(" else ")?;
    // in the last case it is another number
    let other = otherwise.parse::<u64>().is_ok_and(|number| Nat::from(number) != *value);
    other.then(|| format!("{when} and {first} = {value}"))
}

/// Is the other number of a pair so large that no table reaches it?
fn is_far_pair(hole: &Hole) -> bool {
    let Component { game, place } = &hole.component;
    let two = place.len() == 2 && game.kind().as_rule().is_some() && !game.is_loopy();
    two && is_far(&[place[1 - hole.coordinate].clone(), place[1 - hole.coordinate].clone()])
}

/// Does the answer ask for the law of single values: of a far pair that the game's own law does not tell?
fn wants_single_values(position: &Position, hole: &Hole) -> Result<bool> {
    let Component { game, place } = &hole.component;
    let told = |law: &dyn Law| law.candidates(place, hole.coordinate, &Nat::ZERO).is_some();
    let is_told = others(position, hole).is_empty() && game.knowledge()?.law.as_deref().is_some_and(told);
    Ok(is_far_pair(hole) && !is_told)
}

/// The numbers that give a far place this value, where its law of single values tells them.
fn far_numbers(hole: &Hole, value: &Nat, cx: &Context) -> Result<Option<Vec<Nat>>> {
    let Component { game, place } = &hole.component;
    match is_far_pair(hole).then(|| game.levels_law(cx)).transpose()?.flatten() {
        Some(law) => law.numbers(place, hole.coordinate, value, cx),
        None => Ok(None),
    }
}

/// Is the number looked for the size of a heap?
fn is_one_heap(hole: &Hole) -> bool {
    let Component { game, place } = &hole.component;
    place.len() == 1 && game.shape() == Shape::Heap && !game.is_loopy()
}

/// Keeps the heaps that fit, those of an endless set as a condition too.
fn told(heaps: Heaps, found: &mut Vec<Nat>, answer: &mut Answer) {
    match heaps {
        Heaps::Few(all) => *found = all,
        Heaps::Endless(set) => {
            *found = set.first(FIRST);
            answer.unknown_set = Some(set.to_string());
        }
    }
}

fn misere(
    position: &Position,
    hole: &Hole,
    limit: usize,
    found: &mut Vec<Nat>,
    answer: &mut Answer,
    cx: &Context,
) -> Result<bool> {
    let others = others(position, hole);
    if others.is_empty()
        && is_one_heap(hole)
        && !hole.component.game.is_nim()
        && let Some((heaps, why)) = heaps_that_lose(&hole.component.game, Convention::Misere, cx)?
    {
        answer.evidence = why;
        told(heaps, found, answer);
        return Ok(true);
    }
    let nim = hole.component.game.is_nim() && others.iter().all(|(c, _)| c.game.is_nim());
    if !nim
        && is_one_heap(hole)
        && let Some((heaps, why)) = heaps_that_complete(&hole.component.game, &others, cx)?
    {
        answer.evidence = why;
        told(heaps, found, answer);
        return Ok(true);
    }
    let unique = hole.component.game.lowers_at_will(hole.coordinate, hole.component.place.len());
    let mut judge = Judge::new();
    let largest = largest(hole);
    let last = match &largest {
        _ if nim => others.iter().fold(Nat::ONE, |m, (c, _)| m | &c.place[0]),
        Some(largest) => largest.clone(),
        None => Nat::from(TRIES),
    };
    let mut number = Nat::ZERO;
    let mut complete = false;
    while number <= last {
        cx.tick(1)?;
        // in misère Nim the number is the xor of the others, or it is at most 1
        if let Some(component) = filled(hole, number.clone()) {
            let mut sum = others.clone();
            sum.push((component, Nat::ONE));
            if judge.sum(&sum, cx)? == Outcome::Previous {
                if found.len() >= limit {
                    break;
                }
                found.push(number.clone());
                if unique {
                    complete = true;
                    break;
                }
            }
        }
        number += Nat::ONE;
        if nim && number == Nat::from(2u8) {
            let xor = others.iter().filter(|(_, n)| n.bit(0)).fold(Nat::ZERO, |x, (c, _)| x ^ &c.place[0]);
            if xor > number {
                number = xor;
            }
        }
    }
    answer.evidence = judge.evidence();
    Ok(complete || nim || largest.is_some() && number > last)
}
