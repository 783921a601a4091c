//! Limited take-away: (n, q) → (n−t, c·t) with 1 ≤ t ≤ min(n, q), for a constant c ≥ 1. Fibonacci Nim is c = 2.
//!
//! Example, c = 2: 13 stones, at most 12 may be taken: 13 is a Fibonacci number, so the next player loses; with 12
//! stones = 8 + 3 + 1 the next player takes 1.
//!
//! **Theorem.** Let h_1 = 1 and h_(i+1) = h_i + h_j with the least j such that c·h_j ≥ h_i (powers of 2 for c = 1,
//! Fibonacci numbers for c = 2). Call n = h_(a) + h_(b) + … + h_(z) *admissible* if each part is more than c times the
//! next smaller one. Every n ≥ 1 has exactly one admissible sum; let s(n) be its smallest part. Then (n, q) is a
//! P-position exactly if n = 0 or q < s(n).
//!
//! *Proof.* Existence: take the largest h_i ≤ n; the rest is less than h_(i+1) − h_i = h_j, so its largest part h_l has
//! l < j and c·h_l < h_i; go on with the rest. Uniqueness: an admissible sum with largest part h_i is below h_(i+1), for
//! by induction its rest is below h_(l+1) ≤ h_j; so the largest part is the largest h_i ≤ n.
//! - q ≥ s(n): take t = s(n). What is left is 0 or has a smallest part above c·t: a P-position by induction.
//! - q < s(n) = h_i: let 1 ≤ t ≤ q. The sum of h_i − t followed by the other parts of n is admissible, so
//!   s(n−t) = s(h_i−t). If that were above c·t, then the sum of t followed by that of h_i − t would be an admissible
//!   sum of h_i with two or more parts. So s(n−t) ≤ c·t: an N-position. ∎
//!
//! **Winning moves.** (n−t, c·t) is P iff n = t or s(n−t) > c·t; then the sum of t continues to that of n, so t is the
//! sum of the smallest parts of n, as many as you like, where the next part exceeds c·t. These are listed exactly.
//!
//! Values: only the 0 of P-positions. Cost: linear in the number of parts (c = 1), of Fibonacci numbers (c = 2) or of
//! terms up to n (c ≥ 3; refused above 32 MB of them). Reference: A. J. Schwenk, *Take-away games*, 1970.

use dashu_int::ops::BitTest;
use grundy_core::{Nat, Outcome, Theorem, number::shorten};

use super::{listing, pair};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::place::Place;
use crate::rule::schwenk;
use crate::statement::Spelt;
use crate::words::Words;

/// At most c times the last number may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "limited-take-away",
    statement: "if at most c times the last number may be taken, (n, q) is a P-position exactly if n = 0 or q is less than the smallest part of n as a sum of Schwenk's numbers (powers of 2 for c = 1, Zeckendorf's sum for c = 2)",
    chinese: "若至多可取上次所取的 c 倍，则 (n, q) 是 P 局面当且仅当 n = 0 或 q 小于 n 写成 Schwenk 数之和时的最小项（c = 1 时为 2 的幂，c = 2 时为 Zeckendorf 表示）",
    reference: "A. J. Schwenk, Take-away games, 1970",
};

/// The law of `{(n,q) -> (n-j, c*j) for j in 1..q}`.
#[derive(Debug, Clone)]
pub struct LimitedTakeAway {
    factor: Nat,
}

/// Parts of a sum that are written out.
const PARTS_SHOWN: usize = 24;

/// Bits that a list of Schwenk's numbers may take.
const LIST_BITS: u64 = 1 << 28;

/// The parts of n from the largest down, each with what is left of n before and after it.
struct Part {
    size: Nat,
    before: Nat,
    after: Nat,
}

impl LimitedTakeAway {
    /// At most `factor` times the last number may be taken. `None` if that is 0.
    #[must_use]
    pub fn new(factor: Nat) -> Option<Self> {
        (!factor.is_zero()).then_some(LimitedTakeAway { factor })
    }

