//! Engines: each works out values of one family of games.

pub mod breaks;
pub(crate) mod progressions;
pub mod subtraction;
