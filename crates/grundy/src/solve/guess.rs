//! What a pattern suggests where nothing is proved.
//!
//! A one-heap game whose heap is out of reach: smaller heaps are computed, and if their values repeat on twice the range in
//! which that shows ([`crate::period::seen`]), the repetition is named. It is a guess and says so.

use std::time::Duration;

use grundy_core::Period;
use rustc_hash::FxHashMap;

use crate::answer::{Answer, ValueStatus};
use crate::context::{Budget, Context};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::show_components;
use crate::game::{Game, Place, Shape};
use crate::number::{Nat, shorten, to_u64};
use crate::outcome::Outcome;
use crate::period::seen::candidate;
use crate::plan::Found;
use crate::plan::sums::{Play, Sum, Summand, Worth};
use crate::words::Words;

/// Values looked at.
const SAMPLE: u64 = 4096;
/// What the look may cost, beyond what was asked for.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(1)), memory: Some(1 << 26), nodes: Some(50_000_000) };

/// Names the patterns of the components that are out of reach; `adopt` makes them the answer, with the status of a
/// guess, if every unknown component has one.
pub(super) fn look(answer: &mut Answer, sum: &Sum, adopt: bool, cx: &Context) -> Result<()> {
    let brief = cx.beyond(BUDGET);
    let mut guessed = Vec::new();
    let mut words = Vec::new();
    let mut patterns: FxHashMap<&Game, Option<Pattern>> = FxHashMap::default();
    for w in &sum.summands {
        let game = &w.component.game;
        if w.found.is_none() && !patterns.contains_key(game) {
            let found = match pattern(game, &brief) {
                Err(Error::Stopped(_)) => None,
                found => found?,
            };
            patterns.insert(game, found);
        }
        let found = match &w.found {
            Some(found) => Some(found.clone()),
            None => match patterns.get(game) {
                Some(Some(Pattern { period, tested, values })) => {
                    let (index, shift) = period.reduce(&w.component.place[0]);
                    let value = shift + values[index as usize];
                    let why = said(w, period, *tested, &value);
                    words.push(why.clone());
                    Some(Found::new(Worth::Value(value.into()), Evidence::guess(why), "pattern"))
                }
                _ => None,
            },
        };
        guessed.push(Summand { found, ..w.clone() });
    }
    if !words.is_empty() {
        answer.guess = Some(joined(&words));
    }
    let guessed = Sum::new(guessed, Play::Ends);
    if adopt && let Some(value) = guessed.total().and_then(Worth::number).cloned() {
        words.into_iter().for_each(|w| answer.evidence.add(&Evidence::guess(w)));
        answer.outcome = Some(Outcome::lost_if(value == Nat::ZERO));
        answer.value = Some(value);
        answer.value_status = ValueStatus::Exact;
        answer.stopped = None;
        for (shown, w) in answer.components.iter_mut().zip(&guessed.summands) {
            shown.value = w.number().cloned();
        }
    }
    Ok(())
}

fn said(w: &Summand, period: &Period, tested: u64, value: &Nat) -> Words {
    let (game, last) = (w.component.game.text(), tested - 1);
    let (name, value) = (show_components(std::slice::from_ref(&w.component)), shorten(value));
    let Period { preperiod, period, saltus } = period;
    let (english, chinese) = match saltus {
        0 => (String::new(), String::new()),
        more => (format!(" and saltus {more}"), format!("，每周期增 {more}")),
    };
    Words::new(
        format!(
            "the values of {game} repeat with period {period}{english} from {preperiod} on, as far as {last}, which would \
             give {name} the value {value}: repeats, not proved"
        ),
        format!(
            "{game} 的值自 {preperiod} 起以 {period} 为周期{chinese}，直到 {last} 都是如此；由此 {name} 的值会是 {value}：\
             只是重复，未证明"
        ),
    )
}

/// One after the other.
fn joined(all: &[Words]) -> Words {
    let join = |of: fn(&Words) -> &str, between: &str| all.iter().map(of).collect::<Vec<_>>().join(between);
    Words::new(join(|words| &words.english, "; "), join(|words| &words.chinese, "；"))
}

/// The repetition of the first values of a game.
struct Pattern {
    period: Period,
    /// On so many values it was tested.
    tested: u64,
    values: Vec<u64>,
}

/// The repetition of the first values of a one-heap game, if there is one.
fn pattern(game: &Game, cx: &Context) -> Result<Option<Pattern>> {
    if game.shape() != Shape::Heap {
        return Ok(None);
    }
    let mut values = Vec::new();
    for n in 0..SAMPLE {
        cx.tick(1)?;
        let Some(value) = to_u64(&game.value_at(&Place::heap(n), cx)?) else { return Ok(None) };
        values.push(value);
    }
    let found = candidate(game, 0, &values, cx)?;
    Ok(found.map(|(period, tested)| Pattern { period, tested, values }))
}
