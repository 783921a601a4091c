//! How the graph of a file was written.

use super::Format;
use crate::read::Counts;

/// How a graph was written: for people, who see from it whether their file was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spelling {
    /// The form of the file.
    pub format: Format,
    /// The first line named the columns and was skipped.
    pub header: bool,
    /// The first line says how many vertices and arcs there are, and was skipped.
    pub counts: Option<Counts>,
    /// Some edge had no direction, and was read as an arc both ways.
    pub both_ways: bool,
    /// The two lines could be the rows of an adjacency matrix as well, which would be another graph.
    pub square: bool,
}

impl From<Format> for Spelling {
    fn from(format: Format) -> Spelling {
        Spelling { format, header: false, counts: None, both_ways: false, square: false }
    }
}
