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

use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_core::{Context, Convention, Error, Evidence, Nat, Outcome, Result, number::to_u64};

use super::Found;
use super::automaton::is_far;
use super::rule_tables::{NEAR, OFTEN, grown, order};
use super::strategy::{At, Stage, Strategy};
use super::tame::Tame;
use crate::engine::dense::DenseTable;
use crate::game::Place;
use crate::game::knowledge::{Knowledge, volume};
use crate::loopy::Value;
use crate::rule::column::NoForeign;
use crate::words::Words;

/// Tables of so many places are filled before a search is tried.
const SMALL: u64 = 1 << 16;
/// A table has so many places at most.
const LARGE: u64 = 1 << 36;
const NAME: &str = "dense table";

/// The tables of one rule.
#[derive(Debug, Default)]
pub(super) struct MisereTables(Mutex<Tables>);

#[derive(Debug, Default)]
struct Tables {
    outcomes: Option<DenseTable>,
    /// The values of normal and of misère play.
    values: Option<[DenseTable; 2]>,
    /// A table was filled so often.
    filled: u32,
    /// So many of them were found to be tame; of rules of several coordinates all or none.
    tame: usize,
    /// One was not.
    wild: bool,
    /// A table met an expression without a value, or a box that is not closed.
    unfit: bool,
}

/// May the rule be worked out by a table: does each move leave one part of the rule itself?
pub(super) fn fits(known: &Knowledge) -> bool {
    let own = |rule: &crate::rule::ir::Rule| {
        rule.alternatives.iter().all(|a| matches!(a.parts.as_slice(), [part] if part.game.is_none()))
    };
    known.rule.as_ref().is_some_and(|rule| own(rule.rule()))
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    /// Fills one table up to the corner, further where it was filled often; `false`: the rule has none.
    fn fill(table: &mut DenseTable, often: bool, at: At<'_>, corner: &[u64], cx: &Context) -> Result<bool> {
        let Some(order) = order(at.known) else { return Ok(false) };
        // one box for all that was asked so far
        let mut have = table.extents();
        have.resize(corner.len(), 0);
        let needed: Vec<u64> = corner.iter().zip(&have).map(|(n, have)| n.saturating_add(1).max(*have)).collect();
        let last = |extents: &[u64]| extents.iter().map(|n| n - 1).collect::<Vec<u64>>();
        if often && table.cover(&last(&grown(&have, &needed)), order, &NoForeign, cx).is_ok() {
            return Ok(true);
        }
        match table.cover(&last(&needed), order, &NoForeign, cx) {
            Ok(()) => Ok(true),
            Err(Error::Bad(_)) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }

    fn outcome(&mut self, at: At<'_>, corner: &[u64], cx: &Context) -> Result<Option<Outcome>> {
        let Some(rule) = at.known.rule.as_ref().filter(|_| !self.unfit) else { return Ok(None) };
        let table = match &mut self.outcomes {
            Some(table) => table,
            none => none.insert(DenseTable::new(rule.rule(), Convention::Misere)?),
        };
        if table.outcome(corner).is_none() {
            cx.enter(NAME);
            self.filled += 1;
            self.unfit = !Tables::fill(table, self.filled > OFTEN, at, corner, cx)?;
        }
        Ok(table.outcome(corner))
    }

    /// Does the table hold the place, or so much that the rest of it costs little?
    fn is_near(&self, corner: &[u64], places: u64) -> bool {
        let cells = |table: &DenseTable| table.extents().iter().fold(1, |cells: u64, &n| cells.saturating_mul(n));
        self.outcomes.as_ref().is_some_and(|table| table.outcome(corner).is_some() || places / NEAR <= cells(table))
    }

    /// The two values of a place, if all up to it are tame.
    fn tame(&mut self, at: At<'_>, corner: &[u64], cx: &Context) -> Result<Option<Tame>> {
        let Some(rule) = at.known.rule.as_ref().filter(|_| !self.unfit && !self.wild) else { return Ok(None) };
        let tables = match &mut self.values {
            Some(tables) => tables,
            none => {
                let rule = rule.rule();
                none.insert([DenseTable::new(rule, Convention::Normal)?, DenseTable::of_misere_values(rule)?])
            }
        };
        for table in &mut *tables {
            if table.value(corner).is_none() {
                cx.enter(NAME);
                self.filled += 1;
                if !Tables::fill(table, self.filled > OFTEN, at, corner, cx)? {
                    self.unfit = true;
                    return Ok(None);
                }
            }
        }
        let [normal, misere] = &*tables;
        let known = normal.values().len().min(misere.values().len());
        // a larger box has its places elsewhere
        let first = if corner.len() == 1 { self.tame } else { 0 };
        if known != self.tame {
            let both = normal.values()[first..known].iter().zip(&misere.values()[first..known]);
            self.wild = !both.into_iter().all(|(g, m)| g == m || g + m == 1);
            self.tame = known;
        }
        if self.wild {
            self.values = None;
            return Ok(None);
        }
        let values = normal.value(corner).zip(misere.value(corner));
        Ok(values.map(|(value, misere)| Tame { value: Nat::from(value), fickle: value != misere }))
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
        if stage == Stage::First && places > SMALL && !tables.is_near(&corner, places) {
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
        let tame = self.tables().tame(at, &corner, cx)?;
        Ok(tame.map(|tame| Found::new(tame, Evidence::computed(how), NAME)))
    }
}
