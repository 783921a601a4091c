//! Rows as JSON objects.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{Cell, Columns, ROWS, rows as rows_of};
use crate::json::number;

/// Writes the rows as a list without its brackets, a row a line.
///
/// # Errors
/// It cannot be written.
pub fn rows(out: &mut dyn Write, table: &dyn Columns) -> io::Result<()> {
    let columns = table.columns();
    let mut separator: &[u8] = b"\n";
    for batch in table.batches(ROWS) {
        for row in 0..rows_of(&batch) {
            out.write_all(separator)?;
            separator = b",\n";
            let object: Map<String, Value> =
                columns.iter().zip(&batch).map(|(c, cells)| (c.name.clone(), value(&cells[row]))).collect();
            serde_json::to_writer(&mut *out, &object)?;
        }
    }
    Ok(())
}

fn value(cell: &Cell<'_>) -> Value {
    match cell {
        Cell::Nothing => Value::Null,
        Cell::Number(n) => number(*n),
        Cell::Large(n) => u64::try_from(*n).map_or_else(|_| Value::from(n.to_string()), number),
        Cell::Set(set) => set.iter().copied().map(number).collect(),
        Cell::Text(_) | Cell::Letter(_) => Value::from(cell.text()),
    }
}
