//! Rules as data: analysis, measure, recognition, evaluation.

pub(crate) mod affine;
pub(crate) mod alone;
pub(crate) mod arithmetic;
pub(crate) mod bands;
pub mod column;
mod depth;
pub(crate) mod division;
mod divisor;
mod elimination;
mod endless;
pub mod eval;
mod expansion;
pub(crate) mod factored;
mod falling;
pub mod family;
mod floor;
pub(crate) mod growth;
pub mod inclusion;
pub mod ir;
pub(crate) mod joined;
mod lanes;
pub mod literal;
pub(crate) mod lower;
pub mod measure;
pub(crate) mod members;
mod other;
mod outer;
pub mod piece;
pub mod pieces;
#[cfg(test)]
pub(crate) mod reading;
pub(crate) mod reflected;
pub(crate) mod running;
pub mod set;
pub(crate) mod sliding;
mod slope;
pub(crate) mod spell;
mod steps;
pub(crate) mod straight;
pub(crate) mod surd;
pub(crate) mod takings;
#[cfg(test)]
pub(crate) mod testing;
mod tidy;
pub(crate) mod trouble;
mod walk;
pub(crate) mod written;
