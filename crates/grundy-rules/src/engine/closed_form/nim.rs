//! Nim: take any positive number from a heap.
//!
//! Example: 3 → 2, 1 or 0, with values 2, 1, 0; so g(3) = 3.
//!
//! **Theorem.** g(n) = n. *Proof.* By induction the options have the values 0, …, n−1, each once. ∎
//!
//! Cost: constant. Reference: C. L. Bouton, *Nim, a game with a complete mathematical theory*, 1902.

use grundy_core::{Nat, NatPeriod, Theorem};

use super::{heap, listing};
use crate::engine::law::{Law, Listing};
use crate::statement::Spelt;
use crate::words::Words;

/// The value of a heap of Nim is its size.
pub static THEOREM: Theorem = Theorem {
    id: "nim-heap",
    statement: "a heap from which any number may be taken has its size as value (Bouton)",
    chinese: "可从中取任意个的一堆，值就是它的大小（Bouton）",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

/// The law of one heap of Nim.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nim;

impl Law for Nim {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::same("g(n) = n")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::values("n")]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        heap(place).cloned()
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(NatPeriod::pure(Nat::ONE, Nat::ONE))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        Some(listing::at_most_one((target < n).then(|| target.clone()), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(listing::interval(&Nat::ZERO, heap(place)?, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        Plain::new(|p| single(0..p[0])).check_heaps(&Nim, 60, EVERYTHING);
    }
}
