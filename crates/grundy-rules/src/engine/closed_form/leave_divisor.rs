//! Leave a proper divisor: n → d with d | n, d < n. So too n → n/k with k | n, k > 1.
//!
//! Example: 12 → 6, 4, 3, 2, 1, of values 2, 2, 1, 1, 0; so g(12) = 3, for 12 = 2·2·3. From 0 there is no move.
//!
//! **Theorem.** For n ≥ 1 let Ω(n) be the number of prime factors, each as often as it divides n. Then g(n) = Ω(n); in
//! misère play n is a P-position exactly if it is prime.
//!
//! *Proof.* A proper divisor has fewer prime factors, so by induction no option has the value Ω(n); leaving out one or more
//! prime factors gives each smaller number. Misère: from 1, and from 0, there is no move, which wins; a prime has the one option
//! 1; every other n has a prime for an option. ∎
//!
//! Cost: trial division within a fixed effort, always enough up to 10^12; the outcome in normal play needs nothing.

use grundy_core::{
    Nat, Outcome, Theorem,
    number::{shorten, to_usize},
};

use super::primes::{counted_divisors, factor};
use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// A proper divisor is left.
pub static THEOREM: Theorem = Theorem {
    id: "leave-divisor",
    statement: "if a proper divisor of the heap is left, the value of n ≥ 1 is the number of its prime factors, counted as often as \
                they divide it; in misère play the P-positions are the primes",
    chinese: "留真因数定理：若一步之后留下堆的真因数，则 n ≥ 1 的值是其素因子的个数（按重数计）；反常规则下 P 局面是素数",
    reference: "",
};

/// The law of leaving a proper divisor.
#[derive(Debug, Clone, Copy, Default)]
pub struct LeaveDivisor;

/// Ω(n) for n ≥ 1 and 0 for 0; `None` where n cannot be factored with small effort.
fn prime_factors(n: &Nat) -> Option<usize> {
    if n.is_zero() {
        return Some(0);
    }
    Some(factor(n)?.iter().map(|(_, exponent)| exponent).sum())
}

/// The proper divisors, ascending, each with the number of its prime factors; `None` if there are too many, or they are unknown.
fn proper(n: &Nat) -> Option<Vec<(Nat, usize)>> {
    if n.is_zero() {
        return Some(Vec::new());
    }
    let mut all = counted_divisors(n, |_, exponent| 0..=exponent)?;
    all.pop();
    Some(all)
}

impl Law for LeaveDivisor {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new(
            "g(n) is the number of prime factors of n, with multiplicity, and g(0) = 0",
            "g(n) 是 n 的素因子个数（按重数计），且 g(0) = 0",
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("n < 2")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place).filter(|n| **n > Nat::ONE) else { return Vec::new() };
        let Some(factors) = factor(n) else { return Vec::new() };
        let power = |(prime, exponent): &(Nat, usize)| match exponent {
            1 => shorten(prime),
            _ => format!("{}^{exponent}", shorten(prime)),
        };
        let product = format!("{} = {}", shorten(n), factors.iter().map(power).collect::<Vec<_>>().join(" · "));
        let count: usize = factors.iter().map(|(_, exponent)| exponent).sum();
        let noun = if count == 1 { "prime factor" } else { "prime factors" };
        vec![Working::Say(Words::new(
            format!("{product}, which is {count} {noun}"),
            format!("{product}，共 {count} 个素因子"),
        ))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        prime_factors(heap(place)?).map(Nat::from)
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(*heap(place)? <= Nat::ONE))
    }

    fn misere(&self, place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        Some((Outcome::lost_if(prime_factors(heap(place)?)? == 1), &THEOREM))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        if target.is_zero() {
            return Some(listing::at_most_one((*n > Nat::ONE).then_some(Nat::ONE), limit));
        }
        let Some(target) = to_usize(target) else { return Some(listing::empty()) };
        let counted = proper(n)?.into_iter().filter(|(_, count)| *count == target);
        let those: Vec<Nat> = counted.map(|(divisor, _)| divisor).collect();
        Some(listing::heaps(Nat::from(those.len()), those.into_iter(), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let all = proper(heap(place)?)?;
        Some(listing::heaps(Nat::from(all.len()), all.into_iter().map(|(divisor, _)| divisor), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn options(p: &[u64]) -> Vec<Vec<Vec<u64>>> {
        single((1..p[0]).filter(|d| p[0].is_multiple_of(*d)))
    }

    #[test]
    fn agrees_with_the_definition() {
        Plain::new(options).check_heaps(&LeaveDivisor, 300, EVERYTHING);
    }

    #[test]
    fn misere_play_agrees_with_the_definition() {
        let mut lost: Vec<bool> = Vec::new();
        for n in 0..400u64 {
            let after = options(&[n]);
            lost.push(!after.is_empty() && after.iter().all(|parts| !lost[parts[0][0] as usize]));
            let said = LeaveDivisor.misere(&[Nat::from(n)]).map(|(outcome, _)| outcome);
            assert_eq!(said, Some(Outcome::lost_if(lost[n as usize])), "{n}");
        }
    }
}
