//! Divide by any number from c on: n → ⌊n/k⌋ or ⌈n/k⌉ with c ≤ k ≤ n − d, for c ≥ 2 and d ≥ 0.
//!
//! Example: 10 → 5, 3, 2, 1 by c = 2, d = 0. The values from 1 on: 0 1 1 2 2 2 2 3; so g(10) = 3.
//!
//! Let m = n, and m = n − 1 where quotients are rounded up: a move leads from m to ⌊m/k⌋. Let T be the least m with a
//! move, which is c + d, or c + d − 1.
//!
//! **Theorem.** g is 0 below T, and g(m) = 1 + g(⌊m/c⌋) from T on: g(m) = j + 1 exactly if T·c^j ≤ m < T·c^(j+1). In misère
//! play the P-positions are those with T ≤ m < c·T.
//!
//! *Proof.* Let h = ⌊m/c⌋, which is the largest option. **Every option of h is one of m**: it is ⌊h/k⌋ = ⌊m/ck⌋ with
//! c ≤ k ≤ h − d (rounded up: h + 1 − d), and ck ≤ m − d (m + 1 − d), unless rounding is up and d = 0, where ck may be
//! beyond m + 1; then ⌊m/ck⌋ = 0 is the option by k = m + 1. By induction g does not fall up to h, so no option has a value
//! above g(h); h and its options have all values from 0 to g(h). Hence g(m) = 1 + g(h), and g does not fall up to m, since h does
//! not. Misère: below T the player wins who has no move; from T to cT − 1 all options are below T; from cT on one of m, ⌊m/c⌋,
//! ⌊m/c²⌋, … is between T and cT − 1, and all of them are options of m. ∎
//!
//! **Options.** Up to k = ⌊√m⌋ all quotients differ; beyond, they take all values between the first and the last.
//!
//! Cost: a division for each value up to g(m); a division for each option that is listed.

use dashu_int::ops::SquareRoot;
use grundy_core::{Nat, Outcome, Theorem};

use super::{chain, heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// A heap is divided by any number from c on.
pub static THEOREM: Theorem = Theorem {
    id: "divide-by-any-number",
    statement: "if a heap may be divided by any number from c >= 2 to n - d, the largest option has all its options in common with \
                the heap, so g(n) = 1 + g(n//c), and 0 where there is no option; rounding up is the same of n - 1; in misère play the \
                P-positions are the heaps of value 1",
    chinese: "整除定理：若可把堆除以 c >= 2 到 n - d 的任意数，则最大后继的后继都是该堆的后继，故 g(n) = 1 + g(n//c)，没有后继时为 0；\
              向上取整时对 n - 1 成立；反常规则下 P 局面是值为 1 的堆",
    reference: "",
};

/// The law of dividing by any number from `least` to n − `less`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotients {
    least: u64,
    less: u64,
    up: bool,
}

impl Quotients {
    /// `None` unless 2 ≤ least, and both numbers are below 2^62. `up`: quotients are rounded up.
    #[must_use]
    pub fn new(least: u64, less: u64, up: bool) -> Option<Self> {
        ((2..1 << 62).contains(&least) && less < 1 << 62).then_some(Quotients { least, less, up })
    }

    /// T.
    fn threshold(self) -> u64 {
        self.least + self.less - u64::from(self.up)
    }

    /// m; `None` where n is 0 and quotients are rounded up.
    fn number(self, n: &Nat) -> Option<Nat> {
        if self.up { (!n.is_zero()).then(|| n - Nat::ONE) } else { Some(n.clone()) }
    }

    /// m, ⌊m/c⌋, ⌊m/c²⌋, …, down to the first without a move.
    fn chain(self, m: Nat) -> impl Iterator<Item = Nat> {
        std::iter::successors(Some(m), move |m| (*m >= Nat::from(self.threshold())).then(|| m / self.least))
    }

    fn valued(self, n: &Nat) -> usize {
        self.number(n).map_or(0, |m| self.chain(m).count() - 1)
    }

    /// The quotients of m by the numbers from `first` to `last`, as heaps.
    fn quotients(self, m: &Nat, first: Nat, last: Nat, limit: usize) -> Listing {
        if first > last {
            return listing::empty();
        }
        let root = m.sqrt();
        // one by one up to the root …
        let mut count = if first <= root { (&root).min(&last) + 1u8 - &first } else { Nat::ZERO };
        // … and all values beyond
        let beyond = if first <= root { &root + 1u8 } else { first.clone() };
        if beyond <= last {
            count += m / &beyond + 1u8 - m / &last;
        }
        let up = u8::from(self.up);
        let smaller = |k: &Nat| {
            let next = m / (m / k + 1u8);
            (next >= first).then_some(next)
        };
        let divisors = std::iter::successors(Some(last), smaller);
        listing::heaps(count, divisors.map(|k| m / k + up), limit)
    }

    /// m, and the numbers by which it may be divided.
    fn divided(self, n: &Nat) -> Option<(Nat, Nat, Nat)> {
        let m = self.number(n).filter(|m| *m >= Nat::from(self.threshold()))?;
        Some((m, Nat::from(self.least), n - self.less))
    }

