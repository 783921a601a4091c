//! The cells of a table as words, written one after the other into one text: a table may have millions.

use std::fmt::{self, Display};
use std::io::{self, Write};

use grundy::answer::{CellRows, Cells, Genus};
use grundy::loopy::Value;
use grundy::number::{shorten, to_u64};
use grundy::{Nat, Outcome};

use crate::terminal::{Ink, Terminal, columns};

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// A star behind the value of a P-position, room for it elsewhere; wins are dots.
    Marked,
    /// The value or letter alone.
    Plain,
    /// As [`Style::Plain`], with every digit of long numbers.
    Full,
}

/// The cells of a table, to be written in one style.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    cells: &'a Cells,
    style: Style,
}

/// Asks the rows of a table, whatever they hold.
macro_rules! rows {
    ($cells:expr, $rows:ident => $asked:expr, $places:ident => $other:expr) => {
        match $cells {
            Cells::Values($rows) => $asked,
            Cells::Loopy($rows) => $asked,
            Cells::SomeLoopy($rows) => $asked,
            Cells::Outcomes($rows) => $asked,
            Cells::SomeValues($rows) => $asked,
            Cells::SomeOutcomes($rows) => $asked,
            Cells::Genera($rows) => $asked,
            Cells::Previous($places) => $other,
        }
    };
}

impl<'a> Words<'a> {
    pub(super) fn new(cells: &'a Cells, style: Style) -> Words<'a> {
        Words { cells, style }
    }

    /// The number of rows; a list of P-positions is one.
    pub(super) fn height(&self) -> usize {
        rows!(self.cells, rows => rows.height(), _places => 1)
    }

    /// The number of cells in a row.
    pub(super) fn width(&self, row: usize) -> usize {
        rows!(self.cells, rows => rows.width(row), places => places.len())
    }

    /// The number of cells of the longest row.
    pub(super) fn longest(&self) -> usize {
        (0..self.height()).map(|row| self.width(row)).max().unwrap_or(0)
    }

    /// Writes a cell behind the text; says whether it is a P-position, nothing of a cell that is not there.
    pub(super) fn write(&self, row: usize, column: usize, text: &mut String) -> Option<bool> {
        Some(match self.cells {
            Cells::Values(rows) => self.value(&*rows.cell(row, column)?, text),
            Cells::Loopy(rows) => self.loopy(&*rows.cell(row, column)?, text),
            Cells::SomeLoopy(rows) => match &*rows.cell(row, column)? {
                Some(value) => self.loopy(value, text),
                None => self.word(&"-", text),
            },
            Cells::Outcomes(rows) => self.outcome(*rows.cell(row, column)?, text),
            Cells::SomeValues(rows) => match &*rows.cell(row, column)? {
                Some(value) => self.value(value, text),
                None => self.word(&"-", text),
            },
            Cells::SomeOutcomes(rows) => match &*rows.cell(row, column)? {
                Some(outcome) => self.outcome(*outcome, text),
                // outcomes have no marks
                None => {
                    text.push('-');
                    false
                }
            },
            Cells::Genera(rows) => match &*rows.cell(row, column)? {
                Some(genus) => self.genus(genus, text),
                None => self.word(&"-", text),
            },
            Cells::Previous(places) => {
                for (at, number) in places.get(column)?.iter().enumerate() {
                    write_to(text, format_args!("{}{number}", if at > 0 { "," } else { "" }));
                }
                true
            }
        })
    }

    /// How many columns the widest cell takes; 1 where there is none.
    pub(super) fn widest(&self) -> usize {
        let mut text = String::new();
        let mut widest = 1;
        for row in 0..self.height() {
            for column in 0..self.width(row) {
                text.clear();
                self.write(row, column, &mut text);
                widest = widest.max(breadth(&text));
            }
        }
        widest
    }

    /// How many columns stand behind the digits of a cell for its mark.
    pub(super) fn mark(&self) -> usize {
        let mut text = String::new();
        self.write(0, 0, &mut text);
        usize::from(self.style == Style::Marked && breadth(&text) > 1)
    }

    /// A word with room for a mark.
    fn word(&self, word: &dyn Display, text: &mut String) -> bool {
        write_to(text, format_args!("{word}{}", if self.style == Style::Marked { " " } else { "" }));
        false
    }

    fn value(&self, value: &Nat, text: &mut String) -> bool {
        if value.is_zero() {
            text.push_str(if self.style == Style::Marked { "0*" } else { "0" });
            return true;
        }
        match to_u64(value) {
            Some(small) => self.word(&small, text),
            None if self.style == Style::Full => self.word(value, text),
            None => self.word(&shorten(value), text),
        }
    }

    fn loopy(&self, value: &Value, text: &mut String) -> bool {
        match value.finite() {
            Some(number) => self.value(number, text),
            None => self.word(value, text),
        }
    }

    fn outcome(&self, outcome: Outcome, text: &mut String) -> bool {
        text.push(match outcome {
            Outcome::Next if self.style == Style::Marked => '·',
            outcome => outcome.letter(),
        });
        outcome == Outcome::Previous
    }

    fn genus(&self, genus: &Genus, text: &mut String) -> bool {
        let lost = genus.term(0) == 0;
        write_to(text, format_args!("{genus}"));
        if self.style == Style::Marked {
            text.push(if lost { '*' } else { ' ' });
        }
        lost
    }
}

/// Writing to a text does not fail.
fn write_to(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = fmt::Write::write_fmt(text, what);
}

/// How many columns a cell takes.
fn breadth(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { columns(text) }
}

/// A line that is put together; blanks at its end are dropped.
#[derive(Debug)]
pub(super) struct Line<'a> {
    text: String,
    /// The cell that is being written.
    cell: String,
    terminal: &'a Terminal,
}

impl Line<'_> {
    pub(super) fn new(terminal: &Terminal) -> Line<'_> {
        Line { text: String::new(), cell: String::new(), terminal }
    }

    /// Begins anew, with what stands before the cells.
    pub(super) fn begin(&mut self, head: &str) {
        self.text.clear();
        if !head.is_empty() {
            self.text.push_str(&self.terminal.paint(Ink::Faint, head));
            self.text.push(' ');
        }
    }

    /// A number above a column.
    pub(super) fn index(&mut self, text: &str, width: usize) {
        self.text.push_str(&self.terminal.paint(Ink::Faint, &format!("{text:>width$}")));
    }

    /// A cell; nothing where there is none.
    pub(super) fn cell(&mut self, words: &Words<'_>, row: usize, column: usize, width: usize) {
        self.cell.clear();
        let Some(lost) = words.write(row, column, &mut self.cell) else { return };
        self.text.extend(std::iter::repeat_n(' ', width.saturating_sub(breadth(&self.cell))));
        match lost && self.terminal.colour {
            true => self.text.push_str(&self.terminal.paint(Ink::Loss, &self.cell)),
            false => self.text.push_str(&self.cell),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.trim_end().as_bytes())?;
        out.write_all(b"\n")
    }
}
