//! Where a sweep stands, as text and as JSON.

use std::io::{self, Write};
use std::path::Path;

use grundy::{Stopped, Words};
use grundy_cluster::sweep::{Plan, Status, Summary};
use serde_json::{Map, Value, json};

use super::json::{Object, no_evidence, number, proved};
use super::text as words;
use crate::shell::quoted;
use crate::terminal::{Ink, Terminal, escape};

/// `sweep` as JSON.
pub(crate) fn json(out: &mut dyn Write, plan: &Plan, directory: &Path, summary: &Summary) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("family", plan.family.as_str())?;
    object.field("directory", directory.to_string_lossy().as_ref())?;
    object.field("convention", if plan.misere { "misere" } else { "normal" })?;
    object.field("complete", summary.stopped.is_none() && summary.done == plan.rows)?;
    object.field("rows", number(plan.rows))?;
    object.field("done", number(summary.done))?;
    object.field("parts", number(plan.parts()))?;
    object.field("parts_done", number(summary.parts))?;
    object.field("parts_elsewhere", number(summary.elsewhere))?;
    let counts = Status::ALL.into_iter().zip(summary.by_status);
    let counts: Map<String, Value> = counts.map(|(s, n)| (s.name().to_owned(), number(n))).collect();
    object.field("status", counts)?;
    let longest = summary.longest.as_ref().map(|(game, period)| json!({"game": game, "period": period}));
    object.field("longest", longest.unwrap_or(Value::Null))?;
    let equal = summary.classes.map(|classes| json!({"classes": classes, "games": summary.equal}));
    object.field("equal", equal.unwrap_or(Value::Null))?;
    let seconds: Vec<f64> = summary.cpu.iter().map(|&cpu| cpu as f64 / 1e9).collect();
    object.field("cpu", seconds)?;
    object.field("evidence", evidence(plan, summary))?;
    object.finish(&summary.stopped)
}

/// The weakest that a row rests on; a row that is no game says nothing.
fn evidence(plan: &Plan, summary: &Summary) -> Value {
    let rows = |status: Status| summary.by_status[Status::ALL.iter().position(|s| *s == status).unwrap_or_default()];
    let weakest = if summary.done < plan.rows || rows(Status::None) + rows(Status::Stopped) > 0 {
        return no_evidence();
    } else if rows(Status::Checked) > 0 {
        ("checked", number(plan.limits.to))
    } else {
        ("proved", Value::Null)
    };
    let mut told = proved(&Words::new("the rows, each with its own evidence", "各行，每行有自己的依据"), &[]);
    told["status"] = weakest.0.into();
    told["up_to"] = weakest.1;
    told
}

/// `sweep` that was given up: what is in the directory by now, without a look into the rows.
pub(crate) fn stopped(
    out: &mut dyn Write,
    plan: &Plan,
    directory: &Path,
    stopped: &Stopped,
    json: bool,
) -> io::Result<()> {
    let parts = plan.finished(directory).unwrap_or_default();
    let done: u64 = parts.iter().map(|&part| plan.rows_of(part).count() as u64).sum();
    let place = directory.to_string_lossy();
    if !json {
        let terminal = Terminal::stdout();
        writeln!(out, "{}", head(plan, done, &escape(&place), &terminal))?;
        return words::stopped_at(out, stopped, &terminal);
    }
    let mut object = Object::open(out)?;
    object.field("family", plan.family.as_str())?;
    object.field("directory", place.as_ref())?;
    object.field("convention", if plan.misere { "misere" } else { "normal" })?;
    object.field("complete", false)?;
    object.field("rows", number(plan.rows))?;
    object.field("done", number(done))?;
    object.field("parts", number(plan.parts()))?;
    object.field("parts_done", number(parts.len() as u64))?;
    for key in ["parts_elsewhere", "status", "longest", "equal", "cpu"] {
        object.field(key, Value::Null)?;
    }
    object.field("evidence", no_evidence())?;
    object.finish(stopped)
}

