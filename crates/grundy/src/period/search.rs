//! How a proved period is looked for, the cheapest proof first.
//!
//! Subtraction sets stream through a window of their own. Tables of codes and of rules grow step by step, and each step
//! asks for a proof by the values stored (`engine::breaks`); once a code has a sparse space and its rares are quiet, the
//! search goes on with the last heaps only ([`crate::engine::heap::PeriodSearch`]).

use crate::context::{Context, Spent, Stopped};
use crate::engine::heap::Progress;
use crate::error::{Error, Result};
use crate::game::knowledge::Plan;
use crate::game::{Game, Place, ProvedPeriod};
use crate::number::Nat;

/// A search begins with so many values.
const FIRST: u64 = 1 << 12;
/// Up to here tables double; beyond they grow by a quarter, and the search in constant memory is tried.
const SMALL: u64 = 1 << 16;
/// A search that nobody asked to go so far ends before a round of more nodes.
const ROUND: u64 = 20_000_000_000;

/// How a search ended.
#[derive(Debug)]
pub(crate) struct Searched {
    pub(crate) proved: Option<ProvedPeriod>,
    /// So many values were computed …
    pub(crate) computed: u64,
    /// … and the first so many are stored.
    pub(crate) stored: u64,
    pub(crate) stopped: Option<Stopped>,
}

/// Looks for a proof among the heaps below `end`. `unasked`: nobody named this end, and rounds that cost much are not
/// begun without a budget.
///
/// # Errors
/// Faults of the rule. A spent budget is no error.
pub(crate) fn search(game: &Game, end: u64, unasked: bool, cx: &Context) -> Result<Searched> {
    let code = matches!(game.knowledge()?.plan, Plan::Code(_));
    let at_once = matches!(game.knowledge()?.plan, Plan::Subtraction(_));
    let mut size = if at_once { end } else { end.min(FIRST) };
    let mut result = Searched { proved: None, computed: 0, stored: 0, stopped: None };
    // after an undecided heap more is stored before the next try
    let mut not_before = SMALL;
    loop {
        let before = cx.nodes();
        match round(game, size, cx) {
            Ok(Some(proved)) => {
                result.proved = Some(proved);
                return Ok(result);
            }
            Ok(None) => (result.computed, result.stored) = (result.computed.max(size), size),
            Err(Error::Stopped(stopped)) => {
                result.stopped = Some(stopped);
                return Ok(result);
            }
            Err(bad) => return Err(bad),
        }
        if size >= end {
            return Ok(result);
        }
        if code
            && size >= not_before
            && let Some(mut search) = game.period_search()
        {
            let begun = search.len();
            let progress = search.advance(end, cx);
            result.computed = result.computed.max(search.len());
            match progress {
                Ok(Progress::Found(found)) => {
                    result.proved = Some(game.remember_return(found));
                    return Ok(result);
                }
                Ok(Progress::Reached) => return Ok(result),
                Ok(Progress::Undecided(heap)) => not_before = heap.saturating_add(heap / 2),
                // no room for its windows: what there is may do for the sequence itself
                Err(stopped) if stopped.spent == Spent::Memory && search.len() == begun => not_before = u64::MAX,
                Err(stopped) => {
                    result.stopped = Some(stopped);
                    return Ok(result);
                }
            }
        }
        if unasked && cx.budget().nodes.is_none() && (cx.nodes() - before).saturating_mul(4) > ROUND {
            let needed = format!("the values of more than {size} heaps; `--to` searches further");
            result.stopped = Some(cx.stopped(Spent::Nodes, Some(needed)));
            return Ok(result);
        }
        let more = if code && size >= SMALL { size / 4 } else { size };
        size = size.saturating_add(more).min(end);
    }
}

/// A period proved from so many values, or the values at hand.
fn round(game: &Game, size: u64, cx: &Context) -> Result<Option<ProvedPeriod>> {
    if let Some(proved) = game.proved_period(Some(size), cx)? {
        return Ok(Some(proved));
    }
    game.value_at(&Place::from_iter([Nat::from(size - 1)]), cx)?;
    Ok(None)
}
