//! What a table holds: values, outcomes, P-positions or genera of a range of places.

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
    /// The greatest corner asked for, inclusive.
    pub to: Vec<u64>,
    /// The rows. One coordinate: one row. Two: one row for each first coordinate.
    pub cells: Cells,
    /// Why the first of the empty cells has no answer, where some are empty.
    pub refused: Option<Diagnostic>,
}

impl Table {
    /// Refuses a table with empty cells, for those who need every number.
    ///
    /// # Errors
    /// Why the first empty cell has no answer.
    pub fn must_be_whole(&self) -> Result<(), Diagnostic> {
        self.refused.clone().map_or(Ok(()), Err)
    }
}

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// Grundy values by rows.
    Values(Values),
    /// Values by rows of a game whose play need not end.
    Loopy(Vec<Vec<Value>>),
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
            Cells::Outcomes(all) => rows(all, cells),
            Cells::SomeValues(all) => rows(all, cells),
            Cells::SomeOutcomes(all) => rows(all, cells),
            Cells::Previous(places) => rows(places, cells),
            Cells::Genera(all) => rows(all, cells),
        }
    }
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
}
