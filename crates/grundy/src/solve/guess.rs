//! What a pattern suggests where nothing is proved.
//!
//! A one-heap game whose heap is out of reach: smaller heaps are computed, and if their values repeat for at least
//! four periods to the end of what was computed, the repetition is named. It is a guess and says so.

use super::components::{Worked, xor};
use crate::answer::{Answer, ValueStatus};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::{Game, Place, Shape};
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::period::Period;

/// Values looked at.
const SAMPLE: u64 = 4096;

/// Fills value and outcome of an answer from patterns, if every unknown component has one.
pub(super) fn fill(answer: &mut Answer, all: &[Worked], cx: &Context) -> Result<()> {
    let mut guessed = Vec::new();
    for w in all {
        let value = match &w.value {
            Some(v) => Some(v.clone()),
            None => pattern(&w.component.game, cx)?.map(|(period, values)| {
                let words = format!(
                    "the values of {} repeat with period {} from {} on, as far as {SAMPLE}: not proved",
                    w.component.game.text(),
                    period.period,
                    period.preperiod
                );
                answer.evidence.add(&Evidence::guess(words));
                let (index, shift) = period.reduce(&w.component.place[0]);
                &values[index as usize] + shift
            }),
        };
        guessed.push(Worked { component: w.component.clone(), count: w.count.clone(), value });
    }
    if let Some(value) = xor(&guessed) {
        answer.outcome = Some(if value == Nat::ZERO { Outcome::Previous } else { Outcome::Next });
        answer.value = Some(value);
        answer.value_status = ValueStatus::Exact;
        answer.stopped = None;
        for (shown, w) in answer.components.iter_mut().zip(&guessed) {
            shown.value.clone_from(&w.value);
        }
    }
    Ok(())
}

/// The repetition of the first values of a one-heap game, if there is one.
pub(crate) fn pattern(game: &Game, cx: &Context) -> Result<Option<(Period, Vec<Nat>)>> {
    if game.shape() != Shape::Heap {
        return Ok(None);
    }
    let mut values = Vec::new();
    for n in 0..SAMPLE {
        values.push(game.value(&Place::from_iter([Nat::from(n)]), cx)?);
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
