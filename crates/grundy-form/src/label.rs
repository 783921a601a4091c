//! The labels of a graph's vertices: one entry each, and the object of a graph that the notation holds.
//!
//! # Errors
//! What writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::answer::{Answer, Solution};
use grundy::{GameQuestion, Outcome, Stopped};
use serde_json::{Value, json};

use crate::json::{Object, evidence, nat, no_evidence};

/// The labels of one vertex.
#[must_use]
pub fn entry(
    vertex: Value,
    outcome: Option<Outcome>,
    value: impl Into<Value>,
    loopy: impl Into<Value>,
    remoteness: impl Into<Value>,
) -> Value {
    json!({
        "vertex": vertex,
        "outcome": outcome.map(|outcome| outcome.letter().to_string()),
        "value": value.into(),
        "loopy": loopy.into(),
        "remoteness": remoteness.into(),
    })
}

/// The vertices of a graph, each with its answer; `stopped` where the budget ended before the last.
///
/// # Errors
/// The writer fails.
pub fn graph(
    out: &mut dyn Write,
    game: &GameQuestion,
    vertices: &[(String, Answer<Solution>)],
    stopped: Option<&Stopped>,
) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("game", game.query.as_str())?;
    object.field("convention", game.convention.name())?;
    object.field("complete", stopped.is_none())?;
    object.field("vertices", vertices.len())?;
    let labels = vertices.iter().map(|(name, answer)| {
        let value = answer.value.as_ref().map(nat);
        let loopy = answer.loopy.as_ref().map(|set| set.iter().map(nat).collect::<Value>());
        entry(name.as_str().into(), answer.outcome, value, loopy, answer.remoteness)
    });
    object.list("labels", labels)?;
    let weakest = vertices.iter().map(|(_, answer)| &answer.evidence).min_by(|a, b| a.status.cmp(&b.status));
    object.field("evidence", weakest.map_or_else(no_evidence, evidence))?;
    object.finish(stopped)
}
