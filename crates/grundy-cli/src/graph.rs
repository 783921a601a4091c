//! Labels of game graphs, with the graph or without.

mod label;
pub(crate) mod labels;
mod rows;
pub(crate) mod table;

pub(crate) use label::Label;
pub(crate) use rows::Rows;
