//! Rules compiled to loops over tables: a column of options at a time.
//!
//! In `{n -> a & n-a for a in 1.. if a < n-a}` the options of n = 10 are the values at 1, 2, 3, 4 joined by xor with
//! those at 9, 8, 7, 6: one slice read upwards, one downwards. That is what this module makes of every alternative
//! whose innermost loop is a plain range (or a fixed list) and whose parts and guards are linear in its variable:
//! bounds first (the module `affine`), then a loop over `start + stride·i` without tests. Where parts or guards are not
//! linear, as in `{n -> n%k for k in 1..n}`, they are worked out for a block of members at a time (the module `blocks`); all
//! else member by member, with the same result and the same faults.
//!
//! Whether parts come earlier in the order of evaluation is tested at both ends of a loop, which is enough: both the
//! sum of the coordinates and the row-major index are linear in between.
//!
//! Cost: about one nanosecond an option in a loop over slices, 3 to 20 in blocks, 10 to 30 for a fixed step, 80 to
//! 150 for an option worked out by itself. Measured figures stand with the engine that
//! runs it (`engine/dense.rs`).

mod blocks;
mod foreign;
mod marks;
mod plan;
mod rays;
mod row;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::outcome::Convention;
use grundy_core::{Context, Diagnostic, Error, Int, Nat, Result, Stopped};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::affine::Form;
use super::bands;
use super::eval::{Prepared, all};
use super::ir::{OtherGame, Rule};
use super::members::Scope;
use super::trouble::{Step, Trouble};
use crate::place::{Place, Shape};
pub use foreign::{Foreign, NoForeign};
use marks::Marks;
use plan::{List, Plan, Source};
use rays::{Ray, Sight};
use row::Row;

/// How places lie in the table: `index = Σ stride · coordinate`, row-major.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// How many values each coordinate has.
    pub extents: SmallVec<[i64; 2]>,
    pub(crate) strides: SmallVec<[i64; 2]>,
    /// Are the places worked out by increasing sum? Otherwise by increasing index.
    pub by_sum: bool,
    /// So many values of the first coordinate are kept, the last ones; 0: all.
    pub kept: i64,
}

impl Layout {
    /// Where the place lies; it must be in the table.
    #[inline]
    #[must_use]
    pub fn index(&self, place: &[i64]) -> usize {
        let index = place.iter().zip(&self.strides).map(|(c, s)| c * s).sum::<i64>();
        if self.kept == 0 { index as usize } else { (index % (self.kept * self.strides[0])) as usize }
    }

    fn holds(&self, place: &[i64]) -> bool {
        place.iter().zip(&self.extents).all(|(c, extent)| (0..*extent).contains(c))
    }
}

/// The place whose options are wanted, and what is known so far.
pub struct Cell<'a> {
    /// How the table lies.
    pub layout: &'a Layout,
    /// The values so far, in that order.
    pub table: &'a [u32],
    /// The place.
    pub place: &'a [i64],
    /// Values of other games.
    pub foreign: &'a dyn Foreign,
    /// The budget.
    pub cx: &'a Context,
}

impl fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").field("layout", &self.layout).field("place", &self.place).finish_non_exhaustive()
    }
}

impl Cell<'_> {
    /// The index of an own part, if it comes earlier and lies in the table.
    #[inline]
    fn locate(&self, part: &[i64]) -> Step<usize> {
        let earlier = if self.layout.by_sum {
            // an own part may lie far beyond any table
            part.iter().fold(0_i64, |sum, c| sum.saturating_add(*c)) < self.place.iter().sum()
        } else {
            part < self.place
        };
        if earlier && self.layout.holds(part) {
            return Ok(self.layout.index(part));
        }
        let place = part.into();
        Err(if earlier { Trouble::Outside(place) } else { Trouble::NotSmaller(place) })
    }
}

/// What a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Grundy values; in misère play a position without moves has 1 in place of 0.
    Values(Convention),
    /// 1 for an N-position, 0 for a P-position.
    Outcomes(Convention),
}

/// A rule compiled for tables.
#[derive(Debug, Clone)]
pub struct Column {
    prepared: Prepared,
    plans: Vec<Plan>,
    state: State,
    /// For each alternative that is a ray what its lines have seen.
    sights: Vec<(usize, Sight)>,
    /// Are there only rays whose lines are seen whole, from every cell?
    plain: bool,
    /// Bytes of the lines that the budget does not know of yet; below 0 what it may have back.
    unasked: i64,
    /// Bytes of the lines that it knows of.
    asked: u64,
}

