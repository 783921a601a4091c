//! Labels to learn from: P-positions and values computed one by one.

use super::engine::{Built, Obstacle};
use super::marking::Marking;
use super::moves::Moves;
use crate::context::Context;
use crate::engine::dense::{DenseTable, Order};
use crate::error::Error;
use crate::outcome::{Convention, Outcome};
use crate::rule::column::NoForeign;
use crate::rule::ir::Rule;

/// Cells of a table at most, for one coordinate and for more: each costs as much as it has options.
const TABLE: [u64; 2] = [1 << 14, 1 << 18];
/// Cells of a box for marking, likewise: each P-position costs as much as there are positions with a move to it.
const MARKED: [u64; 2] = [1 << 17, 1 << 24];

/// A set of tuples of which a part is known.
pub trait Labels {
    /// The number of coordinates.
    fn tracks(&self) -> usize;

    /// Is the tuple in the set? `None` where it is not known.
    fn label(&self, tuple: &[u64]) -> Option<bool>;

    /// Makes the label of this tuple known, if at most so many cells (positions) have to be held; `false` otherwise.
    ///
    /// # Errors
    /// A spent budget.
    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool>;
}

/// The P-positions of a rule whose moves leave one part, in normal or misère play.
#[derive(Debug)]
pub struct Kernel {
    arity: usize,
    limit: u64,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Marking(Marking),
    Table(Box<DenseTable>),
}

impl Kernel {
    /// Nothing is computed yet. The moves are those of the rule.
    ///
    /// # Errors
    /// A rule that is not well-formed; misère play of a rule that splits.
    pub fn new(rule: &Rule, moves: &Moves, convention: Convention) -> crate::Result<Self> {
        let marking = if convention == Convention::Normal { Marking::new(moves) } else { None };
        let source = match marking {
            Some(marking) => Source::Marking(marking),
            None => Source::Table(Box::new(DenseTable::new(rule, convention)?)),
        };
        Ok(Kernel { arity: rule.arity, limit: 0, source })
    }
}

impl Labels for Kernel {
    fn tracks(&self) -> usize {
        self.arity
    }

    fn label(&self, tuple: &[u64]) -> Option<bool> {
        match &self.source {
            Source::Marking(marking) => marking.is_p(tuple),
            Source::Table(table) => table.outcome(tuple).map(|o| o == Outcome::Previous),
        }
    }

    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        let most = match &self.source {
            Source::Marking(_) => MARKED,
            Source::Table(_) => TABLE,
        };
        let Some(limit) = larger(self.limit, tuple, self.arity, cells.min(most[usize::from(self.arity > 1)])) else {
            return Ok(false);
        };
        let done = match &mut self.source {
            Source::Marking(marking) => marking.fill(limit, cx).map_err(Obstacle::from).map(|()| true)?,
            Source::Table(table) => cover(table, limit, self.arity, cx)?,
        };
        if done {
            self.limit = limit;
        }
        Ok(done)
    }
}

/// The value relation {(v, g)} of a rule.
#[derive(Debug)]
pub struct Values {
    arity: usize,
    limit: u64,
    table: DenseTable,
}

impl Values {
    /// Nothing is computed yet.
    ///
    /// # Errors
    /// A rule that is not well-formed.
    pub fn new(rule: &Rule) -> crate::Result<Self> {
        Ok(Values { arity: rule.arity, limit: 0, table: DenseTable::new(rule, Convention::Normal)? })
    }
}

impl Labels for Values {
    fn tracks(&self) -> usize {
        self.arity + 1
    }

    fn label(&self, tuple: &[u64]) -> Option<bool> {
        let (value, place) = tuple.split_last()?;
        self.table.value(place).map(|v| u64::from(v) == *value)
    }

    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        let Some((_, place)) = tuple.split_last() else { return Ok(false) };
        let cells = cells.min(TABLE[usize::from(self.arity > 1)]);
        let Some(limit) = larger(self.limit, place, self.arity, cells) else { return Ok(false) };
        let done = cover(&mut self.table, limit, self.arity, cx)?;
        if done {
            self.limit = limit;
        }
        Ok(done)
    }
}

/// A limit of coordinates that holds the place: twice the old one, or what is needed, or what may be held.
fn larger(limit: u64, place: &[u64], arity: usize, cells: u64) -> Option<u64> {
    let needed = place.iter().max()?.checked_add(1)?;
    let fits = |limit: u64| limit.checked_pow(arity as u32).is_some_and(|c| c <= cells);
    if !fits(needed) || needed <= limit {
        return None;
    }
    let generous = (2 * limit).max(needed).max(16);
    Some(if fits(generous) { generous } else { needed })
}

/// Fills a table in one order or the other; `false` if it cannot be filled. A spent budget ends everything.
fn cover(table: &mut DenseTable, limit: u64, arity: usize, cx: &Context) -> Built<bool> {
    let corner = vec![limit - 1; arity];
    for order in [Order::Sum, Order::Lexicographic] {
        match table.cover(&corner, order, &NoForeign, cx) {
            Ok(()) => return Ok(true),
            Err(Error::Stopped(stopped)) => return Err(Obstacle::Stopped(stopped)),
            Err(Error::Bad(_)) => {}
        }
    }
    Ok(false)
}
