//! Runs of equal values, where the options are intervals whose ends never fall.
//!
//! ```text
//! {n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}
//!     heaps    0…3  4…15  16…81  82…6723  6724…50625  50626…2562991875  2562991876…
//!     values    0    1      2       0         3              1               2
//! ```
//!
//! **Theorem.** Let the options of the heap n be the heaps of some intervals from a(n) to b(n), and let no a and no b fall
//! while n grows. As long as every a and every b stays in one run of equal values, the values among the options
//! stay the same, and with them their mex. *Proof.* The values that occur from a to b are those of the runs from that of a to
//! that of b, unless the interval is empty. ∎
//!
//! So one heap is looked at in each stretch, and the next stretch is found by doubling and bisection: the run of an end, as
//! the end, never falls. Where both ends lie in one run, it has to be said besides whether the interval is empty: it is not
//! as long as a at the end of the stretch is no more than b at its beginning, and it is as long as a at its beginning is
//! more than b at its end; stretches are halved until one of the two holds. Where b − a never falls, nothing has to be
//! halved. The same argument holds of outcomes in misère play, which are runs too.
//!
//! **Cost.** Some 100 evaluations of each end in a stretch. Codeforces 256C asks for heaps up to 777 777 777 777: 7 runs.
//! Where moves may leave n − 1, nearly each heap is a run of its own, and the search is given up early: tables are for that.

use std::ops::Range;
use std::sync::Arc;

use grundy_core::{Context, Convention, Error, Nat, Result, Theorem};
use smallvec::SmallVec;

use super::law::Listing;
use crate::place::Place;
use crate::rule::sliding::{LARGEST, Sliding};
use crate::rule::trouble::{Step, Trouble};

/// The theorem above.
pub static RUNS: Theorem = Theorem {
    id: "runs-of-values",
    statement: "the options of n are all heaps of intervals whose ends never fall as n grows; while every end stays in \
        one run of equal values, the mex of the options stays the same, so one heap of each stretch tells all",
    chinese: "等值段定理：n 的后继恰为若干区间中的全部堆，区间端点随 n 增大而不减；只要每个端点都停留在同一个等值段内，后继的 mex 就不变，\
        因此每一段只需计算一个堆",
    reference: "",
};

/// Consecutive heaps with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first of them.
    pub start: u128,
    /// Their value.
    pub value: u32,
}

/// After so many stretches, and after twice as many each time, it is looked whether they are long …
const FIRST_LOOK: u64 = 1 << 10;
/// … which they are if they hold so many heaps on average …
const LONG: i128 = 64;
/// … or grow longer: then twice as many reach so many times as far.
const FARTHER: i128 = 3;

/// The runs of the first heaps.
#[derive(Debug)]
pub struct Runs {
    moves: Arc<[Sliding]>,
    convention: Convention,
    runs: Vec<Run>,
    /// The runs of each value.
    with: Vec<Vec<usize>>,
    /// The heaps before this one are known.
    end: i128,
    /// Stretches so far.
    stretches: u64,
    /// The first heap behind half of them, where it was looked last whether they are long.
    half: i128,
    /// They are too short: nobody looks further.
    over: bool,
}

/// The least and the largest heap of an interval, which is empty where the first is larger.
type Ends = (i128, i128);

impl Runs {
    /// Of moves each of which leaves a smaller heap.
    #[must_use]
    pub fn new(moves: Arc<[Sliding]>, convention: Convention) -> Runs {
        Runs { moves, convention, runs: vec![], with: vec![], end: 0, stretches: 0, half: 0, over: false }
    }

    /// The value of a heap: a Grundy value in normal play; in misère play 0 for a P-position and 1 for an N-position.
    /// `None`: the heap is too large, or there are too many runs before it.
    ///
    /// # Errors
    /// A spent budget; what was found until then is kept.
    pub fn value(&mut self, n: i128, cx: &Context) -> Result<Option<u32>> {
        if n < self.end {
            return Ok(self.known(n));
        }
        let Some(intervals) = self.options(n, cx)? else { return Ok(None) };
        let Some(last) = intervals.iter().map(|interval| interval.1).max() else { return Ok(Some(self.mex(&[]))) };
        if !self.grow(last + 1, cx)? {
            return Ok(None);
        }
        Ok(Some(self.mex(&intervals)))
    }

    /// Is all known that the value of a heap depends on?
    pub fn reach(&self, n: i128, cx: &Context) -> bool {
        let Ok(Some(intervals)) = self.options(n, cx) else { return false };
        intervals.iter().all(|interval| interval.1 < self.end)
    }

