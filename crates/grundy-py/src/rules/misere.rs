//! Outcomes in misère play, by search over sums.
//!
//! A sum is the sorted list of its components. A component without options is left out, for nobody ever moves in it. The
//! search stops at the first P-position that a move leads to. Nothing else is reduced, for reductions of normal play are
//! wrong here.

use grundy_search::walk::{Opened, Step, Walk, walk};

use super::asking::Asking;
use super::meter::{Ended, Said};
use super::sums::{Sum, Sums};

/// Bytes of a sum on the stack.
const FRAME: u64 = 64;

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
    pub(super) fn wins_misere(&mut self, sum: Sum) -> Said<bool> {
        let start = self.sum(sum);
        walk(&mut Searching(self), start.clone())?;
        Ok(self.state.sums.wins(&start) == Some(true))
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
    type Error = Ended;

    fn table(&mut self) -> &mut Sums {
        &mut self.0.state.sums
    }

    fn open(&mut self, _: &Sum, depth: usize) -> Said<Opened<Frame, bool>> {
        self.0.meter.stack = depth.next_power_of_two() as u64 * FRAME;
        Ok(Opened::Frame(Frame::default()))
    }

    fn step(&mut self, sum: &Sum, frame: &mut Frame) -> Said<Step<Sum, bool>> {
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
            match asking.state.sums.wins(&after) {
                Some(false) => return Ok(Step::Done(true)),
                Some(true) => frame.at += 1 + parts.len(),
                None => return Ok(Step::Needs(after)),
            }
        }
        // no move leads to a P-position; a player who cannot move at all has won
        Ok(Step::Done(!frame.moved))
    }

    fn cycle(&mut self, path: &[Sum]) -> Ended {
        self.0.cycle_of_sums(&[path, &path[..1]].concat()).into()
    }
}
