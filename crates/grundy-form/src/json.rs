//! Data for machines: schema 1 of JSON, one object a line.
//!
//! Lists are written as they are walked, so that a table of a hundred million values needs no second copy.
//!
//! # Errors
//! All writers here give back what writing to `out` failed with, and nothing else.

mod explanation;
mod object;
mod table;

use std::io::{self, Write};

use grundy::answer::{Answer, Cost, Move, MoveList, Reading};
use grundy::game::{Component, Shape};
use grundy::rules::Turn;
use grundy::words::fault_in_chinese;
use grundy::{Diagnostic, Evidence, Nat, Outcome, Sentence, Spent, Status, Stopped, Words};
use serde_json::{Map, Value, json};

use crate::works::{sources, works};

pub use explanation::explanation;
pub use object::Object;
pub use table::{table, table_of_member, table_of_members};

/// The largest integer that every reader of JSON keeps exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// A number, exact for every reader: decimal text above 2^53 − 1.
#[must_use]
pub fn nat(n: &Nat) -> Value {
    match grundy::number::to_u64(n) {
        Some(small) => number(small),
        None => Value::String(n.to_string()),
    }
}

/// A number, exact for every reader: decimal text above 2^53 − 1.
#[must_use]
pub fn number(n: u64) -> Value {
    if n <= LARGEST_EXACT { Value::from(n) } else { Value::String(n.to_string()) }
}

/// `null` where nothing is known.
pub(crate) fn or_null<T>(value: Option<T>, show: impl FnOnce(T) -> Value) -> Value {
    value.map_or(Value::Null, show)
}

fn outcome(outcome: Outcome) -> Value {
    Value::String(outcome.letter().to_string())
}

fn maybe_outcome(known: Option<Outcome>) -> Value {
    known.map_or(Value::Null, outcome)
}

/// What an answer rests on.
#[must_use]
pub fn evidence(evidence: &Evidence) -> Value {
    if evidence.status == Status::Nothing {
        return no_evidence();
    }
    let up_to = if let Status::Checked { up_to } = &evidence.status { nat(up_to) } else { Value::Null };
    let by = evidence.by();
    let references: Vec<&str> = evidence.theorems.iter().flat_map(|t| works(t.reference)).collect();
    json!({
        "status": evidence.status_name(),
        "by": by.english,
        "zh": by.chinese,
        "theorems": evidence.theorems.iter().map(|t| t.id).collect::<Vec<_>>(),
        "up_to": up_to,
        "sources": sources(&references),
        "references": references,
    })
}

/// What was checked again, or is arithmetic: proved by this, without sources.
#[must_use]
pub fn proved(by: &Words, theorems: &[&str]) -> Value {
    json!({
        "status": "proved",
        "by": by.english,
        "zh": by.chinese,
        "theorems": theorems,
        "up_to": null,
        "sources": [],
        "references": [],
    })
}

/// Where nothing is known.
#[must_use]
pub fn no_evidence() -> Value {
    json!({"status": Evidence::nothing().status_name()})
}

/// Seconds and nodes.
#[must_use]
pub fn cost(cost: Cost) -> Value {
    json!({"seconds": (cost.seconds * 1e6).round() / 1e6, "nodes": number(cost.nodes)})
}

/// Why an answer is not complete: what was spent, how much was allowed (nodes, bytes, seconds; `null`: nobody set a limit)
/// and taken, and whether the same question goes on from what is stored.
#[must_use]
pub fn budget(stopped: &Stopped) -> Value {
    let amount = |amount: u64| match stopped.spent {
        Spent::Time => json!(amount as f64 / 1000.0),
        _ => number(amount),
    };
    json!({
        "spent": stopped.spent.name(),
        "engine": stopped.engine,
        "needed": stopped.needed,
        "needed_zh": stopped.needed_in_words().map(|needed| needed.chinese),
        "limit": or_null(stopped.limit.as_ref(), |n| amount(*n)),
        "reached": or_null(stopped.reached.as_ref(), |n| amount(*n)),
        "resumes": stopped.resumes,
    })
}

