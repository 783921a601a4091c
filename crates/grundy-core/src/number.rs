//! Numbers without an upper limit.
//!
//! Heap sizes, Grundy values and counts of moves are [`Nat`]: small ones live inline, large ones on the heap.
//! Intermediate results of rule expressions may be negative: [`Int`].

use std::ops::Rem;

/// A natural number of any size (0, 1, 2, …).
pub type Nat = dashu_int::UBig;

/// An integer of any size and sign.
pub type Int = dashu_int::IBig;

/// The number as a `u64`, if it fits.
#[must_use]
pub fn to_u64(n: &Nat) -> Option<u64> {
    u64::try_from(n).ok()
}

/// The number as a `usize`, if it fits.
#[must_use]
pub fn to_usize(n: &Nat) -> Option<usize> {
    usize::try_from(n).ok()
}

/// The greatest common divisor of two numbers of any type; `gcd(0, a) = a`.
///
/// ```
/// assert_eq!(grundy_core::number::gcd(12_u64, 18), 6);
/// ```
#[must_use]
pub fn gcd<N: Copy + Default + PartialEq + Rem<Output = N>>(mut a: N, mut b: N) -> N {
    while b != N::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// The primes that divide a number, ascending; takes as many steps as its root is large.
///
/// ```
/// assert_eq!(grundy_core::number::prime_divisors(84), [2, 3, 7]);
/// ```
#[must_use]
pub fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

/// Decimal digits, shortened in the middle when there are more than thirty: `12345678…87654321 (101 digits)`.
///
/// For people only; data formats print every digit.
#[must_use]
pub fn shorten(n: &Nat) -> String {
    let text = n.to_string();
    if text.len() <= 30 {
        return text;
    }
    format!("{}…{} ({} digits)", &text[..8], &text[text.len() - 8..], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened_for_people() {
        assert_eq!(shorten(&Nat::from(10u8).pow(18)), "1000000000000000000");
        assert_eq!(shorten(&Nat::from(10u8).pow(100)), "10000000…00000000 (101 digits)");
    }
}
