//! Dense tables: the value of every place up to a bound, each worked out once, earlier places first.
//!
//! `{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}` up to (1,2): the values of (0,0), (0,1), (0,2) are 0 1 2,
//! those of (1,0), (1,1), (1,2) are 1 2 0.
//!
//! The Grundy value of a place is the mex of the values of its options, an option's value the xor of its parts
//! (Sprague 1935, Grundy 1939); so an order in which every part comes earlier is all that is needed. That it does is
//! tested while running, for every move; a measure proved beforehand is not relied on.
//!
//! **Order.** By row-major index, if every part is lexicographically smaller and inside the box below the place asked
//! for. Otherwise by increasing sum in that box. Rules in which a coordinate may grow (`(x+1,y-2)`) are worked out
//! for all places of no larger sum. Rules that only decrease lexicographically get a larger box, up to a limit.
//!
//! **Cost.** Four bytes a place (rules of growing coordinates: (sum+1)^arity places). In time the number of options, but
//! for moves along a line, which cost a few words whatever their number (`rule/column/rays.rs`). Measured, release build,
//! one core, against hand-written loops with bounds checks: Grundy's game in braces to 3000 in 1.4 ms (0.9 times the
//! hand-written loop), the strips 1, 5, 1 to 1000 in 1 ms, hyper knights 500×500 (all sums to 998) in 0.12 s, floor
//! division by 2 … 6 to 10^5 in 60 ms (no linear parts); in blocks, `{n -> n%k for k in 1..n}` to 5000 in 60 ms (12.5 million
//! options; 1.6 s one by one) and `{n -> a & n-a for a in 1..n-1 if a*(n-a) % 5 = 1}` in 0.1 s (1.6).
//!
//! A table holds every place of its region, reached or not: a fault or a move that does not decrease fails the table
//! even where play never comes. A sparse search may then still have an answer.

mod rows;
mod steps;

use std::mem;

use grundy_core::{Context, Convention, Diagnostic, Error, Outcome, Result, Spent};
use rows::MOST_ROWS;

use crate::rule::column::{Cell, Column, Foreign, Layout, Wanted};
use crate::rule::ir::Rule;
use crate::rule::trouble::Trouble;
pub use rows::rows;
use steps::{first_of_sum, next_in_box, next_of_sum, strides};

/// The measure in which every part is known, or hoped, to be smaller than its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The sum of the coordinates.
    Sum,
    /// Lexicographically, the first coordinate first.
    Lexicographic,
}

/// Which places a table holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region {
    /// So many values of each coordinate, from 0.
    Box(Vec<u64>),
    /// All places of this sum or less.
    Sum(u64),
}

/// The places of a table: so many values of each coordinate, of a region by sum up to this sum. Tables of one rule that hold
/// the same places have them in the same order.
pub type Held = (Vec<u64>, Option<i64>);

/// How often a box is enlarged before the engine gives up.
const ENLARGEMENTS: usize = 12;
/// It may hold so many times the cells of the first one, or so many: rules such as `(a-i,b+i)` fit into no box.
const ENLARGED: u64 = 64;
const SMALL: u64 = 1 << 22;
/// Progress is told once in so many places.
const REPORT_EVERY: usize = 1 << 12;

