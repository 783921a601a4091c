//! Take a power of b (1, b, b², …) from a heap.
//!
//! Example: b = 2: take 1, 2, 4, 8, …; 9 stones are lost for the next player, for 9 mod 3 = 0.
//!
//! **Theorem.** b odd: g(n) = n mod 2. b even: with r = n mod (b+1), g(n) = 2 if r = b, else r mod 2 (for b = 2 that
//! is n mod 3).
//!
//! *Proof.* b odd: every power is odd, so every option has the other parity; 1 may be taken from n ≥ 1. b even:
//! b ≡ −1 mod (b+1), so every power is ≡ ±1 and every option has residue r−1 or r+1. Let f(r) be the claimed value.
//! The option n−1 of residue r−1 exists for n ≥ 1.
//! - r = 0, n > 0: residues b and 1, values 2 and 1: mex 0.
//! - r odd: n−1 has value 0; residue r+1 has value 0 or 2: mex 1.
//! - r even, 0 < r < b: residues r−1 and r+1 < b are odd, value 1: mex 0.
//! - r = b: n−1 has residue b−1, value 1; n−b ≥ 0 has residue 0, value 0; no other residues: mex 2. ∎
//!
//! Cost: one division; one multiplication for each power listed.

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// Powers of an odd number.
pub static ODD: Theorem = Theorem {
    id: "take-powers-odd",
    statement: "if powers of an odd number may be taken, the value is the parity of the heap, since every power is odd",
    chinese: "取奇数的幂定理：若可取某奇数的各次幂，则值是堆的奇偶性，因为每个幂都是奇数",
    reference: "",
};

/// Powers of an even number.
pub static EVEN: Theorem = Theorem {
    id: "take-powers-even",
    statement: "if powers of an even number b may be taken, the value is 2 where n mod (b+1) = b and the parity of n mod (b+1) elsewhere, since every power is 1 or −1 modulo b+1",
    chinese: "取偶数的幂定理：若可取偶数 b 的各次幂，则当 n mod (b+1) = b 时值为 2，其余处为 n mod (b+1) 的奇偶性，因为每个幂模 b+1 都是 1 或 −1",
    reference: "",
};

/// The law of `take[powers(b)]`.
#[derive(Debug, Clone)]
pub struct TakePowers {
    base: Nat,
    odd: bool,
}

impl TakePowers {
    /// Powers of `base` may be taken. `None` if that is below 2.
    #[must_use]
    pub fn new(base: Nat) -> Option<Self> {
        let odd = &base % 2u8 == 1;
        (base >= Nat::from(2u8)).then_some(TakePowers { base, odd })
    }

    fn at(&self, n: &Nat) -> u8 {
        if self.odd {
            return n % 2u8;
        }
        let r = n % (&self.base + 1u8);
        if r == self.base { 2 } else { r % 2u8 }
    }

    /// The options whose exponent has one of the chosen parities.
    fn exponents(&self, n: &Nat, even: bool, odd: bool, limit: usize) -> Listing {
        if n.is_zero() {
            return listing::empty();
        }
        let top = n.ilog(&self.base);
        let count = if even { top / 2 + 1 } else { 0 } + if odd { top.div_ceil(2) } else { 0 };
        let powers = std::iter::successors(Some((top, self.base.pow(top))), |(i, power)| {
            i.checked_sub(1).map(|i| (i, power / &self.base))
        });
        let wanted = powers.filter(|(i, _)| if i % 2 == 0 { even } else { odd }).map(|(_, power)| n - power);
        listing::heaps(Nat::from(count), wanted, limit)
    }
}

impl Law for TakePowers {
    fn theorem(&self) -> &'static Theorem {
        if self.odd { &ODD } else { &EVEN }
    }

    fn words(&self) -> Words {
        if self.odd {
            Words::same("g(n) = n mod 2")
        } else if self.base == Nat::from(2u8) {
            Words::same("g(n) = n mod 3")
        } else {
            let (b, p) = (shorten(&self.base), shorten(&(&self.base + 1u8)));
            Words::new(
                format!("g(n) = 2 if n mod {p} = {b}, else (n mod {p}) mod 2"),
                format!("n mod {p} = {b} 时 g(n) = 2，否则 g(n) = (n mod {p}) mod 2"),
            )
        }
    }

    fn claims(&self) -> Vec<Spelt> {
        if self.odd {
            return vec![Spelt::values("n % 2"), Spelt::p_positions("n % 2 = 0")];
        }
        if self.base == Nat::from(2u8) {
            return vec![Spelt::values("n % 3"), Spelt::p_positions("n % 3 = 0")];
        }
        let (b, p) = (&self.base, &self.base + 1u8);
        let values = Cases::new(format!("n % {p} % 2")).but("2", format!("n % {p} = {b}"));
        vec![Spelt::Values(values), Spelt::p_positions(format!("n % {p} != {b} and n % {p} % 2 = 0"))]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let modulus = if self.odd { Nat::from(2u8) } else { &self.base + 1u8 };
        vec![Working::Say(Words::same(format!(
            "{} mod {} = {}",
            shorten(n),
            shorten(&modulus),
            shorten(&(n % &modulus))
        )))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(self.at(heap(place)?)))
    }

    fn period(&self) -> Option<NatPeriod> {
        let period = if self.odd { Nat::from(2u8) } else { &self.base + 1u8 };
        Some(NatPeriod::pure(period, Nat::ZERO))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        if n.is_zero() {
            return Some(listing::empty());
        }
        // all even powers lead to one value, all odd powers to one value
        let after_even = self.at(&(n - 1u8));
        let after_odd = if self.odd { after_even } else { self.at(&(n + 1u8)) };
        let is = |value: u8| Nat::from(value) == *target;
        Some(self.exponents(n, is(after_even), is(after_odd), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(self.exponents(heap(place)?, true, true, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        assert!(TakePowers::new(Nat::ONE).is_none());
        for b in 2..12u64 {
            let law = TakePowers::new(Nat::from(b)).unwrap();
            let powers =
                move |n: u64| std::iter::successors(Some(1), move |p| Some(p * b)).take_while(move |&p| p <= n);
            Plain::new(|p: &[u64]| single(powers(p[0]).map(|k| p[0] - k))).check_heaps(&law, 300, EVERYTHING);
        }
    }
}
