//! How many positions a recursion would meet: `{n -> n//2; n//3}` meets few even from 10^18.

use std::ops::ControlFlow;

use grundy_core::{Context, Error, Nat, Result};
use rustc_hash::FxHashSet;

use crate::game::Place;
use crate::rule::arithmetic::expression;
use crate::rule::eval::Prepared;
use crate::rule::ir::{Item, Rule, Set};
use crate::rule::measure::{Measure, Termination, termination};

/// So many options are looked at from one place …
const OPTIONS: u64 = 3_000_000;
/// … and from all of them together so many, before no further place is tried.
const ALL_OPTIONS: u64 = 5 * OPTIONS;

/// Values of parameters that are tried beside the largest: often the smallest ones let a play last longest.
pub(super) const SMALL: [u64; 3] = [1, 2, 3];

/// Places just below the largest: of `{n -> n-2 if n%2 = 1}` every second one has no move.
const NEXT: u64 = 12;
/// So many numbers of conditions are tried.
const NAMED: usize = 8;
/// Smaller ones: halves of halves, each with so many behind it.
const BEHIND: u64 = 2;
/// Values of a coordinate that are tried beside the largest, where a move may make it larger.
const LEAST: [u64; 2] = [0, 1];

/// Is the place whose coordinates are all the largest one from which as many positions are met as from any other? Known
/// where every move makes the sum smaller, and no condition forbids one.
pub(super) fn is_from_the_largest(rule: &Rule) -> bool {
    let free = rule.alternatives.iter().all(|a| a.guards.is_empty() && a.loops.iter().all(|l| is_plain(&l.set)));
    free && termination(rule) == Termination::Proved(Measure::Sum)
}

/// Numbers that are written down.
fn is_plain(set: &Set) -> bool {
    set.except.is_empty() && set.items.iter().all(|item| matches!(item, Item::One(_) | Item::Range { .. }))
}

/// The number of positions of the rule's own game that can be reached from the place whose coordinates are all `max`, or from
/// one of some others, whichever meets most; the last coordinates may be parameters. `None` where there are more than `most`, or too
/// many options.
pub(super) fn reachable(rule: &Rule, parameters: usize, max: &Nat, most: usize, cx: &Context) -> Result<Option<usize>> {
    let (mut largest, before) = (0, cx.nodes());
    let all = starts(rule, parameters, max);
    let wanted: FxHashSet<Place> = all.iter().cloned().collect();
    let mut met = FxHashSet::default();
    for (number, start) in all.into_iter().enumerate() {
        // all that is met from it was met from an earlier one
        if met.contains(&start) {
            continue;
        }
        // more options than the trial allows are too many
        match cx.trial(OPTIONS, |part| positions(rule, start, most, part)) {
            Ok(found) => match found.flatten() {
                Some(found) => {
                    largest = largest.max(found.len());
                    met.extend(found.into_iter().filter(|place| wanted.contains(place)));
                }
                None => return Ok(None),
            },
            // beside the largest place there may be some of which the rule says nothing
            Err(Error::Bad(_)) if number > 0 => {}
            Err(bad) => return Err(bad),
        }
        if cx.nodes() - before > ALL_OPTIONS {
            break;
        }
    }
    Ok(Some(largest))
}

