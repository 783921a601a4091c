//! Counted lists of options whose members are made only on demand.

use grundy_core::number::Nat;

use crate::engine::law::Listing;
use crate::place::Place;

/// No option at all.
pub(super) fn empty() -> Listing {
    Listing::default()
}

/// One heap that is left.
pub(super) fn one_heap(n: Nat) -> Vec<Place> {
    vec![Place::from([n])]
}

/// `count` single heaps; `ascending` yields at least the first `limit` of them.
pub(super) fn heaps(count: Nat, ascending: impl Iterator<Item = Nat>, limit: usize) -> Listing {
    Listing { count, first: ascending.take(limit).map(one_heap).collect() }
}

/// Single heaps, few enough to make all of them.
pub(super) fn few_heaps(ascending: impl Iterator<Item = Nat>, limit: usize) -> Listing {
    let all: Vec<Nat> = ascending.collect();
    heaps(Nat::from(all.len()), all.into_iter(), limit)
}

/// A single heap, or nothing.
pub(super) fn at_most_one(n: Option<Nat>, limit: usize) -> Listing {
    heaps(Nat::from(usize::from(n.is_some())), n.into_iter(), limit)
}

/// All heaps from `from` up to, but not including, `end`.
pub(super) fn interval(from: &Nat, end: &Nat, limit: usize) -> Listing {
    if from >= end {
        return empty();
    }
    heaps(end - from, count_up(from.clone(), end.clone()), limit)
}

/// `from`, `from + 1`, … below `end`.
pub fn count_up(from: Nat, end: Nat) -> impl Iterator<Item = Nat> {
    std::iter::successors(Some(from), |n| Some(n + 1u8)).take_while(move |n| *n < end)
}

/// Places with several coordinates, already sorted.
pub(super) fn places(count: Nat, ascending: impl Iterator<Item = Place>, limit: usize) -> Listing {
    Listing { count, first: ascending.take(limit).map(|p| vec![p]).collect() }
}
