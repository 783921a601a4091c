//! What `stress` found, as text and as JSON.

use std::io::{self, Write};

use grundy::GameQuestion;
use grundy::answer::Reading;
use serde_json::Value;

use super::json::{Object, evidence, number};
use super::text as words;
use crate::stress::search::{Kind, Plan, Report};
use crate::terminal::{Ink, Terminal, readable};

/// `stress` as JSON.
pub(crate) fn json(out: &mut dyn Write, question: &GameQuestion, plan: &Plan, report: &Report) -> io::Result<()> {
    let mut object = Object::open(out)?;
    let finding = report.finding.as_ref();
    let said = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let known = finding.is_some() || report.stopped.is_none();
    object.field("game", question.query.as_str())?;
    object.field("convention", question.convention.name())?;
    object.field("complete", report.stopped.is_none())?;
    object.list("command", plan.command.iter().map(|word| Value::from(word.as_str())))?;
    object.field("found", if known { finding.is_some().into() } else { Value::Null })?;
    object.field("kind", said(finding.map(|f| f.kind.name())))?;
    object.field("input", said(finding.map(|f| f.input.as_str())))?;
    object.field("position", said(finding.map(|f| f.position.as_str())))?;
    object.field("expected", said(finding.map(|f| f.expected.as_str())))?;
    object.field("got", said(finding.map(|f| f.got.as_str())))?;
    object.field("smallest", finding.map_or(Value::Null, |f| f.smallest.into()))?;
    object.field("answers", said(report.answers))?;
    object.field("one_heap", report.one_heap)?;
    object.field("tried", number(report.tried))?;
    object.field("skipped", number(report.skipped))?;
    object.field("seed", number(plan.seed))?;
    object.field("evidence", evidence(&report.evidence))?;
    object.finish(&report.stopped)
}

/// That fewer inputs were right says little.
const FEW: u64 = 300;

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&b);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A command line that shows the error.
fn to_paste(plan: &Plan, input: &str) -> String {
    let command: Vec<String> = plan.command.iter().map(|word| quoted(word)).collect();
    let text = input.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n").replace('\t', "\\t");
    format!("printf '{}' | {}", text.replace('\'', "'\\''"), command.join(" "))
}

/// `stress` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    question: &GameQuestion,
    plan: &Plan,
    report: &Report,
    terminal: &Terminal,
) -> io::Result<()> {
    if !terminal.quiet {
        words::reading(out, &question.query, &[Reading::of(&question.game)], terminal)?;
    }
    let line =
        |out: &mut dyn Write, head: &str, words: &str| writeln!(out, "{}", terminal.wrap(head, &readable(words)));
    match &report.finding {
        Some(found) => {
            let what = match found.kind {
                Kind::WrongAnswer => "wrong answer",
                Kind::Crash => "the program crashes",
                Kind::Timeout => "the program does not answer in time",
                Kind::Output => "the program prints too much",
                Kind::Memory => "the program takes too much memory",
                Kind::Nonsense => "no answer that can be understood",
            };
            let head = format!("{what}: {}", readable(&found.position));
            writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &head)))?;
            line(out, "expected: ", &found.expected)?;
            line(out, "got:      ", if found.got.is_empty() { "(nothing)" } else { &found.got })?;
            let input = if found.smallest { "the smallest input:" } else { "an input (there may be smaller ones):" };
            writeln!(out, "\n{input}")?;
            for text in found.input.lines() {
                writeln!(out, "  {}", crate::terminal::escape(text))?;
            }
            writeln!(out, "\nto see it again:")?;
            writeln!(out, "  {}\n", crate::terminal::escape(&to_paste(plan, &found.input)))?;
        }
        None if report.stopped.is_some() => writeln!(out, "no error was found before the end")?,
        None if report.cut && report.tried < FEW => {
            let seconds = plan.time.as_secs_f64();
            let head = format!(
                "no error found, but only {} inputs were tried in {seconds:.0} s: --seconds {:.0} tries more",
                report.tried,
                10.0 * seconds.max(1.0)
            );
            writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &head)))?;
        }
        None => {
            let head = format!("no error found with numbers up to {}", plan.space.max);
            writeln!(out, "{}", terminal.paint(Ink::Win, &head))?;
            if !plan.bounded {
                line(out, "", "larger numbers were not tried: --max 10^9 tries them too")?;
            }
        }
    }
    let read = report.answers.map_or(String::new(), |what| format!(", answers read as {what}"));
    let skipped = match report.skipped {
        0 => String::new(),
        n => format!(", {n} passed over (no places of the game, or too dear)"),
    };
    line(out, "", &format!("{} runs{read}{skipped}, seed {}", report.tried, plan.seed))?;
    if report.one_heap {
        line(out, "", "the program reads one heap only, so sums were left out (--heaps 2 asks for them)")?;
    }
    // that a program crashed needs no theorem
    if report.finding.as_ref().is_none_or(|found| found.kind == Kind::WrongAnswer) {
        words::evidence(out, &report.evidence, terminal)?;
    }
    words::stopped_at(out, &report.stopped, terminal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("./a.out"), "./a.out");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
