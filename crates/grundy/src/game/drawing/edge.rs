//! Numbers at the edge of a board: of its rows, and of its columns.
//!
//! ```text
//!   1 2 3     "row 2, column 3" is the name of a square; where coordinates name it, both numbers begin with 0
//! 1 · · ·
//! 2 · · ·
//! ```

use super::{Form, Part};

/// The squares stand so much lower than without numbers above them.
pub(super) const HEAD: f64 = 0.8;

/// The numbers of columns, each above a square whose middle is here.
pub(super) fn above(columns: impl IntoIterator<Item = (usize, [f64; 2])>) -> impl Iterator<Item = Part> {
    columns.into_iter().map(|(number, [x, y])| {
        let part = Part::new(format!("column.{number}"), Form::Text, [x, y - HEAD]);
        part.text(number.to_string()).tone("column")
    })
}

/// The numbers of rows, each before a square whose middle is here.
pub(super) fn before(rows: impl IntoIterator<Item = (usize, [f64; 2])>) -> impl Iterator<Item = Part> {
    rows.into_iter().map(|(number, [x, y])| {
        let part = Part::new(format!("row.{number}"), Form::Text, [x - 0.65, y]);
        part.text(number.to_string()).tone("row")
    })
}
