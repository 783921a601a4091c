//! Take at most half of a heap: n → n−k with 1 ≤ k ≤ ⌊n/2⌋.
//!
//! Example: 7 → 6, 5, 4, of values 3, 1, 2; so g(7) = 0. The values from 0 on: 0 0 1 0 2 1 3 0 4 2 5 1 6 3 7 0.
//!
//! **Theorem.** If n+1 = 2^j·(2v+1), then g(n) = v: strip the trailing 1 bits, then halve.
//!
//! *Proof.* By induction the options m, ⌈n/2⌉ ≤ m < n, have the value w with 2w+1 the odd part of m+1. n even: m+1 runs
//! over the numbers in (n/2, n], which contains exactly one multiple by a power of 2 of each odd number up to n−1, so
//! the values are 0, …, n/2 − 1, and g(n) = n/2. n odd: m+1 runs over ((n+1)/2, n]. The interval ((n+1)/2, n+1]
//! contains each odd part up to n once, and n+1 itself has the odd part 2v+1; so all values w with 2w+1 ≤ n occur but
//! v, and g(n) = v. ∎
//!
//! So each value is the value of at most one option: m = 2^j(2w+1) − 1 in the range. Cost: linear in the digits.

use dashu_int::ops::BitTest;
use grundy_core::{Nat, Theorem, number::shorten};

use super::{heap, listing};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// At most half may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "at-most-half",
    statement: "if 1 to half of a heap may be taken, the value of n is v where n + 1 = 2^j(2v + 1)",
    chinese: "至多取半定理：若可取 1 个到半堆，则 n 的值是 v，其中 n + 1 = 2^j(2v + 1)",
    reference: "",
};

/// The law of taking at most half, `atmosthalf`.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtMostHalf;

/// The least option.
fn least(n: &Nat) -> Nat {
    (n + 1u8) >> 1usize
}

impl Law for AtMostHalf {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new("g(n) = v where n + 1 = 2^j(2v + 1)", "g(n) = v，其中 n + 1 = 2^j(2v + 1)")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::values("(n+1)//2^(v2(n+1)+1)"), Spelt::p_positions("band(n, n+1) = 0")]
    }

    /// n + 1 is an odd number, 2g + 1, times a power of 2.
    fn candidates(&self, _place: &[Nat], _coordinate: usize, value: &Nat) -> Option<Candidates> {
        let odd = value * 2u8 + 1u8;
        Some(Candidates::First((0..100).map(|twos| (&odd << twos) - Nat::ONE).collect()))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let next = n + 1u8;
        let twos = next.trailing_zeros().unwrap_or(0);
        let odd = &next >> twos;
        let half = shorten(&(&odd >> 1usize));
        let (n, odd) = (shorten(n), shorten(&odd));
        vec![Working::Say(Words::new(
            format!("{n} + 1 = 2^{twos} · {odd}, and {odd} = 2 · {half} + 1, so v = {half}"),
            format!("{n} + 1 = 2^{twos} · {odd}，而 {odd} = 2 · {half} + 1，所以 v = {half}"),
        ))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let next = heap(place)? + 1u8;
        let zeros = next.trailing_zeros().unwrap_or(0);
        Some(next >> (zeros + 1))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let odd = (target << 1usize) + 1u8;
        if odd > *n {
            return Some(listing::empty());
        }
        // the largest 2^j·odd that does not exceed n is m + 1
        let mut j = n.bit_len() - odd.bit_len();
        if &odd << j > *n {
            j -= 1;
        }
        let m = (odd << j) - 1u8;
        Some(listing::at_most_one((m >= least(n)).then_some(m), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        Some(listing::interval(&least(n), n, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        Plain::new(|p| single((1..=p[0] / 2).map(|k| p[0] - k))).check_heaps(&AtMostHalf, 300, EVERYTHING);
    }
}
