//! The games of the catalogue as JSON.
//!
//! # Errors
//! All writers here give back what writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::game::catalogue::{self, Definition, Entry, Group};
use serde_json::{Value, json};

use crate::json::{Object, no_evidence};

/// The name of the group in data.
fn key(group: Group) -> &'static str {
    match group {
        Group::Heaps => "heaps",
        Group::FixedArity => "fixed-arity",
        Group::Rows => "rows",
        Group::Boards => "boards",
        Group::Coins => "coins",
        Group::Compounds => "compounds",
    }
}

/// The game with this name, an alias, words that it alone has in its names, or a problem that it alone solves.
pub fn find(name: &str) -> Option<&'static Entry> {
    let name = name.trim();
    let lower = name.to_lowercase();
    let same = |entry: &&'static Entry| entry.every_name().any(|n| n.to_lowercase() == lower);
    catalogue::find(name)
        .or_else(|| catalogue::all().iter().find(same))
        .or_else(|| (catalogue::GAMES.spoken)(name).and_then(catalogue::find))
        .or_else(|| alone(&catalogue::search(name)))
        .or_else(|| alone(&catalogue::of_problem(name)))
}

fn alone(found: &[&'static Entry]) -> Option<&'static Entry> {
    if let [only] = *found { Some(only) } else { None }
}

/// Some games, or all.
pub fn list<'a>(out: &mut dyn Write, entries: impl IntoIterator<Item = &'a Entry>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.list("games", entries.into_iter().map(entry))?;
    object.field("evidence", no_evidence())?;
    object.close()
}

/// One game.
pub fn describe(out: &mut dyn Write, game: &Entry) -> io::Result<()> {
    let mut object = Object::open(out)?;
    if let Value::Object(fields) = entry(game) {
        for (key, value) in fields {
            object.field(&key, value)?;
        }
    }
    object.field("evidence", no_evidence())?;
    object.close()
}

/// A game as data.
pub fn entry(entry: &Entry) -> Value {
    json!({
        "name": entry.name,
        "group": key(entry.group),
        "built": true,
        "english": entry.english,
        "chinese": entry.chinese,
        "aliases": entry.aliases,
        "other_names": entry.other_names,
        "rule_english": entry.rule_english,
        "rule_chinese": entry.rule_chinese,
        "definition": match &entry.definition {
            Definition::Text { text, .. } => Some(*text),
            Definition::Take | Definition::Rules(_) => None,
        },
        "signature": entry.signature,
        "example": entry.example,
        "references": entry.references,
        "problems": entry.problems,
    })
}