/// The values, or the misère outcomes, of one rule.
///
/// ```
/// # use grundy_core::{Context, Convention};
/// # use grundy_rules::engine::dense::DenseTable;
/// # use grundy_rules::rule::{column::NoForeign, ir::*};
/// # use grundy_notation::ast::Operator;
/// // {n -> n-k for k in {1,3,4}}
/// let number = |n: i32| Expr::Constant(n.into());
/// let rule = Rule {
///     arity: 1,
///     names: vec!["n".into()],
///     alternatives: vec![Alternative {
///         loops: vec![Loop {
///             name: "k".into(),
///             set: Set { items: [1, 3, 4].map(|n| Item::One(number(n))).into(), except: vec![] },
///         }],
///         guards: vec![],
///         parts: vec![Part {
///             game: None,
///             coordinates: vec![Expr::Binary(
///                 Operator::Subtract,
///                 Box::new(Expr::Variable(0)),
///                 Box::new(Expr::Variable(1)),
///             )],
///         }],
///         text: "n-k".into(),
///     }],
///     measure: None,
///     loopy: false,
/// };
/// let mut table = DenseTable::new(&rule, Convention::Normal)?;
/// table.extend_to(8, &NoForeign, &Context::default())?;
/// assert_eq!(table.values(), [0, 1, 0, 1, 2, 3, 2, 0, 1]);
/// # Ok::<(), grundy_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct DenseTable {
    column: Column,
    wanted: Wanted,
    layout: Layout,
    /// The largest sum that is worked out, of a region by sum.
    largest_sum: Option<i64>,
    values: Vec<u32>,
}

impl DenseTable {
    /// An empty table. In misère play every move must leave a single part.
    ///
    /// # Errors
    /// If the rule is not well-formed (see [`Prepared::new`](crate::rule::eval::Prepared::new)); in misère play an
    /// [`Unsupported`](grundy_core::ErrorKind::Unsupported) diagnostic for a rule that splits, since outcomes of sums are not a
    /// function of the outcomes of the parts.
    pub fn new(rule: &Rule, convention: Convention) -> Result<Self> {
        DenseTable::wanting(
            rule,
            match convention {
                Convention::Normal => Wanted::Values(convention),
                Convention::Misere => Wanted::Outcomes(convention),
            },
        )
    }

    /// An empty table of misère values: the mex of those of the options, but 1 without a move. A position is P exactly if its
    /// value is 0. Every move must leave a single part.
    ///
    /// # Errors
    /// As [`DenseTable::new`].
    pub fn of_misere_values(rule: &Rule) -> Result<Self> {
        DenseTable::wanting(rule, Wanted::Values(Convention::Misere))
    }

    fn wanting(rule: &Rule, wanted: Wanted) -> Result<Self> {
        if wanted != Wanted::Values(Convention::Normal) && rule.alternatives.iter().any(|a| a.parts.len() != 1) {
            return Err(Diagnostic::unsupported("misère outcomes of a rule whose moves split need a search").into());
        }
        let column = Column::new(rule)?;
        Ok(DenseTable { column, wanted, layout: Layout::default(), largest_sum: None, values: Vec::new() })
    }

    /// The values so far, row-major (of outcomes: 1 for N, 0 for P). In a region by sum, places beyond it are 0.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Can every place that is nowhere larger be reached from any place? Then no table is too large for what is asked.
    #[must_use]
    pub fn reaches_all(&self) -> bool {
        self.column.reaches_all()
    }

    /// Can a box be worked out row by row, of which few are kept?
    #[must_use]
    pub fn goes_by_rows(&self) -> bool {
        self.column.rule().arity == 2 && self.column.looks_back().is_some_and(|back| back < MOST_ROWS)
    }

    /// The number of values of each coordinate.
    #[must_use]
    pub fn extents(&self) -> Vec<u64> {
        if self.column.rule().arity == 1 {
            return vec![self.values.len() as u64];
        }
        self.layout.extents.iter().map(|&e| e as u64).collect()
    }

    /// The places that the table holds.
    #[must_use]
    pub fn region(&self) -> Held {
        (self.extents(), self.largest_sum)
    }

    fn entry(&self, place: &[u64]) -> Option<u32> {
        let place: Vec<i64> = place.iter().map(|&c| i64::try_from(c).ok()).collect::<Option<_>>()?;
        if let [n] = place[..] {
            return self.values.get(n as usize).copied().filter(|_| self.column.rule().arity == 1);
        }
        let inside = place.len() == self.layout.extents.len()
            && place.iter().zip(&self.layout.extents).all(|(c, extent)| c < extent)
            && self.largest_sum.is_none_or(|largest| place.iter().sum::<i64>() <= largest);
        if inside { self.values.get(self.layout.index(&place)).copied() } else { None }
    }

