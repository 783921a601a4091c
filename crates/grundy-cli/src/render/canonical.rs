//! The answer to `canonical` as text.

use std::io::{self, Write};

use grundy::Outcome;
use grundy::answer::{Answer, CanonicalForm, Temper};

use super::text as words;
use crate::terminal::{Ink, Terminal, wrap};

/// So many letters are shown.
const LETTERS: usize = 40;

/// `canonical` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    answer: &Answer<Option<CanonicalForm>>,
    terminal: &Terminal,
    quiet: bool,
) -> io::Result<()> {
    let line = |out: &mut dyn Write, head: &str, rest: &str| writeln!(out, "{}", wrap(head, rest, terminal.prose()));
    let stopped =
        |out: &mut dyn Write| answer.stopped.as_ref().map_or(Ok(()), |spent| words::stopped_at(out, spent, terminal));
    if !quiet {
        words::reading(out, &answer.query, &answer.reading, terminal)?;
    }
    let Some(form) = &answer.result else {
        writeln!(out, "{}", if quiet { "-" } else { "the misère canonical form was not found" })?;
        return stopped(out);
    };
    let written = &form.written;
    if quiet {
        writeln!(out, "{}", written.form)?;
        return stopped(out);
    }
    writeln!(
        out,
        "{}",
        terminal.paint(Ink::Strong, &wrap("misère canonical form: ", &written.form, terminal.prose()))
    )?;
    for (name, text) in written.letters.iter().take(LETTERS) {
        line(out, &format!("{name} = "), text)?;
    }
    if let Some(more) = written.letters.len().checked_sub(LETTERS).filter(|more| *more > 0) {
        line(out, "", &format!("… and {more} more letters: --json tells all"))?;
    }
    let size = if form.positions == 1 { "1 position".to_owned() } else { format!("{} positions", form.positions) };
    line(out, "", &format!("{size}, born on day {}", form.birthday))?;
    let who = match form.outcome {
        Outcome::Previous => "P: the player to move loses",
        _ => "N: the player to move wins",
    };
    line(out, "", &format!("genus {}; {who} in misère play", form.genus))?;
    line(out, "", &temper(form))?;
    words::evidence(out, &answer.evidence, terminal)?;
    stopped(out)
}

/// How the form behaves beside Nim, in words.
fn temper(form: &CanonicalForm) -> String {
    let (value, first) = (form.genus.value(), form.genus.term(0));
    match form.temper {
        Temper::Tame => {
            "tame: sums with tame games are played like the positions of misère Nim with their genera".to_owned()
        }
        Temper::Restive => format!(
            "restive: beside heaps of Nim it counts as a heap of {first} where each of them is 0, 1, {} or {}, else as one \
             of {value}; then normal play tells who wins",
            first.min(first ^ 1),
            first.max(first ^ 1)
        ),
        Temper::Restless => "restless: its options are tame, and beside Nim it follows no simple rule".to_owned(),
        Temper::Wild => "wild: some of its options are not tame".to_owned(),
    }
}
