//! The answer to `guess` as text.

use std::io::{self, Write};

use super::text;
use crate::terminal::{Ink, Terminal, readable};
use grundy::Status;
use grundy::answer::Answer;
use grundy::guess::Findings;
use grundy::number::shorten;

/// `guess` for people: a finding a line, with how far it is proved; with the reasons what it rests on.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Findings>, terminal: &Terminal) -> io::Result<()> {
    if !terminal.quiet {
        text::reading(out, &answer.query, &answer.reading, terminal)?;
        if let Some(to) = answer.computed_to.filter(|_| terminal.why) {
            writeln!(out, "{}", terminal.wrap("looked at: ", &format!("all places of a sum up to {to}")))?;
        }
    }
    if answer.findings.is_empty() {
        writeln!(out, "{}", terminal.say("nothing was found", "没有发现"))?;
    }
    for finding in &answer.findings {
        let (ink, sure) = match &finding.evidence.status {
            Status::Proved => (Ink::Win, terminal.say("proved: ", "已证明：").to_owned()),
            Status::Checked { up_to } if terminal.chinese => (Ink::Strong, format!("已验证至 {}：", shorten(up_to))),
            Status::Checked { up_to } => (Ink::Strong, format!("checked up to {}: ", shorten(up_to))),
            Status::Stored => (Ink::Strong, terminal.say("computed with the store: ", "借助存储算出：").to_owned()),
            Status::Guess | Status::Nothing => (Ink::Strong, terminal.say("a guess: ", "猜测：").to_owned()),
        };
        let told = if terminal.chinese { &finding.chinese } else { &finding.text };
        let line = terminal.wrap(&sure, &readable(told));
        let said = line.strip_prefix(sure.as_str()).unwrap_or(&line);
        writeln!(out, "{}{said}", terminal.paint(ink, &sure))?;
        if terminal.why {
            if let Some(claim) = finding.claim.as_ref().filter(|c| !finding.text.contains(c.as_str())) {
                writeln!(out, "{}", terminal.wrap("  claim: ", &readable(claim)))?;
            }
            let by = finding.evidence.by();
            let by = readable(terminal.words(&by));
            writeln!(out, "{}", terminal.paint(Ink::Faint, &terminal.wrap("  by ", &by)))?;
        }
    }
    text::stopped_at(out, &answer.stopped, terminal)
}
