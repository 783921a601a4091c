//! A repetition that is seen among the first values, tested on twice its range before it is called one.
//!
//! The values of `{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}` repeat with period 2^k for long, and then with another
//! one. Cost: the values of twice the range, each once.

use grundy_core::Period;
use grundy_sequence::period::repetition;

use crate::context::Context;
use crate::error::Result;
use crate::game::{Game, Place};
use crate::number::Nat;

fn heap(n: u64) -> Place {
    Place::from_iter([Nat::from(n)])
}

/// The repetition of the first values that lasts on twice the range in which it shows, and how many values it was tested
/// on: those of games that divide look as if they had a period of 2^k for long, and then another one.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(crate) fn candidate(game: &Game, values: &[u64], cx: &Context) -> Result<Option<(Period, u64)>> {
    let Some(found) = repetition(values) else { return Ok(None) };
    let Period { preperiod, period, saltus } = found;
    let known = values.len() as u64;
    let end = (2 * (preperiod + 4 * period)).max(known);
    if end > known {
        // the far end first, so that tables are laid out once
        game.value_at(&heap(end - 1), cx)?;
    }
    for n in known..end {
        cx.tick(1)?;
        let before = game.value_at(&heap(n - period), cx)?;
        if game.value_at(&heap(n), cx)? != before + saltus {
            return Ok(None);
        }
    }
    Ok(Some((found, end)))
}
