//! The answer to `prove`, as text and as JSON.

use std::io::{self, Write};

use grundy::claim::{Counterexample, Disagreement, ProveAnswer, Verdict};
use grundy::number::{Int, shorten};
use grundy::{Nat, Outcome};
use serde_json::{Value, json};

use super::json::{Object, budget, cost, evidence, nat, number};
use super::text;
use crate::terminal::{Ink, Terminal, wrap};

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
    let position = numbers(&found.position);
    match &found.found {
        Disagreement::Outcome { claimed, outcome, to } => json!({
            "position": position,
            "claimed": claimed.letter().to_string(),
            "outcome": outcome.letter().to_string(),
            "move": to.as_ref().map_or(Value::Null, |to| numbers(to)),
            "smallest": found.smallest,
        }),
        Disagreement::Value { claimed, value } => {
            json!({"position": position, "claimed": integer(claimed), "value": nat(value), "smallest": found.smallest})
        }
    }
}

fn result(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted(_) => "refuted",
        Verdict::Checked => "checked",
    }
}

/// `prove` as JSON.
pub(crate) fn json_prove(out: &mut dyn Write, answer: &ProveAnswer) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("query", answer.subject.as_str())?;
    object.field("claim", answer.claim.as_str())?;
    object.field("complete", answer.verdict != Verdict::Checked)?;
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
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("budget", budget(stopped))?;
    }
    object.close()
}

fn place(all: &[Nat]) -> String {
    let numbers: Vec<String> = all.iter().map(shorten).collect();
    if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(", ")) }
}

/// `prove` for people.
pub(crate) fn prove(out: &mut dyn Write, answer: &ProveAnswer, terminal: &Terminal, quiet: bool) -> io::Result<()> {
    if !quiet {
        text::reading(out, &answer.reading, terminal)?;
        writeln!(out, "{}", wrap("", &format!("claim: {}", answer.claim), terminal.prose()))?;
    }
    let line = |out: &mut dyn Write, words: &str| writeln!(out, "{}", wrap("", words, terminal.prose()));
    match &answer.verdict {
        Verdict::Proved => writeln!(out, "{}", terminal.paint(Ink::Strong, "proved for all positions"))?,
        Verdict::Checked => match answer.checked_to {
            Some(to) => {
                let head = "checked, not proved";
                writeln!(out, "{}", terminal.paint(Ink::Strong, head))?;
                line(out, &format!("true of all positions whose coordinates have a sum of at most {to}"))?;
                for obstacle in &answer.obstacles {
                    line(out, &format!("no proof by automata: {obstacle}"))?;
                }
            }
            None => line(out, "nothing is known: no position could be compared")?,
        },
        Verdict::Refuted(found) => {
            let at = place(&found.position);
            let head = if found.smallest {
                format!("refuted: the smallest counterexample is {at}")
            } else {
                format!("refuted: a counterexample, perhaps not the smallest, is {at}")
            };
            writeln!(out, "{}", terminal.paint(Ink::Loss, &wrap("", &head, terminal.prose())))?;
            match &found.found {
                Disagreement::Outcome { claimed, outcome, to } => {
                    let why = match (outcome, to) {
                        (Outcome::Next, Some(to)) => format!("{at} can be moved to {}, a P-position", place(to)),
                        (Outcome::Previous, _) => format!("no move from {at} leads to a P-position"),
                        _ => "this follows from its options".to_owned(),
                    };
                    line(out, &format!("claimed {}, but it is {}: {why}", claimed.letter(), outcome.letter()))?;
                }
                Disagreement::Value { claimed, value } => {
                    line(out, &format!("claimed {claimed}, but its value is {}", shorten(value)))?;
                }
            }
        }
    }
    writeln!(out)?;
    text::evidence(out, &answer.evidence, terminal)?;
    match &answer.stopped {
        Some(spent) => text::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}
