//! What a pattern suggests where nothing is proved.
//!
//! A one-heap game whose heap is out of reach: smaller heaps are computed, and if their values repeat for at least
//! four periods to the end of what was computed, the repetition is named. It is a guess and says so.

use std::time::Duration;

use grundy_core::Period;

use super::components::{Worked, xor};
use crate::answer::{Answer, ValueStatus};
use crate::context::{Budget, Context, Spent};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::show_components;
use crate::game::{Game, Place, Shape};
use crate::number::{Nat, shorten, to_u64};
use crate::outcome::Outcome;
use crate::plan::Found;

/// Values looked at.
const SAMPLE: u64 = 4096;
/// What the look may cost, beyond what was asked for.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(1)), memory: Some(1 << 26), nodes: Some(50_000_000) };

/// Names the patterns of the components that are out of reach; `adopt` makes them the answer, with the status of a
/// guess, if every unknown component has one.
pub(super) fn look(answer: &mut Answer, all: &[Worked], adopt: bool, cx: &Context) -> Result<()> {
    if cx.check().is_err_and(|s| s.spent == Spent::Cancelled) {
        return Ok(());
    }
    let brief = Context::new(BUDGET);
    let mut guessed = Vec::new();
    let mut words = Vec::new();
    for w in all {
        let found = match &w.found {
            Some(found) => Some(found.clone()),
            None => match pattern(&w.component.game, &brief) {
                Ok(Some((period, values))) => {
                    let (index, shift) = period.reduce(&w.component.place[0]);
                    let value = &values[index as usize] + shift;
                    let why = said(w, &period, &value);
                    words.push(why.clone());
                    Some(Found::new(value, Evidence::guess(why), "pattern"))
                }
                Ok(None) | Err(Error::Stopped(_)) => None,
                Err(bad) => return Err(bad),
            },
        };
        guessed.push(Worked { component: w.component.clone(), count: w.count.clone(), found });
    }
    if !words.is_empty() {
        answer.guess = Some(words.join("; "));
    }
    if adopt && let Some(value) = xor(&guessed) {
        words.into_iter().for_each(|w| answer.evidence.add(&Evidence::guess(w)));
        answer.outcome = Some(if value == Nat::ZERO { Outcome::Previous } else { Outcome::Next });
        answer.value = Some(value);
        answer.value_status = ValueStatus::Exact;
        answer.stopped = None;
        for (shown, w) in answer.components.iter_mut().zip(&guessed) {
            shown.value = w.value().cloned();
        }
    }
    Ok(())
}

fn said(w: &Worked, period: &Period, value: &Nat) -> String {
    let saltus = if period.saltus == 0 { String::new() } else { format!(" and saltus {}", period.saltus) };
    format!(
        "the values of {} repeat with period {}{saltus} from {} on, as far as {SAMPLE}, which would give {} the value \
         {}: repeats, not proved",
        w.component.game.text(),
        period.period,
        period.preperiod,
        show_components(std::slice::from_ref(&w.component)),
        shorten(value),
    )
}

/// The repetition of the first values of a one-heap game, if there is one.
pub(crate) fn pattern(game: &Game, cx: &Context) -> Result<Option<(Period, Vec<Nat>)>> {
    if game.shape() != Shape::Heap {
        return Ok(None);
    }
    let mut values = Vec::new();
    for n in 0..SAMPLE {
        values.push(game.value_at(&Place::from_iter([Nat::from(n)]), cx)?);
    }
    Ok(repetition(&values).map(|p| (p, values)))
}

/// The least period (with saltus) that holds on the last four periods at least, and as far back as it goes.
fn repetition(values: &[Nat]) -> Option<Period> {
    let n = values.len();
    for p in 1..=n / 5 {
        let (a, b) = (&values[n - 1], &values[n - 1 - p]);
        let Some(saltus) = (a >= b).then(|| a - b).as_ref().and_then(to_u64) else { continue };
        let holds = |i: usize| values[i + p] == &values[i] + saltus;
        let from = (0..n - p).rev().find(|&i| !holds(i)).map_or(0, |i| i + 1);
        if n - from >= 5 * p {
            return Some(Period { preperiod: from as u64, period: p as u64, saltus });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_is_found_with_its_least_period() {
        let values: Vec<Nat> = (0..200u32).map(|n| Nat::from(if n < 7 { 9 } else { n % 4 })).collect();
        assert_eq!(repetition(&values), Some(Period { preperiod: 7, period: 4, saltus: 0 }));
        let values: Vec<Nat> = (0..200u32).map(|n| Nat::from(n / 3)).collect();
        assert_eq!(repetition(&values), Some(Period { preperiod: 0, period: 3, saltus: 1 }));
        let values: Vec<Nat> = (0..200u32).map(|n| Nat::from(n * n)).collect();
        assert_eq!(repetition(&values), None);
    }
}
