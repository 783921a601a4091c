//! Rules whose moves leave one part, in misère play: a table of who wins, and one of two values for sums.
//!
//! Alone such a place is judged by its options alone, as in normal play: the next player wins without a move, or with a move to
//! a place that is lost. Its sums are judged by values if it is tame; whether it is, the two tables tell: see
//! [`tame`](super::tame).
//!
//! `misere {(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}(1000,1001)`: a search opens a thousand
//! sums from each sum and ran out of memory; a table of a million outcomes takes 0.1 s.
//!
//! Cost: as the tables of values, four bytes a place.

use std::sync::{Mutex, MutexGuard};

use grundy_core::{Context, Convention, Error, Evidence, Nat, Outcome, Result, locked, number::to_u64};

use super::Found;
use super::automaton::is_far;
use super::enlarge::{OFTEN, cells, enlarge};
use super::rule_tables::{LARGE, NEAR, order};
use super::strategy::{At, Stage, Strategy};
use super::tame::Tame;
use crate::engine::dense::{DenseTable, Held, Order};
use crate::game::Place;
use crate::game::knowledge::{Knowledge, volume};
use crate::loopy::Value;
use crate::rule::column::NoForeign;
use crate::rule::ir::Rule;
use crate::words::Words;

/// Tables of so many places are filled before a search is tried.
const SMALL: u64 = 1 << 16;
const NAME: &str = "dense table";
/// Where coordinates may grow, a box that is closed under the moves may be far larger than the place: a search of what can be
/// reached goes first, and the tables for sums may cost so many nodes.
const GROWING: u64 = 1 << 20;

/// The tables of one rule.
#[derive(Debug, Default)]
pub(super) struct MisereTables(Mutex<Tables>);

#[derive(Debug, Default)]
struct Tables {
    outcomes: Option<DenseTable>,
    values: Option<BothValues>,
    /// A table was filled so often.
    filled: u32,
    /// A place was not tame, or the tables that would tell are too large.
    wild: bool,
    /// A table met an expression without a value, or a box that is not closed.
    unfit: bool,
}

/// The values of normal and of misère play, as far as they were found to be tame.
#[derive(Debug)]
struct BothValues {
    normal: DenseTable,
    misere: DenseTable,
    /// The places that were compared; of one coordinate so many.
    compared: Option<Held>,
}

/// May the rule be worked out by a table: does each move leave one part of the rule itself?
pub(super) fn fits(known: &Knowledge) -> bool {
    let own =
        |rule: &Rule| rule.alternatives.iter().all(|a| matches!(a.parts.as_slice(), [part] if part.game.is_none()));
    known.rule.as_ref().is_some_and(|rule| own(rule.rule()))
}

/// May a table have to be larger than the place?
fn grows(known: &Knowledge) -> bool {
    !known.shrinks && order(known) == Some(Order::Lexicographic)
}

/// The coordinates as a table has them.
fn corner(place: &Place) -> Option<Vec<u64>> {
    volume(place).filter(|&places| places <= LARGE)?;
    place.iter().map(to_u64).collect()
}

impl MisereTables {
    /// The tables, if the rule has any.
    pub(super) fn of(known: &Knowledge) -> Option<Self> {
        fits(known).then(MisereTables::default)
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        locked(self.0.lock())
    }
}

/// Fills a table up to the corner, further where that was often done; `false`: the rule has none.
fn fill(table: &mut DenseTable, often: bool, at: At<'_>, corner: &[u64], cx: &Context) -> Result<bool> {
    let Some(order) = order(at.known) else { return Ok(false) };
    cx.enter(NAME);
    match enlarge(table, corner, often, order, &NoForeign, cx) {
        Ok(()) => Ok(true),
        Err(Error::Bad(_)) => Ok(false),
        Err(stopped) => Err(stopped),
    }
}

impl BothValues {
    fn of(rule: &Rule) -> Result<Self> {
        let [normal, misere] = [DenseTable::new(rule, Convention::Normal)?, DenseTable::of_misere_values(rule)?];
        Ok(BothValues { normal, misere, compared: None })
    }

    /// The places that both tables hold, in the same order; `None`: they hold different ones. Of one coordinate the order is
    /// always the same.
    fn common(&self) -> Option<Held> {
        let [one, other] = [self.normal.region(), self.misere.region()];
        match (one.0.as_slice(), other.0.as_slice()) {
            (&[n], &[m]) => Some((vec![n.min(m)], None)),
            _ => (one == other).then_some(one),
        }
    }

    fn holds(&self, corner: &[u64]) -> bool {
        self.normal.value(corner).is_some() && self.misere.value(corner).is_some()
    }

    /// Are all places tame that both tables hold? Those that were compared are not compared again.
    fn are_tame(&mut self) -> bool {
        let Some(common) = self.common() else { return false };
        if self.compared.as_ref() == Some(&common) {
            return true;
        }
        let (first, end) = match (&self.compared, common.0.as_slice()) {
            (Some((before, _)), &[n]) => (before[0] as usize, n as usize),
            (None, &[n]) => (0, n as usize),
            // another box has its places elsewhere
            _ => (0, self.normal.values().len()),
        };
        self.compared = Some(common);
        let [normal, misere] = [self.normal.values(), self.misere.values()];
        normal.len() >= end
            && misere.len() >= end
            && normal[first..end].iter().zip(&misere[first..end]).all(|(g, m)| g == m || g + m == 1)
    }
}

