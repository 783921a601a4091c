//! Tables of the members of a game with parameters: a row for each choice of values, or a grid each.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use grundy::answer::{Answer, Cells, Table};
use grundy::parametric::{Row, Rows};

use super::diagnostics::told;
use super::text;
use super::words::{Line, Style, Words};
use crate::terminal::{Ink, Terminal, columns, readable};

/// The rows for people.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Rows>, terminal: &Terminal) -> io::Result<()> {
    let members: Vec<Member<'_>> = answer.rows.iter().map(|row| Member::new(row, terminal)).collect();
    let head = members.iter().map(|member| columns(&member.name)).max().unwrap_or(0);
    let cells = || members.iter().filter_map(|member| member.words.as_ref().ok());
    // a row that stands alone has room for its index above it
    let indexed = tables(answer).all(is_row);
    let first = tables(answer).next().map_or(0, |table| table.from[0]);
    let longest = cells().map(Words::longest).max().unwrap_or(0);
    let last = if indexed { first.saturating_add(longest as u64).to_string().len() } else { 1 };
    let wide = cells().map(Words::widest).max().unwrap_or(1).max(last) + 1;
    if tables(answer).any(is_grid) {
        grids(out, &members, wide, terminal)?;
    } else {
        let block = (terminal.width.saturating_sub(head + 1) / wide).max(1);
        let index = indexed.then_some(first);
        for start in (0..longest.max(1)).step_by(block) {
            if start > 0 {
                writeln!(out)?;
            }
            rows(out, &members, start..longest.min(start + block), index, (head, wide), terminal)?;
        }
    }
    end(out, answer, terminal)
}

/// A member: its name and its cells, or why it has none.
struct Member<'a> {
    name: String,
    words: Result<Words<'a>, Cow<'a, str>>,
}

impl Member<'_> {
    fn new<'r>(row: &'r Row, terminal: &Terminal) -> Member<'r> {
        let words = row.table.as_ref().map(|table| Words::new(&table.cells, Style::Plain));
        Member { name: row.values.to_string(), words: words.map_err(|fault| told(&fault.message, terminal)) }
    }
}

/// The tables of the members that are games.
fn tables(answer: &Answer<Rows>) -> impl Iterator<Item = &Table> {
    answer.rows.iter().filter_map(|row| row.table.as_ref().ok())
}

/// A grid for each member, below its name.
fn grids(out: &mut dyn Write, members: &[Member<'_>], wide: usize, terminal: &Terminal) -> io::Result<()> {
    let mut line = Line::new(terminal);
    for member in members {
        writeln!(out, "{}", terminal.paint(Ink::Faint, &member.name))?;
        match &member.words {
            Ok(words) => {
                for row in 0..words.height() {
                    line.begin("");
                    (0..words.width(row)).for_each(|column| line.cell(words, row, column, wide));
                    line.write(out)?;
                }
            }
            Err(fault) => writeln!(out, "  {}", readable(fault))?,
        }
    }
    Ok(())
}

/// These columns of all members, a row each, below the index.
fn rows(
    out: &mut dyn Write,
    members: &[Member<'_>],
    shown: Range<usize>,
    index: Option<u64>,
    (head, wide): (usize, usize),
    terminal: &Terminal,
) -> io::Result<()> {
    let mut line = Line::new(terminal);
    if let Some(first) = index {
        line.begin(&" ".repeat(head));
        shown.clone().for_each(|column| line.index(&(first + column as u64).to_string(), wide));
        line.write(out)?;
    }
    for Member { name, words } in members {
        match words {
            Ok(words) => {
                line.begin(&format!("{name:>head$}"));
                shown.clone().for_each(|column| line.cell(words, 0, column, wide));
                line.write(out)?;
            }
            Err(fault) if shown.start == 0 => {
                writeln!(out, "{}  {}", terminal.paint(Ink::Faint, &format!("{name:>head$}")), readable(fault))?;
            }
            Err(_) => {}
        }
    }
    Ok(())
}

fn end(out: &mut dyn Write, answer: &Answer<Rows>, terminal: &Terminal) -> io::Result<()> {
    if answer.rows.is_empty() {
        writeln!(out, "{}", terminal.wrap("", terminal.say("no row is known", "没有已知的行")))?;
    }
    let refused = |row: &Row| Some((row.values.to_string(), row.table.as_ref().ok()?.refused.clone()?));
    if let Some((values, fault)) = answer.rows.iter().find_map(refused) {
        let fault = readable(&told(&fault.message, terminal));
        let words = terminal.say(
            format!("-: from there the rule is no game; the first, with {values}: {fault}"),
            format!("-：从那里起规则不成游戏；第一处（{values}）：{fault}"),
        );
        writeln!(out, "{}", terminal.wrap("", &words))?;
    }
    let loony = |row: &Row| Some((row.values.to_string(), row.table.as_ref().ok()?.loony.clone()?));
    if let Some((values, fault)) = answer.rows.iter().find_map(loony) {
        let fault = readable(&told(&fault.message, terminal));
        let words = terminal.say(
            format!("-: places without a value; the first, with {values}: {fault}"),
            format!("-：没有值的局面；第一个（{values}）：{fault}"),
        );
        writeln!(out, "{}", terminal.wrap("", &words))?;
    }
    text::foot(out, answer, terminal)
}

/// Is there one entry a heap?
fn is_row(table: &Table) -> bool {
    table.from.len() == 1 && !matches!(table.cells, Cells::Previous(_))
}

/// Is there one entry a pair?
fn is_grid(table: &Table) -> bool {
    table.from.len() == 2 && !matches!(table.cells, Cells::Previous(_))
}
