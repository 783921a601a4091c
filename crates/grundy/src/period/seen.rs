//! A repetition that is seen among the first values, tested on twice its range before it is called one.
//!
//! The values of `{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}` repeat with period 2^k for long, and then with another
//! one. And a short repetition may be an accident of the last values that were looked at: then a longer one is tested.
//! Cost: the values of twice the range, each once.

use grundy_core::Period;
use grundy_sequence::period::repetitions;

use crate::context::Context;
use crate::error::Result;
use crate::game::{Game, Place};

/// The repetition of the values from the heap `first` on that lasts on twice the range in which it shows, and how many values
/// it was tested on: those of games that divide look as if they had a period of 2^k for long, and then another one.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(crate) fn candidate(game: &Game, first: u64, values: &[u64], cx: &Context) -> Result<Option<(Period, u64)>> {
    for found in repetitions(values).take(TRIED) {
        if let Some(end) = lasts(game, first, found, values.len() as u64, cx)? {
            return Ok(Some((Period { preperiod: first + found.preperiod, ..found }, first + end)));
        }
    }
    Ok(None)
}

/// Repetitions that are tested.
const TRIED: usize = 64;

/// Twice the range in which a repetition shows: it must last on so many values before it is told.
pub(crate) fn tested_on(found: Period) -> u64 {
    2 * (found.preperiod + 4 * found.period)
}

/// On how many values the repetition of the first ones was tested, if it lasts on all of them.
fn lasts(game: &Game, first: u64, found: Period, known: u64, cx: &Context) -> Result<Option<u64>> {
    let Period { period, saltus, .. } = found;
    let end = tested_on(found).max(known);
    if end > known {
        // the far end first, so that tables are laid out once
        game.value_at(&Place::heap(first + end - 1), cx)?;
    }
    for n in known..end {
        cx.tick(1)?;
        let before = game.value_at(&Place::heap(first + n - period), cx)?;
        if game.value_at(&Place::heap(first + n), cx)? != before + saltus {
            return Ok(None);
        }
    }
    Ok(Some(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn a_repetition_by_accident_of_the_last_values_hides_no_other() {
        let text = "{n -> n-k for k in 1..71 step 7 if n*n >= 0}";
        let game = &Session::new().game(text).unwrap().game;
        let cx = Context::default();
        for size in [500u64, 2000, 2018, 5003] {
            let values: Vec<u64> =
                (0..size).map(|n| u64::try_from(&game.value_at(&Place::heap(n), &cx).unwrap()).unwrap()).collect();
            let found = candidate(game, 0, &values, &cx).unwrap().map(|(period, _)| (period.preperiod, period.period));
            assert_eq!(found, Some((0, 72)), "{size}");
        }
    }
}
