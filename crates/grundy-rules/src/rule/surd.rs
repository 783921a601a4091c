//! Integer parts of quadratic irrationals, exactly, and the smallest Zeckendorf part: functions of claims.
//!
//! ⌊(a + b√d)/c⌋ = ⌊(a + ⌊b√d⌋)/c⌋ for integers a, b and c ≥ 1, and ⌊b√d⌋ is an integer square root. No rounding
//! error is possible, however large the numbers are.

use dashu_int::ops::{DivEuclid, SquareRoot};
use grundy_core::number::{Int, Nat};

use super::trouble::{Fault, Step, Trouble};

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
}
