//! Values of a rule that no family covers: dense table or sparse memo?
//!
//! Rules whose moves run along lines of two coordinates have tables of their own (`engine/tiles.rs`). Of the others a
//! small box is filled densely, and so is one all of which is reached, as by a rook. For another the sparse memo goes
//! first, for so many options: rules that divide reach few places from a huge number. If that was not enough, and the measure was proved, the dense table takes
//! over; it computes each place once, in order, at a few nanoseconds an option. An expression that has no value at
//! some place concerns only those who can reach it: then the memo has the last word.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use grundy_core::{Context, Convention, Diagnostic, Error, Nat, Result, Spent, Stopped, number::to_u64};
use rustc_hash::FxHashMap;

use super::enlarge::{OFTEN, cells, enlarge, grown};
use super::is_refusal;
use super::sparse::{Reach, Sparse};
use crate::engine::dense::{DenseTable, Order, rows};
use crate::engine::tiles::{Grid, Moves};
use crate::engine::values::Values;
use crate::game::knowledge::{Knowledge, volume};
use crate::game::{Game, Place};
use crate::rule::column::{Foreign, Wanted};
use crate::rule::ir::OtherGame;
use crate::rule::measure::{Measure, Termination};

/// Boxes of so many places are filled densely at once.
const SMALL: u64 = 20_000;
/// The sparse memo looks at so many options before a dense table is tried.
const TRIAL: u64 = 400_000;
/// The sparse memo looks at so many options where no table fits and the budget sets no limit.
const ALONE: u64 = 2_000_000;
/// A table of heaps of a rule that may lead up is tried over so many options: some seconds.
const CHECKED: u64 = 100_000_000;
/// A whole table is laid out if so much of it is asked for.
const SHARE: u64 = 4;
/// Where the memo was tried in vain it is not tried again for places below which lie at most so many times the cells of the table.
pub(super) const NEAR: u64 = 4;
/// A table of lines is made larger than what is asked for where the budget has so many nodes left for each of them.
const ROOM: u64 = 16;
/// From so many coordinates on a box is much larger than the places of a sum.
const MANY: usize = 4;
/// A table that is so much larger than the place at hand is not filled for it.
const SCATTERED: u64 = 8;
/// A dense table has so many places at most.
pub(super) const LARGE: u64 = 1 << 36;
/// One place alone is worked without a table from so many places on …
const FAR: u64 = 1 << 23;
/// … up to so many: a minute.
const ALONE_MOST: u64 = 1 << 30;

/// Tables of one rule.
#[derive(Debug, Default)]
pub(crate) struct RuleTables {
    dense: Option<DenseTable>,
    /// It was filled so often.
    filled: u32,
    /// The moves of a rule that runs along lines, once that was looked at.
    moves: OnceCell<Option<Moves>>,
    /// Its values.
    grid: Option<Arc<Grid>>,
    /// The dense table met an expression without value, or a box that is not closed; or its trial came to no end.
    unfit: bool,
    sparse: Sparse,
    /// The memo was tried in vain.
    vain: bool,
    others: Others,
    /// Of one place too far out for a small table: its value and those of its options.
    alone: Option<FxHashMap<Place, u32>>,
}

