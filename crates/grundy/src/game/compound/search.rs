//! Who wins a compound, by its own tree of positions: for misère play, and where no law covers the components.
//!
//! Depth first ([`walk`]); a position is left as soon as a winning move was found. Where the order of
//! components has no meaning they are sorted, and where a component that is over plays no part it is left out. Cost: one
//! visit of every move of every position that matters; the positions are the products of those of the components.

use std::ops::ControlFlow;

use grundy_core::{Context, Convention, Diagnostic, Error, Outcome, Result, Spent, locked, number::to_u64};
use grundy_search::options::Options;
use grundy_search::walk::{Mark, Opened, Step, Walk, walk};
use rustc_hash::FxHashMap;

use super::definition::each;
use super::{BYTES, Compound, outcome, sum};
use crate::game::{Place, Shape};

/// Positions judged so far, in one convention: is it lost for the player to move?
pub(super) type Searched = FxHashMap<Box<[u32]>, Mark<bool>>;

/// A search leaves most positions aside: of so many it may have to keep one.
const SEEN: f64 = 64.0;

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
        let mut searched = std::mem::take(&mut locked(self.searched.lock())[of]);
        let result = self.canonical(self.row(place).to_vec(), cx).and_then(|row| {
            walk(&mut Search { compound: self, convention, searched: &mut searched, cx }, row.clone())?;
            Ok(searched.get(&row).and_then(Mark::value) == Some(&true))
        });
        let kept = &mut locked(self.searched.lock())[of];
        if kept.len() <= searched.len() {
            *kept = searched;
        }
        Ok(outcome(result?))
    }

    /// How many positions were searched.
    pub(crate) fn searched(&self, convention: Convention) -> usize {
        locked(self.searched.lock())[usize::from(convention == Convention::Misere)].len()
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
        if let Some(options) = locked(self.met.lock()).options.get(&number) {
            return Ok(options.is_empty());
        }
        sum::is_over(&self.sum(number), cx)
    }
}

struct Search<'a> {
    compound: &'a Compound,
    convention: Convention,
    searched: &'a mut Searched,
    cx: &'a Context,
}

impl Walk for Search<'_> {
    type Position = Box<[u32]>;
    type Value = bool;
    type Table = Searched;
    type Frame = Options<Box<[u32]>>;
    type Error = Error;

    fn table(&mut self) -> &mut Searched {
        self.searched
    }

    fn open(&mut self, row: &Box<[u32]>, _: usize) -> Result<Opened<Self::Frame, bool>> {
        let (compound, cx) = (self.compound, self.cx);
        cx.tick(1)?;
        cx.progress(self.searched.len() as u64, None);
        let lists = compound.option_lists(row, cx)?;
        let mut left = Vec::new();
        let mut stopped = Ok(());
        let _ = each(compound.turn(), row, &lists, &mut |after| {
            stopped = cx.tick(1);
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            left.push(after.to_vec());
            ControlFlow::Continue(())
        });
        stopped?;
        let mut options = left.into_iter().map(|row| compound.canonical(row, cx)).collect::<Result<Vec<_>>>()?;
        options.sort_unstable();
        options.dedup();
        cx.reserve(BYTES + 32 * options.len() as u64)?;
        Ok(Opened::Frame(Options::new(options)))
    }

    fn step(&mut self, _: &Box<[u32]>, options: &mut Self::Frame) -> Result<Step<Box<[u32]>, bool>> {
        let normal = self.convention == Convention::Normal;
        let step = options.outcome(normal, |option| self.searched.get(option).and_then(Mark::value).copied());
        if matches!(step, Step::Done(_)) {
            self.cx.release(32 * options.all().len() as u64);
        }
        Ok(step)
    }

    fn cycle(&mut self, _: &[Box<[u32]>]) -> Error {
        circles().into()
    }
}

/// A component came back to where it was.
pub(super) fn circles() -> Diagnostic {
    Diagnostic::unsupported("components of a compound must end, and one can be reached from itself")
        .suggest("compounds of games with cycles are not supported yet")
}
