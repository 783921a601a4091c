//! Repetitions that are seen and not proved.
//!
//! The differences d(n) = G(n+1) − G(n) do not feel a saltus: where they repeat with period p, the values repeat with
//! period p and some saltus. The Z-function of the differences in reversed order tells for every p at once how long
//! the end of the sequence repeats. Linear in the sequence.

use grundy_core::Period;

/// What is seen must be at least so long.
const LEAST: usize = 32;

/// The Z-function: for each p, how many places from p on hold the same as the places from 0 on. Of p = 0 it says 0. Linear.
pub(crate) fn repeats(length: usize, same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut z = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for i in 1..length {
        let mut far = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + far < length && same(far, i + far) {
            far += 1;
        }
        if i + far > right {
            (left, right) = (i, i + far);
        }
        z[i] = far;
    }
    z
}

/// The least period, with its saltus and as far back as it goes, that fills at least the last four periods.
///
/// A short stretch at the end may repeat by chance, and where the values grow slowly they stay the same for long: a
/// repetition must fill 32 values or half of the sequence, and constant values three quarters of it.
#[must_use]
pub fn repetition(values: &[u64]) -> Option<Period> {
    repetitions(values).next()
}

/// The same, and all others in which the values end, the shortest period first: a short one may be an accident of the end.
pub fn repetitions(values: &[u64]) -> impl Iterator<Item = Period> + use<'_> {
    let n = values.len();
    // wrapping differences determine values as well as true ones
    let at = |i: usize| values[n - 1 - i].wrapping_sub(values[n - 2 - i]);
    let z = repeats(n.saturating_sub(1), |i, j| at(i) == at(j));
    let equal = values.iter().rev().take_while(|v| Some(*v) == values.last()).count();
    z.into_iter().enumerate().skip(1).filter_map(move |(p, same)| {
        let saltus = values[n - 1].checked_sub(values[n - 1 - p])?;
        // the equation holds for `same` + 1 heaps before the last period
        let from = n - p - 1 - same;
        let stretch = n - from;
        if stretch < 4 * p || stretch < 4 {
            return None;
        }
        // a period of equal values is a stretch of equal values
        let flat = p < equal;
        let long = if flat { 4 * stretch >= 3 * n } else { stretch >= LEAST.min(n / 2) };
        long.then_some(Period { preperiod: from as u64, period: p as u64, saltus })
    })
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;

    fn of(n: u64, f: impl Fn(u64) -> u64) -> Option<(u64, u64, u64)> {
        let values: Vec<u64> = (0..n).map(f).collect();
        repetition(&values).map(|p| (p.preperiod, p.period, p.saltus))
    }

    #[test]
    fn the_least_period_is_seen() {
        assert_eq!(of(200, |n| if n < 7 { 9 } else { n % 4 }), Some((7, 4, 0)));
        assert_eq!(of(200, |n| n / 3), Some((0, 3, 1)));
        assert_eq!(of(200, |_| 5), Some((0, 1, 0)));
        assert_eq!(of(12, |n| n % 3), Some((0, 3, 0)));
        assert_eq!(of(11, |n| n % 3), None);
        assert_eq!(of(200, |n| n * n), None);
        assert_eq!(of(200, |n| n.count_ones().into()), None);
        assert_eq!(of(1000, |n| n.checked_ilog2().unwrap_or(0).into()), None);
        assert_eq!(of(200, |n| 1000 - n), None);
        assert_eq!(of(1, |n| n), None);
    }

    /// All repetitions, as `repetitions` tells what they are, by trying every period.
    fn slow(values: &[u64]) -> Vec<Period> {
        let n = values.len();
        let of = |p: usize| {
            let saltus = values[n - 1].checked_sub(values[n - 1 - p])?;
            let from = (0..n - p).rev().find(|&i| values[i + p] != values[i] + saltus).map_or(0, |i| i + 1);
            let stretch = n - from;
            let constant = values[n - 1 - p..].iter().all(|v| *v == values[n - 1]);
            let long = if constant { stretch * 4 >= n * 3 } else { stretch >= 32 || stretch >= n / 2 };
            (stretch >= 4 * p && stretch >= 4 && long).then_some(Period {
                preperiod: from as u64,
                period: p as u64,
                saltus,
            })
        };
        (1..n).filter_map(of).collect()
    }

    #[test]
    fn a_slow_search_sees_the_same() {
        let mut short = 0;
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            let (pre, p, s) = (random.below(60), 1 + random.below(20), random.below(3));
            let cycle: Vec<u64> = (0..p).map(|_| random.below(4)).collect();
            let head: Vec<u64> = (0..pre).map(|_| random.below(4)).collect();
            let values: Vec<u64> = (0..200)
                .map(|n| match n < pre {
                    true => head[n as usize],
                    false => cycle[((n - pre) % p) as usize] + (n - pre) / p * s,
                })
                .collect();
            for length in [200, 1 + random.index(199)] {
                assert_eq!(repetitions(&values[..length]).collect::<Vec<_>>(), slow(&values[..length]), "{seed}");
            }
            let Some(found) = repetition(&values) else {
                // only where the values end in the same one, for less than three quarters
                let same = values.iter().rev().take_while(|v| **v == values[199]).count();
                assert!(same >= 200 - pre as usize && same < 150, "{seed}");
                short += 1;
                continue;
            };
            let (f, q) = (found.preperiod as usize, found.period as usize);
            let holds = |i: usize| values[i + q] == values[i] + found.saltus;
            assert!((f..200 - q).all(holds) && (f == 0 || !holds(f - 1)), "{seed}");
            assert!(p % found.period == 0 && found.preperiod <= pre, "{seed}");
        }
        assert!((1..100).contains(&short), "{short}");
    }
}
