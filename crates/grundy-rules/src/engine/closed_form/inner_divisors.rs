//! Subtract a divisor that is neither 1 nor n.
//!
//! Example: 12 → 10, 9, 8, 6; 9 is odd, a P-position, so 12 is an N-position.
//!
//! **Theorem.** The P-positions are 0, the odd numbers, and 2, 8, 32, …, the powers of 2 with odd exponent.
//!
//! *Proof.* Let d be such a divisor of n. If n is odd, n − d = d·(n/d − 1) is even and has the odd factor d > 1: no P-position.
//! If n = 2^e, then d = 2^j, and n − d = 2^j·(2^(e−j) − 1) is even; it has no odd factor above 1 only for j = e − 1, and 2^(e−1) is
//! a P-position exactly if e is even. If n is even and no power of 2, its largest odd factor is such a divisor, and taking it leaves an odd
//! number. ∎
//!
//! **Winning moves.** An even n that is no power of 2: take any odd divisor but 1; and if n = 2^c + 2^b with 0 < c < b and b odd, also
//! 2^c. A power of 2: halve it.
//!
//! Values are not known beyond that. Cost: constant; moves are listed as far as n can be factored with small effort, always up to 10^12.

use dashu_int::ops::BitTest;
use grundy_core::{Nat, Outcome, Theorem, number::shorten};

use super::primes::counted_divisors;
use super::{heap, listing};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// A divisor between 1 and n is subtracted.
pub static THEOREM: Theorem = Theorem {
    id: "inner-divisors",
    statement: "if a divisor that is neither 1 nor n is subtracted, the P-positions are 0, the odd numbers and the powers of 2 with odd \
                exponent",
    chinese: "减内因数定理：若减去既非 1 也非 n 的因数，则 P 局面是 0、奇数和 2 的奇数次幂",
    reference: "Codeforces Round 726, problem D, 2021",
};

/// The law of subtracting a divisor that is neither 1 nor n.
#[derive(Debug, Clone, Copy, Default)]
pub struct InnerDivisors;

/// The exponent, if it is a power of 2.
fn exponent(n: &Nat) -> Option<usize> {
    n.trailing_zeros().filter(|twos| n.bit_len() == twos + 1)
}

fn is_previous(n: &Nat) -> bool {
    n.is_zero() || n.bit(0) || exponent(n).is_some_and(|exponent| exponent % 2 == 1)
}

/// The divisors but 1 and n, ascending, odd ones alone if asked for; `None` if there are too many, or they are unknown.
fn inner(n: &Nat, odd: bool) -> Option<Vec<Nat>> {
    if n.is_zero() {
        return Some(Vec::new());
    }
    let two = Nat::from(2u8);
    let all = counted_divisors(n, |prime, most| 0..=if odd && *prime == two { 0 } else { most })?;
    Some(all.into_iter().map(|(divisor, _)| divisor).filter(|d| *d > Nat::ONE && d < n).collect())
}

impl Law for InnerDivisors {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new("P iff n is 0, odd, or 2 to an odd power", "P 当且仅当 n 为 0、奇数或 2 的奇数次幂")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("n = 0 or n % 2 = 1 or n in powers(2) and v2(n) % 2 = 1")]
    }

    fn candidates(&self, _place: &[Nat], _coordinate: usize, value: &Nat) -> Option<Candidates> {
        let lost = || (0..200u32).map(Nat::from).filter(is_previous).collect();
        value.is_zero().then(|| Candidates::First(lost()))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place).filter(|n| !n.is_zero() && !n.bit(0)) else { return Vec::new() };
        let shown = shorten(n);
        vec![Working::Say(match exponent(n) {
            Some(exponent) => Words::same(format!("{shown} = 2^{exponent}")),
            None => {
                let odd = shorten(&(n >> n.trailing_zeros().unwrap_or(0)));
                Words::new(
                    format!("{shown} is even and has the odd divisor {odd}"),
                    format!("{shown} 是偶数，且有奇因数 {odd}"),
                )
            }
        })]
    }

    /// 0 for P-positions; other values are not known.
    fn value(&self, place: &[Nat]) -> Option<Nat> {
        is_previous(heap(place)?).then_some(Nat::ZERO)
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(is_previous(heap(place)?)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        if !target.is_zero() {
            return None;
        }
        if is_previous(n) {
            return Some(listing::empty());
        }
        if exponent(n).is_some() {
            return Some(listing::at_most_one(Some(n >> 1usize), limit));
        }
        let mut left: Vec<Nat> = inner(n, true)?.iter().map(|d| n - d).collect();
        let high = Nat::ONE << (n.bit_len() - 1);
        // what is above the highest power of 2 divides n where it is the only other one
        if exponent(&(n - &high)).is_some() && is_previous(&high) {
            left.push(high);
        }
        left.sort_unstable();
        Some(listing::heaps(Nat::from(left.len()), left.into_iter(), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let all = inner(n, false)?;
        Some(listing::heaps(Nat::from(all.len()), all.iter().rev().map(|d| n - d), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{OUTCOME, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let inner = |p: &[u64]| single((2..p[0]).filter(|d| p[0].is_multiple_of(*d)).map(|d| p[0] - d));
        Plain::new(inner).check_heaps(&InnerDivisors, 600, OUTCOME);
    }
}