    /// The options of this value, one range after the other.
    ///
    /// # Errors
    /// As [`Runs::value`].
    pub fn options_with(&mut self, n: i128, value: u32, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        let Some(intervals) = self.options(n, cx)? else { return Ok(None) };
        let last = intervals.iter().map(|interval| interval.1).max().unwrap_or(-1);
        if !self.grow(last + 1, cx)? {
            return Ok(None);
        }
        let runs = self.with.get(value as usize).map(Vec::as_slice).unwrap_or_default();
        cx.tick(runs.len() as u64)?;
        let heaps = runs.iter().map(|&run| self.heaps_of(run));
        Ok(Some(listing(&united(&intervals), heaps, limit)))
    }

    /// All options.
    ///
    /// # Errors
    /// As [`Runs::value`].
    pub fn all_options(&self, n: i128, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        let Some(intervals) = self.options(n, cx)? else { return Ok(None) };
        Ok(Some(listing(&united(&intervals), std::iter::once((0, n)), limit)))
    }

    /// The runs from heap 0 on; the last may go on behind what was looked at.
    #[must_use]
    pub fn known_runs(&self) -> &[Run] {
        &self.runs
    }

    /// The first heap whose value was not worked out yet.
    #[must_use]
    pub fn end(&self) -> i128 {
        self.end
    }

    /// Works out the values of all heaps before this one; `false`: there are too many runs.
    ///
    /// # Errors
    /// A spent budget; what was found until then is kept.
    pub fn grow(&mut self, to: i128, cx: &Context) -> Result<bool> {
        if to <= self.end {
            return Ok(true);
        }
        if to > LARGEST || self.over {
            return Ok(false);
        }
        let grown = (|| {
            let made: Vec<Range<i128>> = self.moves.iter().map(|m| m.heaps(to, cx)).collect::<Step<_>>()?;
            while self.end < to && !self.over {
                self.stretch(&made, to, cx)?;
                if self.stretches.is_power_of_two() {
                    let grow = self.end >= FARTHER * self.half || self.end >= LONG * i128::from(self.stretches);
                    self.over = self.stretches >= FIRST_LOOK && !grow;
                    self.half = self.end;
                }
            }
            Ok(self.end >= to)
        })();
        Ok(as_error(grown)?.unwrap_or(false))
    }

    /// Works out one stretch from `end` on.
    fn stretch(&mut self, made: &[Range<i128>], to: i128, cx: &Context) -> Step<()> {
        let n = self.end;
        let active: SmallVec<[usize; 4]> = (0..self.moves.len()).filter(|&i| made[i].contains(&n)).collect();
        let stops = made.iter().flat_map(|range| [range.start, range.end]).filter(|&stop| stop > n);
        let last = stops.fold(to, i128::min);
        let ends_at = |m: i128| -> Step<SmallVec<[Ends; 4]>> {
            cx.tick(8 * active.len() as u64 + 1).map_err(stopped)?;
            active.iter().map(|&i| self.moves[i].interval(m, cx)).collect()
        };
        let here = ends_at(n)?;
        let value = self.mex(&here);
        let runs_of = |(least, largest): Ends| (self.count(least), self.count(largest));
        let first: SmallVec<[(usize, usize); 4]> = here.iter().map(|&ends| runs_of(ends)).collect();
        // a run that begins here is the last one, and no end is in it yet
        let begins = self.runs.last().is_none_or(|run| run.value != value);
        let stays = |there: &[Ends], m: i128| {
            let same = |(&before, &ends): (&(usize, usize), &Ends)| {
                runs_of(ends) == before && !(begins && (ends.0 >= n || ends.1 >= n))
            };
            assert!(m > n);
            first.iter().zip(there).all(same)
        };
        // the last heap of the stretch, by doubling and bisection
        let (mut inside, mut outside, mut step) = (n, None, 1);
        let mut there = here.clone();
        while outside.is_none() && inside + 1 < last {
            let m = (inside + step).min(last - 1);
            let ends = ends_at(m)?;
            if stays(&ends, m) {
                (inside, there, step) = (m, ends, step * 2);
            } else {
                outside = Some(m);
            }
        }
        while let Some(m) = outside.filter(|&m| m - inside > 1) {
            let middle = inside + (m - inside) / 2;
            let ends = ends_at(middle)?;
            if stays(&ends, middle) {
                (inside, there) = (middle, ends);
            } else {
                outside = Some(middle);
            }
        }
        // is every interval empty, or none, all along?
        let sure = |there: &[Ends]| {
            (0..active.len()).all(|at| {
                let (here, there, runs) = (here[at], there[at], first[at]);
                let open = here.0 <= here.1 && (there.0 <= here.1 || self.moves[active[at]].stays_open());
                runs.0 != runs.1 || open || here.0 > there.1
            })
        };
        while !sure(&there) {
            inside = n + (inside - n) / 2;
            there = ends_at(inside)?;
        }
        if begins {
            let value_at = value as usize;
            if self.with.len() <= value_at {
                self.with.resize(value_at + 1, Vec::new());
            }
            self.with[value_at].push(self.runs.len());
            self.runs.push(Run { start: n.unsigned_abs(), value });
        }
        self.end = inside + 1;
        self.stretches += 1;
        Ok(())
    }

