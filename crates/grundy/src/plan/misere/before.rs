//! What is done before a misère sum is searched: open numbers are put in, and a search that no budget allows is refused.

use std::borrow::Cow;

use grundy_sequence::code::{Code, Digit};

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
/// Where no budget says how many, a search lists so many options for a component at most.
const OPTIONS: u64 = 1 << 40;

/// Refuses a component with more options than the budget allows: a search lists all of them before it looks at one. What is lost
/// is shown by listing the options of each option, so a heap that splits costs more than its own list.
pub(super) fn must_be_listed(component: &Component, cx: &Context) -> Result<()> {
    let [heap] = component.place.as_slice() else { return Ok(()) };
    let Some(code) = component.game.knowledge()?.code() else { return Ok(()) };
    let options = code.fewest_options(heap);
    let needed = || format!("a list of all options of a heap, at least {}", shorten(&options));
    must_be_few(&options, Spent::Memory, needed, cx)?;
    if let Some(listed) = behind(code, heap) {
        let needed = || format!("the options of the heaps that it may become, at least {}", shorten(&listed));
        must_be_few(&listed, Spent::Nodes, needed, cx)?;
    }
    let bytes = to_u64(&options).unwrap_or(u64::MAX).saturating_mul(OPTION);
    cx.reserve(bytes).map_err(|stopped| stopped.needing(needed()))?;
    cx.release(bytes);
    Ok(())
}

/// Refuses so many options; where nobody set a limit the engine's own ends with `spent`.
fn must_be_few(options: &Nat, spent: Spent, needed: impl Fn() -> String, cx: &Context) -> Result<()> {
    let Some(count) = to_u64(options).filter(|count| *count <= OPTIONS) else {
        cx.enter("misère search");
        return Err(cx.engine_limit(spent, needed()).into());
    };
    if cx.nodes_left().is_some_and(|left| count > left) {
        cx.enter("misère search");
        return Err(cx.stopped(Spent::Nodes, Some(needed())).into());
    }
    Ok(())
}

/// So many options a search lists at least before it knows who wins a heap alone; `None`: a move may leave a small heap.
///
/// Of n that is lost all options are opened, of n that is won one that is lost, and so all options of that. Among c parts of what
/// k taken leave the largest is at least (n−k)/c, and it keeps options of that kind itself.
fn behind(code: &Code, heap: &Nat) -> Option<Nat> {
    let digits = || std::iter::once(&code.zero).chain(&code.digits);
    if digits().any(|digit| digit.from.is_some()) || code.repeating.iter().any(Digit::allows_any) {
        return None;
    }
    let parts = digits().map(Digit::most).max().unwrap_or(0).max(1);
    let taken = Nat::from(code.digits.len());
    let largest = |heap: &Nat| (*heap > taken).then(|| (heap - &taken) / Nat::from(parts));
    let first = largest(heap)?;
    Some(code.fewest_options(&first) * code.fewest_options(&largest(&first)?))
}

#[cfg(test)]
mod tests {
    use crate::outcome::Outcome;
    use crate::{Budget, Context, Session, SolveOptions};

    /// Its own options are few enough for a list, but not the options of these; with and without a budget.
    #[test]
    fn what_the_options_of_options_cost_is_told_before() {
        for (text, nodes) in [
            ("misere grundy(10^7)", None),
            ("misere grundy(10^7)", Some(1 << 38)),
            ("misere 0.14(10^5)", Some(1 << 28)),
        ] {
            let cx = Context::new(Budget { nodes, ..Budget::UNLIMITED });
            let answer = Session::new().position(text).unwrap().solve_with(&SolveOptions::default(), &cx).unwrap();
            let needed = answer.stopped.as_ref().and_then(|stopped| stopped.needed.clone()).unwrap_or_default();
            assert!(needed.starts_with("the options of the heaps that it may become, at least "), "{text}: {needed}");
        }
        let small = Session::new().position("misere grundy(40)").unwrap().solve().unwrap();
        assert_eq!(small.outcome, Some(Outcome::Next));
        // a heap that may become small at once is no heap of this kind
        let code = |text: &str| Session::new().game(text).unwrap().game.knowledge().unwrap().code().cloned().unwrap();
        assert_eq!(super::behind(&code("lasker"), &1000u32.into()), None);
        // 1000 becomes 499 or more of 998 at least, of which 248 behind that
        assert_eq!(super::behind(&code("0.07"), &1000u32.into()), Some((248u32 * 122).into()));
    }
}
