//! How the value of an expression comes about: its operations, and each product down the Fermat powers 2, 4, 16, 256, …
//!
//! ```text
//! 6 ⊗ 9        6 = 1·4 ⊕ 2, 9 = 2·4 ⊕ 1
//!              (1⊗1 ⊕ 2⊗2 ⊕ 1⊗2)·4 ⊕ 2⊗1 ⊕ 1⊗2⊗2 = (1 ⊕ 3 ⊕ 2)·4 ⊕ 2 ⊕ 3 = 1
//! ```
//!
//! A Fermat power F times a smaller number is the ordinary product, and F ⊗ F = F ⊕ F/2: with a = a₁·F ⊕ a₀ and b = b₁·F ⊕ b₀
//! that leaves products of numbers below F. Reference: J. H. Conway, *On Numbers and Games*, 1976, chapter 6.

use std::collections::BTreeSet;
use std::fmt;

use crate::Nimber;

/// An operation of an expression on two numbers, or on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// The nim-sum of two numbers.
    Sum(Nimber, Nimber),
    /// The nim-product of two numbers.
    Product(Nimber, Nimber),
    /// The number that makes 1 with this one.
    Inverse(Nimber),
    /// A number to an ordinary power.
    Power(Nimber, i128),
    /// The square root.
    Root(Nimber),
}

/// An operation, and what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub operation: Operation,
    /// Its value.
    pub value: Nimber,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        match self.operation {
            Operation::Sum(a, b) => write!(f, "{a} ⊕ {b} = {value}"),
            Operation::Product(a, b) => write!(f, "{a} ⊗ {b} = {value}"),
            // that can be seen
            Operation::Inverse(a) => write!(f, "{a}^-1 = {value}, {a} ⊗ {value} = 1"),
            Operation::Power(a, exponent) => write!(f, "{a}^{exponent} = {value}"),
            Operation::Root(a) => write!(f, "sqrt({a}) = {value}, {value} ⊗ {value} = {a}"),
        }
    }
}

/// A product of two numbers of which the larger has its digits on both sides of a Fermat power.
///
/// ```
/// use grundy_nimber::{Nimber, Split};
/// let split = Split::of(Nimber(6), Nimber(9)).unwrap();
/// assert_eq!((split.fermat, split.left), (Nimber(4), [Nimber(1), Nimber(2)]));
/// assert_eq!(split.parts(), "6 = 1·4 ⊕ 2, 9 = 2·4 ⊕ 1");
/// assert_eq!(split.sum(), "(1⊗1 ⊕ 2⊗2 ⊕ 1⊗2)·4 ⊕ 2⊗1 ⊕ 1⊗2⊗2 = (1 ⊕ 3 ⊕ 2)·4 ⊕ 2 ⊕ 3 = 1");
/// assert_eq!(Split::of(Nimber(1), Nimber(9)), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// The factors.
    pub factors: [Nimber; 2],
    /// The largest Fermat power that is not above both.
    pub fermat: Nimber,
    /// The high and the low part of the left factor.
    pub left: [Nimber; 2],
    /// Those of the right factor.
    pub right: [Nimber; 2],
}

impl Split {
    /// `None` where a factor is 0 or 1.
    #[must_use]
    pub fn of(a: Nimber, b: Nimber) -> Option<Split> {
        if a.0 < 2 || b.0 < 2 {
            return None;
        }
        let digits = 128 - (a.0 | b.0).leading_zeros();
        // below 2^(2w), and not below 2^w
        let width = (0..7).map(|power| 1u32 << power).take_while(|width| *width < digits).last()?;
        let parts = |n: Nimber| [Nimber(n.0 >> width), Nimber(n.0 & ((1 << width) - 1))];
        Some(Split { factors: [a, b], fermat: Nimber(1 << width), left: parts(a), right: parts(b) })
    }

    /// The terms that are multiplied by F, and the others, without those that are 0.
    fn terms(&self) -> [Vec<Vec<Nimber>>; 2] {
        let ([a1, a0], [b1, b0]) = (self.left, self.right);
        let half = Nimber(self.fermat.0 >> 1);
        let is_there = |term: &Vec<Nimber>| !term.contains(&Nimber::ZERO);
        let high = vec![vec![a1, b0], vec![a0, b1], vec![a1, b1]];
        let low = vec![vec![a0, b0], vec![a1, b1, half]];
        [high, low].map(|terms| terms.into_iter().filter(is_there).collect())
    }

