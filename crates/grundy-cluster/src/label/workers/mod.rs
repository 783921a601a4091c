//! Labels by many workers on timely dataflow: threads of this process, or of several.
//!
//! Worker u mod peers owns the vertex u, its label and the arcs that leave it. Each worker reads its share of the edge
//! list and sends every arc once, to the owner of its source; from then on only labels travel, one message for each
//! vertex and other worker that has predecessors of it. Outcomes go level by level (the timestamp is the remoteness);
//! values go as they come, for the result does not depend on the order; Smith's stages are one such dataflow each.
//!
//! Deep and narrow graphs cost a round of messages a level and gain nothing: after a sample of levels the workers agree
//! whether to go on, or to hand the graph to the first of them.
//!
//! Measured (test `speed`; the largest thread CPU time of a worker in seconds, the least of three runs, of processes a single one, on a loaded machine
//! with two cores; 10^7 arcs; 10^6 vertices with targets below the source, and 3·10^6 with any targets):
//!
//! | | load, rows | outcomes | Smith's values | all |
//! |---|---|---|---|---|
//! | acyclic: 1 worker | .49 | .45 | .69 | 1.62 |
//! | 2 threads | .29 | .27 | .43 | 1.00 |
//! | 4 threads | .13 | .18 | .22 | 0.53 |
//! | 2 processes | .28 | .27 | .43 | 0.98 |
//! | any targets: 1 worker | .74 | .39 | .52 | 1.65 |
//! | 2 threads | .50 | .27 | .52 | 1.29 |
//! | 4 threads | .30 | .20 | .20 | 0.71 |
//! | 2 processes | .46 | .25 | .28 | 0.99 |
//!
//! The plain engines took .33 and .20 for outcomes, .41 and .34 for Smith's values: one worker is slower than they are, and
//! several pay from two on. A local graph of 20 000 levels is found to be narrow after 256 of them.
//!
//! References: D. G. Murray, F. McSherry et al., *Naiad: a timely dataflow system*, SOSP 2013; H. Bal, V. Allis,
//! *Parallel retrograde analysis on a distributed system*, Supercomputing 1995.

mod drive;
mod facts;
mod outcomes;
mod part;
mod report;
mod rows;
mod run;
mod suspense;
#[cfg(test)]
mod tests;
mod values;

pub use crate::crew::{Hosts, Network};
pub use run::{Options, Question, run};

use crate::crew::Work;

/// The name of the engine in messages.
const ENGINE: &str = "labels by many workers";

const WORK: Work = Work { engine: ENGINE, subject: "graph", kept: "labels that were kept" };
