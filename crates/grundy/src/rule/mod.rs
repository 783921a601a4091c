//! Rules as data: analysis, measure, recognition, evaluation.

mod expansion;
pub mod family;
pub mod inclusion;
pub mod ir;
pub mod linear;
mod literal;
pub mod measure;
pub mod pieces;
#[cfg(test)]
mod reading;
pub mod witness;
