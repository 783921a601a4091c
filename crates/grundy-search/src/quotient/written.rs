//! A quotient as numbers, to be kept somewhere, and a quotient again once all its conditions are checked anew.
//!
//! ```text
//! components │ generators g │ order q │ size of P
//! the g elements that are generators
//! g rows of q: each element times the generator
//! P, ascending
//! the class of each component
//! for each element the length of a lightest sum, and its components
//! ```
//! Options are not kept: whoever goes on adds them from the rule, component after component.
//!
//! The rows give the table of products: [`Monoid::of_rows`] says why.
//!
//! (R), (E), (P) and (N) are checked when all components are there, so numbers that were made up give no quotient; a sum
//! that is not a lightest one could only make later growth slower. Cost: the square of the order, and pairs times
//! components, which is a small part of finding the quotient.

use grundy_core::{Context, Diagnostic, Result};
use rustc_hash::FxHashSet;

use super::Quotient;
use super::atoms::Atoms;
use super::elements::Elements;
use super::monoid::{self, Monoid, ONE};
use super::pairs::{Pairs, end_is_won, moves_between_p};
use super::presentation::generators;

/// Numbers that are no quotient of the components.
fn wrong(what: &str) -> grundy_core::Error {
    Diagnostic::input(format!("the misère quotient that was kept is wrong: {what}"))
        .suggest("move it away to begin afresh; nothing was changed")
        .into()
}

/// Reads numbers one after the other.
struct Words<'a>(&'a [u32]);

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<u32> {
        let (&first, rest) = self.0.split_first().ok_or_else(|| wrong("it ends too early"))?;
        self.0 = rest;
        Ok(first)
    }

    /// So many numbers, all below `bound`.
    fn take(&mut self, count: usize, bound: usize) -> Result<&'a [u32]> {
        let Some((words, rest)) = self.0.split_at_checked(count) else { return Err(wrong("it ends too early")) };
        if words.iter().any(|&word| word as usize >= bound) {
            return Err(wrong("it names an element or a component that it has not"));
        }
        self.0 = rest;
        Ok(words)
    }
}

impl Quotient {
    /// The quotient as numbers, for [`Quotient::restored`].
    ///
    /// ```
    /// use grundy_core::Context;
    /// use grundy_search::quotient::Quotient;
    ///
    /// let (cx, mut nim) = (Context::default(), Quotient::new());
    /// let options = |n: u32| (0..n).map(|k| vec![k]).collect::<Vec<_>>();
    /// for n in 0..4 {
    ///     nim.add(options(n), &cx)?;
    /// }
    /// let mut again = Quotient::restored(&nim.kept(), &[], (0..4).map(options), &cx)?;
    /// assert_eq!(again.phi(), nim.phi());
    /// assert_eq!(again.add(options(4), &cx)?, nim.add(options(4), &cx)?);
    /// # Ok::<(), grundy_core::Error>(())
    /// ```
    #[must_use]
    pub fn kept(&self) -> Vec<u32> {
        let (monoid, order) = (&self.monoid, self.monoid.order() as u32);
        let generators = generators(monoid, &self.phi);
        let portion: Vec<u32> = monoid.portion().iter().collect();
        let mut words = vec![self.phi.len() as u32, generators.len() as u32, order, portion.len() as u32];
        words.extend(&generators);
        for &generator in &generators {
            words.extend((0..order).map(|x| monoid.times(x, generator)));
        }
        words.extend(portion);
        words.extend(&self.phi);
        for sum in &self.sums {
            words.push(sum.len() as u32);
            words.extend(sum);
        }
        words
    }

