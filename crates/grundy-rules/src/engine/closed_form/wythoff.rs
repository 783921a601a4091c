//! Wythoff's game and its relative with parameter k: take any number from one of two heaps, or i from the first and j
//! from the second with i, j ≥ 1 and |i−j| < k. Wythoff's own is k = 1: the same number from both.
//!
//! Example, k = 1: the P-positions are (0,0), (1,2), (3,5), (4,7), (6,10), … and their mirror images.
//!
//! **Theorem.** The P-positions are (A_m, A_m + k·m) and mirror images, where A_m = ⌊mα⌋ and
//! α = (2−k+√(k²+4))/2; every positive number occurs exactly once among the A_m and B_m = A_m + km, m ≥ 1.
//!
//! All in integers: A_m = ⌊(⌊√(m²(k²+4))⌋ + (2−k)m)/2⌋. As 1/α = (α+k−2)/k, the number of A_m with 1 ≤ m below n+1
//! is ⌊(n+1)/α⌋ = ⌊(A_(n+1) + (k−2)(n+1))/k⌋; so the partner of n is found without a search. A winning option keeps
//! the row, keeps the column, or has a difference that is a multiple of k less than k away: at most four in all.
//!
//! Values other than 0 have no known closed form. Cost: a square root of twice the digits. References: W. A. Wythoff,
//! *A modification of the game of Nim*, 1907; A. S. Fraenkel, *How to beat your Wythoff games' opponent on three
//! fronts*, 1982.

use dashu_int::ops::SquareRoot;
use grundy_core::{Nat, Outcome, Theorem, number::shorten};

use super::{listing, pair};
use crate::engine::law::{Candidates, Law, Listing, Working};
use crate::place::Place;
use crate::statement::Spelt;
use crate::words::Words;

/// The golden section.
pub static CLASSIC: Theorem = Theorem {
    id: "wythoff",
    statement: "the P-positions of Wythoff's game are (⌊mφ⌋, ⌊mφ⌋ + m) with φ = (1+√5)/2, and their mirror images",
    chinese: "威佐夫博弈的 P 局面是 (⌊mφ⌋, ⌊mφ⌋ + m)，φ = (1+√5)/2，以及两数对调后的局面",
    reference: "W. A. Wythoff, A modification of the game of Nim, 1907",
};

/// Fraenkel's generalisation.
pub static GENERAL: Theorem = Theorem {
    id: "k-wythoff",
    statement: "the P-positions of k-Wythoff are (⌊mα⌋, ⌊mα⌋ + km) with α = (2−k+√(k²+4))/2, and their mirror images",
    chinese: "k-威佐夫博弈的 P 局面是 (⌊mα⌋, ⌊mα⌋ + km)，α = (2−k+√(k²+4))/2，以及两数对调后的局面",
    reference: "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982",
};

/// The law of `wythoff[k]`: the outcome, and 0 as the value of P-positions.
#[derive(Debug, Clone)]
pub struct Wythoff {
    k: Nat,
}

impl Default for Wythoff {
    fn default() -> Self {
        Wythoff { k: Nat::ONE }
    }
}

impl Wythoff {
    /// Diagonal moves with |i−j| < `k`. `None` if `k` is 0.
    #[must_use]
    pub fn new(k: Nat) -> Option<Self> {
        (!k.is_zero()).then_some(Wythoff { k })
    }

    /// A_m: the smaller number of the m-th P-position.
    fn smaller(&self, m: &Nat) -> Nat {
        let square = &self.k * &self.k + 4u8;
        let root = (m * m * square).sqrt();
        (root + (m << 1usize) - m * &self.k) >> 1usize
    }

    /// The number that stands with `n` in a P-position.
    fn partner(&self, n: &Nat) -> Nat {
        let next = n + 1u8;
        // how many of A_1, A_2, … are at most n
        let m = (self.smaller(&next) + &next * &self.k - (&next << 1usize)) / &self.k;
        if self.smaller(&m) == *n {
            n + m * &self.k
        } else {
            // then n is the B with the number of those that are not A
            n - (n - m) * &self.k
        }
    }

    fn is_previous(&self, x: &Nat, y: &Nat) -> bool {
        let (a, b) = if x <= y { (x, y) } else { (y, x) };
        let d = b - a;
        (&d % &self.k).is_zero() && self.smaller(&(d / &self.k)) == *a
    }

