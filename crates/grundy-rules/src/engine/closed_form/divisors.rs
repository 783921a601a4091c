//! Subtract a divisor: a proper one (the aliquot game), or any.
//!
//! Example: 12 → 11, 10, 9, 8, 6 by proper divisors; g(12) = 2, for 12 = 4·3. From 0 there is no move.
//!
//! **Theorem.** Let v2(n) be the exponent of 2 in n ≥ 1. With proper divisors g(n) = v2(n); with all divisors
//! g(n) = v2(n) + 1. In both games g(0) = 0.
//!
//! *Proof.* Let e = v2(n), d a divisor of n, d < n. If v2(d) < e, then v2(n−d) = v2(d), and d = 1, 2, …, 2^(e−1) give
//! each of 0, …, e−1. If v2(d) = e, then n/2^e and d/2^e are odd, and v2(n−d) > e. So v2(n−d) takes the values below e
//! and never e: the first claim. If d = n is allowed, the option 0 adds the value 0, and the others are v2(n−d) + 1. ∎
//!
//! Cost: constant. Options are counted and listed only where n can be factored with small effort (always up to 10^12;
//! 10^100 too) and has not too many divisors.

use dashu_int::ops::BitTest;
use grundy_core::{
    Nat, Theorem,
    number::{shorten, to_usize},
};

use super::primes::counted_divisors;
use super::{heap, listing};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// A proper divisor is subtracted.
pub static PROPER: Theorem = Theorem {
    id: "aliquot",
    statement: "if a proper divisor is subtracted, the value of n ≥ 1 is the exponent of 2 in n",
    chinese: "减真因数定理：若减去真因数，则 n ≥ 1 的值是 n 中 2 的指数",
    reference: "",
};

/// Any divisor is subtracted.
pub static ALL: Theorem = Theorem {
    id: "subtract-divisors",
    statement: "if any divisor is subtracted, the value of n ≥ 1 is 1 plus the exponent of 2 in n",
    chinese: "减因数定理：若减去任意因数，则 n ≥ 1 的值是 n 中 2 的指数加 1",
    reference: "",
};

/// The law of subtracting a proper divisor, `aliquot`.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProperDivisors;

/// The law of subtracting a divisor, the number itself included.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllDivisors;

/// Larger values belong to numbers of more digits than are spelled out.
const MOST_TWOS: usize = 10_000;
/// The divisors, ascending, with 2-adic order from `from` to `to`; `None` if there are too many, or they are unknown.
fn divisors(n: &Nat, from: usize, to: usize) -> Option<Vec<Nat>> {
    let twos = |prime: &Nat, exponent: usize| {
        if *prime == Nat::from(2u8) { from..=to.min(exponent) } else { 0..=exponent }
    };
    Some(counted_divisors(n, twos)?.into_iter().map(|(divisor, _)| divisor).collect())
}

/// The options n − d of the given 2-adic order (any: `None`), d < n.
fn proper_options(n: &Nat, order: Option<usize>, limit: usize) -> Option<Listing> {
    let Some(e) = n.trailing_zeros() else { return Some(listing::empty()) };
    let of = match order {
        None => divisors(n, 0, e)?,
        Some(v) if v < e => divisors(n, v, v)?,
        Some(v) if v == e => return Some(listing::empty()),
        // n − d is below n
        Some(v) if v >= n.bit_len() => return Some(listing::empty()),
        Some(_) => divisors(n, e, e)?,
    };
    let options = of.iter().rev().filter(|d| *d < n).map(|d| n - d);
    let those: Vec<Nat> = options.filter(|m| order.is_none() || m.trailing_zeros() == order).collect();
    Some(listing::heaps(Nat::from(those.len()), those.into_iter(), limit))
}

/// The first odd multiples of 2 to the power `twos`, perhaps after 0.
fn multiples(twos: &Nat, zero: bool) -> Option<Candidates> {
    let twos = to_usize(twos).filter(|&twos| twos <= MOST_TWOS)?;
    let odd = (0..100u32).map(|i| Nat::from(2 * i + 1) << twos);
    Some(Candidates::First(zero.then_some(Nat::ZERO).into_iter().chain(odd).collect()))
}

