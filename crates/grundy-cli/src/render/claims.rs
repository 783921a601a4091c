//! The answer to `prove` as text.

use std::io::{self, Write};

use super::text;
use crate::terminal::{Ink, Terminal, wrap};
use grundy::answer::Answer;
use grundy::claim::{Disagreement, Judgement, Verdict};
use grundy::number::shorten;
use grundy::{Nat, Outcome};

fn place(all: &[Nat]) -> String {
    let numbers: Vec<String> = all.iter().map(shorten).collect();
    if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(", ")) }
}

/// `prove` for people.
pub(crate) fn prove(
    out: &mut dyn Write,
    answer: &Answer<Judgement>,
    terminal: &Terminal,
    quiet: bool,
) -> io::Result<()> {
    if !quiet {
        text::reading(out, &answer.query, &answer.reading, terminal)?;
        writeln!(out, "{}", wrap("", &format!("claim: {}", answer.claim), terminal.prose()))?;
    }
    let line = |out: &mut dyn Write, words: &str| writeln!(out, "{}", wrap("", words, terminal.prose()));
    match &answer.verdict {
        Verdict::Proved => writeln!(out, "{}", terminal.paint(Ink::Strong, "proved for all positions"))?,
        Verdict::Checked => {
            writeln!(out, "{}", terminal.paint(Ink::Strong, "checked, not proved"))?;
            if quiet {
                return Ok(());
            }
            if let Some(to) = answer.checked_to {
                line(out, &format!("true of all positions whose coordinates have a sum of at most {to}"))?;
            }
            for obstacle in &answer.obstacles {
                line(out, &format!("no proof by automata: {obstacle}"))?;
            }
        }
        Verdict::Open => line(out, "nothing is known: nothing that the claim speaks of could be compared")?,
        Verdict::Refuted(found) => {
            let values: Vec<String> = found.parameters.iter().map(|(name, n)| format!("{name} = {n}")).collect();
            let with = if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
            let at = format!("{}{with}", place(&found.position));
            let head = if found.smallest {
                format!("refuted: the smallest counterexample is {at}")
            } else {
                format!("refuted: a counterexample, perhaps not the smallest, is {at}")
            };
            writeln!(out, "{}", terminal.paint(Ink::Loss, &wrap("", &head, terminal.prose())))?;
            if quiet {
                return Ok(());
            }
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
    text::evidence(out, &answer.evidence, terminal)?;
    match &answer.stopped {
        Some(spent) => text::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}