/// Places to begin at, the largest first.
fn starts(rule: &Rule, parameters: usize, max: &Nat) -> Vec<Place> {
    let first = rule.arity - parameters;
    let largest: Place = (0..rule.arity).map(|_| max.clone()).collect();
    let mut tried: Vec<Nat> = LEAST.map(Nat::from).to_vec();
    if !is_from_the_largest(rule) {
        tried.extend((1..=NEXT).filter(|below| Nat::from(*below) < *max).map(|below| max - Nat::from(below)));
        let halves = std::iter::successors(Some(max / Nat::from(2u8)), |n| Some(n / Nat::from(2u8)));
        let halves = halves.take_while(|n| *n > Nat::ZERO);
        tried.extend(halves.flat_map(|n| (0..=BEHIND).map(move |behind| &n + Nat::from(behind))));
        // a condition may hold up to a number that it names
        tried.extend(numbers(rule).into_iter().flat_map(|n| [n.saturating_sub(1), n, n + 1]).map(Nat::from));
        tried.retain(|n| n < max);
        tried.sort();
        tried.dedup();
    }
    let with = |start: &Place, at: usize, n: &Nat| {
        let mut start = start.clone();
        start[at] = n.clone();
        start
    };
    let mut starts = vec![largest.clone()];
    if !is_from_the_largest(rule) {
        let others = || tried.iter().rev();
        starts.extend((0..first).flat_map(|at| others().map(move |n| (at, n))).map(|(at, n)| with(&largest, at, n)));
        // all coordinates smaller alike
        let alike = |n: &Nat| (0..first).fold(largest.clone(), |start, at| with(&start, at, n));
        if first > 1 {
            starts.extend(others().map(alike));
        }
    }
    for at in first..rule.arity {
        let more: Vec<Place> =
            SMALL.iter().flat_map(|small| starts.iter().map(|start| with(start, at, &Nat::from(*small)))).collect();
        starts.extend(more);
    }
    starts
}

/// Numbers that conditions of the rule name, the largest ones: of `10^5` the whole, 10 and 5.
fn numbers(rule: &Rule) -> Vec<u64> {
    let mut numbers = Vec::new();
    for guard in rule.alternatives.iter().flat_map(|a| &a.guards) {
        guard.cond.each_expr(&mut |whole| {
            whole.each(&mut |e| {
                let known = if e.holds_variable(&|_| true) { None } else { expression::<i64>(e, &[]).ok() };
                numbers.extend(known.and_then(|n| u64::try_from(n).ok()));
            });
        });
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().rev().take(NAMED).collect()
}

/// What is met from a place, unless it is more than `most`.
fn positions(rule: &Rule, start: Place, most: usize, cx: &Context) -> Result<Option<FxHashSet<Place>>> {
    let prepared = Prepared::new(rule)?;
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    let mut open = vec![start.clone()];
    seen.insert(start);
    while let Some(place) = open.pop() {
        let mut visit = |_: &crate::rule::ir::Alternative, parts: &crate::rule::eval::Parts<'_>| {
            for (game, place) in parts {
                if game.is_none() && !seen.contains(place) {
                    seen.insert(place.clone());
                    open.push(place.clone());
                }
            }
            if seen.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if prepared.options(&place, cx, &mut visit)?.is_break() {
            return Ok(None);
        }
    }
    Ok(Some(seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    #[test]
    fn small_coordinates_may_meet_more_positions() {
        let cx = Context::default();
        let met = |text: &str, max: u64| reachable(&rule(text), 0, &Nat::from(max), 10_000, &cx).unwrap();
        // from (20, 20) the second number stays, from (20, 1) it becomes 2, 3, 4, …
        let larger = "{(n,m) -> (n-x,max(x,m)) for x in 1..2*m by n}";
        assert!(met(larger, 20) > Some(60), "{:?}", met(larger, 20));
        assert_eq!(met("{s -> s+1 if s < 100 by 100-s}", 1000), Some(101));
        assert_eq!(met("{n -> n//2 if n > 0}", 1000), Some(11));
        // from the largest place there is no move
        for text in [
            "{n -> n-2 if n%2 = 1}",
            "{n -> n-7 if n not in powers(10)}",
            "{n -> n-1 if n < 100000}",
            "{n -> n-1 if n < 10^5}",
            "{n -> n-1 if 2*n < 800000}",
            "{n -> n-1 if n < 3*10^5 and n % 3 > 0 or n < 2^18}",
            "{n -> n-1 if n in 10^6..10^6+400000}",
            "{n -> n-1 if n > 10^6 and n < 10^6+500000}",
            "{(a,b) -> (a-1,b) if a < 2^18 and b > 10^9}",
            "{(a,b) -> (a-1,b) | (a,b-1) if a != b}",
        ] {
            assert_eq!(met(text, 10u64.pow(18)), None, "{text}");
        }
    }
}
