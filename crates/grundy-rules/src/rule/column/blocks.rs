//! Options that are no slices, a block of members at a time: `{n -> n%k for k in 1..n}`, `{n -> n-k for k in 1..n if k*k%7 = 2}`.

use smallvec::SmallVec;

use super::look_up;
use super::row::Row;
use crate::rule::lanes::{Block, Lanes};
use crate::rule::trouble::Step;

/// So many members at a time: what they need at each operation stays in the first cache.
const LANES: usize = 256;

impl Row<'_, '_> {
    /// The options for these values of the innermost variable.
    pub(super) fn blocks(&mut self, mut members: impl Iterator<Item = i64>) -> Step<()> {
        let mut values = std::mem::take(&mut self.values);
        let slot = values.len() - 1;
        let mut some: Vec<i64> = Vec::new();
        loop {
            some.clear();
            some.extend(members.by_ref().take(LANES));
            if some.is_empty() {
                break;
            }
            self.scope.cx.tick(some.len() as u64)?;
            if self.block(slot, &values, &some).is_some() {
                continue;
            }
            for &member in &some {
                values[slot] = member;
                let _ = self.enter(self.alternative.loops.len(), &mut values, true)?;
            }
        }
        self.values = values;
        Ok(())
    }

    /// Marks the options of a block; `None` if its members are to be looked at one by one. What was marked by then are
    /// options all the same.
    fn block(&mut self, slot: usize, values: &[i64], members: &[i64]) -> Option<()> {
        let mut left = members.to_vec();
        // later conditions are for what the earlier ones leave, as one by one
        for filter in &self.way.filters {
            let holds = Block { slot, members: &left, values }.condition(filter, self.scope.cx)?;
            let mut holds = holds.into_iter();
            left.retain(|_| holds.next() == Some(true));
            if left.is_empty() {
                return Some(());
            }
        }
        let block = Block { slot, members: &left, values };
        let mut coordinates: SmallVec<[Lanes; 2]> = SmallVec::new();
        for part in &self.alternative.parts {
            for coordinate in &part.coordinates {
                coordinates.push(block.expression(coordinate)?);
            }
        }
        let own_heaps = self.arity == 1 && self.alternative.parts.iter().all(|part| part.game.is_none());
        if own_heaps && self.cell.layout.kept == 0 {
            return self.heaps(&coordinates, left.len());
        }
        (0..left.len()).try_for_each(|lane| self.lane(lane, &coordinates))
    }

    /// Parts that are heaps of the rule's own game, all of them kept in the table.
    fn heaps(&mut self, parts: &[Lanes], lanes: usize) -> Option<()> {
        // the smaller ones are there: a table grows from 0 on
        let end = self.cell.place[0];
        let table = self.cell.table.get(..usize::try_from(end).ok()?)?;
        if !parts.iter().all(|heaps| heaps.all_below(end)) {
            return None;
        }
        let marks = &mut self.state.marks;
        // what is below 0 is no heap, and no move
        let value = |heap: i64| table.get(usize::try_from(heap).ok()?).copied();
        marks.any |= (0..lanes).any(|lane| parts.iter().all(|heaps| heaps.at(lane) >= 0));
        match parts {
            [Lanes::Each(heaps)] => marks.insert_all(heaps.iter().filter_map(|&heap| value(heap))),
            parts => marks.insert_all(
                (0..lanes)
                    .filter_map(|lane| parts.iter().try_fold(0, |total, heaps| Some(total ^ value(heaps.at(lane))?))),
            ),
        }
        Some(())
    }

    fn lane(&mut self, lane: usize, coordinates: &[Lanes]) -> Option<()> {
        let place: SmallVec<[i64; 4]> = coordinates.iter().map(|lanes| lanes.at(lane)).collect();
        if place.iter().any(|&coordinate| coordinate < 0) {
            return Some(());
        }
        let (mut total, mut start) = (0, 0);
        for part in &self.alternative.parts {
            let end = start + part.coordinates.len();
            total ^= look_up(self.state, self.cell, part.game.as_ref(), &place[start..end]).ok()?;
            start = end;
        }
        self.state.marks.any = true;
        self.state.marks.insert(total);
        Some(())
    }
}