    /// The factors with their parts.
    #[must_use]
    pub fn parts(&self) -> String {
        let fermat = self.fermat;
        let told = |factor: Nimber, [high, low]: [Nimber; 2]| match (high, low) {
            (Nimber::ZERO, _) => None,
            (high, Nimber::ZERO) => Some(format!("{factor} = {high}·{fermat}")),
            (high, low) => Some(format!("{factor} = {high}·{fermat} ⊕ {low}")),
        };
        let [a, b] = self.factors;
        let second = told(b, self.right).filter(|_| a != b);
        told(a, self.left).into_iter().chain(second).collect::<Vec<_>>().join(", ")
    }

    /// The products of the parts, their values, and what they make.
    #[must_use]
    pub fn sum(&self) -> String {
        let fermat = self.fermat;
        let products = |terms: &[Vec<Nimber>]| {
            let product = |term: &Vec<Nimber>| term.iter().map(Nimber::to_string).collect::<Vec<_>>().join("⊗");
            terms.iter().map(product).collect::<Vec<_>>().join(" ⊕ ")
        };
        let values = |terms: &[Vec<Nimber>]| {
            let value = |term: &Vec<Nimber>| term.iter().fold(Nimber::ONE, |a, b| a * *b).to_string();
            terms.iter().map(value).collect::<Vec<_>>().join(" ⊕ ")
        };
        let terms = self.terms();
        let joined = |told: &dyn Fn(&[Vec<Nimber>]) -> String| {
            let high = (!terms[0].is_empty()).then(|| format!("({})·{fermat}", told(&terms[0])));
            let low = (!terms[1].is_empty()).then(|| told(&terms[1]));
            high.into_iter().chain(low).collect::<Vec<_>>().join(" ⊕ ")
        };
        let [a, b] = self.factors;
        format!("{} = {} = {}", joined(&products), joined(&values), a * b)
    }

    /// The products of two numbers above 1 that it needs.
    fn needs(&self) -> Vec<[Nimber; 2]> {
        let pairs = |term: Vec<Nimber>| {
            let rest = term.get(2).map(|&half| [term[0] * term[1], half]);
            std::iter::once([term[0], term[1]]).chain(rest).collect::<Vec<_>>()
        };
        self.terms().into_iter().flatten().flat_map(pairs).collect()
    }
}

/// The product and those that it needs, each once, the larger before the smaller; none where a factor is 0 or 1.
///
/// Cost: the products of two numbers below 2^128 are some hundreds at most, as those below 16 repeat.
///
/// ```
/// use grundy_nimber::{Nimber, product_splits};
/// let needed: Vec<_> = product_splits(Nimber(6), Nimber(9)).iter().map(|split| split.factors.map(|n| n.0)).collect();
/// assert_eq!(needed, [[6, 9], [2, 2]]);
/// ```
#[must_use]
pub fn product_splits(a: Nimber, b: Nimber) -> Vec<Split> {
    let mut splits = Vec::new();
    let mut known = BTreeSet::new();
    let mut next = vec![[a, b]];
    // one field of the tower after the other
    while !next.is_empty() {
        let mut below = Vec::new();
        for [a, b] in next {
            let Some(split) = Split::of(a, b).filter(|_| known.insert([a.min(b), a.max(b)])) else { continue };
            below.extend(split.needs());
            splits.push(split);
        }
        next = below;
    }
    splits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts put together again are the product.
    #[test]
    fn the_parts_make_the_product() {
        for a in 2..40u128 {
            for b in 2..40u128 {
                let split = Split::of(Nimber(a), Nimber(b)).unwrap();
                let [high, low] = split.terms().map(|terms| {
                    terms
                        .iter()
                        .map(|term| term.iter().fold(Nimber::ONE, |x, y| x * *y))
                        .fold(Nimber::ZERO, |x, y| x + y)
                });
                assert_eq!(high.0 * split.fermat.0 + low.0, (Nimber(a) * Nimber(b)).0, "{a} {b}");
            }
        }
    }

    #[test]
    fn large_products_have_few_steps() {
        let splits = product_splits(Nimber(u128::MAX), Nimber(u128::MAX - 12345));
        assert!((8..2000).contains(&splits.len()), "{}", splits.len());
        assert!(splits.windows(2).all(|two| two[0].fermat >= two[1].fermat));
    }
}
