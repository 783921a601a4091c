//! The answer to `guess` as JSON.

use std::io::{self, Write};

use grundy::answer::Answer;
use grundy::guess::{Finding, Findings};
use serde_json::{Value, json};

use crate::json::{Object, evidence, no_evidence, number};

fn entry(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "text": finding.text,
        "zh": finding.chinese,
        "claim": finding.claim,
        "evidence": evidence(&finding.evidence),
    })
}

/// `guess` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Findings>) -> io::Result<()> {
    let mut object = Object::of(out, "game", answer)?;
    object.list("findings", answer.findings.iter().map(entry))?;
    object.field("computed_to", answer.computed_to.map_or(Value::Null, number))?;
    let weakest = answer.findings.iter().map(|f| &f.evidence).min_by(|a, b| a.status.cmp(&b.status));
    object.field("evidence", weakest.map_or_else(no_evidence, evidence))?;
    object.end(answer)
}
