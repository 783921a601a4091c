//! Take at most a share of a heap: n → n−k with 1 ≤ k ≤ h(n), where h(n) = ⌊(a·n + b)/c⌋, 1 ≤ a < c and b < c.
//!
//! Example: at most a third. The values from 0 on: 0 0 0 1 0 1 2 0 1 3 2 0 4; so g(10) = g(6) = 2, for 6 is a
//! multiple of 3 and a third of it is 2.
//!
//! **Theorem.** Let h(0) = 0 and h(n) − h(n−1) be 0 or 1. Then g(n) = h(n) where h grows at n, else g(n) = g(n − 1 − h(n)).
//!
//! *Proof.* Claim: the values of n − h(n), …, n are 0, …, h(n), each once. It holds for 0. Where h grows at n, the options of n
//! are the places of the claim for n − 1; their values are 0, …, h(n) − 1, so g(n) = h(n). Elsewhere they are these places
//! without the first, n − 1 − h(n); so g(n) is the value of that one. The claim for n follows in both cases. ∎
//!
//! So each number up to h(n) but g(n) is the value of exactly one option. A value moves from p to the least q with
//! q − h(q) = p + 1, which is ⌊(c·p + b)/(c − a)⌋ + 1.
//!
//! **b below 0.** Let s be the least number with a·s + b ≥ 0. Heaps below s have no move, and no move leads below s; so it is the
//! game with b + a·s of the heaps n − s.
//!
//! As long as h stays the same all steps are equal, so that they are one. Cost: at most c/a heaps where h(n) < c/a, and about c/a · ln n
//! above; more than 10^6 are not gone through.
//!
//! Reference: L. Levine, *Fractal sequences and restricted Nim*, 2006.

use grundy_core::{Nat, Theorem, number::shorten};

use super::initial_segment::Fuel;
use super::{chain, heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// At most a share may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "at-most-a-share",
    statement: "if 1 to h(n) may be taken, h(0) = 0 and h grows by 0 or 1 from each heap to the next, then g(n) = h(n) where h grows at n, and elsewhere g(n) = g(n - 1 - h(n))",
    chinese: "至多取一份定理：若可取 1 到 h(n) 个，h(0) = 0，且 h 每步增加 0 或 1，则在 h 增加处 g(n) = h(n)，其余 g(n) = g(n - 1 - h(n))",
    reference: "L. Levine, Fractal sequences and restricted Nim, 2006",
};

/// The law of taking at most ⌊(times·n + plus)/over⌋.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtMostShare {
    times: u64,
    /// What is added for heaps counted from `shift` on.
    plus: u64,
    over: u64,
    /// s: the first heap that counts.
    shift: u64,
}

impl AtMostShare {
    /// `None` unless 1 ≤ times < over < 2^62 and −2^62 < plus < over.
    #[must_use]
    pub fn new(times: u64, plus: i64, over: u64) -> Option<Self> {
        let most = 1 << 62;
        if !(1 <= times && times < over && over < most && plus.unsigned_abs() < most) {
            return None;
        }
        let shift = if plus < 0 { plus.unsigned_abs().div_ceil(times) } else { 0 };
        let plus = u64::try_from(i128::from(plus) + i128::from(times) * i128::from(shift)).ok()?;
        (plus < over).then_some(AtMostShare { times, plus, over, shift })
    }

    /// The heap, counted from the first that may have a move; `None` before it.
    fn counted(&self, n: &Nat) -> Option<Nat> {
        let shift = Nat::from(self.shift);
        (*n >= shift).then(|| n - shift)
    }

    fn most(&self, n: &Nat) -> Nat {
        (n * self.times + self.plus) / self.over
    }

    fn grows_at(&self, n: &Nat) -> bool {
        (n * self.times + self.plus) % self.over < self.times
    }

    /// The heap before, which has the same value; `None` where n is 0 or the bound grows.
    fn before(&self, n: &Nat) -> Option<Nat> {
        (!n.is_zero() && !self.grows_at(n)).then(|| n - Nat::ONE - self.most(n))
    }

    fn chain(self, n: &Nat) -> impl Iterator<Item = Nat> {
        std::iter::successors(Some(n.clone()), move |n| self.before(n))
    }

    /// The first heap from which so many may be taken.
    fn first_with(&self, most: &Nat) -> Nat {
        let needed = most * self.over;
        if needed <= Nat::from(self.plus) { Nat::ZERO } else { (needed - self.plus + (self.times - 1)) / self.times }
    }

    fn valued(&self, n: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let mut at = n.clone();
        while let Some(before) = self.before(&at) {
            fuel.burn(&at)?;
            // as long as h stays, all steps are equal
            let most = self.most(&at);
            let (first, step) = (self.first_with(&most), &most + Nat::ONE);
            let steps = (&at - first) / &step;
            at = if steps > Nat::ONE { at - steps * step } else { before };
        }
        Some(self.most(&at))
    }

    /// h(n) as people write it.
    fn text(&self) -> String {
        let quotient = self.quotient();
        if self.shift > 0 { format!("max({quotient},0)") } else { quotient }
    }

