//! What differs between two answers, and how much it matters.
//!
//! Time and nodes are no part of an answer. An answer that one of the two could not finish within the budget is told
//! apart from one that is wrong: engines may become cheaper or dearer. The engine's name and the wording of evidence,
//! reasons and errors may change when the structure does; who wins, values, moves and how far it is proved may not.

use serde_json::Value;

use super::json;

/// How much a difference matters, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The new program panicked, was killed or took too long.
    Crash,
    /// Another answer.
    Answer,
    /// The old one answered, the new one ran out of its budget.
    Lost,
    /// `status` of evidence.
    Status,
    /// The new one answers what the old one could not within the budget.
    Gained,
    /// The engine's name, theorems, references and words.
    Wording,
    /// The old program panicked or was killed.
    OldCrash,
}

/// One difference.
#[derive(Debug)]
pub(crate) struct Difference {
    /// As it would be typed.
    pub(crate) question: String,
    /// Path, old and new.
    pub(crate) what: String,
}

impl Difference {
    /// The path alone.
    pub(crate) fn kind(&self) -> &str {
        self.what.split(':').next().unwrap_or_default()
    }
}

impl Class {
    /// Does it fail the comparison?
    pub(crate) fn is_hard(self) -> bool {
        matches!(self, Class::Crash | Class::Answer | Class::Lost | Class::Status)
    }

    /// A heading.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Class::Crash => "the new program does not end as it should",
            Class::Answer => "another answer",
            Class::Lost => "answered by the old program, out of budget in the new one",
            Class::Status => "another status of evidence",
            Class::Gained => "soft: out of budget in the old program, answered by the new one",
            Class::Wording => "soft: another engine, evidence or wording",
            Class::OldCrash => "soft: the old program does not end as it should",
        }
    }

    /// A word.
    pub(crate) fn short(self) -> &'static str {
        match self {
            Class::Crash => "crashes",
            Class::Answer => "answers",
            Class::Lost => "lost",
            Class::Status => "status",
            Class::Gained => "gained",
            Class::Wording => "wording",
            Class::OldCrash => "old crashes",
        }
    }
}

/// What an output is, in a word or two.
pub(crate) fn kind(text: &str) -> &'static str {
    let value = json(text);
    if value.is_null() {
        "not JSON"
    } else if value.get("error").is_some() {
        "refused"
    } else if is_complete(&value) {
        "answered"
    } else {
        "out of budget"
    }
}

fn is_complete(value: &Value) -> bool {
    value.get("complete").and_then(Value::as_bool).unwrap_or(true)
}

/// All differences of two outputs, each of which is one JSON value or plain text; at most one of a class.
pub(crate) fn texts(old: &str, new: &str) -> Vec<(Class, String)> {
    if old == new {
        return Vec::new();
    }
    let (old_value, new_value) = (json(old), json(new));
    if old_value.is_null() || new_value.is_null() {
        return vec![(Class::Answer, format!("text: {} → {}", short(old), short(new)))];
    }
    match (is_complete(&old_value), is_complete(&new_value)) {
        (true, false) => return vec![(Class::Lost, format!("budget: {}", short(&new_value["budget"].to_string())))],
        (false, true) => return vec![(Class::Gained, format!("budget: {}", short(&old_value["budget"].to_string())))],
        // what was found before the budget was spent depends on the order of the search
        (false, false) => return Vec::new(),
        (true, true) => {}
    }
    let mut found = Vec::new();
    walk("", &old_value, &new_value, &mut found);
    let mut kept: Vec<(Class, String)> = Vec::new();
    for (class, what) in found {
        if !kept.iter().any(|(c, _)| *c == class) {
            kept.push((class, what));
        }
    }
    kept
}

fn walk(path: &str, old: &Value, new: &Value, found: &mut Vec<(Class, String)>) {
    // what a question took is no part of its answer; `.cpu` is that of each row of a sweep
    if old == new || [".cost", ".seconds", ".budget", ".cpu"].iter().any(|cost| path.ends_with(cost)) {
        return;
    }
    match (old, new) {
        (Value::Object(a), Value::Object(b)) => {
            let added = b.keys().filter(|key| !a.contains_key(*key));
            for key in a.keys().chain(added) {
                let side = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                walk(&format!("{path}.{key}"), &side(a), &side(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (x, y) in a.iter().zip(b) {
                walk(&format!("{path}[]"), x, y, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            let what = format!("{path}: {} entries → {}: {} → {}", a.len(), b.len(), words(old), words(new));
            found.push((class(path), what));
        }
        _ => found.push((class(path), format!("{path}: {} → {}", words(old), words(new)))),
    }
}

fn class(path: &str) -> Class {
    let last = path.rsplit('.').next().unwrap_or_default();
    if path.contains(".evidence") {
        if last == "status" || last == "up_to" { Class::Status } else { Class::Wording }
    } else if matches!(last, "engine" | "message" | "suggestion" | "text" | "references[]" | "conclusion" | "read") {
        Class::Wording
    } else {
        Class::Answer
    }
}

fn words(value: &Value) -> String {
    short(&value.to_string())
}

/// The first hundred and sixty characters.
fn short(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= 160 { text.to_owned() } else { text.chars().take(160).collect::<String>() + "…" }
}
