//! Moves that win a position which was found to be won before the budget ended: those that are known by then.
//!
//! A search ends at the first move that wins, and knows that one and a few more. All options are looked up; what would have to
//! be searched is left out.

use grundy_core::Context;

use crate::game::Component;
use crate::game::options::{Options, Parts};

/// What is known already takes no more nodes.
const KNOWN: u64 = 1;

/// The options of a component that are known to win; nothing where none is.
pub(super) fn winning(
    component: &Component,
    limit: usize,
    cx: &Context,
    is_known: &mut dyn FnMut(&Parts, &Context) -> bool,
) -> Option<Options> {
    let rest = cx.listing_out();
    let mut wins = component.game.every_option(&component.place, &rest).ok()?;
    wins.retain(|parts| rest.tick(1).is_ok() && is_known(parts, &rest.part(KNOWN)));
    wins.truncate(limit);
    (!wins.is_empty()).then(|| Options::some(wins))
}