    /// The option that all laws speak of, as people write it.
    fn largest(self) -> String {
        let c = self.least;
        if self.up { format!("(n+{})//{c}", c - 1) } else { format!("n//{c}") }
    }

    /// The least heap with a move.
    fn first(self) -> u64 {
        self.least + self.less
    }
}

impl Law for Quotients {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let (largest, first) = (self.largest(), self.first());
        Words::new(
            format!("g(n) = 1 + g({largest}) for n ≥ {first}, and 0 below"),
            format!("n ≥ {first} 时 g(n) = 1 + g({largest})，更小时为 0"),
        )
    }

    fn one_more_than(&self) -> Option<String> {
        Some(self.largest())
    }

    fn claims(&self) -> Vec<Spelt> {
        let first = self.first();
        let mut all = Vec::new();
        if self.least.is_power_of_two() {
            // so many binary digits at once
            let (bits, threshold) = (self.least.trailing_zeros(), self.threshold());
            let number = if self.up { "n-1" } else { "n" };
            let taken = match (threshold, self.up) {
                (1, _) => format!("bits({number})"),
                (_, true) => format!("bits(({number})//{threshold})"),
                (_, false) => format!("bits({number}//{threshold})"),
            };
            let value = match (bits, threshold) {
                (1, 2) if !self.up => "max(bits(n)-1,0)".to_owned(),
                (1, _) => taken,
                _ => format!("({taken}+{})//{bits}", bits - 1),
            };
            all.push(match self.up {
                true => Spelt::Values(Cases::new("0").but(value, "n > 0")),
                false => Spelt::values(value),
            });
        }
        all.push(Spelt::p_positions(format!("n < {first}")));
        all
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place) else { return Vec::new() };
        let Some(m) = self.number(n) else { return Vec::new() };
        let head = Words::new("the largest options in turn", "逐次取最大的后继");
        chain::counted(head, self.chain(m).map(|m| m + u8::from(self.up)))
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(Nat::from(self.valued(heap(place)?)))
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(*heap(place)? < Nat::from(self.first())))
    }

    fn misere(&self, place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        let Some(m) = self.number(heap(place)?) else { return Some((Outcome::Next, &THEOREM)) };
        let threshold = Nat::from(self.threshold());
        Some((Outcome::lost_if(m >= threshold && m < threshold * self.least), &THEOREM))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let value = self.valued(n);
        let Some((m, first, last)) = self.divided(n).filter(|_| *target < Nat::from(value)) else {
            return Some(listing::empty());
        };
        // the m of this value: from the first up to, but not including, the second
        let target = usize::try_from(target).ok()?;
        let power = |times: usize| Nat::from(self.threshold()) * Nat::from(self.least).pow(times);
        let last = match target {
            0 => last,
            _ => last.min(&m / power(target - 1)),
        };
        let first = first.max(&m / power(target) + 1u8);
        Some(self.quotients(&m, first, last, limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let Some((m, first, last)) = self.divided(heap(place)?) else { return Some(listing::empty()) };
        Some(self.quotients(&m, first, last, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn plain(least: u64, less: u64, up: bool) -> impl Fn(&[u64]) -> Vec<Vec<Vec<u64>>> {
        move |p: &[u64]| {
            let divided = |k: u64| if up { p[0].div_ceil(k) } else { p[0] / k };
            single((least..(p[0] + 1).saturating_sub(less)).map(divided))
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        assert_eq!([0, 1].map(|least| Quotients::new(least, 0, false)), [None, None]);
        for up in [false, true] {
            for (least, less) in [(2, 0), (2, 1), (2, 5), (3, 0), (3, 1), (4, 0), (4, 3), (5, 11), (8, 0)] {
                let law = Quotients::new(least, less, up).unwrap();
                Plain::new(plain(least, less, up)).check_heaps(&law, 260, EVERYTHING);
            }
        }
    }

    /// The claims say what the values are, and misère play what its definition says.
    #[test]
    fn misere_play_agrees_with_the_definition() {
        for up in [false, true] {
            for (least, less) in [(2, 0), (2, 1), (3, 0), (3, 4), (4, 2)] {
                let law = Quotients::new(least, less, up).unwrap();
                let options = plain(least, less, up);
                let mut lost: Vec<bool> = Vec::new();
                for n in 0..400u64 {
                    let after = options(&[n]);
                    let is_lost = !after.is_empty() && after.iter().all(|parts| !lost[parts[0][0] as usize]);
                    lost.push(is_lost);
                    let said = law.misere(&[Nat::from(n)]).map(|(outcome, _)| outcome);
                    assert_eq!(said, Some(Outcome::lost_if(is_lost)), "{law:?} at {n}");
                }
            }
        }
    }

    #[test]
    fn a_number_of_a_hundred_digits_is_divided() {
        let law = Quotients::new(10, 0, false).unwrap();
        let googol = Nat::from(10u8).pow(100);
        assert_eq!(law.value(std::slice::from_ref(&googol)), Some(Nat::from(100u8)));
        let root = Nat::from(10u8).pow(50);
        let all = law.options(std::slice::from_ref(&googol), 3).unwrap();
        // by 10 up to 10^50, and all quotients below
        assert_eq!(all.count, &root - 9u8 + (&root - 1u8));
        assert_eq!(all.first[2], [crate::place::Place::heap(3u8)]);
    }
}
