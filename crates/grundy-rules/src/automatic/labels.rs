//! Labels to learn from: P-positions and values computed one by one, by marking or by tables.

use grundy_automata::marking::Marking;
use grundy_automata::search::{Labels, larger_box};
use grundy_automata::{Built, Moves, Obstacle};
use grundy_core::{Context, Convention, Error, Outcome, Result};

use crate::engine::dense::{DenseTable, Order};
use crate::rule::column::NoForeign;
use crate::rule::ir::Rule;

/// Cells of a table at most, for one coordinate and for more: each costs as much as it has options.
const TABLE: [u64; 2] = [1 << 14, 1 << 18];

/// The P-positions of a rule whose moves leave one part, in normal or misère play. The moves are those of the rule.
///
/// # Errors
/// A rule that is not well-formed; misère play of a rule that splits.
pub fn kernel(rule: &Rule, moves: &Moves, convention: Convention) -> Result<Box<dyn Labels>> {
    let marking = if convention == Convention::Normal { Marking::new(moves) } else { None };
    Ok(match marking {
        Some(marking) => Box::new(marking),
        None => Box::new(Kernel(Table::new(rule, convention)?)),
    })
}

/// The value relation {(v, g)} of a rule.
///
/// # Errors
/// A rule that is not well-formed.
pub fn values(rule: &Rule) -> Result<Box<dyn Labels>> {
    Ok(Box::new(Values(Table::new(rule, Convention::Normal)?, None)))
}

/// The same with this number in place of larger values.
///
/// # Errors
/// As [`values`].
pub(crate) fn values_below(rule: &Rule, most: u32) -> Result<Box<dyn Labels>> {
    Ok(Box::new(Values(Table::new(rule, Convention::Normal)?, Some(most))))
}

#[derive(Debug)]
struct Kernel(Table);

impl Labels for Kernel {
    fn tracks(&self) -> usize {
        self.0.arity
    }

    fn label(&self, tuple: &[u64]) -> Option<bool> {
        self.0.table.outcome(tuple).map(|o| o == Outcome::Previous)
    }

    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        self.0.extend(tuple, cells, cx)
    }
}

#[derive(Debug)]
struct Values(Table, Option<u32>);

impl Labels for Values {
    fn tracks(&self) -> usize {
        self.0.arity + 1
    }

    fn label(&self, tuple: &[u64]) -> Option<bool> {
        let (value, place) = tuple.split_last()?;
        self.0.table.value(place).map(|v| u64::from(v.min(self.1.unwrap_or(u32::MAX))) == *value)
    }

    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        let Some((_, place)) = tuple.split_last() else { return Ok(false) };
        self.0.extend(place, cells, cx)
    }
}

/// A table is not filled beyond so many nodes; of many coordinates, each of whose places may have thousands of options, not beyond
/// so many.
const NODES: u64 = 1 << 29;
const NODES_OF_MANY: u64 = 1 << 24;
const MANY: usize = 4;

/// A dense table that grows as it is asked.
#[derive(Debug)]
struct Table {
    arity: usize,
    limit: u64,
    table: DenseTable,
}

impl Table {
    fn new(rule: &Rule, convention: Convention) -> Result<Self> {
        Ok(Table { arity: rule.arity, limit: 0, table: DenseTable::new(rule, convention)? })
    }

    /// Fills the table in one order or the other; `false` if it cannot be filled. A spent budget ends everything.
    fn extend(&mut self, place: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        let cells = cells.min(TABLE[usize::from(self.arity > 1)]);
        let Some(limit) = larger_box(self.limit, place, cells) else { return Ok(false) };
        let corner = vec![limit - 1; self.arity];
        let nodes = if self.arity < MANY { NODES } else { NODES_OF_MANY };
        for order in [Order::Sum, Order::Lexicographic] {
            match cx.trial(nodes, |part| self.table.cover(&corner, order, &NoForeign, part)) {
                Ok(Some(())) => {
                    self.limit = limit;
                    return Ok(true);
                }
                Ok(None) => return Ok(false),
                Err(Error::Stopped(stopped)) => return Err(Obstacle::Stopped(stopped)),
                Err(Error::Bad(_)) => {}
            }
        }
        Ok(false)
    }
}
