//! Recursions over a smaller heap, `g(n) = 1 + g(n//2)`, and the lengths of runs of equal values.

use grundy_core::Context;

use super::digits::checked;
use super::sample::Sample;
use super::{Finding, Kind};
use crate::game::Place;
use crate::period::seen::{AFAR_NODES, near_at_hand};
use crate::statement::Spelt;
use crate::words::Sentence;

/// The smaller heap that a recursion asks.
type Smaller = fn(u64) -> u64;

/// Recursions of one step; proved where the law of the game is one. Its words are told by [`super::stated`] where it has no
/// formula.
pub(super) fn steps(sample: &Sample, cx: &Context) -> Option<Finding> {
    let values = sample.values.as_ref().filter(|_| sample.first_heap() == Some(0))?;
    let [name] = sample.names() else { return None };
    let spread = values.iter().max()? - values.iter().min()?;
    if values.len() < 64 || spread < 2 {
        return None;
    }
    let smaller: [(&str, Smaller); 8] = [
        ("m//2", |n| n / 2),
        ("(m-1)//2", |n| n.saturating_sub(1) / 2),
        ("(m+1)//2", |n| n.div_ceil(2)),
        ("m//3", |n| n / 3),
        ("(2*m)//3", |n| 2 * n / 3),
        ("m-isqrt(m)", |n| n - n.isqrt()),
        ("isqrt(m)", u64::isqrt),
        ("m-lowbit(m)", |n| n & n.wrapping_sub(1)),
    ];
    for (text, h) in smaller {
        for from in 1..=4u64 {
            // a step must lead down
            if (from..values.len() as u64).any(|n| h(n) >= n) {
                continue;
            }
            let at = |n: u64| values[n as usize] as i64;
            let more = at(values.len() as u64 - 1) - at(h(values.len() as u64 - 1));
            if !(1..=4).contains(&more) || !(from..values.len() as u64).all(|n| at(n) == more + at(h(n))) {
                continue;
            }
            if !holds_afar(sample, h, more.unsigned_abs(), cx) {
                continue;
            }
            let places = [name.clone(), more.to_string(), text.replace('m', name), from.to_string()];
            let words = Sentence::new("guess-recursion", places);
            let of_law = text.replace('m', "n");
            let law = sample.game().law().filter(|law| more == 1 && law.one_more_than() == Some(of_law));
            let evidence = match law {
                Some(law) if law.claims().iter().any(|claim| matches!(claim, Spelt::Values(_))) => law.evidence(),
                Some(_) => return None,
                None => checked(sample, ["both sides", "等式两边"]),
            };
            return Some(Finding::new(Kind::Formula, words.into(), evidence, 8));
        }
    }
    None
}

/// Is g(n) = `more` + g(h(n)) at large heaps too, where these cost little?
fn holds_afar(sample: &Sample, h: Smaller, more: u64, cx: &Context) -> bool {
    let game = sample.game();
    let smaller = |n: u64| game.value_at(&Place::heap(h(n)), &cx.part(AFAR_NODES));
    near_at_hand(game, sample.reach, cx)
        .into_iter()
        .all(|(n, value)| smaller(n).map_or(true, |less| value == less + more))
}

/// What the lengths of the runs of equal values are.
pub(super) fn runs(sample: &Sample) -> Option<Finding> {
    let values = sample.values.as_ref().filter(|_| sample.first_heap().is_some())?;
    let mut lengths: Vec<u64> = values.chunk_by(|a, b| a == b).map(|run| run.len() as u64).collect();
    // the last run may go on
    lengths.pop();
    if lengths.len() < 8 || lengths[3..].iter().all(|l| *l == 1) {
        return None;
    }
    let tail = |skip: usize| &lengths[skip..];
    let skip = (0..3).find(|&s| {
        let rest = tail(s);
        let doubling = rest.len() >= 7 && rest.windows(2).all(|w| w[1] == 2 * w[0]);
        let growing = rest.windows(2).all(|w| w[1] + rest[0] == w[0] + rest[1]);
        let equal = rest.iter().all(|l| *l == rest[0]);
        doubling || growing || equal
    })?;
    let rest = tail(skip);
    let (key, by) = match (rest[1] as i64) - (rest[0] as i64) {
        0 => ("guess-runs-equal", rest[0].to_string()),
        _ if rest.windows(2).all(|w| w[1] == 2 * w[0]) => ("guess-runs-doubling", String::new()),
        d => ("guess-runs-growing", d.to_string()),
    };
    let shown: Vec<String> = lengths.iter().take(7).map(u64::to_string).collect();
    let words = Sentence::new(key, [shown.join(", "), by]);
    let evidence = checked(sample, ["the lengths", "各段长度"]);
    Some(Finding::new(Kind::Digits, words.into(), evidence, 14))
}
