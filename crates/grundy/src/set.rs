//! Sets of positive numbers that one may take.

use crate::number::Nat;

/// A constant set of positive integers, finite or infinite.
#[derive(Debug, Clone, PartialEq)]
pub enum IntSet {
    /// Sorted, without repetition.
    Finite(Vec<Nat>),
}