impl Tables {
    fn outcome(&mut self, at: At<'_>, corner: &[u64], cx: &Context) -> Result<Option<Outcome>> {
        let Some(rule) = at.known.rule.as_ref().filter(|_| !self.unfit) else { return Ok(None) };
        let table = match &mut self.outcomes {
            Some(table) => table,
            none => none.insert(DenseTable::new(rule.rule(), Convention::Misere)?),
        };
        if table.outcome(corner).is_none() {
            self.filled += 1;
            self.unfit = !fill(table, self.filled > OFTEN, at, corner, cx)?;
        }
        Ok(table.outcome(corner))
    }

    /// Does the table hold the place, or so much that the rest of it costs little?
    fn is_near(&self, corner: &[u64], places: u64) -> bool {
        let near = |table: &DenseTable| places / NEAR <= cells(&table.extents());
        self.outcomes.as_ref().is_some_and(|table| table.outcome(corner).is_some() || near(table))
    }

    /// The two values of a place, if all up to it are tame.
    fn tame(&mut self, at: At<'_>, corner: &[u64], cx: &Context) -> Result<Option<Tame>> {
        let Some(rule) = at.known.rule.as_ref().filter(|_| !self.unfit && !self.wild) else { return Ok(None) };
        let values = match &mut self.values {
            // one of them was not finished
            Some(values) if values.common().is_some() => values,
            other => other.insert(BothValues::of(rule.rule())?),
        };
        if !values.holds(corner) {
            self.filled += 1;
            for table in [&mut values.normal, &mut values.misere] {
                if !fill(table, self.filled > OFTEN, at, corner, cx)? {
                    self.unfit = true;
                    return Ok(None);
                }
            }
            if values.common().is_none() {
                return Ok(None);
            }
        }
        if !values.are_tame() {
            self.wild = true;
            self.values = None;
            return Ok(None);
        }
        let found = values.normal.value(corner).zip(values.misere.value(corner));
        Ok(found.map(|(value, misere)| Tame { value: Nat::from(value), fickle: value != misere }))
    }
}

impl Strategy for MisereTables {
    fn engine(&self, _at: At<'_>) -> Option<std::borrow::Cow<'static, str>> {
        None
    }

    fn value(&self, _at: At<'_>, _cx: &Context) -> Result<Option<Found<Value>>> {
        Ok(None)
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some(corner) = corner(at.place) else { return Ok(None) };
        let mut tables = self.tables();
        let places = volume(at.place).unwrap_or(u64::MAX);
        if stage == Stage::First && (places > SMALL || grows(at.known)) && !tables.is_near(&corner, places) {
            return Ok(None);
        }
        let how = Words::new(
            "a table of who wins at all places up to this one, computed from the rule",
            "由规则算出的、到此局面为止的全部胜负的表",
        );
        let outcome = tables.outcome(at, &corner, cx)?;
        Ok(outcome.map(|outcome| Found::new(outcome, Evidence::computed(how), NAME)))
    }

    fn tame(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Tame>>> {
        let Some(corner) = corner(at.place).filter(|_| !is_far(at.place)) else { return Ok(None) };
        let how = Words::new(
            "tables of the values of normal and of misère play up to this place, computed from the rule",
            "由规则算出的、到此局面为止的普通值与反常值的表",
        );
        let mut tables = self.tables();
        let tame = if grows(at.known) {
            let tried = cx.trial(GROWING, |part| tables.tame(at, &corner, part))?;
            tables.wild |= tried.is_none();
            tried.flatten()
        } else {
            tables.tame(at, &corner, cx)?
        };
        Ok(tame.map(|tame| Found::new(tame, Evidence::computed(how), NAME)))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::Outcome::{Next, Previous};

    use super::*;
    use crate::{Session, SolveOptions};

    #[test]
    fn a_search_goes_before_tables_that_would_have_to_grow() {
        for (text, expected) in [
            ("misere {(a,b) -> (a-k,j+a) for k in 1.. for j in 1..}(2,2)", Next),
            ("misere {(a,b) -> (a-k,j+a) for k in 1.. for j in 1..}(1,1)", Previous),
            ("misere {(a,b) -> (a-1,b+j) for j in 1..2}(1,1)", Previous),
            ("misere {(a,b) -> (a-1,b+j) for j in 1..2}(2,1)", Next),
        ] {
            let cx = Context::default();
            let position = Session::new().position(text).unwrap();
            let answer = position.solve_with(&SolveOptions::default(), &cx).unwrap();
            assert_eq!(answer.outcome, Some(expected), "{text}");
            assert!(cx.nodes() < 10_000, "{text}: {}", cx.nodes());
        }
    }
}
