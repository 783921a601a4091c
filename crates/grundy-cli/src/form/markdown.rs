//! Answers as Markdown, for notes, forums and lessons. An answer with a text is a [`page`] of its sentences with tables; what is an
//! object alone, such as an error, is a list of its single values, with lists of objects and of rows as tables.
//!
//! ```text
//! {"outcome":"N","moves":[{"from":"nim(3)","to":"nim(1)"}]}
//!
//! - **outcome**: N
//!
//! ### moves
//!
//! | from | to |
//! | --- | --- |
//! | nim(3) | nim(1) |
//! ```
//!
//! `null` and empty lists are left out: they say that there is nothing. Characters that Markdown reads are escaped, so that
//! names from files stay text. Reference: *GitHub Flavored Markdown Spec*, version 0.29, 4.10 (tables) and 6.1 (escapes).

pub(super) mod page;

use std::io::{self, Write};

use serde_json::{Map, Value};

/// The version of the schema is for programs.
const LEFT_OUT: &str = "schema";

/// Writes the object.
pub(super) fn write(out: &mut dyn Write, object: &Value) -> io::Result<()> {
    let Value::Object(fields) = object else { return writeln!(out, "{}", inline(object)) };
    let shown = || fields.iter().filter(|(name, value)| *name != LEFT_OUT && !is_nothing(value));
    for (name, value) in shown().filter(|(_, value)| !is_table(value)) {
        item(out, 0, name, value)?;
    }
    for (name, value) in shown().filter(|(_, value)| is_table(value)) {
        writeln!(out, "\n### {}\n", escaped(name))?;
        table(out, value.as_array().map_or(&[], Vec::as_slice))?;
    }
    Ok(())
}

/// A field as an item of a list, those of an object below it.
fn item(out: &mut dyn Write, depth: usize, name: &str, value: &Value) -> io::Result<()> {
    let (indent, name) = ("  ".repeat(depth), escaped(name));
    match value {
        Value::Object(fields) => {
            writeln!(out, "{indent}- **{name}**")?;
            fields.iter().filter(|(_, v)| !is_nothing(v)).try_for_each(|(name, v)| item(out, depth + 1, name, v))
        }
        _ => writeln!(out, "{indent}- **{name}**: {}", inline(value)),
    }
}

/// A list of objects, a row each under all names that occur; or a list of rows, under the numbers of their columns.
fn table(out: &mut dyn Write, rows: &[Value]) -> io::Result<()> {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        match row {
            Value::Object(fields) => {
                let some = fields.iter().filter(|(_, value)| !is_nothing(value)).map(|(name, _)| name);
                let new: Vec<String> = some.filter(|name| !names.contains(name)).cloned().collect();
                names.extend(new);
            }
            Value::Array(cells) => names.extend((names.len()..cells.len()).map(|column| column.to_string())),
            _ => {}
        }
    }
    let line = |cells: &mut dyn Iterator<Item = String>| cells.map(|cell| format!(" {cell} |")).collect::<String>();
    let numbered = rows.iter().any(Value::is_array);
    let corner = if numbered { "   |" } else { "" };
    writeln!(out, "|{corner}{}", line(&mut names.iter().map(|name| escaped(name))))?;
    let rules = names.len() + usize::from(numbered);
    writeln!(out, "|{}", line(&mut std::iter::repeat_n("---".to_owned(), rules)))?;
    for (number, row) in rows.iter().enumerate() {
        let cell = |column: usize, name: &String| match row {
            Value::Array(cells) => cells.get(column),
            _ => row.get(name),
        };
        let head = if numbered { format!(" **{number}** |") } else { String::new() };
        let cells =
            &mut names.iter().enumerate().map(|(column, name)| cell(column, name).map_or_else(String::new, inline));
        writeln!(out, "|{head}{}", line(cells))?;
    }
    Ok(())
}

/// Is there nothing to tell?
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_nothing),
        _ => false,
    }
}

/// Is it a list of objects, or a list of lists?
fn is_table(value: &Value) -> bool {
    let of_one_kind = |items: &[Value]| items.iter().all(Value::is_object) || items.iter().all(Value::is_array);
    value.as_array().is_some_and(|items| !items.is_empty() && of_one_kind(items))
}

/// A value in one line.
fn inline(value: &Value) -> String {
    let field = |(name, value): (&String, &Value)| format!("{} {}", escaped(name), inline(value));
    let some =
        |fields: &Map<String, Value>| fields.iter().filter(|(_, v)| !is_nothing(v)).map(field).collect::<Vec<_>>();
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => escaped(text),
        Value::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => some(fields).join("; "),
    }
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
    use serde_json::json;

    use super::*;

    fn written(object: &Value) -> String {
        let mut out = Vec::new();
        write(&mut out, object).unwrap();
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
            written(&object),
            "- **query**: take\\[1,3\\](5)\n- **value**: 1\n- **complete**: yes\n- **evidence**\n  - **status**: proved\n\
             \n### moves\n\n| to | place | wins |\n| --- | --- | --- |\n| nim(1) | 1, 2 |  |\n| a\\|b |  | no |\n\
             \n### values\n\n|   | 0 | 1 | 2 |\n| --- | --- | --- | --- |\n| **0** | 0 | 1 |  |\n| **1** | 1 |  | 3 |\n"
        );
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(written(&json!({"a": "<b>*x*\n# y\u{1b}"})), "- **a**: \\<b\\>\\*x\\* \\# y\n");
        assert_eq!(written(&json!({"a": [], "b": {"c": null}})), "");
    }
}
