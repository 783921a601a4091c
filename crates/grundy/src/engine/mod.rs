//! Engines: each computes values or outcomes of some kind of game. They know no text and print nothing.

pub(crate) mod automatic;
pub mod breaks;
pub mod closed_form;
pub mod dense;
pub mod heap;
pub mod memo;
pub(crate) mod misere;
pub(crate) mod progressions;
pub(crate) mod rule_tables;
pub(crate) mod sparse;
pub mod subtraction;

pub use grundy_graph as graph;
