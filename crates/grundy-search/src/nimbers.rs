//! Values of positions that fall apart: one engine for anything that implements [`NormalPlay`].
//!
//! In Cram, Node Kayles or Nimstring the game tree is out of reach, but a move leaves a sum, and the values of its
//! components are enough (Sprague 1935, Grundy 1939). The searches differ in how few components they open:
//!
//! | method | opens | for |
//! |---|---|---|
//! | [`Method::Couples`] | for (G, 0), (G, 1), …: is it lost? | small values, the usual case |
//! | [`Method::Pruning`] | each option, if its value could matter | the same; few values kept |
//! | [`Method::Proof`] | where least is left to be shown | games whose positions have very different numbers of replies |
//! | [`Method::Mex`] | everything | values above 63, plays longer than a stack; the oracle |
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::{Context, NormalPlay, Rules, Visitor};
//! use grundy_search::nimbers::{Method, Nimbers};
//!
//! /// Dawson's Kayles: a ball takes two pins that stand side by side.
//! #[derive(Debug)]
//! struct Dawson;
//!
//! impl Rules for Dawson {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         (2..=n).try_for_each(|end| visit(&[end - 2, n - end]))
//!     }
//!     fn canonical(&self, n: u32) -> u32 {
//!         n
//!     }
//! }
//!
//! impl NormalPlay for Dawson {
//!     fn size(&self, n: &u32) -> u32 {
//!         *n
//!     }
//! }
//!
//! let cx = Context::default();
//! let mut fast = Nimbers::new(Dawson);
//! assert_eq!(fast.value(&24, &cx)?, 3);
//! for method in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
//!     assert_eq!(Nimbers::new(Dawson).by(method).value(&24, &cx)?, 3);
//! }
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! **Memory is a budget.** Exact values are kept for good while the budget lets their table grow, and replaced afterwards;
//! what is excluded is kept in a small cache. Keys are whole positions.
//!
//! **Threads.** [`with_threads`](Nimbers::with_threads) lets large questions be searched by couples on as many threads as the
//! context says: each has tables of its own, and they tell each other what they find.
//!
//! **Kept elsewhere.** A [`Journal`] is told each value when it is found; a later search [learns](Nimbers::learn) them again.
//!
//! **Evidence.** Every value rests on the options of everything that was opened: it is proved by computation, given that
//! what the rules say in [`NormalPlay`] is.

mod counted;
mod couples;
mod journal;
mod member;
mod plain;
mod proof;
mod pruning;
mod table;
mod threads;

use std::fmt;
use std::hash::Hash;

pub use grundy_core::Method;
use grundy_core::{Context, NormalPlay, Result};

use couples::{Answer, Couples, Ended, Tables};
pub use journal::Journal;
use proof::Proof;
use pruning::Pruning;
use table::VALUES;
use threads::{ALONE, Helper, OnThreads, Question};

use crate::walk::Mark;

/// Values of one game, remembered.
pub struct Nimbers<R: NormalPlay> {
    rules: R,
    method: Method,
    window_from: Option<u32>,
    tables: Tables<R::Position>,
    values: plain::Values<R::Position>,
    /// A question is searched alone until it has opened so many components.
    alone: u64,
    /// How several threads search one question, and what the helpers know.
    on_threads: Option<OnThreads<R>>,
    helpers: Vec<Helper<R::Position>>,
}

/// What a search has learnt about positions: see [`Nimbers::resume`].
#[derive(Debug)]
pub struct Learnt<P> {
    tables: Tables<P>,
    values: plain::Values<P>,
}

impl<P: Clone + Eq + Hash> Default for Learnt<P> {
    fn default() -> Self {
        Learnt { tables: Tables::new(), values: plain::Values::default() }
    }
}

impl<P: Clone + Eq + Hash> Learnt<P> {
    /// The value of a component, as [`NormalPlay::reduced`] leaves it, where it was found.
    #[must_use]
    pub fn value(&self, component: &P) -> Option<u64> {
        let exact = self.tables.exact.get(table::hash(component), component).map(u64::from);
        exact.or_else(|| self.values.get(component).and_then(Mark::value).copied())
    }
}

impl<R: NormalPlay> fmt::Debug for Nimbers<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nimbers")
            .field("rules", &self.rules)
            .field("method", &self.method)
            .field("values", &self.len())
            .finish_non_exhaustive()
    }
}

