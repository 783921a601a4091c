//! The answer to `guess` as JSON.

use std::io::{self, Write};

use grundy::guess::{Finding, GuessAnswer};
use serde_json::{Value, json};

use crate::json::{Object, budget, cost, evidence, number};

fn entry(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "text": finding.text,
        "claim": finding.claim,
        "evidence": evidence(&finding.evidence),
    })
}

/// `guess` as JSON.
pub fn json(out: &mut dyn Write, answer: &GuessAnswer) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("game", answer.game.as_str())?;
    object.field("convention", answer.convention.name())?;
    object.field("complete", answer.stopped.is_none())?;
    object.list("findings", answer.findings.iter().map(entry))?;
    object.field("computed_to", answer.computed_to.map_or(Value::Null, number))?;
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("budget", budget(stopped))?;
    }
    object.close()
}
