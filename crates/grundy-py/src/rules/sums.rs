//! Outcomes by search: sums in misère play, and single positions in normal play where the value is not asked for.
//!
//! A sum is the sorted list of its components. A component without options is left out: it changes nothing in either
//! convention. The search stops at the first P-position that a move leads to, so that it sees a part of what values
//! have to see. Nothing else is reduced, for reductions of normal play are wrong in misère play.

use grundy_search::walk::{Mark, Opened, Status, Step, Table, Walk, walk};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::asking::Asking;

/// Bytes of a sum on the stack.
const FRAME: u64 = 64;

/// The sorted components of a sum. Small sums stay in the table itself: to free a million boxes takes a tenth of a
/// second, and Ctrl-C waits for it.
pub(super) type Sum = SmallVec<[u32; 4]>;

/// Bytes of a sum in the table, with its mark and the byte of the table's own.
const ENTRY: usize = size_of::<(Sum, Mark<bool>)>() + 1;

/// Options of the positions that were searched, each as: how many parts, the parts.
#[derive(Debug, Default)]
pub(super) struct Lists {
    options: Vec<u32>,
    of: FxHashMap<u32, (usize, usize)>,
}

/// Outcomes of the sums that were searched.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Does the player to move win?
    marks: FxHashMap<Sum, Mark<bool>>,
    /// Components that lie outside the table, in all sums together, for the account of memory.
    outside: usize,
}

impl Sums {
    pub(super) fn bytes(&self) -> u64 {
        (self.marks.capacity() * 8 / 7 * ENTRY + self.outside * size_of::<u32>()) as u64
    }
}

impl Lists {
    pub(super) fn bytes(&self) -> u64 {
        (self.options.capacity() * 4 + self.of.capacity() * 28) as u64
    }
}

/// Components of a sum that did not fit into the table.
fn outside(sum: &Sum) -> usize {
    if sum.len() > sum.inline_size() { sum.len() } else { 0 }
}

impl Table<Sum, bool> for Sums {
    fn status(&self, sum: &Sum) -> Status {
        self.marks.status(sum)
    }

    fn mark(&mut self, sum: Sum, mark: Mark<bool>) {
        match mark {
            Mark::Unknown => self.outside -= outside(&sum),
            Mark::Open => self.outside += outside(&sum),
            Mark::Done(_) => {}
        }
        self.marks.mark(sum, mark);
    }

    fn close(&mut self, open: Vec<Sum>) {
        self.outside -= open.iter().map(outside).sum::<usize>();
        self.marks.close(open);
    }
}

/// How far the options of a sum were looked at.
#[derive(Default)]
struct Frame {
    component: usize,
    /// How far in the list of the component the next option stands.
    at: usize,
    moved: bool,
}

/// One search.
struct Searching<'w, 'a, 'py> {
    asking: &'w mut Asking<'a, 'py>,
    misere: bool,
    /// Only single positions are wanted.
    single: bool,
}

/// Why a search gave no outcome.
pub(super) enum Trouble {
    /// A move leaves several parts, and only single positions were wanted.
    Splits,
    /// An exception.
    Raised(PyErr),
}

impl From<PyErr> for Trouble {
    fn from(error: PyErr) -> Trouble {
        Trouble::Raised(error)
    }
}

impl Asking<'_, '_> {
    /// The options of a position, from the first time on without the callable.
    pub(super) fn listed(&mut self, id: u32) -> PyResult<(usize, usize)> {
        if let Some(&known) = self.state.lists.of.get(&id) {
            return Ok(known);
        }
        let from = self.state.lists.options.len();
        let frames = self.meter.stack;
        let result = self.each_option(id, |state, parts| {
            state.lists.options.push(parts.len() as u32);
            state.lists.options.extend_from_slice(parts);
            frames
        });
        if let Err(error) = result {
            self.state.lists.options.truncate(from);
            return Err(error);
        }
        let range = (from, self.state.lists.options.len());
        self.state.lists.of.insert(id, range);
        Ok(range)
    }

    /// The parts of the option that stands at `at`.
    pub(super) fn option_at(&self, at: usize) -> &[u32] {
        let options = &self.state.lists.options;
        &options[at + 1..at + 1 + options[at] as usize]
    }

    /// Does the player to move win?
    pub(super) fn next_wins(&mut self, sum: Sum, misere: bool, single: bool) -> Result<bool, Trouble> {
        let start = self.sum(sum);
        walk(&mut Searching { asking: self, misere, single }, start.clone())?;
        Ok(self.state.sums[usize::from(misere)].marks.get(&start).and_then(Mark::value) == Some(&true))
    }

    fn sum(&self, mut sum: Sum) -> Sum {
        let lists = &self.state.lists;
        sum.retain(|id| lists.of.get(id).is_none_or(|range| range.0 < range.1));
        sum.sort_unstable();
        sum
    }
}

impl Walk for Searching<'_, '_, '_> {
    type Position = Sum;
    type Value = bool;
    type Table = Sums;
    type Frame = Frame;
    type Error = Trouble;

    fn table(&mut self) -> &mut Sums {
        &mut self.asking.state.sums[usize::from(self.misere)]
    }

    fn open(&mut self, _: &Sum, depth: usize) -> Result<Opened<Frame, bool>, Trouble> {
        self.asking.meter.stack = depth.next_power_of_two() as u64 * FRAME;
        Ok(Opened::Frame(Frame::default()))
    }

    fn step(&mut self, sum: &Sum, frame: &mut Frame) -> Result<Step<Sum, bool>, Trouble> {
        let asking = &mut *self.asking;
        while let Some(&id) = sum.get(frame.component) {
            let again = frame.component > 0 && sum[frame.component - 1] == id;
            let (from, to) = if again { (0, 0) } else { asking.listed(id)? };
            if from + frame.at >= to {
                (frame.component, frame.at) = (frame.component + 1, 0);
                continue;
            }
            frame.moved = true;
            let parts = asking.option_at(from + frame.at);
            if self.single && parts.len() != 1 {
                return Err(Trouble::Splits);
            }
            let step = 1 + parts.len();
            let after = asking.sum(
                [&sum[..frame.component], &sum[frame.component + 1..], parts].into_iter().flatten().copied().collect(),
            );
            asking.meter.count(asking.state)?;
            match asking.state.sums[usize::from(self.misere)].marks.get(&after).and_then(Mark::value) {
                Some(false) => return Ok(Step::Done(true)),
                Some(true) => frame.at += step,
                None => return Ok(Step::Needs(after)),
            }
        }
        // no move leads to a P-position; where there is no move at all, the convention says who wins
        Ok(Step::Done(self.misere && !frame.moved))
    }

    fn cycle(&mut self, path: &[Sum]) -> Trouble {
        self.asking.cycle_of_sums(&[path, &path[..1]].concat()).into()
    }
}
