//! Games whose play need not end: values, reachable graphs, sums and the winning play in them.
//!
//! A position on a cycle may have a value all the same: in `graph{a->b; b->a,c}(a)` the other player answers every move
//! to b with the move to c, so a is lost, value 0. Where neither player can force anything the value is ∞(K), K being
//! the numbers that can be moved to; see [`Value`].

pub(crate) mod expansion;
mod value;

pub use value::Value;
