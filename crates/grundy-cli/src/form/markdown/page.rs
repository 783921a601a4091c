//! An answer as a page: what was asked, the sentences of the text, then the moves and the values as tables.
//!
//! ```text
//! - **query**: kayles(3)
//!
//! N — the player to move wins
//!
//! ### moves
//!
//! | component | from | to |
//! | --- | --- | --- |
//! | 0 | kayles(3) | kayles(1, 1) |
//! ```
//!
//! Lines of the text that are set in columns keep them: they stand in a block of code, but for those that a table below says.
//! A program is one block of code, in its language.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{LEFT_OUT, escaped, inline, item, table};
use crate::form::legends::{LETTERS, STARS};

/// What an answer is about: the first of these that it has stands at the top.
const SUBJECTS: &[&str] = &["query", "game", "expr", "claim", "name", "term", "title", "games"];
/// Columns of moves that people read.
const OF_MOVES: &[&str] = &["component", "from", "to", "value", "outcome", "wins"];
/// Lists that are tables of cells, each with the columns of one heap where it is a single row.
const CELLS: &[&str] = &["values", "outcomes"];
/// So many cells stand in a row of a table of one heap.
const ACROSS: usize = 10;

/// Writes the page of an object and its text, which may be code in a language.
pub(in crate::form) fn write(
    out: &mut dyn Write,
    object: &Value,
    text: &str,
    language: Option<&str>,
) -> io::Result<()> {
    let Value::Object(fields) = object else { return sentences(out, text, true) };
    let told = SUBJECTS.iter().find_map(|name| fields.get_key_value(*name).filter(|(_, value)| is_said(value)));
    // of others the first that is one value
    let single = |(name, value): &(&String, &Value)| {
        ![LEFT_OUT, "complete"].contains(&name.as_str())
            && (value.is_string() || value.is_boolean() || value.is_number())
    };
    if let Some((name, value)) = told.or_else(|| fields.iter().find(single)) {
        item(out, 0, name, value)?;
    }
    if let Some(language) = language {
        return code(out, language, &text.lines().collect::<Vec<_>>());
    }
    let grids: Vec<(&str, Vec<Value>)> = CELLS.iter().filter_map(|name| Some((*name, grid(fields, name)?))).collect();
    let rows = fields.get("rows").and_then(Value::as_array).and_then(|rows| members(rows, text));
    let moves = fields.get("moves").and_then(Value::as_array).filter(|moves| !moves.is_empty());
    // where each move is told with what it is worth, the lines of the text are those of the table
    let is_told = moves.is_some_and(|moves| moves.iter().all(|one| one.get("value").is_some()));
    if grids.is_empty() && rows.is_none() {
        sentences(out, text, !is_told)?;
    } else {
        let lines = text.lines().filter(|line| !STARS.contains(line));
        // cells have the letter of what is a dot in columns
        let lines = lines.map(|line| if LETTERS.contains(&line) { line.replace('·', "N") } else { line.to_owned() });
        sentences(out, &lines.collect::<Vec<_>>().join("\n"), false)?;
    }
    if let Some(moves) = moves {
        writeln!(out, "\n### moves\n")?;
        table(out, &moves.iter().map(of_move).collect::<Vec<_>>())?;
    }
    for (name, rows) in grids {
        writeln!(out, "\n### {name}\n")?;
        table(out, &rows)?;
    }
    if let Some(members) = rows {
        writeln!(out, "\n### {}", members.name)?;
        for rows in members.tables {
            writeln!(out)?;
            table(out, &rows)?;
        }
        for fault in members.faults {
            writeln!(out, "\n{}", escaped(&fault))?;
        }
    }
    Ok(())
}

/// Members of a game with parameters.
struct Members {
    /// What their cells are.
    name: &'static str,
    /// A row a member, in tables as wide as a page.
    tables: Vec<Vec<Value>>,
    /// Members that are no games, and why.
    faults: Vec<String>,
}

/// The members, if each has one row of cells; the columns of the text say the first heap.
fn members(rows: &[Value], text: &str) -> Option<Members> {
    let is_single = |cell: &Value| !cell.is_array() && !cell.is_object();
    let cells_of = |name: &str, row: &Value| -> Option<Vec<Value>> {
        let cells = row.get(name)?.as_array().filter(|cells| cells.iter().all(is_single))?;
        // a dash is explained in the text
        let nothing = if row.get("refused").or(row.get("loony_at")).is_some() { "-" } else { "" };
        let shown = |cell: &Value| if cell.is_null() { Value::String(nothing.to_owned()) } else { cell.clone() };
        Some(cells.iter().map(shown).collect())
    };
    let name = *CELLS.iter().find(|name| rows.iter().any(|row| row.get(**name).is_some()))?;
    let index = text.lines().find(|line| line.starts_with(' '))?;
    let first: u64 = index.split_whitespace().next()?.parse().ok()?;
    let mut games: Vec<(String, Vec<Value>)> = Vec::new();
    let mut faults = Vec::new();
    for row in rows {
        let values = row.get("for")?.as_object()?.iter().map(|(name, n)| format!("{name} = {}", inline(n)));
        let title = values.collect::<Vec<_>>().join(", ");
        if row.get("error").is_none() {
            games.push((title, cells_of(name, row)?));
            continue;
        }
        let start = format!("{title}  ");
        let fault = text.lines().find_map(|line| line.trim_start().strip_prefix(&start));
        faults.push(format!("{title}: {}", fault?.trim()));
    }
    let longest = games.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let piece = |from: usize| {
        let row = |(title, cells): &(String, Vec<Value>)| {
            let columns = (from..longest.min(from + ACROSS)).map(|at| {
                let cell = cells.get(at).cloned().unwrap_or_else(|| Value::String(String::new()));
                ((first + at as u64).to_string(), cell)
            });
            Value::Object(std::iter::once(("n".to_owned(), Value::String(title.clone()))).chain(columns).collect())
        };
        games.iter().map(row).collect()
    };
    Some(Members { name, tables: (0..longest).step_by(ACROSS).map(piece).collect(), faults })
}

