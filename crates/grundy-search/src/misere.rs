//! Misère outcomes of sums, by search over multisets of components.
//!
//! In misère play who cannot move wins. Grundy values say nothing there: the search looks at whole sums. A sum is
//! first brought to a canonical form by steps that are sound in every convention:
//!
//! * a component is replaced by a number that stands for its *tree of options* (two components with the same options,
//!   as sums, are the same game: 1 stone of Nim and a Kayles row of 1 get the same number);
//! * components without options are left out: they never matter;
//! * two copies of \*1 (the game whose only move ends it) cancel: whoever is answered in one of them answers in the
//!   other, and \*1 + \*1 has the parity of nothing. Other equal pairs do **not** cancel.
//!
//! Keys of the memo are the sorted numbers themselves, never a hash alone.
//!
//! **Large components** are not worked out: all that can be reached from one may be too much where a few replies decide. Such
//! a component gets a number of its own, and its options are listed once a sum with it is looked at, small ones first. What
//! becomes of it is small in the end and has its tree of options then (Lemoine and Viennot 2009, on Sprouts).
//!
//! **Misère Nim** (Bouton 1902) needs no search: if every heap is 0 or 1, the position is P exactly when the number of
//! ones is odd; else it is P exactly when the xor is 0.

use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

use grundy_core::{Context, Diagnostic, Error, Outcome, Result, context::Hold};
use rustc_hash::FxHashMap;

use crate::genus::Genus;
use crate::options::{Options, Sums};
use crate::walk::{Mark, Opened, Step, Walk, walk};

/// A component of a sum that can list its options: components may be of different games.
pub trait Component: Clone + Eq + Hash + Debug {
    /// Visits every option, each a sum of components.
    ///
    /// # Errors
    /// Those of the visitor; a spent budget, or a fault of the rules.
    fn each_option(&self, cx: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()>;

    /// The error of a component that can be reached from itself.
    fn cycle(&self) -> Error;

    /// How large it is, where that matters: options of small components are looked at first, and components above
    /// [`LARGE`] are opened only where a search comes to them.
    fn size(&self) -> u32 {
        0
    }
}

/// Components of this size at most are worked out as trees of options.
pub const LARGE: u32 = 9;

/// A sum in canonical form: numbers of trees, sorted.
pub type Sum = Box<[u32]>;

/// The tree whose only option is the end.
const STAR: u32 = 0;

/// What is known about components and sums so far.
#[derive(Debug)]
pub struct MisereSearch<C> {
    /// The canonical sum of each component met.
    canonical: FxHashMap<C, Mark<Sum>>,
    /// Distinct option sets: the number of a tree is its place here. A large component that was not opened has none.
    trees: Vec<Option<Rc<[Sum]>>>,
    /// The large components that were not opened.
    late: FxHashMap<u32, C>,
    /// How large trees are, by number.
    sizes: Vec<u32>,
    numbers: FxHashMap<Rc<[Sum]>, u32>,
    /// Is the sum a P-position?
    outcomes: FxHashMap<Sum, Mark<bool>>,
    genera: FxHashMap<Sum, Mark<Genus>>,
}

/// Bytes for one remembered sum, roughly.
pub(crate) const BYTES: u64 = 96;
/// The clock is looked at once in so many options of a sum.
const GLANCE: usize = 256;

impl<C: Component> Default for MisereSearch<C> {
    fn default() -> Self {
        MisereSearch::new()
    }
}

impl<C: Component> MisereSearch<C> {
    /// An empty memory.
    #[must_use]
    pub fn new() -> Self {
        let star: Rc<[Sum]> = Rc::from(vec![Sum::default()]);
        MisereSearch {
            canonical: FxHashMap::default(),
            trees: vec![Some(Rc::clone(&star))],
            late: FxHashMap::default(),
            sizes: vec![0],
            numbers: FxHashMap::from_iter([(star, STAR)]),
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
        walk(&mut Outcomes { search: self, cx }, sum.clone())?;
        let previous = self.outcomes.get(&sum).and_then(Mark::value) == Some(&true);
        Ok(if previous { Outcome::Previous } else { Outcome::Next })
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
        Ok(reduce(all))
    }

    fn known(&self, component: &C) -> Option<&Sum> {
        self.canonical.get(component).and_then(Mark::value)
    }

    fn number(&mut self, options: Vec<Sum>, size: u32, cx: &Context) -> Result<u32> {
        let options: Rc<[Sum]> = Rc::from(options);
        if let Some(&number) = self.numbers.get(&options) {
            return Ok(number);
        }
        cx.reserve(BYTES + 24 * options.len() as u64)?;
        let number = self.new_number(Some(Rc::clone(&options)), size)?;
        self.numbers.insert(options, number);
        Ok(number)
    }

    fn new_number(&mut self, options: Option<Rc<[Sum]>>, size: u32) -> Result<u32> {
        let number = u32::try_from(self.trees.len()).map_err(|_| Diagnostic::input("too many different components"))?;
        self.trees.push(options);
        self.sizes.push(size);
        Ok(number)
    }

    /// The options of a tree; those of a large component are listed now.
    fn tree(&mut self, number: u32, cx: &Context) -> Result<Rc<[Sum]>> {
        if let Some(options) = &self.trees[number as usize] {
            return Ok(Rc::clone(options));
        }
        let Some(component) = self.late.get(&number).cloned() else { return Ok(Rc::from([])) };
        let listed = listed(&component, cx)?;
        let options = listed.iter().map(|parts| self.sum(parts, cx)).collect::<Result<Vec<Sum>>>();
        cx.release(BYTES * listed.len() as u64);
        let mut options = options?;
        options.sort_unstable();
        options.dedup();
        cx.reserve(24 * options.len() as u64)?;
        let options: Rc<[Sum]> = Rc::from(options);
        self.trees[number as usize] = Some(Rc::clone(&options));
        self.late.remove(&number);
        Ok(options)
    }

    /// Every option of a sum, canonical, without repetition, small ones first.
    fn options<'a>(&mut self, sum: &[u32], cx: &'a Context) -> Result<Held<'a>> {
        let mut result = Vec::new();
        let mut room = Hold::new(cx);
        for (i, &tree) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == tree {
                continue;
            }
            for option in self.tree(tree, cx)?.iter() {
                room.room(&mut result)?;
                let mut parts: Vec<u32> = Vec::with_capacity(sum.len() + option.len());
                room.more(4 * parts.capacity() as u64)?;
                parts.extend_from_slice(&sum[..i]);
                parts.extend_from_slice(&sum[i + 1..]);
                parts.extend_from_slice(option);
                result.push(reduce(parts));
                if result.len().is_multiple_of(GLANCE) {
                    cx.check()?;
                }
            }
        }
        result.sort_unstable();
        result.dedup();
        result.sort_by_key(|sum| sum.iter().map(|&tree| self.sizes[tree as usize]).sum::<u32>());
        Ok(Held { options: Options::new(result), _room: room })
    }
}

