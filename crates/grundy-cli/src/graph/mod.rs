//! Labels of game graphs, with the graph or without.

pub(crate) mod labels;
mod rows;
pub(crate) mod table;

pub(crate) use rows::Rows;
