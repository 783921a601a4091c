//! Misère outcomes of sums, by search over multisets of components.
//!
//! In misère play a player who cannot move wins. Grundy values say nothing there: the search looks at whole sums. What stands in a
//! sum is a number:
//!
//! * the simplest *form* of a small component, as [`canonical`](crate::canonical) tells it: components that may stand for
//!   each other in every sum are one. Small forms in a sum are added up, so \*1 + \*1 is nothing; other equal pairs do **not**
//!   cancel. One form alone tells who wins;
//! * the *tree of options* of a component of longer play: two with the same options, as sums, are the same game;
//! * a *large* component as it is: all that can be reached from one may be too much where a few replies decide. Its options
//!   are listed once a sum with it is opened. What becomes of it is small in the end (Lemoine and Viennot 2009, on Sprouts).
//!
//! Cost: a node for each sum that is opened and for each of its options.
//!
//! Keys of the memo are the sorted numbers themselves, never a hash alone. Sums of small components are searched depth first,
//! small options first; where a component is large, the sum that is opened next is where least is left to be shown.
//! Sprouts of 7, 8, 9 and 12 spots take 0.1, 0.3, 0.8 and 50 seconds so; trees of options alone, depth first, took 39
//! seconds for 7 spots and did not end in 200 for 8.
//!
//! **Misère Nim** (Bouton 1902) needs no search: if every heap is 0 or 1, the position is P exactly when the number of
//! ones is odd; else it is P exactly when the xor is 0.

mod parts;
mod proof;

use std::rc::Rc;

use grundy_core::{Context, Diagnostic, Error, Outcome, Result, context::Hold};
use rustc_hash::FxHashMap;

pub use self::parts::Sum;
pub use crate::component::Component;

use self::parts::Parts;
use crate::component::{BYTES, listed};
use crate::genus::Genus;
use crate::options::{Options, Sums};
use crate::walk::{Mark, Opened, Step, Walk, walk};

/// Components of this size at most are worked out; those of no size always are.
pub const LARGE: u32 = 7;

/// What is known about components and sums so far.
#[derive(Debug)]
pub struct MisereSearch<C> {
    /// The canonical sum of each component met.
    canonical: FxHashMap<C, Mark<Sum>>,
    parts: Parts<C>,
    /// Is the sum a P-position?
    outcomes: FxHashMap<Sum, Mark<bool>>,
    genera: FxHashMap<Sum, Mark<Genus>>,
}

impl<C: Component> Default for MisereSearch<C> {
    fn default() -> Self {
        MisereSearch::new()
    }
}

impl<C: Component> MisereSearch<C> {
    /// An empty memory.
    #[must_use]
    pub fn new() -> Self {
        MisereSearch {
            canonical: FxHashMap::default(),
            parts: Parts::new(),
            outcomes: FxHashMap::default(),
            genera: FxHashMap::default(),
        }
    }

    /// Number of sums whose outcome is known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Is no outcome known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The outcome of a sum of components in misère play.
    ///
    /// # Errors
    /// A rule that does not end, or a spent budget (what was finished is kept).
    pub fn outcome(&mut self, components: &[C], cx: &Context) -> Result<Outcome> {
        cx.enter("misère search");
        let sum = self.sum(components, cx)?;
        let has_large = sum.iter().any(|&part| self.parts.is_large(part));
        if !has_large || !proof::search(self, &sum, cx)? {
            walk(&mut Outcomes { search: self, cx }, sum.clone())?;
        }
        Ok(Outcome::lost_if(self.lost(&sum) == Some(true)))
    }

    /// Is a sum known to be a P-position, without a search? Its components are brought to their canonical forms.
    ///
    /// # Errors
    /// As [`MisereSearch::outcome`].
    pub fn is_known_to_be_lost(&mut self, components: &[C], cx: &Context) -> Result<bool> {
        let sum = self.sum(components, cx)?;
        Ok(self.lost(&sum) == Some(true))
    }

    /// Is the sum a P-position, as far as is known?
    fn lost(&self, sum: &[u32]) -> Option<bool> {
        self.outcomes.get(sum).and_then(Mark::value).copied().or_else(|| self.parts.lost(sum))
    }

    /// The genus of a sum of components.
    ///
    /// # Errors
    /// As [`MisereSearch::outcome`].
    pub fn genus(&mut self, components: &[C], cx: &Context) -> Result<Genus> {
        cx.enter("genus");
        let sum = self.sum(components, cx)?;
        walk(&mut Genera { search: self, cx }, sum.clone())?;
        let known = self.genera.get(&sum).and_then(Mark::value).cloned();
        known.ok_or_else(|| Diagnostic::rule("a sum of trees leads back to itself").into())
    }

    /// The canonical form of a sum.
    ///
    /// # Errors
    /// As [`MisereSearch::outcome`].
    pub fn sum(&mut self, components: &[C], cx: &Context) -> Result<Sum> {
        let mut all = Vec::new();
        for component in components {
            walk(&mut Canonical { search: self, cx }, component.clone())?;
            all.extend(self.known(component).iter().flat_map(|sum| sum.iter()));
        }
        self.parts.reduce(all, cx)
    }

    fn known(&self, component: &C) -> Option<&Sum> {
        self.canonical.get(component).and_then(Mark::value)
    }

    /// The options of a part; those of a large component are listed now.
    fn of_part(&mut self, part: u32, cx: &Context) -> Result<Rc<[Sum]>> {
        if let Some(options) = self.parts.options(part) {
            return Ok(options);
        }
        let Some(component) = self.parts.large(part) else { return Ok(Rc::from([])) };
        let listed = listed(&component, cx)?;
        cx.tick(listed.len() as u64)?;
        let options = listed.iter().map(|parts| self.sum(parts, cx)).collect::<Result<Vec<Sum>>>();
        cx.release(BYTES * listed.len() as u64);
        let mut options = options?;
        options.sort_unstable();
        options.dedup();
        self.parts.open(part, options, cx)
    }

