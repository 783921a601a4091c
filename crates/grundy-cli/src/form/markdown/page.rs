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

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{LEFT_OUT, escaped, item, table};

/// What an answer is about: the first of these that it has stands at the top.
const SUBJECTS: &[&str] = &["query", "game", "expr", "claim", "name", "term", "title", "games"];
/// Columns of moves that people read.
const OF_MOVES: &[&str] = &["component", "from", "to", "value", "outcome", "wins"];
/// Lists that are tables of cells, each with the columns of one heap where it is a single row.
const CELLS: &[&str] = &["values", "outcomes"];
/// So many cells stand in a row of a table of one heap.
const ACROSS: usize = 10;

/// Writes the page of an object and its text.
pub(in crate::form) fn write(out: &mut dyn Write, object: &Value, text: &str) -> io::Result<()> {
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
    let grids: Vec<(&str, Vec<Value>)> = CELLS.iter().filter_map(|name| Some((*name, grid(fields, name)?))).collect();
    let moves = fields.get("moves").and_then(Value::as_array).filter(|moves| !moves.is_empty());
    // where each move is told with what it is worth, the lines of the text are those of the table
    let is_told = moves.is_some_and(|moves| moves.iter().all(|one| one.get("value").is_some()));
    sentences(out, text, grids.is_empty() && !is_told)?;
    if let Some(moves) = moves {
        writeln!(out, "\n### moves\n")?;
        table(out, &moves.iter().map(of_move).collect::<Vec<_>>())?;
    }
    for (name, rows) in grids {
        writeln!(out, "\n### {name}\n")?;
        table(out, &rows)?;
    }
    Ok(())
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
        let is_set = line.starts_with(' ') || line.trim_end().contains("  ");
        if is_set && !line.trim().is_empty() {
            block.push(line);
            continue;
        }
        if columns {
            code(out, &block)?;
        }
        block.clear();
        if !line.trim().is_empty() {
            writeln!(out, "\n{}", escaped(line.trim_end()))?;
        }
    }
    Ok(())
}

/// Lines as they stand.
fn code(out: &mut dyn Write, lines: &[&str]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    // a fence is longer than any in the text
    let ticks = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(ticks.max(2) + 1);
    writeln!(out, "\n{fence}text")?;
    for line in lines {
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
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
        write(&mut out, object, text).unwrap();
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
        // rows that do not begin at 0 stay as they are set
        let far = json!({"game": "x", "from": [5, 5], "values": [[0, 1], [1, 0]]});
        assert!(written(&far, "values\n     5  6\n").contains("```text\n     5  6\n```\n"));
    }
}
