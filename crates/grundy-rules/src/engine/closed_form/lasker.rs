//! Lasker's Nim (code `4.[3]`): take any positive number from a heap, or split it into two non-empty heaps.
//!
//! Example: 3 → 0, 1, 2 or 1 & 2, of values 0, 1, 2 and 1⊕2 = 3; so g(3) = 4.
//!
//! **Theorem.** g(0) = 0, g(4k+1) = 4k+1, g(4k+2) = 4k+2, g(4k+3) = 4k+4, g(4k+4) = 4k+3.
//! *Proof.* Let L be this function; it is an involution. By induction the values of takes from n are L(0), …, L(n−1),
//! and a split into a, b has the value L(a)⊕L(b). Modulo 4, for a ≥ 1, L exchanges the residues 0 and 3 and fixes 1
//! and 2. Hence the splits have these residues:
//!
//! | n mod 4 | residues of a, b | value mod 4 |
//! |---|---|---|
//! | 1 | 1,0 · 2,3 | 2 · 2 |
//! | 2 | 1,1 · 2,0 · 3,3 | 0 · 1 · 0 |
//! | 3 | 1,2 · 3,0 | 3 · 3 |
//! | 0 | 1,3 · 2,2 · 0,0 | 1 · 0 · 0 |
//!
//! n = 4k+1, 4k+2: takes give exactly 0, …, n−1, and no split has the value n. n = 4k+3: takes give 0, …, 4k+2, the
//! split 1, 4k+2 gives 4k+3, and no split has the value 4k+4. n = 4k+4: takes give 0, …, 4k+2 and 4k+4, and no split
//! has the value 4k+3. ∎
//!
//! **Splits of a given value v.** Write a = 4x+r, b = 4y+t with r, t in 1..4. Then L(a) = 4X + (a residue), where
//! X = x+1 for r = 3 and X = x otherwise; the same for Y. The residues r, t must fit n and v mod 4 (at most four
//! cases), and then X+Y = M and X⊕Y = V for numbers M, V known in each case. So X∧Y = (M−V)/2 =: A must be a natural
//! number without a common bit with V, and X is A plus any subset of the bits of V: 2^(bits of V) ordered solutions,
//! less those in which X or Y is 0 where it must be at least 1.
//!
//! Cost: linear in the digits. Reference: E. Lasker, *Brettspiele der Völker*, 1931 (the game).

use std::cmp::Ordering;

use dashu_int::ops::BitTest;
use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};

use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::place::Place;
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// Taking and splitting.
pub static THEOREM: Theorem = Theorem {
    id: "lasker",
    statement: "in Lasker's Nim the value is the size of the heap, with 4k+3 and 4k+4 exchanged",
    chinese: "拉斯克尼姆的值是堆的大小，但 4k+3 与 4k+4 互换",
    reference: "E. Lasker, Brettspiele der Völker, 1931",
};

/// The law of Lasker's Nim.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lasker;

/// The value of a heap; the function is its own inverse.
fn exchange(n: &Nat) -> Nat {
    match n % 4u8 {
        3 => n + 1u8,
        0 if !n.is_zero() => n - 1u8,
        _ => n.clone(),
    }
}

/// All a = 4x + r with X = A + (a subset of the bits of V), ascending.
struct Class {
    /// X ∧ Y
    both: Nat,
    /// X ⊕ Y
    either: Nat,
    /// r in 1..4
    residue: u8,
    /// Must X, Y be at least 1?
    positive: (bool, bool),
}

impl Class {
    /// The class of splits of `n` with value `v` in which a ≡ r and b ≡ t (mod 4), if there are any.
    fn new(n: &Nat, v: &Nat, r: u8, t: u8) -> Option<Class> {
        let low = |r: u8| [3, 1, 2, 0][usize::from(r % 4)];
        let rest = Nat::from(r + t);
        if *n < rest || (low(r) ^ low(t)) != v % 4u8 {
            return None;
        }
        let (quotient, remainder) = ((n - &rest) >> 2usize, (n - &rest) % 4u8);
        let sum = quotient + u8::from(r == 3) + u8::from(t == 3);
        let either = v >> 2usize;
        if remainder != 0 || sum < either {
            return None;
        }
        let twice = sum - &either;
        let both = &twice >> 1usize;
        if twice % 2u8 != 0 || !(&both & &either).is_zero() {
            return None;
        }
        Some(Class { both, either, residue: r, positive: (r == 3, t == 3) })
    }

    /// How many ordered solutions.
    fn count(&self) -> Nat {
        let mut count = Nat::ONE << self.either.count_ones();
        if self.both.is_zero() {
            // X = 0 is the empty subset, Y = 0 the full one; both at once only if V = 0 too
            let (x, y) = self.positive;
            if x && y && self.either.is_zero() {
                count -= 1u8;
            } else {
                count -= Nat::from(u8::from(x) + u8::from(y));
            }
        }
        count
    }

    /// The numbers a, ascending.
    fn ascending(self) -> impl Iterator<Item = Nat> {
        let bits: Vec<usize> = (0..self.either.bit_len()).filter(|&i| self.either.bit(i)).collect();
        let skip_first = self.both.is_zero() && self.positive.0;
        let skip_last = self.both.is_zero() && self.positive.1;
        let mut subset = Some(Nat::ZERO);
        std::iter::from_fn(move || {
            let current = subset.take()?;
            subset = next_subset(&current, &bits);
            Some(current)
        })
        .filter(move |s| !(skip_first && s.is_zero() || skip_last && *s == self.either))
        .map(move |s| {
            let x = &self.both + s - u8::from(self.residue == 3);
            (x << 2usize) + self.residue
        })
    }
}

