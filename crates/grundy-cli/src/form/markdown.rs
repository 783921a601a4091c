//! Answers as Markdown, for notes, forums and lessons.
//!
//! ```text
//! ## `nim(3)`
//!
//! N — the player to move wins
//!
//! ### moves
//!
//! | from | to |
//! | --- | --- |
//! | `nim(3)` | `nim(1)` |
//! ```
//!
//! Characters that Markdown reads are escaped in words, so that names from files stay text; notation is code, in backticks, where
//! nothing but a bar in a table is. Reference: *GitHub Flavored Markdown Spec*, version 0.29, 4.10 (tables), 6.1 (escapes) and
//! 6.3 (code spans).

use std::io::{self, Write};

use super::sheet::{Block, Line, Span};

/// Writes the sheet.
pub(super) fn write(out: &mut dyn Write, sheet: &[Block]) -> io::Result<()> {
    let mut is_list = false;
    for (at, block) in sheet.iter().enumerate() {
        let is_item = matches!(block, Block::Item { .. });
        // items are one list
        if at > 0 && !(is_item && is_list) {
            writeln!(out)?;
        }
        is_list = is_item;
        match block {
            Block::Title(title) => writeln!(out, "## {}", line(title))?,
            Block::Heading(name) => writeln!(out, "### {}", escaped(name))?,
            Block::Say(words) => writeln!(out, "{}", line(words))?,
            Block::Item { depth, name, value } => {
                let (indent, name) = ("  ".repeat(*depth), escaped(name));
                match value {
                    Some(value) => writeln!(out, "{indent}- **{name}**: {}", line(value))?,
                    None => writeln!(out, "{indent}- **{name}**")?,
                }
            }
            Block::Code { language, lines } => code(out, language, lines)?,
            Block::Picture(picture) => code(out, "text", &picture.lines)?,
            Block::Table { head, rows, is_headed } => table(out, head, rows, *is_headed)?,
        }
    }
    Ok(())
}

fn table(out: &mut dyn Write, head: &[Line], rows: &[Vec<Line>], is_headed: bool) -> io::Result<()> {
    let row = |cells: &mut dyn Iterator<Item = String>| cells.map(|cell| format!(" {cell} |")).collect::<String>();
    // a corner is seen in the source as well
    let named = |one: &Line| if one.is_empty() { " ".to_owned() } else { cell(one) };
    writeln!(out, "|{}", row(&mut head.iter().map(named)))?;
    writeln!(out, "|{}", row(&mut std::iter::repeat_n("---".to_owned(), head.len())))?;
    for cells in rows {
        let shown = cells.iter().enumerate().map(|(column, one)| match is_headed && column == 0 {
            true => format!("**{}**", cell(one)),
            false => cell(one),
        });
        writeln!(out, "|{}", row(&mut { shown }))?;
    }
    Ok(())
}

/// A bar would end the cell, in code as well.
fn cell(one: &Line) -> String {
    let piece = |span: &Span| match span {
        Span::Words(text) | Span::Term(text) => escaped(text),
        Span::Code(text) => in_backticks(text).replace('|', "\\|"),
    };
    one.iter().map(piece).collect()
}

fn line(one: &Line) -> String {
    let piece = |span: &Span| match span {
        Span::Words(text) | Span::Term(text) => escaped(text),
        Span::Code(text) => in_backticks(text),
    };
    one.iter().map(piece).collect()
}

/// Code in a line, in more backticks than it has side by side.
fn in_backticks(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !c.is_control()).collect();
    let ticks = "`".repeat(longest(&plain) + 1);
    let room = if plain.starts_with('`') || plain.ends_with('`') { " " } else { "" };
    format!("{ticks}{room}{plain}{room}{ticks}")
}

