//! What a table holds: values, outcomes, P-positions or genera of a range of places.

use std::borrow::Cow;

use grundy_core::{Diagnostic, Nat, Outcome, Stopped};

use super::{Answer, CellRows, Genus, Values};
use crate::loopy::Value;

/// What `table` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Grundy values.
    #[default]
    Values,
    /// Outcomes.
    Outcomes,
    /// The P-positions.
    Previous,
    /// The genus of each place, whatever the convention.
    Genus,
}

/// What `table` finds out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Table {
    /// The least corner: one number a coordinate.
    pub from: Vec<u64>,
    /// The greatest corner asked for, inclusive; the last place that was told, where the table ends early.
    pub to: Vec<u64>,
    /// The rows. One coordinate: one row. Two: one row for each first coordinate.
    pub cells: Cells,
    /// Why the first of the empty cells has no answer, where some are empty.
    pub refused: Option<Diagnostic>,
    /// The first place that is loony: those have no value, and their cells are empty.
    pub loony: Option<Diagnostic>,
    /// Nobody said how far: the table ends before the usual place, for further ones would take long.
    pub ends_early: bool,
}

impl Table {
    /// Refuses a table with empty cells, for those who need every number.
    ///
    /// # Errors
    /// Why the first empty cell has no answer.
    pub fn must_be_whole(&self) -> Result<(), Diagnostic> {
        self.refused.clone().or_else(|| self.loony.clone()).map_or(Ok(()), Err)
    }

    /// A piece at its end, of at most so many cells.
    pub(crate) fn sample(&self, cells: u64) -> Self {
        let (cells, sides) = self.cells.sample(usize::try_from(cells).unwrap_or(usize::MAX));
        let sides = if self.to.len() == 1 { &sides[1..] } else { &sides };
        let near = |(i, to): (usize, &u64)| to.saturating_sub(sides.get(i).map_or(0, |n| n.saturating_sub(1) as u64));
        let from = self.to.iter().enumerate().map(near).collect();
        Table { from, to: self.to.clone(), cells, ..self.clone() }
    }
}

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// Grundy values by rows.
    Values(Values),
    /// Values by rows of a game whose play need not end.
    Loopy(Vec<Vec<Value>>),
    /// The same of a rule that is refused at some places: their cells are empty.
    SomeLoopy(Vec<Vec<Option<Value>>>),
    /// Outcomes by rows.
    Outcomes(Vec<Vec<Outcome>>),
    /// Grundy values by rows of a rule that is refused at some places: their cells are empty.
    SomeValues(Vec<Vec<Option<Nat>>>),
    /// Outcomes by rows of a rule that is refused at some places: their cells are empty.
    SomeOutcomes(Vec<Vec<Option<Outcome>>>),
    /// The P-positions, sorted lexicographically.
    Previous(Vec<Vec<u64>>),
    /// Genera by rows; places at which the rule is refused are empty.
    Genera(Vec<Vec<Option<Genus>>>),
}

impl Cells {
    /// How many cells there are; of P-positions how many numbers.
    #[must_use]
    pub fn count(&self) -> u64 {
        fn cells<T>(rows: &[Vec<T>]) -> u64 {
            rows.iter().map(|row| row.len() as u64).sum()
        }
        match self {
            Cells::Values(rows) => (0..rows.height()).map(|row| rows.width(row) as u64).sum(),
            Cells::Loopy(rows) => cells(rows),
            Cells::SomeLoopy(rows) => cells(rows),
            Cells::Outcomes(rows) => cells(rows),
            Cells::SomeValues(rows) => cells(rows),
            Cells::SomeOutcomes(rows) => cells(rows),
            Cells::Previous(places) => cells(places),
            Cells::Genera(rows) => cells(rows),
        }
    }

    /// Keeps the first rows, at most so many cells; of a row that stands alone its beginning.
    pub(crate) fn keep(&mut self, cells: u64) {
        fn rows<T>(rows: &mut Vec<Vec<T>>, cells: usize) {
            let mut left = cells;
            if let [only] = &mut rows[..] {
                only.truncate(cells);
            }
            let whole = rows.iter().take_while(|row| left.checked_sub(row.len()).map(|rest| left = rest).is_some());
            let whole = whole.count();
            rows.truncate(whole);
        }
        let cells = usize::try_from(cells).unwrap_or(usize::MAX);
        match self {
            Cells::Values(values) => values.keep(cells),
            Cells::Loopy(all) => rows(all, cells),
            Cells::SomeLoopy(all) => rows(all, cells),
            Cells::Outcomes(all) => rows(all, cells),
            Cells::SomeValues(all) => rows(all, cells),
            Cells::SomeOutcomes(all) => rows(all, cells),
            Cells::Previous(places) => rows(places, cells),
            Cells::Genera(all) => rows(all, cells),
        }
    }

    /// The ends of the last rows, at most so many cells; and how many rows there are of what length.
    fn sample(&self, cells: usize) -> (Self, [usize; 2]) {
        match self {
            Cells::Values(rows) => ends(rows, cells, |rows| Cells::Values(rows.into())),
            Cells::Loopy(rows) => ends(rows, cells, Cells::Loopy),
            Cells::SomeLoopy(rows) => ends(rows, cells, Cells::SomeLoopy),
            Cells::Outcomes(rows) => ends(rows, cells, Cells::Outcomes),
            Cells::SomeValues(rows) => ends(rows, cells, Cells::SomeValues),
            Cells::SomeOutcomes(rows) => ends(rows, cells, Cells::SomeOutcomes),
            Cells::Previous(places) => ends(places, cells, Cells::Previous),
            Cells::Genera(rows) => ends(rows, cells, Cells::Genera),
        }
    }
}

/// The ends of the last rows, at most so many cells: as wide as high, where the rows are long enough.
fn ends<T: Clone>(
    rows: &dyn CellRows<T>,
    cells: usize,
    made: impl FnOnce(Vec<Vec<T>>) -> Cells,
) -> (Cells, [usize; 2]) {
    let last = rows.width(rows.height().saturating_sub(1)).max(1);
    let height = rows.height().min(cells.isqrt().max(cells / last));
    let width = last.min(cells / height.max(1));
    let end = |row| {
        let all = rows.width(row);
        (all.saturating_sub(width)..all).filter_map(move |at| rows.cell(row, at)).map(Cow::into_owned).collect()
    };
    (made((rows.height() - height..rows.height()).map(end).collect()), [height, width])
}

impl Answer<Table> {
    /// Leaves out what lies behind the first so many cells, and says why: a reader has no time for more, or no room.
    ///
    /// ```
    /// use grundy::answer::CellRows;
    /// use grundy::{Context, Convention, Spent, TableOptions, nim};
    /// let cx = Context::default();
    /// let wanted = TableOptions::default().with_to(vec![9]);
    /// let mut table = nim().under(Convention::Normal).table_with(&wanted, &cx)?;
    /// table.shorten(4, || cx.stopped(Spent::Time, None));
    /// assert_eq!((table.cells.count(), table.is_complete()), (4, false));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn shorten(&mut self, cells: u64, why: impl FnOnce() -> Stopped) {
        if self.result.cells.count() > cells {
            self.result.cells.keep(cells);
            self.stopped.get_or_insert_with(why);
        }
    }

    /// A piece at the end of the table, of at most so many cells: what a writer is timed with before he begins.
    #[must_use]
    pub fn sample(&self, cells: u64) -> Self {
        self.beside(self.result.sample(cells))
    }
}
