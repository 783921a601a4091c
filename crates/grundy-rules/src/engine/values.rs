//! Rows of Grundy values, kept in as few bytes as they need, and how cells of any kind are looked at.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use grundy_core::Nat;

use super::tiles::Grid;

/// Rows of cells that are looked at one by one, however they are kept.
pub trait CellRows<T: Clone> {
    /// How many rows there are.
    fn height(&self) -> usize;

    /// How many cells a row has; 0 behind the last row.
    fn width(&self, row: usize) -> usize;

    /// One cell; `None` outside.
    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, T>>;
}

impl<'a, T: Clone> dyn CellRows<T> + 'a {
    /// The cells of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cow<'_, T>> + '_ {
        (0..self.width(row)).filter_map(move |column| self.cell(row, column))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cow<'_, T>> + '_ {
        (0..self.height()).flat_map(|row| self.row(row))
    }
}

impl<T: Clone> CellRows<T> for Vec<Vec<T>> {
    fn height(&self) -> usize {
        self.len()
    }

    fn width(&self, row: usize) -> usize {
        self.get(row).map_or(0, Vec::len)
    }

    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, T>> {
        self.get(row)?.get(column).map(Cow::Borrowed)
    }
}

/// Grundy values by rows.
///
/// ```
/// use grundy_core::Nat;
/// use grundy_rules::engine::values::{CellRows, Values};
/// let values = Values::from(vec![vec![Nat::from(3u8), Nat::from(4u8)], vec![Nat::from(5u8)]]);
/// assert_eq!((values.height(), values.width(0), values.width(1)), (2, 2, 1));
/// assert_eq!(values.iter().last(), Some(Nat::from(5u8)));
/// ```
///
/// Memory: 24 bytes a value as they are made from a list, 2 or 4 where an engine has them in a table.
#[derive(Clone)]
pub struct Values(Kept);

#[derive(Clone)]
enum Kept {
    Numbers(Vec<Vec<Nat>>),
    Words(Vec<Vec<u32>>),
    Grid { grid: Arc<Grid>, rows: RangeInclusive<usize>, columns: RangeInclusive<usize> },
}

impl Values {
    /// Values below 2^32.
    #[must_use]
    pub fn of_words(rows: Vec<Vec<u32>>) -> Self {
        Values(Kept::Words(rows))
    }

    /// A piece of a table, which reaches so far.
    #[must_use]
    pub fn of_grid(grid: Arc<Grid>, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) -> Self {
        Values(Kept::Grid { grid, rows, columns })
    }

    /// No rows.
    #[must_use]
    pub fn none() -> Self {
        Values(Kept::Numbers(Vec::new()))
    }

    /// All values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Nat> + '_ {
        (self as &dyn CellRows<Nat>).cells().map(Cow::into_owned)
    }

    /// One value; `None` outside.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<Nat> {
        self.cell(row, column).map(Cow::into_owned)
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> usize {
        (0..self.height()).map(|row| self.width(row)).sum()
    }

    /// Is there no value?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        (0..self.height()).all(|row| self.width(row) == 0)
    }

    /// Keeps the first rows, at most so many values; of a row that stands alone its beginning.
    pub fn keep(&mut self, values: usize) {
        fn lists<T>(rows: &mut Vec<Vec<T>>, whole: usize, values: usize) {
            match &mut rows[..] {
                [only] => only.truncate(values),
                _ => rows.truncate(whole),
            }
        }
        let mut left = values;
        let fits = |&row: &usize| left.checked_sub(self.width(row)).map(|rest| left = rest).is_some();
        let whole = (0..self.height()).take_while(fits).count();
        match &mut self.0 {
            Kept::Numbers(rows) => lists(rows, whole, values),
            Kept::Words(rows) => lists(rows, whole, values),
            Kept::Grid { .. } if whole == 0 => *self = Values::none(),
            Kept::Grid { rows, .. } => *rows = *rows.start()..=(*rows.start() + whole - 1).min(*rows.end()),
        }
    }

    /// As lists.
    #[must_use]
    pub fn to_lists(&self) -> Vec<Vec<Nat>> {
        let rows: &dyn CellRows<Nat> = self;
        (0..rows.height()).map(|row| rows.row(row).map(Cow::into_owned).collect()).collect()
    }
}

impl From<Vec<Vec<Nat>>> for Values {
    fn from(rows: Vec<Vec<Nat>>) -> Self {
        Values(Kept::Numbers(rows))
    }
}

impl CellRows<Nat> for Values {
    fn height(&self) -> usize {
        match &self.0 {
            Kept::Numbers(rows) => rows.len(),
            Kept::Words(rows) => rows.len(),
            Kept::Grid { rows, .. } => (rows.end() + 1).saturating_sub(*rows.start()),
        }
    }

    fn width(&self, row: usize) -> usize {
        match &self.0 {
            Kept::Numbers(rows) => rows.width(row),
            Kept::Words(rows) => rows.width(row),
            Kept::Grid { columns, .. } if row < self.height() => (columns.end() + 1).saturating_sub(*columns.start()),
            Kept::Grid { .. } => 0,
        }
    }

    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, Nat>> {
        let word = match &self.0 {
            Kept::Numbers(rows) => return rows.cell(row, column),
            Kept::Words(rows) => *rows.get(row)?.get(column)?,
            Kept::Grid { grid, rows, columns } => {
                let (a, b) = (rows.start().checked_add(row)?, columns.start().checked_add(column)?);
                grid.value(a, b).filter(|_| a <= *rows.end() && b <= *columns.end())?
            }
        };
        Some(Cow::Owned(Nat::from(word)))
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        self.height() == other.height()
            && (0..self.height()).all(|row| self.width(row) == other.width(row))
            && self.iter().eq(other.iter())
    }
}

impl Eq for Values {}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.to_lists()).finish()
    }
}
