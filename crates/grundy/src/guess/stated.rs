//! What a theorem about the game states.

use grundy_core::{Context, Convention, Result};

use super::judge::{finding, keep};
use super::sample::Sample;
use super::{Finding, Kind, weight};
use crate::claim::{interval, said};
use crate::game::learnt::Law;
use crate::game::{Place, Shape};

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
    let length = sample.names().len();
    for said in said(law.claims_of(length), length) {
        found.extend(finding(sample, said.spelt.renamed(&said.names, sample.names()), cx)?);
    }
    // what a law says of rows of every length is told once, beside what that means for two numbers
    let is_row = game.shape() == Shape::Row;
    let has_values = found.iter().any(|finding| finding.kind == Kind::Formula);
    if length < 3 && (!has_values || is_row) {
        let words = law.words();
        let weight = weight(&words.english).max(4);
        // a law is asked about places in canonical form
        let first = || sample.places.iter().take(40).map(|place| game.place_at(place));
        let says = |about: &dyn Fn(&Place) -> bool| first().all(|place| place.is_ok_and(|place| about(&place)));
        if says(&|place| law.outcome(place).is_some()) {
            let kind = if says(&|place| law.value(place).is_some()) { Kind::Formula } else { Kind::PPositions };
            // P-positions that were told as claims
            if kind == Kind::PPositions && !found.is_empty() && !is_row {
                return Ok(found);
            }
            let finding = Finding::new(kind, words, law.evidence(), weight);
            keep(sample, &finding, Law::Words, None);
            found.push(finding);
        }
    }
    Ok(found)
}
