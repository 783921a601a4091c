//! A finite commutative monoid with the elements of its P-positions.
//!
//! Elements are numbers, 0 is the one. Cost: 4 bytes for each product, one bit for each pair beside it.

use super::elements::Elements;

/// The one of every monoid.
pub const ONE: u32 = 0;

/// A finite commutative monoid Q and its part P.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    products: Vec<u32>,
    portion: Elements,
    /// For each x the z with xz in P.
    tests: Vec<Elements>,
}

impl Monoid {
    /// The monoid of sums in which nobody can move: one element, which is won by the player to move.
    #[must_use]
    pub fn trivial() -> Self {
        Monoid::new(1, vec![ONE], Elements::none(1))
    }

    /// From the table of products, row by row, and P.
    pub(super) fn new(order: usize, products: Vec<u32>, portion: Elements) -> Self {
        let mut tests = vec![Elements::none(order); order];
        for (x, row) in products.chunks_exact(order).enumerate() {
            (0..).zip(row).filter(|(_, product)| portion.contains(**product)).for_each(|(z, _)| tests[x].insert(z));
        }
        Monoid { order, products, portion, tests }
    }

    /// How many elements it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    #[must_use]
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// The product of many.
    pub fn product(&self, factors: impl IntoIterator<Item = u32>) -> u32 {
        factors.into_iter().fold(ONE, |x, y| self.times(x, y))
    }

    /// The power of an element; exponents of any size cost as many steps as the powers have distinct elements.
    #[must_use]
    pub fn power(&self, x: u32, exponent: &grundy_core::Nat) -> u32 {
        let (mut powers, mut seen) = (vec![ONE], vec![u32::MAX; self.order]);
        seen[ONE as usize] = 0;
        loop {
            if *exponent < grundy_core::Nat::from(powers.len()) {
                let exponent = usize::try_from(exponent).unwrap_or(0);
                return powers[exponent];
            }
            let next = self.times(powers[powers.len() - 1], x);
            let first = seen[next as usize];
            if first != u32::MAX {
                let period = powers.len() as u64 - u64::from(first);
                let beyond = (exponent - grundy_core::Nat::from(first)) % period;
                return powers[first as usize + beyond as usize];
            }
            seen[next as usize] = powers.len() as u32;
            powers.push(next);
        }
    }

    /// The elements of P-positions.
    #[must_use]
    pub fn portion(&self) -> &Elements {
        &self.portion
    }

    /// Is it an element of P-positions?
    #[must_use]
    pub fn is_p(&self, x: u32) -> bool {
        self.portion.contains(x)
    }

    /// The z with xz in P.
    pub(super) fn tests(&self, x: u32) -> &Elements {
        &self.tests[x as usize]
    }

    /// The z for which the product with some element of the set is in P.
    pub(super) fn tests_of(&self, set: &Elements) -> Elements {
        let mut tests = Elements::none(self.order);
        set.iter().for_each(|x| tests.unite(self.tests(x)));
        tests
    }

    /// A set, each element multiplied by x.
    pub(super) fn scaled(&self, set: &Elements, x: u32) -> Elements {
        let mut scaled = Elements::none(self.order);
        set.iter().for_each(|y| scaled.insert(self.times(x, y)));
        scaled
    }
}
