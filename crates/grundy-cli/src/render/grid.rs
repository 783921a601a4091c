//! Tables for people: aligned columns under an index; P-positions marked.

use std::io::{self, Write};

use grundy::answer::{Answer, Cells, Table};
use grundy::{Diagnostic, ErrorKind, Status};

use super::diagnostics::told;
use super::text;
use super::words::{Line, Style, Words};
use crate::form::legends::{LETTERS, STARS};
use crate::terminal::{Terminal, readable};

/// Rows that stand on one screen are not made longer than this where nobody says how long.
const MOST_ENTRIES: usize = 50;
/// The table as text; `width` is the number of entries a row.
pub(crate) fn table(
    out: &mut dyn Write,
    table: &Answer<Table>,
    width: Option<usize>,
    terminal: &Terminal,
) -> io::Result<()> {
    let title = title(table, &readable(&table.query));
    if table.evidence.status == Status::Nothing {
        let words = format!("{}{}", terminal.words(&title), terminal.say(": none is known", "：一个也不知道"));
        writeln!(out, "{}", terminal.wrap("", &words))?;
        return text::stopped_at(out, &table.stopped, terminal);
    }
    if terminal.quiet {
        bare(out, &table.cells, terminal)?;
        return text::stopped_at(out, &table.stopped, terminal);
    }
    writeln!(out, "{}", terminal.wrap("", terminal.words(&title)))?;
    let from = |at: usize| table.from.get(at).copied().unwrap_or(0);
    let words = Words::new(&table.cells, Style::Marked);
    match &table.cells {
        Cells::Previous(places) => previous(out, places, terminal)?,
        _ if table.from.len() == 2 => grid(out, &words, (from(0), from(1)), width, terminal)?,
        _ => line(out, &words, from(0), width, terminal)?,
    }
    match table.cells {
        Cells::Values(_) | Cells::SomeValues(_) => {
            writeln!(out, "\n{}", terminal.say(STARS[0], STARS[1]))?;
        }
        Cells::Loopy(_) | Cells::SomeLoopy(_) => {
            let words =
                "* a P-position: the player to move loses; ∞{K}: a draw, but with 0 in K the player to move wins";
            writeln!(out, "\n{}", terminal.say(words, "* P 局面：轮到者输；∞{K}：和局，但 K 中有 0 时轮到者胜"))?;
        }
        Cells::Outcomes(_) | Cells::SomeOutcomes(_) => {
            writeln!(out, "\n{}", terminal.say(LETTERS[0], LETTERS[1]))?;
        }
        Cells::Genera(_) => {
            let words = terminal.say(
                "* a P-position of misère play; the exponent: misère values beside 0, 1, 2, …\n  heaps of 2, of which the last two alternate for ever",
                "*：反常规则下的 P 局面；上标：旁边有 0、1、2……个大小为 2 的堆时的反常值，\n  最后两个值永远交替",
            );
            let words = if terminal.page { words.replace("\n  ", terminal.say(" ", "")) } else { words.to_owned() };
            writeln!(out, "\n{words}")?;
        }
        Cells::Previous(_) => writeln!(out)?,
    }
    if let Some(refused) = &table.refused {
        left_out(out, refused, terminal)?;
    }
    if let Some(loony) = &table.loony {
        let first = readable(&told(&loony.message, terminal));
        let words = terminal.say(
            format!("left out: places without a value; the first: {first}"),
            format!("略去：没有值的局面；第一个：{first}"),
        );
        writeln!(out, "{}", terminal.wrap("", &words))?;
    }
    foot(out, table, terminal)
}

/// What is told of numbers that make no position, or no game, by the first of them.
pub(crate) fn left_out(out: &mut dyn Write, refused: &Diagnostic, terminal: &Terminal) -> io::Result<()> {
    let first = readable(&told(&refused.message, terminal));
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
    writeln!(out, "{}", terminal.wrap("", &words))
}

/// What stands below a table, or where a picture of it was drawn.
pub(crate) fn foot(out: &mut dyn Write, table: &Answer<Table>, terminal: &Terminal) -> io::Result<()> {
    if let Some(words) = ends_early(table, terminal) {
        writeln!(out, "{}", terminal.wrap("", &words))?;
    }
    text::foot(out, table, terminal)
}

/// How to go on where nobody said how far and further places would take long.
pub(crate) fn ends_early(table: &Table, terminal: &Terminal) -> Option<String> {
    let more = table.to.first().filter(|_| table.ends_early)?.saturating_add(1);
    Some(terminal.say(
        format!("further places would take long: `--to {more}` works them out"),
        format!("更远的局面很费时：`--to {more}` 会计算"),
    ))
}

