//! The labels of one vertex.

use grundy::Outcome;
use grundy_graph::LoopyValue;

/// The labels of one vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    /// Who wins.
    pub(crate) outcome: Outcome,
    /// The value; none in misère play.
    pub(crate) value: Option<LoopyValue>,
    /// How long the play lasts when the winner hurries.
    pub(crate) remoteness: Option<u32>,
    /// How long it lasts when the winner delays, where every play ends.
    pub(crate) suspense: Option<u32>,
}
