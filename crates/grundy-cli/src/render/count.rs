//! The answer to `count`, as text and as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::CountAnswer;
use grundy::number::shorten;
use serde_json::Value;

use super::json::{Object, budget, cost, evidence, nat, no_evidence, number};
use super::text as words;
use crate::terminal::{Ink, Terminal, wrap};

/// `count` as JSON.
pub(crate) fn json(out: &mut dyn Write, answer: &CountAnswer) -> io::Result<()> {
    let mut object = Object::open(out)?;
    let known = |n: &Option<Nat>| n.as_ref().map_or(Value::Null, nat);
    object.field("game", answer.game.as_str())?;
    object.field("convention", answer.convention.name())?;
    object.field("complete", answer.stopped.is_none())?;
    object.field("heaps", number(answer.heaps))?;
    object.field("min", number(answer.min))?;
    object.field("max", number(answer.max))?;
    object.field("unordered", answer.unordered)?;
    object.field("previous", known(&answer.previous))?;
    object.field("next", known(&answer.next))?;
    object.field("evidence", if answer.stopped.is_some() { no_evidence() } else { evidence(&answer.evidence) })?;
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("budget", budget(stopped))?;
    }
    object.close()
}

/// `count` for people.
pub(crate) fn text(out: &mut dyn Write, answer: &CountAnswer, terminal: &Terminal, quiet: bool) -> io::Result<()> {
    if !quiet {
        words::reading(out, &answer.reading, terminal)?;
    }
    let order = if answer.unordered { "in no order" } else { "in order" };
    let (k, from, to) = (answer.heaps, answer.min, answer.max);
    let heaps = if k == 1 { "heap" } else { "heaps" };
    writeln!(out, "{}", wrap("", &format!("{k} {heaps} from {from} to {to}, {order}:"), terminal.prose()))?;
    match (&answer.previous, &answer.next) {
        (Some(previous), Some(next)) => {
            let width = shorten(previous).len().max(shorten(next).len());
            let line = |n: &Nat, what: &str| format!("{:>width$} {what}", shorten(n));
            writeln!(out, "{}", terminal.paint(Ink::Strong, &line(previous, "P-positions")))?;
            writeln!(out, "{}\n", line(next, "N-positions"))?;
            words::evidence(out, &answer.evidence, terminal)?;
        }
        _ => writeln!(out, "the number of P-positions is not known")?,
    }
    match &answer.stopped {
        Some(spent) => words::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}
