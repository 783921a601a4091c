//! What `stress` found, as text and as JSON.

use std::borrow::Cow;
use std::io::{self, Write};

use grundy::Convention;
use grundy::answer::Reading;
use serde_json::Value;

use super::diagnostics::told;
use super::json::{Object, evidence, number};
use super::text as words;
use crate::shell::quoted;
use crate::stress::search::{Hint, Kind, Plan, Report};
use crate::terminal::{Ink, Terminal, readable};

/// What was asked, which may be a game with letters: the plan is that of one of its members.
pub(crate) struct Asked {
    pub(crate) query: String,
    pub(crate) convention: Convention,
    pub(crate) readings: Vec<Reading>,
    /// The values of the letters that were gone through, as `m=1..5`.
    pub(crate) ranges: Option<String>,
}

/// `stress` as JSON.
pub(crate) fn json(out: &mut dyn Write, question: &Asked, plan: &Plan, report: &Report) -> io::Result<()> {
    let mut object = Object::open(out)?;
    let finding = report.finding.as_ref();
    let said = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let known = finding.is_some() || report.stopped.is_none();
    object.field("game", question.query.as_str())?;
    object.field("convention", question.convention.name())?;
    // the letters of the rule for which it fails
    if finding.is_some() && question.ranges.is_some() {
        let letters = plan.letters.iter().map(|(letter, value)| (letter.clone(), number(*value))).collect();
        object.field("for", Value::Object(letters))?;
    }
    object.field("complete", report.stopped.is_none())?;
    object.list("command", plan.command.iter().map(|word| Value::from(word.as_str())))?;
    object.field("found", if known { finding.is_some().into() } else { Value::Null })?;
    object.field("kind", said(finding.map(|f| f.kind.name())))?;
    object.field("input", said(finding.map(|f| f.input.as_str())))?;
    object.field("position", said(finding.map(|f| f.position.as_str())))?;
    object.field("expected", said(finding.map(|f| f.expected.as_str())))?;
    object.field("got", said(finding.map(|f| f.got.as_str())))?;
    object.field("smallest", finding.map_or(Value::Null, |f| f.smallest.into()))?;
    if let Some(flags) = report.hint.as_ref().and_then(flags) {
        object.field("try", flags)?;
    }
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

/// The flags with which the program might be right, as a shell reads them.
fn flags(hint: &Hint) -> Option<String> {
    let mut flags = Vec::new();
    flags.extend(hint.format.as_ref().map(|format| format!("--format {}", quoted(format))));
    if hint.no_empty_heap {
        flags.push("--min 1".to_owned());
    }
    flags.extend(hint.words.as_ref().map(|[won, lost]| format!("--first {} --second {}", quoted(won), quoted(lost))));
    Some(flags.join(" ")).filter(|flags| !flags.is_empty())
}

/// What might make the program right: a sentence, and flags to paste on a line of their own.
fn advised(out: &mut dyn Write, hint: &Hint, terminal: &Terminal) -> io::Result<()> {
    let told = match hint {
        Hint { format: Some(format), .. } if format.contains("{k}") || format.starts_with('1') => terminal.say(
            "does it read a count first? The first few answers are right with".to_owned(),
            "程序是否先读个数？这样前几个回答都对：".to_owned(),
        ),
        Hint { format: Some(_), .. } => terminal.say(
            "does it read the heaps alone? The first few answers are right with".to_owned(),
            "程序是否只读各堆？这样前几个回答都对：".to_owned(),
        ),
        Hint { words: Some([won, lost]), .. } => terminal.say(
            format!("if `{won}` means that the player to move wins, and `{lost}` that the other one wins:"),
            format!("如果 `{won}` 表示先手胜，`{lost}` 表示后手胜："),
        ),
        Hint { no_empty_heap: true, .. } => terminal.say(
            "judges rarely give a heap of 0. Without one the first few answers are right:".to_owned(),
            "评测很少给空堆。没有空堆时前几个回答都对：".to_owned(),
        ),
        _ => terminal.say(
            "say what the program prints where the player to move wins, and where the other one wins:".to_owned(),
            "请说明先手胜和后手胜时程序各打印什么：".to_owned(),
        ),
    };
    line(out, terminal.say("Help: ", "提示："), &told, terminal)?;
    let flags = flags(hint).unwrap_or_else(|| "--first 'WORDS' --second 'WORDS'".to_owned());
    writeln!(out, "  {}\n", crate::terminal::escape(&flags))
}

/// A command line that shows the error.
fn to_paste(plan: &Plan, input: &str) -> String {
    let command: Vec<String> = plan.command.iter().map(|word| quoted(word)).collect();
    let text = input.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n").replace('\t', "\\t");
    format!("printf '{}' | {}", text.replace('\'', "'\\''"), command.join(" "))
}

/// What went wrong, before the position.
fn in_english(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongAnswer => "wrong answer: ",
        Kind::Crash => "the program crashes: ",
        Kind::Timeout => "the program does not answer in time: ",
        Kind::Output => "the program prints too much: ",
        Kind::Memory => "the program takes too much memory: ",
        Kind::Nonsense => "no answer that can be understood: ",
    }
}

