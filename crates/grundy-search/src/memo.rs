//! The generic engine: values, outcomes and winning moves of anything that implements [`Rules`].
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::rules::{Rules, Visitor};
//! use grundy_core::{Context, Convention, Outcome};
//! use grundy_search::Memo;
//!
//! /// Split a heap into two unequal heaps.
//! #[derive(Debug)]
//! struct Grundy;
//!
//! impl Rules for Grundy {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         (1..n.div_ceil(2)).try_for_each(|a| visit(&[a, n - a]))
//!     }
//! }
//!
//! let cx = Context::default();
//! let mut memo = Memo::new(&Grundy);
//! assert_eq!(memo.value(&8, &cx)?, 2);
//! assert_eq!(memo.outcome(&[8, 5], Convention::Misere, &cx)?, Outcome::Previous);
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! **Normal play.** The value of a component is the mex of the values of its options, that of a sum the xor
//! (Sprague 1935, Grundy 1939). **Misère play.** Nothing of the kind holds: a component matters in the context of
//! all others (J. H. Conway, *On Numbers and Games*, 1976, chapter 12), so the outcome is searched over multisets of
//! components. Components without options are left out, since nobody ever moves in them; equal ones may not cancel.
//!
//! Components are brought to [`Rules::canonical`] form, [`split`](Rules::split), and numbered; tables are keyed by
//! the full component or multiset, never by a hash alone. The options of a component are generated once. The search
//! is [`walk`](crate::walk::walk), so a game a million moves long is no danger, and a position that is reached from itself
//! is an error.
//!
//! Cost: one tick an option generated or a multiset met; memory in proportion.

mod misere;
mod values;

use std::fmt;
use std::ops::ControlFlow;

use grundy_core::context::Hold;
use grundy_core::{Context, Convention, Diagnostic, Error, Outcome, Result, Rules, Spent, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::walk::Mark;

/// A move in a sum: which component, and what is left of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<P> {
    /// The number of the component in the sum.
    pub component: usize,
    /// The parts that it leaves, as the rules name them.
    pub parts: Vec<P>,
}

/// The number of a distinct component.
type Id = u32;
/// Components of a sum, sorted.
type Multiset = SmallVec<[Id; 4]>;

/// Values and outcomes of one game, remembered.
pub struct Memo<'r, R: Rules> {
    rules: &'r R,
    ids: FxHashMap<R::Position, Id>,
    components: Vec<Component<R::Position>>,
    /// Does the player to move win?
    misere: FxHashMap<Multiset, Mark<bool>>,
}

#[derive(Debug)]
struct Component<P> {
    position: P,
    /// Distinct options.
    options: Option<Box<[Multiset]>>,
    value: Mark<u64>,
}

impl<R: Rules> fmt::Debug for Memo<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo")
            .field("rules", &self.rules)
            .field("components", &self.components.len())
            .finish_non_exhaustive()
    }
}

