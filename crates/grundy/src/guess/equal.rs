//! Games with the same values: known ones from [`crate::equal_games()`], among codes and the catalogue.

use super::judge::keep;
use super::sample::Sample;
use super::{Finding, Kind};
use crate::context::Context;
use crate::equal_games::{EqualGamesOptions, equal_games};
use crate::error::Result;
use crate::game::GameQuestion;
use crate::game::learnt::Law;
use crate::words::Sentence;

/// So many games are told.
const MOST: usize = 4;
/// What comparing may cost.
const NODES: u64 = 20_000_000;

/// The known games with the values of a one-heap game.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(question: &GameQuestion, sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    // games are compared from heap 0 on
    if sample.first_heap() != Some(0) {
        return Ok(Vec::new());
    }
    let options = EqualGamesOptions { to: sample.reach.min(2000), limit: MOST };
    let found = cx.trial(NODES, |part| equal_games(question, &options, part))?.unwrap_or_default();
    let told = found.into_iter().enumerate().map(|(at, equal)| {
        let law = Law::Equal { game: equal.played, shift: equal.shift };
        let name = equal.name.map_or(String::new(), |name| format!(" ({name})"));
        let key = match equal.shift {
            0 => "guess-equal",
            1.. => "guess-equal-ahead",
            _ => "guess-equal-behind",
        };
        let named = format!("{}{name}", equal.game);
        let words = Sentence::new(key, [named, equal.shift.unsigned_abs().to_string()]);
        let weight = 24 + 2 * at as u32 + 2 * equal.shift.unsigned_abs() as u32 + equal.game.len() as u32 / 3;
        let finding = Finding::new(Kind::EqualGame, words.into(), equal.evidence, weight);
        keep(sample, &finding, law, None);
        finding
    });
    Ok(told.collect())
}
