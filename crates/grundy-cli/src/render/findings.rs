//! The answer to `guess` as text.

use std::io::{self, Write};

use super::text;
use crate::terminal::{Ink, Terminal, readable, wrap};
use grundy::Status;
use grundy::answer::Answer;
use grundy::guess::Findings;
use grundy::number::shorten;

/// `guess` for people: a finding a paragraph, with how far it is proved.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Findings>, terminal: &Terminal, quiet: bool) -> io::Result<()> {
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
