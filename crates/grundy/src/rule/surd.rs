//! Integer parts of quadratic irrationals, exactly, and the smallest Zeckendorf part: functions of claims.
//!
//! ⌊(a + b√d)/c⌋ = ⌊(a + ⌊b√d⌋)/c⌋ for integers a, b and c ≥ 1, and ⌊b√d⌋ is an integer square root. No rounding
//! error is possible, however large the numbers are.

use dashu_int::ops::{DivEuclid, SquareRoot};

use super::trouble::{Fault, Step, Trouble};
use crate::number::{Int, Nat};

/// ⌊(a + b√d)/c⌋ over machine words; `Large` where a step leaves their range.
pub(crate) fn floor_words(d: u64, a: i64, b: i64, c: i64) -> Step<i64> {
    if c < 1 {
        return Err(Trouble::Fault(Fault::Division));
    }
    let square = u128::from(b.unsigned_abs()).checked_pow(2).and_then(|s| s.checked_mul(u128::from(d)));
    let square = square.ok_or(Trouble::Large)?;
    let root = square.isqrt();
    let exact = root * root == square;
    let root = i64::try_from(root).map_err(|_| Trouble::Large)?;
    let root = if b >= 0 { root } else { -root - i64::from(!exact) };
    Ok(a.checked_add(root).ok_or(Trouble::Large)?.div_euclid(c))
}

/// ⌊(a + b√d)/c⌋ over integers of any size.
pub(crate) fn floor(d: u64, a: &Int, b: &Int, c: &Int) -> Step<Int> {
    if *c < Int::ONE {
        return Err(Trouble::Fault(Fault::Division));
    }
    let square = Nat::try_from(b * b * Int::from(d)).map_err(|_| Trouble::Fault(Fault::SquareRoot))?;
    let root = square.sqrt();
    let exact = &root * &root == square;
    let root = Int::from(root);
    let root = match (*b >= Int::ZERO, exact) {
        (true, _) => root,
        (false, true) => -root,
        (false, false) => -root - Int::ONE,
    };
    Ok((a + root).div_euclid(c))
}

/// The smallest part of the Zeckendorf representation of n; `None` for 0, which has no part.
pub(crate) fn low_fibonacci(mut n: u64) -> Option<i64> {
    let mut last = None;
    while n > 0 {
        let (mut f, mut next) = (1u64, 2u64);
        while next <= n {
            (f, next) = (next, f.saturating_add(next));
        }
        n -= f;
        last = i64::try_from(f).ok();
    }
    last
}

/// [`low_fibonacci`] of an integer of any size; `None` for numbers below 1.
pub(crate) fn low_fibonacci_of(n: &Int) -> Option<Int> {
    let mut rest = Nat::try_from(n.clone()).ok()?;
    if rest == Nat::ZERO {
        return None;
    }
    let mut all = vec![Nat::ONE, Nat::from(2u8)];
    while all[all.len() - 1] <= rest {
        let next = &all[all.len() - 1] + &all[all.len() - 2];
        all.push(next);
    }
    let mut last = Nat::ONE;
    for f in all.into_iter().rev() {
        if f <= rest {
            rest -= &f;
            last = f;
        }
    }
    Some(Int::from(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_parts_are_exact() {
        for d in [2u64, 3, 4, 5, 13] {
            for a in -20..20i64 {
                for b in -20..20i64 {
                    for c in 1..6i64 {
                        let small = floor_words(d, a, b, c).unwrap();
                        let real = (a as f64 + b as f64 * (d as f64).sqrt()) / c as f64;
                        assert!((small as f64) <= real + 1e-9 && real - 1.0 < small as f64 + 1e-9, "{a} {b} {c} {d}");
                        let large = floor(d, &Int::from(a), &Int::from(b), &Int::from(c)).unwrap();
                        assert_eq!(large, Int::from(small));
                    }
                }
            }
        }
        // phi * 10^30, by the well-known decimals of phi
        let x = Int::from(10u8).pow(30);
        let phi = floor(5, &x, &x, &Int::from(2)).unwrap();
        assert_eq!(phi.to_string(), "1618033988749894848204586834365");
    }

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
            assert_eq!(low_fibonacci(n), Some(least));
            assert_eq!(low_fibonacci_of(&Int::from(n)), Some(Int::from(least)));
        }
        assert_eq!((low_fibonacci(0), low_fibonacci_of(&Int::ZERO)), (None, None));
    }
}