    /// The options that are P-positions, sorted.
    fn winning(&self, x: &Nat, y: &Nat) -> Vec<Place> {
        let mut found: Vec<Place> = Vec::new();
        if self.is_previous(x, y) {
            return found;
        }
        let (left, above) = (self.partner(y), self.partner(x));
        if left < *x {
            found.push(Place::from([left, y.clone()]));
        }
        if above < *y {
            found.push(Place::from([x.clone(), above]));
        }
        // multiples of k less than k away from the difference: those around it
        let (mirrored, d) = if x <= y { (false, y - x) } else { (true, x - y) };
        let m = &d / &self.k;
        let exact = (&d % &self.k).is_zero();
        let mut diagonal = |m: &Nat, mirrored: bool| {
            let a = self.smaller(m);
            let b = &a + m * &self.k;
            let (a, b) = if mirrored { (b, a) } else { (a, b) };
            if a < *x && b < *y {
                found.push(Place::from([a, b]));
            }
        };
        diagonal(&m, mirrored);
        if !exact {
            // d is positive, so the multiples are m·k and (m+1)·k, on the same side
            diagonal(&(m + 1u8), mirrored);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// α = (2 − k + √(k² + 4))/2 with its numbers worked out, for k > 1, and by how much it is divided at last: `sqrt(2)` and 1 where k is
    /// even, `(sqrt(13)-1)` and 2.
    fn alpha(&self, written: &dyn Fn(&Nat) -> String) -> (String, &'static str) {
        let (square, off, by) = if &self.k % 2u8 == 1 {
            (&self.k * &self.k + 4u8, &self.k - 2u8, "2")
        } else {
            let half = &self.k >> 1usize;
            (&half * &half + 1u8, half - 1u8, "1")
        };
        let root = format!("sqrt({})", written(&square));
        (if off.is_zero() { root } else { format!("({root}-{})", written(&off)) }, by)
    }

    /// How many (i, j) with 1 ≤ i ≤ x, 1 ≤ j ≤ y have j − i ≥ k.
    fn beyond(&self, x: &Nat, y: &Nat) -> Nat {
        if *y <= self.k {
            return Nat::ZERO;
        }
        // row i has y−k−i+1 of them
        let rest = y - &self.k;
        let rows = x.min(&rest);
        if rows.is_zero() {
            return Nat::ZERO;
        }
        rows * &rest - ((rows * (rows - 1u8)) >> 1usize)
    }
}

impl Law for Wythoff {
    fn theorem(&self) -> &'static Theorem {
        if self.k == Nat::ONE { &CLASSIC } else { &GENERAL }
    }

    fn words(&self) -> Words {
        if self.k == Nat::ONE {
            return Words::new("P iff min(a,b) = floor(phi*abs(a-b))", "P 当且仅当 min(a,b) = floor(phi*abs(a-b))");
        }
        let k = shorten(&self.k);
        let (alpha, by) = self.alpha(&shorten);
        let plain = alpha.strip_prefix('(').and_then(|alpha| alpha.strip_suffix(')'));
        let alpha = if by == "1" { plain.unwrap_or(&alpha).to_owned() } else { format!("{alpha}/{by}") };
        let law = format!("min(a,b) = floor(alpha*abs(a-b)/{k}), alpha = {alpha}");
        Words::new(format!("P iff {k} divides abs(a-b) and {law}"), format!("P 当且仅当 {k} 整除 abs(a-b) 且 {law}"))
    }

    fn claims(&self) -> Vec<Spelt> {
        let k = &self.k;
        if *k == Nat::ONE {
            return vec![Spelt::p_positions("min(a,b) = floor(phi*abs(a-b))")];
        }
        let (alpha, by) = self.alpha(&Nat::to_string);
        let divided = if by == "1" { String::new() } else { format!("//{by}") };
        let alpha = format!("{alpha}*(abs(a-b)//{k}){divided}");
        vec![Spelt::p_positions(format!("abs(a-b) % {k} = 0 and min(a,b) = floor({alpha})"))]
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let other = place.get(1 - coordinate)?;
        value.is_zero().then(|| Candidates::Among(vec![self.partner(other)]))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some((x, y)) = pair(place) else { return Vec::new() };
        let (a, b) = if x <= y { (x, y) } else { (y, x) };
        let d = b - a;
        let difference = shorten(&d);
        if !(&d % &self.k).is_zero() {
            let k = shorten(&self.k);
            return vec![Working::Say(Words::new(
                format!("the difference is {difference}, no multiple of {k}"),
                format!("差是 {difference}，不是 {k} 的倍数"),
            ))];
        }
        let m = &d / &self.k;
        let wanted = self.smaller(&m);
        let pair = format!("({}, {})", shorten(&wanted), shorten(&(&wanted + &d)));
        let verdict = if wanted == *a { ["this one", "正是这里"] } else { ["not this one", "这里不是"] };
        vec![Working::Say(Words::new(
            format!("the difference is {difference}; the P-position with that difference is {pair}, {}", verdict[0]),
            format!("差是 {difference}；差为此数的 P 局面是 {pair}，{}", verdict[1]),
        ))]
    }

    /// 0 for P-positions; other values are not known.
    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let (x, y) = pair(place)?;
        self.is_previous(x, y).then_some(Nat::ZERO)
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let (x, y) = pair(place)?;
        Some(Outcome::lost_if(self.is_previous(x, y)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let (x, y) = pair(place)?;
        if !target.is_zero() {
            return None;
        }
        let those = self.winning(x, y);
        Some(listing::places(Nat::from(those.len()), those.into_iter(), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let (x, y) = pair(place)?;
        let diagonal = x * y - self.beyond(x, y) - self.beyond(y, x);
        let rows = listing::count_up(Nat::ZERO, x.clone()).flat_map(move |a| {
            let i = x - &a;
            let fewest = if i > self.k { &i - &self.k + 1u8 } else { Nat::ONE };
            let most = (i + &self.k - 1u8).min(y.clone());
            let (from, end) = if fewest <= most { (y - most, y - fewest + 1u8) } else { (Nat::ZERO, Nat::ZERO) };
            let columns = listing::count_up(from, end).chain(std::iter::once(y.clone()));
            columns.map(move |b| -> Place { Place::from([a.clone(), b]) })
        });
        let last = listing::count_up(Nat::ZERO, y.clone()).map(|b| -> Place { Place::from([x.clone(), b]) });
        Some(listing::places(x + y + diagonal, rows.chain(last), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{OUTCOME, Plain};
    use super::*;

    #[test]
    fn alpha_is_written_in_its_lowest_terms() {
        for (k, text) in
            [(2u64, "sqrt(2)"), (3, "(sqrt(13)-1)/2"), (4, "sqrt(5)-1"), (6, "sqrt(10)-2"), (7, "(sqrt(53)-5)/2")]
        {
            let law = Wythoff::new(Nat::from(k)).unwrap();
            assert!(law.words().english.ends_with(&format!(", alpha = {text}")), "{:?}", law.words());
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        assert!(Wythoff::new(Nat::ZERO).is_none());
        for (k, to) in [(1u64, 60u64), (2, 45), (3, 30), (5, 30), (9, 20)] {
            let law = Wythoff::new(Nat::from(k)).unwrap();
            let options = |p: &[u64]| {
                let (x, y) = (p[0], p[1]);
                let rows = (0..x).map(|a| vec![vec![a, y]]);
                let columns = (0..y).map(|b| vec![vec![x, b]]);
                let diagonal = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
                let near = diagonal.filter(|&(a, b)| (x - a).abs_diff(y - b) < k).map(|(a, b)| vec![vec![a, b]]);
                rows.chain(columns).chain(near).collect()
            };
            Plain::new(options).check_pairs(&law, 0, to, OUTCOME);
        }
    }

    #[test]
    fn pairs_follow_the_mex_rule() {
        for k in 1..6u64 {
            let law = Wythoff::new(Nat::from(k)).unwrap();
            let mut used = std::collections::HashSet::new();
            let mut a = 0;
            for m in 0..3000u64 {
                while used.contains(&a) {
                    a += 1;
                }
                let b = a + k * m;
                used.extend([a, b]);
                assert_eq!(law.smaller(&Nat::from(m)), Nat::from(a));
                assert_eq!(law.partner(&Nat::from(a)), Nat::from(b));
                assert_eq!(law.partner(&Nat::from(b)), Nat::from(a));
            }
        }
    }
}