    /// The value of a place in the table, of the play that the table was made for; `None` outside, and of outcomes.
    #[must_use]
    pub fn value(&self, place: &[u64]) -> Option<u32> {
        self.entry(place).filter(|_| matches!(self.wanted, Wanted::Values(_)))
    }

    /// The values between two corners, both inclusive, row by row; `None` if the table does not hold all of them, of
    /// outcomes, and for more than two coordinates.
    #[must_use]
    pub fn block(&self, from: &[u64], to: &[u64]) -> Option<impl Iterator<Item = &[u32]>> {
        self.value(to)?;
        let (rows, columns, width) = match (from, to) {
            ([from], [to]) => (0..=0, *from..=*to, 0),
            ([top, left], [bottom, right]) if self.largest_sum.is_none() => {
                (*top..=*bottom, *left..=*right, self.layout.extents[1] as u64)
            }
            _ => return None,
        };
        Some(rows.filter_map(move |row| {
            let at = |column: u64| (row * width + column) as usize;
            self.values.get(at(*columns.start())..=at(*columns.end()))
        }))
    }

    /// The outcome of a place in the table.
    #[must_use]
    pub fn outcome(&self, place: &[u64]) -> Option<Outcome> {
        Some(Outcome::lost_if(self.entry(place)? == 0))
    }

    /// Works out all heaps up to and including `n`; keeps what is there. For rules of one coordinate.
    ///
    /// # Errors
    /// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic for a move that does not make the heap smaller or an expression without
    /// value; an [`Input`](grundy_core::ErrorKind::Input) one for rules of more coordinates; or the budget is spent (what was
    /// worked out stays).
    pub fn extend_to(&mut self, n: u64, foreign: &dyn Foreign, cx: &Context) -> Result<()> {
        if self.column.rule().arity != 1 {
            return Err(Diagnostic::input("only a heap game can be extended heap by heap").into());
        }
        let known = self.values.len();
        let wished = usize::try_from(n).ok().and_then(|n| n.checked_add(1)).filter(|w| *w < 1 << 40);
        let Some(wished) = wished else {
            return Err(cx.engine_limit(Spent::Memory, format!("a table of {n} values")).into());
        };
        if wished <= known {
            return Ok(());
        }
        if wished > self.values.capacity() {
            // at least doubled, so that growing heap by heap stays linear; accounted for as the vector grows
            let more = (wished - known).max(known.min(wished));
            cx.reserve(((known + more - self.values.capacity()) * 4) as u64)?;
            if self.values.try_reserve_exact(more).is_err() {
                return Err(cx.engine_limit(Spent::Memory, format!("{} bytes", wished * 4)).into());
            }
        }
        self.layout = Layout {
            extents: [wished as i64].into_iter().collect(),
            strides: [1].into_iter().collect(),
            by_sum: false,
            kept: 0,
        };
        if known == 0 {
            self.column.begin(&self.layout, cx)?;
        }
        let wanted = self.wanted;
        for heap in known..wished {
            let place = [heap as i64];
            let cell = Cell { layout: &self.layout, table: &self.values, place: &place, foreign, cx };
            let value = match self.column.value(&cell, wanted) {
                Ok(value) => value,
                Err((which, trouble)) => return Err(self.column.explain(which, trouble, &place)),
            };
            self.values.push(value);
            if heap % REPORT_EVERY == 0 {
                cx.progress(heap as u64, Some(wished as u64));
            }
        }
        Ok(())
    }

