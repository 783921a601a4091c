//! How far a walk over all positions that can be reached goes where nobody says how far.

use grundy_core::{Context, Spent, Stopped};

/// So many positions are looked at for moves that grow without end.
pub(crate) const WATCHED: u64 = 1000;

/// So many positions are found where nobody said how many: some seconds of work. What grows without end, though not
/// plainly, would fill the memory before it is stopped.
const MOST: u64 = 1 << 22;

/// Ends a walk that nobody gave a budget of nodes, after so many positions that were not asked for themselves.
///
/// # Errors
/// The limit that the engine sets itself.
pub(crate) fn undertaken(positions: u64, cx: &Context) -> Result<(), Stopped> {
    if positions > MOST && cx.budget().nodes.is_none() {
        return Err(cx.engine_limit(Spent::Nodes, format!("more than {MOST} positions that can be reached")));
    }
    Ok(())
}