    /// Every option of a sum, canonical, without repetition, small ones first.
    fn options<'a>(&mut self, sum: &[u32], cx: &'a Context) -> Result<Held<'a>> {
        let mut result = Vec::new();
        let mut room = Hold::new(cx);
        for (i, &part) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == part {
                continue;
            }
            for option in self.of_part(part, cx)?.iter() {
                room.room(&mut result)?;
                let mut parts: Vec<u32> = Vec::with_capacity(sum.len() + option.len());
                room.more(4 * parts.capacity() as u64)?;
                parts.extend_from_slice(&sum[..i]);
                parts.extend_from_slice(&sum[i + 1..]);
                parts.extend_from_slice(option);
                result.push(self.parts.reduce(parts, cx)?);
                cx.tick(1)?;
            }
        }
        result.sort_unstable();
        result.dedup();
        result.sort_by_key(|sum| self.parts.size_of(sum));
        Ok(Held { options: Options::new(result), _room: room })
    }
}

/// The options of a sum that waits for them, and the room that they take.
struct Held<'a> {
    options: Options<Sum>,
    _room: Hold<'a>,
}

/// Brings components to canonical form.
struct Canonical<'a, C> {
    search: &'a mut MisereSearch<C>,
    cx: &'a Context,
}

impl<C: Component> Walk for Canonical<'_, C> {
    type Position = C;
    type Value = Sum;
    type Table = FxHashMap<C, Mark<Sum>>;
    type Frame = Sums<C>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.search.canonical
    }

    fn open(&mut self, component: &C, _: usize) -> Result<Opened<Sums<C>, Sum>> {
        self.cx.tick(1)?;
        self.cx.reserve(BYTES)?;
        if component.size() > LARGE {
            return Ok(Opened::Value(Sum::from([self.search.parts.add_large(component)?])));
        }
        let options = listed(component, self.cx)?;
        self.cx.tick(options.len() as u64)?;
        Ok(Opened::Frame(Sums::new(options)))
    }

    fn step(&mut self, component: &C, frame: &mut Sums<C>) -> Result<Step<C, Sum>> {
        if let Some(missing) = frame.missing(|part| self.search.known(part)) {
            return Ok(Step::Needs(missing));
        }
        let mut options: Vec<Sum> = Vec::with_capacity(frame.options().len());
        for option in frame.options() {
            let known = option.iter().filter_map(|part| self.search.known(part));
            let parts = known.flat_map(|sum| sum.iter().copied()).collect();
            options.push(self.search.parts.reduce(parts, self.cx)?);
        }
        options.sort_unstable();
        options.dedup();
        self.search.parts.of_options(options, component.size(), self.cx).map(Step::Done)
    }

    fn cycle(&mut self, path: &[C]) -> Error {
        path[0].cycle()
    }
}

/// Searches the sums of trees.
struct Outcomes<'a, C> {
    search: &'a mut MisereSearch<C>,
    cx: &'a Context,
}

impl<'a, C: Component> Walk for Outcomes<'a, C> {
    type Position = Sum;
    type Value = bool;
    type Table = FxHashMap<Sum, Mark<bool>>;
    type Frame = Held<'a>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.search.outcomes
    }

    fn open(&mut self, sum: &Sum, _: usize) -> Result<Opened<Held<'a>, bool>> {
        self.cx.tick(1)?;
        if let Some(lost) = self.search.parts.lost(sum) {
            return Ok(Opened::Value(lost));
        }
        let options = self.search.options(sum, self.cx)?;
        self.cx.reserve(BYTES + 4 * sum.len() as u64)?;
        self.cx.progress(self.search.outcomes.len() as u64, None);
        Ok(Opened::Frame(options))
    }

    fn step(&mut self, _: &Sum, frame: &mut Held<'a>) -> Result<Step<Sum, bool>> {
        // no sum is without options: the end is told at once
        Ok(frame.options.outcome(false, |option| self.search.lost(option)))
    }

    fn cycle(&mut self, _: &[Sum]) -> Error {
        // a tree is built of trees that were there before it
        Diagnostic::rule("a sum of trees leads back to itself").into()
    }
}

/// Works out genera: all options are wanted.
struct Genera<'a, C> {
    search: &'a mut MisereSearch<C>,
    cx: &'a Context,
}

impl<'a, C: Component> Walk for Genera<'a, C> {
    type Position = Sum;
    type Value = Genus;
    type Table = FxHashMap<Sum, Mark<Genus>>;
    type Frame = Held<'a>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.search.genera
    }

    fn open(&mut self, sum: &Sum, _: usize) -> Result<Opened<Held<'a>, Genus>> {
        self.cx.tick(1)?;
        let options = self.search.options(sum, self.cx)?;
        self.cx.reserve(2 * BYTES + 4 * sum.len() as u64)?;
        Ok(Opened::Frame(options))
    }

    fn step(&mut self, _: &Sum, frame: &mut Held<'a>) -> Result<Step<Sum, Genus>> {
        let known = |option: &Sum| self.search.genera.get(option).and_then(Mark::value);
        let frame = &mut frame.options;
        if let Some(missing) = frame.missing(known) {
            return Ok(Step::Needs(missing));
        }
        Ok(Step::Done(Genus::of(frame.all().iter().filter_map(known))))
    }

    fn cycle(&mut self, _: &[Sum]) -> Error {
        Diagnostic::rule("a sum of trees leads back to itself").into()
    }
}

#[cfg(test)]
mod tests;
