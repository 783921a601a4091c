//! Chapters of the book that `grundy help CHAPTER` prints: the same files, so that they say the same, set for a terminal.
//!
//! ```text
//! | moves of both | `take[1,2] \| take[5](9)` |      moves of both  `take[1,2] | take[5](9)`
//! ```
//!
//! A bar in a table of the book is escaped, and whoever copies it gets a fault: cells are set in columns without bars, or one
//! below the other where these are too wide. Sentences are folded at the width; code is never cut.

use crate::terminal::{columns, pad};

/// What a chapter is called, and its text.
pub(crate) struct Chapter {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) const CHAPTERS: [Chapter; 3] = [
    Chapter { name: "notation", text: include_str!("../docs/notation.md") },
    Chapter { name: "claims", text: include_str!("../docs/claims.md") },
    Chapter { name: "json", text: include_str!("../docs/json.md") },
];

/// Between two columns.
const GAP: &str = "  ";
/// Before a cell that stands below the first one of its row.
const BELOW: usize = 4;

impl Chapter {
    /// The text at most so many columns wide, but for code.
    pub(crate) fn set(&self, width: usize) -> String {
        let mut out = String::new();
        let lines: Vec<&str> = self.text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let from = at;
            let block: &[&str] = if lines[at].starts_with("```") {
                at += 2 + lines[at + 1..].iter().take_while(|line| !line.starts_with("```")).count();
                &lines[from..at.min(lines.len())]
            } else if lines[at].starts_with('|') {
                at += lines[at..].iter().take_while(|line| line.starts_with('|')).count();
                table(&mut out, &lines[from..at], width);
                continue;
            } else {
                at += 1 + lines[at + 1..].iter().take_while(|line| goes_on(lines[from], line)).count();
                let words = lines[from..at].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
                let indent = if is_item(lines[from]) { 2 } else { 0 };
                fold(&mut out, &words, 0, indent, width);
                continue;
            };
            block.iter().for_each(|line| out.extend([line, "\n"]));
        }
        out
    }
}

fn is_item(line: &str) -> bool {
    line.trim_start().starts_with("- ")
}

/// Is the line of the same paragraph or item as the one that begins it?
fn goes_on(first: &str, line: &str) -> bool {
    let begins = is_item(line) || line.starts_with(['#', '|']) || line.starts_with("```");
    !first.starts_with('#') && !first.trim().is_empty() && !line.trim().is_empty() && !begins
}

/// The words of a text, each with its code whole.
fn words(text: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_code) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        is_code ^= c == '`';
        if c == ' ' && !is_code {
            found.push(&text[from..at]);
            from = at + 1;
        }
    }
    found.push(&text[from..]);
    found.retain(|word| !word.is_empty());
    found
}

/// Writes the words in lines, the first and the others with so many blanks in front.
fn fold(out: &mut String, text: &str, first: usize, others: usize, width: usize) {
    out.push_str(&" ".repeat(first));
    let mut used = first;
    for (number, word) in words(text).into_iter().enumerate() {
        let long = columns(word);
        if number > 0 && used + 1 + long > width {
            out.push('\n');
            out.push_str(&" ".repeat(others));
            used = others;
        } else if number > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += long;
    }
    out.push('\n');
}

/// A table, its cells without the signs of the book.
fn table(out: &mut String, lines: &[&str], width: usize) {
    let cells = |line: &&str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').replace("\\|", "\0");
        let inner = inner.strip_suffix('|').unwrap_or(&inner);
        inner.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().filter(|line| !line.starts_with("|-")).map(cells).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell)).max();
    let wide: Vec<usize> = (0..count).map(|column| widest(column).unwrap_or(0)).collect();
    if wide.iter().sum::<usize>() + GAP.len() * count.saturating_sub(1) <= width {
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().zip(&wide).map(|(cell, &wide)| pad(cell, wide)).collect();
            out.extend([cells.join(GAP).trim_end(), "\n"]);
            if number == 0 {
                let rules: Vec<String> = wide.iter().map(|&wide| "─".repeat(wide)).collect();
                out.extend([rules.join(GAP).as_str(), "\n"]);
            }
        }
        return;
    }
    for row in &rows {
        for (column, cell) in row.iter().enumerate() {
            let indent = if column == 0 { 0 } else { BELOW };
            fold(out, cell, indent, indent, width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_set_for_a_terminal() {
        let text = "# A\n\nOne and two\nthree `a | b` four.\n\n- item one is\n  long\n- two\n\n| x | y |\n|---|---|\n\
                    | `a \\| b` | c |\n\n```sh\n| a \\| b and a long line of code |\n```\n";
        let chapter = Chapter { name: "a", text };
        assert_eq!(
            chapter.set(16),
            "# A\n\nOne and two\nthree `a | b`\nfour.\n\n- item one is\n  long\n- two\n\nx        y\n───────  ─\n`a | b`  c\n\n\
             ```sh\n| a \\| b and a long line of code |\n```\n"
        );
        assert!(chapter.set(9).contains("\nx\n    y\n`a | b`\n    c\n"), "{}", chapter.set(9));
    }

    /// What a chapter shows can be pasted, and only what is code is wider than a terminal.
    #[test]
    fn no_bar_is_escaped_and_no_sentence_is_cut() {
        for chapter in &CHAPTERS {
            let text = chapter.set(80);
            let (mut fenced, mut shown) = (false, 0);
            for line in text.lines() {
                fenced ^= line.starts_with("```");
                assert!(fenced || !line.contains("\\|"), "{line}");
                let is_one_word = words(line.trim().trim_start_matches("- ")).len() == 1;
                assert!(fenced || is_one_word || columns(line) <= 80, "{line}");
                shown += 1;
            }
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            assert!(shown > 50 && letters(&text) == letters(chapter.text), "{}", chapter.name);
        }
    }
}
