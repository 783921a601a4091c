//! Beyond one machine.
//!
//! - [`sweep`]: one row of facts for each member of a family of games, in parts that any number of processes share;
//! - [`label`]: labels of graphs that outgrow a machine's memory or a core's patience;
//! - `distributed` (feature `timely`): workers over threads and processes, for labels.

mod clock;
#[cfg(feature = "timely")]
pub mod distributed;
mod files;
pub mod label;
pub mod sweep;
#[cfg(test)]
mod testing;