/// The options of a sum that waits for them, and the room that they take.
struct Held<'a> {
    options: Options<Sum>,
    _room: Hold<'a>,
}

/// The options of a component, for each of which [`BYTES`] are held.
pub(crate) fn listed<C: Component>(component: &C, cx: &Context) -> Result<Vec<Vec<C>>> {
    let mut options: Vec<Vec<C>> = Vec::new();
    let listed = component.each_option(cx, &mut |parts| {
        // one component may have more options than memory holds
        cx.reserve(BYTES)?;
        options.push(parts.to_vec());
        Ok(())
    });
    if listed.is_err() {
        cx.release(BYTES * options.len() as u64);
    }
    listed.map(|()| options)
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
            let number = self.search.new_number(None, component.size())?;
            self.search.late.insert(number, component.clone());
            return Ok(Opened::Value(Sum::from([number])));
        }
        Ok(Opened::Frame(Sums::new(listed(component, self.cx)?)))
    }

    fn step(&mut self, component: &C, frame: &mut Sums<C>) -> Result<Step<C, Sum>> {
        if let Some(missing) = frame.missing(|part| self.search.known(part)) {
            return Ok(Step::Needs(missing));
        }
        let sum = |parts: &Vec<C>| {
            let parts = parts.iter().filter_map(|part| self.search.known(part));
            reduce(parts.flat_map(|s| s.iter().copied()).collect())
        };
        let mut options: Vec<Sum> = frame.options().iter().map(sum).collect();
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Ok(Step::Done(Sum::default()));
        }
        Ok(Step::Done(Sum::from([self.search.number(options, component.size(), self.cx)?])))
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
        let options = self.search.options(sum, self.cx)?;
        self.cx.reserve(BYTES + 4 * sum.len() as u64)?;
        self.cx.progress(self.search.outcomes.len() as u64, None);
        Ok(Opened::Frame(options))
    }

    fn step(&mut self, _: &Sum, frame: &mut Held<'a>) -> Result<Step<Sum, bool>> {
        // the end is an N-position
        Ok(frame.options.outcome(false, |option| self.search.outcomes.get(option).and_then(Mark::value).copied()))
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
        let options = self.search.options(sum, self.cx)?;
        self.cx.tick(1 + options.options.all().len() as u64)?;
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

/// Sorts, and drops pairs of \*1.
fn reduce(mut parts: Vec<u32>) -> Sum {
    parts.sort_unstable();
    let stars = parts.iter().take_while(|&&t| t == STAR).count();
    parts.drain(..stars - stars % 2);
    parts.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use grundy_core::{Convention, Rules, Visitor};
    use std::ops::ControlFlow;

    use super::*;
    use crate::Memo;

    /// A heap of which at most so many may be taken, or which is split into two.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    struct Heap {
        most: u32,
        size: u32,
    }

    fn options(heap: Heap) -> Vec<Vec<Heap>> {
        let of = |size| Heap { size, ..heap };
        let takes = (1..=heap.most.min(heap.size)).map(|k| vec![of(heap.size - k)]);
        takes.chain((1..heap.size).map(|a| vec![of(a), of(heap.size - a)])).collect()
    }

    impl Component for Heap {
        fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
            options(*self).iter().try_for_each(|parts| visit(parts))
        }

        fn cycle(&self) -> Error {
            Diagnostic::rule("no play of heaps is endless").into()
        }
    }

    #[derive(Debug)]
    struct Heaps;

    impl Rules for Heaps {
        type Position = Heap;
        fn options(&self, &heap: &Heap, visit: &mut Visitor<'_, Heap>) -> ControlFlow<()> {
            options(heap).iter().try_for_each(|parts| visit(parts))
        }
    }

    #[test]
    fn trees_and_multisets_agree() {
        let cx = Context::default();
        let (mut trees, mut memo) = (MisereSearch::new(), Memo::new(&Heaps));
        for sizes in (0..6).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c]))) {
            let most = [1, 3, 1];
            let sum: Vec<Heap> = sizes.iter().zip(most).map(|(&size, most)| Heap { most, size }).collect();
            let expected = memo.outcome(&sum, Convention::Misere, &cx).unwrap();
            assert_eq!(trees.outcome(&sum, &cx).unwrap(), expected, "{sum:?}");
        }
        assert!(!trees.is_empty());
    }
}