    /// Hands over the parts of `n` in descending order; `None` if there are too many numbers to look at.
    fn parts(&self, n: &Nat, mut take: impl FnMut(Part)) -> Option<()> {
        let mut rest = n.clone();
        let mut offer = |size: &Nat| {
            if *size <= rest {
                let after = &rest - size;
                let before = std::mem::replace(&mut rest, after.clone());
                take(Part { size: size.clone(), before, after });
            }
        };
        if self.factor == Nat::ONE {
            for bit in (0..n.bit_len()).rev().filter(|&bit| n.bit(bit)) {
                offer(&(Nat::ONE << bit));
            }
        } else if self.factor == Nat::from(2u8) {
            let (mut low, mut high) = (Nat::ONE, Nat::from(2u8));
            while high <= *n {
                let next = &low + &high;
                low = std::mem::replace(&mut high, next);
            }
            // low ≤ n < high, neighbours among 1, 2, 3, 5, …
            while !low.is_zero() {
                offer(&low);
                let below = high - &low;
                high = std::mem::replace(&mut low, below);
                if high == Nat::ONE {
                    break;
                }
            }
        } else if *n <= &self.factor + 1u8 {
            // 1, 2, …, c+1 all belong to the sequence
            if !n.is_zero() {
                offer(n);
            }
        } else {
            for size in self.numbers(n)?.iter().rev() {
                offer(size);
            }
        }
        Some(())
    }

    /// Schwenk's numbers up to `n`.
    fn numbers(&self, n: &Nat) -> Option<Vec<Nat>> {
        let mut all = Vec::new();
        let mut bits = 0;
        for number in schwenk::numbers(&self.factor).take_while(|number| number <= n) {
            bits += number.bit_len() as u64 + 256;
            if bits > LIST_BITS {
                return None;
            }
            all.push(number);
        }
        Some(all)
    }

    /// 0 and the first hundred of Schwenk's numbers.
    fn first_numbers(&self) -> Vec<Nat> {
        std::iter::once(Nat::ZERO).chain(schwenk::numbers(&self.factor).take(100)).collect()
    }

    /// The smallest part of `n ≥ 1`.
    fn smallest(&self, n: &Nat) -> Option<Nat> {
        if self.factor == Nat::ONE {
            return Some(Nat::ONE << n.trailing_zeros()?);
        }
        let mut smallest = None;
        self.parts(n, |part| smallest = Some(part.size))?;
        smallest
    }

    /// The smallest part of n as claims say it, where they do.
    fn spelt(&self) -> Option<String> {
        let c = u32::try_from(&self.factor).ok().filter(|&c| c <= schwenk::LARGEST)?;
        Some(format!("lowschwenk(n,{c})"))
    }

    fn previous(&self, n: &Nat, q: &Nat) -> Option<bool> {
        if n.is_zero() || q.is_zero() {
            return Some(true);
        }
        Some(*q < self.smallest(n)?)
    }
}

impl Law for LimitedTakeAway {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let part = match u8::try_from(&self.factor) {
            Ok(1) => Words::new("lowest binary digit of n, as a power of 2", "n 的最低二进制位（作为 2 的幂）"),
            Ok(2) => Words::new("smallest part of Zeckendorf's sum for n", "n 的 Zeckendorf 表示的最小项"),
            _ => {
                let c = shorten(&self.factor);
                Words::new(
                    format!("smallest part of Schwenk's sum for n with c = {c}"),
                    format!("n 在 c = {c} 时的 Schwenk 表示的最小项"),
                )
            }
        };
        Words::new(
            format!("P iff n = 0 or q < the {}", part.english),
            format!("P 当且仅当 n = 0 或 q 小于 {}", part.chinese),
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        match u8::try_from(&self.factor) {
            Ok(1) => vec![Spelt::p_positions("n = 0 or lowbit(n) > q")],
            Ok(2) => vec![Spelt::p_positions("lowfib(n) > q")],
            _ => self.spelt().map(|part| Spelt::p_positions(format!("{part} > q"))).into_iter().collect(),
        }
    }

