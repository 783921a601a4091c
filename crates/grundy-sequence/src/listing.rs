//! Some options of a heap, counted exactly.

use grundy_core::Nat;

/// The options that were asked for: how many, and the first of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// How many there are; options that leave the same heaps (in any order, empty ones left out) count once.
    pub count: Nat,
    /// The first ones: each is the list of the heaps left, ascending, without empty ones (a single 0 where nothing is
    /// left); ordered by the numbers in it, a prefix first.
    pub first: Vec<Vec<Nat>>,
}

/// The options with a value, as far as they can be listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// All, counted.
    All(Listing),
    /// Some of the heaps that they leave, where all cannot be counted: few tokens are taken, the fewest first.
    Some(Vec<Nat>),
}

impl Listed {
    /// The listing, where all were counted.
    #[must_use]
    pub fn all(self) -> Option<Listing> {
        match self {
            Listed::All(listing) => Some(listing),
            Listed::Some(_) => None,
        }
    }
}
