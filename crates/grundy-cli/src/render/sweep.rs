//! Where a sweep stands, as text and as JSON.

use std::io::{self, Write};
use std::path::Path;

use grundy::{Stopped, Words};
use grundy_cluster::sweep::{Plan, Status, Summary};
use serde_json::{Map, Value, json};

use super::json::{Object, no_evidence, number, proved};
use super::text as words;
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
        writeln!(out, "{done} of {} rows of {} in {}", plan.rows, plan.family, escape(&place))?;
        return words::stopped_at(out, stopped, &Terminal::stdout());
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
const PERIODS: [&str; 5] = [
    "with a proved period",
    "repeat as far as they were computed, not proved",
    "without a period so far",
    "are no games of heaps",
    "stopped at the limits of a row",
];
/// … and of misère quotients.
const QUOTIENTS: [&str; 5] = [
    "with the misère quotient of the whole game, proved",
    "repeat as far as they were computed, not proved",
    "with a quotient certified to the last heap, without a period so far",
    "are no games of heaps",
    "stopped at the limits of a row, with a quotient certified to some heap",
];

/// `sweep` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    plan: &Plan,
    directory: &Path,
    summary: &Summary,
    terminal: &Terminal,
) -> io::Result<()> {
    let place = directory.to_string_lossy();
    let head = format!("{} of {} rows of {} in {}", summary.done, plan.rows, plan.family, escape(&place));
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &head)))?;
    let mut line = |text: String| writeln!(out, "{}", terminal.wrap("", &text));
    let told = if plan.misere { QUOTIENTS } else { PERIODS };
    let width = summary.by_status.iter().max().map_or(1, |n| n.to_string().len());
    for (n, what) in summary.by_status.iter().zip(told).filter(|(n, _)| **n > 0) {
        line(format!("{n:>width$} {what}"))?;
    }
    if let Some((game, period)) = &summary.longest {
        line(format!("the longest proved period is {period}, of {game}"))?;
    }
    match summary.classes {
        Some(0) => line("no two games have equal values".to_owned())?,
        Some(1) => line(format!("1 class of {} games with equal values: equal.csv", summary.equal))?,
        Some(n) => line(format!("{n} classes of games with equal values, {} games: equal.csv", summary.equal))?,
        None => {}
    }
    if summary.elsewhere > 0 {
        line(format!("other processes are working on {} parts", summary.elsewhere))?;
    }
    words::stopped_at(out, &summary.stopped, terminal)
}
