//! Tables for people: aligned columns under an index; P-positions marked.

use std::fmt::{self, Display};
use std::io::{self, Write};

use grundy::answer::{Answer, CellRows, Cells, Genus, Table};
use grundy::loopy::Value;
use grundy::number::{shorten, to_u64};
use grundy::{Convention, ErrorKind, Nat, Outcome, Status};

use crate::render::text;
use crate::terminal::{Ink, Terminal, columns, readable, wrap};

/// Rows that stand on one screen are not made longer than this where nobody says how long.
const MOST_ENTRIES: usize = 50;

/// The table as text; `width` is the number of entries a row.
pub(crate) fn table(
    out: &mut dyn Write,
    table: &Answer<Table>,
    width: Option<usize>,
    terminal: &Terminal,
) -> io::Result<()> {
    if table.evidence.status == Status::Nothing {
        let words = format!("{}{}", title(table, terminal), terminal.say(": none is known", "：一个也不知道"));
        writeln!(out, "{}", wrap("", &words, terminal.prose()))?;
        return table.stopped.as_ref().map_or(Ok(()), |spent| text::stopped_at(out, spent, terminal));
    }
    if terminal.quiet {
        bare(out, &table.cells, terminal)?;
        return table.stopped.as_ref().map_or(Ok(()), |spent| text::stopped_at(out, spent, terminal));
    }
    writeln!(out, "{}", wrap("", &title(table, terminal), terminal.prose()))?;
    let two = table.from.len() == 2;
    let from = |at: usize| table.from.get(at).copied().unwrap_or(0);
    match &table.cells {
        Cells::Values(rows) if two => grid(out, rows, (from(0), from(1)), width, terminal, &value)?,
        Cells::Values(rows) => line(out, rows, from(0), width, terminal, &value)?,
        Cells::Loopy(rows) if two => grid(out, rows, (from(0), from(1)), width, terminal, &loopy)?,
        Cells::Loopy(rows) => line(out, rows, from(0), width, terminal, &loopy)?,
        Cells::Outcomes(rows) if two => grid(out, rows, (from(0), from(1)), width, terminal, &outcome)?,
        Cells::Outcomes(rows) => line(out, rows, from(0), width, terminal, &outcome)?,
        Cells::SomeValues(rows) if two => {
            grid(out, rows, (from(0), from(1)), width, terminal, &|v, text| or_empty(v, text, &value))?;
        }
        Cells::SomeValues(rows) => line(out, rows, from(0), width, terminal, &|v, text| or_empty(v, text, &value))?,
        Cells::SomeOutcomes(rows) if two => {
            grid(out, rows, (from(0), from(1)), width, terminal, &|o, text| or_empty(o, text, &outcome))?;
        }
        Cells::SomeOutcomes(rows) => line(out, rows, from(0), width, terminal, &|o, text| or_empty(o, text, &outcome))?,
        Cells::Genera(rows) if two => grid(out, rows, (from(0), from(1)), width, terminal, &genus)?,
        Cells::Genera(rows) => line(out, rows, from(0), width, terminal, &genus)?,
        Cells::Previous(places) => previous(out, places, terminal)?,
    }
    match table.cells {
        Cells::Values(_) | Cells::SomeValues(_) => {
            writeln!(out, "\n{}", terminal.say("* a P-position: the player to move loses", "* P 局面：轮到者输"))?;
        }
        Cells::Loopy(_) => writeln!(
            out,
            "\n* a P-position: the player to move loses; ∞{{K}}: a draw, but with 0 in K the player to move wins"
        )?,
        Cells::Outcomes(_) | Cells::SomeOutcomes(_) => {
            let words = "P: the player to move loses; ·: the player to move wins; D: a draw";
            writeln!(out, "\n{}", terminal.say(words, "P：轮到者输；·：轮到者胜；D：和局"))?;
        }
        Cells::Genera(_) => {
            let words = terminal.say(
                "* a P-position of misère play; the exponent: misère values beside 0, 1, 2, …\n  heaps of 2, of which the last two alternate for ever",
                "*：反常规则下的 P 局面；上标：旁边有 0、1、2……个大小为 2 的堆时的反常值，\n  最后两个值永远交替",
            );
            writeln!(out, "\n{words}")?;
        }
        Cells::Previous(_) => writeln!(out)?,
    }
    if let Some(refused) = &table.refused {
        let first = readable(&refused.message);
        let words = if refused.kind == ErrorKind::Input {
            terminal.say(
                format!("left out: numbers that make no position; the first: {first}"),
                format!("略去：不构成局面的数；第一个：{first}"),
            )
        } else {
            terminal.say(
                format!("left out: places from which the rule is no game; the first: {first}"),
                format!("略去：规则不能结束的局面；第一个：{first}"),
            )
        };
        writeln!(out, "{}", wrap("", &words, terminal.prose()))?;
    }
    text::evidence(out, &table.evidence, terminal)?;
    match &table.stopped {
        Some(spent) => text::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}

/// The entries alone: a line a row.
fn bare(out: &mut dyn Write, cells: &Cells, terminal: &Terminal) -> io::Result<()> {
    fn rows<T: Clone, D: Display>(
        out: &mut dyn Write,
        rows: &dyn CellRows<T>,
        cell: impl Fn(&T) -> D,
    ) -> io::Result<()> {
        for row in 0..rows.height() {
            for (at, told) in rows.row(row).enumerate() {
                write!(out, "{}{}", if at > 0 { " " } else { "" }, cell(&told))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
    let letter = |o: &Outcome| o.letter();
    match cells {
        Cells::Values(all) => rows(out, all, Nat::clone),
        Cells::SomeValues(all) => rows(out, all, |v| v.as_ref().map_or("-".to_owned(), ToString::to_string)),
        Cells::Loopy(all) => rows(out, all, ToString::to_string),
        Cells::Outcomes(all) => rows(out, all, letter),
        Cells::SomeOutcomes(all) => rows(out, all, |o| o.as_ref().map_or('-', letter)),
        Cells::Genera(all) => rows(out, all, |g| g.as_ref().map_or("-".to_owned(), ToString::to_string)),
        Cells::Previous(places) => previous(out, places, terminal),
    }
}

fn title(table: &Answer<Table>, terminal: &Terminal) -> String {
    let what = match table.cells {
        Cells::Values(_) | Cells::Loopy(_) | Cells::SomeValues(_) => "values of",
        Cells::Outcomes(_) | Cells::SomeOutcomes(_) => "outcomes of",
        Cells::Genera(_) => "genera of",
        Cells::Previous(_) => "P-positions of",
    };
    // the canonical spelling says `misere` itself, if it was asked for
    let misere = table.convention == Convention::Misere && !table.query.contains("misere");
    if terminal.chinese {
        let what = match what {
            "values of" => "的值",
            "outcomes of" => "的胜负",
            "genera of" => "的亏格（genus）",
            _ => "的 P 局面",
        };
        return format!("{}{} {what}", if misere { "misere " } else { "" }, readable(&table.query));
    }
    format!("{what} {}{}", if misere { "misere " } else { "" }, readable(&table.query))
}

/// Writes the text of a cell; says whether it is a P-position.
type Show<'a, T> = &'a dyn Fn(&T, &mut String) -> bool;

fn value(v: &Nat, text: &mut String) -> bool {
    if v.is_zero() {
        text.push_str("0*");
        return true;
    }
    match to_u64(v) {
        Some(small) => write_to(text, format_args!("{small} ")),
        None => write_to(text, format_args!("{} ", shorten(v))),
    }
    false
}

/// Writing to a text does not fail.
fn write_to(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = fmt::Write::write_fmt(text, what);
}

fn or_empty<T>(told: &Option<T>, text: &mut String, show: Show<'_, T>) -> bool {
    match told {
        Some(told) => show(told, text),
        None => {
            text.push_str("- ");
            false
        }
    }
}

fn loopy(v: &Value, text: &mut String) -> bool {
    match v.finite() {
        Some(n) => value(n, text),
        None => {
            write_to(text, format_args!("{v} "));
            false
        }
    }
}

fn genus(genus: &Option<Genus>, text: &mut String) -> bool {
    let lost = genus.as_ref().is_some_and(|genus| genus.term(0) == 0);
    match genus {
        Some(genus) => write_to(text, format_args!("{genus}")),
        None => text.push('-'),
    }
    text.push(if lost { '*' } else { ' ' });
    lost
}

fn outcome(o: &Outcome, text: &mut String) -> bool {
    text.push(match o {
        Outcome::Previous => 'P',
        Outcome::Next => '·',
        Outcome::Draw => 'D',
    });
    *o == Outcome::Previous
}

/// How many columns a cell takes.
fn breadth(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { columns(text) }
}

/// How wide a cell and how long a row may be.
fn measure(widest: usize, head: usize, width: Option<usize>, terminal: &Terminal) -> (usize, usize) {
    let cell = widest + 1;
    let fits = (terminal.width.saturating_sub(head + 1) / cell).max(1);
    let entries = width.unwrap_or_else(|| match fits {
        few @ 0..10 => few,
        many => (many / 10 * 10).min(MOST_ENTRIES),
    });
    (cell, entries.max(1))
}

/// A row that is put together; blanks at its end are dropped.
struct Row<'a> {
    text: String,
    /// The cell that is being written.
    cell: String,
    terminal: &'a Terminal,
}

impl Row<'_> {
    fn new(terminal: &Terminal) -> Row<'_> {
        Row { text: String::new(), cell: String::new(), terminal }
    }

    fn begin(&mut self, head: &str) {
        self.text.clear();
        self.text.push_str(&self.terminal.paint(Ink::Faint, head));
        self.text.push(' ');
    }

    fn index(&mut self, text: &str, width: usize) {
        self.text.push_str(&self.terminal.paint(Ink::Faint, &format!("{text:>width$}")));
    }

    fn cell<T>(&mut self, told: &T, show: Show<'_, T>, width: usize) {
        self.cell.clear();
        let lost = show(told, &mut self.cell);
        self.text.extend(std::iter::repeat_n(' ', width.saturating_sub(breadth(&self.cell))));
        match lost && self.terminal.colour {
            true => self.text.push_str(&self.terminal.paint(Ink::Loss, &self.cell)),
            false => self.text.push_str(&self.cell),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.trim_end().as_bytes())?;
        out.write_all(b"\n")
    }
}

/// Digits of the largest index and blanks for the mark, so that indices stand over their numbers.
fn widest_cell<T: Clone>(rows: &dyn CellRows<T>, show: Show<'_, T>) -> usize {
    let mut text = String::new();
    let breadths = rows.cells().map(|told| {
        text.clear();
        show(&told, &mut text);
        breadth(&text)
    });
    breadths.max().unwrap_or(1)
}

/// One coordinate: rows of equal length, the index of the first entry before each.
fn line<T: Clone>(
    out: &mut dyn Write,
    rows: &dyn CellRows<T>,
    from: u64,
    width: Option<usize>,
    terminal: &Terminal,
    show: Show<'_, T>,
) -> io::Result<()> {
    let count: usize = (0..rows.height()).map(|row| rows.width(row)).sum();
    let last = from.saturating_add(count as u64);
    let head = last.to_string().len();
    let marked = is_marked(rows, show);
    let widest = widest_cell(rows, show).max(2 + marked);
    let (wide, entries) = measure(widest, head, width, terminal);
    let mut line = Row::new(terminal);
    line.begin(&" ".repeat(head));
    for offset in 0..entries.min(count) {
        line.index(&format!("{offset}{}", " ".repeat(marked)), wide);
    }
    line.write(out)?;
    for (at, told) in rows.cells().enumerate() {
        if at % entries == 0 {
            if at > 0 {
                line.write(out)?;
            }
            line.begin(&format!("{:>head$}", from.saturating_add(at as u64)));
        }
        line.cell(&*told, show, wide);
    }
    if count > 0 { line.write(out) } else { Ok(()) }
}

/// Does a cell have room for a mark behind it? One column then.
fn is_marked<T: Clone>(rows: &dyn CellRows<T>, show: Show<'_, T>) -> usize {
    let mut text = String::new();
    rows.cells().next().map(|told| show(&told, &mut text));
    usize::from(breadth(&text) > 1)
}

/// Two coordinates: a grid, the first coordinate down; blocks of columns where it is too wide.
fn grid<T: Clone>(
    out: &mut dyn Write,
    rows: &dyn CellRows<T>,
    from: (u64, u64),
    width: Option<usize>,
    terminal: &Terminal,
    show: Show<'_, T>,
) -> io::Result<()> {
    let longest = (0..rows.height()).map(|row| rows.width(row)).max().unwrap_or(0);
    let head = from.0.saturating_add(rows.height() as u64).to_string().len();
    let marked = is_marked(rows, show);
    let index = from.1.saturating_add(longest as u64).to_string().len();
    let widest = widest_cell(rows, show).max(index + marked);
    let cells = widest + 1;
    let fits = (terminal.width.saturating_sub(head + 1) / cells).max(1);
    let block = width.unwrap_or(fits).max(1);
    let mut line = Row::new(terminal);
    for start in (0..longest).step_by(block) {
        let end = longest.min(start + block);
        if start > 0 {
            writeln!(out)?;
        }
        line.begin(&" ".repeat(head));
        for b in start..end {
            line.index(&format!("{}{}", from.1.saturating_add(b as u64), " ".repeat(marked)), cells);
        }
        line.write(out)?;
        for (a, row) in (from.0..).zip(0..rows.height()) {
            line.begin(&format!("{a:>head$}"));
            let shown = (start..end).filter_map(|column| rows.cell(row, column));
            shown.for_each(|told| line.cell(&*told, show, cells));
            line.write(out)?;
        }
    }
    Ok(())
}

fn previous(out: &mut dyn Write, places: &[Vec<u64>], terminal: &Terminal) -> io::Result<()> {
    let mut used = 0;
    for place in places {
        let numbers: Vec<String> = place.iter().map(u64::to_string).collect();
        let text = if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(",")) };
        if used > 0 && used + 1 + text.len() > terminal.prose() {
            writeln!(out)?;
            used = 0;
        }
        if used > 0 {
            write!(out, " ")?;
            used += 1;
        }
        write!(out, "{text}")?;
        used += text.len();
    }
    if places.is_empty() { writeln!(out, "none") } else { writeln!(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Terminal = Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false };

    #[test]
    fn entries_stand_under_their_index() {
        let row: Vec<Nat> = (0..8u8).map(|n| Nat::from(n % 4)).collect();
        let mut out = Vec::new();
        line(&mut out, &vec![row], 0, Some(4), &PLAIN, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, ["    0   1   2   3", "0   0*  1   2   3", "4   0*  1   2   3"]);
    }

    #[test]
    fn two_coordinates_make_a_grid() {
        let rows = vec![vec![Outcome::Previous, Outcome::Next], vec![Outcome::Next, Outcome::Draw]];
        let mut out = Vec::new();
        grid(&mut out, &rows, (0, 9), None, &PLAIN, &outcome).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "    9 10\n0   P  ·\n1   ·  D\n");
    }
}