/// Rules of so many rays are worked out without lists.
const FEW: usize = 6;

/// 1 for N, 0 for P: is there a move, and one to a P-position?
fn outcome(convention: Convention, any: bool, to_previous: bool) -> u32 {
    u32::from(to_previous || (convention == Convention::Misere && !any))
}

/// What one step takes from two coordinates, and how many steps there are at most: the least of
/// (constant + times · coordinates) / divisor.
pub(crate) type BoundedRay = ([usize; 2], Vec<(i64, [i64; 2], i64)>);

/// The lines ask for memory in pieces of this size.
const PIECE: i64 = 64 << 10;

/// What changes while a column runs.
#[derive(Debug, Clone)]
pub struct State {
    marks: Marks,
    lists: Vec<List>,
    /// Values of other one-heap games, by the game's number.
    heaps: FxHashMap<u32, Arc<[u32]>>,
    /// Base and slope of each coordinate of each part.
    lines: Vec<(i64, i64)>,
    work: u64,
}

/// The coordinates of which each smaller value can be reached at once, whatever the others are.
#[must_use]
pub fn free_coordinates(prepared: &Prepared) -> Vec<usize> {
    let ways = prepared.rule.alternatives.iter().zip(&prepared.ways).filter(|(_, way)| way.guards(0, false).is_empty());
    let axis = |(alternative, way)| Ray::of(prepared.rule.arity, alternative, way)?.whole_axis();
    let mut free: Vec<usize> = ways.filter_map(axis).collect();
    free.sort_unstable();
    free.dedup();
    free
}

impl Column {
    /// Compiles a rule; a band of moves (the module `bands`) becomes loops side by side. Linear in its size.
    ///
    /// # Errors
    /// As [`Prepared::new`].
    pub fn new(rule: &Rule) -> Result<Self> {
        let prepared = Prepared::new(&bands::apart(rule))?;
        let mut lists = Vec::new();
        let plans = prepared
            .rule
            .alternatives
            .iter()
            .zip(&prepared.ways)
            .map(|(alternative, way)| Plan::new(rule.arity, alternative, way, &mut lists))
            .collect();
        let state = State { marks: Marks::new(), lists, heaps: FxHashMap::default(), lines: Vec::new(), work: 0 };
        Ok(Column { prepared, plans, state, sights: Vec::new(), plain: false, unasked: 0, asked: 0 })
    }

    /// Can every place that is nowhere larger be reached from any place?
    #[must_use]
    pub fn reaches_all(&self) -> bool {
        let ways = self.plans.iter().zip(&self.prepared.ways).filter(|(_, way)| way.guards(0, false).is_empty());
        let axes: Vec<usize> = ways.filter_map(|(plan, _)| plan.ray.as_ref()?.whole_axis()).collect();
        (0..self.rule().arity).all(|axis| axes.contains(&axis))
    }

    /// What rays and single steps take from two coordinates, if there are no other moves, none of them under a condition.
    pub(crate) fn rays_and_steps(&self) -> Option<(Vec<BoundedRay>, Vec<[usize; 2]>)> {
        let pair = |taken: &[i64], sign: i64| match *taken {
            [a, b] => Some([usize::try_from(sign * a).ok()?, usize::try_from(sign * b).ok()?]),
            _ => None,
        };
        let (mut rays, mut steps) = (Vec::new(), Vec::new());
        for (plan, way) in self.plans.iter().zip(&self.prepared.ways) {
            match (&plan.jump, &plan.ray) {
                (Some(jump), _) => steps.push(pair(jump, -1).filter(|step| *step != [0, 0])?),
                (None, Some(ray)) if way.guards(0, false).is_empty() => {
                    let (taken, bounds) = ray.unbroken()?;
                    let bounds = bounds.iter().map(|(form, divisor)| {
                        let Form::Linear { constant, terms } = form else { return None };
                        let mut times = [0; 2];
                        terms.iter().try_for_each(|&(i, by)| times.get_mut(i).map(|times| *times += by))?;
                        Some((*constant, times, *divisor))
                    });
                    rays.push((pair(taken, 1)?, bounds.collect::<Option<Vec<_>>>()?));
                }
                _ => return None,
            }
        }
        Some((rays, steps))
    }

