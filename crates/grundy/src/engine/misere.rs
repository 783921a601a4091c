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
//! Keys of the memo are the sorted numbers themselves, never a hash alone. The walk keeps its own stack.
//!
//! **Misère Nim** (Bouton 1902) needs no search: if every heap is 0 or 1, the position is P exactly when the number of
//! ones is odd; else it is P exactly when the xor is 0.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::game::Component;
use crate::outcome::Outcome;

/// A sum in canonical form: numbers of trees, sorted.
pub(crate) type Sum = Box<[u32]>;

/// The tree whose only option is the end.
const STAR: u32 = 0;

/// What is known about components and sums so far.
#[derive(Debug, Default)]
pub(crate) struct MisereSearch {
    /// The canonical sum of each component met; `None` while its options are being walked.
    canonical: FxHashMap<Component, Option<Sum>>,
    /// Distinct option sets: the number of a tree is its place here.
    trees: Vec<Rc<[Sum]>>,
    numbers: FxHashMap<Rc<[Sum]>, u32>,
    outcomes: FxHashMap<Sum, bool>,
}

struct ComponentFrame {
    component: Component,
    options: Vec<Vec<Component>>,
    next: usize,
}

struct SumFrame {
    sum: Sum,
    options: Vec<Sum>,
    next: usize,
}

/// Bytes for one remembered sum, roughly.
const BYTES: u64 = 96;

impl MisereSearch {
    /// An empty memory.
    pub(crate) fn new() -> Self {
        let mut search = MisereSearch::default();
        let star: Rc<[Sum]> = Rc::from(vec![Sum::default()]);
        search.numbers.insert(Rc::clone(&star), STAR);
        search.trees.push(star);
        search
    }

    /// Number of sums whose outcome is known.
    pub(crate) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The outcome of a sum of components in misère play.
    ///
    /// # Errors
    /// A rule that does not end, or a spent budget (what was finished is kept).
    pub(crate) fn outcome(&mut self, components: &[Component], cx: &Context) -> Result<Outcome> {
        cx.enter("misère search");
        let sum = self.sum(components, cx)?;
        let previous = self.search(sum, cx)?;
        Ok(if previous { Outcome::Previous } else { Outcome::Next })
    }

    /// The canonical form of a sum.
    pub(crate) fn sum(&mut self, components: &[Component], cx: &Context) -> Result<Sum> {
        let mut all = Vec::new();
        for component in components {
            all.extend_from_slice(&self.canonical(component, cx)?);
        }
        Ok(reduce(all))
    }

    fn known(&self, component: &Component) -> Option<&Sum> {
        self.canonical.get(component).and_then(Option::as_ref)
    }

    fn canonical(&mut self, component: &Component, cx: &Context) -> Result<Sum> {
        if let Some(sum) = self.known(component) {
            return Ok(sum.clone());
        }
        let mut stack = Vec::new();
        let result = self.walk(component, cx, &mut stack);
        for frame in &stack {
            self.canonical.remove(&frame.component);
        }
        result
    }

