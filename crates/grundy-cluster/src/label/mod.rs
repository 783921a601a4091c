//! Labels of graphs that outgrow a machine's memory or a core's patience.
//!
//! The plain engines of [`grundy::engine::graph`] are the definition; everything here gives the same labels.
//! - [`Compressed`]: the reverse graph in a file, sorted predecessors as gaps; [`beyond`]: labels with only the state of
//!   the vertices in memory, reading the file in ascending order once a level.
//!
//! A run is compared with another by its [`checksum`]: it does not depend on the order in which labels were found, nor
//! on who found them.

pub mod beyond;
mod build;
mod checksum;
mod compressed;
mod delays;
mod edges;
mod high;
mod report;
mod seen;
#[cfg(test)]
mod tests;
#[cfg(feature = "timely")]
pub mod workers;

pub use build::Builder;
pub use checksum::{checksum, share};
pub use compressed::Compressed;
pub use edges::{EdgeFile, Share, Survey};
pub use report::{Effort, Report, Table};

/// No vertex, no label: the largest `u32`. No graph has that many vertices.
pub const NONE: u32 = u32::MAX;
