//! Labels of an explicit game graph: a token stands on a vertex, a move follows an arc, and who has no arc loses (or,
//! misère, wins).
//!
//! ```text
//! 3 → 1 → 0        0 is terminal: P, value 0, remoteness 0
//!  \       ↑        1: N, value 1      2 ⇄ 4: each may answer the other for ever: draws, value ∞(∅)
//!   →──────         3: N, value 2 = mex{0, 1}
//! ```
//!
//! Only the *reverse* graph is kept ([`Reverse`]; [`Degrees`] makes it from two passes over arcs that nobody can hold): a
//! label is pushed to the predecessors of its vertex, so every engine here looks at each arc once (Smith's once a value).
//! On it stand
//! - [`GrundyValues`]: values by mex where every play is finite; what lies on or behind a cycle has none;
//! - [`Outcomes`]: N, P or draw with the remoteness, normal and misère, on any graph;
//! - [`SmithValues`]: the loopy values, finite or ∞(K), on any graph, with the order in which a winner must revert;
//! - [`Suspense`]: how long the loser can be made to wait;
//! - [`find_cycle`]: a cycle that shows why values by mex do not exist;
//! - [`LoopyValue`]: sums of such values, and [`winning_moves`]: moves in a sum of tokens that surely end the play.
//!
//! ```
//! use grundy_graph::{GrundyValues, LoopyValue, Reverse, SmithValues};
//! use grundy_core::Context;
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
//! Cost: 4 bytes an arc and 8 a vertex for the graph; 12 bytes a vertex while values are computed, 8 for outcomes, 24 for
//! Smith's values. Random access decides the speed, so the counters of a vertex lie together, and the lists of a block of
//! vertices are fetched before the first is worked on: that alone halved the time on random graphs.
//!
//! Measured on 10^7 arcs, CPU time of one thread, million arcs a second: reverse graph 30–65; on a random acyclic graph of
//! out-degree 10 outcomes 86, values 78, Smith's values 57; on a random graph with cycles outcomes 125, Smith's values 52
//! (`cargo xtask bench --graphs`). Records of 16 aligned bytes were some 10 % slower than those of 12: the smaller table
//! stays longer in the cache.
//!
//! References: H. Steinhaus, *Definicje potrzebne do teorii gry i pościgu*, Myśl Akademicka 1 (1925), English in Naval
//! Research Logistics Quarterly 7 (1960) (remoteness); C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1
//! (1966); A. S. Fraenkel, Y. Perl, *Constructions in combinatorial games with cycles*, Coll. Math. Soc. János Bolyai 10
//! (1975); A. S. Fraenkel, Y. Yesha, *The generalized Sprague–Grundy function and its invariance under certain
//! mappings*, J. Combin. Theory A 43 (1986).

mod checksum;
mod cycle;
mod edges;
mod external;
mod high;
mod kernel;
#[cfg(test)]
mod plain;
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

pub use checksum::{checksum, share};
pub use cycle::find_cycle;
pub use edges::{EdgeFile, Share, Survey};
pub use external::{Builder, External};
pub use kernel::{Listener, Rows, Rule, Turns, spread};
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
