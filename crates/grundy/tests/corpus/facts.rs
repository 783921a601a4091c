//! The facts of `corpus/`, read: shared by the test that asks the front door and the one that asks every engine.
//!
//! The tables and fields are described in `corpus/README.md`.

use std::fs;
use std::path::Path;

use toml::Value;

/// One entry of a table.
#[derive(Debug)]
pub(crate) struct Fact {
    /// The file that it stands in.
    pub(crate) file: String,
    /// The table: `position`, `values`, …
    pub(crate) kind: String,
    fields: Value,
}

/// All facts, file by file.
pub(crate) fn all() -> Vec<Fact> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files: Vec<_> = fs::read_dir(folder).expect("the corpus").map(|e| e.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= 10, "only {} files", files.len());
    let mut facts = Vec::new();
    for path in &files {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("a readable file");
        let tables: toml::Table = text.parse().unwrap_or_else(|e| panic!("{file}: {e}"));
        for (kind, entries) in tables {
            for fields in entries.as_array().unwrap_or_else(|| panic!("{file}: {kind} is no list")) {
                facts.push(Fact { file: file.clone(), kind: kind.clone(), fields: fields.clone() });
            }
        }
    }
    assert!(facts.len() >= 300, "only {} facts", facts.len());
    facts
}

impl Fact {
    /// Is the field there?
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.get(key).is_some()
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Result<&str, String> {
        self.fields.get(key).and_then(Value::as_str).ok_or_else(|| format!("{key} is missing: {:?}", self.fields))
    }

    /// A small number.
    pub(crate) fn number(&self, key: &str, default: u64) -> u64 {
        self.fields.get(key).and_then(Value::as_integer).map_or(default, |n| n as u64)
    }

    /// `true` where it is said.
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.fields.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A list of texts.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<&str>, String> {
        Ok(self.list(key)?.iter().filter_map(Value::as_str).collect())
    }

    /// A number of any size, in decimal.
    pub(crate) fn nat(&self, key: &str) -> Result<String, String> {
        digits(self.fields.get(key).ok_or_else(|| format!("{key} is missing: {:?}", self.fields))?)
    }

    /// Numbers of any size.
    pub(crate) fn nats(&self, key: &str) -> Result<Vec<String>, String> {
        self.list(key)?.iter().map(digits).collect()
    }

    /// Rows of numbers; a number alone is a row of one.
    pub(crate) fn rows(&self, key: &str) -> Result<Vec<Vec<String>>, String> {
        let row = |value: &Value| match value {
            Value::Array(numbers) => numbers.iter().map(digits).collect(),
            other => Ok(vec![digits(other)?]),
        };
        self.list(key)?.iter().map(row).collect()
    }

    fn list(&self, key: &str) -> Result<&[Value], String> {
        let list = self.fields.get(key).and_then(Value::as_array).map(Vec::as_slice);
        list.ok_or_else(|| format!("{key} is missing: {:?}", self.fields))
    }
}

/// Numbers beyond 62 bits stand as text.
fn digits(value: &Value) -> Result<String, String> {
    match value {
        Value::Integer(n) if *n >= 0 => Ok(n.to_string()),
        Value::String(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => Ok(digits.clone()),
        other => Err(format!("{other:?} is no number")),
    }
}
