//! Comma-separated values (RFC 4180): a line of names, then a line a row; a cell is empty where there is nothing.

use std::io::{self, Write};

use super::{Cell, Columns, ROWS, rows as rows_of};

/// Writes the names and the rows.
///
/// # Errors
/// It cannot be written.
pub fn write(out: &mut dyn Write, table: &dyn Columns) -> io::Result<()> {
    let mut line = Vec::new();
    for (at, column) in table.columns().iter().enumerate() {
        if at > 0 {
            line.push(b',');
        }
        field(&mut line, &column.name);
    }
    line.push(b'\n');
    out.write_all(&line)?;
    rows(out, table, b',')
}

/// Writes the rows alone, with this sign between the cells.
///
/// # Errors
/// It cannot be written.
pub fn rows(out: &mut dyn Write, table: &dyn Columns, separator: u8) -> io::Result<()> {
    let mut lines = Vec::new();
    for batch in table.batches(ROWS) {
        lines.clear();
        for row in 0..rows_of(&batch) {
            for (at, cells) in batch.iter().enumerate() {
                if at > 0 {
                    lines.push(separator);
                }
                match &cells[row] {
                    Cell::Nothing => {}
                    Cell::Number(n) => decimal(&mut lines, *n),
                    Cell::Letter(letter) => lines.push(*letter),
                    Cell::Text(text) => field(&mut lines, text),
                    Cell::Set(set) => {
                        for (i, &n) in set.iter().enumerate() {
                            if i > 0 {
                                lines.push(b' ');
                            }
                            decimal(&mut lines, n);
                        }
                    }
                    Cell::Large(n) => match u64::try_from(*n) {
                        Ok(n) => decimal(&mut lines, n),
                        Err(_) => lines.extend_from_slice(n.to_string().as_bytes()),
                    },
                }
            }
            lines.push(b'\n');
        }
        out.write_all(&lines)?;
    }
    Ok(())
}

/// A text as one field, and otherwise as it is: other tables are joined by it.
fn field(line: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        line.push(b'"');
        line.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        line.push(b'"');
    } else {
        line.extend_from_slice(text.as_bytes());
    }
}

/// Digits without the machinery of formats, which would be half of the time.
fn decimal(line: &mut Vec<u8>, mut n: u64) {
    let from = line.len();
    loop {
        line.push(b'0' + (n % 10) as u8);
        n /= 10;
        if n == 0 {
            break;
        }
    }
    if let Some(digits) = line.get_mut(from..) {
        digits.reverse();
    }
}
