//! The answer to `label`: a summary as text and JSON, the labels as files, the graph as pictures.

pub(crate) mod dot;
pub(crate) mod files;
pub(crate) mod layers;

use std::io::{self, Write};

use grundy::answer::Cost;
use grundy::evidence::SPRAGUE_GRUNDY;
use grundy::{Convention, Evidence, Stopped, Words};
use grundy_graph::read::Names;
use grundy_graph::{LoopyValue, Report, SMITH, SumMove};
use serde_json::{Map, Value, json};

use super::json as form;
use super::json::{Object, budget, cost, no_evidence, number};
use super::text as words;
use crate::graph::labels::Start;
use crate::graph::{Label, Rows};
use crate::terminal::{Ink, Terminal, columns, pad, readable};

/// What is told about a labelled graph.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    /// What was found.
    pub(crate) report: &'a Report,
    /// Normal or misère.
    pub(crate) convention: Convention,
    /// The vertices with their labels, where they are at hand and [`few`].
    pub(crate) labels: Option<Vec<(u32, Label)>>,
    /// What the vertices are called.
    pub(crate) names: &'a Names,
    /// How the graph was made, for people.
    pub(crate) reading: String,
    /// The first line of the file was a header, and was skipped.
    pub(crate) header: bool,
    /// A cycle, if there is one and the whole graph is at hand.
    pub(crate) cycle: Option<Vec<u32>>,
    /// The tokens that were asked about.
    pub(crate) start: Option<Start>,
    /// Why who wins there is not known.
    pub(crate) stopped: Option<&'a Stopped>,
    /// Do runs of other kinds name the vertices alike, so that checksums can be compared?
    pub(crate) numbered: bool,
    /// Was it labelled from disk or by workers, so that it is told how?
    pub(crate) at_scale: bool,
    /// Files that were written, and what they are.
    pub(crate) written: Vec<(&'static str, String)>,
    /// What it cost.
    pub(crate) cost: Cost,
}

impl Summary<'_> {
    fn is_acyclic(&self) -> bool {
        self.report.finite == self.report.vertices
    }

    fn messages(&self) -> u64 {
        let effort = &self.report.effort;
        effort.messages.0 + effort.messages.1 + effort.about_suspense
    }

    /// Remotenesses and values as one word, by which runs are compared.
    fn checksum(&self) -> Option<String> {
        let Report { outcomes_sum, values_sum, .. } = self.report;
        self.numbered.then(|| format!("{outcomes_sum:016x}{values_sum:016x}"))
    }
}

/// So many vertices of a cycle are named.
const NAMED: usize = 12;
/// So many values are listed.
const LISTED: usize = 20;
/// A graph of so many vertices is shown as a table.
const SCREEN: u64 = 24;
/// The labels of a graph of so many vertices stand in the JSON object.
const TOLD: usize = 200;
/// So many moves are listed for people.
const MOVES: usize = 20;

/// All vertices with their labels, where they are few enough to be told.
pub(crate) fn few(labels: &impl Rows) -> Option<Vec<(u32, Label)>> {
    let told: Vec<(u32, Label)> = labels.vertices().take(TOLD + 1).map(|v| (v, labels.label(v))).collect();
    (told.len() <= TOLD).then_some(told)
}

/// What the labels rest on.
fn evidence(convention: Convention) -> Evidence {
    let computed = Evidence::computed(Words::new("retrograde analysis of the whole graph", "对整个图的逆向分析"));
    match convention {
        Convention::Normal => Evidence::theorem(&SMITH).and(&computed),
        Convention::Misere => computed,
    }
}

