//! Tables as comma-separated values: a header, then a line a cell.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::{Cells, Table};
use grundy::loopy::Value;

/// The table: `n,value`, with two coordinates `a,b,value`; P-positions have no last column. Where the play need
/// not end, a column `loopy` holds the numbers of K, separated by blanks, and an infinite value is an empty cell.
pub(crate) fn table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let names = names(table);
    let names = names.iter().map(|n| escape(n)).collect::<Vec<_>>().join(",");
    match &table.cells {
        Cells::Values(rows) => {
            writeln!(out, "{names},value")?;
            cells(out, rows, &table.from)
        }
        Cells::Loopy(rows) => {
            writeln!(out, "{names},value,loopy")?;
            let cell = |v: &Value| match v {
                Value::Finite(value) => format!("{value},"),
                Value::Infinite(set) => format!(",{}", set.iter().map(Nat::to_string).collect::<Vec<_>>().join(" ")),
            };
            let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            cells(out, &rows, &table.from)
        }
        Cells::Outcomes(rows) => {
            writeln!(out, "{names},outcome")?;
            cells(out, rows, &table.from)
        }
        Cells::Previous(places) => {
            writeln!(out, "{names}")?;
            for place in places {
                for (at, coordinate) in place.iter().enumerate() {
                    write!(out, "{}{coordinate}", if at > 0 { "," } else { "" })?;
                }
                writeln!(out)?;
            }
            Ok(())
        }
    }
}

/// What the columns of the coordinates are called: `n`, or `a`, `b`, ….
pub(crate) fn names(table: &Table) -> Vec<String> {
    match table.from.len() {
        0 | 1 => vec!["n".to_owned()],
        many => (0..many).map(name).collect(),
    }
}

/// `a`, `b`, …, after `z` numbered.
fn name(coordinate: usize) -> String {
    match u8::try_from(coordinate) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("x{coordinate}"),
    }
}

fn cells<T: Display>(out: &mut dyn Write, rows: &[Vec<T>], from: &[u64]) -> io::Result<()> {
    match *from {
        [first, second] => {
            for (a, row) in (first..).zip(rows) {
                for (b, cell) in (second..).zip(row) {
                    writeln!(out, "{a},{b},{cell}")?;
                }
            }
        }
        _ => {
            let first = from.first().copied().unwrap_or(0);
            for (n, cell) in (first..).zip(rows.iter().flatten()) {
                writeln!(out, "{n},{cell}")?;
            }
        }
    }
    Ok(())
}

/// A name as one field (RFC 4180). A sign that spreadsheets take for a formula is disarmed.
pub(crate) fn escape(field: &str) -> Cow<'_, str> {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if !formula && !field.contains([',', '"', '\n', '\r']) {
        return Cow::Borrowed(field);
    }
    Cow::Owned(format!("\"{}{}\"", if formula { "'" } else { "" }, field.replace('"', "\"\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stay_one_field() {
        assert_eq!(escape("a"), "a");
        assert_eq!(escape("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(escape("=1+1"), "\"'=1+1\"");
    }
}
