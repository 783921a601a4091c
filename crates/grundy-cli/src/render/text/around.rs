//! What stands above and below every answer: how the question was read, what the answer rests on, what ended the work.

use std::io::{self, Write};

use grundy::answer::{Answer, Reading};
use grundy::number::shorten;
use grundy::{Evidence, Status, Stopped, Words};

use crate::flags::as_flags;
use crate::render::letters::Letters;
use crate::terminal::{Ink, Terminal, columns, readable};

/// Longer questions are cut in the echo.
const ECHOED: usize = 240;

/// Above an answer: how the question was read, unless the bare answer is wanted.
pub(crate) fn head<T>(out: &mut dyn Write, answer: &Answer<T>, terminal: &Terminal) -> io::Result<()> {
    match terminal.quiet {
        true => Ok(()),
        false => reading(out, &answer.query, &answer.reading, terminal),
    }
}

/// How the input was read, in one line: the question, and what its spelling does not say of its games. With the reasons a
/// line a game.
pub(crate) fn reading(out: &mut dyn Write, query: &str, readings: &[Reading], terminal: &Terminal) -> io::Result<()> {
    let letters = Letters::of(query);
    if terminal.chinese {
        // a sentence about no game, in so far as it is known in Chinese
        let told = readings.iter().filter(|read| read.game.is_empty() && read.words.chinese != read.words.english);
        let told: String = told.map(|read| format!("，{}", read.words.chinese)).collect();
        let line = terminal.wrap("读作：", &readable(&format!("{query}{told}")));
        writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
        // what the spelling does not say
        for read in readings.iter().filter(|read| !read.game.is_empty() && (terminal.why || read.news.is_some())) {
            let line = terminal.wrap("  ", &readable(&format!("{}：{}", read.game, read.words.chinese)));
            writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
        }
        return Ok(());
    }
    // long numbers are shortened first: a part of one would be shown as a number of its own
    let whole = readable(&letters.short(query));
    let mut short: String = whole.chars().take(ECHOED).collect();
    if short.len() < whole.len() {
        short.push('…');
    }
    let mut told: Vec<String> = Vec::new();
    for (letter, game) in letters.pairs() {
        let news = readings.iter().find(|r| r.game == game).and_then(|r| r.news.as_deref());
        told.push(format!("{letter} = {game}{}", news.map(|n| format!(", which is {n}")).unwrap_or_default()));
    }
    for read in readings.iter().filter(|r| letters.pairs().all(|(_, game)| r.game != game)) {
        match &read.news {
            Some(news) if readings.len() == 1 && query.ends_with(&read.game) => told.push(format!("which is {news}")),
            Some(news) => told.push(format!("{} is {news}", read.game)),
            None if read.game.is_empty() => told.push(read.sentence.clone()),
            None => {}
        }
    }
    let line = [short].into_iter().chain(told).collect::<Vec<_>>().join(", ");
    writeln!(out, "{}", terminal.paint(Ink::Faint, &terminal.wrap("read: ", &readable(&line))))?;
    for read in readings.iter().filter(|r| terminal.why && !r.game.is_empty()) {
        let line = terminal.wrap("  ", &readable(&letters.introduce(&read.sentence)));
        writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
    }
    Ok(())
}

/// What the answer rests on, with references.
pub(crate) fn evidence(out: &mut dyn Write, evidence: &Evidence, terminal: &Terminal) -> io::Result<()> {
    evidence_within(out, evidence, false, terminal)
}

/// The same; in `one_line` what was computed beside theorems is left to `--why` where it does not fit.
pub(super) fn evidence_within(
    out: &mut dyn Write,
    evidence: &Evidence,
    one_line: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    if terminal.quiet {
        return Ok(());
    }
    let head = match &evidence.status {
        Status::Nothing => return Ok(()),
        Status::Checked { up_to } if terminal.chinese => format!("已验证至 {}：", shorten(up_to)),
        Status::Checked { up_to } => format!("checked up to {}: ", shorten(up_to)),
        Status::Stored => terminal.say("computed with the store, not proved: ", "借助存储算出，未证明：").to_owned(),
        Status::Guess => terminal.say("a guess, not proved: ", "猜测，未证明：").to_owned(),
        Status::Proved => terminal.say("proved: ", "已证明：").to_owned(),
    };
    if !terminal.why {
        let head = head.trim_end().trim_end_matches([':', '：']);
        let line = |names: &Words| {
            let names = readable(terminal.words(names));
            terminal.say(format!("{head} ({names})"), format!("{head}（{names}）"))
        };
        let full = line(&evidence.names());
        let fits = !one_line || columns(&full) <= terminal.prose() || evidence.theorems.is_empty();
        let told = if fits { full } else { line(&evidence.names_in_short()) };
        return writeln!(out, "{}", terminal.wrap("", &told));
    }
    writeln!(out, "{}", terminal.wrap(&head, &readable(terminal.words(&evidence.by()))))?;
    evidence.theorems.iter().filter(|t| !t.reference.is_empty()).try_for_each(|t| see(out, t.reference, terminal))
}

/// Where a theorem can be read: titles stay as they are.
pub(crate) fn see(out: &mut dyn Write, reference: &str, terminal: &Terminal) -> io::Result<()> {
    let line = terminal.wrap(terminal.say("  see ", "  参见 "), &readable(reference));
    writeln!(out, "{}", terminal.paint(Ink::Faint, &line))
}

/// Below an answer: what it rests on, and what ended the work, if something did.
pub(crate) fn foot<T>(out: &mut dyn Write, answer: &Answer<T>, terminal: &Terminal) -> io::Result<()> {
    evidence(out, &answer.evidence, terminal)?;
    stopped_at(out, &answer.stopped, terminal)
}

/// What ended the work, if something did, below what is known.
pub(crate) fn stopped_at<'s>(
    out: &mut dyn Write,
    stopped: impl Into<Option<&'s Stopped>>,
    terminal: &Terminal,
) -> io::Result<()> {
    let Some(spent) = stopped.into() else { return Ok(()) };
    let text = readable(&as_flags(terminal.words(&spent.words())));
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap(terminal.say("not complete: ", "未完成："), &text)))
}

/// What ended the work, where nothing is known.
pub(crate) fn stopped(out: &mut dyn Write, spent: &Stopped, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}", terminal.say("the answer is not known", "答案未知"))?;
    stopped_at(out, spent, terminal)
}
