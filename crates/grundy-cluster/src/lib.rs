//! Beyond one machine.
//!
//! [`sweep`]: one row of facts for each member of a family of games, in parts that any number of processes share.

pub mod sweep;