    /// A table of this layout begins, of which nothing is worked out.
    ///
    /// # Errors
    /// The memory budget.
    pub fn begin(&mut self, layout: &Layout, cx: &Context) -> Result<()> {
        self.end(cx);
        for (which, plan) in self.plans.iter().enumerate() {
            if let Some(sight) = plan.ray.as_ref().and_then(|ray| Sight::new(ray, layout)) {
                cx.reserve(sight.bytes())?;
                self.asked += sight.bytes();
                self.sights.push((which, sight));
            }
        }
        let whole = |(which, sight): &(usize, Sight)| {
            sight.is_whole() && self.prepared.ways[*which].guards(0, false).is_empty()
        };
        self.plain = (1..=FEW).contains(&self.sights.len())
            && self.sights.len() == self.plans.len()
            && self.sights.iter().all(whole);
        Ok(())
    }

    /// How many values of the first coordinate back single steps lead, if all other moves are rays; `None`: others need
    /// the whole table.
    pub(crate) fn looks_back(&self) -> Option<i64> {
        self.plans.iter().try_fold(0, |back: i64, plan| match (&plan.jump, &plan.ray) {
            (Some(jump), _) => Some(back.max(jump[0].checked_neg().filter(|&back| back >= 0)?)),
            (None, Some(ray)) => Some(back.max(ray.looks_back()?)),
            (None, None) => None,
        })
    }

    /// Is every ray worked out by what its lines have seen, without a look at the table?
    pub(crate) fn sees_all_rays(&self) -> bool {
        let rays = self.plans.iter().filter(|plan| plan.ray.is_some()).count();
        self.sights.len() == rays && self.sights.iter().all(|(_, sight)| sight.is_numbered())
    }

    /// The table is done: what lines have seen is not needed any more.
    pub fn end(&mut self, cx: &Context) {
        self.sights.clear();
        cx.release(std::mem::take(&mut self.asked));
        self.unasked = 0;
    }

    /// What the table holds for the next cell; a misère player without a move wins.
    /// With a trouble comes the number of the alternative.
    ///
    /// # Errors
    /// An expression without value, an option outside the table, or the budget is spent.
    pub fn value(&mut self, cell: &Cell<'_>, wanted: Wanted) -> Result<u32, (usize, Trouble)> {
        if self.sights.is_empty() {
            let marks = self.mark(cell)?;
            return Ok(match wanted {
                // `mark` leaves a slot free
                Wanted::Values(Convention::Misere) if !marks.any => 1,
                Wanted::Values(_) => marks.mex().unwrap_or(0),
                Wanted::Outcomes(convention) => outcome(convention, marks.any, marks.contains_zero()),
            });
        }
        if self.unasked.abs() >= PIECE {
            self.account(cell.cx).map_err(|stopped| (0, stopped.into()))?;
        }
        if self.plain && wanted == Wanted::Values(Convention::Normal) {
            return self.plain_value(cell).map_err(|stopped| (0, stopped.into()));
        }
        let mut through: SmallVec<[usize; 4]> = SmallVec::new();
        let mut looks: SmallVec<[bool; 4]> = SmallVec::new();
        for (which, sight) in &mut self.sights {
            let guards = self.prepared.ways[*which].guards(0, false);
            let looks_along =
                guards.is_empty() || holds(&self.prepared, *which, cell).map_err(|trouble| (*which, trouble))?;
            looks.push(looks_along);
            let line = sight.line(cell.place, cell.layout).map_err(|trouble| (*which, trouble))?;
            through.push(line);
            if let Some(place) = sight.comes_into_sight(cell.place) {
                self.unasked += sight.enter(line, cell.table[cell.layout.index(&place)]) as i64;
            }
        }
        let others = self.sights.len() < self.plans.len();
        let value = loop {
            if others {
                self.mark(cell)?;
            } else {
                cell.cx.tick(self.sights.len() as u64).map_err(|stopped| (0, stopped.into()))?;
                self.state.marks.clear();
            }
            let marks = &self.state.marks;
            let seen = self.sights.iter().zip(&through).zip(&looks).filter(|(_, looks)| **looks);
            let lines: SmallVec<[&rays::Line; 4]> = seen.map(|(((_, sight), &line), _)| sight.at(line)).collect();
            let any = || marks.any || lines.iter().any(|line| line.any());
            let convention = match wanted {
                Wanted::Outcomes(convention) => {
                    let to_previous = marks.contains_zero() || lines.iter().any(|line| line.word(0) & 1 == 1);
                    break outcome(convention, any(), to_previous);
                }
                Wanted::Values(convention) => convention,
            };
            if convention == Convention::Misere && !any() {
                break 1;
            }
            let mut index = lines.iter().map(|line| line.front()).max().unwrap_or(0);
            let free = loop {
                let mut union = lines.iter().fold(0, |union, line| union | line.word(index));
                while others && union != u64::MAX && marks.contains(64 * index + union.trailing_ones() as usize) {
                    union |= union + 1;
                }
                if union != u64::MAX {
                    break 64 * index + union.trailing_ones() as usize;
                }
                index += 1;
            };
            if !others || free < self.state.marks.stamps.len() {
                break free as u32;
            }
            // marks beyond the slots were left out
            self.state.marks.stamps.resize((free + 1).next_power_of_two(), 0);
        };
        for ((_, sight), &line) in self.sights.iter_mut().zip(&through).filter(|((_, sight), _)| !sight.is_shifted()) {
            self.unasked += sight.enter(line, value) as i64;
        }
        Ok(value)
    }

