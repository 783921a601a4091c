//! Sets of natural numbers that are unions of intervals and residue classes, in one spelling.
//!
//! `{1,3}`, `2`, `5.. step 2` and `6.. step 2` together are `1..3` and `5..`: as a set, not as it was written.

use grundy_automata::linear::Shadow;
use grundy_core::number::gcd;

use super::spelling::int;
use crate::rule::ir::{Item, Set};

/// `low, low + step, …` up to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) low: i64,
    pub(super) high: Option<i64>,
    pub(super) step: i64,
}

impl Run {
    /// The numbers that a shadow leaves possible; `None` if it is not bounded from below.
    pub(super) fn of(shadow: Shadow) -> Option<Run> {
        let Shadow { low, high, modulus, residue } = shadow;
        let low = low?;
        let low = low.checked_add((residue.checked_sub(low)?).rem_euclid(modulus))?;
        Some(Run { low, high, step: modulus })
    }

    pub(super) fn contains(&self, x: i64) -> bool {
        self.low <= x && self.high.is_none_or(|high| x <= high) && (x - self.low) % self.step == 0
    }

    fn item(self) -> Item {
        match self {
            Run { low, high: Some(high), .. } if low == high => Item::One(int(low)),
            Run { low: 1, high: None, step: 2 } => Item::Odds,
            Run { low: 2, high: None, step: 2 } => Item::Evens,
            Run { low, high, step } => Item::Range { from: int(low), to: high.map(int), step: int(step) },
        }
    }
}

/// Longest period and largest threshold that are spelt out number by number.
const MOST_PERIOD: i64 = 64;
const MOST_LISTED: i64 = 4096;

/// The same set: disjoint runs in ascending order, as few as the shortest period allows.
pub(super) fn canonical(runs: Vec<Run>) -> Vec<Run> {
    let mut runs: Vec<Run> = runs.into_iter().filter(|r| r.high.is_none_or(|high| r.low <= high)).collect();
    for run in &mut runs {
        if let Some(high) = run.high {
            run.high = Some(high - (high - run.low) % run.step);
            if run.high == Some(run.low) {
                run.step = 1;
            }
        }
    }
    let period = runs.iter().map(|r| r.step).try_fold(1i64, |all, s| {
        let common = gcd(all.unsigned_abs(), s.unsigned_abs()).cast_signed();
        (all / common).checked_mul(s).filter(|&p| p <= MOST_PERIOD)
    });
    let least = runs.iter().map(|r| r.low).min().unwrap_or(0);
    let most = runs.iter().map(|r| r.high.unwrap_or(r.low)).max().unwrap_or(0);
    match period {
        Some(1) => merged(runs),
        Some(period) if least >= 0 && most < MOST_LISTED => listed(&runs, most + 1, period),
        _ => {
            let (plain, mut stepped): (Vec<_>, Vec<_>) = runs.into_iter().partition(|r| r.step == 1);
            stepped.sort_by_key(|r| (r.low, r.step));
            stepped.dedup();
            let mut out = merged(plain);
            out.extend(stepped);
            out
        }
    }
}

fn merged(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_key(|r| r.low);
    let mut out: Vec<Run> = Vec::new();
    for run in runs {
        match out.last_mut() {
            Some(last) if last.high.is_none_or(|high| run.low <= high.saturating_add(1)) => {
                last.high = last.high.zip(run.high).map(|(a, b)| a.max(b));
            }
            _ => out.push(run),
        }
    }
    out
}

fn listed(runs: &[Run], threshold: i64, period: i64) -> Vec<Run> {
    let is_in = |x: i64| runs.iter().any(|r| r.contains(x));
    let tail = |x: i64| is_in(x + (threshold - x).max(0).div_euclid(period) * period + period);
    // The shortest period of the tail, then the least threshold for it.
    let shortest =
        (1..=period).find(|p| period % p == 0 && (0..period).all(|x| tail(threshold + x) == tail(threshold + x + p)));
    let period = shortest.unwrap_or(period);
    let mut threshold = threshold;
    while threshold > 0 && is_in(threshold - 1) == is_in(threshold - 1 + period) {
        threshold -= 1;
    }
    let mut out: Vec<Run> =
        (0..threshold).filter(|&x| is_in(x)).map(|x| Run { low: x, high: Some(x), step: 1 }).collect();
    for x in threshold..threshold + period {
        if is_in(x) {
            out.push(Run { low: x, high: None, step: period });
        }
    }
    let (plain, stepped): (Vec<_>, Vec<_>) = out.into_iter().partition(|r| r.step == 1);
    let mut out = merged(plain);
    out.extend(stepped);
    out
}

/// The items that spell the runs.
pub(super) fn items(runs: &[Run]) -> Vec<Item> {
    runs.iter().map(|r| r.item()).collect()
}

/// What the runs leave out of 1, 2, 3 …, if they are intervals.
pub(super) fn complement(runs: &[Run]) -> Option<Vec<Run>> {
    let mut out = Vec::new();
    let mut next = Some(1i64);
    for run in runs {
        if run.step != 1 {
            return None;
        }
        let start = next?;
        if start < run.low {
            out.push(Run { low: start, high: Some(run.low - 1), step: 1 });
        }
        next = run.high.and_then(|high| high.checked_add(1));
    }
    if let Some(low) = next {
        out.push(Run { low, high: None, step: 1 });
    }
    Some(out)
}

/// A set of these items and nothing else.
pub(super) fn set(items: Vec<Item>) -> Set {
    Set { items, except: Vec::new() }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;

    #[test]
    fn one_spelling_a_set() {
        let run = |low, high, step| Run { low, high, step };
        let all = canonical(vec![run(1, Some(3), 2), run(2, Some(2), 1), run(5, None, 2), run(6, None, 2)]);
        assert_eq!(all, [run(1, Some(3), 1), run(5, None, 1)]);
        assert_eq!(canonical(vec![run(1, Some(9), 2), run(3, None, 2)]), [run(1, None, 2)]);
        assert_eq!(canonical(vec![run(1, None, 4), run(3, None, 4)]), [run(1, None, 2)]);
        assert_eq!(canonical(vec![run(4, Some(9), 1), run(1, Some(3), 1)]), [run(1, Some(9), 1)]);
        assert_eq!(canonical(vec![run(0, None, 6), run(3, None, 6)]), [run(0, None, 3)]);
        assert_eq!(complement(&[run(3, Some(4), 1)]), Some(vec![run(1, Some(2), 1), run(5, None, 1)]));
    }

    #[test]
    fn the_canonical_set_is_the_same_set() {
        let mut random = Random::new(7);
        let mut below = |n: u64| random.below(n) as i64;
        for _ in 0..5000 {
            let runs: Vec<Run> = (0..1 + below(4))
                .map(|_| {
                    let low = below(12);
                    Run { low, high: (below(2) == 0).then(|| low + below(12)), step: 1 + below(4) }
                })
                .collect();
            let same = canonical(runs.clone());
            for x in 0..80 {
                let before = runs.iter().any(|r| r.contains(x));
                assert_eq!(before, same.iter().any(|r| r.contains(x)), "{x} {runs:?} {same:?}");
            }
        }
    }
}