    /// Fills the table so that it holds `place` and all that can be reached from it.
    ///
    /// # Errors
    /// As [`DenseTable::extend_to`], and an [`Unsupported`](grundy_core::ErrorKind::Unsupported) diagnostic if no box of reasonable
    /// size is closed under the moves.
    pub fn cover(&mut self, place: &[u64], order: Order, foreign: &dyn Foreign, cx: &Context) -> Result<()> {
        if let [n] = place {
            return self.extend_to(*n, foreign, cx);
        }
        let mut extents: Vec<u64> = place.iter().map(|c| c.saturating_add(1)).collect();
        let cells = |extents: &[u64]| extents.iter().fold(1_u64, |cells, &extent| cells.saturating_mul(extent));
        let most = cells(&extents).saturating_mul(ENLARGED).max(SMALL);
        for _ in 0..ENLARGEMENTS {
            if cells(&extents) > most {
                break;
            }
            match self.run(&Region::Box(extents.clone()), false, foreign, cx)? {
                Filled::Done => return Ok(()),
                Filled::Failed(_, Trouble::NotSmaller(_), _) if order == Order::Sum => {
                    // not lexicographic, so by the sum
                    let outcome = self.run(&Region::Box(extents), true, foreign, cx)?;
                    let Filled::Failed(_, Trouble::Outside(_), _) = outcome else { return self.end(outcome) };
                    return self.fill_by_sum(place, foreign, cx);
                }
                Filled::Failed(_, Trouble::Outside(_), _) if order == Order::Sum => {
                    return self.fill_by_sum(place, foreign, cx);
                }
                Filled::Failed(_, Trouble::Outside(part), _) => {
                    for (extent, &coordinate) in extents.iter_mut().zip(&part) {
                        if coordinate as u64 >= *extent {
                            *extent = (coordinate as u64 + 1).max(extent.saturating_mul(2));
                        }
                    }
                }
                failed @ Filled::Failed(..) => return self.end(failed),
            }
        }
        Err(Diagnostic::unsupported("the coordinates grow too far for a table").into())
    }

    fn fill_by_sum(&mut self, place: &[u64], foreign: &dyn Foreign, cx: &Context) -> Result<()> {
        let sum = place.iter().fold(0_u64, |sum, c| sum.saturating_add(*c));
        self.fill(&Region::Sum(sum), Order::Sum, foreign, cx)
    }

    /// Fills the table for exactly these places, in this order.
    ///
    /// # Errors
    /// As [`DenseTable::extend_to`]; a move out of the region is an [`Unsupported`](grundy_core::ErrorKind::Unsupported)
    /// diagnostic.
    pub fn fill(&mut self, region: &Region, order: Order, foreign: &dyn Foreign, cx: &Context) -> Result<()> {
        let outcome = self.run(region, order == Order::Sum, foreign, cx)?;
        self.end(outcome)
    }

    fn end(&mut self, outcome: Filled) -> Result<()> {
        match outcome {
            Filled::Done => Ok(()),
            Filled::Failed(which, Trouble::Outside(part), place) => {
                let journey = crate::rule::trouble::journey(&place, &part);
                let text = &self.column.rule().alternatives[which].text;
                Err(Diagnostic::unsupported(format!("{journey}: out of the table, in `{text}`")).into())
            }
            Filled::Failed(which, trouble, place) => Err(self.column.explain(which, trouble, &place)),
        }
    }