/// So many backticks stand side by side.
fn longest(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Lines in a language as they stand.
fn code(out: &mut dyn Write, language: &str, lines: &[String]) -> io::Result<()> {
    // a fence is longer than any in the text
    let ticks = lines.iter().map(|line| longest(line)).max().unwrap_or(0);
    let fence = "`".repeat(ticks.max(2) + 1);
    writeln!(out, "{fence}{language}")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{fence}")
}

/// Text that Markdown prints as it is.
fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => plain.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$' | '!' => {
                plain.extend(['\\', c]);
            }
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use grundy_form::explanation::Spoken;
    use serde_json::{Value, json};

    use super::super::legends::{LETTERS, STARS};
    use super::super::sheet::{answer, object};

    fn listed(fields: &Value) -> String {
        let mut out = Vec::new();
        super::write(&mut out, &object(fields, Spoken::English)).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn written(object: &Value, text: &str) -> String {
        let mut out = Vec::new();
        super::write(&mut out, &answer(object, text, None, Spoken::English)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn single_values_are_a_list_and_lists_are_tables() {
        let object = json!({
            "schema": 1, "query": "take[1,3](5)", "value": 1, "complete": true, "loopy": null,
            "evidence": {"status": "proved", "up_to": null},
            "moves": [{"to": "nim(1)", "place": [1, 2]}, {"to": "a|b", "wins": false}],
            "values": [[0, 1], [1, null, 3]],
        });
        assert_eq!(
            listed(&object),
            "- **query**: `take[1,3](5)`\n- **value**: 1\n- **complete**: yes\n- **evidence**\n  - **status**: proved\n\
             \n### moves\n\n| to | place | wins |\n| --- | --- | --- |\n| `nim(1)` | 1, 2 |  |\n| `a\\|b` |  | no |\n\
             \n### values\n\n|   | 0 | 1 | 2 |\n| --- | --- | --- | --- |\n| **0** | 0 | 1 |  |\n| **1** | 1 |  | 3 |\n"
        );
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(listed(&json!({"a": "[b]: !x\n# y\u{1b}"})), "- **a**: \\[b\\]: \\!x \\# y\n");
        assert_eq!(listed(&json!({"a": [], "b": {"c": null}})), "");
    }

    #[test]
    fn sentences_are_read_and_moves_are_a_table() {
        let object = json!({
            "schema": 1, "query": "nim(3)", "evidence": {"zh": "x"}, "cost": {"seconds": 1},
            "moves": [{"component": 0, "from": "nim(3)", "to": "nim(0)", "place": [0], "index": 0}],
        });
        assert_eq!(
            written(&object, "read: nim(3)\nN — the player [wins] and 2*k\n  a  1\n  b  ```\nproved\n"),
            "## `nim(3)`\n\nN — the player \\[wins\\] and `2*k`\n\n````text\n  a  1\n  b  ```\n````\n\nproved\n\
             \n### moves\n\n| from | to |\n| --- | --- |\n| `nim(3)` | `nim(0)` |\n"
        );
    }

    #[test]
    fn values_are_tables_in_place_of_columns() {
        let row = json!({"game": "x", "from": 0, "values": [0, 1, null, 3, 4, 5, 6, 7, 8, 9, 10]});
        let text = written(&row, "values of x\n     0  1\n 0   0  1\n");
        assert!(text.contains("\nvalues of x\n\n### values\n\n| n | +0 | +1 |") && !text.contains("```"), "{text}");
        assert!(
            text.ends_with(
                "| 0 … | 0 | 1 |  | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n| 10 … | 10 |  |  |  |  |  |  |  |  |  |\n"
            ),
            "{text}"
        );
        // what the columns mark is not in the table
        let text = written(&row, &format!("values of x\n 0   0*  1\n\n{}\nproved\n", STARS[0]));
        assert!(text.contains("x\n\nproved\n") && !text.contains("P-position"), "{text}");
        let row = json!({"game": "x", "from": 0, "outcomes": ["P", "N"]});
        let text = written(&row, &format!("outcomes of x\n 0  P  ·\n\n{}\n", LETTERS[0]));
        assert!(text.contains("; N: the player to move wins;") && !text.contains('·'), "{text}");
        // rows that do not begin at 0 stay as they are set
        let far = json!({"game": "x", "from": [5, 5], "values": [[0, 1], [1, 0]]});
        assert!(written(&far, "values\n     5  6\n").contains("```text\n     5  6\n```\n"));
    }

    #[test]
    fn members_are_rows() {
        let object = json!({"game": "g", "rows": [
            {"for": {"m": 1}, "error": "no game"},
            {"for": {"m": 2}, "values": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
            {"for": {"m": 3}, "values": [0, null], "refused": "x"},
        ]});
        let text = "read: g\n       5  6\nm = 1  no game\nm = 2  0  1\nm = 3  0  -\n-: no game\n";
        assert_eq!(
            written(&object, text),
            "## `g`\n\n-: no game\n\n### values\n\n\
             | n | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 |\n\
             | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n\
             | `m = 2` | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n| `m = 3` | 0 | - |  |  |  |  |  |  |  |  |\n\n\
             | n | 15 |\n| --- | --- |\n| `m = 2` | 10 |\n| `m = 3` |  |\n\n`m = 1`: no game\n"
        );
        // grids stay as they are set
        let object = json!({"game": "g", "rows": [{"for": {"m": 1}, "values": [[0, 1], [1, 0]]}]});
        assert_eq!(written(&object, "m = 1\n  0 1\n"), "## `g`\n\n`m = 1`\n\n```text\n  0 1\n```\n");
    }

    #[test]
    fn programs_are_one_block() {
        let mut out = Vec::new();
        let text = "# a\n\ndef f(n):\n    return n\n";
        super::write(&mut out, &answer(&json!({"game": "g", "code": text}), text, Some("python"), Spoken::English))
            .unwrap();
        let page = String::from_utf8(out).unwrap();
        assert_eq!(page, format!("## `g`\n\n```python\n{text}```\n"));
    }

    #[test]
    fn what_is_left_of_a_list_is_told() {
        let object = json!({"query": "q", "moves": [{"to": "a", "value": 0}]});
        let text = written(&object, "2 moves\n    0  q → a\n  … and 1 more\n");
        assert!(text.contains("2 moves\n\n… and 1 more\n") && !text.contains('→'), "{text}");
        // a rule belongs to what it divides
        let text = written(&json!({"table": 1}), "  × │  0\n────┼───\n  0 │  0\n");
        assert!(text.ends_with("```text\n  × │  0\n────┼───\n  0 │  0\n```\n"), "{text}");
    }
}
