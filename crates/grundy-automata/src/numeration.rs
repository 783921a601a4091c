//! Numeration systems: words of digits for natural numbers, the most significant digit first.
//!
//! Base k has the places 1, k, k², … and the digits 0 to k−1. The *Ostrowski* system of a ≥ 1 has the places
//! U₀ = 1, U₁ = a+1, Uₙ₊₁ = a·Uₙ + Uₙ₋₁ and the digits 0 to a, where a digit a must be followed by 0 (or end the word).
//! With a = 1 this is Zeckendorf's system, 1, 2, 3, 5, 8, …; a = 2: 1, 3, 7, 17, …; a = 3: 1, 4, 13, 43, …
//!
//! Each number has one valid word without leading zeros, and valid words of one length are in lexicographic order of
//! their numbers. Tuples are padded with leading zeros to one length: (9, 2) in base 2 is 1001 above 0010.
//!
//! Addition is a finite automaton in all of them: Uₙ grows like βⁿ with β = (a + √(a²+4))/2, whose conjugate −1/β is
//! inside the unit circle (β is a Pisot number). Frougny, *Representations of numbers and finite automata*, 1992;
//! Zeckendorf, *Représentation des nombres naturels par une somme de nombres de Fibonacci*, 1972.

use std::fmt;

use grundy_core::Nat;

/// A numeration system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// Base k, from 2 to [`Numeration::LARGEST`]: made by [`Numeration::base`].
    #[non_exhaustive]
    Base(u8),
    /// The Ostrowski system of a, from 1 (Zeckendorf) to `LARGEST − 1`: made by [`Numeration::ostrowski`].
    #[non_exhaustive]
    Ostrowski(u8),
}

impl Numeration {
    /// The largest number of digits of a system.
    pub const LARGEST: u8 = 16;

    /// Base 2.
    pub const BINARY: Numeration = Numeration::Base(2);

    /// Zeckendorf's system: sums of Fibonacci numbers no two of which are neighbours.
    pub const ZECKENDORF: Numeration = Numeration::Ostrowski(1);

    /// Base k, if 2 ≤ k ≤ 16.
    #[must_use]
    pub fn base(k: u64) -> Option<Self> {
        u8::try_from(k).ok().filter(|k| (2..=Self::LARGEST).contains(k)).map(Numeration::Base)
    }

    /// The Ostrowski system of a, if 1 ≤ a ≤ 15.
    #[must_use]
    pub fn ostrowski(a: u64) -> Option<Self> {
        u8::try_from(a).ok().filter(|a| (1..Self::LARGEST).contains(a)).map(Numeration::Ostrowski)
    }

    /// a and m with a² + 4 = d·m², so that √d = (2β − a)/m: then multiples of √d are automatic in the Ostrowski system of a,
    /// such as √5 and √20 in Zeckendorf's. `None` for other roots, and in base k.
    #[must_use]
    pub fn root(self, d: u64) -> Option<(u64, u64)> {
        let Numeration::Ostrowski(a) = self else { return None };
        let a = u64::from(a);
        let square = (a * a + 4).checked_div(d).filter(|q| q * d == a * a + 4)?;
        let m = square.isqrt();
        (m * m == square).then_some((a, m))
    }

    /// The number of digits: k, or a + 1.
    #[must_use]
    pub fn digits(self) -> usize {
        match self {
            Numeration::Base(k) => usize::from(k).max(2),
            Numeration::Ostrowski(a) => usize::from(a) + 1,
        }
    }

    /// The digit that must be followed by 0, if there is one.
    #[must_use]
    pub fn restricted(self) -> Option<u8> {
        match self {
            Numeration::Base(_) => None,
            Numeration::Ostrowski(a) => Some(a),
        }
    }

    /// The next place from the last two, as `(x, y)` in `next = x·last + y·before`.
    fn recurrence(self) -> (u64, u64) {
        match self {
            Numeration::Base(_) => (self.digits() as u64, 0),
            Numeration::Ostrowski(a) => (u64::from(a), 1),
        }
    }

    /// The growth of the places: k, or β = (a + √(a²+4))/2.
    #[must_use]
    pub fn growth(self) -> f64 {
        match self {
            Numeration::Base(_) => self.digits() as f64,
            Numeration::Ostrowski(a) => f64::midpoint(f64::from(a), (f64::from(a).powi(2) + 4.0).sqrt()),
        }
    }

    /// The value of place `i` (place 0 is 1), if it fits.
    #[must_use]
    pub fn place(self, i: u32) -> Option<u64> {
        let (x, y) = self.recurrence();
        let (mut before, mut last) = (1u64, 1u64);
        for _ in 0..i {
            let next = last.checked_mul(x)?.checked_add(before.checked_mul(y)?)?;
            (before, last) = (last, next);
        }
        Some(last)
    }

    /// The word of a number, without leading zeros; 0 is the empty word.
    #[must_use]
    pub fn encode(self, mut n: u64) -> Vec<u8> {
        let mut places = Vec::new();
        while let Some(place) = self.place(places.len() as u32).filter(|p| *p <= n) {
            places.push(place);
        }
        let mut word = Vec::with_capacity(places.len());
        for place in places.into_iter().rev() {
            word.push((n / place) as u8);
            n %= place;
        }
        word
    }

