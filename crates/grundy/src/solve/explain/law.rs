//! Reasons from laws that are proved for all places of a game.
//!
//! A game with a closed form has its theorem. For any other a law is guessed and proved, or found as an automaton
//! ([`crate::guess::reason`]); then the place is put into it: "P because a = b holds at (a, b) = (4, 4) (proved for all
//! positions)".

use std::sync::Arc;

use super::say_law;
use crate::answer::{Answer, Step};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::learnt::{Law, Learnt, Wish};
use crate::guess::learn;
use crate::number::{Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::plan::automaton::is_far;
use crate::position::Position;
use crate::rule::ir::Rule;
use crate::solve::alone::lone;

/// So many distinct components of a sum are asked for a law.
const ASKED: usize = 3;
/// So many winning moves are put into the law.
const MOVES: usize = 3;

/// The law of the position, if it is a single component with a proved one.
#[derive(Debug)]
pub(super) struct Because {
    component: Component,
    reason: Arc<Learnt>,
}

impl Because {
    /// Looks for the law; tells it. For a sum the laws of its components are told, and `None` is given.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget is no error here: what was established stands without the law.
    pub(super) fn of(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<Option<Because>> {
        let convention = position.convention();
        let Some(component) = lone(position) else {
            if convention == Convention::Normal {
                for (component, _) in position.components().iter().take(ASKED) {
                    if component.game.law_words().is_none()
                        && let Some(found) = law_of(component, convention, cx)?
                        && found.claim.as_ref().is_some_and(|claim| !claim.starts_with("P:"))
                    {
                        tell(component, &found, steps);
                    }
                }
            }
            return Ok(None);
        };
        let Some(reason) = law_of(&component, convention, cx)? else { return Ok(None) };
        tell(&component, &reason, steps);
        Ok(Some(Because { component, reason }))
    }

    /// Why the outcome is what it is, by the law.
    pub(super) fn words(&self, answer: &Answer) -> Option<String> {
        let outcome = answer.outcome?;
        let at = self.at(&self.component.place);
        let (reason, value) = (&self.reason, answer.value.as_ref().map(shorten));
        Some(match reason.claim.as_deref() {
            Some(claim) => match (claim.split_once("P: "), claim.strip_prefix("g = "), value) {
                (Some((_, law)), ..) if outcome == Outcome::Previous => format!("{law} holds at {at}"),
                (Some((_, law)), ..) => format!("{law} does not hold at {at}"),
                (None, Some(law), Some(value)) => format!("the Grundy value is {law}, which is {value} at {at}"),
                (None, Some(law), None) => format!("the Grundy value is {law}, which is not 0 at {at}"),
                (None, None, value) => {
                    let value = value.map_or_else(String::new, |v| format!(", and the value is {v} at {at}"));
                    format!("{}{value}", reason.text)
                }
            },
            None => match reason.automaton() {
                Some(_) if outcome == Outcome::Previous => format!("the automaton of the P-positions accepts {at}"),
                Some(_) => format!("the automaton of the P-positions does not accept {at}"),
                None => reason.text.clone(),
            },
        })
    }

    /// What the law rests on.
    pub(super) fn evidence(&self) -> &Evidence {
        &self.reason.evidence
    }

    /// Is the place out of reach of tables, so that the law alone gives the reason?
    pub(super) fn is_all(&self) -> bool {
        is_far(&self.component.place)
    }

    /// Puts the place and the first winning moves into the law.
    pub(super) fn apply(&self, answer: &Answer, steps: &mut Vec<Step>) {
        let Some(words) = self.words(answer) else { return };
        steps.push(Step::Say(format!("Here {words}.")));
        let law = match self.reason.claim.as_deref() {
            Some(claim) => match claim.split_once("P: ") {
                Some((_, law)) => format!("{law} holds there"),
                None => return,
            },
            None if self.reason.automaton().is_some() => "the automaton accepts it".to_owned(),
            None => return,
        };
        // a law about single places says nothing about what a split leaves
        let whole = |rule: Rule| rule.alternatives.iter().all(|a| a.parts.len() == 1 && a.parts[0].game.is_none());
        if !self.component.game.kind().as_rule().is_some_and(whole) {
            return;
        }
        if answer.outcome == Some(Outcome::Previous) {
            let misere = answer.convention == Convention::Misere;
            let end = if misere { ", and a place without a move is not in the law" } else { "" };
            steps.push(Step::Say(format!(
                "No move leads from a place of the law to another place of the law, and from every other place that has a \
                 move one leads into the law{end}. So the opponent can come back into the law after every move."
            )));
        }
        for m in answer.moves.moves.iter().take(MOVES) {
            let sentence = format!("{} → {} wins: {law}, so the opponent is in a P-position.", m.from, m.to);
            steps.push(Step::Say(sentence));
        }
    }

    fn at(&self, place: &[Nat]) -> String {
        let numbers = self.numbers(place);
        match &self.reason.names[..] {
            [name] => format!("{name} = {numbers}"),
            names => format!("({}) = {numbers}", names.join(", ")),
        }
    }

    fn numbers(&self, place: &[Nat]) -> String {
        let numbers: Vec<String> = place.iter().map(shorten).collect();
        match &numbers[..] {
            [one] => one.clone(),
            _ => format!("({})", numbers.join(", ")),
        }
    }
}

/// A proved law of a component's game. Games with a closed form have theirs.
fn law_of(component: &Component, convention: Convention, cx: &Context) -> Result<Option<Arc<Learnt>>> {
    let game = &component.game;
    if convention == Convention::Normal
        && let Some(reason) = closed_form(component)
    {
        return Ok(reason.map(Arc::new));
    }
    match learn(game, convention, component.place.len(), Wish::Reason, cx) {
        Ok(found) => Ok(found),
        // the answer is known: the law would only have said why
        Err(Error::Stopped(_)) => Ok(None),
        Err(bad) => Err(bad),
    }
}

/// The closed form, as far as it covers the place and is a claim; `Some(None)` where there is one that is no claim.
fn closed_form(component: &Component) -> Option<Option<Learnt>> {
    let known = component.game.knowledge().ok()?;
    let law = known.law.as_ref()?;
    let place = &component.place;
    let outcome = law.outcome(place)?;
    let claims = law.claims();
    let fits = |claim: &&String| claim.starts_with("P: ") || law.value(place).is_some();
    // a law of values says more, but not more about a P-position
    let claim = claims.iter().filter(fits).find(|c| c.starts_with("g = ") || outcome == Outcome::Previous);
    let Some(claim) = claim.or_else(|| claims.iter().find(fits)).cloned() else { return Some(None) };
    let usual: &[&str] = match place.len() {
        1 => &["n"],
        3.. => return Some(None),
        _ if claim.contains('q') && !claim.contains("sqrt") => &["n", "q"],
        _ => &["a", "b"],
    };
    let names = usual.iter().map(|&n| n.to_owned()).collect();
    Some(Some(Learnt {
        text: law.words(),
        claim: Some(claim),
        names,
        evidence: component.game.law_evidence(),
        convention: Convention::Normal,
        law: Law::Words,
        weight: 0,
        proof: None,
    }))
}

fn tell(component: &Component, reason: &Learnt, steps: &mut Vec<Step>) {
    let closed = component.game.law_words().is_some();
    if closed {
        say_law(&component.game, steps);
        return;
    }
    let references: Vec<&str> =
        reason.evidence.theorems.iter().map(|t| t.reference).filter(|r| !r.is_empty()).collect();
    let step = Step::Theorem {
        statement: format!("Proved for all positions of {}: {}.", component.game.text(), reason.text),
        reference: references.join("; "),
    };
    steps.push(step);
}
