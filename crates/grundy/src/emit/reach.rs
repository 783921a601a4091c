//! How many positions a recursion would meet: `{n -> n//2; n//3}` meets few even from 10^18.

use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Result};
use rustc_hash::FxHashSet;

use crate::game::Place;
use crate::rule::eval::Prepared;
use crate::rule::ir::Rule;

/// So many options are looked at.
const OPTIONS: u64 = 3_000_000;

/// Values of parameters that are tried beside the largest: often the smallest ones let a play last longest.
pub(super) const SMALL: [u64; 3] = [1, 2, 3];

/// The number of positions of the rule's own game that can be reached from the place whose coordinates are all `max`;
/// where the last ones are parameters, the largest such number for some values of them. `None` where there are more than
/// `most`, or too many options.
pub(super) fn reachable(rule: &Rule, parameters: usize, max: &Nat, most: usize, cx: &Context) -> Result<Option<usize>> {
    let first = rule.arity - parameters;
    let mut starts: Vec<Place> = vec![(0..rule.arity).map(|_| max.clone()).collect()];
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
