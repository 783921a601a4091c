//! A sparse space: the classes rare and common of values, and codes that leave out one bit.
//!
//! With mask m = 110₂ the values 0, 1, 6, 7 are even (rare), 2, 3, 4, 5 odd (common). The class is linear:
//! common ⊕ common = rare. If all digits that split have the same parity t, the class may also change sign with the
//! heap: e(n, x) = |x ∧ m| + (n + t) mod 2; the class of a ⊕ b for an option a, b of n is still the sum of the classes.
//!
//! ```text
//! value   h h h b l l      b: the lowest bit of the mask
//! code      h h h l l      b is known from the class and the bits h
//! ```
//! Codes are linear too, and for values of one class at one heap they are ordered as the values are.

use grundy_core::hadamard::butterfly;

use super::shape::Shape;

/// Values beyond this are not looked at by the transform.
const MOST_BITS: u32 = 15;

/// A mask, and whether the heap's parity counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Space {
    pub(super) mask: usize,
    pub(super) position: bool,
    /// Parity of the splitting digits, if `position`.
    pub(super) parity: usize,
    /// Values seen so far have so many bits.
    pub(super) bits: u32,
    drop: u32,
}

impl Space {
    pub(super) fn new(mask: usize, position: bool, parity: usize, bits: u32) -> Self {
        Space { mask, position, parity, bits, drop: mask.trailing_zeros() }
    }

    fn sign(&self, n: usize) -> usize {
        usize::from(self.position) & (n + self.parity)
    }

    /// Is value `x` common at heap `n`?
    pub(super) fn is_common(&self, n: usize, x: usize) -> bool {
        ((x & self.mask).count_ones() as usize ^ self.sign(n)) & 1 == 1
    }

    pub(super) fn code(&self, x: usize) -> usize {
        (x >> (self.drop + 1)) << self.drop | x & ((1 << self.drop) - 1)
    }

    /// The value of this class with this code at heap `n`.
    pub(super) fn value(&self, n: usize, code: usize, common: bool) -> usize {
        let low = (1 << self.drop) - 1;
        let x = (code & !low) << 1 | code & low;
        if self.is_common(n, x) == common { x } else { x | 1 << self.drop }
    }

    /// How many rare values, that is, how many rare codes, lie below the common value `x`.
    pub(super) fn rares_below(&self, x: usize) -> usize {
        ((x >> self.drop) + 1) >> 1 << self.drop
    }

    /// Takes in a value with a new highest bit, so that it is common.
    pub(super) fn extend(&mut self, n: usize, x: usize) {
        while x >> self.bits > 0 {
            if x >> (self.bits + 1) == 0 && !self.is_common(n, x) {
                self.mask |= 1 << self.bits;
            }
            self.bits += 1;
        }
    }

    /// The best mask for these values, which are those of the heaps from `from` on, and the share of rare ones.
    ///
    /// The Walsh–Hadamard transform of the histogram gives the shares of all masks at once.
    pub(super) fn discover(shape: &Shape, from: usize, values: impl Iterator<Item = usize>) -> Option<(Self, f64)> {
        if !shape.equals.is_empty() {
            return None;
        }
        let values: Vec<usize> = values.collect();
        let total = values.len() as i64;
        let top = values.iter().copied().max().filter(|&v| v > 0)?;
        let bits = usize::BITS - top.leading_zeros();
        if bits > MOST_BITS {
            return None;
        }
        let parity = shape.parity();
        let mut sums = vec![0i64; 2 << bits];
        for (i, v) in values.iter().enumerate() {
            sums[v | ((from + i) & usize::from(parity.is_some()) & 1) << bits] += 1;
        }
        let mut step = 1;
        while step < sums.len() {
            sums.chunks_exact_mut(2 * step).for_each(butterfly);
            step *= 2;
        }
        // without the top bit: the sum over (−1)^|x ∧ m| shall be small; with it: (−1)^(|x ∧ m| + n + t)
        let mut best = (total, 0, false);
        for mask in 1..1 << bits {
            if sums[mask] < best.0 {
                best = (sums[mask], mask, false);
            }
            if let Some(t) = parity {
                let sum = if t == 0 { sums[mask | 1 << bits] } else { -sums[mask | 1 << bits] };
                if sum < best.0 {
                    best = (sum, mask, true);
                }
            }
        }
        let (sum, mask, position) = best;
        (mask > 0)
            .then(|| (Space::new(mask, position, parity.unwrap_or(0), bits), (total + sum) as f64 / (2 * total) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_linear_and_ordered() {
        for mask in 1..64 {
            for position in [false, true] {
                let space = Space::new(mask, position, 1, 6);
                for n in 0..2 {
                    for x in 0..64 {
                        let common = space.is_common(n, x);
                        assert_eq!(space.value(n, space.code(x), common), x);
                        for y in 0..64 {
                            assert_eq!(space.code(x) ^ space.code(y), space.code(x ^ y));
                            if space.is_common(n, y) == common {
                                assert_eq!(x < y, space.code(x) < space.code(y));
                            } else if common {
                                assert_eq!(y < x, space.code(y) < space.rares_below(x));
                            }
                        }
                    }
                }
            }
        }
    }
}
