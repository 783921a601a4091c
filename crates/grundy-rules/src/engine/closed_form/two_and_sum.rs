//! Take a, b or a + b, where a < b and b is at most a below an even multiple of a: b + r = 2ha with 0 ≤ r ≤ a.
//!
//! Example: a = 2, b = 7, so r = 1 and 2ha = 8: 0 0 1 1 0 0 1 1 2 2 3 3 2 2 3 and again from 15 on.
//!
//! **Theorem.** Let H = 2ha = b + r, m = n mod (b + H) and q = ⌊m/a⌋ mod 2. Then g(n) = q if m < H, and g(n) = 2 + q
//! otherwise.
//! *Proof.* By induction on n. Write h for the right side, by residues modulo b + H; so n − b has the residue m + H if m < b,
//! and n − a − b has m + H − a if m < a + b.
//!
//! No option has the value h(m):
//! - n − a. If m ≥ a, the residue m − a lies one block of a before, so its value has the other parity. If m < a, then h(m) = 0, and
//!   m + b + H − a ≥ H has at least 2.
//! - n − b. If m < b, then h(m) ≤ 1, and m + H has at least 2. If b ≤ m < H, then m ≥ H − a, so h(m) = 1, and m − b < r ≤ a
//!   has 0. If m ≥ H, then h(m) ≥ 2, and m − b < H has at most 1.
//! - n − a − b. If m < a, then h(m) = 0, and m + H − a is one of the last a residues below H, which have 1. If
//!   a ≤ m < H and m < a + b, then h(m) ≤ 1, and m + H − a has at least 2. If H ≤ m < a + b, then m + H − a lies 2h − 1 blocks
//!   further, so it has the other parity. If m ≥ a + b, then m ≥ H, so h(m) ≥ 2, and m − a − b < H − a has at most 1.
//!
//! Every smaller value is that of an option, even if n = m:
//! - h(m) = 1. Then m < H is in an odd block, and m − a has 0.
//! - h(m) ≥ 2 and m ≥ a + b. Both m − b and m − a − b are below H and one block apart: they have 0 and 1.
//! - h(m) ≥ 2 and H ≤ m < a + b. Then m − b is below a and has 0; m − a is one of the last a below H and has 1. And h(m) = 2, for
//!   m < H + a.
//! - h(m) = 3. Then m ≥ H + a ≥ a + b, which is the second case for 0 and 1; and m − a ≥ H has 2. ∎
//!
//! The least period is b + H, for in each b + H heaps the values above 1 are one run.
//!
//! Cost: two divisions. It serves where the numbers are too large for a window of values. If b is more than an even multiple of
//! a, by less than a, the period is longer, and no law is given here.

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::blocks::Blocks;
use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// One of two numbers, or their sum, may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "take-two-numbers-or-sum",
    statement: "if a, b or a+b may be taken, a < b, H is an even multiple of a with b <= H <= b+a, and m = n mod (b+H): the \
                value is m//a mod 2 if m < H, else 2 + (m//a mod 2)",
    chinese: "两数与和定理：若可取 a、b 或 a+b 个，a < b，H 为 a 的偶数倍且 b <= H <= b+a，令 m = n mod (b+H)：当 m < H 时值为 m//a mod 2，\
              否则为 2 + (m//a mod 2)",
    reference: "",
};

/// The law of `take[a, b, a+b]`.
#[derive(Debug, Clone)]
pub struct TwoAndSum {
    a: Nat,
    b: Nat,
    /// Blocks of a heaps in each b + H, with the bound H.
    blocks: Blocks,
}

impl TwoAndSum {
    /// Two numbers from 1 on, the smaller one first. `None` if they are not, or the theorem does not speak of them.
    #[must_use]
    pub fn new(a: Nat, b: Nat) -> Option<Self> {
        if a.is_zero() || a >= b {
            return None;
        }
        let twice = &a << 1usize;
        let over = &b % &twice;
        let even = if over.is_zero() { b.clone() } else { &b + (&twice - &over) };
        let blocks = Blocks { length: a.clone(), period: &b + &even, bound: even };
        (blocks.bound <= &a + &b).then_some(TwoAndSum { a, b, blocks })
    }

