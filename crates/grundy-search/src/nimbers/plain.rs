//! The mex of all options, each worked out: the oracle of the other searches, and the search for values of any size and
//! plays of any length, as its stack lies on the heap.
//!
//! Cost: a tick an option; the value of everything reachable is kept.

use std::fmt::Debug;
use std::hash::Hash;

use grundy_core::{Context, Diagnostic, Error, NormalPlay, Result, mex};
use rustc_hash::FxHashMap;

use super::counted::Counted;
use super::journal::{Journal, tell};
use super::table::{Exact, hash};
use crate::options::Sums;
use crate::walk::{Mark, Opened, Step, Walk, walk};

/// Values of components.
pub(super) type Values<P> = FxHashMap<P, Mark<u64>>;

/// The value of a component, and of all that are reached from it.
///
/// # Errors
/// A spent budget; a position that is reached from itself.
pub(super) fn value<R: NormalPlay>(
    rules: &R,
    (exact, values): (&mut Exact<R::Position>, &mut Values<R::Position>),
    position: &R::Position,
    cx: &Context,
) -> Result<u64> {
    let mut journal = exact.journal.take();
    let walked = walk(&mut Plain { rules, exact, values, journal: &mut journal, cx }, position.clone());
    exact.journal = journal;
    walked?;
    Ok(values.get(position).and_then(Mark::value).copied().unwrap_or_default())
}

struct Plain<'a, R: NormalPlay> {
    rules: &'a R,
    /// What other searches know.
    exact: &'a Exact<R::Position>,
    values: &'a mut Values<R::Position>,
    journal: &'a mut Option<Box<dyn Journal<R::Position>>>,
    cx: &'a Context,
}

impl<R: NormalPlay> Plain<'_, R> {
    fn known(&self, position: &R::Position) -> Option<u64> {
        let found = || self.values.get(position).and_then(Mark::value).copied();
        let elsewhere = || self.exact.get(hash(position), position).map(u64::from);
        self.rules.known_value(position).or_else(found).or_else(elsewhere)
    }
}

impl<R: NormalPlay> Walk for Plain<'_, R>
where
    R::Position: Clone + Eq + Hash + Debug,
{
    type Position = R::Position;
    type Value = u64;
    type Table = Values<R::Position>;
    type Frame = Sums<R::Position>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        self.values
    }

    fn open(&mut self, position: &R::Position, _: usize) -> Result<Opened<Sums<R::Position>, u64>> {
        if let Some(value) = self.known(position) {
            return Ok(Opened::Value(value));
        }
        self.cx.reserve((2 * size_of::<(R::Position, Mark<u64>)>()) as u64)?;
        let (mut options, mut counted) = (Vec::new(), Counted::new(self.cx, self.rules.effort(position)));
        let _ = self.rules.reduced_options(position, &mut |parts| {
            options.push(parts.to_vec());
            counted.one()
        });
        counted.end()?;
        Ok(Opened::Frame(Sums::new(options)))
    }

    fn step(&mut self, position: &R::Position, frame: &mut Sums<R::Position>) -> Result<Step<R::Position, u64>> {
        if let Some(missing) = frame.missing(|part| self.known(part)) {
            return Ok(Step::Needs(missing));
        }
        let sum = |parts: &Vec<R::Position>| parts.iter().filter_map(|part| self.known(part)).fold(0, |x, v| x ^ v);
        let value = mex(frame.options().iter().map(sum));
        tell(self.journal, position, value)?;
        Ok(Step::Done(value))
    }

    fn cycle(&mut self, path: &[R::Position]) -> Error {
        Diagnostic::rule(format!("the game may not end: {:?} can be reached from itself", path[0])).into()
    }
}
