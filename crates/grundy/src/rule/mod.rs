//! Rules as data: analysis, measure, recognition, evaluation.

pub mod ir;
pub mod linear;
