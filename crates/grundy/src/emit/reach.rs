//! How many positions a recursion would meet: `{n -> n//2; n//3}` meets few even from 10^18.

use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Result};
use rustc_hash::FxHashSet;

use crate::game::Place;
use crate::rule::eval::Prepared;
use crate::rule::ir::Rule;
use crate::rule::measure::{Measure, Termination, termination};

/// So many options are looked at.
const OPTIONS: u64 = 3_000_000;

/// Values of parameters that are tried beside the largest: often the smallest ones let a play last longest.
pub(super) const SMALL: [u64; 3] = [1, 2, 3];

/// Values of a coordinate that are tried beside the largest, where a move may make it larger.
const LEAST: [u64; 2] = [0, 1];

/// Is the place whose coordinates are all the largest one from which as many positions are met as from any other? Known
/// where every move makes the sum smaller.
pub(super) fn is_from_the_largest(rule: &Rule) -> bool {
    termination(rule) == Termination::Proved(Measure::Sum)
}

/// The number of positions of the rule's own game that can be reached from the place whose coordinates are all `max`;
/// where the last ones are parameters, the largest such number for some values of them, and where the sum may rise, that for
/// some places with a small coordinate. `None` where there are more than `most`, or too many options.
pub(super) fn reachable(rule: &Rule, parameters: usize, max: &Nat, most: usize, cx: &Context) -> Result<Option<usize>> {
    let first = rule.arity - parameters;
    let largest: Place = (0..rule.arity).map(|_| max.clone()).collect();
    let mut starts = vec![largest.clone()];
    if !is_from_the_largest(rule) {
        for at in 0..first {
            starts.extend(LEAST.map(|small| {
                let mut start = largest.clone();
                start[at] = Nat::from(small);
                start
            }));
        }
    }
    for at in first..rule.arity {
        let with = |small: u64| {
            let change = move |start: &Place| {
                let mut start = start.clone();
                start[at] = Nat::from(small);
                start
            };
            starts.iter().map(change).collect::<Vec<_>>()
        };
        let more: Vec<Place> = SMALL.into_iter().flat_map(with).collect();
        starts.extend(more);
    }
    let mut largest = 0;
    for start in starts {
        // more options than the trial allows are too many
        let Some(found) = cx.trial(OPTIONS, |part| count(rule, start, most, part))?.flatten() else { return Ok(None) };
        largest = largest.max(found);
    }
    Ok(Some(largest))
}

fn count(rule: &Rule, start: Place, most: usize, cx: &Context) -> Result<Option<usize>> {
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
    Ok(Some(seen.len()))
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
    }
}
