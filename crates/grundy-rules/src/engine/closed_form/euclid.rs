//! Euclid: from (x, y) with x ≤ y subtract a positive multiple of x from y. Two games go by this name.
//!
//! - [`Euclid`]: 0 is allowed; the play ends at (0, y).
//! - [`EuclidPositive`]: both numbers stay positive; the play ends at (x, x).
//!
//! Example: (7, 25): 25 = 3·7 + 4, so the options are (7, 18), (7, 11), (4, 7). With 7 = 1·4 + 3, 4 = 1·3 + 1 and
//! 3 = 3·1 + 0 one gets g(1,3) = 3, g(3,4) = 0, g(4,7) = 1 and g(7,25) = 3 (0 allowed).
//!
//! **Theorem.** Let x > 0, y = qx + r with 0 ≤ r < x. If r = 0: g = q with 0 allowed, g = q−1 otherwise. If r > 0, let
//! g0 = g(r, x); then g = q−1 if q ≤ g0, else q. And g(0, y) = 0.
//!
//! *Proof.* Let w_j = g(x, r+jx). The options of (x, r+jx) are those with smaller j, so w_j is the mex of the w_i
//! before it. r > 0: they start with w_0 = g0, hence w_j = j−1 while j ≤ g0 (g0 is not yet in the way), and from
//! j = g0+1 on all of 0, …, j−1 have occurred: w_j = j. r = 0: they start with w_0 = 0 at (x, 0), or without it with
//! w_1 = 0 at (x, x). The pair (x, x) with 0 allowed has two options, (0, x) and (x, 0), of the same value. ∎
//!
//! The same formulas give the option of any value. Cost: Euclid's algorithm. Reference for the second game:
//! G. Nivasch, *The Sprague–Grundy function of the game Euclid*, 2006.

use dashu_int::ops::DivRem;
use grundy_core::{Nat, Theorem, number::shorten};

use super::{listing, pair};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::place::Place;
use crate::statement::Spelt;
use crate::words::Words;

/// Zero is allowed.
pub static ZERO_ALLOWED: Theorem = Theorem {
    id: "euclid",
    statement: "in Euclid with zero allowed, for x ≤ y = qx + r: the value is q if r = 0; otherwise it is q − 1 if q ≤ g(r,x), and q if not",
    chinese: "欧几里得游戏定理：允许零的欧几里得游戏中，对 x ≤ y = qx + r：若 r = 0，值为 q；否则当 q ≤ g(r,x) 时为 q − 1，不然为 q",
    reference: "",
};

/// The numbers stay positive.
pub static POSITIVE: Theorem = Theorem {
    id: "euclid-positive",
    statement: "in Euclid with positive numbers, for x ≤ y = qx + r: the value is q − 1 if r = 0 or q ≤ g(r,x), and q if not; this is ⌊y/x − x/y⌋",
    chinese: "只许正数的欧几里得游戏中，对 x ≤ y = qx + r：若 r = 0 或 q ≤ g(r,x)，值为 q − 1，不然为 q；即 ⌊y/x − x/y⌋",
    reference: "G. Nivasch, The Sprague–Grundy function of the game Euclid, 2006",
};

/// The law of Euclid with 0 allowed, `euclid`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Euclid;

/// The law of Euclid with positive numbers, `euclidpositive`. Places with a 0 are not covered.
#[derive(Debug, Clone, Copy, Default)]
pub struct EuclidPositive;

/// The value of (x, y), 0 < x ≤ y.
fn value(x: &Nat, y: &Nat, zero_allowed: bool) -> Nat {
    // quotients down to the one that leaves no remainder
    let mut quotients = Vec::new();
    let (mut x, mut y) = (x.clone(), y.clone());
    loop {
        let (q, r) = (&y).div_rem(&x);
        if r.is_zero() {
            let last = if zero_allowed { q } else { q - 1u8 };
            return quotients.into_iter().rev().fold(last, |g0: Nat, q: Nat| if q <= g0 { q - 1u8 } else { q });
        }
        quotients.push(q);
        y = std::mem::replace(&mut x, r);
    }
}

/// The options of (x, y) ordered by the number that changes.
struct Row {
    x: Nat,
    quotient: Nat,
    remainder: Nat,
    /// Was the larger number the first?
    swapped: bool,
    zero_allowed: bool,
}

impl Row {
    /// `None` if the play is over for want of a positive number.
    fn new(a: &Nat, b: &Nat, zero_allowed: bool) -> Option<Row> {
        let (x, y, swapped) = if a <= b { (a, b, false) } else { (b, a, true) };
        if x.is_zero() {
            return None;
        }
        let (quotient, remainder) = y.div_rem(x);
        Some(Row { x: x.clone(), quotient, remainder, swapped, zero_allowed })
    }

    /// The least j of an option (x, r + jx).
    fn first(&self) -> Nat {
        if self.remainder.is_zero() && !self.zero_allowed { Nat::ONE } else { Nat::ZERO }
    }

    fn option(&self, j: &Nat) -> Place {
        let y = &self.remainder + j * &self.x;
        if self.swapped { Place::from([y, self.x.clone()]) } else { Place::from([self.x.clone(), y]) }
    }

    /// Are (0, x) and (x, 0) both options?
    fn twin(&self) -> bool {
        self.zero_allowed && self.quotient == Nat::ONE && self.remainder.is_zero()
    }

    fn listing(&self, from: Nat, end: &Nat, limit: usize) -> Listing {
        if from >= *end {
            return listing::empty();
        }
        if self.twin() {
            let both = [Place::from([Nat::ZERO, self.x.clone()]), Place::from([self.x.clone(), Nat::ZERO])];
            return listing::places(Nat::from(2u8), both.into_iter(), limit);
        }
        let count = end - &from;
        listing::places(count, listing::count_up(from, end.clone()).map(|j| self.option(&j)), limit)
    }

