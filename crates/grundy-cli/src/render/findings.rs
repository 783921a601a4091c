//! The answer to `guess`, as text and as JSON.

use std::io::{self, Write};

use grundy::Status;
use grundy::guess::{Finding, GuessAnswer};
use grundy::number::shorten;
use serde_json::{Value, json};

use super::json::{Object, budget, cost, evidence, number};
use super::text;
use crate::terminal::{Ink, Terminal, readable, wrap};

fn entry(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "text": finding.text,
        "claim": finding.claim,
        "evidence": evidence(&finding.evidence),
    })
}

/// `guess` as JSON.
pub(crate) fn json(out: &mut dyn Write, answer: &GuessAnswer) -> io::Result<()> {
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

/// `guess` for people: a finding a paragraph, with how far it is proved.
pub(crate) fn text(out: &mut dyn Write, answer: &GuessAnswer, terminal: &Terminal, quiet: bool) -> io::Result<()> {
    if !quiet {
        text::reading(out, &answer.reading, terminal)?;
        if let Some(to) = answer.computed_to {
            writeln!(out, "{}", wrap("looked at: ", &format!("all places of a sum up to {to}"), terminal.prose()))?;
        }
        writeln!(out)?;
    }
    if answer.findings.is_empty() {
        writeln!(out, "nothing was found")?;
    }
    for finding in &answer.findings {
        let (ink, sure) = match &finding.evidence.status {
            Status::Proved => (Ink::Win, "proved".to_owned()),
            Status::Checked { up_to } => (Ink::Strong, format!("checked up to {}", shorten(up_to))),
            Status::Guess => (Ink::Strong, "a guess".to_owned()),
        };
        let head = format!("{}, {sure}", finding.kind.name());
        writeln!(out, "{}", terminal.paint(ink, &head))?;
        writeln!(out, "{}", wrap("  ", &readable(&finding.text), terminal.prose()))?;
        if let Some(claim) = finding.claim.as_ref().filter(|c| !finding.text.contains(c.as_str())) {
            writeln!(out, "{}", wrap("  claim: ", &readable(claim), terminal.prose()))?;
        }
        let by = readable(&finding.evidence.by());
        writeln!(out, "{}", terminal.paint(Ink::Faint, &wrap("  by ", &by, terminal.prose())))?;
    }
    match &answer.stopped {
        Some(spent) => text::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}
