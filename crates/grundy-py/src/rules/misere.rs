//! Outcomes in misère play, by search over sums.
//!
//! A sum is the sorted list of its components. A component without options is left out, for nobody ever moves in it. The
//! search stops at the first P-position that a move leads to. Nothing else is reduced, for reductions of normal play are
//! wrong here.

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
struct Searching<'w, 'a, 'py>(&'w mut Asking<'a, 'py>);

impl Asking<'_, '_> {
    /// Does the player to move win in misère play?
    pub(super) fn wins_misere(&mut self, sum: Sum) -> PyResult<bool> {
        let start = self.sum(sum);
        walk(&mut Searching(self), start.clone())?;
        Ok(self.state.sums.marks.get(&start).and_then(Mark::value) == Some(&true))
    }

    fn sum(&self, mut sum: Sum) -> Sum {
        let lists = &self.state.lists;
        sum.retain(|id| lists.get(*id).is_none_or(|list| !list.is_empty()));
        sum.sort_unstable();
        sum
    }
}

impl Walk for Searching<'_, '_, '_> {
    type Position = Sum;
    type Value = bool;
    type Table = Sums;
    type Frame = Frame;
    type Error = PyErr;

    fn table(&mut self) -> &mut Sums {
        &mut self.0.state.sums
    }

    fn open(&mut self, _: &Sum, depth: usize) -> PyResult<Opened<Frame, bool>> {
        self.0.meter.stack = depth.next_power_of_two() as u64 * FRAME;
        Ok(Opened::Frame(Frame::default()))
    }

    fn step(&mut self, sum: &Sum, frame: &mut Frame) -> PyResult<Step<Sum, bool>> {
        let asking = &mut *self.0;
        while let Some(&id) = sum.get(frame.component) {
            let again = frame.component > 0 && sum[frame.component - 1] == id;
            let list = if again { None } else { Some(asking.listed(id)?) };
            let Some(parts) = list.as_ref().and_then(|list| list.option(frame.at)) else {
                (frame.component, frame.at) = (frame.component + 1, 0);
                continue;
            };
            frame.moved = true;
            let after = asking.sum(
                [&sum[..frame.component], &sum[frame.component + 1..], parts].into_iter().flatten().copied().collect(),
            );
            asking.meter.count(asking.state)?;
            match asking.state.sums.marks.get(&after).and_then(Mark::value) {
                Some(false) => return Ok(Step::Done(true)),
                Some(true) => frame.at += 1 + parts.len(),
                None => return Ok(Step::Needs(after)),
            }
        }
        // no move leads to a P-position; who cannot move at all has won
        Ok(Step::Done(!frame.moved))
    }

    fn cycle(&mut self, path: &[Sum]) -> PyErr {
        self.0.cycle_of_sums(&[path, &path[..1]].concat())
    }
}