/// The answer to `solve`.
///
/// # Errors
/// The writer fails.
pub fn answer(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    object.field("outcome", maybe_outcome(answer.outcome))?;
    object.field("value", or_null(answer.value.as_ref(), nat))?;
    object.field("value_status", answer.value_status.name())?;
    object.field("loopy", or_null(answer.loopy.as_deref(), numbers))?;
    if let Some(numbers) = &answer.unknown {
        object.list("unknown", numbers.iter().map(nat))?;
    }
    if let Some(set) = &answer.unknown_set {
        object.field("unknown_set", set.as_str())?;
    }
    object.field("evidence", evidence(&answer.evidence))?;
    let components = answer.components.iter().map(|component| {
        let mut entry = Map::new();
        entry.insert("position".into(), component.position.as_str().into());
        stands(&component.component, &mut entry);
        if component.count != Nat::ONE {
            entry.insert("count".into(), nat(&component.count));
        }
        entry.insert("value".into(), or_null(component.value.as_ref(), nat));
        if let Some(loopy) = &component.loopy {
            entry.insert("loopy".into(), numbers(loopy));
        }
        Value::Object(entry)
    });
    object.list("components", components)?;
    moves_or_null(&mut object, &answer.moves, answer.stopped.is_some(), move_fields)?;
    object.field("moves_count", or_null(answer.moves.count.as_ref(), nat))?;
    object.field("moves_truncated", answer.moves.truncated())?;
    object.field("options_count", or_null(answer.options.as_ref(), nat))?;
    object.field("remoteness", answer.remoteness)?;
    if let Some(guess) = &answer.guess {
        object.field("guess", guess.english.as_str())?;
        object.field("guess_zh", guess.chinese.as_str())?;
    }
    if let Some(strategy) = &answer.strategy {
        object.field("strategy", strategy.english())?;
        object.field("strategy_zh", strategy.chinese())?;
    }
    object.field("engine", answer.engine.as_str())?;
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("excluded", json!(answer.excluded))?;
        object.field("budget", budget(stopped))?;
    }
    object.close()
}

/// A list of moves; `null` where a question that was not answered knows of none.
fn moves_or_null(
    object: &mut Object<'_>,
    list: &MoveList,
    stopped: bool,
    fields: fn(&Move) -> Map<String, Value>,
) -> io::Result<()> {
    if stopped && list.count.is_none() && list.moves.is_empty() {
        return object.field("moves", Value::Null);
    }
    object.list("moves", list.moves.iter().map(|m| Value::Object(fields(m))))
}

fn move_fields(m: &Move) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("component".into(), nat(&m.component));
    fields.insert("from".into(), m.from.as_str().into());
    fields.insert("to".into(), m.to.as_str().into());
    fields.insert("position".into(), m.position.as_str().into());
    stands(m.origin(), &mut fields);
    fields.insert("index".into(), or_null(m.index.as_ref(), nat));
    if m.turn != Turn::Passes {
        fields.insert("again".into(), (m.turn == Turn::Stays).into());
    }
    fields
}

/// The game of a component and its place there: numbers, or the text of a board.
fn stands(component: &Component, fields: &mut Map<String, Value>) {
    let game = &component.game;
    fields.insert("game".into(), if game.text() == "*" { "nim" } else { game.text() }.into());
    let text = || game.show_place(&component.place);
    let place = match game.shape() {
        Shape::Heap | Shape::Tuple(_) | Shape::Row => component.place.iter().map(nat).collect(),
        // a place with something named behind the text, `"edges:0-1", start=0`, stands as it is written
        Shape::Text => {
            let text = text();
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            Value::String(inner.unwrap_or(&text).to_owned())
        }
        Shape::Vertex | Shape::Positions => Value::String(text()),
    };
    fields.insert("place".into(), place);
}

/// A sentence in both languages.
#[must_use]
pub fn words(words: &Words) -> Value {
    json!({"en": words.english, "zh": words.chinese})
}

