//! An answer as a sheet: blocks of headings, sentences, lists and tables, which a form prints in its own signs.
//!
//! ```text
//! {"outcome":"N","moves":[{"from":"nim(3)","to":"nim(1)"}]}
//!
//! item     outcome  N
//! heading  moves
//! table    from  to
//!          nim(3)  nim(1)
//! ```
//!
//! An answer with a text is an [`answer`] of its sentences with tables; what is an object alone, such as an error, is a list of
//! its single values, with lists of objects and of rows as tables. `null` and empty lists are left out: they say that there is
//! nothing. What is written in the notation is told apart from words ([`notation`]), so that a form can set it as it stands.
//! Names of fields are said in the language of the answer ([`terms`]), and so are the words that a field can hold.

mod answer;
mod columns;
mod notation;
mod terms;

use grundy_form::explanation::Spoken;
use serde_json::{Map, Value};

pub(super) use answer::answer;
use notation::spans;

/// The version of the schema is for programs.
const LEFT_OUT: &str = "schema";
/// Fields whose text is in the notation.
const IN_NOTATION: [&str; 13] = [
    "query", "game", "games", "expr", "claim", "from", "to", "position", "positions", "part", "suggestion", "read",
    "example",
];

/// Fields whose text is one of a few words.
const WORDS: [&str; 6] = ["convention", "value_status", "status", "result", "spent", "kind"];

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Span {
    /// Words.
    Words(String),
    /// A word of the objects, as `outcome` and `yes`: said in the language of the answer.
    Term(String),
    /// Notation, a formula, a command.
    Code(String),
}

/// A line, or a cell of a table.
pub(super) type Line = Vec<Span>;

/// A part of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    /// What the sheet is about.
    Title(Line),
    Heading(String),
    Say(Line),
    /// A field, so deep in a list, and what it holds if it is one value.
    Item {
        depth: usize,
        name: String,
        value: Option<Line>,
    },
    /// Lines as they stand, in a language.
    Code {
        language: String,
        lines: Vec<String>,
    },
    /// A drawing, in all forms of pictures.
    Picture(Picture),
    Table {
        head: Vec<Line>,
        rows: Vec<Vec<Line>>,
        /// Does the first cell of a row say which row it is?
        is_headed: bool,
    },
}

/// A drawing as each form can show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// An `<svg>` element.
    pub(crate) svg: String,
    /// A `tikzpicture`.
    pub(crate) tikz: String,
    /// Lines of characters.
    pub(crate) lines: Vec<String>,
}

/// A picture under the position that it shows, and what is said below it.
pub(super) fn picture(position: &str, picture: Picture, below: Option<String>) -> Vec<Block> {
    let title = Block::Title(vec![Span::Code(position.to_owned())]);
    let said = below.map(|below| Block::Say(spans(&below)));
    [title, Block::Picture(picture)].into_iter().chain(said).collect()
}

/// An object alone.
pub(super) fn object(object: &Value, spoken: Spoken) -> Vec<Block> {
    let mut sheet = fields_of(object);
    terms::say(&mut sheet, spoken);
    sheet
}

fn fields_of(object: &Value) -> Vec<Block> {
    let mut sheet = Vec::new();
    let Value::Object(fields) = object else { return vec![Block::Say(inline("", object))] };
    let shown = || fields.iter().filter(|(name, value)| *name != LEFT_OUT && !is_nothing(value));
    for (name, value) in shown().filter(|(_, value)| !is_table(value)) {
        item(&mut sheet, 0, name, value);
    }
    for (name, value) in shown().filter(|(_, value)| is_table(value)) {
        sheet.push(Block::Heading(name.clone()));
        sheet.push(table(value.as_array().map_or(&[], Vec::as_slice)));
    }
    sheet
}

/// A field as an item of a list, those of an object below it.
fn item(sheet: &mut Vec<Block>, depth: usize, name: &str, value: &Value) {
    let single = (!value.is_object()).then(|| inline(name, value));
    sheet.push(Block::Item { depth, name: name.to_owned(), value: single });
    if let Value::Object(fields) = value {
        fields.iter().filter(|(_, v)| !is_nothing(v)).for_each(|(name, v)| item(sheet, depth + 1, name, v));
    }
}

/// A list of objects, a row each under all names that occur; or a list of rows, under the numbers of their columns.
fn table(rows: &[Value]) -> Block {
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
    let is_headed = rows.iter().any(Value::is_array);
    let corner = is_headed.then(Vec::new);
    let titles = names.iter().map(|name| vec![Span::Term(name.clone())]);
    let head = corner.into_iter().chain(titles).collect();
    let cells_of = |(number, row): (usize, &Value)| {
        let cell = |(column, name): (usize, &String)| match row {
            Value::Array(cells) => cells.get(column).map_or_else(Vec::new, |cell| inline("", cell)),
            _ => row.get(name).map_or_else(Vec::new, |cell| inline(name, cell)),
        };
        let first = is_headed.then(|| vec![Span::Words(number.to_string())]);
        first.into_iter().chain(names.iter().enumerate().map(cell)).collect()
    };
    Block::Table { head, rows: rows.iter().enumerate().map(cells_of).collect(), is_headed }
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

/// The value of a field in one line.
fn inline(name: &str, value: &Value) -> Line {
    let words = |text: &str| vec![Span::Words(text.to_owned())];
    let joined = |lines: &mut dyn Iterator<Item = Line>, between: &str| {
        let mut all = Line::new();
        for (at, line) in lines.enumerate() {
            all.extend((at > 0).then(|| Span::Words(between.to_owned())));
            all.extend(line);
        }
        all
    };
    match value {
        Value::Null => Line::new(),
        Value::Bool(true) => vec![Span::Term("yes".to_owned())],
        Value::Bool(false) => vec![Span::Term("no".to_owned())],
        Value::Number(number) => words(&number.to_string()),
        Value::String(text) if IN_NOTATION.contains(&name) && !text.is_empty() => vec![Span::Code(text.clone())],
        Value::String(text) if WORDS.contains(&name) => vec![Span::Term(text.clone())],
        Value::String(text) => spans(text),
        Value::Array(items) => joined(&mut items.iter().map(|item| inline(name, item)), ", "),
        Value::Object(fields) => joined(&mut some(fields), "; "),
    }
}

/// The fields of an object that say something, each with its name.
fn some(fields: &Map<String, Value>) -> impl Iterator<Item = Line> + '_ {
    let field = |(name, value): (&String, &Value)| {
        [Span::Term(name.clone()), Span::Words(" ".to_owned())].into_iter().chain(inline(name, value)).collect()
    };
    fields.iter().filter(|(_, value)| !is_nothing(value)).map(field)
}