    fn walk(&mut self, component: &Component, cx: &Context, stack: &mut Vec<ComponentFrame>) -> Result<Sum> {
        self.open(component.clone(), cx, stack)?;
        loop {
            let Some(frame) = stack.last_mut() else { return Err(lost()) };
            let mut missing = None;
            'options: while let Some(option) = frame.options.get(frame.next) {
                for part in option {
                    match self.canonical.get(part) {
                        Some(Some(_)) => {}
                        Some(None) => return Err(super::sparse::cycle(&part.game, &part.place).into()),
                        None => {
                            missing = Some(part.clone());
                            break 'options;
                        }
                    }
                }
                frame.next += 1;
            }
            if let Some(missing) = missing {
                self.open(missing, cx, stack)?;
                continue;
            }
            let Some(frame) = stack.pop() else { return Err(lost()) };
            let mut options: Vec<Sum> = Vec::with_capacity(frame.options.len());
            for option in &frame.options {
                let parts = option.iter().filter_map(|part| self.known(part));
                options.push(reduce(parts.flat_map(|s| s.iter().copied()).collect()));
            }
            options.sort_unstable();
            options.dedup();
            let sum = if options.is_empty() { Sum::default() } else { Sum::from([self.number(options, cx)?]) };
            self.canonical.insert(frame.component, Some(sum.clone()));
            if stack.is_empty() {
                return Ok(sum);
            }
        }
    }

    fn open(&mut self, component: Component, cx: &Context, stack: &mut Vec<ComponentFrame>) -> Result<()> {
        cx.tick(1)?;
        let mut options: Vec<Vec<Component>> = Vec::new();
        cx.reserve(BYTES)?;
        let listed = component.game.try_each_option(&component.place, cx, |parts| {
            // one component may have more options than memory holds
            cx.reserve(96)?;
            options.push(parts.to_vec());
            Ok(())
        });
        if listed.is_err() {
            cx.release(96 * options.len() as u64);
        }
        listed?;
        self.canonical.insert(component.clone(), None);
        stack.push(ComponentFrame { component, options, next: 0 });
        Ok(())
    }

    fn number(&mut self, options: Vec<Sum>, cx: &Context) -> Result<u32> {
        let options: Rc<[Sum]> = Rc::from(options);
        if let Some(&number) = self.numbers.get(&options) {
            return Ok(number);
        }
        cx.reserve(BYTES + 24 * options.len() as u64)?;
        let number = u32::try_from(self.trees.len()).map_err(|_| Diagnostic::input("too many different components"))?;
        self.trees.push(Rc::clone(&options));
        self.numbers.insert(options, number);
        Ok(number)
    }

    /// Every option of a sum, canonical, without repetition.
    fn options(&self, sum: &[u32]) -> Vec<Sum> {
        let mut result = Vec::new();
        for (i, &tree) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == tree {
                continue;
            }
            for option in self.trees[tree as usize].iter() {
                let mut parts: Vec<u32> = Vec::with_capacity(sum.len() + option.len());
                parts.extend_from_slice(&sum[..i]);
                parts.extend_from_slice(&sum[i + 1..]);
                parts.extend_from_slice(option);
                result.push(reduce(parts));
            }
        }
        result.sort_unstable();
        result.dedup();
        result
    }

    /// Is the sum a P-position?
    fn search(&mut self, sum: Sum, cx: &Context) -> Result<bool> {
        if let Some(&previous) = self.outcomes.get(&sum) {
            return Ok(previous);
        }
        let mut stack = vec![SumFrame { options: self.options(&sum), sum, next: 0 }];
        loop {
            let Some(frame) = stack.last_mut() else { return Err(lost()) };
            // the end is an N-position; otherwise P if no option is P
            let mut verdict = if frame.options.is_empty() { Some(false) } else { None };
            while verdict.is_none() {
                match frame.options.get(frame.next) {
                    None => verdict = Some(true),
                    Some(option) => match self.outcomes.get(option) {
                        Some(true) => verdict = Some(false),
                        Some(false) => frame.next += 1,
                        None => break,
                    },
                }
            }
            match verdict {
                None => {
                    let sum = frame.options[frame.next].clone();
                    cx.tick(1)?;
                    let options = self.options(&sum);
                    cx.reserve(BYTES + 4 * sum.len() as u64)?;
                    cx.progress(self.outcomes.len() as u64, None);
                    stack.push(SumFrame { sum, options, next: 0 });
                }
                Some(previous) => {
                    let Some(frame) = stack.pop() else { return Err(lost()) };
                    self.outcomes.insert(frame.sum, previous);
                    if stack.is_empty() {
                        return Ok(previous);
                    }
                }
            }
        }
    }
}

/// Sorts, and drops pairs of \*1.
fn reduce(mut parts: Vec<u32>) -> Sum {
    parts.sort_unstable();
    let stars = parts.iter().take_while(|&&t| t == STAR).count();
    parts.drain(..stars - stars % 2);
    parts.into_boxed_slice()
}

fn lost() -> crate::error::Error {
    Diagnostic::rule("the search lost its way").into()
}
