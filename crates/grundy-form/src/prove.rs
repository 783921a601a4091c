//! The answer to `prove` as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::Answer;
use grundy::claim::{Counterexample, Disagreement, Judgement, Verdict};
use grundy::number::Int;
use grundy::words::obstacle_in_chinese;
use serde_json::{Value, json};

use crate::json::{Object, evidence, nat, number};

fn integer(n: &Int) -> Value {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() < 1 << 53 => Value::from(small),
        _ => Value::from(n.to_string()),
    }
}

fn numbers(all: &[Nat]) -> Value {
    all.iter().map(nat).collect()
}

fn counterexample(found: &Counterexample) -> Value {
    let mut fields = disagreement(found);
    if let (Value::Object(fields), Some(to)) = (&mut fields, &found.leads_to) {
        fields.insert("leads_to".to_owned(), to.as_str().into());
    }
    if let (Value::Object(fields), Some(text)) = (&mut fields, &found.text) {
        fields.insert("text".to_owned(), text.as_str().into());
    }
    if let (Value::Object(fields), false) = (&mut fields, found.parameters.is_empty()) {
        fields.insert("for".to_owned(), found.parameters.iter().map(|(name, n)| (name.clone(), number(*n))).collect());
    }
    fields
}

fn disagreement(found: &Counterexample) -> Value {
    let position = numbers(&found.position);
    match &found.found {
        Disagreement::Outcome { claimed, outcome, to } => json!({
            "position": position,
            "claimed": claimed.letter().to_string(),
            "outcome": outcome.letter().to_string(),
            "move": to.as_ref().map_or(Value::Null, |to| numbers(to)),
            "smallest": found.smallest,
        }),
        Disagreement::Excluded { value } => {
            json!({"position": position, "claimed": Value::Null, "value": nat(value), "smallest": found.smallest})
        }
        Disagreement::Value { claimed, value } => {
            json!({"position": position, "claimed": integer(claimed), "value": nat(value), "smallest": found.smallest})
        }
    }
}

fn result(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Proved => Some("proved"),
        Verdict::Refuted(_) => Some("refuted"),
        Verdict::Checked => Some("checked"),
        Verdict::Open => None,
    }
}

/// `prove` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Judgement>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("query", answer.query.as_str())?;
    object.field("claim", answer.claim.as_str())?;
    object.field("complete", !matches!(answer.verdict, Verdict::Checked | Verdict::Open))?;
    object.field("result", result(&answer.verdict))?;
    object.field(
        "counterexample",
        match &answer.verdict {
            Verdict::Refuted(found) => counterexample(found),
            _ => Value::Null,
        },
    )?;
    object.field("checked_to", answer.checked_to.map_or(Value::Null, number))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.field(
        "automata",
        answer.automata.as_ref().map_or(Value::Null, |a| {
            json!({
                "numeration": a.numeration,
                "states": a.states,
                "largest": a.sizes.largest,
                "largest_projection": a.sizes.largest_projection,
                "operations": a.sizes.operations,
            })
        }),
    )?;
    object.list("obstacles", answer.obstacles.iter().map(|o| Value::from(o.as_str())))?;
    let chinese = |obstacle: &String| Value::from(obstacle_in_chinese(obstacle).unwrap_or_else(|| obstacle.clone()));
    object.list("obstacles_zh", answer.obstacles.iter().map(chinese))?;
    object.end(answer)
}