    /// The quotient of these components, each by its options, from what [`Quotient::kept`] gave and the classes of components
    /// that were added since. All conditions are checked anew.
    ///
    /// # Errors
    /// Numbers that are not the quotient of these components; an option that was not added before; a spent budget.
    pub fn restored(
        kept: &[u32],
        later: &[u32],
        components: impl IntoIterator<Item = Vec<Vec<u32>>>,
        cx: &Context,
    ) -> Result<Quotient> {
        cx.enter("misère quotient");
        let mut quotient = read(kept, later, cx)?;
        for options in components {
            cx.check()?;
            let known = quotient.atoms.len() as u32;
            if options.iter().flatten().any(|&part| part >= known) {
                return Err(Diagnostic::input("an option of a component has to be added before the component").into());
            }
            quotient.atoms.push(options, cx)?;
        }
        let Quotient { monoid, phi, atoms, .. } = &quotient;
        if phi.len() != atoms.len() {
            return Err(wrong("it has other components"));
        }
        let order = monoid.order();
        cx.tick((order * (1 + order / 64)) as u64)?;
        let told_apart: FxHashSet<&Elements> = (0..order as u32).map(|x| monoid.tests(x)).collect();
        if told_apart.len() != order {
            return Err(wrong("P does not tell its elements apart"));
        }
        let ends = (0..).zip(phi).all(|(atom, &class)| atoms.is_live(atom) || class == ONE);
        if !end_is_won(monoid) || !ends {
            return Err(wrong("a player who cannot move has not won"));
        }
        let steps = quotient.steps(monoid, phi);
        cx.tick((steps.len() * (1 + order / 64)) as u64)?;
        if moves_between_p(monoid, &vec![0; order], &steps).is_some() {
            return Err(wrong("a move leads from P to P"));
        }
        let pairs = Pairs::of(monoid, steps.into_iter(), u64::MAX, cx)?;
        quotient.pairs = pairs.map_err(|_| wrong("a sum that is not in P has no move to P"))?;
        Ok(quotient)
    }
}

