//! The games of the catalogue as JSON.

use grundy::game::catalogue::{Definition, Entry, Group};
use serde_json::{Value, json};

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

/// A game as data.
pub fn entry(entry: &Entry) -> Value {
    json!({
        "name": entry.name,
        "group": key(entry.group),
        "built": entry.is_built(),
        "english": entry.english,
        "chinese": entry.chinese,
        "aliases": entry.aliases,
        "other_names": entry.other_names,
        "rule_english": entry.rule_english,
        "rule_chinese": entry.rule_chinese,
        "definition": match &entry.definition {
            Definition::Text { text, .. } => Some(*text),
            Definition::Take | Definition::Rules(_) | Definition::Later(_) => None,
        },
        "signature": entry.signature,
        "example": entry.example,
        "references": entry.references,
        "problems": entry.problems,
    })
}
