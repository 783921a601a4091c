//! What a table of labels is written from.

use grundy::Convention;
use grundy_graph::read::Names;

use super::label::Label;

/// Vertices with their labels, wherever these are from.
pub(crate) trait Rows {
    /// Normal or misère.
    fn convention(&self) -> Convention;

    /// What the vertices are called.
    fn names(&self) -> &Names;

    /// The vertices, ascending, without numbers that the file does not mention.
    fn vertices(&self) -> impl Iterator<Item = u32> + '_;

    /// The labels of a vertex.
    fn label(&self, v: u32) -> Label;
}
