//! Character sums of values that grow by a power of two in every period.
//!
//! Lasker's Nim has g(n + 4) = g(n) + 4: the values of one residue class are 4q + u for q in an interval, so their low
//! two digits are fixed and the others run through an interval [w, w + c). A histogram is then, for each low part u, a
//! sum of ranges [0, B) with signs. As for Nim (see [`super::spectrum`]), the sum of [0, B) under a character of the
//! high digits with lowest digit t is min(r, 2^(t+1) − r), r = B mod 2^(t+1), times the sign that the character's digits
//! above t give to B. These signs are linear in the digits: the distinct high parts of the B span a space of some
//! dimension ρ over the field of two elements, all 2^ρ patterns of signs occur, and equally often. Of the ends of the
//! classes, some are small and the others are near each other, so ρ is small, however long the range is.
//!
//! Cost: for each of the b digits 2^ρ patterns, times the low parts, times the classes. Proof: above.

use std::collections::BTreeMap;

use super::spectrum::Spectrum;
use crate::context::{Context, Spent};
use crate::error::Result;

/// Values `first`, `first` + s, `first` + 2s, …, so many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) first: u64,
    pub(super) count: u128,
}

/// So many patterns of signs are gone through for one digit at most.
const PATTERNS: usize = 14;

/// The character sums of the values in all runs of step 2^`low`.
///
/// # Errors
/// Too many patterns; a spent budget.
pub(super) fn of_runs(runs: &[Run], low: u32, cx: &Context) -> Result<Spectrum> {
    // for each low part, the ends of ranges [0, B) with how often they count
    let mut ends: BTreeMap<(u64, u128), i128> = BTreeMap::new();
    let mut heaps = 0u128;
    for run in runs.iter().filter(|run| run.count > 0) {
        let (u, w) = (run.first & ((1 << low) - 1), u128::from(run.first >> low));
        *ends.entry((u, w)).or_default() -= 1;
        *ends.entry((u, w + run.count)).or_default() += 1;
        heaps += run.count;
    }
    ends.retain(|(_, end), times| *end > 0 && *times != 0);
    let last = ends.keys().map(|(_, end)| *end).max().unwrap_or(1);
    let high = 128 - (last - 1).leading_zeros();
    let mut sums: BTreeMap<i128, u128> = BTreeMap::new();
    let mut add = |ranges: &[(u64, i128)], times: u128| {
        for i in 0..1u64 << low {
            let signed = |(u, size): &(u64, i128)| if (i & u).count_ones() % 2 == 1 { -size } else { *size };
            *sums.entry(ranges.iter().map(signed).sum()).or_default() += times;
        }
    };
    let whole: Vec<(u64, i128)> = ends.iter().map(|((u, end), times)| (*u, times * *end as i128)).collect();
    add(&whole, 1);
    for t in 0..high {
        let block = 1u128 << (t + 1);
        let mut basis = Basis::default();
        let parts: Vec<(u64, i128, u32)> = ends
            .iter()
            .map(|((u, end), times)| {
                let rest = end % block;
                let pattern = basis.pattern((end % (1 << high)) >> (t + 1));
                (*u, times * rest.min(block - rest) as i128, pattern)
            })
            .collect();
        let rank = basis.vectors.len();
        if rank + low as usize > PATTERNS {
            let needed = format!("2^{} patterns of signs", rank + low as usize);
            return Err(cx.engine_limit(Spent::Nodes, needed).into());
        }
        for signs in 0..1u32 << rank {
            cx.tick((parts.len() as u64) << low)?;
            let ranges: Vec<(u64, i128)> = parts
                .iter()
                .map(|(u, size, pattern)| (*u, if (signs & pattern).count_ones() % 2 == 1 { -size } else { *size }))
                .collect();
            add(&ranges, 1 << (high as usize - 1 - t as usize - rank));
        }
    }
    Ok(Spectrum::of_sums((high + low) as usize, heaps, sums.into_iter().collect()))
}

/// A basis of the space that some numbers span when their digits are added without carry.
#[derive(Default)]
struct Basis {
    /// Each has a highest digit of its own.
    vectors: Vec<u128>,
    /// Which of the independent numbers each is made of.
    made_of: Vec<u32>,
}

impl Basis {
    /// Which of the independent numbers met so far add up to this one; it joins them if none do.
    fn pattern(&mut self, number: u128) -> u32 {
        let (mut rest, mut pattern) = (number, 0);
        for (vector, made_of) in self.vectors.iter().zip(&self.made_of) {
            // the vectors come by their highest digits, the highest first
            if rest >> (127 - vector.leading_zeros()) & 1 == 1 {
                rest ^= vector;
                pattern ^= made_of;
            }
        }
        if rest == 0 {
            return pattern;
        }
        if self.vectors.len() > PATTERNS {
            // more than are gone through: the caller refuses
            return pattern;
        }
        let own = 1 << self.vectors.len();
        let at = self.vectors.partition_point(|v| *v > rest);
        self.vectors.insert(at, rest);
        self.made_of.insert(at, pattern | own);
        own
    }
}
