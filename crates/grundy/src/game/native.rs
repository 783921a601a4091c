//! Games of the catalogue whose rules are written in Rust: rows of heaps or coins, with memory, with cards.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Law, Place};
use crate::error::Diagnostic;

/// Takes an option in another game: the text of that game, and the place in it in canonical form. May say stop.
pub type Elsewhere<'a> = dyn FnMut(&'static str, &[u64]) -> ControlFlow<()> + 'a;

/// Rules of a row game. Every move leaves one component: a row again, or ([`Native::options_elsewhere`]) a row of
/// another game.
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

    /// Visits the options that leave a place of another game, given by its text: `nimpass(3, 4)` passes to
    /// `nimpass[0](3, 4)`. They come on top of those of [`Native::options`]; most games have none.
    fn options_elsewhere(&self, _place: &[u64], _visit: &mut Elsewhere<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// How many numbers one written group has where several groups in parentheses make up *one* place:
    /// `northcott((1,6),(3,4))` is the place 1, 6, 3, 4 with groups of 2. `None`: several groups are a sum.
    fn group_length(&self) -> Option<usize> {
        None
    }

    /// Can every smaller value of this number be reached at once, whatever the others are? Then at most one value of
    /// it makes a P-position.
    fn lowers_at_will(&self, _coordinate: usize) -> bool {
        false
    }

    /// The closed form, where there is one.
    fn law(&self) -> Option<Arc<dyn Law>> {
        None
    }

    /// How a place prints between the parentheses, where it is not just its numbers (`northcott((1,6),(3,4))`).
    fn show(&self, _place: &[crate::number::Nat]) -> Option<String> {
        None
    }
}