impl RuleTables {
    /// The value of the first place that would need a large table, read off the rows as they are worked out, none of which
    /// stays; the values of its options are kept for its moves. `None`: a table does as well, or the rule needs it.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn alone(&mut self, game: &Game, known: &Knowledge, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        let (Some(rule), Some(Termination::Proved(_))) = (&known.rule, &known.termination) else { return Ok(None) };
        let far = volume(place).filter(|cells| (FAR..=ALONE_MOST).contains(cells)).is_some();
        let [Some(a), Some(b)] = [0, 1].map(|i| place.get(i).and_then(to_u64)) else { return Ok(None) };
        if !far || self.alone.is_some() || self.dense_value(place).is_some() || self.sparse.get(place).is_some() {
            return Ok(None);
        }
        if self.moves(known)?.is_none() && !self.dense(known)?.is_some_and(|table| table.goes_by_rows()) {
            return Ok(None);
        }
        let before = cx.enter("dense table");
        let mut asked: Vec<(u64, u64)> = vec![(a, b)];
        game.try_each_option(place, cx, |parts| {
            if let [part] = parts
                && let [Some(a), Some(b)] = [0, 1].map(|i| part.place.get(i).and_then(to_u64))
            {
                asked.push((a, b));
            }
            Ok(())
        })?;
        asked.sort_unstable();
        asked.dedup();
        let mut found = FxHashMap::default();
        if let Some(moves) = self.moves(known)? {
            let cells: Vec<[usize; 2]> = asked.iter().map(|&(a, b)| [a as usize, b as usize]).collect();
            let values = moves.values(&cells, cx)?;
            cx.enter(before);
            found.extend(asked.iter().zip(values).map(|(&(a, b), value)| (two(a, b), value)));
            let value = found.get(place).map(|&value| Nat::from(value));
            self.alone = Some(found);
            return Ok(value);
        }
        let mut next = asked.iter().peekable();
        let done = rows(rule.rule(), [a + 1, b + 1], Wanted::Values(Convention::Normal), cx, &mut |row, values| {
            while let Some(&(a, b)) = next.next_if(|(a, _)| *a == row) {
                found.insert(two(a, b), values[b as usize]);
            }
            Ok(())
        })?;
        cx.enter(before);
        if !done {
            return Ok(None);
        }
        let value = found.get(place).map(|&value| Nat::from(value));
        self.alone = Some(found);
        Ok(value)
    }

    fn moves(&self, known: &Knowledge) -> Result<Option<&Moves>> {
        if self.moves.get().is_none() {
            let moves = known.rule.as_ref().map_or(Ok(None), |rule| Moves::of(rule.rule()))?;
            let _ = self.moves.set(moves);
        }
        Ok(self.moves.get().and_then(Option::as_ref))
    }

    /// Does a table hold this place?
    pub(crate) fn is_dense_at(&self, place: &Place) -> bool {
        self.dense_value(place).is_some()
    }

    /// The values between two corners, if the dense table holds them.
    pub(crate) fn block(&self, from: &[u64], to: &Place) -> Option<Values> {
        let to: Vec<u64> = to.iter().map(to_u64).collect::<Option<_>>()?;
        if let (Some(grid), &[top, left], &[bottom, right]) = (&self.grid, from, &to[..])
            && grid.reaches(bottom as usize, right as usize)
        {
            let (rows, columns) = (top as usize..=bottom as usize, left as usize..=right as usize);
            return Some(Values::of_grid(Arc::clone(grid), rows, columns));
        }
        let rows = self.dense.as_ref()?.block(from, &to)?;
        Some(Values::of_words(rows.map(<[u32]>::to_vec).collect()))
    }

    /// All values between two corners, where a table is filled for them; of a rule whose moves run along lines and whose budget
    /// ends before, those of the rows and columns that were finished. `None` too where the table would be far larger than what
    /// is asked, or larger than the budget allows: others may know the cells without it.
    ///
    /// # Errors
    /// A rule that is not well-formed.
    pub(crate) fn lay_out(
        &mut self,
        known: &Knowledge,
        from: &[u64],
        to: &Place,
        cx: &Context,
    ) -> Result<Option<(Values, Option<Stopped>)>> {
        let [Some(bottom), Some(right)] = [0, 1].map(|i| to.get(i).and_then(to_u64)) else { return Ok(None) };
        let &[top, left] = from else { return Ok(None) };
        if let Some(values) = self.block(from, to) {
            return Ok(Some((values, None)));
        }
        if count(bottom, right) > LARGE || !is_worth_it([top, left], [bottom, right]) {
            return Ok(None);
        }
        let runs_along_lines = self.moves(known)?.is_some();
        // a law has no need of a table, and what grows may need a far larger one
        if !runs_along_lines && (known.law.is_some() || !known.shrinks || self.unfit) {
            return Ok(None);
        }
        let Some(order) = order(known) else { return Ok(None) };
        let stopped = match self.fill(known, to, order, cx) {
            Ok(()) => return Ok(self.block(from, to).map(|values| (values, None))),
            Err(Error::Stopped(stopped)) => stopped,
            Err(Error::Bad(_)) if !runs_along_lines => {
                self.unfit = true;
                return Ok(None);
            }
            Err(bad) => return Err(bad),
        };
        if !runs_along_lines {
            // what the table holds is read out cell by cell
            return Ok(None);
        }
        let part = self.grid.as_ref().and_then(|grid| {
            let [bottom, right] = grid.known([bottom as usize, right as usize])?;
            let (rows, columns) = (top as usize..=bottom, left as usize..=right);
            (!rows.is_empty() && !columns.is_empty()).then(|| Values::of_grid(Arc::clone(grid), rows, columns))
        });
        Ok(match part {
            None if is_refusal(&stopped) => None,
            part => Some((part.unwrap_or_else(Values::none), Some(stopped))),
        })
    }

    fn dense_value(&self, place: &Place) -> Option<Nat> {
        if let Some(&value) = self.alone.as_ref().and_then(|found| found.get(place)) {
            return Some(Nat::from(value));
        }
        if let (Some(grid), [a, b]) = (&self.grid, place.as_slice())
            && let Some(value) = grid.value(usize::try_from(a).ok()?, usize::try_from(b).ok()?)
        {
            return Some(Nat::from(value));
        }
        let table = self.dense.as_ref()?;
        let value = match place.as_slice() {
            [n] => table.value(&[to_u64(n)?]),
            [a, b] => table.value(&[to_u64(a)?, to_u64(b)?]),
            more => table.value(&more.iter().map(to_u64).collect::<Option<Vec<u64>>>()?),
        };
        value.map(Nat::from)
    }

    /// The Grundy value of a place.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn value(&mut self, game: &Game, known: &Knowledge, place: &Place, cx: &Context) -> Result<Nat> {
        if let Some(value) = self.dense_value(place) {
            return Ok(value);
        }
        if let Some(value) = self.sparse.get(place) {
            return Ok(value.clone());
        }
        let room = volume(place).filter(|&v| v <= LARGE);
        let (Some(order), Some(room), false) = (order(known), room, self.unfit) else {
            return self.sparse_alone(game, known, place, cx);
        };
        let dense = self.dense(known)?;
        let few = !dense.is_some_and(|table| table.reaches_all()) && (room > SMALL || !known.shrinks);
        let near = |table: &DenseTable| room / NEAR <= cells(&table.extents());
        if few && !(self.vain && self.dense.as_ref().is_some_and(near)) {
            if let Some(value) = self.sparse_value(game, known, place, Reach::Options(TRIAL), cx)? {
                return Ok(value);
            }
            self.vain = true;
        }
        if self.dense.as_ref().is_some_and(|table| is_scattered(&table.extents(), place, room))
            && let Some(value) = self.sparse_value(game, known, place, Reach::Options(TRIAL), cx)?
        {
            return Ok(value);
        }
        let filled = match known.termination {
            Some(Termination::Proved(_)) => self.fill(known, place, order, cx).map(Some),
            _ => cx.trial(CHECKED, |part| self.fill(known, place, order, part)),
        };
        match filled {
            Ok(Some(())) => {
                if let Some(value) = self.dense_value(place) {
                    return Ok(value);
                }
            }
            Ok(None) | Err(Error::Bad(_)) => self.unfit = true,
            Err(stopped) => return Err(stopped),
        }
        self.sparse_alone(game, known, place, cx)
    }

    /// The memo where no table fits: as far as the budget goes, or a default where it sets no limit.
    fn sparse_alone(&mut self, game: &Game, known: &Knowledge, place: &Place, cx: &Context) -> Result<Nat> {
        let most = cx.nodes_left().unwrap_or(ALONE);
        match self.sparse_value(game, known, place, Reach::Options(most), cx)? {
            Some(value) => Ok(value),
            None => {
                cx.enter("sparse memo");
                let mut needed = match self.sparse.crowd(Reach::Options(most)) {
                    Some(crowd) => format!("more than {crowd} options of one position"),
                    None => format!("a search of more than {most} options"),
                };
                // where a move enlarges a number, the places below this one are not all that is reached
                if known.shrinks || place.len() == 1 {
                    let places = volume(place).map_or_else(|| "more than 2^64".to_owned(), |v| v.to_string());
                    needed.push_str(&format!(", or a table of {places} places"));
                }
                Err(cx.stopped(Spent::Nodes, Some(needed)).into())
            }
        }
    }

    fn sparse_value(
        &mut self,
        game: &Game,
        known: &Knowledge,
        place: &Place,
        reach: Reach,
        cx: &Context,
    ) -> Result<Option<Nat>> {
        let before = cx.enter("sparse memo");
        known.running.begin();
        let result = self.sparse.value(game, place, reach, cx, &mut |part| part.game.value_at(&part.place, cx));
        cx.enter(before);
        result
    }

    /// The dense table, made when it is first asked for; `None` if there is no rule.
    fn dense(&mut self, known: &Knowledge) -> Result<Option<&mut DenseTable>> {
        if let (None, Some(rule)) = (&self.dense, &known.rule) {
            self.dense = Some(DenseTable::new(rule.rule(), Convention::Normal)?);
        }
        Ok(self.dense.as_mut())
    }

    fn fill(&mut self, known: &Knowledge, place: &Place, order: Order, cx: &Context) -> Result<()> {
        cx.enter("dense table");
        self.dense(known)?;
        let wished: Option<Vec<u64>> = place.iter().map(to_u64).collect();
        let Some(wished) = wished else { return Err(lost(cx)) };
        // twice as far in each of many coordinates is far too much
        let often = self.filled >= OFTEN && wished.len() < MANY;
        self.filled += 1;
        if let (Some(moves), &[a, b]) = (self.moves(known)?, &wished[..]) {
            // one box for all that was asked so far; larger, where place after place is asked for
            let needed = [a, b].map(|n| usize::try_from(n).unwrap_or(usize::MAX).saturating_add(1));
            let mut extents = self.grid.as_ref().map_or(needed, |grid| grid.with(needed));
            if let Some(grid) = self.grid.as_ref().filter(|_| often) {
                let larger = grown(&grid.extents().map(|n| n as u64), &extents.map(|n| n as u64));
                if cx.nodes_left().is_none_or(|left| left / ROOM > larger[0].saturating_mul(larger[1])) {
                    extents = [0, 1].map(|i| larger[i] as usize);
                }
            }
            let mut grid = None;
            let done = moves.table(extents, &mut grid, cx);
            if let Some(grid) = grid {
                // one that was cut may hold less than there is
                let old = self.grid.as_ref().map_or(0, |grid| grid.bytes());
                let kept = done.is_ok() || grid.bytes() > old;
                cx.release(if kept { old } else { grid.bytes() });
                if kept {
                    self.grid = Some(Arc::new(grid));
                }
            }
            return done;
        }
        let Some(table) = &mut self.dense else { return Err(Diagnostic::rule("there is no rule").into()) };
        enlarge(table, &wished, often, order, &self.others, cx)
    }
}