    /// (a·n + b)//c
    fn quotient(&self) -> String {
        let taken = if self.times == 1 { "n".to_owned() } else { format!("{}*n", self.times) };
        let plus = i128::from(self.plus) - i128::from(self.times) * i128::from(self.shift);
        match (self.times, plus) {
            (1, 0) => format!("n//{}", self.over),
            (_, 0) => format!("({taken})//{}", self.over),
            (_, plus) => format!("({taken}{plus:+})//{}", self.over),
        }
    }
}

impl Law for AtMostShare {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let text = self.text();
        Words::new(
            format!("g(n) = h(n) where h(n) = {text} grows, else g(n) = g(n - 1 - h(n))"),
            format!("在 h(n) = {text} 增加处 g(n) = h(n)，其余 g(n) = g(n - 1 - h(n))"),
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        // less than half: the odd part of n, halved
        match (self.times, self.over, self.shift) {
            (1, 2, 1) => vec![
                Spelt::Values(Cases::new("0").but("n//(2*lowbit(n))", "n > 0")),
                Spelt::p_positions("n = lowbit(n)"),
            ],
            _ => Vec::new(),
        }
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place).and_then(|n| self.counted(n)) else { return Vec::new() };
        let head = Words::new("heaps of the same value", "同值的堆");
        chain::told(head, self.chain(&n).map(|n| n + self.shift), |chain| {
            let last = chain.last().unwrap_or(&n);
            let (last, value) = (shorten(last), shorten(&self.most(&(last - self.shift))));
            Words::new(format!(", and h({last}) = {value}"), format!("，而 h({last}) = {value}"))
        })
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let Some(n) = self.counted(heap(place)?) else { return Some(Nat::ZERO) };
        self.valued(&n, &mut Fuel::new())
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let Some(n) = self.counted(heap(place)?) else { return Some(listing::empty()) };
        let mut fuel = Fuel::new();
        let most = self.most(&n);
        if *target > most || self.valued(&n, &mut fuel)? == *target {
            return Some(listing::empty());
        }
        // the first heap of this value, then the next ones
        let mut at = self.first_with(target);
        let least = &n - most;
        while at < least {
            fuel.burn(&at)?;
            let most = self.most(&at);
            let (end, step) = (self.first_with(&(&most + Nat::ONE)), &most + Nat::ONE);
            // as long as h stays, all steps are equal: to the last of them, or to the first at which it is reached
            let steps = ((end - Nat::ONE - &at) / &step).min((&least - &at + &most) / &step);
            at = match steps.is_zero() {
                true => (at * self.over + self.plus) / (self.over - self.times) + Nat::ONE,
                false => at + steps * step,
            };
        }
        Some(listing::at_most_one((at < n).then(|| at + self.shift), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let most = self.counted(n).map_or(Nat::ZERO, |n| self.most(&n));
        Some(listing::interval(&(n - most), n, limit))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::cases;

    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        for over in 2..7u64 {
            let below = -2 * over.cast_signed();
            for (times, plus) in (1..over).flat_map(|times| (below..over.cast_signed()).map(move |plus| (times, plus)))
            {
                let law = AtMostShare::new(times, plus, over).unwrap();
                let most = move |n: u64| (times * n).saturating_add_signed(plus) / over;
                let plain = move |p: &[u64]| single((1..=most(p[0])).map(|k| p[0] - k));
                Plain::new(plain).check_heaps(&law, cases(60, 120) as u64, EVERYTHING);
            }
        }
    }

    #[test]
    fn equal_steps_are_one() {
        for (times, plus, over) in [(1, 0, 50), (2, 1, 93), (3, -40, 100), (1, 49, 50)] {
            let law = AtMostShare::new(times, plus, over).unwrap();
            let most = |n: u64| (times * n).saturating_add_signed(plus) / over;
            let mut values: Vec<u64> = Vec::new();
            for n in 0..cases(2000, 6000) as u64 {
                let options: Vec<u64> = (1..=most(n)).map(|k| values[(n - k) as usize]).collect();
                values.push((0..).find(|v| !options.contains(v)).unwrap_or_default());
                let at = [Nat::from(n)];
                assert_eq!(law.value(&at), Some(values[n as usize].into()), "{times} {plus} {over}: {n}");
                if n % 7 == 0 {
                    for target in 0..=most(n) + 1 {
                        let listed = law.options_with_value(&at, &target.into(), 9).unwrap();
                        assert_eq!(listed.count == Nat::ONE, options.contains(&target), "{n} {target}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_bound_that_may_grow_by_more_has_no_such_law() {
        assert_eq!(AtMostShare::new(3, 0, 2), None);
        assert_eq!(AtMostShare::new(1, 2, 2), None);
        assert_eq!(AtMostShare::new(0, 0, 2), None);
        assert_eq!(AtMostShare::new(0, -1, 5), None);
    }

    #[test]
    fn large_heaps_take_few_steps_and_tiny_shares_are_refused() {
        let third = AtMostShare::new(1, 0, 3).unwrap();
        assert_eq!(third.value(&[Nat::from(3u8).pow(200)]), Some(Nat::from(3u8).pow(199)));
        assert!(third.value(&[Nat::from(10u8).pow(18) + Nat::ONE]).is_some());
        let tiny = AtMostShare::new(1, 0, 1 << 40).unwrap();
        assert_eq!(tiny.value(&[Nat::from(10u8).pow(30) + Nat::ONE]), None);
        // few different bounds
        assert!(tiny.value(&[Nat::from(10u8).pow(17) + Nat::ONE]).is_some());
    }
}
