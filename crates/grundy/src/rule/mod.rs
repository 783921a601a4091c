//! Rules as data: analysis, measure, recognition, evaluation.

pub(crate) mod affine;
pub(crate) mod arithmetic;
pub mod column;
pub mod eval;
pub mod ir;
pub(crate) mod members;
mod prime;
#[cfg(test)]
pub(crate) mod testing;
