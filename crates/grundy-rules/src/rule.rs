//! Rules as data: analysis, measure, recognition, evaluation.

pub(crate) mod affine;
pub mod alone;
pub mod arithmetic;
pub mod bands;
pub mod column;
mod depth;
pub mod division;
mod divisor;
mod elimination;
mod endless;
pub mod eval;
mod expansion;
pub mod factored;
mod falling;
pub mod family;
mod floor;
pub mod growth;
pub(crate) mod inclusion;
pub mod ir;
pub mod joined;
mod lanes;
pub(crate) mod literal;
pub mod lower;
pub mod measure;
pub mod members;
mod other;
mod outer;
pub mod piece;
pub mod pieces;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod reading;
pub mod reflected;
pub mod running;
pub mod schwenk;
pub mod set;
pub mod sliding;
mod slip;
pub mod slope;
pub mod spell;
mod steps;
pub(crate) mod straight;
pub(crate) mod surd;
pub mod takings;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
mod tidy;
pub mod trouble;
pub mod valued;
mod walk;
pub mod window;
pub mod written;
