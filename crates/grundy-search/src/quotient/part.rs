//! The quotients of the first components alone, seen from that of all.
//!
//! Let 𝓑 be the sums of the first components. Their classes in Q are a part of Q that is closed under products, and a sum of
//! 𝓑 is a P-position exactly if its class is in P. So two of them are equivalent in 𝓑 exactly if their classes meet P in the
//! same way with all elements of that part: the quotient of 𝓑 is that part, with such elements made one.
//!
//! Cost: the elements of the part times its generators, and the square of the order by 64.

use grundy_core::Context;
use rustc_hash::FxHashMap;

use super::Quotient;
use super::elements::Elements;
use super::monoid::{Monoid, ONE};
use super::pairs::Pairs;

impl Quotient {
    /// The components that made the quotient grow: their numbers, and the orders of Q and P of the components up to there.
    #[must_use]
    pub fn growth(&self) -> Vec<(u32, usize, usize)> {
        let monoid = &self.monoid;
        let mut made = Elements::none(monoid.order());
        made.insert(ONE);
        let (mut growth, mut before) = (Vec::new(), 1);
        for (component, &class) in (0..).zip(&self.phi) {
            if made.contains(class) {
                continue;
            }
            monoid.generate(&mut made, class);
            let told: FxHashMap<Elements, bool> =
                made.iter().map(|x| (monoid.tests(x).common(&made), monoid.is_p(x))).collect();
            if told.len() > before {
                before = told.len();
                growth.push((component, before, told.values().filter(|is_p| **is_p).count()));
            }
        }
        growth
    }

    /// The quotient of the first components alone, without the pairs that would prove it: they are those of this one.
    #[must_use]
    pub fn first(&self, components: usize) -> Option<Quotient> {
        let monoid = &self.monoid;
        let phi = self.phi.get(..components)?;
        let mut made = Elements::none(monoid.order());
        made.insert(ONE);
        // the components whose classes are generators
        let mut generators: Vec<u32> = Vec::new();
        for (component, &class) in (0..).zip(phi) {
            if !made.contains(class) {
                generators.push(component);
                monoid.generate(&mut made, class);
            }
        }
        let told = |x: u32| monoid.tests(x).common(&made);
        // the elements by the lengths of their sums; the first of those that are one stands for them
        let mut number: FxHashMap<Elements, u32> = FxHashMap::from_iter([(told(ONE), ONE)]);
        let (mut first, mut sums) = (vec![ONE], vec![Vec::new()]);
        let mut at = 0;
        while at < first.len() {
            for &generator in &generators {
                let next = monoid.times(first[at], phi[generator as usize]);
                let fresh = first.len() as u32;
                if *number.entry(told(next)).or_insert(fresh) == fresh {
                    let mut sum: Vec<u32> = sums[at].clone();
                    sum.push(generator);
                    sum.sort_unstable();
                    first.push(next);
                    sums.push(sum);
                }
            }
            at += 1;
        }
        let order = first.len();
        let class = |x: u32| number.get(&told(x)).copied();
        let mut portion = Elements::none(order);
        (0..).zip(&first).filter(|(_, x)| monoid.is_p(**x)).for_each(|(class, _)| portion.insert(class));
        let row = |&generator: &u32| {
            first.iter().map(|&x| class(monoid.times(x, phi[generator as usize]))).collect::<Option<Vec<u32>>>()
        };
        let rows: Vec<Vec<u32>> = generators.iter().map(row).collect::<Option<_>>()?;
        let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
        let elements: Vec<u32> = rows.iter().map(|row| row[ONE as usize]).collect();
        let mut atoms = self.atoms.clone();
        (components..self.phi.len()).for_each(|_| atoms.pop());
        Some(Quotient {
            atoms,
            monoid: Monoid::of_rows(order, &elements, &rows, portion, &Context::default()).ok()??,
            phi: phi.iter().map(|&x| class(x)).collect::<Option<_>>()?,
            sums,
            pairs: Pairs::none(order),
            grown: 0,
        })
    }
}