    /// At first all but one may be taken.
    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match u8::try_from(&self.factor) {
            Ok(1) if numbers == 1 => vec![Spelt::p_positions("n = 0 or n in powers(2)")],
            Ok(2) if numbers == 1 => vec![Spelt::p_positions("n = 0 or n in fibs")],
            _ if numbers == 1 => {
                self.spelt().map(|part| Spelt::p_positions(format!("n = 0 or {part} = n"))).into_iter().collect()
            }
            _ => self.claims(),
        }
    }

    /// Who may take all wins; with nothing to take all memories are alike. Other values than 0 are not known.
    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        match pair(place) {
            Some((n, _)) if coordinate == 1 && n.is_zero() => Some(Candidates::All),
            _ if !value.is_zero() => None,
            Some((n, _)) if coordinate == 1 => Some(Candidates::UpTo(n.clone())),
            None if place.len() == 1 => Some(Candidates::First(self.first_numbers())),
            _ => None,
        }
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some((n, q)) = pair(place).filter(|(n, _)| !n.is_zero()) else { return Vec::new() };
        let mut parts: Vec<Nat> = Vec::new();
        if self.parts(n, |part| parts.push(part.size)).is_none() {
            return Vec::new();
        }
        let Some(least) = parts.last() else { return Vec::new() };
        let may = if least <= q { ["may be taken", "可以取"] } else { ["may not be taken", "不可取"] };
        let (n, least, q) = (shorten(n), shorten(least), shorten(q));
        let sum = match parts.len() {
            2..=PARTS_SHOWN => Words::same(parts.iter().map(shorten).collect::<Vec<_>>().join(" + ")),
            1 => Words::new(format!("{least} alone"), format!("{least} 一项")),
            many => {
                let first = shorten(&parts[0]);
                Words::new(format!("{first} + … ({many} parts)"), format!("{first} + …（共 {many} 项）"))
            }
        };
        vec![Working::Say(Words::new(
            format!("{n} = {}; the least part, {least}, {}: at most {q}", sum.english, may[0]),
            format!("{n} = {}；最小项 {least} {}：至多取 {q}", sum.chinese, may[1]),
        ))]
    }

    /// 0 for P-positions; other values are not known.
    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let (n, q) = pair(place)?;
        self.previous(n, q)?.then_some(Nat::ZERO)
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let (n, q) = pair(place)?;
        Some(Outcome::lost_if(self.previous(n, q)?))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let (n, q) = pair(place)?;
        if !target.is_zero() {
            return None;
        }
        let mut found: Vec<Place> = Vec::new();
        let mut count = Nat::ZERO;
        let mut consider = |t: &Nat| {
            if t <= q {
                count += 1u8;
                if found.len() < limit {
                    found.push(Place::from([n - t, t * &self.factor]));
                }
            }
        };
        // t from the largest down: all of n, then what is left after each part
        let mut whole = true;
        self.parts(n, |part| {
            if std::mem::take(&mut whole) {
                consider(&part.before);
            }
            if !part.after.is_zero() && part.size > &part.after * &self.factor {
                consider(&part.after);
            }
        })?;
        Some(Listing { count, first: found.into_iter().map(|p| vec![p]).collect() })
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let (n, q) = pair(place)?;
        let count = n.min(q).clone();
        let left = listing::count_up(n - &count, n.clone());
        Some(listing::places(count, left.map(|m| Place::from([m.clone(), (n - m) * &self.factor])), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{OUTCOME, Plain};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        assert!(LimitedTakeAway::new(Nat::ZERO).is_none());
        for c in 1..8u64 {
            let law = LimitedTakeAway::new(Nat::from(c)).unwrap();
            let mut plain = Plain::new(|p: &[u64]| {
                let (n, q) = (p[0], p[1]);
                (1..=n.min(q)).map(|t| vec![vec![n - t, c * t]]).collect()
            });
            plain.check_pairs(&law, 0, 70, OUTCOME);
        }
    }

    #[test]
    fn schwenks_numbers_are_the_lost_starts() {
        let numbers = |c: u8| LimitedTakeAway { factor: Nat::from(c) }.numbers(&Nat::from(30u8)).unwrap();
        assert_eq!(numbers(3), [1u8, 2, 3, 4, 6, 8, 11, 15, 21, 29].map(Nat::from));
        assert_eq!(numbers(2), [1u8, 2, 3, 5, 8, 13, 21].map(Nat::from));
        assert_eq!(numbers(1), [1u8, 2, 4, 8, 16].map(Nat::from));
    }

    #[test]
    fn rolling_fibonacci_numbers_agree_with_the_list() {
        let law = LimitedTakeAway::new(Nat::from(2u8)).unwrap();
        for n in 1..2000u32 {
            let n = Nat::from(n);
            let mut rest = n.clone();
            let mut slow = Vec::new();
            for f in law.numbers(&n).unwrap().into_iter().rev() {
                if f <= rest {
                    rest -= &f;
                    slow.push(f);
                }
            }
            let mut fast = Vec::new();
            law.parts(&n, |p| fast.push(p.size)).unwrap();
            assert_eq!(fast, slow);
        }
    }
}