/// The next larger subset of these bits.
fn next_subset(current: &Nat, bits: &[usize]) -> Option<Nat> {
    let mut next = current.clone();
    for &bit in bits {
        if !next.bit(bit) {
            next.set_bit(bit);
            return Some(next);
        }
        next.clear_bit(bit);
    }
    None
}

/// The splits of `n` with value `v`: how many, and the smaller parts in ascending order.
fn splits(n: &Nat, v: &Nat) -> (Nat, impl Iterator<Item = Nat>) {
    let residues = (1..=4u8).flat_map(|r| (1..=4u8).map(move |t| (r, t)));
    let classes: Vec<Class> = residues.filter_map(|(r, t)| Class::new(n, v, r, t)).collect();
    let mut ordered: Nat = classes.iter().map(Class::count).sum();
    // n = a + a is one ordered solution and one unordered
    if v.is_zero() && *n >= Nat::from(2u8) && n % 2u8 == 0 {
        ordered += 1u8;
    }
    let count = ordered >> 1usize;
    let half = n >> 1usize;
    let mut streams: Vec<_> = classes.into_iter().map(|c| c.ascending().peekable()).collect();
    let ascending = std::iter::from_fn(move || {
        // at most four streams, without common members
        let heads = streams.iter_mut().enumerate().filter_map(|(i, s)| Some((s.peek()?.clone(), i)));
        let (_, least) = heads.min()?;
        streams[least].next()
    })
    .take_while(move |a| *a <= half);
    (count, ascending)
}

/// The split of `n` with smaller part `a`.
fn split(n: &Nat, a: Nat) -> Vec<Place> {
    let b = n - &a;
    vec![Place::from([a]), Place::from([b])]
}

impl Law for Lasker {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        Words::new("g(n) = n, with 4k+3 and 4k+4 exchanged", "g(n) = n，但 4k+3 与 4k+4 互换")
    }

    fn claims(&self) -> Vec<Spelt> {
        vec![
            Spelt::Values(Cases::new("n").but("n-1", "n % 4 = 0 and n > 0").but("n+1", "n % 4 = 3")),
            Spelt::p_positions("n = 0"),
        ]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let rest = n % 4u8;
        let words = match rest {
            3 => ["so it goes with the number above", "所以与上一个数互换"],
            0 if !n.is_zero() => ["so it goes with the number below", "所以与下一个数互换"],
            _ => ["so it stays as it is", "所以不变"],
        };
        let sum = format!("{} = 4 · {} + {rest}", shorten(n), shorten(&(n >> 2usize)));
        vec![Working::Say(Words::new(format!("{sum}, {}", words[0]), format!("{sum}，{}", words[1])))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(exchange(heap(place)?))
    }

    fn period(&self) -> Option<NatPeriod> {
        // g(0) = 0, but g(4) = 3
        Some(NatPeriod { preperiod: Nat::ONE, period: Nat::from(4u8), saltus: Nat::from(4u8) })
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let taken_to = Some(exchange(target)).filter(|c| c < n);
        let (mut count, mut smaller) = splits(n, target);
        let Some(c) = taken_to else {
            return Some(Listing { count, first: smaller.take(limit).map(|a| split(n, a)).collect() });
        };
        count += 1u8;
        let mut first = Vec::new();
        let mut single = Some(c);
        let mut next = smaller.next();
        while first.len() < limit {
            // of c and (a, b) with a = c the shorter list comes first
            let single_first = match (&single, &next) {
                (None, None) => break,
                (Some(c), Some(a)) => c.cmp(a) != Ordering::Greater,
                (Some(_), None) => true,
                (None, Some(_)) => false,
            };
            if single_first {
                first.extend(single.take().map(listing::one_heap));
            } else {
                first.extend(next.take().map(|a| split(n, a)));
                next = smaller.next();
            }
        }
        Some(Listing { count, first })
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let half = n >> 1usize;
        let all = listing::count_up(Nat::ZERO, n.clone()).flat_map(|a| {
            let two = (!a.is_zero() && a <= half).then(|| split(n, a.clone()));
            [Some(listing::one_heap(a)), two].into_iter().flatten()
        });
        Some(Listing { count: n + &half, first: all.take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Parts, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let options = |p: &[u64]| -> Vec<Parts> {
            let n = p[0];
            single(0..n).into_iter().chain((1..n).map(|a| vec![vec![a], vec![n - a]])).collect()
        };
        Plain::new(options).check_heaps(&Lasker, 200, EVERYTHING);
    }

    #[test]
    fn splits_of_huge_heaps_are_counted() {
        // every split of 2^300 − 1 has the value 2^300 − 1, as 1 & 6, 2 & 5 and 3 & 4 have 7
        let n = (Nat::ONE << 300usize) - Nat::ONE;
        let listing = Lasker.options_with_value(std::slice::from_ref(&n), &n, 5).unwrap();
        assert_eq!(listing.count, &n >> 1usize);
        let expected: Vec<_> = (1..6u8).map(|a| split(&n, Nat::from(a))).collect();
        assert_eq!(listing.first, expected);
    }
}
