//! Periods of sequences: proved, seen, and published.
//!
//! The values 0 1 0 1 2 3 2 | 0 1 0 1 2 3 2 | … of `take[1,3,4]` have period 7 from 0. Engines hand out a [`Period`] only
//! with a proof ([`ProvedPeriod`]); what merely repeats is told by [`repetition`], and a proved period of a code can be compared with the
//! [`published`] ones.
//!
//! [`Period`]: grundy_core::Period

mod at_hand;
mod proved;
pub mod published;
mod repetition;

pub(crate) use at_hand::at_hand;
pub use proved::ProvedPeriod;
pub(crate) use repetition::repeats;
pub use repetition::{repetition, repetitions};
