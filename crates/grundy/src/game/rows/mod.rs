//! Games whose whole list of numbers is one component: stairs, coins on a strip, piles in a row.
//!
//! `staircase(3, 0, 5, 2)` is one position, not a sum. One file a game; each has a function `game` that makes it from
//! what stands in the brackets, the rules ([`Native`]) and, where a theorem is known, its
//! [`Law`](super::Law). The tests at the foot of each file hold the rules against a second, plain reading of them,
//! and the law against brute force.

pub mod end_nim;
pub mod kotzig;
pub mod moore;
pub mod new_stone;
pub mod nim_with_pass;
pub mod northcott;
pub mod silver_dollar;
pub mod staircase;
pub mod thirty_one;
pub mod welter;

#[cfg(test)]
mod brute_force;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::catalogue::NativeArgument;
use super::{Listing, Native, Place};
use crate::error::Diagnostic;
use crate::number::Nat;

/// What a constructor of a row game gives.
type Made = Result<Arc<dyn Native>, Diagnostic>;

/// The game, where nothing may stand in its brackets.
fn without_brackets(name: &str, arguments: &[NativeArgument], game: impl Native + 'static) -> Made {
    if arguments.is_empty() {
        return Ok(Arc::new(game));
    }
    Err(Diagnostic::input(format!("the game “{name}” has nothing in brackets")).suggest(format!("write {name}(…)")))
}

/// The argument as a number alone.
fn one_number(name: &str, what: &str, argument: &NativeArgument) -> Result<u64, Diagnostic> {
    match argument {
        NativeArgument::Numbers(numbers) if numbers.len() == 1 => Ok(numbers[0]),
        NativeArgument::Numbers(_) => {
            Err(Diagnostic::input(format!("in “{name}” one number stands for {what}, not a set")))
        }
    }
}

/// Sorted, without zeros; one zero where nothing is left. For heaps whose order has no meaning.
fn ascending_heaps(mut place: Place) -> Place {
    place.retain(|n| *n != Nat::ZERO);
    place.sort_unstable();
    if place.is_empty() {
        place.push(Nat::ZERO);
    }
    place
}

/// The same for small numbers, into a buffer that is used again.
fn ascending_heaps_into(row: &[u64], buffer: &mut Vec<u64>) {
    buffer.clear();
    buffer.extend(row.iter().copied().filter(|&n| n > 0));
    buffer.sort_unstable();
    if buffer.is_empty() {
        buffer.push(0);
    }
}

/// Visits `row` with one entry replaced by each smaller number.
fn reduce_one_heap(row: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut changed = row.to_vec();
    for at in 0..row.len() {
        for left in 0..row[at] {
            changed[at] = left;
            visit(&changed)?;
        }
        changed[at] = row[at];
    }
    ControlFlow::Continue(())
}

/// Sorted squares; an error names the square that two coins share.
fn distinct_squares(name: &str, mut place: Place) -> Result<Place, Diagnostic> {
    place.sort_unstable();
    if let Some(pair) = place.windows(2).find(|pair| pair[0] == pair[1]) {
        let square = crate::number::shorten(&pair[0]);
        return Err(Diagnostic::input(format!("in “{name}” two coins stand on square {square}"))
            .suggest("every coin needs a square of its own; squares are counted from 0"));
    }
    Ok(place)
}

/// `place` with one entry replaced.
fn with(place: &[Nat], at: usize, value: Nat) -> Place {
    let mut changed = Place::from(place);
    changed[at] = value;
    changed
}

/// The options of Nim on these heaps, in their order, that have this value.
fn nim_options_with_value(place: &[Nat], target: &Nat, limit: usize) -> Listing {
    let change = place.iter().fold(target.clone(), |xor, n| xor ^ n);
    let mut found: Vec<Place> = Vec::new();
    for (at, heap) in place.iter().enumerate() {
        let left = heap ^ &change;
        if left < *heap {
            found.push(with(place, at, left));
        }
    }
    found.sort_unstable();
    let count = Nat::from(found.len());
    Listing { count, first: found.into_iter().take(limit).map(|place| vec![place]).collect() }
}

/// The numbers `from..to` (without `to`), for as many as the caller takes.
fn counting(from: Nat, to: Nat) -> impl Iterator<Item = Nat> {
    std::iter::successors(Some(from), |n| Some(n + Nat::ONE)).take_while(move |n| *n < to)
}
