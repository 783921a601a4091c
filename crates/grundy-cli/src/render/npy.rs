//! Tables as NumPy arrays, format 1.0: values and positions as `<i8`, outcomes as one byte text.
//!
//! `0x93 NUMPY 1 0`, the length of the header, the header (a Python dictionary), the cells row by row.

use std::io::{self, Write};

use grundy::Diagnostic;
use grundy::answer::{Cells, Table};

/// Can this table be an array of 64-bit integers?
pub(crate) fn fits(table: &Table) -> Result<(), Diagnostic> {
    let small = match &table.cells {
        Cells::Values(rows) => rows.iter().flatten().all(|v| i64::try_from(v).is_ok()),
        Cells::Previous(places) => places.iter().flatten().all(|n| i64::try_from(*n).is_ok()),
        Cells::Outcomes(_) => true,
    };
    let rectangle = match &table.cells {
        Cells::Values(rows) => rows.windows(2).all(|w| w[0].len() == w[1].len()),
        Cells::Outcomes(rows) => rows.windows(2).all(|w| w[0].len() == w[1].len()),
        Cells::Previous(_) => true,
    };
    if !small {
        return Err(
            Diagnostic::input("a value is too large for a NumPy array of 64-bit integers").suggest("--format csv")
        );
    }
    if rectangle { Ok(()) } else { Err(Diagnostic::input("the last row is not complete").suggest("--format csv")) }
}

/// The table, if it [`fits`].
pub(crate) fn table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let one = table.from.len() < 2;
    let shape = |rows: usize, columns: usize| if one { vec![columns] } else { vec![rows, columns] };
    match &table.cells {
        Cells::Values(rows) => {
            out.write_all(&header("<i8", &shape(rows.len(), rows.first().map_or(0, Vec::len))))?;
            for value in rows.iter().flatten() {
                out.write_all(&i64::try_from(value).unwrap_or(i64::MAX).to_le_bytes())?;
            }
        }
        Cells::Outcomes(rows) => {
            out.write_all(&header("|S1", &shape(rows.len(), rows.first().map_or(0, Vec::len))))?;
            for outcome in rows.iter().flatten() {
                out.write_all(&[outcome.letter() as u8])?;
            }
        }
        Cells::Previous(places) => {
            let shape = if one { vec![places.len()] } else { vec![places.len(), table.from.len()] };
            out.write_all(&header("<i8", &shape))?;
            for n in places.iter().flatten() {
                out.write_all(&n.to_le_bytes())?;
            }
        }
    }
    Ok(())
}

/// Magic, version and dictionary, filled with blanks to a multiple of 64 bytes. `kind` is the type of a cell: `<i8`, or
/// a list of columns in brackets.
pub(super) fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sizes: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let kind = if kind.starts_with('[') { kind.to_owned() } else { format!("'{kind}'") };
    let mut words = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': ({sizes}), }}");
    let used = 10 + words.len() + 1;
    words.push_str(&" ".repeat(used.next_multiple_of(64) - used));
    words.push('\n');
    // two numbers of at most twenty digits keep the dictionary far below 2^16 bytes
    let length = words.len() as u16;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(words.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_what_numpy_writes() {
        let bytes = header("<i8", &[12]);
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        assert_eq!(bytes.len() % 64, 0);
        assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), bytes.len() - 10);
        let words = String::from_utf8(bytes[10..].to_vec()).unwrap();
        assert!(words.starts_with("{'descr': '<i8', 'fortran_order': False, 'shape': (12,), }"));
        assert!(words.ends_with('\n'));
        assert!(String::from_utf8(header("|S1", &[3, 4])[10..].to_vec()).unwrap().contains("'shape': (3, 4), }"));
    }
}
