//! The road from the planner to the search for laws, which asks the planner for values in its turn.
//!
//! A law that is proved of a game may answer at once what a table takes long for, so a strategy may want one looked for. The
//! search ([`crate::guess`]) stands above the planner and is built on it. It does what is said here, so that no import runs
//! upwards; what it found stands in the store of the game ([`crate::game::learnt`]).

use grundy_core::{Context, Convention, Result};

use crate::game::learnt::Wish;

/// Looks for laws of a game. A search that runs already, or came to nothing before, is not begun again.
pub(crate) trait Learn {
    /// Looks for one about places of so many coordinates, within a part of the budget.
    ///
    /// # Errors
    /// A spent budget of the question itself; faults of a rule.
    fn look_for(&self, convention: Convention, length: usize, wish: Wish, cx: &Context) -> Result<()>;
}
