//! The one abstraction: a move leads to a sum.
//!
//! Whoever writes [`Rules`] for a type gets values, outcomes, winning moves, misère play and sums from the generic
//! engines above. Options come one by one and the visitor can stop at once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::rules::{Rules, Visitor};
//!
//! /// Split a heap into two unequal heaps.
//! #[derive(Debug)]
//! struct Grundy;
//!
//! impl Rules for Grundy {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         for a in 1..n.div_ceil(2) {
//!             visit(&[a, n - a])?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Takes one option: the components that the move leaves (none: everything is gone). May say stop.
pub type Visitor<'a, P> = dyn FnMut(&[P]) -> ControlFlow<()> + 'a;

/// The rules of an impartial game.
pub trait Rules: Debug {
    /// A component. Two that are equal must have equal options.
    type Position: Clone + Eq + Hash + Debug;

    /// Visits every option of `position` once or more often, each a sum of components, until the visitor stops.
    ///
    /// The play must end: no position may be reached from itself.
    fn options(&self, position: &Self::Position, visit: &mut Visitor<'_, Self::Position>) -> ControlFlow<()>;

    /// A representative of all positions isomorphic to this one. Sound in every convention.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Parts that can never influence each other; their sum is the position. Sound in every convention.
    fn split(&self, position: Self::Position) -> Vec<Self::Position> {
        vec![position]
    }
}

/// Reductions that keep the Grundy value but not the game tree: sound in **normal play only**.
///
/// Misère engines cannot call them, for they only ask for [`Rules`].
pub trait NormalPlay: Rules {
    /// The Grundy value, where a theorem gives it without a search.
    fn known_value(&self, _position: &Self::Position) -> Option<u64> {
        None
    }
}
