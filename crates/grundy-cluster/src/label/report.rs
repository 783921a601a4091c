//! What is told about a labelled graph, however it was labelled.

use std::collections::BTreeMap;

use grundy::{Convention, Outcome};

use super::NONE;
use super::beyond::outcome;
use super::checksum::share;

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
    /// [`checksum`](super::checksum) of the remotenesses.
    pub outcomes_sum: u64,
    /// [`checksum`](super::checksum) of the finite values.
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
    pub(super) fn count(&mut self, v: u32, remoteness: u32, value: u32, convention: Convention) {
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
            *self.values.entry(value).or_default() += 1;
        }
    }
}