impl<'r, R: Rules> Memo<'r, R> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(rules: &'r R) -> Self {
        Memo { rules, ids: FxHashMap::default(), components: Vec::new(), misere: FxHashMap::default() }
    }

    /// How many distinct components were met.
    #[must_use]
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Was nothing asked yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The Grundy value of a position in normal play.
    ///
    /// # Errors
    /// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic that names a position reached from itself; or the budget is
    /// spent.
    pub fn value(&mut self, position: &R::Position, cx: &Context) -> Result<u64> {
        self.sum_value(std::slice::from_ref(position), cx)
    }

    /// The Grundy value of a sum in normal play.
    ///
    /// # Errors
    /// As [`Memo::value`].
    pub fn sum_value(&mut self, sum: &[R::Position], cx: &Context) -> Result<u64> {
        let ids = self.intern_sum(sum, cx)?;
        let mut total = 0;
        for &id in &ids {
            total ^= self.value_of(id, cx)?;
        }
        Ok(total)
    }

    /// The outcome of a sum.
    ///
    /// # Errors
    /// As [`Memo::value`].
    pub fn outcome(&mut self, sum: &[R::Position], convention: Convention, cx: &Context) -> Result<Outcome> {
        let next = match convention {
            Convention::Normal => self.sum_value(sum, cx)? != 0,
            Convention::Misere => {
                let ids = self.intern_sum(sum, cx)?;
                self.misere_next(&ids, cx)?
            }
        };
        Ok(Outcome::won_if(next))
    }

    /// All moves to P-positions, each once, in the order of the components and of the rules. Of equal components only
    /// the first is listed.
    ///
    /// # Errors
    /// As [`Memo::value`].
    pub fn winning_moves(
        &mut self,
        sum: &[R::Position],
        convention: Convention,
        cx: &Context,
    ) -> Result<Vec<Move<R::Position>>> {
        let total = match convention {
            Convention::Normal => self.sum_value(sum, cx)?,
            Convention::Misere => 0,
        };
        if convention == Convention::Normal && total == 0 {
            return Ok(Vec::new());
        }
        let mut winning = Vec::new();
        let mut met = FxHashSet::default();
        for (component, position) in sum.iter().enumerate() {
            if !met.insert(position) {
                continue;
            }
            let mut options: Vec<Vec<R::Position>> = Vec::new();
            let mut seen = FxHashSet::default();
            let (mut listed, mut met_once) = (Hold::new(cx), Hold::new(cx));
            let mut stopped = Ok(());
            let _ = self.rules.options(position, &mut |parts| {
                stopped = cx.tick(1);
                if seen.insert(parts.to_vec()) {
                    let bytes = (size_of::<Vec<R::Position>>() + size_of_val(parts)) as u64;
                    let mut held = || listed.more(bytes).and_then(|()| met_once.more(bytes));
                    stopped = stopped.clone().and_then(|()| held());
                    options.push(parts.to_vec());
                }
                if stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            drop((seen, met_once));
            stopped?;
            let rest = match convention {
                Convention::Normal => total ^ self.value(position, cx)?,
                Convention::Misere => 0,
            };
            for parts in options {
                let wins = match convention {
                    Convention::Normal => self.sum_value(&parts, cx)? == rest,
                    Convention::Misere => {
                        let mut left: Vec<R::Position> = sum.to_vec();
                        left.remove(component);
                        left.extend(parts.iter().cloned());
                        self.outcome(&left, convention, cx)? == Outcome::Previous
                    }
                };
                if wins {
                    winning.push(Move { component, parts });
                }
            }
        }
        Ok(winning)
    }

    /// The numbers of the components of a sum, canonical and split, sorted.
    fn intern_sum(&mut self, sum: &[R::Position], cx: &Context) -> Result<Multiset, Stopped> {
        let mut ids = Multiset::new();
        for position in sum {
            for part in self.rules.split(self.rules.canonical(position.clone())) {
                ids.push(self.intern(self.rules.canonical(part), cx)?);
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    fn intern(&mut self, position: R::Position, cx: &Context) -> Result<Id, Stopped> {
        if let Some(&id) = self.ids.get(&position) {
            return Ok(id);
        }
        // the component, its copy as a key, and the slack of the map
        cx.reserve((3 * size_of::<R::Position>() + size_of::<Component<R::Position>>() + 16) as u64)?;
        let id = Id::try_from(self.components.len())
            .map_err(|_| cx.engine_limit(Spent::Memory, "more than 2^32 components"))?;
        self.ids.insert(position.clone(), id);
        self.components.push(Component { position, options: None, value: Mark::Unknown });
        Ok(id)
    }

    /// Makes sure that the options of a component are listed.
    fn generate(&mut self, id: Id, cx: &Context) -> Result<()> {
        if self.components[id as usize].options.is_some() {
            return Ok(());
        }
        let position = self.components[id as usize].position.clone();
        let rules = self.rules;
        let (mut options, mut seen) = (Vec::new(), FxHashSet::default());
        let mut failed: Result<(), Stopped> = Ok(());
        let _ = rules.options(&position, &mut |parts| {
            let option = cx.tick(1).and_then(|()| {
                let option = self.intern_sum(parts, cx)?;
                if seen.insert(option.clone()) {
                    cx.reserve(2 * size_of::<Multiset>() as u64)?;
                    options.push(option);
                }
                Ok(())
            });
            match option {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => {
                    failed = Err(stopped);
                    ControlFlow::Break(())
                }
            }
        });
        cx.release((options.len() * size_of::<Multiset>()) as u64);
        failed?;
        self.components[id as usize].options = Some(options.into_boxed_slice());
        Ok(())
    }

    fn options(&self, id: Id) -> &[Multiset] {
        self.components[id as usize].options.as_deref().unwrap_or(&[])
    }

    fn cycle(&self, id: Id) -> Error {
        let position = &self.components[id as usize].position;
        Diagnostic::rule(format!("the game may not end: {position:?} can be reached from itself")).into()
    }
}

#[cfg(test)]
mod tests;