/// The summary as JSON.
pub(crate) fn json(out: &mut dyn Write, summary: &Summary<'_>) -> io::Result<()> {
    let Summary { report, convention, names, .. } = summary;
    let normal = *convention == Convention::Normal;
    let mut object = Object::open(out)?;
    object.field("convention", convention.name())?;
    object.field("complete", summary.stopped.is_none())?;
    if summary.header {
        object.field("header", true)?;
    }
    object.field("vertices", number(report.vertices))?;
    object.field("edges", number(report.arcs))?;
    object.field("acyclic", summary.is_acyclic())?;
    if let Some(cycle) = &summary.cycle {
        object.list("cycle", cycle.iter().take(NAMED).map(|&v| vertex(names, v)))?;
        object.field("cycle_length", number(cycle.len() as u64))?;
    }
    object.field("next", number(report.next))?;
    object.field("previous", number(report.previous))?;
    object.field("draw", number(report.draw))?;
    let values: Map<String, Value> = report.values.iter().map(|(k, &n)| (k.to_string(), number(n))).collect();
    object.field("values", if normal { Value::Object(values) } else { Value::Null })?;
    object.field("loopy", if normal { number(report.loopy) } else { Value::Null })?;
    object.field("longest_win", report.longest)?;
    if let Some(labels) = &summary.labels {
        object.list("labels", labels.iter().map(|(v, of)| label(names, *v, of)))?;
    }
    match (&summary.start, summary.stopped) {
        (Some(start), _) => object.field("start", start_fields(names, start))?,
        (None, Some(stopped)) => {
            object.field("start", Value::Null)?;
            object.field("excluded", json!([]))?;
            object.field("budget", budget(stopped))?;
        }
        (None, None) => {}
    }
    if let Some(checksum) = summary.checksum() {
        object.field("checksum", checksum)?;
    }
    if summary.at_scale {
        let effort = &report.effort;
        object.field("workers", effort.workers)?;
        object.field("narrow", effort.narrow)?;
        object.field("messages", number(summary.messages()))?;
        object.field("resumed", number(effort.resumed))?;
        object.field("bytes_on_disk", effort.on_disk.map_or(Value::Null, number))?;
    }
    object.field("evidence", form::evidence(&evidence(*convention)))?;
    object.field("cost", cost(summary.cost))?;
    object.close()
}

/// The labels of one vertex.
fn label(names: &Names, v: u32, label: &Label) -> Value {
    let value = label.value.as_ref();
    grundy_form::label::entry(
        vertex(names, v),
        Some(label.outcome),
        json!(value.and_then(LoopyValue::finite)),
        json!(value.and_then(LoopyValue::loopy)),
        label.remoteness,
    )
}

/// The object of a graph whose labels are not known, because the budget was spent.
pub(crate) fn stopped(out: &mut dyn Write, convention: Convention, why: &Stopped) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("convention", convention.name())?;
    object.field("complete", false)?;
    for key in ["vertices", "edges", "acyclic", "next", "previous", "draw", "values", "loopy", "longest_win", "start"] {
        object.field(key, Value::Null)?;
    }
    object.field("excluded", json!([]))?;
    object.field("evidence", no_evidence())?;
    object.field("budget", budget(why))?;
    object.close()
}

/// A vertex in JSON: a number or a name.
pub(crate) fn vertex(names: &Names, v: u32) -> Value {
    match names.as_number(v) {
        Some(n) => number(n),
        None => Value::from(names.name(v)),
    }
}

fn start_fields(names: &Names, start: &Start) -> Value {
    let value = start.value.as_ref();
    let one = |m: &SumMove| {
        let from = start.tokens.get(m.token).copied().unwrap_or(m.to);
        let after = start.tokens.iter().enumerate().map(|(i, &v)| if i == m.token { m.to } else { v });
        json!({
            "component": m.token,
            "from": names.name(from),
            "to": names.name(m.to),
            "position": names.tokens(after),
        })
    };
    json!({
        "outcome": start.outcome.letter().to_string(),
        "value": value.and_then(LoopyValue::finite),
        "loopy": value.and_then(LoopyValue::loopy),
        "remoteness": start.remoteness,
        "moves": start.moves.iter().map(one).collect::<Vec<_>>(),
        "moves_count": start.moves.len(),
        "play": start.best.as_ref().map(one),
    })
}