    /// The budget hears of what the lines have taken, or get back.
    fn account(&mut self, cx: &Context) -> Result<(), Stopped> {
        let bytes = std::mem::take(&mut self.unasked);
        if bytes > 0 {
            cx.reserve(bytes as u64)?;
            self.asked += bytes as u64;
        } else {
            let back = bytes.unsigned_abs().min(self.asked);
            cx.release(back);
            self.asked -= back;
        }
        Ok(())
    }

    /// The value of a cell that sees whole lines and nothing else.
    fn plain_value(&mut self, cell: &Cell<'_>) -> Result<u32, Stopped> {
        cell.cx.tick(self.sights.len() as u64)?;
        let mut through = [0; FEW];
        let mut index = 0;
        for (line, (_, sight)) in through.iter_mut().zip(&mut self.sights) {
            *line = sight.number(cell.place, cell.layout);
            index = index.max(sight.at(*line).front());
        }
        let value = loop {
            let seen = through.iter().zip(&self.sights).fold(0, |seen, (&line, (_, s))| seen | s.at(line).word(index));
            if seen != u64::MAX {
                break (64 * index) as u32 + seen.trailing_ones();
            }
            index += 1;
        };
        for (&line, (_, sight)) in through.iter().zip(&mut self.sights) {
            self.unasked += sight.see(line, value, cell.place, cell.layout);
        }
        Ok(value)
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.prepared.rule
    }

    /// A trouble of the alternative with this number as an error.
    #[must_use]
    pub fn explain(&self, which: usize, trouble: Trouble, place: &[i64]) -> Error {
        let place: Vec<Int> = place.iter().map(|&c| Int::from(c)).collect();
        self.prepared.explain(which, trouble, &place)
    }

    /// Marks the values of all options but those along lines; with a trouble comes the number of the alternative.
    fn mark(&mut self, cell: &Cell<'_>) -> Result<&Marks, (usize, Trouble)> {
        loop {
            self.state.marks.clear();
            self.state.work = 1;
            for which in 0..self.plans.len() {
                if self.sights.iter().any(|(ray, _)| *ray == which) {
                    continue;
                }
                self.mark_alternative(which, cell).map_err(|trouble| (which, trouble))?;
            }
            cell.cx.tick(self.state.work).map_err(|stopped| (0, stopped.into()))?;
            if self.state.marks.mex().is_some() {
                return Ok(&self.state.marks);
            }
            let slots = self.state.marks.stamps.len() * 2;
            self.state.marks.stamps.resize(slots, 0);
        }
    }

    fn mark_alternative(&mut self, which: usize, cell: &Cell<'_>) -> Step<()> {
        if let Some(jump) = &self.plans[which].jump {
            return match self.state.jump(jump, cell) {
                Err(Trouble::Large) => self.mark_large(which, cell),
                outcome => outcome,
            };
        }
        let alternative = &self.prepared.rule.alternatives[which];
        let arity = cell.place.len();
        let size = cell.place.iter().sum();
        let mut values: SmallVec<[i64; 8]> = cell.place.into();
        values.resize(arity + alternative.loops.len(), 0);
        let mut row = Row {
            arity,
            alternative,
            way: &self.prepared.ways[which],
            plan: &self.plans[which],
            cell,
            scope: &Scope { size: &size, cx: cell.cx },
            state: &mut self.state,
            values: SmallVec::new(),
        };
        match row.enter(0, &mut values, false) {
            Err(Trouble::Large) => self.mark_large(which, cell),
            outcome => outcome.map(|_| ()),
        }
    }

