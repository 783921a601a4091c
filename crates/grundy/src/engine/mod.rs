//! Engines: each computes values or outcomes of some kind of game. They know no text and print nothing.

pub(crate) mod automatic;
pub mod closed_form;
pub mod dense;
pub mod law;
pub(crate) mod rule_tables;
pub(crate) mod sparse;

pub use grundy_graph as graph;
