//! The answer to `count` as text.

use std::io::{self, Write};

use super::grid::left_out;
use super::text as words;
use crate::terminal::{Ink, Terminal};
use grundy::Nat;
use grundy::answer::{Answer, Counts};
use grundy::number::shorten;

/// `count` for people.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Counts>, terminal: &Terminal) -> io::Result<()> {
    if terminal.quiet
        && let Some(previous) = &answer.previous
    {
        return writeln!(out, "{previous}");
    }
    words::head(out, answer, terminal)?;
    let (k, from, to) = (answer.heaps, answer.min, answer.max);
    let numbers = answer.numbers;
    let head = if terminal.chinese {
        let order = if answer.unordered { "不计次序" } else { "计次序" };
        match numbers {
            1 => format!("{k} 堆，每堆 {from} 至 {to}，{order}："),
            _ => format!("{k} 个局面，各有 {numbers} 个数，每数 {from} 至 {to}，{order}："),
        }
    } else {
        let order = if answer.unordered { "in no order" } else { "in order" };
        let plural = if k == 1 { "" } else { "s" };
        match numbers {
            1 => format!("{k} heap{plural} from {from} to {to}, {order}:"),
            _ => format!("{k} place{plural} of {numbers} numbers from {from} to {to}, {order}:"),
        }
    };
    writeln!(out, "{}", terminal.wrap("", &head))?;
    match (&answer.previous, &answer.next) {
        (Some(previous), Some(next)) => {
            // sentences of a page stand apart
            let width = if terminal.page { 0 } else { shorten(previous).len().max(shorten(next).len()) };
            let line = |n: &Nat, letter: char| {
                let plural = if n.is_one() { "" } else { "s" };
                let what = terminal.say(format!("{letter}-position{plural}"), format!("个 {letter} 局面"));
                format!("{:>width$} {what}", shorten(n))
            };
            writeln!(out, "{}", terminal.paint(Ink::Strong, &line(previous, 'P')))?;
            writeln!(out, "{}", line(next, 'N'))?;
            if let Some(refused) = &answer.refused {
                left_out(out, refused, terminal)?;
            }
            words::evidence(out, &answer.evidence, terminal)?;
        }
        _ => writeln!(out, "{}", terminal.say("the number of P-positions is not known", "P 局面的个数未知"))?,
    }
    words::stopped_at(out, &answer.stopped, terminal)
}
