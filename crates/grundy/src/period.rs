//! Periods of sequences of values.
//!
//! The values 0 1 0 1 2 3 2 | 0 1 0 1 2 3 2 | … of `take[1,3,4]` have period 7 from 0; those of `take[evens]`,
//! 0 0 1 1 2 2 …, have period 2 with saltus 1. Engines hand out a [`Period`] only with a proof; see
//! [`grundy_sequence::subtraction`] and [`grundy_sequence::take_and_break`]. A proof can be handed on as a
//! [`certificate`], and a period of a code be compared with the [`published`] ones.

mod certified;
pub mod certify;
pub(crate) mod search;
pub(crate) mod seen;

pub use certified::{certified_rule, moves_of};
pub use certify::certificate;
pub use grundy_core::period::{NatPeriod, Period};
pub use grundy_sequence::period::published;
