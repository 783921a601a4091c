//! Systems of digits.
//!
//! Base k has the places 1, k, k² … The Ostrowski system of a has Uᵢ₊₁ = a·Uᵢ + Uᵢ₋₁ with U₀ = 1 and U₋₁ = 1, so
//! U₁ = a + 1; digits are 0 to a, and behind a digit a stands 0. A word of i digits that keeps this is a number below Uᵢ
//! (below kⁱ in base k), and every number below has exactly one such word: the greedy one.

/// A system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numeration {
    /// How many digits there are: k, or a + 1.
    pub(super) digits: usize,
    /// Ostrowski's?
    pub(super) ostrowski: bool,
}

impl Numeration {
    /// Base 2.
    pub(super) const BINARY: Numeration = Numeration { digits: 2, ostrowski: false };

    /// The number a of an Ostrowski system, k of a base: Uᵢ₊₁ = factor·Uᵢ + (0 or 1)·Uᵢ₋₁.
    pub(super) fn factor(self) -> i64 {
        self.digits as i64 - i64::from(self.ostrowski)
    }

    /// Must 0 follow the digit?
    pub(super) fn binds(self, digit: u8) -> bool {
        self.ostrowski && usize::from(digit) + 1 == self.digits
    }

    /// The digits of a symbol, first track first.
    pub(super) fn column(self, mut symbol: usize, tracks: usize) -> Vec<u8> {
        let mut column = vec![0; tracks];
        for digit in column.iter_mut().rev() {
            *digit = (symbol % self.digits) as u8;
            symbol /= self.digits;
        }
        column
    }

    /// The number of a word, if it is below 2^100.
    pub(super) fn value(self, word: impl Iterator<Item = u8>) -> Option<u128> {
        let (mut p, mut q) = (0u128, 0u128);
        for digit in word {
            let next = self.factor() as u128 * p + q + u128::from(digit);
            q = if self.ostrowski { p } else { 0 };
            p = next;
            if p >= 1 << 100 {
                return None;
            }
        }
        Some(p + q)
    }

    /// In words.
    pub(super) fn name(self) -> String {
        match (self.ostrowski, self.factor()) {
            (true, 1) => "Zeckendorf's numeration".to_owned(),
            (true, a) => format!("the Ostrowski numeration of {a}"),
            (false, k) => format!("base {k}"),
        }
    }
}
