//! What a theorem about the game states.

use grundy_core::{Context, Convention, Result};

use super::judge::{finding, keep};
use super::sample::Sample;
use super::{Finding, Kind, weight};
use crate::claim::{interval, said};
use crate::game::learnt::Law;

/// The claims of the game's law, or its words where it has none.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    let rule = sample.game().kind().as_rule();
    for law in rule.iter().flat_map(|rule| interval::of_rule(rule, sample.names(), sample.subject.convention)) {
        found.extend(finding(sample, law.spelt, cx)?);
    }
    if sample.subject.convention == Convention::Misere {
        return Ok(found);
    }
    let game = sample.game();
    let Some(law) = &game.knowledge()?.law else { return Ok(found) };
    for said in said(law.claims(), sample.names().len()) {
        found.extend(finding(sample, said.spelt.renamed(&said.names, sample.names()), cx)?);
    }
    // a row says it once
    if found.is_empty() && sample.names().len() < 3 {
        let words = law.words();
        let text = &words.english;
        let weight = weight(text).max(4);
        let covers = sample.places.iter().take(40).all(|place| {
            // a law is asked about places in canonical form
            game.place_at(place).is_ok_and(|place| law.outcome(&place).is_some())
        });
        let kind = if text.starts_with("g(") { Kind::Formula } else { Kind::PPositions };
        if covers {
            let finding = Finding::new(kind, words, law.evidence(), weight);
            keep(sample, &finding, Law::Words, None);
            found.push(finding);
        }
    }
    Ok(found)
}
