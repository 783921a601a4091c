//! The least member of a set of tuples: by the sum of coordinates, then lexicographically.
//!
//! "Is there a member whose sum is at most s?" is a sentence, so s is found by halving; then the first coordinate, then the
//! second, with the sum fixed. Some 60 sentences a coordinate, each a product with a small automaton.

use std::sync::Arc;

use grundy_automata::engine::Built;
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::{Dfa, Engine};
use grundy_core::Nat;
use grundy_notation::ast::Relation;

/// Sums are looked for up to 2^62.
const BITS: u32 = 62;

/// The least member, with these weights of the coordinates in the sum; `None` if the set is empty or its numbers are too
/// large. Tracks behind the weighted ones may have any value.
pub(super) fn least(set: Dfa, weights: &[u64], engine: &mut Engine<'_>) -> Built<Option<Vec<Nat>>> {
    let tracks: Vec<Linear> = (0..set.tracks()).map(Linear::variable).collect();
    let member = Formula::Member(Arc::new(set), tracks.clone());
    let scaled = tracks.iter().zip(weights).map(|(t, w)| t.scaled(i64::try_from(*w).ok()?));
    let Some(sum) = scaled.into_iter().try_fold(Linear::default(), |sum, term| sum.plus(&term?)) else {
        return Ok(None);
    };
    let bound: Vec<Variable> = (0..tracks.len() as Variable).collect();
    let mut fixed = vec![member];
    let mut found = Vec::new();
    for form in std::iter::once(&sum).chain(&tracks[..weights.len().min(tracks.len())]) {
        let mut holds = |most: u64| {
            let Some(bounded) = i64::try_from(most).ok().and_then(|m| form.shifted(-m)) else { return Ok(false) };
            let here = Formula::compared(bounded, Relation::LessEqual);
            let all = Formula::all(fixed.iter().cloned().chain([here]));
            engine.decide(&Formula::exists(bound.iter().copied(), all))
        };
        // double, then halve
        let mut most = 1u64;
        while !holds(most)? {
            if most >= 1 << BITS {
                return Ok(None);
            }
            most *= 2;
        }
        let mut low = if most == 1 { 0 } else { most / 2 + 1 };
        while low < most {
            let middle = low + (most - low) / 2;
            if holds(middle)? {
                most = middle;
            } else {
                low = middle + 1;
            }
        }
        let Some(exact) = i64::try_from(most).ok().and_then(|m| form.shifted(-m)) else { return Ok(None) };
        fixed.push(Formula::compared(exact, Relation::Equal));
        found.push(Nat::from(most));
    }
    Ok(Some(found.split_off(1)))
}
