//! Sums of heaps by the common misère quotient of their games: who wins, which moves win, the product that says why.
//!
//! A short search comes first where the heaps are small and no quotient is known that has them. A quotient that its part of
//! the budget does not reach is not asked again by the same judge.

use grundy_search::quotient::monoid::ONE;
use grundy_search::quotient::presentation::Presentation;
use grundy_sequence::take_and_break::by_classes;

use super::{Judge, Won, live};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::game::knowledge::Plan;
use crate::game::options::{Options, Parts};
use crate::game::{Component, Shape, one_by_one};
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::plan::quotient::{Joint, Shared, common, opened};

/// Nodes of the search over a sum that is made before a quotient is looked for.
const SEARCHED_NODES: u64 = 300_000;
/// The search is begun only for heaps of at most this size together.
const SEARCHED_HEAPS: u64 = 400;
/// Nodes for a quotient, after which the search goes on without one.
const QUOTIENT_NODES: u64 = 60_000_000;

/// The class of a sum without one copy of a component, for each of which there are copies.
pub(super) struct Beside {
    classes: Vec<u32>,
    /// The age of the quotient whose classes they are.
    grown: u32,
}

impl Beside {
    /// By products from both ends; `None` where a class is not known.
    fn of(distinct: &[(Component, Nat)], joint: &Joint) -> Option<Beside> {
        let monoid = joint.quotient().monoid();
        let mut classes = Vec::with_capacity(distinct.len());
        let mut before = ONE;
        for (component, count) in distinct {
            classes.push(before);
            before = monoid.times(before, joint.class_of_copies(component, count)?);
        }
        let mut behind = ONE;
        for (rest, (component, count)) in classes.iter_mut().zip(distinct).rev().filter(|(_, (_, c))| !c.is_zero()) {
            let left = joint.class_of_copies(component, &(count - Nat::ONE))?;
            *rest = monoid.times(monoid.times(*rest, left), behind);
            behind = monoid.times(behind, joint.class_of_copies(component, count)?);
        }
        Some(Beside { classes, grown: joint.quotient().grown() })
    }
}

impl Won<'_> {
    /// The class of the sum without one copy of a component.
    fn class_beside(&mut self, moved: usize, joint: &Joint) -> Option<u32> {
        if self.beside.as_ref().is_none_or(|beside| beside.grown != joint.quotient().grown()) {
            self.beside = Beside::of(self.distinct, joint);
        }
        Some(self.beside.as_ref()?.classes[moved])
    }
}