/// The summary for people.
pub(crate) fn text(out: &mut dyn Write, summary: &Summary<'_>, terminal: &Terminal) -> io::Result<()> {
    let Summary { report, convention, names, .. } = summary;
    if !terminal.quiet {
        writeln!(
            out,
            "{}",
            terminal.paint(Ink::Faint, &terminal.wrap(terminal.say("read: ", "读作："), &readable(&summary.reading)))
        )?;
    }
    let shape = match &summary.cycle {
        Some(cycle) => format!("{}{}", terminal.say("with cycles, such as ", "有圈，例如 "), path(names, cycle)),
        None if summary.is_acyclic() => terminal.say("without cycles", "无圈").to_owned(),
        None => terminal.say("with cycles", "有圈").to_owned(),
    };
    let misere = match convention {
        Convention::Misere => terminal.say("; misère: a player who cannot move wins", "；反常规则：不能走者胜"),
        Convention::Normal => "",
    };
    let (vertices, arcs) = (count(report.vertices, "vertex", "vertices"), count(report.arcs, "arc", "arcs"));
    let size = terminal.say(
        format!("{vertices}, {arcs}, {shape}{misere}"),
        format!("{} 个顶点，{} 条弧，{shape}{misere}", report.vertices, report.arcs),
    );
    writeln!(out, "{}", terminal.wrap("", &size))?;
    let numbers = [report.next, report.previous, report.draw].map(|n| n.to_string());
    let width = numbers.iter().map(String::len).max().unwrap_or(0);
    let [next, previous, draw] = &numbers;
    let line = |letter: char, n: &str, says: &str| {
        if terminal.page {
            format!("{letter} {n}{}{says}", terminal.say(", ", "，"))
        } else {
            format!("{letter} {n:>width$}  {says}")
        }
    };
    let wins = terminal.say("the player to move wins", "轮到者胜");
    writeln!(out, "{}", terminal.paint(Ink::Win, &line('N', next, wins)))?;
    let loses = terminal.say("the player to move loses", "轮到者输");
    writeln!(out, "{}", terminal.paint(Ink::Loss, &line('P', previous, loses)))?;
    if report.draw > 0 {
        let drawn = terminal.say("a draw", "和局");
        writeln!(out, "{}", terminal.paint(Ink::Strong, &line('D', draw, drawn)))?;
    }
    if *convention == Convention::Normal && report.vertices > 0 {
        let mut values: Vec<String> =
            report.values.iter().take(LISTED).map(|(value, n)| format!("{value}: {n}")).collect();
        if report.values.len() > LISTED {
            let more = report.values.len() - LISTED;
            values.push(terminal.say(format!("… and {more} greater ones"), format!("……另有 {more} 个更大的值")));
        }
        if report.loopy > 0 {
            values.push(format!("{}{}", terminal.say("infinite: ", "无穷："), report.loopy));
        }
        writeln!(out, "{}", terminal.wrap(terminal.say("values: ", "值："), &values.join(", ")))?;
    }
    if let Some(labels) = summary.labels.as_ref().filter(|_| (1..=SCREEN).contains(&report.vertices)) {
        table(out, (names, labels), *convention, !summary.is_acyclic(), terminal)?;
    }
    if let Some(longest) = report.longest {
        let moves = count(u64::from(longest), "move", "moves");
        writeln!(out, "{}", terminal.say(format!("longest win: {moves}"), format!("最长的胜局：{longest} 步")))?;
    }
    if let Some(start) = &summary.start {
        writeln!(out)?;
        tokens(out, names, start, terminal)?;
    }
    if summary.stopped.is_some() {
        let unknown = terminal.say("who wins where the tokens stand is not known", "棋子所在处的胜负未知");
        writeln!(out, "{}", terminal.wrap("", unknown))?;
    }
    if summary.at_scale {
        writeln!(out, "{}", terminal.wrap("work: ", &work(summary)))?;
    }
    if let Some(checksum) = summary.checksum().filter(|_| terminal.why) {
        writeln!(out, "checksum: {checksum}")?;
    }
    for (what, path) in &summary.written {
        writeln!(out, "{}", terminal.wrap(&format!("{what}: "), &readable(path)))?;
    }
    let told = match convention {
        // without cycles no value is infinite
        Convention::Normal if summary.is_acyclic() => {
            Evidence::theorem(&SPRAGUE_GRUNDY).and(&Evidence::computed(Words::new("the whole graph", "整个图")))
        }
        _ => evidence(*convention),
    };
    words::evidence(out, &told, terminal)
}