/// The same in Chinese.
fn in_chinese(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongAnswer => "答案错误：",
        Kind::Crash => "程序崩溃：",
        Kind::Timeout => "程序没有及时回答：",
        Kind::Output => "程序输出太多：",
        Kind::Memory => "程序占用内存太多：",
        Kind::Nonsense => "看不懂程序的回答：",
    }
}

/// A paragraph.
fn line(out: &mut dyn Write, head: &str, words: &str, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}", terminal.wrap(head, &readable(words)))
}

/// What it says for a program without an error that was found.
fn nothing_found(out: &mut dyn Write, plan: &Plan, report: &Report, terminal: &Terminal) -> io::Result<()> {
    if report.stopped.is_some() {
        return writeln!(out, "{}", terminal.say("no error was found before the end", "到停止时没有发现错误"));
    }
    if report.cut && report.tried < FEW {
        let (tried, seconds) = (report.tried, plan.time.as_secs_f64());
        let more = 10.0 * seconds.max(1.0);
        let head = terminal.say(
            format!(
                "no error found, but only {tried} inputs were tried in {seconds:.0} s: --seconds {more:.0} tries more"
            ),
            format!("没有发现错误，但 {seconds:.0} 秒内只试了 {tried} 个输入：--seconds {more:.0} 试得更多"),
        );
        return writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &head)));
    }
    let most = plan.space.max;
    let head = terminal
        .say(format!("no error found with numbers up to {most}"), format!("没有发现错误，所试的数不超过 {most}"));
    writeln!(out, "{}", terminal.paint(Ink::Win, &head))?;
    if plan.bounded {
        return Ok(());
    }
    let larger =
        terminal.say("larger numbers were not tried: --max 10^9 tries them too", "没有试更大的数：--max 10^9 也试它们");
    line(out, "", larger, terminal)
}

/// How often the program was run, and how its answers were read.
fn runs(out: &mut dyn Write, plan: &Plan, report: &Report, terminal: &Terminal) -> io::Result<()> {
    let read = report.answers.map_or(String::new(), |what| {
        let chinese = match what {
            "outcomes" => "胜负",
            "outcomes as 0 and 1" => "用 0 和 1 表示的胜负",
            _ => "值",
        };
        terminal.say(format!(", answers read as {what}"), format!("，回答读作{chinese}"))
    });
    let skipped = match report.skipped {
        0 => String::new(),
        n => terminal.say(
            format!(", {n} passed over (no places of the game, or too dear)"),
            format!("，略过 {n} 个（不是游戏的局面，或代价太大）"),
        ),
    };
    let (tried, seed) = (report.tried, plan.seed);
    let told = terminal.say(
        format!("{tried} runs{read}{skipped}, seed {seed}"),
        format!("运行了 {tried} 次{read}{skipped}，种子 {seed}"),
    );
    line(out, "", &told, terminal)?;
    if report.one_heap {
        let one = terminal.say(
            "the program reads one heap only, so sums were left out (--heaps 2 asks for them)",
            "程序只读一堆，所以没有试和（--heaps 2 会试）",
        );
        line(out, "", one, terminal)?;
    }
    Ok(())
}

/// `stress` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    question: &Asked,
    plan: &Plan,
    report: &Report,
    terminal: &Terminal,
) -> io::Result<()> {
    if !terminal.quiet {
        words::reading(out, &question.query, &question.readings, terminal)?;
    }
    match &report.finding {
        Some(found) => {
            let what = terminal.say(in_english(found.kind), in_chinese(found.kind));
            let head = format!("{what}{}", readable(&found.position));
            writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &head)))?;
            let got = if found.got.is_empty() { terminal.say("(nothing)", "（空）") } else { &found.got };
            // how it ended is told by us, what it printed is its own
            let ended = if found.kind == Kind::Crash { told(got, terminal) } else { Cow::Borrowed(got) };
            line(out, terminal.say("expected: ", "应为："), &found.expected, terminal)?;
            line(out, terminal.say("got:      ", "得到："), &ended, terminal)?;
            let input = match found.smallest {
                true => terminal.say("the smallest input:", "最小的输入："),
                false => terminal.say("an input (there may be smaller ones):", "一个输入（可能还有更小的）："),
            };
            writeln!(out, "\n{input}")?;
            for text in found.input.lines() {
                writeln!(out, "  {}", crate::terminal::escape(text))?;
            }
            writeln!(out, "\n{}", terminal.say("to see it again:", "再现："))?;
            writeln!(out, "  {}\n", crate::terminal::escape(&to_paste(plan, &found.input)))?;
            if let Some(hint) = &report.hint {
                advised(out, hint, terminal)?;
            }
        }
        None => {
            nothing_found(out, plan, report, terminal)?;
            if let Some(ranges) = &question.ranges {
                let told =
                    terminal.say(format!("tried for {ranges} (--for)"), format!("所试的取值：{ranges}（--for）"));
                line(out, "", &told, terminal)?;
            }
        }
    }
    runs(out, plan, report, terminal)?;
    // that a program crashed needs no theorem
    if report.finding.as_ref().is_none_or(|found| found.kind == Kind::WrongAnswer) {
        words::evidence(out, &report.evidence, terminal)?;
    }
    words::stopped_at(out, &report.stopped, terminal)
}