/// A monoid with classes that generate it, of components without names: nothing else is checked.
fn read(kept: &[u32], later: &[u32], cx: &Context) -> Result<Quotient> {
    let mut words = Words(kept);
    let [components, rank, order, lost] = [words.next()?, words.next()?, words.next()?, words.next()?];
    let [components, rank, order, lost] = [components, rank, order, lost].map(|n| n as usize);
    if order == 0 || components == 0 {
        return Err(wrong("it has no elements or no components"));
    }
    let generators = words.take(rank, order)?;
    let rows: Vec<&[u32]> = (0..rank).map(|_| words.take(order, order)).collect::<Result<_>>()?;
    let portion = words.take(lost, order)?;
    let mut phi = words.take(components, order)?.to_vec();
    let mut sums = Vec::new();
    for _ in 0..order {
        let length = words.next()?;
        sums.push(words.take(length as usize, components)?.to_vec());
    }
    if !words.0.is_empty() {
        return Err(wrong("it goes on behind its end"));
    }
    phi.extend(Words(later).take(later.len(), order)?);
    if !generators.iter().all(|generator| phi[..components].contains(generator)) {
        return Err(wrong("a generator is no class of a component"));
    }
    cx.tick((order * (1 + rank * rank)) as u64)?;
    cx.reserve(monoid::bytes(order))?;
    let mut p = Elements::none(order);
    portion.iter().for_each(|&x| p.insert(x));
    let monoid = Monoid::of_rows(order, generators, &rows, p, cx)?;
    let monoid = monoid.ok_or_else(|| wrong("its products are no monoid"))?;
    let stands_for = |(x, sum): (u32, &Vec<u32>)| monoid.product(sum.iter().map(|&at| phi[at as usize])) == x;
    if !(0..).zip(&sums).all(stands_for) {
        return Err(wrong("a sum is not of the class that it stands for"));
    }
    Ok(Quotient { atoms: Atoms::default(), monoid, phi, sums, pairs: Pairs::none(order), grown: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Options of Kayles.
    fn kayles(n: u32) -> Vec<Vec<u32>> {
        (1..=n.min(2)).flat_map(|taken| (0..=(n - taken) / 2).map(move |a| vec![a, n - taken - a])).collect()
    }

    fn quotient(last: u32, cx: &Context) -> Quotient {
        let mut quotient = Quotient::new();
        (0..=last).for_each(|n| assert!(quotient.add(kayles(n), cx).is_ok()));
        quotient
    }

    fn restored(words: &[u32], later: &[u32], cx: &Context) -> Result<Quotient> {
        let components = words.first().map_or(0, |n| n.wrapping_add(later.len() as u32)).min(1000);
        Quotient::restored(words, later, (0..components).map(kayles), cx)
    }

    /// Wherever it is kept, what grows from it is what would have grown without.
    #[test]
    fn growth_goes_on_from_what_was_kept() {
        let cx = Context::default();
        let whole = quotient(40, &cx);
        for last in 0..40 {
            let kept = quotient(last, &cx).kept();
            let mut again = restored(&kept, &[], &cx).unwrap();
            (last + 1..=40).for_each(|n| assert!(again.add(kayles(n), &cx).is_ok()));
            assert_eq!(
                (again.monoid(), again.phi(), again.sums()),
                (whole.monoid(), whole.phi(), whole.sums()),
                "{last}"
            );
            assert_eq!(again.pairs(), whole.pairs(), "{last}");
        }
    }

    /// The quotient of the first components is seen from that of all.
    #[test]
    fn earlier_quotients_are_images_of_parts_of_later_ones() {
        let cx = Context::default();
        let (whole, mut grown, mut growth) = (quotient(40, &cx), Quotient::new(), Vec::new());
        for n in 0..=40 {
            let before = grown.grown();
            grown.add(kayles(n), &cx).unwrap();
            if grown.grown() != before {
                growth.push((n, grown.monoid().order(), grown.monoid().portion().len()));
            }
        }
        assert_eq!(whole.growth(), growth);
        for components in 0..=41 {
            let part = whole.first(components).unwrap();
            let early = if components == 0 { Quotient::new() } else { quotient(components as u32 - 1, &cx) };
            assert_eq!(part.monoid().order(), early.monoid().order(), "{components}");
            // one numbering of the elements is made the other by their sums
            let at = |x: u32| early.monoid().product(part.sums()[x as usize].iter().map(|&c| early.phi()[c as usize]));
            let all = 0..part.monoid().order() as u32;
            for x in all.clone() {
                assert_eq!(part.monoid().is_p(x), early.monoid().is_p(at(x)));
                assert!(all.clone().all(|y| at(part.monoid().times(x, y)) == early.monoid().times(at(x), at(y))));
            }
            assert!(part.phi().iter().zip(early.phi()).all(|(&x, &y)| at(x) == y));
        }
    }

    /// Classes that were added later are kept without the table.
    #[test]
    fn later_classes_are_checked_as_well() {
        let cx = Context::default();
        let (early, late) = (quotient(30, &cx), quotient(38, &cx));
        assert_eq!(early.monoid(), late.monoid());
        let later = &late.phi()[31..];
        assert_eq!(restored(&early.kept(), later, &cx).unwrap().phi(), late.phi());
        for at in 0..later.len() {
            for class in 0..early.monoid().order() as u32 {
                let mut forged = later.to_vec();
                forged[at] = class;
                assert_eq!(restored(&early.kept(), &forged, &cx).is_ok(), class == later[at], "{at} {class}");
            }
        }
    }

    /// No number can be changed so that another quotient is believed.
    #[test]
    fn each_changed_number_is_refused() {
        let cx = Context::default();
        let right = quotient(12, &cx);
        let words = right.kept();
        let sums: usize = right.sums().iter().map(|sum| sum.len() + 1).sum();
        for at in 0..words.len() {
            for change in [1, 2, 5, u32::MAX] {
                let mut forged = words.clone();
                forged[at] = forged[at].wrapping_add(change);
                if let Ok(found) = restored(&forged, &[], &cx) {
                    // a sum of the same class is no lie
                    assert!(at >= words.len() - sums, "word {at} and {change}");
                    assert_eq!((found.monoid(), found.phi()), (right.monoid(), right.phi()));
                }
            }
            assert!(restored(&words[..at], &[], &cx).is_err());
        }
    }
}