    fn at(&self, n: &Nat) -> u8 {
        let residue = self.blocks.residue(n);
        u8::from(residue.is_odd) + if residue.is_below { 0 } else { 2 }
    }

    /// The options, the smaller first.
    fn after(&self, n: &Nat) -> impl Iterator<Item = Nat> {
        [&self.a + &self.b, self.b.clone(), self.a.clone()].into_iter().filter(|k| k <= n).map(move |k| n - k)
    }
}

impl Law for TwoAndSum {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let [a, even, period] = [&self.a, &self.blocks.bound, &self.blocks.period].map(shorten);
        Words::new(
            format!("with m = n mod {period}: g(n) = m // {a} mod 2 if m < {even}, else 2 + (m // {a} mod 2)"),
            format!("令 m = n mod {period}：m < {even} 时 g(n) = m // {a} mod 2，否则 g(n) = 2 + (m // {a} mod 2)"),
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        let (a, even) = (&self.a, &self.blocks.bound);
        let m = format!("n % {}", self.blocks.period);
        vec![
            // m is below 2H
            Spelt::values(format!("{m} // {a} % 2 + 2 * ({m} // {even})")),
            Spelt::p_positions(format!("{m} < {even} and {m} // {a} % 2 = 0")),
        ]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        heap(place).map(|n| self.blocks.working(n)).unwrap_or_default()
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(self.at(heap(place)?)))
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(NatPeriod::pure(self.blocks.period.clone(), Nat::ZERO))
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
        assert!(TwoAndSum::new(Nat::ZERO, Nat::ONE).is_none());
        let mut others = 0;
        for a in 1..10u64 {
            for b in a + 1..24 {
                let Some(law) = TwoAndSum::new(Nat::from(a), Nat::from(b)) else {
                    // b is more than an even multiple of a, by less than a
                    assert!((1..a).contains(&(b % (2 * a))), "{a} {b}");
                    others += 1;
                    continue;
                };
                let moves = |n: u64| [a + b, b, a].into_iter().filter(move |&k| k <= n);
                let mut plain = Plain::new(|p: &[u64]| single(moves(p[0]).map(|k| p[0] - k)));
                plain.check_heaps(&law, 6 * (a + b), EVERYTHING);
            }
        }
        assert!(others > 20);
    }

    /// All pairs up to 60, by values alone.
    #[test]
    fn all_pairs_up_to_sixty_agree() {
        for b in 2..=60u64 {
            for a in 1..b {
                let Some(law) = TwoAndSum::new(Nat::from(a), Nat::from(b)) else { continue };
                let mut values: Vec<u8> = Vec::new();
                for n in 0..8 * (a + b) {
                    let left = [a, b, a + b].into_iter().filter(|&k| k <= n).map(|k| values[(n - k) as usize]);
                    values.push(left.fold(0u8, |seen, value| seen | 1 << value).trailing_ones() as u8);
                    assert_eq!(law.at(&Nat::from(n)), values[n as usize], "{a} {b}: {n}");
                }
            }
        }
    }

    #[test]
    fn the_period_is_the_least() {
        for a in 1..9u64 {
            for b in a + 1..40 {
                let Some(law) = TwoAndSum::new(Nat::from(a), Nat::from(b)) else { continue };
                let values: Vec<u8> = (0..6 * (a + b)).map(|n| law.at(&Nat::from(n))).collect();
                let least = (1..).find(|&p| values.iter().zip(&values[p..]).all(|(x, y)| x == y)).unwrap();
                assert_eq!(law.period(), Some(NatPeriod::pure(Nat::from(least), Nat::ZERO)), "{a} {b}");
            }
        }
    }
}