impl Judge {
    /// Who wins a sum of heaps, by a short search or by the common quotient of their games.
    pub(super) fn by_quotient(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Option<Outcome>> {
        let is_heap = |c: &Component| c.game.shape() == Shape::Heap && !c.game.is_loopy();
        if self.unfit || !live(sum).all(|(component, _)| is_heap(component)) {
            return Ok(None);
        }
        if let Some(shared) = &self.quotient {
            let shared = Shared::clone(shared);
            let mut joint = opened(&shared);
            let wanted: Vec<Component> = live(sum).map(|(component, _)| component.clone()).collect();
            // half of a budget is left for the search
            let trial = cx.nodes_left().map_or(QUOTIENT_NODES, |left| QUOTIENT_NODES.min(left / 2));
            let reached = match cx.trial(trial, |part| joint.reach(&wanted, part)) {
                // heaps that the sum does not reach may have faults of their own
                Err(Error::Bad(_)) => None,
                done => done?,
            };
            if reached.is_none() {
                self.unfit = true;
                if self.judged.is_empty() {
                    self.quotient = None;
                }
                return Ok(None);
            }
            let class = joint.class_of(sum);
            self.note(&wanted);
            return Ok(class.map(|class| Outcome::lost_if(joint.quotient().monoid().is_p(class))));
        }
        let games: Vec<_> = live(sum).map(|(component, _)| component.game.clone()).collect();
        let Some(shared) = common(&games)? else { return Ok(None) };
        if opened(&shared).class_of(sum).is_some() {
            self.quotient = Some(shared);
            return self.by_quotient(sum, cx);
        }
        // an empty heap is a component, too
        let sizes = live(sum).map(|(c, count)| Some(to_u64(&c.place[0])?.max(1).checked_mul(to_u64(count)?)));
        let total = sizes.map(Option::flatten).try_fold(0u64, |total, size| total.checked_add(size?));
        if total.is_some_and(|total| total <= SEARCHED_HEAPS)
            && let Ok(all) = one_by_one(live(sum).cloned(), SEARCHED_HEAPS as usize)
            && let Some(outcome) = cx.trial(SEARCHED_NODES, |part| self.search.outcome(&all, part))?
        {
            self.searched = true;
            return Ok(Some(outcome));
        }
        self.quotient = Some(shared);
        self.by_quotient(sum, cx)
    }

    /// Remembers what was judged through the quotient.
    fn note(&mut self, components: &[Component]) {
        for component in components {
            match self.judged.iter_mut().find(|known| known.game == component.game) {
                Some(known) if known.place[0] >= component.place[0] => {}
                Some(known) => *known = component.clone(),
                None => self.judged.push(component.clone()),
            }
        }
    }

    /// The winning options of one component of a sum that the quotient judged, where they are too many to be tried one by
    /// one and the classes of the heaps repeat.
    pub(super) fn winning_by_classes(
        &mut self,
        won: &mut Won<'_>,
        moved: usize,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Options>> {
        let Some(shared) = &self.quotient else { return Ok(None) };
        let joint = opened(shared);
        let (component, _) = &won.distinct[moved];
        let game = &component.game;
        let (Plan::Code(code), Some((classes, Some(whole)))) = (&game.knowledge()?.plan, joint.heaps(game)) else {
            return Ok(None);
        };
        let Some(rest) = won.class_beside(moved, &joint) else { return Ok(None) };
        let monoid = joint.quotient().monoid();
        let loses = |parts: &[&Nat]| {
            let classes = parts.iter().map(|part| classes[whole.representative(part)]);
            monoid.is_p(monoid.times(rest, monoid.product(classes)))
        };
        let listing = by_classes(code, &component.place[0], whole.into(), &loses, limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(game, listing)))
    }

    /// The outcome after one component became these parts, where the quotient that judged the sum knows their classes.
    pub(super) fn after_by_classes(&mut self, won: &mut Won<'_>, moved: usize, parts: &Parts) -> Option<Outcome> {
        let shared = Shared::clone(self.quotient.as_ref().filter(|_| !self.unfit)?);
        let joint = opened(&shared);
        let rest = won.class_beside(moved, &joint)?;
        let monoid = joint.quotient().monoid();
        let class = parts.iter().try_fold(rest, |class, part| Some(monoid.times(class, joint.class(part)?)))?;
        self.note(parts);
        Some(Outcome::lost_if(monoid.is_p(class)))
    }

    /// How the quotient judges a sum: each component with its class, the product, whether that is in P.
    pub(crate) fn product(&self, sum: &[(Component, Nat)]) -> Option<Product> {
        let joint = opened(self.quotient.as_ref()?);
        let quotient = joint.quotient();
        let told = Presentation::of(quotient.monoid(), quotient.phi());
        let class = joint.class_of(sum)?;
        let factors = live(sum)
            .map(|(component, count)| Some((component.clone(), count.clone(), told.name(joint.class(component)?))));
        Some(Product {
            factors: factors.collect::<Option<_>>()?,
            product: told.name(class),
            is_p: quotient.monoid().is_p(class),
            lost: quotient.monoid().portion().iter().map(|x| told.name(x)).collect(),
        })
    }
}

/// A sum as a product in a misère quotient, in words of its generators.
#[derive(Debug)]
pub(crate) struct Product {
    /// The components, how many copies, and their classes.
    pub(crate) factors: Vec<(Component, Nat, String)>,
    /// The class of the sum.
    pub(crate) product: String,
    /// Is it a P-position?
    pub(crate) is_p: bool,
    /// The classes of P-positions.
    pub(crate) lost: Vec<String>,
}

#[cfg(test)]
mod tests;
