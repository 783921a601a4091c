//! `nim(3, 5, ?)`: which numbers complete a P-position?

use super::residues::heaps_that_lose;
use super::{SolveOptions, blank};
use crate::plan::misere::Judge;
use crate::plan::numbers::Numbers;
use crate::plan::residues::{Heaps, heaps_that_complete};
use crate::plan::sums::{Sum, Worth};
use dashu_int::ops::BitTest;

use crate::answer::{Answer, MoveList, ValueStatus};
use crate::claim::{Claim, Said, Spelt, said};
use crate::context::{Context, Spent};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::evidence::SPRAGUE_GRUNDY;
use crate::game::{Candidates, Component, Law};
use crate::loopy::Value;
use crate::number::{Int, Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::position::{Hole, Position};
use crate::rule::ir::Expr;

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
    let (mut found, mut last) = (Vec::new(), None);
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
    if position.convention == Convention::Normal {
        // no table reaches so far, and the trial below is too short for the search
        let Component { game, place } = &hole.component;
        game.learn_single_values(place, hole.coordinate, !others(position, hole).is_empty(), cx)?;
    }
    let whole = cx;
    let cx = &whole.part(NODES);
    cx.enter("trial of numbers");
    let result = match position.convention {
        Convention::Normal => normal(position, hole, options.limit.max(LISTED), &mut found, &mut last, &mut answer, cx),
        Convention::Misere => misere(position, hole, options.limit.max(LISTED), &mut found, &mut last, &mut answer, cx),
    };
    // the trial itself has an end that nobody set
    let tried = |cx: &Context| {
        let beyond = match &last {
            Some(last) => format!("a trial of numbers beyond {}", shorten(last)),
            None => "there may be numbers beyond those that were tried".to_owned(),
        };
        cx.engine_limit(Spent::Nodes, beyond)
    };
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
    tried: &mut Option<Nat>,
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
    let Component { game, place } = &hole.component;
    let alone = others.iter().all(|(c, count)| !count.bit(0) && !c.game.is_loopy());
    if game.is_one_heap(place) {
        let heaps = match game.heaps_of_value(&rest, cx)? {
            None if alone => heaps_that_lose(game, Convention::Normal, cx)?,
            heaps => heaps,
        };
        if let Some((heaps, why)) = heaps {
            evidence.add(&why);
            told(heaps, found, answer);
            return Ok(true);
        }
    }
    let (numbers, why) = game.numbers_of_value(place, hole.coordinate, &rest, cx)?;
    evidence.add(&why);
    // all of them as a condition
    let mut set = None;
    let (among, last) = match numbers {
        Numbers::ByLaw(Candidates::Among(mut numbers)) => {
            numbers.sort_unstable();
            numbers.dedup();
            (numbers, Some(Nat::ZERO))
        }
        Numbers::ByLaw(Candidates::First(numbers)) => (numbers, None),
        Numbers::ByLaw(Candidates::All) => {
            set = Some("? >= 0".to_owned());
            ((0..FIRST).map(Nat::from).collect(), Some(Nat::ZERO))
        }
        Numbers::ByLaw(Candidates::UpTo(last)) => (Vec::new(), Some(last).filter(|last| *last <= Nat::from(TRIES))),
        Numbers::Among(numbers) => (numbers, Some(Nat::ZERO)),
        Numbers::UpTo(last) => (Vec::new(), Some(last)),
        Numbers::Any => (Vec::new(), None),
    };
    if last.is_none() {
        set = game.law().and_then(|law| condition(law, hole, &rest));
    }
    let limit = if set.is_some() { FIRST } else { limit };
    let unique = game.lowers_at_will(hole.coordinate, hole.component.place.len());
    let to = last.clone().unwrap_or_else(|| Nat::from(TRIES));
    let in_order = among.is_empty();
    let mut numbers: Box<dyn Iterator<Item = Nat>> = match in_order {
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
        if in_order {
            *tried = Some(number.clone());
        }
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
    let claims = said(law.claims_of(place.len()), place.len());
    let put_in = |said: &Said| said.spelt.renamed(&said.names, &numbers);
    if value.is_zero()
        && let Some(Spelt::PPositions(condition)) =
            claims.iter().find(|said| matches!(said.claim, Claim::Previous(_))).map(put_in)
    {
        return Some(condition);
    }
    claims.iter().find_map(|said| {
        let (Claim::Value(read), Spelt::Values(cases)) = (&said.claim, put_in(said)) else { return None };
        match (cases.parts(), read.last()) {
            (([], formula), _) => Some(format!("{formula} = {value}")),
            // everywhere else it is another number
            (([(first, when)], _), Some((None, Expr::Constant(other)))) if *other != Int::from(value.clone()) => {
                Some(format!("{when} and {first} = {value}"))
            }
            _ => None,
        }
    })
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
    tried: &mut Option<Nat>,
    answer: &mut Answer,
    cx: &Context,
) -> Result<bool> {
    let others = others(position, hole);
    let is_one_heap = hole.component.game.is_one_heap(&hole.component.place);
    if others.is_empty()
        && is_one_heap
        && hole.component.game.misere_nim().is_none()
        && let Some((heaps, why)) = heaps_that_lose(&hole.component.game, Convention::Misere, cx)?
    {
        answer.evidence = why;
        told(heaps, found, answer);
        return Ok(true);
    }
    let like_nim = |component: &Component| component.game.misere_nim().is_some();
    let nim = like_nim(&hole.component) && others.iter().all(|(c, _)| like_nim(c));
    if !nim
        && is_one_heap
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
        *tried = Some(number.clone());
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
