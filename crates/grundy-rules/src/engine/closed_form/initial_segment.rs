//! Games in which the options of n are exactly the heaps 0, …, h(n).
//!
//! Write h(n) = −1 where there is no option; always h(n) < n.
//!
//! Example: take at least half: h(n) = ⌊n/2⌋ for n ≥ 1. Then g(12) = 1 + g(6) = 2 + g(3) = 3 + g(1) = 4 + g(0) = 4.
//!
//! **Theorem.** If h is non-decreasing, then g is non-decreasing and g(n) = 1 + g(h(n)), with g(−1) = −1.
//! *Proof.* Claim: {g(0), …, g(m)} is an initial segment {0, …, M(m)} of the naturals for every m, where M(m) is the
//! greatest of these values and M(−1) = −1. By induction g(n) = mex {0, …, M(h(n))} = M(h(n)) + 1 ≤ M(n−1) + 1, so the
//! set stays an initial segment. As h and M are non-decreasing, so is g; hence M = g. ∎
//!
//! Without monotonicity it is false: h = −1, 0, 1, 0, 3 gives g = 0, 1, 2, 1, 3, but 1 + g(3) = 2.
//!
//! So g(n) is the number of steps n, h(n), h(h(n)), … before −1, less one, and the heaps of one value are an interval:
//! its least member for v+1 is the least n with h(n) ≥ the least member for v.
//!
//! Cost: one evaluation of h for each step.
//! Work is bounded (10^6 steps, 10^8 words of numbers): beyond it the answer is `None`.

use std::fmt;

use dashu_int::ops::BitTest;
use grundy_core::{Int, Nat, Theorem};

use super::{chain, heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// Options that are an initial segment.
pub static THEOREM: Theorem = Theorem {
    id: "initial-segments",
    statement: "if the options of n are exactly the heaps 0 to h(n), with h non-decreasing, then g(n) = 1 + g(h(n)), and 0 where there is no option",
    chinese: "初段定理：若 n 的后继恰是 0 到 h(n) 的堆，h 不减，则 g(n) = 1 + g(h(n))，没有后继时为 0",
    reference: "",
};

/// What one answer may cost.
pub(super) struct Fuel {
    steps: u64,
    words: u64,
}

impl Fuel {
    pub(super) fn new() -> Self {
        Fuel { steps: 1_000_000, words: 100_000_000 }
    }

    /// One step with numbers of this size.
    pub(super) fn burn(&mut self, n: &Nat) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        self.words = self.words.checked_sub(n.bit_len() as u64 / 64 + 1)?;
        Some(())
    }
}

/// h(n), below 0 where there is no option; `None` where it cannot be told, for a number beyond what is computed with.
type Bound = Box<dyn Fn(&Nat) -> Option<Int> + Send + Sync>;

/// The law of a game whose options are 0 to h(n), with any non-decreasing h.
pub struct InitialSegment {
    text: String,
    bound: Bound,
}

impl fmt::Debug for InitialSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InitialSegment").field("text", &self.text).finish_non_exhaustive()
    }
}

impl InitialSegment {
    /// `bound` gives h(n), below 0 where n has no option, and `None` where it cannot tell. The caller vouches for it:
    /// non-decreasing, and h(n) < n. `text` is h(n) as people write it.
    #[must_use]
    pub fn new(text: impl Into<String>, bound: impl Fn(&Nat) -> Option<Int> + Send + Sync + 'static) -> Self {
        InitialSegment { text: text.into(), bound: Box::new(bound) }
    }

    /// The highest option of n, if it has one; `None` where that cannot be told.
    fn highest(&self, n: &Nat) -> Option<Option<Nat>> {
        Some(Nat::try_from((self.bound)(n)?).ok())
    }

    /// The value: how often one can step from n to h(n).
    fn steps(&self, n: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let mut count = 0u64;
        let mut at = n.clone();
        while let Some(next) = self.highest(&at)? {
            fuel.burn(&at)?;
            if next >= at {
                // not a game: the caller's word was wrong
                return None;
            }
            at = next;
            count += 1;
        }
        Some(Nat::from(count))
    }

    /// The least heap of value `v`; one must exist that is at most `below`.
    fn least_with_value(&self, v: &Nat, below: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let mut least = Nat::ZERO;
        let mut level = Nat::ZERO;
        while level < *v {
            // the least heap whose highest option reaches the level before, by doubling and bisection
            let reaches = |x: &Nat| Some(self.highest(x)?.is_some_and(|h| h >= least));
            let (mut short, mut width) = (least.clone(), Nat::ONE);
            let mut far = loop {
                fuel.burn(below)?;
                let candidate = (&short + &width).min(below.clone());
                if reaches(&candidate)? {
                    break candidate;
                }
                if candidate == *below {
                    return None;
                }
                short = candidate;
                width <<= 1;
            };
            while &far - &short > Nat::ONE {
                fuel.burn(below)?;
                let middle = (&short + &far) >> 1usize;
                if reaches(&middle)? {
                    far = middle;
                } else {
                    short = middle;
                }
            }
            least = far;
            level += 1u8;
        }
        Some(least)
    }
}

