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
//! References: D. G. Murray, F. McSherry et al., *Naiad: a timely dataflow system*, SOSP 2013; H. Bal, V. Allis,
//! *Parallel retrograde analysis on a distributed system*, Supercomputing 1995.

mod drive;
mod exchange;
mod facts;
mod hosts;
mod link;
mod outcomes;
mod part;
mod report;
mod run;
mod shared;
#[cfg(test)]
mod tests;
mod values;

pub use hosts::Hosts;
pub use link::Network;
pub use run::{Options, Question, run};
