//! Bash's game: take 1 to m from a heap.
//!
//! Example: m = 3, 21 stones: 21 mod 4 = 1, so the next player wins by taking 1.
//!
//! **Theorem.** For m ≥ 1, g(n) = n mod (m+1). *Proof.* By induction the options are the min(n, m) numbers before n,
//! whose residues mod m+1 differ from each other and from that of n. If n < m these are 0, …, n−1; otherwise all
//! residues but that of n. ∎
//!
//! Cost: one division. Reference: C.-G. Bachet, *Problèmes plaisants et délectables*, 1612 (the strategy).

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::small_gaps::INTERVAL;
use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// One to m may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "take-up-to",
    statement: "if any number from 1 to m may be taken, the value is the size of the heap modulo m + 1",
    chinese: "若可取 1 到 m 个，则值是堆的大小模 m + 1",
    reference: "C.-G. Bachet, Problèmes plaisants et délectables, 1612",
};

/// The law of `take[1..m]`.
#[derive(Debug, Clone)]
pub struct TakeUpTo {
    /// m + 1
    modulus: Nat,
}

impl TakeUpTo {
    /// One to `most` may be taken; with 0 there is no move at all, and the law holds still.
    #[must_use]
    pub fn new(most: Nat) -> Self {
        TakeUpTo { modulus: most + 1u8 }
    }
}

impl Law for TakeUpTo {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::same(format!("g(n) = n mod {}", shorten(&self.modulus)))
    }

    fn claims(&self) -> Vec<Spelt> {
        let m = &self.modulus;
        vec![Spelt::values(format!("n % {m}")), Spelt::p_positions(format!("n % {m} = 0"))]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let rest = format!("{} mod {} = {}", shorten(n), shorten(&self.modulus), shorten(&(n % &self.modulus)));
        vec![Working::Say(Words::same(rest))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(heap(place)? % &self.modulus)
    }

    fn misere_claim(&self) -> Option<(&'static Theorem, Spelt)> {
        let claim = || Spelt::p_positions(format!("n % {} = 1", self.modulus));
        (self.modulus > Nat::ONE).then(|| (&INTERVAL, claim()))
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(NatPeriod::pure(self.modulus.clone(), Nat::ZERO))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let value = n % &self.modulus;
        if *target >= self.modulus || *target == value {
            return Some(listing::empty());
        }
        let taken = if *target < value { value - target } else { value + &self.modulus - target };
        Some(listing::at_most_one((taken <= *n).then(|| n - taken), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let from = if *n >= self.modulus { n - &self.modulus + 1u8 } else { Nat::ZERO };
        Some(listing::interval(&from, n, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        for m in 0..9u64 {
            let law = TakeUpTo::new(Nat::from(m));
            let mut plain = Plain::new(|p: &[u64]| single((1..=m.min(p[0])).map(|k| p[0] - k)));
            plain.check_heaps(&law, 60, EVERYTHING);
        }
    }

    #[test]
    fn the_bound_may_be_of_any_size() {
        let m = Nat::from(10u8).pow(50);
        let law = TakeUpTo::new(m.clone());
        let n = (&m + 1u8) * &m + 5u8;
        assert_eq!(law.value(std::slice::from_ref(&n)), Some(Nat::from(5u8)));
        assert_eq!(law.winning_options(&[n], 3).map(|l| l.count), Some(Nat::ONE));
    }
}