/// A sentence as data: its key with its arguments, and both languages.
fn sentence(sentence: &Sentence) -> Map<String, Value> {
    let field = |name: &str, value: Value| (name.to_owned(), value);
    Map::from_iter([
        field("text", sentence.english().into()),
        field("key", sentence.key.into()),
        field("args", sentence.arguments.iter().map(String::as_str).collect()),
        field("zh", sentence.chinese().into()),
    ])
}

fn reading_of(read: &Reading) -> Value {
    json!({"part": read.game, "family": read.family, "en": read.words.english, "zh": read.words.chinese})
}

/// A move with what it leads to.
pub(crate) fn valued_move(m: &Move) -> Map<String, Value> {
    let mut fields = move_fields(m);
    fields.insert("value".into(), or_null(m.value.as_ref(), nat));
    if let Some(loopy) = &m.loopy {
        fields.insert("loopy".into(), numbers(loopy));
    }
    fields.insert("outcome".into(), maybe_outcome(m.outcome));
    fields.insert("wins".into(), m.outcome.map_or(Value::Null, |_| m.wins().into()));
    fields
}

/// The answer to `moves`.
///
/// # Errors
/// The writer fails.
pub fn moves(out: &mut dyn Write, answer: &Answer<MoveList>) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    moves_or_null(&mut object, &answer.result, answer.stopped.is_some(), valued_move)?;
    object.field("moves_count", or_null(answer.count.as_ref(), nat))?;
    object.field("moves_truncated", answer.truncated())?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}

/// A set of numbers.
fn numbers(set: &[Nat]) -> Value {
    set.iter().map(nat).collect()
}

/// What a press would write into the question instead.
fn fixes(fault: &Diagnostic, text: Option<&str>) -> Value {
    let all = fault.fixes().iter().filter_map(|(span, insert)| {
        let (start, end) = span.in_characters(text?);
        Some(json!({"span": [start, end], "insert": insert}))
    });
    all.collect()
}

/// A fault in the input; `line` is the line of `solve -`.
///
/// # Errors
/// The writer fails.
pub fn error(out: &mut dyn Write, fault: &Diagnostic, text: Option<&str>, line: Option<u64>) -> io::Result<()> {
    let span = match (fault.span, text) {
        (Some(span), Some(text)) => {
            let (start, end) = span.in_characters(text);
            json!([start, end])
        }
        _ => Value::Null,
    };
    let mut fields = json!({
        "kind": fault.kind.name(),
        "message": fault.message,
        "span": span,
        "suggestion": fault.suggestion,
        "code": fault.code(),
        "fixes": fixes(fault, text),
    });
    if let Value::Object(fields) = &mut fields {
        fields.extend(line.map(|line| ("line".to_owned(), number(line))));
        let both = |english: &str, chinese: String| words(&Words::new(english, chinese));
        // where the usual sentence is not known in Chinese, the English one stands alone
        let say = fault_in_chinese(&fault.message).map(|chinese| both(&fault.message, chinese));
        fields.extend(say.map(|say| ("say".to_owned(), say)));
        let advice = fault.suggestion.as_deref().and_then(|text| Some(both(text, fault_in_chinese(text)?)));
        fields.extend(advice.map(|advice| ("say_suggestion".to_owned(), advice)));
    }
    let mut object = Object::open(out)?;
    object.field("error", fields)?;
    object.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::notation::Span;

    #[test]
    fn large_numbers_are_text() {
        assert_eq!(nat(&Nat::from(9_007_199_254_740_991u64)).to_string(), "9007199254740991");
        assert_eq!(nat(&Nat::from(9_007_199_254_740_992u64)).to_string(), "\"9007199254740992\"");
        assert_eq!(nat(&Nat::from(10u8).pow(30)).to_string(), "\"1000000000000000000000000000000\"");
    }

    #[test]
    fn places_are_counted_in_characters() {
        let mut out = Vec::new();
        let fault = Diagnostic::parse(Span::new(3, 4), "what?");
        error(&mut out, &fault, Some("取x"), Some(7)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "{\"schema\":1,\"error\":{\"kind\":\"parse\",\"message\":\"what?\",\"span\":[1,2],\"suggestion\":null,\"code\":\"parse\",\"fixes\":[],\"line\":7}}\n"
        );
    }
}