    /// Over big integers, where machine words do not do.
    fn mark_large(&mut self, which: usize, cell: &Cell<'_>) -> Step<()> {
        let place: Vec<Nat> = cell.place.iter().map(|&c| Nat::from(c as u64)).collect();
        let (prepared, state) = (&self.prepared, &mut self.state);
        let mut trouble = None;
        let outcome = prepared.options_of(which, &place, cell.cx, &mut |_, parts| {
            let mut total = 0;
            for (game, part) in parts {
                // no table reaches i64::MAX, so that stands for all beyond
                let part: SmallVec<[i64; 4]> = part.iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX / 4)).collect();
                match look_up(state, cell, *game, &part) {
                    Ok(value) => total ^= value,
                    Err(t) => {
                        trouble = Some(t);
                        return ControlFlow::Break(());
                    }
                }
            }
            state.marks.any = true;
            state.marks.insert(total);
            ControlFlow::Continue(())
        });
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok(outcome.map(|_| ())?),
        }
    }
}

impl State {
    fn jump(&mut self, jump: &[i64], cell: &Cell<'_>) -> Step<()> {
        self.work += 1;
        let mut place: SmallVec<[i64; 4]> = SmallVec::new();
        for (coordinate, step) in cell.place.iter().zip(jump) {
            match coordinate.checked_add(*step) {
                Some(coordinate) if coordinate >= 0 => place.push(coordinate),
                Some(_) => return Ok(()),
                None => return Err(Trouble::Large),
            }
        }
        let value = cell.table[cell.locate(&place)?];
        self.marks.any = true;
        self.marks.insert(value);
        Ok(())
    }
}

/// Do the guards of a ray hold at the cell? What has no value in machine words is looked at again over big integers, and
/// together with the range.
fn holds(prepared: &Prepared, which: usize, cell: &Cell<'_>) -> Step<bool> {
    match all(prepared.ways[which].guards(0, false), cell.place, cell.cx) {
        Err(Trouble::Large | Trouble::Fault(_)) => {
            let place: Vec<Int> = cell.place.iter().map(|&c| Int::from(c)).collect();
            prepared.begins(which, &place, cell.cx)
        }
        told => told,
    }
}

/// The value of a part.
#[inline]
fn look_up(state: &mut State, cell: &Cell<'_>, game: Option<&OtherGame>, part: &[i64]) -> Step<u32> {
    let Some(game) = game else { return Ok(cell.table[cell.locate(part)?]) };
    if game.shape() == Shape::Heap && part.len() == 1 {
        let index = part[0] as usize;
        extend_heap(state, cell, game, index)?;
        return Ok(state.heaps[&game.id()][index]);
    }
    let mut place = part.iter().map(|&c| Nat::from(c as u64)).collect();
    if !game.takes_all() {
        place = game.put(place)?;
    }
    Ok(cell.foreign.value(game, &place, cell.cx)?)
}

/// Heaps handed over may be so large in any case, and so many times the place else: what lies further off needs no slice
/// of all values below it.
const NEAR: usize = 1 << 16;
const TIMES: usize = 4;

fn extend_heap(state: &mut State, cell: &Cell<'_>, game: &OtherGame, index: usize) -> Step<()> {
    let known = state.heaps.get(&game.id()).map_or(0, |values| values.len());
    if index < known {
        return Ok(());
    }
    let size = cell.place.iter().fold(0_i64, |sum, c| sum.saturating_add(*c));
    if index > NEAR.max(usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(TIMES)) {
        let message = format!("{} at {index} is too far off for a table", game.text());
        return Err(Error::from(Diagnostic::unsupported(message)).into());
    }
    // half as much again, so that a growing table does not ask for each value
    let wished = index.max(known + known / 2);
    if !game.takes_all() {
        game.put(Place::heap(index as u64))?;
    }
    let values = cell.foreign.heap(game, wished as u64, cell.cx)?;
    if values.len() <= index {
        let message = format!("no value of {} at {index}", game.text());
        return Err(Error::from(Diagnostic::unsupported(message)).into());
    }
    state.heaps.insert(game.id(), values);
    Ok(())
}
