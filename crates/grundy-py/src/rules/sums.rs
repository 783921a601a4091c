//! Outcomes by search: sums in misère play, and single positions in normal play where the value is not asked for.
//!
//! A sum is the sorted list of its components. A component without options is left out: it changes nothing in either
//! convention. The search stops at the first P-position that a move leads to, so that it sees a part of what values
//! have to see. Nothing else is reduced, for reductions of normal play are wrong in misère play.

use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::asking::Asking;

/// Options of the positions that were searched, each as: how many parts, the parts.
#[derive(Debug, Default)]
pub(super) struct Lists {
    options: Vec<u32>,
    of: FxHashMap<u32, (usize, usize)>,
}

/// What is known about a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Previous,
    Next,
}

/// Outcomes of the sums that were searched.
#[derive(Debug, Default)]
pub(super) struct Sums {
    marks: FxHashMap<Box<[u32]>, Mark>,
    /// Components in all sums together, for the account of memory.
    components: usize,
}

impl Sums {
    pub(super) fn bytes(&self) -> u64 {
        (self.marks.capacity() * 28 + self.components * 4 + self.marks.len() * 16) as u64
    }
}

impl Lists {
    pub(super) fn bytes(&self) -> u64 {
        (self.options.capacity() * 4 + self.of.capacity() * 28) as u64
    }
}

/// A sum whose options are being looked at.
struct Frame {
    sum: Box<[u32]>,
    component: usize,
    /// Where the next option of the component stands in the lists.
    at: usize,
    moved: bool,
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
    pub(super) fn next_wins(&mut self, sum: Vec<u32>, misere: bool, single: bool) -> Result<bool, Trouble> {
        let mut stack = Vec::new();
        let result = self.search(sum, misere, single, &mut stack);
        for frame in stack {
            self.state.sums[usize::from(misere)].marks.remove(&frame.sum);
        }
        result
    }

    fn sum(&self, mut sum: Vec<u32>) -> Box<[u32]> {
        let lists = &self.state.lists;
        sum.retain(|id| lists.of.get(id).is_none_or(|range| range.0 < range.1));
        sum.sort_unstable();
        sum.into_boxed_slice()
    }

    fn open_sum(&mut self, sum: Box<[u32]>, misere: bool, stack: &mut Vec<Frame>) {
        let sums = &mut self.state.sums[usize::from(misere)];
        sums.components += sum.len();
        sums.marks.insert(sum.clone(), Mark::Open);
        stack.push(Frame { sum, component: 0, at: usize::MAX, moved: false });
    }

    fn search(&mut self, sum: Vec<u32>, misere: bool, single: bool, stack: &mut Vec<Frame>) -> Result<bool, Trouble> {
        let which = usize::from(misere);
        let start = self.sum(sum);
        match self.state.sums[which].marks.get(&start) {
            Some(Mark::Next) => return Ok(true),
            Some(Mark::Previous) => return Ok(false),
            _ => self.open_sum(start.clone(), misere, stack),
        }
        while let Some(frame) = stack.last() {
            let (component, at) = (frame.component, frame.at);
            self.meter.stack = stack.capacity() as u64 * 64;
            let Some(&id) = frame.sum.get(component) else {
                // no move leads to a P-position; where there is no move at all, the convention says who wins
                let mark = if misere && !frame.moved { Mark::Next } else { Mark::Previous };
                self.close(stack, which, mark);
                continue;
            };
            let again = component > 0 && frame.sum[component - 1] == id;
            let (from, to) = if again { (0, 0) } else { self.listed(id)? };
            let at = if at == usize::MAX { from } else { at };
            let Some(frame) = stack.last_mut() else { break };
            if at >= to {
                frame.component += 1;
                frame.at = usize::MAX;
                continue;
            }
            frame.at = at;
            frame.moved = true;
            let parts = self.option_at(at);
            if single && parts.len() != 1 {
                return Err(Trouble::Splits);
            }
            let step = 1 + parts.len();
            let mut after: Vec<u32> = Vec::with_capacity(frame.sum.len() + parts.len());
            after.extend_from_slice(&frame.sum[..component]);
            after.extend_from_slice(&frame.sum[component + 1..]);
            after.extend_from_slice(parts);
            let after = self.sum(after);
            self.meter.count(self.state)?;
            match self.state.sums[which].marks.get(&after) {
                Some(Mark::Previous) => self.close(stack, which, Mark::Next),
                Some(Mark::Next) => frame.at = at + step,
                Some(Mark::Open) => {
                    let from = stack.iter().position(|frame| frame.sum == after).unwrap_or(0);
                    let sums: Vec<Box<[u32]>> =
                        stack[from..].iter().map(|frame| frame.sum.clone()).chain([after]).collect();
                    return Err(self.cycle_of_sums(&sums).into());
                }
                None => self.open_sum(after, misere, stack),
            }
        }
        Ok(self.state.sums[which].marks.get(&start) == Some(&Mark::Next))
    }

    fn close(&mut self, stack: &mut Vec<Frame>, which: usize, mark: Mark) {
        if let Some(frame) = stack.pop() {
            self.state.sums[which].marks.insert(frame.sum, mark);
        }
    }
}