    /// Fills a region; troubles with the order are given back, for another may do.
    fn run(&mut self, region: &Region, by_sum: bool, foreign: &dyn Foreign, cx: &Context) -> Result<Filled> {
        let arity = self.column.rule().arity;
        if let (1, Region::Sum(n)) = (arity, region) {
            return self.extend_to(*n, foreign, cx).map(|()| Filled::Done);
        }
        let extents = match region {
            Region::Box(extents) => extents.clone(),
            Region::Sum(sum) => vec![sum.saturating_add(1); arity],
        };
        if extents.len() != arity {
            return Err(Diagnostic::input(format!("the game has {arity} coordinates, not {}", extents.len())).into());
        }
        let cells = extents.iter().try_fold(1_u64, |cells, &e| cells.checked_mul(e)).filter(|c| *c < 1 << 40);
        let Some(cells) = cells else {
            let needed = extents.iter().map(u64::to_string).collect::<Vec<_>>().join("×");
            return Err(cx.engine_limit(Spent::Memory, format!("a table of {needed} values")).into());
        };
        self.make_room(cells, cx)?;
        if self.values.try_reserve_exact(cells as usize).is_err() {
            cx.release(cells * 4);
            return Err(cx.engine_limit(Spent::Memory, format!("{} bytes", cells * 4)).into());
        }
        self.values.resize(cells as usize, 0);
        let extents = extents.into_iter().map(|e| e as i64).collect();
        self.layout = Layout { strides: strides(&extents), extents, by_sum, kept: 0 };
        self.largest_sum = match region {
            Region::Sum(sum) => Some(*sum as i64),
            Region::Box(_) => None,
        };
        let begun = self.column.begin(&self.layout, cx);
        let mut place = vec![0_i64; arity];
        let outcome = begun.and_then(|()| self.sweep(cells, &mut place, foreign, cx));
        self.column.end(cx);
        match &outcome {
            Ok(Filled::Done) => {}
            Err(Error::Stopped(_)) => self.keep_before(&place),
            // a table that is not complete must not answer
            _ => {
                cx.release(self.values.capacity() as u64 * 4);
                self.values = Vec::new();
                self.layout = Layout::default();
            }
        }
        outcome
    }

    /// Gives up what is there, if the budget allows a table of so many places instead.
    fn make_room(&mut self, cells: u64, cx: &Context) -> Result<()> {
        cx.tick(1)?;
        cx.check()?;
        let held = cx.reserved();
        cx.release(self.values.capacity() as u64 * 4);
        if let Err(refused) = cx.reserve(cells * 4) {
            // it was there before
            let _ = cx.reserve(held - cx.reserved());
            return Err(refused.into());
        }
        self.values = Vec::new();
        self.layout = Layout::default();
        Ok(())
    }

    /// Keeps what was worked out before the place at which the budget ended: whole rows, or all of a smaller sum.
    fn keep_before(&mut self, place: &[i64]) {
        if self.layout.by_sum {
            self.largest_sum = Some(place.iter().sum::<i64>() - 1);
        } else {
            self.layout.extents[0] = place[0];
            self.values.truncate((place[0] * self.layout.strides[0]) as usize);
        }
    }

    fn sweep(&mut self, cells: u64, place: &mut Vec<i64>, foreign: &dyn Foreign, cx: &Context) -> Result<Filled> {
        let wanted = self.wanted;
        let mut done = 0_usize;
        let largest: i64 = self.layout.extents.iter().map(|e| e - 1).sum();
        let sums = if self.layout.by_sum { 0..=self.largest_sum.unwrap_or(largest) } else { 0..=0 };
        if cells == 0 {
            return Ok(Filled::Done);
        }
        for sum in sums {
            if self.layout.by_sum && !first_of_sum(place, &self.layout.extents, sum) {
                continue;
            }
            loop {
                let cell = Cell { layout: &self.layout, table: &self.values, place, foreign, cx };
                let value = match self.column.value(&cell, wanted) {
                    Ok(value) => value,
                    Err((_, Trouble::Other(error))) => return Err(*error),
                    Err((which, trouble)) => return Ok(Filled::Failed(which, trouble, mem::take(place))),
                };
                let index = self.layout.index(place);
                self.values[index] = value;
                done += 1;
                if done.is_multiple_of(REPORT_EVERY) {
                    cx.progress(done as u64, Some(cells));
                }
                let more = if self.layout.by_sum {
                    next_of_sum(place, &self.layout.extents)
                } else {
                    next_in_box(place, &self.layout.extents)
                };
                if !more {
                    break;
                }
            }
        }
        Ok(Filled::Done)
    }
}
/// How filling a region ended.
enum Filled {
    Done,
    /// The alternative, what is wrong, and where.
    Failed(usize, Trouble, Vec<i64>),
}

#[cfg(test)]
mod tests;