    /// The words of numbers of any size, padded to one length. Cost: quadratic in the number of digits.
    #[must_use]
    pub fn encode_big(self, numbers: &[Nat]) -> Vec<Vec<u8>> {
        let (x, y) = self.recurrence();
        let largest = numbers.iter().max().cloned().unwrap_or_default();
        let mut places: Vec<Nat> = Vec::new();
        let (mut before, mut last) = (Nat::ONE, Nat::ONE);
        while last <= largest {
            let next = &last * x + &before * y;
            before = std::mem::replace(&mut last, next);
            places.push(before.clone());
        }
        let word = |n: &Nat| {
            let mut rest = n.clone();
            let digit = |place: &Nat| {
                // at most 15 times
                let mut digit = 0;
                while rest >= *place {
                    rest -= place;
                    digit += 1;
                }
                digit
            };
            places.iter().rev().map(digit).collect()
        };
        numbers.iter().map(word).collect()
    }

    /// The number of a word of digits, valid or not.
    #[must_use]
    pub fn decode(self, word: &[u8]) -> Nat {
        let (x, y) = self.recurrence();
        // the word stands for p·Uᵢ + q·Uᵢ₋₁ after place i
        let (mut p, mut q) = (Nat::from(0u8), Nat::from(0u8));
        for &digit in word {
            let next = &p * x + &q + Nat::from(digit);
            q = p * y;
            p = next;
        }
        p + q
    }

    /// Is every digit in range, and the restricted digit followed by 0 only?
    #[must_use]
    pub fn is_valid(self, word: &[u8]) -> bool {
        word.iter().all(|&d| usize::from(d) < self.digits())
            && self.restricted().is_none_or(|a| word.windows(2).all(|w| w[0] != a || w[1] == 0))
    }

    /// The words of a tuple, padded to one length.
    #[must_use]
    pub fn encode_all(self, numbers: &[u64]) -> Vec<Vec<u8>> {
        let words: Vec<Vec<u8>> = numbers.iter().map(|&n| self.encode(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        words
            .into_iter()
            .map(|word| {
                let mut padded = vec![0; length - word.len()];
                padded.extend(word);
                padded
            })
            .collect()
    }

    /// The name in Walnut's files: `msd_2`, `msd_fib`; the Ostrowski systems of a ≥ 2 have to be defined there first and
    /// are called `msd_ost2` …
    #[must_use]
    pub fn walnut(self) -> String {
        match self {
            Numeration::Base(k) => format!("msd_{k}"),
            Numeration::Ostrowski(1) => "msd_fib".to_owned(),
            Numeration::Ostrowski(a) => format!("msd_ost{a}"),
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeration::Base(k) => write!(f, "base {k}"),
            Numeration::Ostrowski(1) => f.write_str("Zeckendorf"),
            Numeration::Ostrowski(a) => write!(f, "Ostrowski {a}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [Numeration; 6] = [
        Numeration::BINARY,
        Numeration::Base(3),
        Numeration::Base(10),
        Numeration::Ostrowski(1),
        Numeration::Ostrowski(2),
        Numeration::Ostrowski(3),
    ];

    #[test]
    fn places_and_words() {
        let places = |n: Numeration| (0..6).map(|i| n.place(i).unwrap()).collect::<Vec<_>>();
        assert_eq!(places(Numeration::Ostrowski(1)), [1, 2, 3, 5, 8, 13]);
        assert_eq!(places(Numeration::Ostrowski(2)), [1, 3, 7, 17, 41, 99]);
        assert_eq!(places(Numeration::Ostrowski(3)), [1, 4, 13, 43, 142, 469]);
        assert_eq!(Numeration::ZECKENDORF.encode(12), [1, 0, 1, 0, 1]);
        assert_eq!(Numeration::BINARY.encode_all(&[9, 2]), [vec![1, 0, 0, 1], vec![0, 0, 1, 0]]);
        assert!(Numeration::base(1).is_none() && Numeration::base(17).is_none() && Numeration::ostrowski(0).is_none());
    }

    #[test]
    fn every_number_has_one_valid_word_and_their_order_is_that_of_the_numbers() {
        for system in SYSTEMS {
            let mut before = Vec::new();
            for n in 0..3000u64 {
                let word = system.encode(n);
                assert!(system.is_valid(&word));
                assert_eq!(system.decode(&word), Nat::from(n));
                assert_eq!(system.decode(&[vec![0, 0], word.clone()].concat()), Nat::from(n));
                assert!(n == 0 || (word.len(), &word) > (before.len(), &before), "{system} {n}");
                assert_eq!(system.encode_big(&[Nat::from(n), Nat::from(7u8)]), system.encode_all(&[n, 7]));
                before = word;
            }
            let large = Nat::from(10u8).pow(60);
            let words = system.encode_big(&[large.clone(), Nat::from(5u8)]);
            assert!(system.is_valid(&words[0]) && system.decode(&words[0]) == large);
            assert_eq!(system.decode(&words[1]), Nat::from(5u8));
            assert_eq!(system.decode(&system.encode(u64::MAX)), Nat::from(u64::MAX));
        }
    }
}
