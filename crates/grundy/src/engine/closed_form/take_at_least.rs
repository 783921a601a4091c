//! Take at least c from a heap.
//!
//! Example: c = 3: heaps 0, 1, 2 have no move, 3, 4, 5 have value 1.
//!
//! **Theorem.** For c ≥ 1, g(n) = ⌊n/c⌋. *Proof.* The options are the initial segment 0, …, n−c, so by
//! [initial segments](super::initial_segment) g(n) = 1 + g(n−c) for n ≥ c, and g(n) = 0 below. ∎
//!
//! Cost: one division.

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// At least c must be taken.
pub static THEOREM: Theorem = Theorem {
    id: "take-at-least",
    statement: "if any number from c on may be taken, the value is the size of the heap divided by c, rounded down",
    chinese: "至少取 c 个定理：若可取 c 个及以上的任意个，则值是堆的大小除以 c 向下取整",
    reference: "",
};

/// The law of `take[c..]`.
#[derive(Debug, Clone)]
pub struct TakeAtLeast {
    least: Nat,
}

impl TakeAtLeast {
    /// At least `least` must be taken. `None` if that is 0.
    #[must_use]
    pub fn new(least: Nat) -> Option<Self> {
        (!least.is_zero()).then_some(TakeAtLeast { least })
    }

    /// One more than the largest option: the number of options.
    fn end(&self, n: &Nat) -> Nat {
        if *n >= self.least { n - &self.least + 1u8 } else { Nat::ZERO }
    }
}

impl Law for TakeAtLeast {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::same(format!("g(n) = n // {}", shorten(&self.least)))
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::values(format!("n // {}", self.least)), Spelt::p_positions(format!("n < {}", self.least))]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let quotient = format!("{} // {} = {}", shorten(n), shorten(&self.least), shorten(&(n / &self.least)));
        vec![Working::Say(Words::same(quotient))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(heap(place)? / &self.least)
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(NatPeriod::pure(self.least.clone(), Nat::ONE))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let end = self.end(heap(place)?);
        let from = target * &self.least;
        let level_end = &from + &self.least;
        Some(listing::interval(&from, &level_end.min(end), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(listing::interval(&Nat::ZERO, &self.end(heap(place)?), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        assert!(TakeAtLeast::new(Nat::ZERO).is_none());
        for c in 1..8u64 {
            let law = TakeAtLeast::new(Nat::from(c)).unwrap();
            Plain::new(|p: &[u64]| single((c..=p[0]).map(|k| p[0] - k))).check_heaps(&law, 60, EVERYTHING);
        }
    }
}
