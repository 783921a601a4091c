//! Tables by columns: names and types, and rows in batches.
//!
//! Whatever has rows says so once, as [`Columns`]; each writer takes any of them:
//!
//! | writer | a row is | nothing is |
//! |---|---|---|
//! | [`csv`] | a line, RFC 4180, after a line of names | an empty cell |
//! | [`json`] | an object | `null` |
//! | [`npy`] | a record, or a row of an array (NumPy, format 1.0) | −1, or empty text |
//! | `parquet` (with the feature) | in a group of 2¹⁸ rows | null |
//!
//! A batch is as long as the writer asks: the table need not fit into memory, but for Parquet files, which are made there.

pub mod csv;
pub mod json;
pub mod npy;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use grundy::Nat;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers below 2^63; larger ones only where numbers are written as text.
    Number,
    /// Numbers below 2^64, with the largest one.
    Unsigned(u64),
    /// One ASCII letter each.
    Letter,
    /// Text.
    Text,
    /// Sets of numbers; as text with blanks between them.
    Set,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its cells are.
    pub kind: Kind,
    /// May a cell hold nothing?
    pub optional: bool,
    /// Do its numbers grow by equal steps, mostly? That spelling is short.
    pub steady: bool,
}

impl Column {
    /// A column whose cells all hold something.
    pub fn new(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), kind, optional: false, steady: false }
    }

    /// The same, whose cells may hold nothing.
    #[must_use]
    pub fn optional(self) -> Column {
        Column { optional: true, ..self }
    }

    /// The same, whose numbers mostly grow by equal steps.
    #[must_use]
    pub fn steady(self) -> Column {
        Column { steady: true, ..self }
    }
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing.
    Nothing,
    /// A number.
    Number(u64),
    /// A number of any size.
    Large(&'a Nat),
    /// A letter.
    Letter(u8),
    /// Text.
    Text(Cow<'a, str>),
    /// A set.
    Set(Vec<u64>),
}

impl From<Option<u64>> for Cell<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Cell::Nothing, Cell::Number)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl Cell<'_> {
    /// A number that fits into 63 bits.
    fn number(&self) -> Option<i64> {
        match self {
            Cell::Number(n) => i64::try_from(*n).ok(),
            Cell::Large(n) => i64::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The cell as text.
    fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Nothing => Cow::Borrowed(""),
            Cell::Number(n) => Cow::Owned(n.to_string()),
            Cell::Large(n) => Cow::Owned(n.to_string()),
            Cell::Letter(letter) => Cow::Owned(char::from(*letter).to_string()),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Set(set) => Cow::Owned(set.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
        }
    }
}

/// Some rows: the cells of each column.
pub type Batch<'a> = Vec<Vec<Cell<'a>>>;

/// How many rows a batch has.
fn rows(batch: &Batch<'_>) -> usize {
    batch.first().map_or(0, Vec::len)
}
/// Something that has rows.
pub trait Columns {
    /// The columns.
    fn columns(&self) -> Vec<Column>;

    /// The rows in order, from the first one each time, at most `most` in a batch.
    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_>;
}

/// Batches of rows that come one by one, each with a cell for each column.
pub fn batches<'a, R: IntoIterator<Item = Cell<'a>>>(
    mut rows: impl Iterator<Item = R> + 'a,
    most: usize,
) -> Box<dyn Iterator<Item = Batch<'a>> + 'a> {
    Box::new(std::iter::from_fn(move || {
        let mut batch: Batch<'a> = Vec::new();
        for row in rows.by_ref().take(most) {
            for (at, cell) in row.into_iter().enumerate() {
                match batch.get_mut(at) {
                    Some(column) => column.push(cell),
                    None => batch.push(vec![cell]),
                }
            }
        }
        (!batch.is_empty()).then_some(batch)
    }))
}

/// Can all numbers be written with 63 bits?
#[must_use]
pub fn are_small(table: &dyn Columns) -> bool {
    let small = |cell: &Cell<'_>| !matches!(cell, Cell::Number(_) | Cell::Large(_)) || cell.number().is_some();
    table.batches(ROWS).all(|batch| batch.iter().flatten().all(small))
}

/// So many rows are in the hands of a writer that can write one by one.
const ROWS: usize = 1 << 12;
