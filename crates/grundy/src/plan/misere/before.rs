//! What is done before a misère sum is searched: open numbers are put in, and a search that no budget allows is refused.

use std::borrow::Cow;

use crate::context::{Context, Spent};
use crate::error::Result;
use crate::game::open_sum::add_copies;
use crate::game::slice::Slice;
use crate::game::{Component, Game};
use crate::number::{Nat, shorten, to_u64};

/// The same sum, where what is a place of a sum with open numbers is that sum, and a member of a family in which moves may keep the
/// turn the place of the whole game: the moves of that say whose turn it is.
pub(super) fn opened_sums(sum: &[(Component, Nat)]) -> Result<Cow<'_, [(Component, Nat)]>> {
    let is_opened = |game: &Game| game.open_sum().is_some() || of_turns(game).is_some();
    if sum.iter().all(|(component, _)| !is_opened(&component.game)) {
        return Ok(Cow::Borrowed(sum));
    }
    let mut all = Vec::new();
    let mut add = |Component { game, place }: Component, copies: Nat| -> Result<()> {
        match of_turns(&game) {
            Some(slice) => {
                add_copies(&mut all, Component { game: slice.game.clone(), place: slice.whole(&place)? }, copies);
            }
            None => add_copies(&mut all, Component { game, place }, copies),
        }
        Ok(())
    };
    for (component, copies) in sum {
        match component.game.open_sum() {
            Some(open) => {
                let parts = open.components(&component.place)?;
                parts.into_iter().try_for_each(|(part, count)| add(part, count * copies))?;
            }
            None => add(component.clone(), copies.clone())?,
        }
    }
    Ok(Cow::Owned(all))
}

/// The family, if moves of its game may keep the turn.
fn of_turns(game: &Game) -> Option<&Slice> {
    game.slice().filter(|slice| slice.game.is_entailing())
}

/// An option that a search lists takes so many bytes at least.
const OPTION: u64 = 32;
/// Where no budget says how many, a search lists so many options of a component at most.
const OPTIONS: u64 = 1 << 40;

/// Refuses a component with more options than the budget allows: a search lists all of them before it looks at one.
pub(super) fn must_be_listed(component: &Component, cx: &Context) -> Result<()> {
    let [heap] = component.place.as_slice() else { return Ok(()) };
    let Some(code) = component.game.knowledge()?.code() else { return Ok(()) };
    let options = code.fewest_options(heap);
    let needed = || format!("a list of all options of a heap, at least {}", shorten(&options));
    let Some(count) = to_u64(&options).filter(|count| *count <= OPTIONS) else {
        cx.enter("misère search");
        return Err(cx.engine_limit(Spent::Memory, needed()).into());
    };
    if cx.nodes_left().is_some_and(|left| count > left) {
        cx.enter("misère search");
        return Err(cx.stopped(Spent::Nodes, Some(needed())).into());
    }
    let bytes = count * OPTION;
    cx.reserve(bytes).map_err(|stopped| stopped.needing(needed()))?;
    cx.release(bytes);
    Ok(())
}
