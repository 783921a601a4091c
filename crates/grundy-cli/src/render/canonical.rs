//! The answer to `canonical` as text.

use std::io::{self, Write};

use grundy::Outcome;
use grundy::answer::{Answer, CanonicalForm, Temper};

use super::text as words;
use crate::terminal::{Ink, Terminal};

/// So many letters are shown.
const LETTERS: usize = 40;

/// `canonical` for people.
pub(crate) fn text(out: &mut dyn Write, answer: &Answer<Option<CanonicalForm>>, terminal: &Terminal) -> io::Result<()> {
    let line = |out: &mut dyn Write, head: &str, rest: &str| writeln!(out, "{}", terminal.wrap(head, rest));
    let stopped = |out: &mut dyn Write| words::stopped_at(out, &answer.stopped, terminal);
    words::head(out, answer, terminal)?;
    let Some(form) = &answer.result else {
        writeln!(
            out,
            "{}",
            if terminal.quiet {
                "-"
            } else {
                terminal.say("the misère canonical form was not found", "没有求得反常规范形")
            }
        )?;
        return stopped(out);
    };
    let written = &form.written;
    if terminal.quiet {
        writeln!(out, "{}", written.form)?;
        return stopped(out);
    }
    writeln!(
        out,
        "{}",
        terminal
            .paint(Ink::Strong, &terminal.wrap(terminal.say("misère canonical form: ", "反常规范形："), &written.form))
    )?;
    for (name, text) in written.letters.iter().take(LETTERS) {
        line(out, &format!("{name} = "), text)?;
    }
    if let Some(more) = written.letters.len().checked_sub(LETTERS).filter(|more| *more > 0) {
        line(
            out,
            "",
            &terminal.say(
                format!("… and {more} more letters: --json tells all"),
                format!("……另有 {more} 个字母，--json 列出全部"),
            ),
        )?;
    }
    let (positions, birthday) = (form.positions, form.birthday);
    let size = if positions == 1 { "position" } else { "positions" };
    let size = terminal.say(
        format!("{positions} {size}, born on day {birthday}"),
        format!("共 {positions} 个局面，生日为第 {birthday} 天"),
    );
    line(out, "", &size)?;
    let genus = &form.genus;
    let who = match form.outcome {
        Outcome::Previous => terminal.say(
            format!("genus {genus}; P: the player to move loses in misère play"),
            format!("亏格 {genus}；P：反常规则下轮到者输"),
        ),
        _ => terminal.say(
            format!("genus {genus}; N: the player to move wins in misère play"),
            format!("亏格 {genus}；N：反常规则下轮到者赢"),
        ),
    };
    line(out, "", &who)?;
    line(out, "", &if terminal.chinese { temper_in_chinese(form) } else { temper(form) })?;
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

/// The same in Chinese.
fn temper_in_chinese(form: &CanonicalForm) -> String {
    let (value, first) = (form.genus.value(), form.genus.term(0));
    match form.temper {
        Temper::Tame => "tame（驯顺）：与驯顺游戏之和，按亏格相同的反常 Nim 局面来下".to_owned(),
        Temper::Restive => format!(
            "restive：旁边的 Nim 堆都是 0、1、{} 或 {} 时，它相当于大小为 {first} 的一堆，否则相当于 {value}；再按正常规则判断胜负",
            first.min(first ^ 1),
            first.max(first ^ 1)
        ),
        Temper::Restless => "restless：后继都是驯顺的，但与 Nim 堆相加没有简单规律".to_owned(),
        Temper::Wild => "wild（狂野）：有的后继不是驯顺的".to_owned(),
    }
}