impl<R: NormalPlay> Nimbers<R> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Nimbers::resume(rules, Learnt::default())
    }

    /// Goes on with what a search over the same rules has learnt.
    #[must_use]
    pub fn resume(rules: R, Learnt { tables, values }: Learnt<R::Position>) -> Self {
        let method = Method::Couples;
        Nimbers {
            rules,
            method,
            window_from: None,
            tables,
            values,
            alone: ALONE,
            on_threads: None,
            helpers: Vec::new(),
        }
    }

    /// What was learnt, without the rules: for rules that can be asked for the time of one question only.
    #[must_use]
    pub fn into_learnt(self) -> Learnt<R::Position> {
        Learnt { tables: self.tables, values: self.values }
    }

    /// Searches by this method, where the [context](Context::with_method) says none: by couples unless it is said. Couples and
    /// pruning leave values of 64 or more and plays too long for the stack to the mex of everything.
    #[must_use]
    pub fn by(self, method: Method) -> Self {
        Nimbers { method, ..self }
    }

    /// Components of this [size](NormalPlay::size) or more look at all their options shallowly before they go deep: unless it
    /// is said, those that are at most 11 smaller than what is asked for, from 26 to 32.
    #[must_use]
    pub fn with_window_from(self, size: u32) -> Self {
        Nimbers { window_from: Some(size), ..self }
    }

    /// Large questions are searched by couples on as many threads as the [context](Context::with_threads) says. Values do not
    /// depend on it; each thread has tables of its own.
    #[must_use]
    pub fn with_threads(self) -> Self
    where
        R: Sync,
        R::Position: Send + Sync,
    {
        Nimbers { on_threads: Some(threads::on_threads::<R>), ..self }
    }

    /// Questions that open so many components are shared with other threads.
    #[cfg(test)]
    fn alone_for(self, alone: u64) -> Self {
        Nimbers { alone, ..self }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Tells this journal each value that is found from now on.
    pub fn keep(&mut self, journal: Box<dyn Journal<R::Position>>) {
        self.tables.exact.journal = Some(journal);
    }

    /// Believes that a component, as [`NormalPlay::reduced`] leaves it, has this value, such as an earlier search found. It is
    /// forgotten where the budget allows no more room. A tenth of a microsecond.
    pub fn learn(&mut self, component: R::Position, value: u64, cx: &Context) {
        if value < VALUES {
            self.tables.exact.learn(&component, value as u8, cx);
        } else if cx.reserve(2 * size_of::<(R::Position, Mark<u64>)>() as u64).is_ok() {
            self.values.insert(component, Mark::Done(value));
        }
    }

    /// How many components have a value that is kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.exact.len() + self.values.len()
    }

    /// Is no value kept?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often the options of a component were generated by couples.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.tables.expansions
    }

    /// The Grundy value of a position in normal play.
    ///
    /// # Errors
    /// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic that names a position reached from itself; or the budget is
    /// spent: what was found is kept, and the next question starts from there.
    pub fn value(&mut self, position: &R::Position, cx: &Context) -> Result<u64> {
        self.tables.exact.may_grow();
        let mut value = 0;
        for part in self.rules.reduced(position.clone()) {
            value ^= self.part(&part, cx)?;
        }
        Ok(value)
    }

    /// Is the Grundy value of a position this number? Never dearer than the value, and cheaper where it is another one.
    ///
    /// # Errors
    /// As [`Nimbers::value`].
    pub fn is(&mut self, position: &R::Position, number: u64, cx: &Context) -> Result<bool> {
        self.tables.exact.may_grow();
        let mut parts = self.rules.reduced(position.clone());
        smallest_first(&mut parts, |part| self.rules.size(part));
        let Some(largest) = parts.pop() else { return Ok(number == 0) };
        let mut number = number;
        for part in &parts {
            number ^= self.part(part, cx)?;
        }
        match self.quick_is(&largest, number, cx)? {
            Some(found) => Ok(found),
            None => Ok(self.part(&largest, cx)? == number),
        }
    }

    /// Is the value of a component, as [`NormalPlay::reduced`] leaves it, this number? `None`: only its value tells, as with
    /// [`Nimbers::quick_value`].
    ///
    /// # Errors
    /// As [`Nimbers::value`].
    pub fn quick_is(&mut self, component: &R::Position, number: u64, cx: &Context) -> Result<Option<bool>> {
        self.look_through_windows(component);
        let found = match cx.method().unwrap_or(self.method) {
            Method::Couples => self.couples(component, Question::Has(number), cx).map(|found| found == 1),
            Method::Proof => Proof::new(&self.rules, &mut self.tables, cx).is(component, number),
            Method::Pruning | Method::Mex => return Ok(None),
        };
        suited(found)
    }

    /// The value of a component, as [`NormalPlay::reduced`] leaves it, without the mex of everything: for rules with a faster
    /// one of their own. `None`: the method does not suit, for the value is 64 or more, the play is too long for the stack,
    /// or all options are what was asked for.
    ///
    /// # Errors
    /// As [`Nimbers::value`].
    pub fn quick_value(&mut self, component: &R::Position, cx: &Context) -> Result<Option<u64>> {
        if let Some(value) = self.rules.known_value(component) {
            return Ok(Some(value));
        }
        self.look_through_windows(component);
        suited(match cx.method().unwrap_or(self.method) {
            Method::Couples => self.couples(component, Question::Value, cx),
            Method::Pruning => Pruning { rules: &self.rules, exact: &mut self.tables.exact, cx }.value(component, 0),
            Method::Proof => Proof::new(&self.rules, &mut self.tables, cx).value(component),
            Method::Mex => return Ok(None),
        })
    }

    fn part(&mut self, part: &R::Position, cx: &Context) -> Result<u64> {
        match self.quick_value(part, cx)? {
            Some(value) => Ok(value),
            None => self.plainly(part, cx),
        }
    }

    /// Searches alone, and with others where that takes long.
    fn couples(&mut self, part: &R::Position, question: Question, cx: &Context) -> Answer<u64> {
        let on_threads = self.on_threads.filter(|_| cx.threads() > 1);
        self.tables.alone_until = on_threads.map_or(u64::MAX, |_| self.tables.expansions + self.alone);
        let answer = question.ask(&mut Couples { rules: &self.rules, tables: &mut self.tables, cx }, part);
        self.tables.alone_until = u64::MAX;
        match (answer, on_threads) {
            (Err(Ended::Large), Some(on_threads)) => {
                on_threads(&self.rules, &mut self.tables, &mut self.helpers, (part, question), cx)
            }
            (answer, _) => answer,
        }
    }

    fn plainly(&mut self, part: &R::Position, cx: &Context) -> Result<u64> {
        plain::value(&self.rules, (&mut self.tables.exact, &mut self.values), part, cx)
    }

    /// The value of a position, where it is known without a search.
    #[must_use]
    pub fn known(&self, position: &R::Position) -> Option<u64> {
        let mut parts = self.rules.reduced(position.clone());
        let mut value = 0;
        while let Some(part) = parts.pop() {
            // equal parts cancel, whatever they are worth
            if let Some(at) = parts.iter().position(|other| *other == part) {
                parts.swap_remove(at);
                continue;
            }
            let told = || self.rules.is_zero(&part).filter(|zero| *zero).map(|_| 0);
            let exact = || self.tables.exact.get(table::hash(&part), &part).map(u64::from);
            let plain = || self.values.get(&part).and_then(Mark::value).copied();
            value ^= self.rules.known_value(&part).or_else(told).or_else(exact).or_else(plain)?;
        }
        Some(value)
    }

    /// This component is asked for: which smaller ones are large beside it?
    fn look_through_windows(&mut self, part: &R::Position) {
        self.tables.window_from = self.window_from.unwrap_or_else(|| window_from(self.rules.size(part)));
    }

    /// Numbers that a position is known not to have as its value: what a search that ran out of budget leaves. They are
    /// told for positions that do not fall apart.
    #[must_use]
    pub fn excluded(&mut self, position: &R::Position, cx: &Context) -> Vec<u64> {
        let parts = self.rules.reduced(position.clone());
        let [part] = parts.as_slice() else { return Vec::new() };
        let excluded = Couples { rules: &self.rules, tables: &mut self.tables, cx }.excluded(part);
        (0..VALUES).filter(|n| excluded >> n & 1 == 1).collect()
    }
}

/// What was found; `None` where another search may find more.
fn suited<T>(found: Answer<T>) -> Result<Option<T>> {
    match found.map_err(Ended::error) {
        Ok(found) => Ok(Some(found)),
        Err(Some(error)) => Err(error),
        Err(None) => Ok(None),
    }
}

/// A window of many options pays where a wrong one costs much, so it depends on what is asked. Measured on Cram, CPU seconds:
///
/// ```text
/// from      26    29    32    34    36
/// 5 × 7    0.45  0.53  0.54  0.54
/// 5 × 8    1.50  1.37  1.65  1.91
/// 4 × 11  10.9         8.7   9.5
/// 5 × 9   19.9        16.6  17.8  23.0
/// ```
fn window_from(size: u32) -> u32 {
    size.saturating_sub(11).clamp(26, 32)
}

/// Sorts a few parts in place, equal ones in their order: each game compiles its own, so that it is short.
fn smallest_first<T>(parts: &mut [T], size: impl Fn(&T) -> u32) {
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && size(&parts[at - 1]) > size(&parts[at]) {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