impl Law for ProperDivisors {
    fn theorem(&self) -> &'static Theorem {
        &PROPER
    }

    fn words(&self) -> Words {
        Words::new("g(n) = v2(n) for n > 0", "n > 0 时 g(n) = v2(n)")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::Values(Cases::new("0").but("v2(n)", "n > 0")), Spelt::p_positions("n = 0 or n % 2 = 1")]
    }

    fn candidates(&self, _place: &[Nat], _coordinate: usize, value: &Nat) -> Option<Candidates> {
        multiples(value, value.is_zero())
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let Some(twos) = n.trailing_zeros() else { return Vec::new() };
        let product = format!("{} = 2^{twos} · {}", shorten(n), shorten(&(n >> twos)));
        vec![Working::Say(Words::new(format!("{product}, so v2 is {twos}"), format!("{product}，所以 v2 是 {twos}")))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(heap(place)?.trailing_zeros().unwrap_or(0)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let Some(order) = to_usize(target) else { return Some(listing::empty()) };
        proper_options(n, Some(order), limit)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        proper_options(heap(place)?, None, limit)
    }
}

/// With the option 0 in front.
fn and_zero(rest: Listing, limit: usize) -> Listing {
    let first = std::iter::once(listing::one_heap(Nat::ZERO)).chain(rest.first).take(limit).collect();
    Listing { count: rest.count + 1u8, first }
}

impl Law for AllDivisors {
    fn theorem(&self) -> &'static Theorem {
        &ALL
    }

    fn words(&self) -> Words {
        Words::new("g(n) = v2(n) + 1 for n > 0", "n > 0 时 g(n) = v2(n) + 1")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::Values(Cases::new("0").but("v2(n)+1", "n > 0")), Spelt::p_positions("n = 0")]
    }

    fn candidates(&self, _place: &[Nat], _coordinate: usize, value: &Nat) -> Option<Candidates> {
        if value.is_zero() {
            return Some(Candidates::Among(vec![Nat::ZERO]));
        }
        multiples(&(value - Nat::ONE), false)
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let Some(twos) = n.trailing_zeros() else { return Vec::new() };
        let product = format!("{} = 2^{twos} · {}", shorten(n), shorten(&(n >> twos)));
        vec![Working::Say(Words::new(
            format!("{product}, so v2 is {twos}, and the value is one more"),
            format!("{product}，所以 v2 是 {twos}，值再多 1"),
        ))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(heap(place)?.trailing_zeros().map_or(0, |e| e + 1)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        match to_usize(target) {
            Some(0) if n.is_zero() => Some(listing::empty()),
            Some(0) => Some(listing::at_most_one(Some(Nat::ZERO), limit)),
            Some(value) => proper_options(n, Some(value - 1), limit),
            None => Some(listing::empty()),
        }
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        if n.is_zero() { Some(listing::empty()) } else { Some(and_zero(proper_options(n, None, limit)?, limit)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let proper = |p: &[u64]| single((1..p[0]).filter(|d| p[0].is_multiple_of(*d)).map(|d| p[0] - d));
        Plain::new(proper).check_heaps(&ProperDivisors, 300, EVERYTHING);
        let all = |p: &[u64]| single((1..=p[0]).filter(|d| p[0].is_multiple_of(*d)).map(|d| p[0] - d));
        Plain::new(all).check_heaps(&AllDivisors, 300, EVERYTHING);
    }

    #[test]
    fn the_divisors_of_a_googol_are_listed() {
        let googol = Nat::from(10u8).pow(100);
        let all = ProperDivisors.options(std::slice::from_ref(&googol), 1).unwrap();
        assert_eq!(all.count, Nat::from(101u32 * 101 - 1));
        let winning = ProperDivisors.winning_options(&[googol], 1).unwrap();
        assert_eq!(winning.count, Nat::from(101u8));
    }
}
