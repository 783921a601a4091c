//! The answer to `count` as text.

use std::io::{self, Write};

use super::text as words;
use crate::terminal::{Ink, Terminal, wrap};
use grundy::Nat;
use grundy::answer::{Answer, Counts};
use grundy::number::shorten;

/// `count` for people.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Counts>, terminal: &Terminal, quiet: bool) -> io::Result<()> {
    if quiet && let Some(previous) = &answer.previous {
        return writeln!(out, "{previous}");
    }
    if !quiet {
        words::reading(out, &answer.query, &answer.reading, terminal)?;
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
            writeln!(out, "{}", line(next, "N-positions"))?;
            words::evidence(out, &answer.evidence, terminal)?;
        }
        _ => writeln!(out, "the number of P-positions is not known")?,
    }
    match &answer.stopped {
        Some(spent) => words::stopped_at(out, spent, terminal),
        None => Ok(()),
    }
}