/// The order in which a table of the rule can be filled.
pub(super) fn order(known: &Knowledge) -> Option<Order> {
    match &known.termination {
        Some(Termination::Proved(Measure::Sum)) => Some(Order::Sum),
        Some(Termination::Proved(Measure::Lexicographic)) => Some(Order::Lexicographic),
        // each move is looked at as the table is filled; one that leads up makes it unfit
        Some(Termination::Running) if known.rule.as_ref().is_some_and(|rule| rule.rule().arity == 1) => {
            Some(Order::Sum)
        }
        _ => None,
    }
}

/// A claim is compared with places of many coordinates by their sum: the box of all that were asked is far larger than all of
/// them together. Would it be so with this place, below which `room` places are?
fn is_scattered(extents: &[u64], place: &Place, room: u64) -> bool {
    let sides =
        place.iter().zip(extents).map(|(n, &extent)| to_u64(n).unwrap_or(u64::MAX).saturating_add(1).max(extent));
    place.len() >= MANY && sides.fold(1, u64::saturating_mul) / SCATTERED > room
}

/// A place of two coordinates.
fn two(a: u64, b: u64) -> Place {
    [Nat::from(a), Nat::from(b)].into_iter().collect()
}

fn lost(cx: &Context) -> Error {
    cx.stopped(Spent::Nodes, None).into()
}

