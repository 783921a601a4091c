//! A finite commutative monoid with the elements of its P-positions.
//!
//! Elements are numbers, 0 is the one. Cost: 4 bytes for each product, one bit for each pair beside it.

use grundy_core::{Context, Stopped};

use super::elements::Elements;

/// The one of every monoid.
pub const ONE: u32 = 0;

/// Bytes of a monoid of this order, roughly: its products, and a bit for each pair beside them.
pub(super) fn bytes(order: usize) -> u64 {
    (order as u64).saturating_mul(order as u64).saturating_mul(5)
}

/// Looks at the clock after each few rows of a table: about every 2^16 products.
fn look(row: usize, order: usize, cx: &Context) -> Result<(), Stopped> {
    if row.is_multiple_of(1 + (1 << 16) / order) { cx.check() } else { Ok(()) }
}

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
        Monoid { order: 1, products: vec![ONE], portion: Elements::none(1), tests: vec![Elements::none(1)] }
    }

    /// The only monoid with these generators and these rows: for each generator the products of all elements with it.
    /// `None`: there is none.
    ///
    /// Let the rows, as maps of the elements, commute in pairs, let every element be reached from 1 by them, and let each
    /// take 1 to its generator. Products of the maps are a commutative monoid, and m ↦ m(1) is one to one: if m(1) = m′(1),
    /// then for any x = k(1) we have m(x) = km(1) = km′(1) = m′(x). So xy = m_x(y), and no law has to be tried on triples.
    ///
    /// # Errors
    /// A spent budget: a table has the square of the order.
    pub(super) fn of_rows(
        order: usize,
        generators: &[u32],
        rows: &[&[u32]],
        portion: Elements,
        cx: &Context,
    ) -> Result<Option<Self>, Stopped> {
        let commute = |a: &[u32], b: &[u32]| (0..order).all(|x| a[b[x] as usize] == b[a[x] as usize]);
        let fits = |i: usize| rows[i][ONE as usize] == generators[i] && rows[..i].iter().all(|b| commute(rows[i], b));
        if !(0..rows.len()).all(fits) {
            return Ok(None);
        }
        let mut products = vec![0; order * order];
        // the row of 1 takes each element to itself
        (0..).zip(&mut products[..order]).for_each(|(x, product)| *product = x);
        let (mut met, mut queue) = (vec![false; order], vec![ONE as usize]);
        met[ONE as usize] = true;
        let mut at = 0;
        while let Some(&x) = queue.get(at) {
            at += 1;
            look(at, order, cx)?;
            for row in rows {
                let y = row[x] as usize;
                if std::mem::replace(&mut met[y], true) {
                    continue;
                }
                queue.push(y);
                let places = [x * order..(x + 1) * order, y * order..(y + 1) * order];
                let Ok([from, to]) = products.get_disjoint_mut(places) else { return Ok(None) };
                to.iter_mut().zip(from).for_each(|(to, from)| *to = row[*from as usize]);
            }
        }
        if queue.len() < order {
            return Ok(None);
        }
        Monoid::new(order, products, portion, cx).map(Some)
    }

    /// From the table of products, row by row, and P.
    fn new(order: usize, products: Vec<u32>, portion: Elements, cx: &Context) -> Result<Self, Stopped> {
        let mut tests = vec![Elements::none(order); order];
        for (x, row) in products.chunks_exact(order).enumerate() {
            look(x, order, cx)?;
            (0..).zip(row).filter(|(_, product)| portion.contains(**product)).for_each(|(z, _)| tests[x].insert(z));
        }
        Ok(Monoid { order, products, portion, tests })
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

    /// Closes a monoid of elements once more, with one more generator.
    pub(super) fn generate(&self, made: &mut Elements, generator: u32) {
        let mut waiting: Vec<u32> = made.iter().collect();
        while let Some(x) = waiting.pop() {
            let y = self.times(x, generator);
            if !made.contains(y) {
                made.insert(y);
                waiting.push(y);
            }
        }
    }

    /// A set, each element multiplied by x.
    pub(super) fn scaled(&self, set: &Elements, x: u32) -> Elements {
        let mut scaled = Elements::none(self.order);
        let row = &self.products[x as usize * self.order..(x as usize + 1) * self.order];
        set.iter().for_each(|y| scaled.insert(row[y as usize]));
        scaled
    }
}