/// Is it a text, or several?
fn is_said(value: &Value) -> bool {
    value.is_string() || value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string))
}

/// The columns of a move that are read.
fn of_move(one: &Value) -> Value {
    let columns = OF_MOVES.iter().filter_map(|name| Some(((*name).to_owned(), one.get(*name)?.clone())));
    Value::Object(columns.collect())
}

/// The rows of the cells with this name: those of one heap in tens, each under its first heap.
fn grid(fields: &Map<String, Value>, name: &str) -> Option<Vec<Value>> {
    let Value::Array(cells) = fields.get(name)? else { return None };
    if cells.is_empty() || !fields.contains_key("from") {
        return None;
    }
    if cells.iter().all(Value::is_array) {
        // rows are numbered from 0
        let starts = |from: &Value| from == 0 || from.as_array().is_some_and(|all| all.iter().all(|n| n == 0));
        return starts(&fields["from"]).then(|| cells.clone());
    }
    let from = fields["from"].as_u64().filter(|_| cells.iter().all(|cell| !cell.is_array() && !cell.is_object()))?;
    let rows = cells.chunks(ACROSS).zip((from..).step_by(ACROSS)).map(|(cells, first)| {
        let head = ("n".to_owned(), Value::String(format!("{first} …")));
        // a column of nothing stays a column
        let shown = |cell: &Value| if cell.is_null() { Value::String(String::new()) } else { cell.clone() };
        let cells = cells.iter().enumerate().map(|(at, cell)| (format!("+{at}"), shown(cell)));
        Value::Object(std::iter::once(head).chain(cells).collect())
    });
    Some(rows.collect())
}

/// The lines of a text: sentences as paragraphs, and what is set in columns, if that is wanted, as it stands.
fn sentences(out: &mut dyn Write, text: &str, columns: bool) -> io::Result<()> {
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        // what is left of a list is said by no table
        let is_rest = !columns && line.trim_start().starts_with('…');
        let is_set = !is_rest && (line.starts_with([' ', '─']) || line.trim_end().contains("  "));
        if is_set && !line.trim().is_empty() {
            block.push(line);
            continue;
        }
        if columns {
            code(out, "text", &block)?;
        }
        block.clear();
        if !line.trim().is_empty() {
            writeln!(out, "\n{}", escaped(line.trim()))?;
        }
    }
    Ok(())
}

/// Lines in a language as they stand.
fn code(out: &mut dyn Write, language: &str, lines: &[&str]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    // a fence is longer than any in the text
    let ticks = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(ticks.max(2) + 1);
    writeln!(out, "\n{fence}{language}")?;
    for line in lines {
        let plain: String = line.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        writeln!(out, "{plain}")?;
    }
    writeln!(out, "{fence}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(object: &Value, text: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, object, text, None).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn sentences_are_read_and_moves_are_a_table() {
        let object = json!({
            "schema": 1, "query": "nim(3)", "evidence": {"zh": "x"}, "cost": {"seconds": 1},
            "moves": [{"component": 0, "from": "nim(3)", "to": "nim(0)", "place": [0], "index": 0}],
        });
        assert_eq!(
            written(&object, "read: nim(3)\nN — the player *wins*\n  a  1\n  b  ```\nproved\n"),
            "- **query**: nim(3)\n\nread: nim(3)\n\nN — the player \\*wins\\*\n\n````text\n  a  1\n  b  ```\n````\n\nproved\n\
             \n### moves\n\n| component | from | to |\n| --- | --- | --- |\n| 0 | nim(3) | nim(0) |\n"
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
            "- **game**: g\n\nread: g\n\n-: no game\n\n### values\n\n\
             | n | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 |\n\
             | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n\
             | m = 2 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n| m = 3 | 0 | - |  |  |  |  |  |  |  |  |\n\n\
             | n | 15 |\n| --- | --- |\n| m = 2 | 10 |\n| m = 3 |  |\n\nm = 1: no game\n"
        );
        // grids stay as they are set
        let object = json!({"game": "g", "rows": [{"for": {"m": 1}, "values": [[0, 1], [1, 0]]}]});
        assert_eq!(written(&object, "m = 1\n  0 1\n"), "- **game**: g\n\nm = 1\n\n```text\n  0 1\n```\n");
    }

    #[test]
    fn programs_are_one_block() {
        let mut out = Vec::new();
        let text = "# a\n\ndef f(n):\n    return n\n";
        write(&mut out, &json!({"game": "g", "code": text}), text, Some("python")).unwrap();
        let page = String::from_utf8(out).unwrap();
        assert_eq!(page, format!("- **game**: g\n\n```python\n{text}```\n"));
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
