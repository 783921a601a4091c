//! What is known about a game: its numbered positions, their options, values and outcomes.

use grundy_search::nimbers::Learnt;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::calls::Measure;
use super::lists::Lists;
use super::places::Places;
use super::sums::Sums;
use super::values::Values;

/// Everything that was learnt about a game.
#[derive(Debug)]
pub(super) struct State {
    pub(super) places: Places,
    /// Values that the mex of everything has found, by the numbers of positions.
    pub(super) values: Values,
    /// What the other searches have found.
    pub(super) learnt: Learnt<u32>,
    pub(super) lists: Lists,
    /// What rules told of positions.
    pub(super) told: FxHashMap<(Measure, u32), u64>,
    /// Outcomes in misère play.
    pub(super) sums: Sums,
}

impl State {
    pub(super) fn new(py: Python<'_>) -> State {
        State {
            places: Places::new(py),
            values: Values::default(),
            learnt: Learnt::default(),
            lists: Lists::default(),
            told: FxHashMap::default(),
            sums: Sums::default(),
        }
    }

    /// The value of a position, if any search has found it.
    pub(super) fn known(&self, id: u32) -> Option<u32> {
        self.values.get(id).or_else(|| self.learnt.value(&id).and_then(|value| u32::try_from(value).ok()))
    }

    /// Bytes in use, about.
    pub(super) fn bytes(&self) -> u64 {
        let told = self.told.capacity() as u64 * 32;
        self.places.bytes() + self.values.bytes() + self.lists.bytes() + told + self.sums.bytes()
    }

    /// Gives up the lists of positions whose values are known, where they have become many since that was last done: values
    /// need them no more.
    pub(super) fn tidy(&mut self) {
        let mut lists = std::mem::take(&mut self.lists);
        lists.tidy(|id| self.known(id).is_some());
        self.lists = lists;
    }
}
