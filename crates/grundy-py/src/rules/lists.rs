//! Options that were listed, so that the callable is asked once for each position however often a search comes back.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// The options of a position, each as: how many parts, the parts.
#[derive(Debug, Clone)]
pub(super) struct List(Arc<[u32]>);

impl List {
    pub(super) fn new(numbers: Vec<u32>) -> List {
        List(numbers.into())
    }

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

    /// Keeps the options of a position.
    pub(super) fn add(&mut self, id: u32, list: List) {
        self.numbers += list.0.len();
        self.of.insert(id, list);
    }

    /// Gives up the lists of positions with known values, where lists have become many since that was last done. Empty
    /// lists stay: misère play leaves out components without options.
    pub(super) fn tidy(&mut self, is_known: impl Fn(u32) -> bool) {
        if self.numbers < self.most.max(1 << 16) {
            return;
        }
        self.of.retain(|&id, list| list.is_empty() || !is_known(id));
        self.of.shrink_to_fit();
        self.numbers = self.of.values().map(|list| list.0.len()).sum();
        self.most = 2 * self.numbers;
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.numbers * 4 + self.of.capacity() * ENTRY) as u64
    }
}