/// The entries alone: a line a row.
fn bare(out: &mut dyn Write, cells: &Cells, terminal: &Terminal) -> io::Result<()> {
    if let Cells::Previous(places) = cells {
        return previous(out, places, terminal);
    }
    let words = Words::new(cells, Style::Full);
    let mut text = String::new();
    for row in 0..words.height() {
        for column in 0..words.width(row) {
            text.clear();
            text.push_str(if column > 0 { " " } else { "" });
            words.write(row, column, &mut text);
            out.write_all(text.as_bytes())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What a table shows, of the question as it is to be spelt. A question of misère play says `misere` itself.
pub(super) fn title(table: &Answer<Table>, query: &str) -> grundy::Words {
    let (english, chinese) = match table.cells {
        Cells::Values(_) | Cells::Loopy(_) | Cells::SomeLoopy(_) | Cells::SomeValues(_) => ("values", "的值"),
        Cells::Outcomes(_) | Cells::SomeOutcomes(_) => ("outcomes", "的胜负"),
        Cells::Genera(_) => ("genera", "的亏格（genus）"),
        Cells::Previous(_) => ("P-positions", "的 P 局面"),
    };
    grundy::Words::new(format!("{english} of {query}"), format!("{query} {chinese}"))
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

/// One coordinate: rows of equal length, the index of the first entry before each.
fn line(
    out: &mut dyn Write,
    words: &Words<'_>,
    from: u64,
    width: Option<usize>,
    terminal: &Terminal,
) -> io::Result<()> {
    let count = words.longest();
    let head = from.saturating_add(count as u64).to_string().len();
    let mark = words.mark();
    // digits of the largest index and blanks for the mark, so that indices stand over their numbers
    let (wide, entries) = measure(words.widest().max(2 + mark), head, width, terminal);
    let mut line = Line::new(terminal);
    line.begin(&" ".repeat(head));
    for offset in 0..entries.min(count) {
        line.index(&format!("{offset}{}", " ".repeat(mark)), wide);
    }
    line.write(out)?;
    for start in (0..count).step_by(entries) {
        line.begin(&format!("{:>head$}", from.saturating_add(start as u64)));
        (start..count.min(start + entries)).for_each(|column| line.cell(words, 0, column, wide));
        line.write(out)?;
    }
    Ok(())
}

/// Two coordinates: a grid, the first coordinate down; blocks of columns where it is too wide.
fn grid(
    out: &mut dyn Write,
    words: &Words<'_>,
    from: (u64, u64),
    width: Option<usize>,
    terminal: &Terminal,
) -> io::Result<()> {
    let longest = words.longest();
    let head = from.0.saturating_add(words.height() as u64).to_string().len();
    let mark = words.mark();
    let index = from.1.saturating_add(longest as u64).to_string().len();
    let wide = words.widest().max(index + mark) + 1;
    let fits = (terminal.width.saturating_sub(head + 1) / wide).max(1);
    let block = width.unwrap_or(fits).max(1);
    let mut line = Line::new(terminal);
    for start in (0..longest).step_by(block) {
        let end = longest.min(start + block);
        if start > 0 {
            writeln!(out)?;
        }
        line.begin(&" ".repeat(head));
        for b in start..end {
            line.index(&format!("{}{}", from.1.saturating_add(b as u64), " ".repeat(mark)), wide);
        }
        line.write(out)?;
        for (a, row) in (from.0..).zip(0..words.height()) {
            line.begin(&format!("{a:>head$}"));
            (start..end).for_each(|column| line.cell(words, row, column, wide));
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
    if places.is_empty() { writeln!(out, "{}", terminal.say("none", "无")) } else { writeln!(out) }
}

#[cfg(test)]
mod tests {
    use grundy::{Nat, Outcome};

    use super::*;

    const PLAIN: Terminal =
        Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false, page: false };

    #[test]
    fn entries_stand_under_their_index() {
        let row: Vec<Nat> = (0..8u8).map(|n| Nat::from(n % 4)).collect();
        let mut out = Vec::new();
        let cells = Cells::SomeValues(vec![row.into_iter().map(Some).collect()]);
        line(&mut out, &Words::new(&cells, Style::Marked), 0, Some(4), &PLAIN).unwrap();
        let text = String::from_utf8(out).unwrap();
        let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, ["    0   1   2   3", "0   0*  1   2   3", "4   0*  1   2   3"]);
    }

    #[test]
    fn two_coordinates_make_a_grid() {
        let cells = Cells::Outcomes(vec![vec![Outcome::Previous, Outcome::Next], vec![Outcome::Next, Outcome::Draw]]);
        let mut out = Vec::new();
        grid(&mut out, &Words::new(&cells, Style::Marked), (0, 9), None, &PLAIN).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "    9 10\n0   P  ·\n1   ·  D\n");
    }

    #[test]
    fn what_is_no_position_stands_under_its_index() {
        let row = vec![None, Some(Outcome::Next), None, Some(Outcome::Previous)];
        let mut out = Vec::new();
        let cells = Cells::SomeOutcomes(vec![row]);
        line(&mut out, &Words::new(&cells, Style::Marked), 0, Some(4), &PLAIN).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "    0  1  2  3\n0   -  ·  -  P\n");
    }
}
