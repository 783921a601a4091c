//! The summary and the labels of a graph that was labelled from disk or by many workers.

use std::io::{self, Write};

use grundy::Convention;
use grundy::answer::Cost;
use grundy_graph::Report;
use grundy_graph::read::Names;
use serde_json::{Map, Value};

use super::{LISTED, checksum, count, evidence, start_fields, tokens};
use crate::graph::labels::Start;
use crate::render::json as form;
use crate::render::json::{Object, cost, number};
use crate::render::text as words;
use crate::terminal::{Ink, Terminal, readable, wrap};

/// What is told.
#[derive(Debug)]
pub(crate) struct Told<'a> {
    /// What was found.
    pub(crate) report: &'a Report,
    /// Normal or misère.
    pub(crate) convention: Convention,
    /// Where the graph is from, for people.
    pub(crate) reading: String,
    /// The tokens that were asked about.
    pub(crate) start: Option<Start>,
    /// The file of the labels.
    pub(crate) written: Option<String>,
    /// What it cost.
    pub(crate) cost: Cost,
}

impl Told<'_> {
    /// Vertices are numbers here.
    const NAMES: Names = Names::Dense { vertices: u32::MAX as usize, lone: Vec::new() };

    fn messages(&self) -> u64 {
        let effort = &self.report.effort;
        effort.messages.0 + effort.messages.1 + effort.about_suspense
    }

    fn checksum(&self) -> String {
        checksum(self.report.outcomes_sum, self.report.values_sum)
    }
}

/// The summary as JSON: the fields of `label`, and how the work was done.
pub(crate) fn json(out: &mut dyn Write, told: &Told<'_>) -> io::Result<()> {
    let Told { report, convention, .. } = told;
    let normal = *convention == Convention::Normal;
    let effort = &report.effort;
    let mut object = Object::open(out)?;
    object.field("convention", convention.name())?;
    object.field("complete", true)?;
    object.field("vertices", number(report.vertices))?;
    object.field("edges", number(report.arcs))?;
    object.field("acyclic", report.finite == report.vertices)?;
    object.field("next", number(report.next))?;
    object.field("previous", number(report.previous))?;
    object.field("draw", number(report.draw))?;
    let values: Map<String, Value> = report.values.iter().map(|(k, &n)| (k.to_string(), number(n))).collect();
    object.field("values", if normal { Value::Object(values) } else { Value::Null })?;
    object.field("loopy", if normal { number(report.loopy) } else { Value::Null })?;
    object.field("longest_win", report.longest)?;
    if let Some(start) = &told.start {
        object.field("start", start_fields(&Told::NAMES, start))?;
    }
    object.field("checksum", told.checksum())?;
    object.field("workers", effort.workers)?;
    object.field("narrow", effort.narrow)?;
    object.field("messages", number(told.messages()))?;
    object.field("resumed", number(effort.resumed))?;
    object.field("bytes_on_disk", effort.on_disk.map_or(Value::Null, number))?;
    object.field("evidence", form::evidence(&evidence(*convention)))?;
    object.field("cost", cost(told.cost))?;
    object.close()
}

/// The summary for people.
pub(crate) fn text(out: &mut dyn Write, told: &Told<'_>, terminal: &Terminal, quiet: bool) -> io::Result<()> {
    let Told { report, convention, .. } = told;
    if !quiet {
        words::reading(out, std::slice::from_ref(&told.reading), terminal)?;
    }
    let shape = if report.finite == report.vertices { "without cycles" } else { "with cycles" };
    let misere = if *convention == Convention::Misere { "; misère: who cannot move wins" } else { "" };
    let (vertices, arcs) = (count(report.vertices, "vertex", "vertices"), count(report.arcs, "arc", "arcs"));
    writeln!(out, "{}", wrap("", &format!("{vertices}, {arcs}, {shape}{misere}"), terminal.prose()))?;
    writeln!(out, "{}", terminal.paint(Ink::Win, &format!("N {}  the player to move wins", report.next)))?;
    writeln!(out, "{}", terminal.paint(Ink::Loss, &format!("P {}  the player to move loses", report.previous)))?;
    if report.draw > 0 {
        writeln!(out, "{}", terminal.paint(Ink::Strong, &format!("D {}  a draw", report.draw)))?;
    }
    if *convention == Convention::Normal && report.vertices > 0 {
        let mut values: Vec<String> =
            report.values.iter().take(LISTED).map(|(value, n)| format!("{value}: {n}")).collect();
        if report.values.len() > LISTED {
            values.push(format!("… and {} greater ones", report.values.len() - LISTED));
        }
        if report.loopy > 0 {
            values.push(format!("infinite: {}", report.loopy));
        }
        writeln!(out, "{}", wrap("values: ", &values.join(", "), terminal.prose()))?;
    }
    if let Some(longest) = report.longest {
        writeln!(out, "longest win: {}", count(u64::from(longest), "move", "moves"))?;
    }
    if let Some(start) = &told.start {
        writeln!(out)?;
        tokens(out, &Told::NAMES, start, terminal)?;
    }
    writeln!(out, "{}", wrap("work: ", &work(told), terminal.prose()))?;
    writeln!(out, "checksum: {}", told.checksum())?;
    if let Some(path) = &told.written {
        writeln!(out, "{}", wrap("labels: ", &readable(path), terminal.prose()))?;
    }
    writeln!(out)?;
    words::evidence(out, &evidence(*convention), terminal)
}

/// How the work was done, in words.
fn work(told: &Told<'_>) -> String {
    let effort = &told.report.effort;
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
    words.push(count(told.messages(), "message", "messages"));
    words.join("; ")
}
