//! Subtract a number coprime to the heap: n → n−d with 1 ≤ d ≤ n and gcd(n, d) = 1.
//!
//! Example: 9 → 8, 7, 5, 4, 2, 1, of values 0, 4, 3, 0, 0, 1; so g(9) = 2.
//!
//! **Theorem.** g(0) = 0, g(1) = 1, g(n) = 0 for even n; for odd n ≥ 3, g(n) is the index of its least prime factor,
//! counted 2, 3, 5, 7, … from 1.
//!
//! *Proof.* For n ≥ 2 the options are the m with 1 ≤ m < n and gcd(n, m) = 1. n even: every m is odd, of value at
//! least 1, so g(n) = 0. n odd with the k-th prime p as least factor, k ≥ 2: no m has value k, for that m would be
//! divisible by p. Each smaller value occurs: 0 for the even n−1, 1 for m = 1, and j with 2 ≤ j < k for m the j-th
//! prime, which is below p and so does not divide n. ∎
//!
//! Cost: trial division within a fixed effort (always enough up to 10^12) and counting the primes up to the factor
//! (up to 10^10); the outcome needs the parity alone. Winning options are half of all (m ↦ n−m exchanges even and odd).

use grundy_core::{
    Nat, Outcome, Theorem,
    number::{gcd, shorten, to_u64},
};

use super::primes::{count_primes, factor, least_prime_factor, prime_of_index};
use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::place::Place;
use crate::statement::Spelt;
use crate::words::Words;

/// A coprime number is subtracted.
pub static THEOREM: Theorem = Theorem {
    id: "subtract-coprime",
    statement: "if a number coprime to the heap is subtracted, even heaps have value 0 and odd ones above 1 the index of their least prime factor",
    chinese: "减互素数定理：若减去与堆的大小互素的数，则偶数堆的值为 0，大于 1 的奇数堆的值是其最小素因子的序号",
    reference: "",
};

/// So many multiples of a prime are tried.
const TRIED: usize = 10_000;

/// The law of subtracting a coprime number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Coprime;

/// Numbers up to `n` that are coprime to it.
fn totient(n: &Nat) -> Option<Nat> {
    Some(factor(n)?.iter().fold(n.clone(), |x, (p, _)| x / p * (p - 1u8)))
}

fn coprime(n: &Nat, m: &Nat) -> bool {
    match to_u64(m) {
        Some(m) if m > 0 => gcd(m, n % m) == 1,
        _ => dashu_int::ops::Gcd::gcd(n, m) == Nat::ONE,
    }
}

