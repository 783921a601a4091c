//! Values of the games that a rule hands parts over to.

use std::sync::Arc;

use grundy_core::{Context, Diagnostic, Result};

use crate::place::Place;
use crate::rule::ir::OtherGame;

/// Values of the other games that a rule hands parts over to.
///
/// In misère tables a value is 1 for an N-position and 0 for a P-position.
pub trait Foreign {
    /// The values of a one-heap game at 0, 1, …, at least up to and including `upto`.
    ///
    /// # Errors
    /// If the other game has no answer, or the budget is spent.
    fn heap(&self, game: &OtherGame, upto: u64, cx: &Context) -> Result<Arc<[u32]>>;

    /// The value of one place.
    ///
    /// # Errors
    /// If the other game has no answer, or the budget is spent.
    fn value(&self, game: &OtherGame, place: &Place, cx: &Context) -> Result<u32>;
}

/// For rules that keep to themselves: any hand-over is an error.
#[derive(Debug, Clone, Copy)]
pub struct NoForeign;

impl Foreign for NoForeign {
    fn heap(&self, game: &OtherGame, _upto: u64, _cx: &Context) -> Result<Arc<[u32]>> {
        Err(Diagnostic::unsupported(format!("no values of {} at hand", game.text())).into())
    }

    fn value(&self, game: &OtherGame, _place: &Place, _cx: &Context) -> Result<u32> {
        Err(Diagnostic::unsupported(format!("no values of {} at hand", game.text())).into())
    }
}