    /// The intervals of options that are not empty; `None`: an end without a value.
    fn options(&self, n: i128, cx: &Context) -> Result<Option<Vec<Ends>>> {
        if !(0..LARGEST).contains(&n) {
            return Ok(None);
        }
        let found = (|| {
            let mut intervals = Vec::with_capacity(self.moves.len());
            for sliding in self.moves.iter() {
                if sliding.is_made(n, cx)? {
                    let ends = sliding.interval(n, cx)?;
                    if ends.0 <= ends.1 {
                        intervals.push(ends);
                    }
                }
            }
            Ok(intervals)
        })();
        as_error(found)
    }

    /// What options in these intervals come to.
    fn mex(&self, intervals: &[Ends]) -> u32 {
        let ranges: SmallVec<[(usize, usize); 4]> = intervals
            .iter()
            .filter(|ends| ends.0 <= ends.1)
            .map(|ends| (self.count(ends.0) - 1, self.count(ends.1) - 1))
            .collect();
        let occurs = |value: usize| {
            self.with.get(value).is_some_and(|runs| {
                ranges.iter().any(|&(from, to)| {
                    let at = runs.partition_point(|&run| run < from);
                    runs.get(at).is_some_and(|&run| run <= to)
                })
            })
        };
        match self.convention {
            Convention::Normal => (0..).take_while(|&value| occurs(value)).count() as u32,
            Convention::Misere => u32::from(ranges.is_empty() || occurs(0)),
        }
    }

    /// How many runs begin at this heap or before.
    fn count(&self, heap: i128) -> usize {
        u128::try_from(heap).map_or(0, |heap| self.runs.partition_point(|run| run.start <= heap))
    }

    fn known(&self, n: i128) -> Option<u32> {
        Some(self.runs.get(self.count(n).checked_sub(1)?)?.value)
    }

    /// The first heap of a run, and the first behind it.
    fn heaps_of(&self, run: usize) -> Ends {
        let behind = self.runs.get(run + 1).map_or(self.end, |run| run.start as i128);
        (self.runs[run].start as i128, behind)
    }
}

fn stopped(stopped: grundy_core::Stopped) -> Trouble {
    Trouble::Other(Box::new(stopped.into()))
}

/// An expression without a value is no answer; a spent budget is an error.
fn as_error<T>(step: Step<T>) -> Result<Option<T>> {
    match step {
        Ok(found) => Ok(Some(found)),
        Err(Trouble::Other(error)) => match *error {
            Error::Bad(_) => Ok(None),
            stopped @ Error::Stopped(_) => Err(stopped),
        },
        Err(_) => Ok(None),
    }
}

/// The intervals one after the other, none touching the next.
fn united(intervals: &[Ends]) -> Vec<Ends> {
    let mut sorted = intervals.to_vec();
    sorted.sort_unstable();
    let mut united: Vec<Ends> = Vec::with_capacity(sorted.len());
    for (least, largest) in sorted {
        match united.last_mut() {
            Some(last) if least <= last.1 + 1 => last.1 = last.1.max(largest),
            _ => united.push((least, largest)),
        }
    }
    united
}

/// What lies both in one of the intervals and in one of the runs, each of which stops before its second number.
fn listing(intervals: &[Ends], runs: impl Iterator<Item = Ends>, limit: usize) -> Listing {
    let (mut count, mut first) = (Nat::ZERO, Vec::new());
    let mut at = 0;
    for (start, behind) in runs {
        while intervals.get(at).is_some_and(|interval| interval.1 < start) {
            at += 1;
        }
        for &(least, largest) in intervals[at..].iter().take_while(|interval| interval.0 < behind) {
            let (from, to) = (least.max(start), (largest + 1).min(behind));
            count += Nat::from((to - from).unsigned_abs());
            let room = limit - first.len().min(limit);
            first.extend((from..to).take(room).map(|heap| vec![Place::heap(heap.unsigned_abs())]));
        }
    }
    Listing { count, first }
}

#[cfg(test)]
mod tests;
