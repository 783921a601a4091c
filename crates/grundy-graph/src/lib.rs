//! Retrograde analysis of any game that is given as a graph: a token stands on a vertex, a move follows an arc, and who has
//! no arc loses (or, misère, wins).
//!
//! ```text
//! 3 → 1 → 0        0 is terminal: P, value 0, remoteness 0
//!  \       ↑        1: N, value 1      2 ⇄ 4: each may answer the other for ever: draws, value ∞(∅)
//!   →──────         3: N, value 2 = mex{0, 1}
//! ```
//!
//! Only the *reverse* graph is kept: a label is pushed to the predecessors of its vertex, so each arc is looked at once
//! (for Smith's values once a value). What a vertex does when it hears a label is written once, whatever the rows are.
//!
//! | module | one sentence |
//! |---|---|
//! | `kernel` | [`Rows`] meet a [`Rule`]: what is known is told until nobody is ready ([`spread`]) |
//! | `retrograde` | N, P or draw with the remoteness, normal and misère: [`Outcomes`] |
//! | `suspense` | how long the loser can be made to wait: [`Suspense`] |
//! | `values`, `high` | mex where every play is finite ([`GrundyValues`]), and Smith's stages |
//! | `smith` | [`LoopyValue`]s, finite or ∞(K), with the order in which a winner must revert: [`SmithValues`] |
//! | `sum`, `cycle` | moves in a sum of tokens that surely end the play; a cycle that shows why mex fails |
//! | `lists` | lists of numbers in one table: [`Lists`] |
//! | `reverse`, `two_pass` | rows in memory: from a list of arcs ([`Reverse`]), or from arcs told twice ([`Degrees`]) |
//! | `external` | rows in a file, only the state of the vertices in memory: [`External`] |
//! | [`read`] | edge lists as text and Parquet, whole or shared by several readers; GraphML, JSON, MatrixMarket, graph6 |
//! | [`mod@write`] | labelled graphs as GraphML and node-link JSON |
//! | `report`, `checksum` | what is told of a labelled graph: [`label`] |
//!
//! ```
//! use grundy_core::Context;
//! use grundy_graph::{GrundyValues, LoopyValue, Reverse, SmithValues};
//!
//! let cx = Context::default();
//! let graph = Reverse::from_arcs(5, &[(3, 1), (1, 0), (3, 0), (2, 4), (4, 2)], &cx)?;
//! let values = GrundyValues::of(&graph, &cx)?;
//! assert_eq!(values.get(3), Some(2));
//! assert_eq!(values.get(2), None);
//! let loopy = SmithValues::of(&graph, &cx)?;
//! assert_eq!(loopy.get(3), LoopyValue::Finite(2));
//! assert_eq!(loopy.get(2), LoopyValue::Infinite(vec![]));
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! Cost: 4 bytes an arc and 8 a vertex for the graph in memory; 12 bytes a vertex while values are computed, 4 for outcomes,
//! 16 for Smith's values, 8 more while cycles are labelled, and 4 for each vertex whose turn is to come.
//!
//! Measured on 10^7 arcs, CPU time of one thread, million arcs a second: reverse graph 30–65; on a random acyclic graph of
//! out-degree 10 outcomes 86, values 78, Smith's values 57; on a random graph with cycles outcomes 125, Smith's values 52
//! (`cargo xtask bench --graphs`).
//!
//! References: H. Steinhaus, *Definicje potrzebne do teorii gry i pościgu*, Myśl Akademicka 1 (1925), English in Naval
//! Research Logistics Quarterly 7 (1960) (remoteness); C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1
//! (1966); A. S. Fraenkel, Y. Perl, *Constructions in combinatorial games with cycles*, Coll. Math. Soc. János Bolyai 10
//! (1975); A. S. Fraenkel, Y. Yesha, *The generalized Sprague–Grundy function and its invariance under certain
//! mappings*, J. Combin. Theory A 43 (1986).

mod checksum;
mod cycle;
mod external;
mod high;
mod kernel;
mod lists;
#[cfg(test)]
mod plain;
pub mod read;
mod report;
mod retrograde;
mod reverse;
mod smith;
mod sum;
mod suspense;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
mod two_pass;
mod values;
pub mod write;

pub use checksum::{checksum, share};
pub use cycle::find_cycle;
pub use external::{Builder, External};
pub use kernel::{Listener, Rows, Rule, Turns, spread, turn};
pub use lists::Lists;
pub use read::{EdgeFile, ReadError};
pub use report::{Effort, Report, Table, label};
pub use retrograde::{Outcomes, Retrograde, outcome};
pub use reverse::{Arc, Reverse};
pub use smith::{LoopyValue, SMITH, SmithValues};
pub use sum::{SumMove, moves_to_zero, sum_outcome, sum_value, winning_moves};
pub use suspense::{Delays, Suspense};
pub use two_pass::{Degrees, Filling};
pub use values::{GrundyValues, Values};

/// No vertex, no label: the largest `u32`. No graph has that many vertices.
pub const NONE: u32 = u32::MAX;

fn too_many_followers() -> grundy_core::Diagnostic {
    grundy_core::Diagnostic::unsupported("a vertex has 2^31 followers or more")
}

/// A file that cannot be read or written.
pub(crate) fn cannot(what: &str, path: &std::path::Path, error: &std::io::Error) -> grundy_core::Diagnostic {
    let fault = format!("{} cannot be {what}: {error}", path.to_string_lossy());
    grundy_core::Diagnostic::new(grundy_core::ErrorKind::Io, fault)
}
