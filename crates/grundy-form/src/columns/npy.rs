//! Rows as a NumPy array, format 1.0: numbers as `<i8`, −1 for nothing, letters as one byte, text as UTF-8 bytes.
//!
//! `0x93 NUMPY 1 0`, the length of the header, the header (a Python dictionary), the cells row by row.

use std::io::{self, Write};

use super::{Cell, Columns, Kind, ROWS, rows};

/// Writes an array of records, one a row, with the columns as its fields.
///
/// # Errors
/// It cannot be written.
pub fn records(out: &mut dyn Write, table: &dyn Columns) -> io::Result<()> {
    let columns = table.columns();
    // a field is as wide as its longest text
    let (mut count, mut widths) = (0, vec![1; columns.len()]);
    for batch in table.batches(ROWS) {
        count += rows(&batch);
        for ((width, column), cells) in widths.iter_mut().zip(&columns).zip(&batch) {
            if matches!(column.kind, Kind::Text | Kind::Set) {
                let longest = cells.iter().map(|cell| cell.text().len()).max();
                *width = longest.unwrap_or(0).max(*width);
            }
        }
    }
    let fields = columns.iter().zip(&widths).map(|(c, width)| format!("('{}', '{}')", c.name, kind(c.kind, *width)));
    let fields = format!("[{}]", fields.collect::<Vec<_>>().join(", "));
    out.write_all(&header(&fields, &[count]))?;
    cells(out, table, &widths)
}

/// Writes an array of this shape, whose elements are the cells of one row after the other, all of the first one's kind.
///
/// # Errors
/// It cannot be written.
pub fn array(out: &mut dyn Write, table: &dyn Columns, shape: &[usize]) -> io::Result<()> {
    let columns = table.columns();
    let kind = columns.first().map_or_else(String::new, |column| kind(column.kind, 1));
    out.write_all(&header(&format!("'{kind}'"), shape))?;
    cells(out, table, &vec![1; columns.len()])
}

fn cells(out: &mut dyn Write, table: &dyn Columns, widths: &[usize]) -> io::Result<()> {
    let columns = table.columns();
    let mut bytes = Vec::new();
    for batch in table.batches(ROWS) {
        bytes.clear();
        for row in 0..rows(&batch) {
            for ((column, cells), &width) in columns.iter().zip(&batch).zip(widths) {
                let cell = &cells[row];
                match (column.kind, cell) {
                    (Kind::Number, Cell::Nothing) => bytes.extend((-1i64).to_le_bytes()),
                    (Kind::Number, _) => bytes.extend(cell.number().unwrap_or(i64::MAX).to_le_bytes()),
                    (Kind::Unsigned(_), Cell::Number(n)) => bytes.extend(n.to_le_bytes()),
                    (Kind::Unsigned(_), _) => bytes.extend(u64::MAX.to_le_bytes()),
                    (Kind::Letter | Kind::Text | Kind::Set, _) => {
                        let end = bytes.len() + width;
                        bytes.extend_from_slice(cell.text().as_bytes());
                        bytes.resize(end, 0);
                    }
                }
            }
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn kind(kind: Kind, width: usize) -> String {
    match kind {
        Kind::Number => "<i8".to_owned(),
        Kind::Unsigned(_) => "<u8".to_owned(),
        Kind::Letter => "|S1".to_owned(),
        Kind::Text | Kind::Set => format!("|S{width}"),
    }
}

/// Magic, version and dictionary, filled with blanks to a multiple of 64 bytes. `kind` is the type of an element as
/// Python writes it.
pub(super) fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sizes: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let mut words = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': ({sizes}), }}");
    let used = 10 + words.len() + 1;
    words.push_str(&" ".repeat(used.next_multiple_of(64) - used));
    words.push('\n');
    // some names and numbers of at most twenty digits keep the dictionary far below 2^16 bytes
    let length = words.len() as u16;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(words.as_bytes());
    bytes
}
