//! An answer with a text: what was asked, the sentences of the text, then the moves and the values as tables.
//!
//! ```text
//! title    kayles(3)
//! say      N — the player to move wins
//! heading  moves
//! table    from       to
//!          kayles(3)  kayles(1, 1)
//! ```
//!
//! Lines of the text that are set in columns become a table where these can be told, and a block of code elsewhere; they are left out
//! where a table below says the same.
//! A program is one block of code, in its language. The echo of a question that stands above and a column that has the same
//! in all rows say nothing.

use grundy_form::explanation::Spoken;
use serde_json::{Map, Value};

use super::{Block, LEFT_OUT, columns, inline, item, spans, table, terms};
use crate::form::legends::{LETTERS, STARS};

/// What an answer is about: the first of these that it has stands at the top.
const SUBJECTS: &[&str] = &["query", "game", "expr", "claim", "name", "term", "title", "games"];
/// What the echo of a question begins with.
const ECHOES: [&str; 2] = ["read: ", "读作："];
/// Columns of moves that people read.
const OF_MOVES: &[&str] = &["component", "from", "to", "value", "outcome", "wins"];
/// Lists that are tables of cells, each with the columns of one heap where it is a single row.
const CELLS: &[&str] = &["values", "outcomes", PRODUCTS];
/// The cells that begin at 0 in any case.
const PRODUCTS: &str = "products";
/// A list whose columns have titles in the text.
const TITLED: &str = "labels";
/// So many cells stand in a row of a table of one heap.
const ACROSS: usize = 10;

/// The sheet of an object and its text, which may be code in a language.
pub(in crate::form) fn answer(object: &Value, text: &str, language: Option<&str>, spoken: Spoken) -> Vec<Block> {
    let mut sheet = blocks(object, text, language);
    terms::say(&mut sheet, spoken);
    sheet
}

fn blocks(object: &Value, text: &str, language: Option<&str>) -> Vec<Block> {
    let mut sheet = Vec::new();
    let Value::Object(fields) = object else {
        sentences(&mut sheet, text, Columns::Kept);
        return sheet;
    };
    let subject = subject(&mut sheet, fields);
    if let Some(language) = language {
        code(&mut sheet, language, &text.lines().collect::<Vec<_>>());
        return sheet;
    }
    let is_echo = |line: &&str| subject.is_some_and(|told| ECHOES.iter().any(|e| line.strip_prefix(e) == Some(told)));
    let told: Vec<&str> = text.lines().filter(|line| !is_echo(line)).collect();
    let grids: Vec<(&str, Vec<Value>)> = CELLS.iter().filter_map(|name| Some((*name, grid(fields, name)?))).collect();
    let rows = fields.get("rows").and_then(Value::as_array).and_then(|rows| members(rows, text));
    let moves = fields.get("moves").and_then(Value::as_array).filter(|moves| !moves.is_empty());
    // where each move is told with what it is worth, the lines of the text are those of the table
    let is_told = moves.is_some_and(|moves| moves.iter().all(|one| one.get("value").is_some()));
    if grids.is_empty() && rows.is_none() {
        let columns = match fields.contains_key(TITLED) {
            _ if is_told => Columns::LeftOut,
            true => Columns::Titled,
            false => Columns::Kept,
        };
        sentences(&mut sheet, &told.join("\n"), columns);
    } else {
        let lines = told.into_iter().filter(|line| !STARS.contains(line));
        // cells have the letter of what is a dot in columns
        let lines = lines.map(|line| if LETTERS.contains(&line) { line.replace('·', "N") } else { line.to_owned() });
        sentences(&mut sheet, &lines.collect::<Vec<_>>().join("\n"), Columns::LeftOut);
    }
    if let Some(moves) = moves {
        sheet.push(Block::Heading("moves".to_owned()));
        let is_one = moves.windows(2).all(|two| two[0].get("component") == two[1].get("component"));
        sheet.push(table(&moves.iter().map(|one| of_move(one, is_one)).collect::<Vec<_>>()));
    }
    for (name, rows) in grids {
        sheet.push(Block::Heading(name.to_owned()));
        sheet.push(table(&rows));
    }
    if let Some(members) = rows {
        sheet.push(Block::Heading(members.name.to_owned()));
        sheet.extend(members.tables.iter().map(|rows| table(rows)));
        sheet.extend(members.faults.iter().map(|fault| Block::Say(spans(fault))));
    }
    sheet
}

/// What the answer is about, at the top, and its text, if it is one: a title; of others the first field that is one value.
fn subject<'a>(sheet: &mut Vec<Block>, fields: &'a Map<String, Value>) -> Option<&'a str> {
    let told = SUBJECTS.iter().find_map(|name| fields.get_key_value(*name).filter(|(_, value)| is_said(value)));
    if let Some((name, value)) = told {
        sheet.push(Block::Title(inline(name, value)));
        return value.as_str();
    }
    let single = |(name, value): &(&String, &Value)| {
        ![LEFT_OUT, "complete", "table"].contains(&name.as_str())
            && (value.is_string() || value.is_boolean() || value.is_number())
    };
    if let Some((name, value)) = fields.iter().find(single) {
        item(sheet, 0, name, value);
    }
    None
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
        let values = row.get("for")?.as_object()?.iter().map(|(name, n)| format!("{name} = {n}"));
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

/// The columns of a move that are read; the component only where there are several.
fn of_move(one: &Value, is_one: bool) -> Value {
    let columns = OF_MOVES
        .iter()
        .skip(usize::from(is_one))
        .filter_map(|name| Some(((*name).to_owned(), one.get(*name)?.clone())));
    Value::Object(columns.collect())
}

/// The rows of the cells with this name: those of one heap in tens, each under its first heap.
fn grid(fields: &Map<String, Value>, name: &str) -> Option<Vec<Value>> {
    let Value::Array(cells) = fields.get(name)? else { return None };
    if name == PRODUCTS {
        return Some(cells.clone());
    }
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

/// What becomes of lines that are set in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Columns {
    Kept,
    /// The first line has the titles.
    Titled,
    /// A table says the same.
    LeftOut,
}

/// The lines of a text: sentences as paragraphs, and what is set in columns, if that is wanted, as a table or as it stands.
fn sentences(sheet: &mut Vec<Block>, text: &str, columns: Columns) {
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        // what is left of a list is said by no table
        let is_rest = columns == Columns::LeftOut && line.trim_start().starts_with('…');
        let is_set = !is_rest && (line.starts_with([' ', '─']) || line.trim_end().contains("  "));
        if is_set && !line.trim().is_empty() {
            block.push(line);
            continue;
        }
        if columns != Columns::LeftOut {
            match columns::table(&block, columns == Columns::Titled) {
                Some(table) => sheet.push(table),
                None if columns::are_sentences(&block) => {
                    sheet.extend(block.iter().map(|line| Block::Say(spans(line.trim()))));
                }
                None => code(sheet, "text", &block),
            }
        }
        block.clear();
        if !line.trim().is_empty() {
            sheet.push(Block::Say(spans(line.trim())));
        }
    }
}

/// Lines in a language as they stand.
fn code(sheet: &mut Vec<Block>, language: &str, lines: &[&str]) {
    if lines.is_empty() {
        return;
    }
    let plain = |line: &&str| line.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
    sheet.push(Block::Code { language: language.to_owned(), lines: lines.iter().map(plain).collect() });
}
