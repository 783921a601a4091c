//! Tables for people: aligned columns under an index; P-positions marked.

use std::io::{self, Write};

use grundy::answer::{Answer, CellRows, Cells, Genus, Table};
use grundy::loopy::Value;
use grundy::number::shorten;
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
            grid(out, rows, (from(0), from(1)), width, terminal, &|v| or_empty(v, value))?;
        }
        Cells::SomeValues(rows) => line(out, rows, from(0), width, terminal, &|v| or_empty(v, value))?,
        Cells::SomeOutcomes(rows) if two => {
            grid(out, rows, (from(0), from(1)), width, terminal, &|o| or_empty(o, outcome))?;
        }
        Cells::SomeOutcomes(rows) => line(out, rows, from(0), width, terminal, &|o| or_empty(o, outcome))?,
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
    fn rows<T: Clone>(out: &mut dyn Write, rows: &dyn CellRows<T>, cell: impl Fn(&T) -> String) -> io::Result<()> {
        (0..rows.height()).try_for_each(|row| {
            writeln!(out, "{}", rows.row(row).map(|told| cell(&told)).collect::<Vec<_>>().join(" "))
        })
    }
    let letter = |o: &Outcome| o.letter().to_string();
    match cells {
        Cells::Values(all) => rows(out, all, ToString::to_string),
        Cells::SomeValues(all) => rows(out, all, |v| v.as_ref().map_or("-".to_owned(), ToString::to_string)),
        Cells::Loopy(all) => rows(out, all, ToString::to_string),
        Cells::Outcomes(all) => rows(out, all, letter),
        Cells::SomeOutcomes(all) => rows(out, all, |o| o.as_ref().map_or("-".to_owned(), letter)),
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

/// A cell: its text, and whether it is a P-position.
type Cell = (String, bool);

fn value(v: &Nat) -> Cell {
    if v.is_zero() { ("0*".to_owned(), true) } else { (format!("{} ", shorten(v)), false) }
}

fn or_empty<T>(told: &Option<T>, cell: fn(&T) -> Cell) -> Cell {
    told.as_ref().map_or_else(|| ("- ".to_owned(), false), cell)
}

fn loopy(v: &Value) -> Cell {
    v.finite().map_or_else(|| (format!("{v} "), false), value)
}

fn genus(genus: &Option<Genus>) -> Cell {
    let lost = genus.as_ref().is_some_and(|genus| genus.term(0) == 0);
    let text = genus.as_ref().map_or("-".to_owned(), ToString::to_string);
    (format!("{text}{}", if lost { "*" } else { " " }), lost)
}

fn outcome(o: &Outcome) -> Cell {
    match o {
        Outcome::Previous => ("P".to_owned(), true),
        Outcome::Next => ("·".to_owned(), false),
        Outcome::Draw => ("D".to_owned(), false),
    }
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
    terminal: &'a Terminal,
}

impl Row<'_> {
    fn new<'a>(head: &str, terminal: &'a Terminal) -> Row<'a> {
        Row { text: format!("{} ", terminal.paint(Ink::Faint, head)), terminal }
    }

    fn index(&mut self, text: &str, width: usize) {
        self.text.push_str(&self.terminal.paint(Ink::Faint, &format!("{text:>width$}")));
    }

    fn cell(&mut self, cell: &Cell, width: usize) {
        self.text.push_str(&" ".repeat(width.saturating_sub(columns(&cell.0))));
        let painted = if cell.1 { self.terminal.paint(Ink::Loss, &cell.0) } else { cell.0.clone() };
        self.text.push_str(&painted);
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.text.trim_end())
    }
}

/// Digits of the largest index and blanks for the mark, so that indices stand over their numbers.
fn widest_cell<T: Clone>(rows: &dyn CellRows<T>, cell: &dyn Fn(&T) -> Cell) -> usize {
    rows.cells().map(|told| columns(&cell(&told).0)).max().unwrap_or(1)
}

/// One coordinate: rows of equal length, the index of the first entry before each.
fn line<T: Clone>(
    out: &mut dyn Write,
    rows: &dyn CellRows<T>,
    from: u64,
    width: Option<usize>,
    terminal: &Terminal,
    cell: &dyn Fn(&T) -> Cell,
) -> io::Result<()> {
    let all: Vec<_> = rows.cells().collect();
    let last = from.saturating_add(all.len() as u64);
    let head = last.to_string().len();
    let marked = usize::from(all.first().is_some_and(|x| columns(&cell(x).0) > 1));
    let widest = widest_cell(rows, cell).max(2 + marked);
    let (wide, entries) = measure(widest, head, width, terminal);
    let shown = entries.min(all.len());
    let mut top = Row::new(&" ".repeat(head), terminal);
    for offset in 0..shown {
        top.index(&format!("{offset}{}", " ".repeat(marked)), wide);
    }
    top.write(out)?;
    for (row, start) in all.chunks(entries).zip((from..).step_by(entries)) {
        let mut line = Row::new(&format!("{start:>head$}"), terminal);
        row.iter().for_each(|told| line.cell(&cell(told), wide));
        line.write(out)?;
    }
    Ok(())
}

/// Two coordinates: a grid, the first coordinate down; blocks of columns where it is too wide.
fn grid<T: Clone>(
    out: &mut dyn Write,
    rows: &dyn CellRows<T>,
    from: (u64, u64),
    width: Option<usize>,
    terminal: &Terminal,
    cell: &dyn Fn(&T) -> Cell,
) -> io::Result<()> {
    let longest = (0..rows.height()).map(|row| rows.width(row)).max().unwrap_or(0);
    let head = from.0.saturating_add(rows.height() as u64).to_string().len();
    let marked = usize::from(rows.cells().next().is_some_and(|told| columns(&cell(&told).0) > 1));
    let index = from.1.saturating_add(longest as u64).to_string().len();
    let widest = widest_cell(rows, cell).max(index + marked);
    let cells = widest + 1;
    let fits = (terminal.width.saturating_sub(head + 1) / cells).max(1);
    let block = width.unwrap_or(fits).max(1);
    for start in (0..longest).step_by(block) {
        let end = longest.min(start + block);
        if start > 0 {
            writeln!(out)?;
        }
        let mut top = Row::new(&" ".repeat(head), terminal);
        for b in start..end {
            top.index(&format!("{}{}", from.1.saturating_add(b as u64), " ".repeat(marked)), cells);
        }
        top.write(out)?;
        for (a, row) in (from.0..).zip(0..rows.height()) {
            let mut line = Row::new(&format!("{a:>head$}"), terminal);
            let shown = (start..end).filter_map(|column| rows.cell(row, column));
            shown.for_each(|told| line.cell(&cell(&told), cells));
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
