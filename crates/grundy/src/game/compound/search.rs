//! Who wins a compound, by its own tree of positions: for misère play, and where no law covers the components.
//!
//! Depth first with a stack of its own; a position is left as soon as a winning move was found. Where the order of
//! components has no meaning they are sorted, and where a component that is over plays no part it is left out. Cost: one
//! visit of every move of every position that matters; the positions are the products of those of the components.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::definition::each;
use super::{BYTES, Compound, locked, outcome, sum};
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, Result};
use crate::game::{Place, Shape};
use crate::number::to_u64;
use crate::outcome::{Convention, Outcome};

/// Positions judged so far, in one convention: is it lost for the player to move? `None`: on the path.
pub(super) type Searched = FxHashMap<Box<[u32]>, Option<bool>>;

/// A search leaves most positions aside: of so many it may have to keep one.
const SEEN: f64 = 64.0;

struct Frame {
    row: Box<[u32]>,
    options: Vec<Box<[u32]>>,
    next: usize,
}

impl Compound {
    /// The outcome by search.
    ///
    /// # Errors
    /// A component that need not end; a spent budget (what was finished is kept).
    pub(crate) fn search(&self, place: &Place, convention: Convention, cx: &Context) -> Result<Outcome> {
        cx.enter("search of the compound");
        self.afford(place, cx)?;
        let of = usize::from(convention == Convention::Misere);
        // taken out while it is at work: components may be compounds of this kind
        let mut searched = std::mem::take(&mut locked(&self.searched)[of]);
        let mut stack = Vec::new();
        let result = self.walk(&self.row(place), convention, &mut searched, &mut stack, cx);
        for frame in &stack {
            searched.remove(&frame.row);
        }
        let kept = &mut locked(&self.searched)[of];
        if kept.len() <= searched.len() {
            *kept = searched;
        }
        Ok(outcome(result?))
    }

    /// How many positions were searched.
    pub(crate) fn searched(&self, convention: Convention) -> usize {
        locked(&self.searched)[usize::from(convention == Convention::Misere)].len()
    }

    /// Refuses products that no memory holds. Where everything moves, or a move drops what is behind, only few of them
    /// are met.
    fn afford(&self, place: &Place, cx: &Context) -> Result<()> {
        let Some(memory) = cx.budget().memory.filter(|_| !self.turn().all && !self.turn().cuts) else { return Ok(()) };
        let sizes = self.sums(place);
        let heaps = sizes.iter().flat_map(|sum| sum.iter()).filter(|c| c.game.shape() == Shape::Heap);
        let product: f64 = heaps.filter_map(|c| to_u64(&c.place[0])).map(|n| n as f64 + 1.0).product();
        if product / SEEN * BYTES as f64 > memory as f64 {
            let needed = format!("a search of about {product:.0} positions");
            return Err(cx.stopped(Spent::Memory, Some(needed)).into());
        }
        Ok(())
    }

    fn walk(
        &self,
        row: &[u32],
        convention: Convention,
        searched: &mut Searched,
        stack: &mut Vec<Frame>,
        cx: &Context,
    ) -> Result<bool> {
        let lost = || Diagnostic::rule("the search lost its way");
        let row = self.canonical(row.to_vec(), cx)?;
        if let Some(&Some(previous)) = searched.get(&row) {
            return Ok(previous);
        }
        self.open(row, searched, stack, cx)?;
        loop {
            let frame = stack.last_mut().ok_or_else(lost)?;
            let over = frame.options.is_empty();
            let mut verdict = over.then_some(convention == Convention::Normal);
            let mut missing = None;
            while verdict.is_none() {
                match frame.options.get(frame.next) {
                    None => verdict = Some(true),
                    Some(option) => match searched.get(option) {
                        Some(Some(true)) => verdict = Some(false),
                        Some(Some(false)) => frame.next += 1,
                        Some(None) => return Err(circles().into()),
                        None => {
                            missing = Some(option.clone());
                            break;
                        }
                    },
                }
            }
            if let Some(missing) = missing {
                self.open(missing, searched, stack, cx)?;
            } else if let (Some(previous), Some(frame)) = (verdict, stack.pop()) {
                cx.release(32 * frame.options.len() as u64);
                searched.insert(frame.row, Some(previous));
                if stack.is_empty() {
                    return Ok(previous);
                }
            }
        }
    }

    fn open(&self, row: Box<[u32]>, searched: &mut Searched, stack: &mut Vec<Frame>, cx: &Context) -> Result<()> {
        cx.tick(1)?;
        cx.progress(searched.len() as u64, None);
        let lists = self.option_lists(&row, cx)?;
        let mut left = Vec::new();
        let mut stopped = Ok(());
        let _ = each(self.turn(), &row, &lists, &mut |after| {
            stopped = cx.tick(1);
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            left.push(after.to_vec());
            ControlFlow::Continue(())
        });
        stopped?;
        let mut options = left.into_iter().map(|row| self.canonical(row, cx)).collect::<Result<Vec<_>>>()?;
        options.sort_unstable();
        options.dedup();
        cx.reserve(BYTES + 32 * options.len() as u64)?;
        searched.insert(row.clone(), None);
        stack.push(Frame { row, options, next: 0 });
        Ok(())
    }

    /// One row for all that are the same up to the order of components.
    fn canonical(&self, mut row: Vec<u32>, cx: &Context) -> Result<Box<[u32]>> {
        let turn = self.turn();
        if !turn.first_ends {
            let mut over = Vec::with_capacity(row.len());
            for &number in &row {
                over.push(self.is_sum_over(number, cx)?);
            }
            let mut over = over.into_iter();
            row.retain(|_| !over.next().unwrap_or(false));
        }
        if !turn.cuts {
            row.sort_unstable();
        }
        Ok(row.into_boxed_slice())
    }

    fn is_sum_over(&self, number: u32, cx: &Context) -> Result<bool> {
        if let Some(options) = locked(&self.met).options.get(&number) {
            return Ok(options.is_empty());
        }
        sum::is_over(&self.sum(number), cx)
    }
}

/// A component came back to where it was.
pub(super) fn circles() -> Diagnostic {
    Diagnostic::unsupported("components of a compound must end, and one can be reached from itself")
        .suggest("compounds of games with cycles are not supported yet")
}