/// The labels of a small graph, a line a vertex.
fn table(
    out: &mut dyn Write,
    (names, labels): (&Names, &[(u32, Label)]),
    convention: Convention,
    cycles: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let normal = convention == Convention::Normal;
    let mut head = terminal.say(["vertex", "outcome", "value", "remoteness"], ["顶点", "胜负", "值", "步数"]);
    if !normal {
        head[2] = "";
    }
    let mut rows: Vec<[String; 4]> = vec![head.map(str::to_owned)];
    for (v, label) in labels {
        let value = label.value.as_ref().map(|value| match value.finite() {
            Some(value) => value.to_string(),
            None if cycles => value.to_string(),
            None => String::new(),
        });
        rows.push([
            readable(&names.name(*v)),
            label.outcome.letter().to_string(),
            value.unwrap_or_default(),
            label.remoteness.map(|r| r.to_string()).unwrap_or_default(),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3)];
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(widths).filter(|(_, width)| *width > 0).map(|(cell, width)| pad(cell, width));
        let line = cells.collect::<Vec<_>>().join("  ");
        let line = line.trim_end();
        writeln!(out, "{}", if number == 0 { terminal.paint(Ink::Faint, line) } else { line.to_owned() })?;
    }
    Ok(())
}

/// How the work was done, in words.
fn work(summary: &Summary<'_>) -> String {
    let effort = &summary.report.effort;
    if let Some(bytes) = effort.on_disk {
        return format!("from disk, where the arcs took {}", count(bytes, "byte", "bytes"));
    }
    let mut words = vec![count(effort.workers as u64, "worker", "workers")];
    if effort.narrow {
        words.push("the graph is deep and narrow, so one of them labelled it".to_owned());
    }
    if effort.resumed > 0 {
        words.push(format!("{} were known", count(effort.resumed, "label", "labels")));
    }
    words.push(count(summary.messages(), "message", "messages"));
    words.join("; ")
}

fn tokens(out: &mut dyn Write, names: &Names, start: &Start, terminal: &Terminal) -> io::Result<()> {
    let (ink, verdict) = words::verdict_of(start.outcome, terminal);
    let value = start.value.as_ref().map(|value| format!("{}{value}", terminal.say(", value ", "，值 ")));
    let value = value.unwrap_or_default();
    let lasts = start
        .remoteness
        .map(|r| terminal.say(format!(", {}", count(u64::from(r), "move", "moves")), format!("，{r} 步")));
    let lasts = lasts.unwrap_or_default();
    writeln!(
        out,
        "{}",
        terminal
            .wrap(terminal.say("from ", "从 "), &readable(&format!("{}:", names.tokens(start.tokens.iter().copied()))))
    )?;
    writeln!(out, "{}{value}{lasts}", terminal.paint(ink, verdict))?;
    for m in start.moves.iter().take(MOVES) {
        let from = start.tokens.get(m.token).copied().unwrap_or(m.to);
        let play = if start.best == Some(*m) && start.moves.len() > 1 {
            terminal.say("   (play this one)", "   （走这一步）")
        } else {
            ""
        };
        let line = format!("{} → {}", names.token(from), names.token(m.to));
        writeln!(out, "  {}{play}", readable(&line))?;
    }
    let more = start.moves.len().saturating_sub(MOVES);
    if more == 0 {
        return Ok(());
    }
    writeln!(out, "{}", terminal.say(format!("  … and {more} more"), format!("  ……另有 {more} 种")))
}

/// A number of things, in words.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A cycle in words.
fn path(names: &Names, cycle: &[u32]) -> String {
    let mut words: Vec<String> = cycle.iter().take(NAMED).map(|&v| names.name(v).into_owned()).collect();
    if cycle.len() > NAMED {
        words.push(format!("… ({} vertices)", cycle.len()));
    }
    words.extend(cycle.first().map(|&v| names.name(v).into_owned()));
    readable(&words.join(" → "))
}