    fn with_value(&self, target: &Nat, limit: usize) -> Listing {
        let j = if self.remainder.is_zero() {
            target + self.first()
        } else {
            let start = value(&self.remainder, &self.x, self.zero_allowed);
            match target.cmp(&start) {
                std::cmp::Ordering::Less => target + 1u8,
                std::cmp::Ordering::Equal => Nat::ZERO,
                std::cmp::Ordering::Greater => target.clone(),
            }
        };
        let end = (&j + 1u8).min(self.quotient.clone());
        self.listing(j, &end, limit)
    }

    fn all(&self, limit: usize) -> Listing {
        self.listing(self.first(), &self.quotient, limit)
    }
}

/// Divisions that are written out.
const DIVISIONS: usize = 12;

/// The divisions down to the one that leaves nothing, and the values on the way back up.
fn divisions(place: &[Nat], zero_allowed: bool) -> Vec<Working> {
    let Some((a, b)) = pair(place) else { return Vec::new() };
    let (mut x, mut y) = if a <= b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    let (mut english, mut chinese) = (Vec::new(), Vec::new());
    while !x.is_zero() && english.len() < DIVISIONS {
        let (q, r) = (&y).div_rem(&x);
        let g = shorten(&value(&x, &y, zero_allowed));
        let (x_words, y_words) = (shorten(&x), shorten(&y));
        let division = format!("{y_words} = {} · {x_words} + {}", shorten(&q), shorten(&r));
        english.push(format!("{division}, and g({x_words}, {y_words}) = {g}"));
        chinese.push(format!("{division}，g({x_words}, {y_words}) = {g}"));
        y = std::mem::replace(&mut x, r);
    }
    if english.is_empty() {
        Vec::new()
    } else {
        vec![Working::Say(Words::new(english.join("; "), chinese.join("；")))]
    }
}

impl Law for Euclid {
    fn theorem(&self) -> &'static Theorem {
        &ZERO_ALLOWED
    }

    fn words(&self) -> Words {
        Words::new(
            "for x <= y = q*x + r: g = q if r = 0 or q > g(r,x), else q-1; g(0,y) = 0",
            "对 x <= y = q*x + r：r = 0 或 q > g(r,x) 时 g = q，否则 g = q-1；g(0,y) = 0",
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("min(a,b) = 0 or a != b and max(a,b) <= floor(phi*min(a,b))")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        divisions(place, true)
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let (a, b) = pair(place)?;
        let (x, y) = if a <= b { (a, b) } else { (b, a) };
        Some(if x.is_zero() { Nat::ZERO } else { value(x, y, true) })
    }

    /// The value of (x, y) is at least y // x − 1.
    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let other = place.get(1 - coordinate)?;
        Some(if other.is_zero() { Candidates::All } else { Candidates::UpTo(other * (value + 2u8)) })
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let (a, b) = pair(place)?;
        Some(Row::new(a, b, true).map_or_else(listing::empty, |row| row.with_value(target, limit)))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let (a, b) = pair(place)?;
        Some(Row::new(a, b, true).map_or_else(listing::empty, |row| row.all(limit)))
    }
}

impl Law for EuclidPositive {
    fn theorem(&self) -> &'static Theorem {
        &POSITIVE
    }

    fn words(&self) -> Words {
        Words::new(
            "for x <= y = q*x + r: g = q-1 if r = 0 or q <= g(r,x), else q",
            "对 x <= y = q*x + r：r = 0 或 q <= g(r,x) 时 g = q-1，否则 g = q",
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![Spelt::p_positions("max(a,b) <= floor(phi*min(a,b))"), Spelt::values("(max(a,b)^2-min(a,b)^2)//(a*b)")]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        divisions(place, false)
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let (a, b) = pair(place)?;
        let (x, y) = if a <= b { (a, b) } else { (b, a) };
        (!x.is_zero()).then(|| value(x, y, false))
    }

    /// The value of (x, y) is at least y // x − 1.
    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let other = place.get(1 - coordinate)?;
        Some(Candidates::UpTo(other * (value + 2u8)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let (a, b) = pair(place)?;
        Some(Row::new(a, b, false)?.with_value(target, limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let (a, b) = pair(place)?;
        Some(Row::new(a, b, false)?.all(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Parts, Plain};
    use super::*;

    fn options(p: &[u64], least: u64) -> Vec<Parts> {
        let (x, y) = (p[0], p[1]);
        let first = (1..=x).filter(|k| y > 0 && k * y + least <= x).map(|k| vec![vec![x - k * y, y]]);
        let second = (1..=y).filter(|k| x > 0 && k * x + least <= y).map(|k| vec![vec![x, y - k * x]]);
        first.chain(second).collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        Plain::new(|p: &[u64]| options(p, 0)).check_pairs(&Euclid, 0, 60, EVERYTHING);
        Plain::new(|p: &[u64]| options(p, 1)).check_pairs(&EuclidPositive, 1, 60, EVERYTHING);
        let (n, zero) = (Nat::from(25u8), Nat::ZERO);
        assert_eq!(Euclid.value(&[n.clone(), Nat::from(7u8)]), Some(Nat::from(3u8)));
        assert_eq!(EuclidPositive.value(&[n, zero]), None);
    }

    #[test]
    fn positive_values_follow_the_quotient_formula() {
        for x in 1..60u64 {
            for y in 1..60u64 {
                let formula = (y * y).abs_diff(x * x) / (x * y);
                assert_eq!(EuclidPositive.value(&[Nat::from(x), Nat::from(y)]), Some(Nat::from(formula)));
            }
        }
    }
}