impl Law for Coprime {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new(
            "g(n) = 0 for even n, else the index of the least prime factor of n, and g(1) = 1",
            "n 为偶数时 g(n) = 0，否则为 n 的最小素因子的序号，且 g(1) = 1",
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("n % 2 = 0")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place).filter(|n| **n > Nat::ONE) else { return Vec::new() };
        if n % 2u8 == 0 {
            let n = shorten(n);
            return vec![Working::Say(Words::new(format!("{n} is even"), format!("{n} 是偶数")))];
        }
        let Some(least) = least_prime_factor(n) else { return Vec::new() };
        let [english, chinese] = count_primes(least).map_or_else(Default::default, |index| {
            [format!(", prime number {index}"), format!("，即第 {index} 个素数")]
        });
        let n = shorten(n);
        vec![Working::Say(Words::new(
            format!("the least prime factor of {n} is {least}{english}"),
            format!("{n} 的最小素因子是 {least}{chinese}"),
        ))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let n = heap(place)?;
        if n % 2u8 == 0 {
            return Some(Nat::ZERO);
        }
        if *n == Nat::ONE {
            return Some(Nat::ONE);
        }
        Some(Nat::from(count_primes(least_prime_factor(n)?)?))
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(heap(place)? % 2u8 == 0))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let two = Nat::from(2u8);
        if *target == Nat::ONE {
            return Some(listing::at_most_one((*n >= two).then_some(Nat::ONE), limit));
        }
        if !target.is_zero() {
            return None;
        }
        if n % 2u8 == 0 {
            return Some(listing::empty());
        }
        if *n == Nat::ONE {
            return Some(listing::at_most_one(Some(Nat::ZERO), limit));
        }
        let even = std::iter::successors(Some(two), |m| Some(m + 2u8)).take_while(|m| m < n);
        Some(listing::heaps(totient(n)? >> 1usize, even.filter(|m| coprime(n, m)), limit))
    }

    /// Options of a value from 2 on are multiples of the prime of that index.
    fn all_or_some_with_value(
        &self,
        place: &[Nat],
        target: &Nat,
        limit: usize,
    ) -> Option<(Option<Nat>, Vec<Vec<Place>>)> {
        if let Some(all) = self.options_with_value(place, target, limit) {
            return Some((Some(all.count), all.first));
        }
        let n = heap(place)?;
        let prime = to_u64(target).and_then(prime_of_index)?;
        if *n <= Nat::from(prime) || n % prime == 0 {
            return Some((Some(Nat::ZERO), Vec::new()));
        }
        let fits = |m: &Nat| coprime(n, m) && least_prime_factor(m) == Some(prime);
        let mut multiples = (0..).map(|i| Nat::from(prime) * (2 * i + 1u64)).take_while(|m| m < n);
        let those: Vec<Nat> = multiples.by_ref().take(TRIED).filter(fits).collect();
        let count = multiples.next().is_none().then(|| Nat::from(those.len()));
        Some((count, those.into_iter().take(limit).map(listing::one_heap).collect()))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        if *n <= Nat::ONE {
            return Some(listing::interval(&Nat::ZERO, n, limit));
        }
        let all = listing::count_up(Nat::ONE, n.clone());
        Some(listing::heaps(totient(n)?, all.filter(|m| coprime(n, m)), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, Says, single};
    use super::*;

    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    #[test]
    fn agrees_with_the_definition() {
        let options = |p: &[u64]| single((1..=p[0]).filter(|&d| gcd(p[0], d) == 1).map(|d| p[0] - d));
        Plain::new(options).check_heaps(&Coprime, 250, Says { with_value: false, ..EVERYTHING });
    }

    #[test]
    fn options_of_larger_values_are_multiples_of_a_prime() {
        let plain = |p: &[u64]| single((1..=p[0]).filter(|&d| gcd(p[0], d) == 1).map(|d| p[0] - d));
        let mut plain = Plain::new(plain);
        for n in 0..250u64 {
            for target in 2..12u64 {
                let options = (0..n).filter(|&m| n == 1 || m > 0 && gcd(n, m) == 1);
                let those: Vec<u64> = options.filter(|&m| plain.value(&[m]) == target).collect();
                let (count, first) = Coprime.all_or_some_with_value(&[Nat::from(n)], &Nat::from(target), 3).unwrap();
                assert_eq!(count, Some(Nat::from(those.len())), "{n} to {target}");
                let first: Vec<u64> = first.iter().filter_map(|parts| to_u64(&parts[0][0])).collect();
                assert_eq!(first, those[..those.len().min(3)], "{n} to {target}");
            }
        }
    }

    #[test]
    fn of_many_options_some_are_listed() {
        let n = Nat::from(10_000_001u32);
        let (count, first) = Coprime.all_or_some_with_value(std::slice::from_ref(&n), &Nat::from(2u8), 2).unwrap();
        let nine = Place::heap(9u8);
        assert_eq!((count, first), (None, vec![vec![Place::heap(3u8)], vec![nine]]));
        let none = Coprime.all_or_some_with_value(&[n], &Nat::from(2u8), 0).unwrap();
        assert_eq!(none, (None, Vec::new()));
    }

    #[test]
    fn a_large_prime_has_its_index() {
        assert_eq!(Coprime.value(&[Nat::from(999_999_937u32)]), Some(Nat::from(50_847_534u32)));
    }
}
