//! What a theorem about the game states.

use std::sync::Arc;

use grundy_core::{Context, Convention, Nat, Result};

use super::judge::{finding, keep, proved};
use super::sample::Sample;
use super::{Finding, Kind, weight};
use crate::claim::{Coordinate, Subject, interval, said, stated_at};
use crate::game::learnt::Law;
use crate::game::open_sum::{OpenSum, Summand};
use crate::game::{self, GameQuestion, Place, Shape};
use crate::statement::Spelt;

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
        found.extend(like_nim(sample, cx)?);
        if sample.names().len() == 1
            && let Some((_, claim)) = sample.game().law().and_then(game::Law::misere_claim)
        {
            found.extend(finding(sample, claim.renamed(&["n".to_owned()], sample.names()), cx)?);
        }
        return Ok(found);
    }
    let game = sample.game();
    if let Some(alone) = game.open_sum().and_then(OpenSum::alone) {
        return of_alone(sample, alone, found, cx);
    }
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
        if let Some(kind) = what_is_said(law, sample.places.iter().map(|place| game.place_at(place).ok())) {
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

/// What the theorem of a family of boards states, where its members are too dear for a sample.
///
/// # Errors
/// A spent budget.
pub(super) fn of_family(question: &GameQuestion, cx: &Context) -> Result<Vec<Finding>> {
    let (game, variables) = (&question.game, &question.variables);
    let Some(law) = game.law().filter(|_| question.convention == Convention::Normal && game.is_family()) else {
        return Ok(Vec::new());
    };
    let place = (0..variables.len()).map(Coordinate::Variable).collect();
    let summands = vec![Summand { copies: Nat::ONE, game: game.clone(), place }];
    let (convention, query) = (question.convention, question.query.clone());
    let subject = Subject { convention, summands, variables: variables.clone(), query };
    let mut found = Vec::new();
    for said in said(law.claims_of(variables.len()), variables.len()) {
        found.extend(proved(&subject, &said.spelt.renamed(&said.names, variables), cx)?);
    }
    Ok(found)
}

/// Bouton's rule for misère Nim, of three heaps or more; that of two is said shorter.
///
/// # Errors
/// A spent budget.
fn like_nim(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    if sample.names().len() < 3 {
        return Ok(None);
    }
    let heaps = sample.names().join(",");
    let rule = format!("xor({heaps}) = 0 and max({heaps}) > 1 or xor({heaps}) = 1 and max({heaps}) = 1");
    finding(sample, Spelt::PPositions(rule), cx)
}

/// The law of the game whose place was left open, as claims and in words: `welter(a, b, c)`.
///
/// # Errors
/// Faults of the rule; a spent budget.
fn of_alone(sample: &Sample, alone: &Summand, mut found: Vec<Finding>, cx: &Context) -> Result<Vec<Finding>> {
    if let Some(law) = &alone.game.knowledge()?.law {
        // where numbers are given, a shorter condition is found and proved by this law
        if alone.place.iter().all(|coordinate| coordinate.variable().is_some()) {
            for claim in stated_at(&**law, &alone.place, sample.names()) {
                found.extend(finding(sample, claim, cx)?);
            }
        }
        let whole = |place: &[u64]| {
            let place: Vec<Nat> = place.iter().map(|&n| Nat::from(n)).collect();
            alone.at(&place).ok().map(|(component, _)| component.place)
        };
        if let Some(kind) = what_is_said(law, sample.places.iter().map(|place| whole(place))) {
            let words = law.words();
            let weight = weight(&words.english).max(4);
            found.push(Finding::new(kind, words, law.evidence(), weight));
        }
    }
    Ok(found)
}

/// What the law tells of the first of these places, values or P-positions; `None`: not of all of them.
fn what_is_said(law: &Arc<dyn game::Law>, places: impl Iterator<Item = Option<Place>>) -> Option<Kind> {
    let first: Option<Vec<Place>> = places.take(40).collect();
    let first = first?;
    let says = |about: &dyn Fn(&Place) -> bool| first.iter().all(about);
    let kind = if says(&|place| law.value(place).is_some()) { Kind::Formula } else { Kind::PPositions };
    says(&|place| law.outcome(place).is_some()).then_some(kind)
}