/// The options 0 to `highest` that have value `target`, given the value of `n` and the least heap of each value.
pub(super) fn level_set(
    highest: Option<Nat>,
    value: &Nat,
    target: &Nat,
    limit: usize,
    mut least: impl FnMut(&Nat) -> Option<Nat>,
) -> Option<Listing> {
    let Some(highest) = highest.filter(|_| target < value) else { return Some(listing::empty()) };
    let from = least(target)?;
    let next = target + 1u8;
    // the highest option has the value one below
    let end = if next == *value { highest + 1u8 } else { least(&next)? };
    Some(listing::interval(&from, &end, limit))
}

/// All options 0 to `highest`.
pub(super) fn up_to(highest: Option<Nat>, limit: usize) -> Listing {
    highest.map_or_else(listing::empty, |h| listing::interval(&Nat::ZERO, &(h + 1u8), limit))
}

impl Law for InitialSegment {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new(
            format!("g(n) = 1 + g({}), and 0 where there is no option", self.text),
            format!("g(n) = 1 + g({})，没有后继时为 0", self.text),
        )
    }

    fn one_more_than(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn claims(&self) -> Vec<Spelt> {
        // at least half is taken: the value is the number of halvings until nothing is left
        let values = match self.text.as_str() {
            "n//2" | "min(n-1, n//2)" | "min(n//2, n-1)" => "bits(n)",
            // more than half: halvings of n + 1 until 1 is left
            "(n-1)//2" => "bits(n+1)-1",
            // so many digits at once
            "n//4" => "(bits(n)+1)//2",
            "n//8" => "(bits(n)+2)//3",
            _ => return Vec::new(),
        };
        vec![Spelt::values(values), Spelt::p_positions("n = 0")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place) else { return Vec::new() };
        let next = |at: &Nat| self.highest(at).flatten();
        let head = Words::new("the highest options in turn", "逐次取最高的后继");
        chain::counted(head, std::iter::successors(Some(n.clone()), next))
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        self.steps(heap(place)?, &mut Fuel::new())
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let mut fuel = Fuel::new();
        let value = self.steps(n, &mut fuel)?;
        level_set(self.highest(n)?, &value, target, limit, |v| self.least_with_value(v, n, &mut fuel))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(up_to(self.highest(heap(place)?)?, limit))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn nat(n: u64) -> Nat {
        Nat::from(n)
    }

    fn below(highest: Option<Nat>) -> Option<Int> {
        Some(highest.map_or(Int::NEG_ONE, Int::from))
    }

    #[test]
    fn at_least_half_agrees_with_the_definition() {
        let plain = |p: &[u64]| if p[0] == 0 { Vec::new() } else { single(0..=p[0] / 2) };
        let general = InitialSegment::new("n//2", |n| below((!n.is_zero()).then(|| n >> 1usize)));
        Plain::new(plain).check_heaps(&general, 300, EVERYTHING);
    }

    #[test]
    fn random_bounds_agree_with_the_definition() {
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
        for _ in 0..60 {
            let mut h: Vec<Option<u64>> = vec![None];
            for n in 1..60u64 {
                let before = h[n as usize - 1];
                let next = before.map_or(0, |b| b + random.below(3));
                let grows = before.is_some() || random.below(4) == 0;
                h.push(grows.then_some(next.min(n - 1)));
            }
            let table = h.clone();
            // beyond the table the last bound stays
            let last = h[59].map(Nat::from);
            let law = InitialSegment::new("h(n)", move |n| match usize::try_from(n) {
                Ok(i) if i < 60 => below(table[i].map(Nat::from)),
                _ => below(last.clone()),
            });
            let plain = |p: &[u64]| single(h[p[0] as usize].map_or(0..0, |b| 0..b + 1));
            Plain::new(plain).check_heaps(&law, 59, EVERYTHING);
        }
    }

    #[test]
    fn too_many_steps_are_refused() {
        let law = InitialSegment::new("n-1", |n| Some(Int::from(n.clone()) - 1));
        assert_eq!(law.value(&[nat(10u64.pow(18))]), None);
        assert_eq!(law.value(&[nat(1000)]), Some(nat(1000)));
        let silent = InitialSegment::new("n//2", |n| (*n < nat(100)).then(|| Int::from(n >> 1usize) - 1));
        assert_eq!(silent.value(&[nat(99)]), Some(nat(5)));
        for unknown in [silent.value(&[nat(200)]), silent.options(&[nat(200)], 9).map(|_| nat(0))] {
            assert_eq!(unknown, None, "a bound that is not known is no bound of −1");
        }
        let circular = InitialSegment::new("n", |n| Some(Int::from(n.clone())));
        assert_eq!(circular.value(&[nat(3)]), None);
    }
}
