//! Games whose play need not end: values, reachable graphs, sums and the winning play in them.
//!
//! A position on a cycle may have a value all the same: in `graph{a->b; b->a,c}(a)` the other player answers every move
//! to b with the move to c, so a is lost, value 0. Where neither player can force anything the value is ∞(K), K being
//! the numbers that can be moved to; see [`Value`].
//!
//! Each game keeps the graph of what was reached in it, with its labels (`labelled`). Its vertices are sums, so that
//! moves may split a position or hand it over to other games. Where infinitely many can be reached (`growth`), a win or a loss
//! may be certain all the same; else the question is refused.
//! Learned: relabelling the whole graph after it has grown is cheap beside listing the options of its new vertices.

pub(crate) mod expansion;
mod growth;
pub(crate) mod labelled;
mod tokens;

pub use grundy_core::loopy::{Loopy, Value};
pub use tokens::{MisereSum, misere_sum};
