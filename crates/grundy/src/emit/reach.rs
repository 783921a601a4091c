//! How many positions a recursion would meet: `{n -> n//2; n//3}` meets few even from 10^18.

use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Result};
use rustc_hash::FxHashSet;

use crate::game::Place;
use crate::rule::eval::Prepared;
use crate::rule::ir::Rule;

/// So many options are looked at.
const OPTIONS: u64 = 3_000_000;

/// The number of positions of the rule's own game that can be reached from the place whose coordinates are all `max`;
/// `None` where there are more than `most`, or too many options.
pub(super) fn reachable(rule: &Rule, max: &Nat, most: usize, cx: &Context) -> Result<Option<usize>> {
    // more options than the trial allows are too many
    Ok(cx.trial(OPTIONS, |part| count(rule, max, most, part))?.flatten())
}

fn count(rule: &Rule, max: &Nat, most: usize, cx: &Context) -> Result<Option<usize>> {
    let prepared = Prepared::new(rule)?;
    let start: Place = (0..rule.arity).map(|_| max.clone()).collect();
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
