//! Sets of a few intervals, which may be large: their values stand still on long runs, and runs are compared, not single heaps.
//!
//! `take[21000000,24000000]` and `take[21000000]` have the same values up to heap 41999999, which is two runs of each.
//!
//! Cost: some hundred evaluations for each run, however long it is; where runs are short, they are given up early.

use grundy_core::number::to_u64;
use grundy_core::{Context, Convention, Evidence, Nat, Result};
use grundy_sequence::set::Pieces;

use super::{DECIDED, differ};
use crate::answer::Equality;
use crate::engine::runs::{RUNS, Runs};
use crate::game::Game;
use crate::rule::sliding;

/// What is looked at in any case may cost so much.
const LOOK: u64 = 20_000_000;
/// It goes so many times as far as the largest number of the sets: by then each move has been made from many heaps.
const TIMES: u64 = 4;
/// Comparisons begin with so many heaps and double.
const FIRST: u64 = 1 << 12;

/// The runs of both games.
pub(super) struct SetRuns {
    sides: [Runs; 2],
    /// The largest number that tells where their pieces begin and end.
    largest: u64,
    /// All heaps before this one have equal values.
    agree: u64,
}

impl SetRuns {
    /// `None`: one of them is no set of a few intervals.
    pub(super) fn of(games: [&Game; 2]) -> Option<SetRuns> {
        let pieces = |game: &Game| -> Option<Pieces> { game.knowledge().ok()?.set()?.pieces().cloned() };
        let [a, b] = [pieces(games[0])?, pieces(games[1])?];
        let runs = |pieces: &Pieces| Some(Runs::new(sliding::of_set(pieces)?, Convention::Normal));
        let ends = [&a, &b].into_iter().flat_map(|pieces| &pieces.0);
        let largest = ends.map(|piece| piece.to.as_ref().unwrap_or(&piece.from)).max()?;
        Some(SetRuns { sides: [runs(&a)?, runs(&b)?], largest: to_u64(largest)?, agree: 0 })
    }

    /// Looks as far as the numbers of the sets make it likely that they differ. What agrees is told in the answer.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn look(&mut self, answer: &mut Equality, cx: &Context) -> Result<Option<Evidence>> {
        self.compare(self.largest.saturating_mul(TIMES), LOOK, answer, cx)
    }

    /// Looks up to this heap; it is reached if the answer says so.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn reach(&mut self, last: u64, answer: &mut Equality, cx: &Context) -> Result<Option<Evidence>> {
        self.compare(last, DECIDED, answer, cx)
    }

    /// What the equality of heaps beyond this one rests on, where runs tell it.
    pub(super) fn used_beyond(&self, to: u64) -> Evidence {
        if self.agree > to.saturating_add(1) { Evidence::theorem(&RUNS) } else { Evidence::trivial() }
    }

    fn compare(&mut self, last: u64, nodes: u64, answer: &mut Equality, cx: &Context) -> Result<Option<Evidence>> {
        let found = cx.trial(nodes, |part| {
            while self.agree <= last {
                let behind = self.agree.max(FIRST / 2).saturating_mul(2).min(last.saturating_add(1));
                for side in &mut self.sides {
                    if !side.grow(behind.into(), part)? {
                        return Ok(None);
                    }
                }
                if let Some(found) = self.first_difference(behind) {
                    return Ok(Some(found));
                }
                self.agree = behind;
            }
            Ok(None)
        })?;
        if let Some(Some((n, values))) = found {
            differ(answer, n, values.map(Nat::from));
            return Ok(Some(Evidence::theorem(&RUNS)));
        }
        // what a trial found before it ended is kept
        let reached = self.agree.checked_sub(1);
        answer.compared_to = answer.compared_to.max(reached);
        Ok(None)
    }

    /// The first heap before this one with two values: one of them begins a run there.
    fn first_difference(&self, behind: u64) -> Option<(u64, [u32; 2])> {
        let [a, b] = self.sides.each_ref().map(Runs::known_runs);
        let mut at = [0, 0];
        let (mut n, end) = (0u128, u128::from(behind));
        while n < end {
            let values = [a[at[0]].value, b[at[1]].value];
            if values[0] != values[1] {
                return Some((u64::try_from(n).ok()?, values));
            }
            let next = [a.get(at[0] + 1), b.get(at[1] + 1)].map(|run| run.map_or(end, |run| run.start));
            n = next[0].min(next[1]);
            for (at, start) in at.iter_mut().zip(next) {
                *at += usize::from(start == n && n < end);
            }
        }
        None
    }
}
