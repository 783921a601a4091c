//! Lines that are set in columns, as a table.
//!
//! ```text
//!   nim     Nim     nim(3, 5, 7)
//!   kayles  Kayles  kayles(9)
//! ```
//!
//! What is blank in all lines, two columns wide or more, stands between cells. Drawings, sums written below each other and grids of
//! numbers, which have their own titles, are left as they stand.

use unicode_width::UnicodeWidthChar as _;

use super::{Block, Line, spans};

/// So wide is what stands between two cells.
const BETWEEN: usize = 2;
/// The cells of a line at most.
const MOST: usize = 12;

/// The table that the lines are, whose first line may have the titles.
pub(super) fn table(lines: &[&str], is_titled: bool) -> Option<Block> {
    // a fence is code, too
    if lines.len() < 2 || lines.iter().any(|line| line.contains("```") || line.chars().any(is_drawn)) {
        return None;
    }
    let places = places(lines);
    let fits = (2..=MOST).contains(&places.len());
    let rows: Vec<Vec<String>> = lines.iter().filter(|_| fits).map(|line| cells(line, &places)).collect();
    // a line below without a first cell is the rest of the line above
    let is_whole = rows.iter().all(|row| row.first().is_some_and(|cell| !cell.is_empty()));
    let is_number = |cell: &String| cell.is_empty() || cell.trim_end_matches('*').parse::<u128>().is_ok();
    if rows.is_empty() || !is_whole || rows.iter().flatten().all(is_number) {
        return None;
    }
    let mut rows: Vec<Vec<Line>> = rows.iter().map(|row| row.iter().map(|cell| spans(cell)).collect()).collect();
    let head = if is_titled { rows.remove(0) } else { vec![Line::new(); places.len()] };
    Some(Block::Table { head, rows, is_headed: false })
}

/// Are the lines sentences that are only set in from the left, such as references and moves?
pub(super) fn are_sentences(lines: &[&str]) -> bool {
    let is_sentence = |line: &&str| {
        let line = line.trim();
        let words = line.split(' ').filter(|word| word.chars().any(char::is_alphabetic)).count();
        !line.contains("  ") && !line.chars().any(is_drawn) && (words > 2 || line.contains(" → "))
    };
    !lines.is_empty() && lines.iter().all(is_sentence)
}

/// Is it a sign of drawings?
fn is_drawn(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2191}' | '\u{2193}' | '\u{2500}'..='\u{25ff}' | '\t') || c.is_control()
}

/// Where cells begin and end, in columns of the terminal.
fn places(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut is_full: Vec<bool> = Vec::new();
    for line in lines {
        let mut column = 0;
        for c in line.chars() {
            let wide = c.width().unwrap_or(0);
            is_full.resize(is_full.len().max(column + wide), false);
            if c != ' ' {
                is_full[column..column + wide].fill(true);
            }
            column += wide;
        }
    }
    let mut places: Vec<(usize, usize)> = Vec::new();
    for column in (0..is_full.len()).filter(|&column| is_full[column]) {
        match places.last_mut().filter(|(_, end)| column < *end + BETWEEN) {
            Some((_, end)) => *end = column + 1,
            None => places.push((column, column + 1)),
        }
    }
    places
}

/// What of the line stands at these places.
fn cells(line: &str, places: &[(usize, usize)]) -> Vec<String> {
    let mut cells = vec![String::new(); places.len()];
    let mut column = 0;
    for c in line.chars() {
        if let Some(cell) = places.iter().position(|(start, end)| (*start..*end).contains(&column)) {
            cells[cell].push(c);
        }
        column += c.width().unwrap_or(0);
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Span;
    use super::*;

    fn texts(lines: &[&str], is_titled: bool) -> Option<Vec<Vec<String>>> {
        let text = |line: &Line| {
            let piece = |span: &Span| match span {
                Span::Words(text) | Span::Term(text) | Span::Code(text) => text.clone(),
            };
            line.iter().map(piece).collect::<String>()
        };
        let Some(Block::Table { head, rows, .. }) = table(lines, is_titled) else { return None };
        Some(std::iter::once(&head).chain(&rows).map(|row| row.iter().map(text).collect()).collect())
    }

    #[test]
    fn cells_are_told_by_what_is_blank_in_all_lines() {
        let found = texts(&["vertex  value  loopy", "a       0", "中文    12     1"], true);
        let wanted = [["vertex", "value", "loopy"], ["a", "0", ""], ["中文", "12", "1"]];
        assert_eq!(found.unwrap(), wanted.map(|row| row.map(str::to_owned).to_vec()));
        let found = texts(&["  nim   Nim", "  take  Subtraction game"], false);
        let wanted = [["", ""], ["nim", "Nim"], ["take", "Subtraction game"]];
        assert_eq!(found.unwrap(), wanted.map(|row| row.map(str::to_owned).to_vec()));
    }

    #[test]
    fn sentences_that_are_set_in_are_told_from_drawings() {
        assert!(are_sentences(&["  参见 R. K. Guy, 1956", "  nim(4) → nim(3)"]));
        for lines in [&["  x.x", "  ..."][..], &["  ▮ ▮ ▮"], &["  nim(3)  1 of 2 ways"], &[]] {
            assert!(!are_sentences(lines), "{lines:?}");
        }
    }

    #[test]
    fn drawings_and_grids_stay() {
        for lines in [
            &["  nim(3)  3   0 1 1", "          ─────────"][..],
            &["     5  6", " 7   1  2*"],
            &["nim(3) ●●●", "nim(5) ●●●●●  ●"],
            &["a  b"],
            &["a  b", "   c"],
            &["one column", "of words"],
        ] {
            assert_eq!(texts(lines, false), None, "{lines:?}");
        }
    }
}
