//! Tables as b-files of the OEIS: `index value` a line. P-positions are numbered from 1.

use std::io::{self, Write};

use grundy::Diagnostic;
use grundy::answer::{Cells, Table};

/// Can this table be a b-file?
pub(crate) fn fits(table: &Table) -> Result<(), Diagnostic> {
    if table.from.len() > 1 {
        return Err(Diagnostic::input("a b-file holds a sequence, and this game has more than one coordinate")
            .suggest("--format csv"));
    }
    match table.cells {
        Cells::Outcomes(_) => {
            Err(Diagnostic::input("a b-file holds numbers, not outcomes").suggest("--show values or --show p"))
        }
        Cells::Loopy(ref rows) if rows.iter().flatten().any(|v| v.finite().is_none()) => {
            Err(Diagnostic::input("a b-file holds numbers, and some values are infinite").suggest("--format csv"))
        }
        Cells::Values(_) | Cells::Loopy(_) | Cells::Previous(_) => Ok(()),
    }
}

/// The table, if it [`fits`].
pub(crate) fn table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let first = table.from.first().copied().unwrap_or(0);
    match &table.cells {
        Cells::Values(rows) => {
            for (n, value) in (first..).zip(rows.iter().flatten()) {
                writeln!(out, "{n} {value}")?;
            }
        }
        Cells::Loopy(rows) => {
            for (n, value) in (first..).zip(rows.iter().flatten()) {
                writeln!(out, "{n} {value}")?;
            }
        }
        Cells::Previous(places) => {
            for (k, n) in (1u64..).zip(places.iter().flatten()) {
                writeln!(out, "{k} {n}")?;
            }
        }
        Cells::Outcomes(_) => {}
    }
    Ok(())
}
