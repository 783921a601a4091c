//! Mark: n → n−1 or ⌊n/2⌋, for n > 0.
//!
//! Example: 5 → 4 or 2, of values 1 and 0; so g(5) = 2. The values from 0 on: 0 1 0 2 1 2 0 1 0 2 0 1 2 1 0 2.
//!
//! **Theorem.** Let n ≥ 1 and v2(n) the exponent of 2 in n.
//! 1. n is a P-position exactly if v2(n) is odd; otherwise g(n) is 1 or 2, and g(1) = 1.
//! 2. v2(n) ≥ 2 even: g(n) = g(n/2 − 1).
//! 3. n = 2m+1 with m ≥ 1 and v2(m) even: g(n) = 3 − g(m).
//! 4. n = 2m+1 with v2(m) odd: g(n) = 3 − g(m−1).
//!
//! *Proof.* 1. By induction. n even, n = 2m: if v2(n) is odd, then n−1 is odd and v2(m) is even, both N-positions; if
//! v2(n) ≥ 2 is even, then v2(m) is odd, a P-position. n = 1 moves to 0. n = 2m+1 with m ≥ 1: exactly one of v2(m)
//! and v2(2m) is odd, so one option is a P-position. Two options give values up to 2. By this, of two options one of
//! which has value 0, the other x in {1, 2}, the mex is 3 − x.
//! 3. 2m is P, m is N. 4. m ≥ 2 is P, and 2m has v2 even and ≥ 2, so g(n) = 3 − g(2m) and g(2m) = g(m−1) by 2.
//! 2. n = 2m with m P and even, so g(n) = 3 − g(2m−1); 2m−1 = 2(m−1)+1 with m−1 odd, so by 3 it is 3 − g(m−1). ∎
//!
//! Each step halves n. Cost: one shift for each bit.

use grundy_core::{Nat, Outcome, Theorem, number::shorten};

use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// n − 1 or ⌊n/2⌋.
pub static THEOREM: Theorem = Theorem {
    id: "mark",
    statement: "in Mark (n to n − 1 or to half of n, rounded down) n ≥ 1 is a P-position exactly if the exponent of 2 in n is odd; other values are 1 or 2 and follow from about n/2",
    chinese: "马克游戏定理：在马克游戏中（n 走到 n − 1 或 n 的一半，向下取整），n ≥ 1 是 P 局面当且仅当 n 中 2 的指数为奇数；其余的值为 1 或 2，由约 n/2 处得出",
    reference: "",
};

/// The law of Mark.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mark;

fn is_previous(n: &Nat) -> bool {
    n.trailing_zeros().is_none_or(|e| e % 2 == 1)
}

fn value(n: &Nat) -> u8 {
    if is_previous(n) {
        return 0;
    }
    let mut n = n.clone();
    // is the answer 3 minus the value of the current n?
    let mut mirrored = false;
    while n > Nat::ONE {
        let odd = n.trailing_zeros() == Some(0);
        n >>= 1;
        if !odd {
            n -= 1u8;
            continue;
        }
        mirrored = !mirrored;
        if is_previous(&n) {
            n -= 1u8;
        }
    }
    if mirrored { 2 } else { 1 }
}

/// The options, ascending, each once.
fn options(n: &Nat) -> Vec<Nat> {
    if n.is_zero() {
        return Vec::new();
    }
    let mut all = vec![n >> 1usize, n - 1u8];
    all.dedup();
    all
}

impl Law for Mark {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new(
            "P iff n = 0 or v2(n) is odd; other values are 1 or 2",
            "P 当且仅当 n = 0 或 v2(n) 为奇数；其余的值为 1 或 2",
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("n = 0 or v2(n) % 2 = 1")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let Some(twos) = n.trailing_zeros() else { return Vec::new() };
        let parity = if twos % 2 == 1 { ["odd", "奇数"] } else { ["even", "偶数"] };
        let product = format!("{} = 2^{twos} · {}", shorten(n), shorten(&(n >> twos)));
        vec![Working::Say(Words::new(
            format!("{product}, and {twos} is {}", parity[0]),
            format!("{product}，而 {twos} 是{}", parity[1]),
        ))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(value(heap(place)?)))
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(is_previous(heap(place)?)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let mut those = options(heap(place)?);
        those.retain(|m| Nat::from(value(m)) == *target);
        Some(listing::heaps(Nat::from(those.len()), those.into_iter(), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let all = options(heap(place)?);
        Some(listing::heaps(Nat::from(all.len()), all.into_iter(), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let options = |p: &[u64]| if p[0] == 0 { Vec::new() } else { single([p[0] - 1, p[0] / 2]) };
        Plain::new(options).check_heaps(&Mark, 1000, EVERYTHING);
    }
}
