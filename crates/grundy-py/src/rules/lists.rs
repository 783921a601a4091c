//! Options that were listed, so that the callable is asked once for each position however often a search comes back.

use std::sync::Arc;

use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::asking::{Asking, Parts, State};

/// The options of a position, each as: how many parts, the parts.
#[derive(Debug, Clone)]
pub(super) struct List(Arc<[u32]>);

impl List {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parts of the option that stands at `at`; the next one stands behind them.
    #[inline]
    pub(super) fn option(&self, at: usize) -> Option<&[u32]> {
        let parts = *self.0.get(at)? as usize;
        Some(&self.0[at + 1..=at + parts])
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &[u32]> {
        let mut at = 0;
        std::iter::from_fn(move || self.option(at).inspect(|parts| at += 1 + parts.len()))
    }
}

/// Bytes of a list beside its numbers: what holds them, its entry in the table.
const ENTRY: usize = 16 + (size_of::<(u32, List)>() + 1) * 8 / 7;

/// The lists of the positions that were searched.
#[derive(Debug, Default)]
pub(super) struct Lists {
    of: FxHashMap<u32, List>,
    /// Numbers in all lists together.
    numbers: usize,
    /// When there are so many, lists that are not needed any more are given up.
    most: usize,
}

impl Lists {
    pub(super) fn get(&self, id: u32) -> Option<&List> {
        self.of.get(&id)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.numbers * 4 + self.of.capacity() * ENTRY) as u64
    }
}

impl State {
    /// Gives up the lists of positions whose values are known, where they have become many since that was last done: values
    /// need them no more.
    pub(super) fn tidy(&mut self) {
        if self.lists.numbers < self.lists.most.max(1 << 16) {
            return;
        }
        let mut of = std::mem::take(&mut self.lists.of);
        of.retain(|&id, list| list.is_empty() || self.known(id).is_none());
        of.shrink_to_fit();
        let numbers = of.values().map(|list| list.0.len()).sum();
        self.lists = Lists { of, numbers, most: 2 * numbers };
    }
}

impl Asking<'_, '_> {
    /// The options of a position.
    pub(super) fn listed(&mut self, id: u32) -> PyResult<List> {
        match self.state.lists.get(id) {
            Some(list) => Ok(list.clone()),
            None => self.list(id),
        }
    }

    /// Asks the callable for the options of a position.
    fn list(&mut self, id: u32) -> PyResult<List> {
        let (frames, mut numbers) = (self.meter.stack, Vec::new());
        self.each_option(id, |_, parts| {
            numbers.push(parts.len() as u32);
            numbers.extend_from_slice(parts);
            frames
        })?;
        let list = List(numbers.into());
        self.state.lists.numbers += list.0.len();
        self.state.lists.of.insert(id, list.clone());
        Ok(list)
    }

    /// The options once more, which count as if they were made again.
    pub(super) fn listed_again(&mut self, id: u32) -> PyResult<List> {
        let Some(list) = self.state.lists.get(id).cloned() else { return self.list(id) };
        self.meter.count_again(list.each().count() as u64, self.state)?;
        Ok(list)
    }

    /// The options of a position, each once, as its parts in ascending order.
    pub(super) fn distinct(&mut self, id: u32) -> PyResult<Vec<Vec<u32>>> {
        let (list, mut met, mut options) = (self.listed(id)?, std::collections::HashSet::new(), Vec::new());
        for parts in list.each() {
            let mut parts = Parts::from_slice(parts);
            parts.sort_unstable();
            if met.insert(parts.clone()) {
                options.push(parts.to_vec());
            }
        }
        Ok(options)
    }
}
