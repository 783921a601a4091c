//! Smallest parts of sums of Schwenk's numbers: h_1 = 1, and h_(i+1) = h_i + h_j with the least j for which c·h_j ≥ h_i.
//!
//! ```text
//! c = 2   1 2 3 5 8 13 21 …      the Fibonacci numbers, so that the sums are Zeckendorf's
//! c = 3   1 2 3 4 6 8 11 15 …
//! ```
//!
//! The largest of them that fits is taken away until nothing is left; what was taken last is the smallest part. Cost: about
//! 45·(c + 1) numbers for n in 64 bits.
//!
//! Reference: A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8 (1970).

use std::collections::VecDeque;

use grundy_core::number::{Int, Nat};

/// The numbers of a larger c are too many.
pub const LARGEST: u32 = 1000;

/// The smallest part of n for c ≥ 1; `None` for 0, which has no part.
#[must_use]
pub fn smallest_part(c: u32, n: u64) -> Option<i64> {
    let mut all = vec![1u64];
    let mut j = 0;
    loop {
        let last = *all.last()?;
        while all.get(j)?.saturating_mul(c.into()) < last {
            j += 1;
        }
        let next = last.saturating_add(*all.get(j)?);
        if next > n {
            break;
        }
        all.push(next);
    }
    let (mut rest, mut smallest) = (n, None);
    for part in all.into_iter().rev().filter(|_| n > 0) {
        if part <= rest {
            rest -= part;
            smallest = i64::try_from(part).ok();
        }
    }
    smallest
}

/// Schwenk's numbers for c ≥ 1 in ascending order; those that may still be added are kept.
pub fn numbers(c: &Nat) -> impl Iterator<Item = Nat> + '_ {
    let mut ahead = VecDeque::new();
    let mut last = Nat::ZERO;
    std::iter::from_fn(move || {
        while ahead.front().is_some_and(|first| first * c < last) {
            ahead.pop_front();
        }
        last = ahead.front().map_or(Nat::ONE, |first| &last + first);
        ahead.push_back(last.clone());
        Some(last.clone())
    })
}

/// [`smallest_part`] of an integer of any size; `None` for numbers below 1.
pub(crate) fn smallest_part_of(c: u32, n: &Int) -> Option<Int> {
    let mut rest = Nat::try_from(n.clone()).ok().filter(|n| !n.is_zero())?;
    let all: Vec<Nat> = numbers(&Nat::from(c)).take_while(|part| *part <= rest).collect();
    let mut smallest = None;
    for part in all.into_iter().rev() {
        if part <= rest {
            rest -= &part;
            smallest = Some(part);
        }
    }
    smallest.map(Int::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_parts_rebuild_the_number() {
        let fibonacci = [1u64, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987];
        for n in 1..900u64 {
            // by definition: no two neighbours in the representation
            let mut rest = n;
            let mut parts = Vec::new();
            for f in fibonacci.iter().rev() {
                if *f <= rest {
                    parts.push(*f);
                    rest -= f;
                }
            }
            let least = i64::try_from(parts[parts.len() - 1]).unwrap();
            assert_eq!(smallest_part(2, n), Some(least));
            assert_eq!(smallest_part_of(2, &Int::from(n)), Some(Int::from(least)));
        }
        assert_eq!((smallest_part(2, 0), smallest_part_of(2, &Int::ZERO)), (None, None));
    }

    #[test]
    fn parts_of_any_factor_grow_by_more_than_it() {
        for c in 1..9u32 {
            for n in 1..700u64 {
                // by the theorem: the only sum of which each part is more than c times the next smaller one
                let (mut rest, mut parts) = (n, Vec::new());
                while rest > 0 {
                    let part = smallest_part(c, rest).unwrap();
                    assert_eq!(smallest_part_of(c, &Int::from(rest)), Some(Int::from(part)));
                    rest -= part as u64;
                    parts.push(part);
                }
                assert!(parts.windows(2).all(|two| two[1] > i64::from(c) * two[0]), "{c} {n} {parts:?}");
            }
        }
        assert_eq!([1, 7, 9, 12].map(|n| smallest_part(3, n)), [1, 1, 1, 1].map(Some));
        assert_eq!([4, 6, 8, 11, 21].map(|n| smallest_part(3, n)), [4, 6, 8, 11, 21].map(Some));
    }
}
