//! A game that is being played: the position, its drawing, the moves, the opponent's reply, the history.
//!
//! # Errors
//! What writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::answer::{Answer, Move};
use grundy::play::{History, Judged, Record, Round};
use serde_json::{Value, json};

use crate::json::{Object, evidence, nat, valued_move};
use crate::scene::drawing;

fn index(mv: Option<&Move>) -> Value {
    mv.and_then(|mv| mv.index.as_ref()).map_or(Value::Null, nat)
}

fn judged(judged: &Judged) -> Value {
    json!({
        "value": judged.value.as_ref().map(nat),
        "loopy": judged.loopy.as_ref().map(|set| set.iter().map(nat).collect::<Value>()),
        "outcome": judged.outcome.map(|o| o.letter().to_string()),
        "best": index(judged.best.as_ref()),
    })
}

/// The moves that were made: each with the position that it left, and what would have been better.
#[must_use]
pub fn history(history: &History) -> Value {
    let record = |record: &Record| {
        let mut fields = judged(&record.judged);
        fields["move"] = index(Some(&record.mv));
        fields["from"] = record.mv.from.as_str().into();
        fields["to"] = record.mv.to.as_str().into();
        fields["position"] = record.mv.position.as_str().into();
        // a reader asks what was better in the position that the move was made in
        fields["best"] = index(record.better.as_ref());
        fields["better"] = record.better.as_ref().map_or(Value::Null, |mv| mv.to_string().into());
        fields["slip"] = record.slip.into();
        fields
    };
    history.records.iter().map(record).collect()
}

/// The answer to `play`.
///
/// # Errors
/// The writer fails.
pub fn round(out: &mut dyn Write, answer: &Answer<Round>) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    object.field("position", answer.position.as_str())?;
    object.field("scene", Value::Object(drawing(&answer.scene)))?;
    object.list("moves", answer.moves.moves.iter().map(|mv| Value::Object(valued_move(mv))))?;
    object.field("moves_count", answer.moves.count.as_ref().map_or(Value::Null, nat))?;
    object.field("moves_truncated", answer.moves.truncated())?;
    let reply = answer
        .reply
        .as_ref()
        .map(|mv| json!({"move": index(Some(mv)), "from": mv.from, "to": mv.to, "position": mv.position}));
    object.field("reply", reply)?;
    object.field("over", answer.over)?;
    object.field("start", judged(&answer.history.start))?;
    object.field("history", history(&answer.history))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}
