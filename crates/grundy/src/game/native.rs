//! Games of the catalogue whose rules are written in Rust: rows of heaps or coins, with memory, with cards.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Law, Place};
use crate::error::Diagnostic;

/// Rules of a row game. Every move leaves one component: a row again.
///
/// Coordinates above 2^64 − 1 are answered by [`Native::law`] or not at all.
pub trait Native: Debug + Send + Sync {
    /// Brings a place as written to its full, canonical form (`thirtyone(0)` to the long form; sorted where the
    /// order has no meaning), or says what is wrong with it.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`](crate::ErrorKind::Input) diagnostic.
    fn place(&self, place: Place) -> Result<Place, Diagnostic>;

    /// Visits each option once or more often, in canonical form, until the visitor stops.
    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The closed form, where there is one.
    fn law(&self) -> Option<Arc<dyn Law>> {
        None
    }

    /// How a place prints between the parentheses, where it is not just its numbers (`northcott((1,6),(3,4))`).
    fn show(&self, _place: &[crate::number::Nat]) -> Option<String> {
        None
    }
}
