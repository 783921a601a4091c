//! Take one of two numbers, a or b, where a ≤ b; also one number alone, a = b.
//!
//! Example: a = 2, b = 7: 0 0 1 1 0 0 1 1 2 and again from 9 on.
//!
//! **Theorem.** Let m = n mod (a + b) and q = ⌊m/a⌋ mod 2. Then g(n) = q if m < b, and g(n) = 2 − q otherwise.
//! *Proof.* By induction on n; the option n − a has the residue m − a if m ≥ a, else m + b, and n − b has m − b if
//! m ≥ b, else m + a. Write h for the right side, by residues.
//! - m < a, so h = 0. There is no option if n = m. Else m + b ≥ b, so h(m + b) ≥ 1; and ⌊(m + a)/a⌋ = 1, so
//!   h(m + a) = 1, whether m + a is below b or not. The options lack 0.
//! - a ≤ m < b, so h = q. The option n − a has 1 − q. The other, if n ≥ b, has h(m + a): 1 − q if m + a < b, else
//!   1 + q. So the options have 1 alone if q = 0, and 0, perhaps with 2, if q = 1.
//! - b ≤ m, so h = 2 − q. Both are options: m − a < b has 1 − q, and m − b < a has 0. The mex is 2 if q = 0, else 1. ∎
//!
//! The least period is 2a if b is an odd multiple of a, for then no value is 2; otherwise a + b, for the twos are one run
//! of each a + b.
//!
//! Cost: two divisions. It serves where the larger number is too large for a window of values. Reference: E. R.
//! Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 4 (subtraction games with two numbers).

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::blocks::Blocks;
use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// One of two numbers may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "take-two-numbers",
    statement: "if a or b may be taken, a <= b, and m = n mod (a+b): the value is m//a mod 2 if m < b, else 2 - (m//a mod 2)",
    chinese: "若可取 a 或 b 个，a <= b，令 m = n mod (a+b)：当 m < b 时值为 m//a mod 2，否则为 2 - (m//a mod 2)",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982, chapter 4",
};

/// The law of `take[a,b]` and `take[a]`.
#[derive(Debug, Clone)]
pub struct TwoNumbers {
    a: Nat,
    b: Nat,
    /// Blocks of a heaps in each a + b, with the bound b.
    blocks: Blocks,
}

impl TwoNumbers {
    /// Two numbers from 1 on, in whatever order; the same twice for one number. `None` if one of them is 0.
    #[must_use]
    pub fn new(one: Nat, other: Nat) -> Option<Self> {
        let (a, b) = if one <= other { (one, other) } else { (other, one) };
        let blocks = Blocks { length: a.clone(), bound: b.clone(), period: &a + &b };
        (!a.is_zero()).then_some(TwoNumbers { a, b, blocks })
    }

    fn at(&self, n: &Nat) -> u8 {
        let residue = self.blocks.residue(n);
        let odd = u8::from(residue.is_odd);
        if residue.is_below { odd } else { 2 - odd }
    }

    /// The options, the smaller first.
    fn after(&self, n: &Nat) -> impl Iterator<Item = Nat> {
        let less = |k: &Nat| (k <= n).then(|| n - k);
        let second = if self.a == self.b { None } else { less(&self.a) };
        less(&self.b).into_iter().chain(second)
    }
}

impl Law for TwoNumbers {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let (a, b) = (shorten(&self.a), shorten(&self.b));
        if self.a == self.b {
            return Words::same(format!("g(n) = n // {a} mod 2"));
        }
        let sum = shorten(&self.blocks.period);
        Words::new(
            format!("with m = n mod {sum}: g(n) = m // {a} mod 2 if m < {b}, else 2 - (m // {a} mod 2)"),
            format!("令 m = n mod {sum}：m < {b} 时 g(n) = m // {a} mod 2，否则 g(n) = 2 - (m // {a} mod 2)"),
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        let (a, b) = (&self.a, &self.b);
        if a == b {
            return vec![Spelt::values(format!("n // {a} % 2")), Spelt::p_positions(format!("n // {a} % 2 = 0"))];
        }
        let m = format!("n % {}", self.blocks.period);
        vec![
            Spelt::values(format!("{m} // {a} % 2 + 2 * ({m} // {b}) * (({m} // {a} + 1) % 2)")),
            Spelt::p_positions(format!("{m} < {b} and {m} // {a} % 2 = 0")),
        ]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        heap(place).map(|n| self.blocks.working(n)).unwrap_or_default()
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(self.at(heap(place)?)))
    }

    fn period(&self) -> Option<NatPeriod> {
        let twice = &self.a << 1usize;
        let alternates = &self.b % &twice == self.a;
        Some(NatPeriod::pure(if alternates { twice } else { self.blocks.period.clone() }, Nat::ZERO))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        Some(listing::few_heaps(self.after(heap(place)?).filter(|n| Nat::from(self.at(n)) == *target), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(listing::few_heaps(self.after(heap(place)?), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        assert!(TwoNumbers::new(Nat::ZERO, Nat::ONE).is_none());
        for a in 1..10u64 {
            for b in a..24 {
                let law = TwoNumbers::new(Nat::from(b), Nat::from(a)).unwrap();
                let moves = |n: u64| [b, a].into_iter().take(if a == b { 1 } else { 2 }).filter(move |&k| k <= n);
                let mut plain = Plain::new(|p: &[u64]| single(moves(p[0]).map(|k| p[0] - k)));
                plain.check_heaps(&law, 3 * (a + b), EVERYTHING);
            }
        }
    }

    #[test]
    fn the_period_is_the_least() {
        for a in 1..9u64 {
            for b in a..40 {
                let law = TwoNumbers::new(Nat::from(a), Nat::from(b)).unwrap();
                let values: Vec<u8> = (0..4 * (a + b)).map(|n| law.at(&Nat::from(n))).collect();
                let least = (1..).find(|&p| values.iter().zip(&values[p..]).all(|(x, y)| x == y)).unwrap();
                assert_eq!(law.period(), Some(NatPeriod::pure(Nat::from(least), Nat::ZERO)), "{a} {b}");
            }
        }
    }
}
