//! Misère outcomes of sums: a search over multisets of components, each option generated when it is looked at.

use grundy_core::{Context, Error, Result, Rules};
use rustc_hash::FxHashMap;

use super::{Id, Memo, Multiset};
use crate::walk::{Mark, Opened, Step, Walk, walk};

struct Misere<'a, 'r, R: Rules> {
    memo: &'a mut Memo<'r, R>,
    cx: &'a Context,
}

/// Which option of which component comes next.
#[derive(Default)]
struct Frame {
    component: usize,
    option: usize,
}

impl<R: Rules> Memo<'_, R> {
    /// The multiset without the components that have no options.
    fn living(&mut self, ids: &[Id], cx: &Context) -> Result<Multiset> {
        let mut living = Multiset::new();
        for &id in ids {
            self.generate(id, cx)?;
            if !self.options(id).is_empty() {
                living.push(id);
            }
        }
        living.sort_unstable();
        Ok(living)
    }

    /// Does the player to move win in misère play?
    pub(super) fn misere_next(&mut self, ids: &[Id], cx: &Context) -> Result<bool> {
        let root = self.living(ids, cx)?;
        cx.tick(1)?;
        walk(&mut Misere { memo: self, cx }, root.clone())?;
        // without components the player to move has won
        Ok(self.misere.get(&root).and_then(Mark::value).copied().unwrap_or(true))
    }
}

impl<R: Rules> Walk for Misere<'_, '_, R> {
    type Position = Multiset;
    type Value = bool;
    type Table = FxHashMap<Multiset, Mark<bool>>;
    type Frame = Frame;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.memo.misere
    }

    fn open(&mut self, sum: &Multiset, _: usize) -> Result<Opened<Frame, bool>> {
        let spilled = if sum.spilled() { 4 * sum.len() } else { 0 };
        self.cx.reserve((2 * size_of::<(Multiset, Mark<bool>)>() + spilled) as u64)?;
        Ok(Opened::Frame(Frame::default()))
    }

    fn step(&mut self, sum: &Multiset, frame: &mut Frame) -> Result<Step<Multiset, bool>> {
        while let Some(&id) = sum.get(frame.component) {
            let Some(parts) = self.memo.options(id).get(frame.option) else {
                // on to the next component that is not equal to this one
                let next = (frame.component..sum.len()).find(|&c| sum[c] != id);
                (frame.component, frame.option) = (next.unwrap_or(sum.len()), 0);
                continue;
            };
            let mut left = sum.clone();
            left.remove(frame.component);
            left.extend(parts.iter().copied());
            let left = self.memo.living(&left, self.cx)?;
            self.cx.tick(1)?;
            match self.memo.misere.get(&left).and_then(Mark::value) {
                Some(false) => return Ok(Step::Done(true)),
                Some(true) => frame.option += 1,
                None => return Ok(Step::Needs(left)),
            }
        }
        // no move to a P-position; without any move at all the player to move has won
        Ok(Step::Done(sum.is_empty()))
    }

    fn cycle(&mut self, path: &[Multiset]) -> Error {
        // some component comes back to itself, but not every one that moved on the way: values tell which
        for &component in path.iter().flatten() {
            if let Err(error) = self.memo.value_of(component, self.cx) {
                return error;
            }
        }
        self.memo.cycle(path.iter().flatten().copied().next().unwrap_or_default())
    }
}