/// Values of other games that parts are handed to, as slices.
#[derive(Debug, Default)]
struct Others {
    heaps: RefCell<FxHashMap<u32, Arc<[u32]>>>,
}

impl Foreign for Others {
    fn heap(&self, game: &OtherGame, upto: u64, cx: &Context) -> Result<Arc<[u32]>> {
        let known = self.heaps.borrow().get(&game.id()).cloned();
        let known: Arc<[u32]> = known.unwrap_or_default();
        if known.len() as u64 > upto {
            return Ok(known);
        }
        let wished = upto.max(2 * known.len() as u64).max(64);
        let mut values = known.to_vec();
        for n in known.len() as u64..=wished {
            let at = |n: u64| self.value(game, &Game::other(game).place(Place::heap(n))?, cx);
            match at(n) {
                Ok(value) => values.push(value),
                // more was wished than asked for
                Err(_) if n > upto => break,
                Err(e) => return Err(e),
            }
        }
        let values: Arc<[u32]> = values.into();
        self.heaps.borrow_mut().insert(game.id(), Arc::clone(&values));
        Ok(values)
    }

    fn value(&self, game: &OtherGame, place: &Place, cx: &Context) -> Result<u32> {
        let value = Game::other(game).value_at(place, cx)?;
        u32::try_from(&value).map_err(|_| {
            Diagnostic::unsupported(format!("a value of {} is above 2^32 and fits no table", game.text())).into()
        })
    }
}

/// How many places there are from (0, 0) to a corner.
fn count(row: u64, column: u64) -> u64 {
    row.saturating_add(1).saturating_mul(column.saturating_add(1))
}

/// Is a good part asked for of all places up to the second corner?
pub(super) fn is_worth_it([top, left]: [u64; 2], [bottom, right]: [u64; 2]) -> bool {
    count(bottom.saturating_sub(top), right.saturating_sub(left)) >= count(bottom, right) / SHARE
}

#[cfg(test)]
mod tests;
