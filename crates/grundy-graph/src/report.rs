//! What is told about a labelled graph, however it was labelled.

use std::collections::BTreeMap;

use grundy_core::{Context, Convention, Outcome, Result};

use crate::kernel::{Rows, Rule};
use crate::smith::label_cycles;
use crate::{NONE, Outcomes, Suspense, Values, outcome, share};

/// Where all labels stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Vertices that the file mentions.
    pub vertices: u64,
    /// Arcs, repeated ones counted each time.
    pub arcs: u64,
    /// N.
    pub next: u64,
    /// P.
    pub previous: u64,
    /// Draws.
    pub draw: u64,
    /// The greatest remoteness of a win: of an N-vertex.
    pub longest: Option<u32>,
    /// Finite values and how often they occur. Without loopy values: those by mex, where every play is finite.
    pub values: BTreeMap<u32, u64>,
    /// Vertices without a finite value.
    pub loopy: u64,
    /// Vertices from which every play is finite.
    pub finite: u64,
    /// [`checksum`](crate::checksum) of the remotenesses.
    pub outcomes_sum: u64,
    /// [`checksum`](crate::checksum) of the finite values.
    pub values_sum: u64,
    /// What it took.
    pub effort: Effort,
    /// All labels, if they were asked for; over several processes at the first one.
    pub table: Option<Table>,
}

/// What labelling took.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effort {
    /// The workers of all processes.
    pub workers: usize,
    /// The graph is deep and narrow: one worker labelled it.
    pub narrow: bool,
    /// Messages about outcomes, and about values.
    pub messages: (u64, u64),
    /// Messages about suspense, which is found for a table only.
    pub about_suspense: u64,
    /// Labels that an earlier run had found.
    pub resumed: u64,
    /// The largest thread CPU time of a worker in seconds: loading, outcomes, values. Zero where the system does not
    /// tell.
    pub cpu: [f64; 3],
    /// Bytes of the arcs on disk.
    pub on_disk: Option<u64>,
}

/// The labels of all numbers up to the largest vertex.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Is the number a vertex?
    pub mentioned: Vec<bool>,
    /// The remoteness; [`NONE`] for draws.
    pub remoteness: Vec<u32>,
    /// The finite value, or [`NONE`].
    pub values: Vec<u32>,
    /// The suspense, where every play is finite; else [`NONE`].
    pub suspense: Vec<u32>,
    /// The finite values among the followers of those without one: vertex and value, ascending.
    pub sets: Vec<(u32, u32)>,
}

impl Table {
    /// The finite values among the followers of a vertex that has no finite value itself.
    #[must_use]
    pub fn set(&self, v: u32) -> &[(u32, u32)] {
        let from = self.sets.partition_point(|&(u, _)| u < v);
        let rest = self.sets.get(from..).unwrap_or_default();
        rest.get(..rest.partition_point(|&(u, _)| u == v)).unwrap_or_default()
    }
}

impl Report {
    /// Counts a vertex.
    #[inline]
    pub fn count(&mut self, v: u32, remoteness: u32, value: u32, convention: Convention) {
        self.vertices += 1;
        match outcome(remoteness, convention) {
            Outcome::Next => {
                self.next += 1;
                self.longest = self.longest.max(Some(remoteness));
            }
            Outcome::Previous => self.previous += 1,
            Outcome::Draw => self.draw += 1,
        }
        if remoteness != NONE {
            self.outcomes_sum = self.outcomes_sum.wrapping_add(share(v, remoteness));
        }
        if value == NONE {
            self.loopy += 1;
        } else {
            self.values_sum = self.values_sum.wrapping_add(share(v, value));
            // there are few values and many vertices
            match self.values.get_mut(&value) {
                Some(times) => *times += 1,
                None => _ = self.values.insert(value, 1),
            }
        }
    }
}

/// Outcomes and values, counted: Smith's values in normal play, those of finite plays in misère play; with all labels and
/// the suspense, if `table` is set. A worker's share of a graph is counted the same way.
///
/// # Errors
/// Rows that cannot be read; the budget.
pub fn label(graph: &impl Rows, convention: Convention, table: bool, cx: &Context) -> Result<Report> {
    let remoteness = Outcomes::of(graph, convention, cx)?.into_remoteness();
    let suspense = if table { Suspense::of(graph, convention, cx)?.into_numbers() } else { Vec::new() };
    let mut values = Values::finite(graph, cx)?;
    let mut report = Report { arcs: graph.arcs(), finite: u64::from(values.told()), ..Report::default() };
    report.effort.workers = 1;
    if convention == Convention::Normal && (values.told() as usize) < graph.vertices() {
        label_cycles(&mut values, graph, cx)?;
    }
    let mut labels = Table { remoteness, suspense, ..Table::default() };
    if table {
        cx.reserve(5 * graph.vertices() as u64)?;
        labels.values = values.labels().collect();
        for (v, _) in (0..).zip(values.labels()).filter(|&(_, value)| value == NONE) {
            labels.sets.extend(values.set(v).into_iter().map(|k| (v, k)));
        }
    }
    graph.degrees(|v, _, there| {
        let place = v as usize;
        if table {
            labels.mentioned.push(there);
        }
        if let (Some(&remoteness), true) = (labels.remoteness.get(place), there) {
            report.count(v, remoteness, values.label(v), convention);
            return;
        }
        // numbers that nobody mentions have labels too, but are no vertices
        report.finite -= 1;
        for list in [&mut labels.remoteness, &mut labels.values, &mut labels.suspense] {
            if let Some(label) = list.get_mut(place) {
                *label = NONE;
            }
        }
    })?;
    report.table = table.then_some(labels);
    Ok(report)
}
