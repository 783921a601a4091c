//! How large an expression can be: bounds of every result in between, from the bounds of the variables.
//!
//! They decide whether 64 bits hold a computation, whether a quotient needs care with signs, and how many options a
//! position can have.

use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};

use crate::number::{Int, Nat};

/// All integers from `low` to `high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: Int,
    pub(super) high: Int,
}

impl Range {
    pub(super) fn new(low: impl Into<Int>, high: impl Into<Int>) -> Self {
        Range { low: low.into(), high: high.into() }
    }

    pub(super) fn one(n: &Int) -> Self {
        Range { low: n.clone(), high: n.clone() }
    }

    pub(super) fn to(high: &Nat) -> Self {
        Range { low: Int::ZERO, high: Int::from(high.clone()) }
    }

    /// Never below 0.
    pub(super) fn is_natural(&self) -> bool {
        self.low >= Int::ZERO
    }

    pub(super) fn is_positive(&self) -> bool {
        self.low > Int::ZERO
    }

    /// The largest absolute value.
    pub(super) fn magnitude(&self) -> Nat {
        self.low.clone().unsigned_abs().max(self.high.clone().unsigned_abs())
    }

    /// Does it fit a signed number of so many bits?
    pub(super) fn fits(&self, bits: usize) -> bool {
        let limit = Int::ONE << (bits - 1);
        self.low >= -&limit && self.high < limit
    }

    pub(super) fn hull(&self, other: &Range) -> Range {
        Range { low: self.low.clone().min(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    fn corners(&self, other: &Range, f: impl Fn(&Int, &Int) -> Int) -> Range {
        let all = [
            f(&self.low, &other.low),
            f(&self.low, &other.high),
            f(&self.high, &other.low),
            f(&self.high, &other.high),
        ];
        let low = all.iter().min().cloned().unwrap_or_default();
        let high = all.into_iter().max().unwrap_or_default();
        Range { low, high }
    }

    pub(super) fn plus(&self, other: &Range) -> Range {
        Range { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    pub(super) fn minus(&self, other: &Range) -> Range {
        Range { low: &self.low - &other.high, high: &self.high - &other.low }
    }

    pub(super) fn negative(&self) -> Range {
        Range { low: -self.high.clone(), high: -self.low.clone() }
    }

    pub(super) fn times(&self, other: &Range) -> Range {
        self.corners(other, |a, b| a * b)
    }

    /// Rounded down; a divisor 0 has no quotient.
    pub(super) fn over(&self, other: &Range) -> Range {
        if other.is_positive() {
            use dashu_int::ops::DivEuclid;
            return self.corners(other, |a, b| a.div_euclid(b));
        }
        let largest = Int::from(self.magnitude());
        Range { low: -largest.clone(), high: largest }
    }

    /// Never negative.
    pub(super) fn modulo(&self, other: &Range) -> Range {
        let mut high = Int::from(other.magnitude()) - Int::ONE;
        if self.is_natural() {
            high = high.min(self.high.clone());
        }
        Range { low: Int::ZERO, high: high.max(Int::ZERO) }
    }

    /// `None`: too large to be written down.
    pub(super) fn power(&self, exponent: &Range) -> Option<Range> {
        let most = usize::try_from(&exponent.high).ok().filter(|&e| e <= 4096)?;
        if self.magnitude().bit_len() * most > 4096 {
            return None;
        }
        let largest = Int::from(self.magnitude().max(Nat::ONE).pow(most));
        let low = if self.is_natural() { Int::ZERO } else { -largest.clone() };
        Some(Range { low, high: largest })
    }

    /// Of operators on binary digits.
    pub(super) fn bits(&self, other: &Range) -> Range {
        let bits = self.magnitude().bit_len().max(other.magnitude().bit_len());
        let limit = Int::ONE << bits;
        let low = if self.is_natural() && other.is_natural() { Int::ZERO } else { -limit.clone() };
        Range { low, high: limit - Int::ONE }
    }

    pub(super) fn absolute(&self) -> Range {
        let low = if self.low > Int::ZERO {
            self.low.clone()
        } else if self.high < Int::ZERO {
            -self.high.clone()
        } else {
            Int::ZERO
        };
        Range { low, high: Int::from(self.magnitude()) }
    }

    pub(super) fn least(&self, other: &Range) -> Range {
        Range { low: self.low.clone().min(other.low.clone()), high: self.high.clone().min(other.high.clone()) }
    }

    pub(super) fn greatest(&self, other: &Range) -> Range {
        Range { low: self.low.clone().max(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    pub(super) fn root(&self) -> Range {
        let high = Nat::try_from(self.high.clone()).unwrap_or_default();
        Range { low: Int::ZERO, high: Int::from(high.sqrt()) }
    }

    /// From 0 to the number of binary digits of the largest number.
    pub(super) fn digits(&self) -> Range {
        Range { low: Int::ZERO, high: Int::from(self.magnitude().bit_len()) }
    }
}
