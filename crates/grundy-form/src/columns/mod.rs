//! Tables by columns: names and types, and rows in batches.
//!
//! Whatever has rows says so once, as [`Columns`]; each writer takes any of them:
//!
//! | writer | a row is | nothing is |
//! |---|---|---|
//! | [`csv`] | a line, RFC 4180, after a line of names | an empty cell |
//! | [`json`] | an object | `null` |
//! | [`npy`] | a record, or a row of an array (NumPy, format 1.0) | −1, or empty text |
//! | `parquet` (with the feature) | in a group of 2²⁰ rows | null |
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

/// The cells of a column in a batch of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells<'a> {
    /// Numbers.
    Numbers(Vec<Option<u64>>),
    /// Numbers of any size.
    Large(Vec<Option<&'a Nat>>),
    /// Letters.
    Letters(Vec<u8>),
    /// Texts.
    Texts(Vec<Option<Cow<'a, str>>>),
    /// Sets.
    Sets(Vec<Option<Vec<u64>>>),
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell<'a> {
    Nothing,
    Number(u64),
    Large(&'a Nat),
    Text(&'a str),
    Letter(u8),
    Set(&'a [u64]),
}

impl Cells<'_> {
    /// How many rows the batch has.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Cells::Numbers(cells) => cells.len(),
            Cells::Large(cells) => cells.len(),
            Cells::Letters(cells) => cells.len(),
            Cells::Texts(cells) => cells.len(),
            Cells::Sets(cells) => cells.len(),
        }
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        let cell = match self {
            Cells::Numbers(cells) => cells.get(row).copied().flatten().map(Cell::Number),
            Cells::Large(cells) => cells.get(row).copied().flatten().map(Cell::Large),
            Cells::Letters(cells) => cells.get(row).copied().map(Cell::Letter),
            Cells::Texts(cells) => cells.get(row).and_then(Option::as_deref).map(Cell::Text),
            Cells::Sets(cells) => cells.get(row).and_then(Option::as_deref).map(Cell::Set),
        };
        cell.unwrap_or(Cell::Nothing)
    }
}

impl Cell<'_> {
    /// A number that fits into 63 bits.
    fn number(self) -> Option<i64> {
        match self {
            Cell::Number(n) => i64::try_from(n).ok(),
            Cell::Large(n) => i64::try_from(n).ok(),
            _ => None,
        }
    }

    /// The cell as text.
    fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Nothing => Cow::Borrowed(""),
            Cell::Number(n) => Cow::Owned(n.to_string()),
            Cell::Large(n) => Cow::Owned(n.to_string()),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Letter(letter) => Cow::Owned(char::from(*letter).to_string()),
            Cell::Set(set) => Cow::Owned(set.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
        }
    }
}

/// One batch: the cells of each column.
pub type Batch<'a> = Vec<Cells<'a>>;

/// Something that has rows.
pub trait Columns {
    /// The columns.
    fn columns(&self) -> Vec<Column>;

    /// The rows in order, from the first one each time, at most `most` in a batch.
    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_>;
}

/// Can all numbers be written with 63 bits?
#[must_use]
pub fn are_small(table: &dyn Columns) -> bool {
    let small = |cells: &Cells<'_>| match cells {
        Cells::Numbers(cells) => cells.iter().flatten().all(|n| i64::try_from(*n).is_ok()),
        Cells::Large(cells) => cells.iter().flatten().all(|n| i64::try_from(*n).is_ok()),
        Cells::Letters(_) | Cells::Texts(_) | Cells::Sets(_) => true,
    };
    table.batches(ROWS).all(|batch| batch.iter().all(small))
}

/// So many rows are in the hands of a writer that can write one by one.
const ROWS: usize = 1 << 12;
