//! Repetitions at the end of a sequence.

use super::lane::Lane;
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

/// The least distance at which the last `tail` items repeat, from `least` on, that `admits` does not refuse.
fn distances<T: Copy + PartialEq>(
    all: &[T],
    tail: usize,
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
        if all[end - 1] == last[tail - 1] && all[end - probe.len()..end] == *probe && all[end - tail..end] == *last {
            let more = all[..end - tail].iter().rev().zip(all[..size - tail].iter().rev());
            let from = end - tail - more.take_while(|(a, b)| a == b).count();
            if admits(from, p) {
                return Some((from, p));
            }
        }
    }
    None
}

fn sparse<L: Lane>(s: &Sparse<L>, mut admits: impl FnMut(usize, usize) -> bool) -> Option<(usize, usize)> {
    let rares = &s.rares.heaps;
    let exact = |from: usize, p: usize| {
        // equal codes of one class are equal values; where one is rare and the other not, they differ
        let differs = |n: &usize| s.rares.has(*n) != s.rares.has(n + p);
        let below = |r: usize| r.checked_sub(p);
        let end = s.codes.len() - p;
        let last = rares.iter().rev().take_while(|&&r| r >= from).filter(|&&r| r < end && differs(&r)).max().copied();
        let before = rares.iter().filter_map(|&r| below(r)).filter(|n| *n >= from && differs(n)).max();
        let last = last.max(before);
        let first = usize::from(from == 0 && s.value(0) != s.value(p));
        last.map_or(from, |l| l + 1).max(first)
    };
    let even = s.space.position;
    distances(&s.codes, TAIL.min(s.codes.len() / 8), |from, p| (!even || p % 2 == 0) && admits(exact(from, p), p))
        .map(|(from, p)| (exact(from, p), p))
}

impl HeapSequence {
    /// The least distance at which the end of the sequence repeats and which `admits` takes, given where the
    /// repetition starts. Linear in the sequence for each candidate.
    pub fn repetition(&self, mut admits: impl FnMut(Repetition) -> bool) -> Option<Repetition> {
        let pair = |from: usize, p: usize| Repetition { from: from as u64, period: p as u64 };
        let admits = |from: usize, p: usize| admits(pair(from, p));
        let found = match &self.state {
            State::Bytes(d) => distances(&d.values, TAIL.min(d.values.len() / 8), admits),
            State::Words(d) => distances(&d.values, TAIL.min(d.values.len() / 8), admits),
            State::SparseBytes(s) => sparse(s, admits),
            State::SparseWords(s) => sparse(s, admits),
        };
        found.map(|(from, p)| pair(from, p))
    }
}
