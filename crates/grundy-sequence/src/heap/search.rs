//! Repetitions at the end of a sequence.

use super::simd::Lane;
use super::sparse::Sparse;
use super::{HeapSequence, State};

/// G(n + period) = G(n) for all n ≥ from, as far as the sequence goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The smallest heap from which the equation holds.
    pub from: u64,
    /// The distance.
    pub period: u64,
}

/// So many values at the end must repeat.
const TAIL: usize = 4096;

/// The least distance at which the end repeats from `latest(distance)` on or earlier, with the place where it begins,
/// and which `admits` does not refuse.
fn distances<T: Copy + PartialEq>(
    all: &[T],
    tail: usize,
    latest: impl Fn(usize) -> Option<usize>,
    mut admits: impl FnMut(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let size = all.len();
    if tail == 0 || 2 * tail > size {
        return None;
    }
    let last = &all[size - tail..];
    let probe: &[T] = &all[size - 16.min(tail)..];
    for p in 1..=size / 2 {
        let end = size - p;
        if all[end - 1] != last[tail - 1] || all[end - probe.len()..end] != *probe || all[end - tail..end] != *last {
            continue;
        }
        // most distances that repeat the tail fail at once where the repetition would have to begin
        let Some(needed) = latest(p).map(|n| n.min(end - tail)) else { continue };
        if all[needed..end] != all[needed + p..] {
            continue;
        }
        let before = all[..needed].iter().rev().zip(all[..needed + p].iter().rev());
        let from = needed - before.take_while(|(a, b)| a == b).count();
        if admits(from, p) {
            return Some((from, p));
        }
    }
    None
}

fn sparse<L: Lane>(s: &Sparse<L>, latest: impl Fn(usize) -> Option<usize>) -> Option<(usize, usize)> {
    // equal codes of one class are equal values; where one heap is rare and the other not, the values differ
    let exact = |from: usize, p: usize| {
        let differs = |n: usize| s.rares.has(n) != s.rares.has(n + p);
        let end = s.codes.len() - p;
        let both = s.rares.heaps.iter().flat_map(|&r| [Some(r), r.checked_sub(p)]).flatten();
        let last = both.filter(|&n| n >= from && n < end && differs(n)).max();
        let first = usize::from(from == 0 && s.value(0) != s.value(p));
        last.map_or(from, |l| l + 1).max(first)
    };
    let even = |p: usize| !s.space.position || p.is_multiple_of(2);
    let tail = TAIL.min(s.codes.len() / 8);
    let admitted = |from: usize, p: usize| latest(p).is_some_and(|most| exact(from, p) <= most.max(1));
    distances(&s.codes, tail, |p| latest(p).filter(|_| even(p)), admitted).map(|(from, p)| (exact(from, p), p))
}

impl HeapSequence {
    /// The least distance at which the end of the sequence repeats, from heap `latest(distance)` on or earlier (`None`:
    /// not with this distance). Linear in the sequence, and again for each distance that repeats the last values.
    pub fn repetition(&self, latest: impl Fn(u64) -> Option<u64>) -> Option<Repetition> {
        let latest = |p: usize| latest(p as u64).and_then(|n| usize::try_from(n).ok());
        let any = |_: usize, _: usize| true;
        let found = match &self.state {
            State::Bytes(d) => distances(&d.values, TAIL.min(d.values.len() / 8), latest, any),
            State::Words(d) => distances(&d.values, TAIL.min(d.values.len() / 8), latest, any),
            State::SparseBytes(s) => sparse(s, latest),
            State::SparseWords(s) => sparse(s, latest),
        };
        found.map(|(from, p)| Repetition { from: from as u64, period: p as u64 })
    }
}