/// `sweep` that was given up before its family was read.
pub(crate) fn unread(
    out: &mut dyn Write,
    family: &str,
    directory: &Path,
    misere: bool,
    stopped: &Stopped,
    json: bool,
) -> io::Result<()> {
    if !json {
        return words::stopped(out, stopped, &Terminal::stdout());
    }
    let mut object = Object::open(out)?;
    object.field("family", family)?;
    object.field("directory", directory.to_string_lossy().as_ref())?;
    object.field("convention", if misere { "misere" } else { "normal" })?;
    object.field("complete", false)?;
    for key in ["rows", "done", "parts", "parts_done", "parts_elsewhere", "status", "longest", "equal", "cpu"] {
        object.field(key, Value::Null)?;
    }
    object.field("evidence", no_evidence())?;
    object.finish(stopped)
}

/// What a status says of values, …
const PERIODS: [[&str; 2]; 5] = [
    ["with a proved period", "行有已证明的周期"],
    ["repeat as far as they were computed, not proved", "行在已算出的范围内重复，未证明"],
    ["without a period so far", "行至今没有周期"],
    ["are no games of heaps", "行不是堆的游戏"],
    ["stopped at the limits of a row", "行在每行的限额处停下"],
];
/// … and of misère quotients.
const QUOTIENTS: [[&str; 2]; 5] = [
    ["with the misère quotient of the whole game, proved", "行有整个游戏的反常商，已证明"],
    ["repeat as far as they were computed, not proved", "行在已算出的范围内重复，未证明"],
    ["with a quotient certified to the last heap, without a period so far", "行的商验证到最后一堆，至今没有周期"],
    ["are no games of heaps", "行不是堆的游戏"],
    ["stopped at the limits of a row, with a quotient certified to some heap", "行在每行的限额处停下，商验证到某一堆"],
];

fn head(plan: &Plan, done: u64, place: &str, terminal: &Terminal) -> String {
    let (rows, family) = (plan.rows, plan.family.replace('\n', "; "));
    terminal.say(
        format!("{done} of {rows} rows of {family} in {place}"),
        format!("{family} 的 {rows} 行中完成了 {done} 行，在 {place}"),
    )
}

/// `sweep` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    plan: &Plan,
    directory: &Path,
    summary: &Summary,
    terminal: &Terminal,
) -> io::Result<()> {
    let place = directory.to_string_lossy();
    let head = head(plan, summary.done, &escape(&place), terminal);
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &head)))?;
    let mut line = |text: String| writeln!(out, "{}", terminal.wrap("", &text));
    let told = if plan.misere { QUOTIENTS } else { PERIODS };
    let width = summary.by_status.iter().max().map_or(1, |n| n.to_string().len());
    for (n, what) in summary.by_status.iter().zip(told).filter(|(n, _)| **n > 0) {
        let [english, chinese] = what;
        line(format!("{n:>width$} {}", terminal.say(english, chinese)))?;
    }
    if let Some((game, period)) = &summary.longest {
        line(terminal.say(
            format!("the longest proved period is {period}, of {game}"),
            format!("已证明的最长周期是 {period}，属于 {game}"),
        ))?;
    }
    let equal = summary.equal;
    match summary.classes {
        Some(0) => line(terminal.say("no two games have equal values", "没有两个游戏的值相同").to_owned())?,
        Some(n) => {
            let english = match n {
                1 => format!("1 class of {equal} games with equal values: equal.csv"),
                n => format!("{n} classes of games with equal values, {equal} games: equal.csv"),
            };
            line(terminal.say(english, format!("值相同的游戏有 {n} 类，共 {equal} 个：equal.csv")))?;
        }
        None => {}
    }
    if summary.elsewhere > 0 {
        let parts = summary.elsewhere;
        line(
            terminal.say(format!("other processes are working on {parts} parts"), format!("其他进程正在做 {parts} 份")),
        )?;
    }
    if let Some(command) = in_one_file(plan, directory).filter(|_| summary.done == plan.rows) {
        writeln!(out, "{}{}", terminal.say("one table: ", "合成一个表："), escape(&command))?;
    }
    words::stopped_at(out, &summary.stopped, terminal)
}

/// The command that makes one table of the parts, each of which begins with the names of the columns.
fn in_one_file(plan: &Plan, directory: &Path) -> Option<String> {
    let place = directory.to_str().filter(|_| plan.format == "csv" && plan.parts() > 1)?;
    Some(format!("awk 'NR == 1 || FNR > 1' {}/part-*.csv > rows.csv", quoted(place)))
}
