//! Tables of the members of a game with parameters: a row for each choice of values, or a grid each.

use std::io::{self, Write};

use grundy::answer::{Answer, CellRows, Cells, Table};
use grundy::number::shorten;
use grundy::parametric::{Row, Rows};

use super::text;
use crate::terminal::{Ink, Terminal, columns, readable, wrap};

/// The rows for people.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Rows>, terminal: &Terminal) -> io::Result<()> {
    let rows: Vec<(String, Result<Vec<String>, String>)> = answer
        .rows
        .iter()
        .map(|row| (row.values.to_string(), row.table.as_ref().map(cells).map_err(|fault| fault.message.clone())))
        .collect();
    let head = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let told = || rows.iter().filter_map(|(_, cells)| cells.as_ref().ok()).flatten();
    let longest = rows.iter().filter_map(|(_, cells)| cells.as_ref().ok().map(Vec::len)).max().unwrap_or(0);
    let first = answer.rows.iter().find_map(|row| row.table.as_ref().ok()).map_or(0, |t| t.from[0]);
    // the index stands over rows of one coordinate alone
    let indexed = answer.rows.iter().filter_map(|row| row.table.as_ref().ok()).all(is_row);
    let last = first.saturating_add(longest as u64).to_string().len();
    let wide = told().map(|cell| columns(cell)).max().unwrap_or(1).max(if indexed { last } else { 1 }) + 1;
    let block = (terminal.width.saturating_sub(head + 1) / wide).max(1);
    if answer.rows.iter().filter_map(|row| row.table.as_ref().ok()).any(is_grid) {
        for (row, (name, cells)) in answer.rows.iter().zip(&rows) {
            writeln!(out, "{}", terminal.paint(Ink::Faint, name))?;
            let side = row.table.as_ref().map_or(1, |t| (t.to[1] - t.from[1] + 1) as usize);
            match cells {
                Ok(cells) => {
                    for line in cells.chunks(side) {
                        let line: String = line.iter().map(|cell| format!("{cell:>wide$}")).collect();
                        writeln!(out, "{line}")?;
                    }
                }
                Err(fault) => writeln!(out, "  {}", readable(fault))?,
            }
        }
        return end(out, answer, terminal);
    }
    for start in (0..longest.max(1)).step_by(block) {
        let end = longest.min(start + block);
        if start > 0 {
            writeln!(out)?;
        }
        if indexed {
            let index: String = (start..end).map(|i| format!("{:>wide$}", first + i as u64)).collect();
            writeln!(out, "{}", terminal.paint(Ink::Faint, &format!("{:head$} {index}", "")))?;
        }
        for (name, cells) in &rows {
            let name = terminal.paint(Ink::Faint, &format!("{name:>head$}"));
            match cells {
                Ok(cells) => {
                    let line: String =
                        cells.iter().take(end).skip(start).map(|cell| format!("{cell:>wide$}")).collect();
                    writeln!(out, "{name} {line}")?;
                }
                Err(fault) if start == 0 => writeln!(out, "{name}  {}", readable(fault))?,
                Err(_) => {}
            }
        }
    }
    end(out, answer, terminal)
}

fn end(out: &mut dyn Write, answer: &Answer<Rows>, terminal: &Terminal) -> io::Result<()> {
    if answer.rows.is_empty() {
        writeln!(out, "{}", wrap("", "no row is known", terminal.prose()))?;
    }
    let refused = |row: &Row| Some((row.values.to_string(), row.table.as_ref().ok()?.refused.clone()?));
    if let Some((values, fault)) = answer.rows.iter().find_map(refused) {
        let words =
            format!("-: from there the rule is no game; the first, with {values}: {}", readable(&fault.message));
        writeln!(out, "{}", wrap("", &words, terminal.prose()))?;
    }
    text::evidence(out, &answer.evidence, terminal)?;
    match &answer.stopped {
        Some(spent) => text::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}

/// Is there one entry a heap?
fn is_row(table: &Table) -> bool {
    table.from.len() == 1 && !matches!(table.cells, Cells::Previous(_))
}

/// Is there one entry a pair?
fn is_grid(table: &Table) -> bool {
    table.from.len() == 2 && !matches!(table.cells, Cells::Previous(_))
}

/// The cells in reading order.
fn cells(table: &Table) -> Vec<String> {
    fn all<T: Clone>(rows: &dyn CellRows<T>, cell: impl Fn(&T) -> String) -> Vec<String> {
        rows.cells().map(|told| cell(&told)).collect()
    }
    let letter = |o: &grundy::Outcome| o.letter().to_string();
    match &table.cells {
        Cells::Values(rows) => all(rows, shorten),
        Cells::SomeValues(rows) => all(rows, |v| v.as_ref().map_or("-".to_owned(), shorten)),
        Cells::Loopy(rows) => all(rows, ToString::to_string),
        Cells::Outcomes(rows) => all(rows, letter),
        Cells::SomeOutcomes(rows) => all(rows, |o| o.as_ref().map_or("-".to_owned(), letter)),
        Cells::Genera(rows) => all(rows, |g| g.as_ref().map_or("-".to_owned(), ToString::to_string)),
        Cells::Previous(places) => {
            let place = |place: &Vec<u64>| place.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            places.iter().map(place).collect()
        }
    }
}
