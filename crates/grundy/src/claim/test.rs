//! A claim against the positions themselves, from the smallest on.
//!
//! Positions are visited by the sum of their coordinates, then lexicographically, so the first disagreement is the
//! smallest counterexample. Values come from the engines, which compute them from the rules.

use grundy_core::{Context, Convention, Evidence, Int, Nat, Outcome, Result};

use super::{ClaimQuestion, Subject};
use super::{Counterexample, Disagreement};
use crate::game::options::Parts;
use crate::game::{Component, Shape, show_components};
use crate::plan::misere::Judge;
use crate::statement::evaluate::{holds_for_any, value_of_any};
use crate::statement::{Claim, Facet, Statement};
use crate::words::Words;

/// How far a claim was compared with the positions.
#[derive(Debug, Default)]
pub(super) struct Tested {
    /// The first disagreement, if there is one.
    pub(super) counterexample: Option<Counterexample>,
    /// All positions whose coordinates have at most this sum agree; `None`: not even those of sum 0 were finished.
    pub(super) up_to: Option<u64>,
    /// The largest sum at which a position was compared; `None`: none of the places has been a position of the game.
    pub(super) last: Option<u64>,
    /// How many places were compared.
    pub(super) positions: u64,
}

impl Tested {
    /// So far it can be said that the claim was compared: a long way without a position, to where boards are too large for the program,
    /// does not count.
    pub(super) fn compared(&self) -> Option<u64> {
        match (self.up_to, self.last) {
            (Some(up_to), Some(last)) if up_to > last.saturating_mul(2).saturating_add(SPARSE) => Some(last),
            (up_to, _) => up_to,
        }
    }

    /// The first sum that is not compared yet.
    pub(super) fn next(&self) -> u64 {
        self.up_to.map_or(0, |sum| sum + 1)
    }
}

/// Between positions there may be so many sums without one, and twice as many as before.
const SPARSE: u64 = 64;

/// Compares all positions of sums `from` to `to`, or until a disagreement; `positions` limits how many sums are
/// begun.
pub(super) fn test(
    question: &ClaimQuestion,
    from: u64,
    to: u64,
    positions: u64,
    so_far: &mut Tested,
    judge: &mut Judge,
    cx: &Context,
) -> Result<()> {
    let weights = question.subject.weights();
    cx.enter("comparison with the positions");
    let mut ready = AHEAD;
    for sum in from..=to {
        if so_far.positions >= positions {
            return Ok(());
        }
        if sum >= ready {
            ready = sum.saturating_mul(2);
            let last = ready.min(to).min(sum.saturating_add(positions - so_far.positions));
            look_ahead(question, last, cx)?;
        }
        let before = so_far.positions;
        let mut values = vec![0; weights.len()];
        let mut failed = Ok(());
        each(&weights, sum, 0, &mut values, &mut |values| {
            so_far.positions += 1;
            if so_far.positions.is_multiple_of(64)
                && let Err(stopped) = cx.check()
            {
                failed = Err(stopped.into());
                return false;
            }
            let place: Vec<Nat> = values.iter().copied().map(Nat::from).collect();
            let Some(components) = question.subject.components_of_any(&place) else { return true };
            so_far.last = Some(sum);
            match judged(question, &place, &components, judge, cx) {
                Ok(None) => {}
                Ok(Some(found)) => so_far.counterexample = Some(found),
                Err(bad) => failed = Err(bad),
            }
            so_far.counterexample.is_none() && failed.is_ok()
        });
        if failed.is_err() {
            // the sum is begun again later
            so_far.positions = before;
        }
        failed?;
        if so_far.counterexample.is_some() {
            return Ok(());
        }
        so_far.up_to = Some(sum);
        // no variable: one position
        if weights.is_empty() {
            return Ok(());
        }
        cx.progress(sum, Some(to));
    }
    Ok(())
}

/// Of a counterexample.
pub(crate) fn from_the_rules() -> Evidence {
    Evidence::computed(Words::new(
        "the position and its options were computed from the rules",
        "由规则算出了该局面与它的后继",
    ))
}

/// Heaps from here on are worked out many at a time.
const AHEAD: u64 = 512;
/// That may cost so much.
const AHEAD_NODES: u64 = 1_000_000_000;

/// The far end first, where heaps are compared: sequences and tables are then laid out once for all below.
fn look_ahead(question: &ClaimQuestion, last: u64, cx: &Context) -> Result<()> {
    let subject = &question.subject;
    if subject.convention == Convention::Normal
        && let ([summand], [_]) = (&subject.summands[..], &subject.variables[..])
        && summand.game.shape() == Shape::Heap
        // what has no value cannot be laid out by values
        && !summand.game.may_be_loony()
        && let Some(components) = subject.components(&[last])
    {
        // where it is too dear each heap is worked out by itself
        cx.trial(AHEAD_NODES, |part| grundy_value(&components, part))?;
        cx.enter("comparison with the positions");
    }
    Ok(())
}

/// Visits the values of the variables with this weighted sum, lexicographically, while `visit` says so.
fn each(weights: &[u64], sum: u64, at: usize, values: &mut [u64], visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    let Some((&weight, rest)) = weights.get(at..).and_then(<[u64]>::split_first) else {
        return sum > 0 || visit(values);
    };
    if rest.is_empty() {
        if !sum.is_multiple_of(weight) {
            return true;
        }
        values[at] = sum / weight;
        return visit(values);
    }
    for value in 0..=sum / weight {
        values[at] = value;
        if !each(weights, sum - value * weight, at + 1, values, visit) {
            return false;
        }
    }
    true
}

/// The disagreement at a position, if there is one. What is no position agrees with everything.
pub(super) fn compare(
    question: &ClaimQuestion,
    values: &[Nat],
    judge: &mut Judge,
    cx: &Context,
) -> Result<Option<Counterexample>> {
    match question.subject.components_of_any(values) {
        Some(components) => judged(question, values, &components, judge, cx),
        None => Ok(None),
    }
}

/// Does the claim agree with a position? What is no position agrees with everything.
pub(super) fn agrees(question: &ClaimQuestion, values: &[u64], cx: &Context) -> Result<bool> {
    let values: Vec<Nat> = values.iter().copied().map(Nat::from).collect();
    match question.subject.components_of_any(&values) {
        Some(components) => Ok(disagreement(question, &values, &components, &mut Judge::new(), cx)?.is_none()),
        None => Ok(true),
    }
}

/// The disagreement at a position with these components, with the move that shows it.
fn judged(
    question: &ClaimQuestion,
    values: &[Nat],
    components: &[(Component, Nat)],
    judge: &mut Judge,
    cx: &Context,
) -> Result<Option<Counterexample>> {
    let Some(mut found) = disagreement(question, values, components, judge, cx)? else { return Ok(None) };
    let subject = &question.subject;
    let mut leads_to = None;
    if let Disagreement::Outcome { outcome: Outcome::Next, to, .. } = &mut found {
        match winning_move(subject, components, judge, cx)? {
            Some(Reached::Coordinates(coordinates)) => *to = Some(coordinates),
            Some(Reached::Elsewhere(text)) => leads_to = Some(text),
            None => {}
        }
    }
    let position: Vec<Nat> = subject.coordinates_of_any(values);
    let text = is_text(components).then(|| shown(subject, components));
    Ok(Some(Counterexample { position, found, smallest: true, parameters: Vec::new(), leads_to, text }))
}

/// Is there a board, a graph or a compound among the components, which its coordinates do not tell?
fn is_text(components: &[(Component, Nat)]) -> bool {
    components.iter().any(|(component, _)| matches!(component.game.shape(), Shape::Text | Shape::Positions))
}

/// What differs at a position with these components; no move is looked for.
fn disagreement(
    question: &ClaimQuestion,
    values: &[Nat],
    components: &[(Component, Nat)],
    judge: &mut Judge,
    cx: &Context,
) -> Result<Option<Disagreement>> {
    cx.tick(1)?;
    let subject = &question.subject;
    Ok(match &question.claim {
        Claim::Previous(statement) => {
            let claimed = holds_for_any(statement, values, &subject.variables, &question.text, cx)?;
            let claimed = Outcome::lost_if(claimed);
            let outcome = outcome(subject, components, judge, cx)?;
            (claimed != outcome).then_some(Disagreement::Outcome { claimed, outcome, to: None })
        }
        Claim::Value(cases) => {
            let claimed = value_of_any(cases, values, &subject.variables, &question.text, cx)?;
            let value = grundy_value(components, cx)?;
            (claimed != Int::from(value.clone())).then_some(Disagreement::Value { claimed, value })
        }
        Claim::Every(Facet::Winner, statement) => {
            let fits = |outcome| every(question, statement, values, &Facet::of_outcome(outcome), cx);
            // of many places nothing is said
            if fits(Outcome::Previous)? && fits(Outcome::Next)? {
                return Ok(None);
            }
            let outcome = outcome(subject, components, judge, cx)?;
            let claimed = Outcome::lost_if(outcome == Outcome::Next);
            (!fits(outcome)?).then_some(Disagreement::Outcome { claimed, outcome, to: None })
        }
        Claim::Every(Facet::Value, statement) => {
            let value = grundy_value(components, cx)?;
            (!every(question, statement, values, &value, cx)?).then_some(Disagreement::Excluded { value })
        }
        Claim::Period { period, from, saltus } => {
            let Some((component, _)) = components.first() else { return Ok(None) };
            let heap = &component.place[0];
            if *heap < from + period {
                return Ok(None);
            }
            let Ok(before) = component.game.place([heap - period].into_iter().collect()) else { return Ok(None) };
            let before = component.game.value_at(&before, cx)?;
            let value = component.game.value_at(&component.place, cx)?;
            let claimed = before + saltus;
            (claimed != value).then(|| Disagreement::Value { claimed: Int::from(claimed), value })
        }
    })
}

/// Is the statement true of a position that is worth this?
fn every(question: &ClaimQuestion, statement: &Statement, values: &[Nat], worth: &Nat, cx: &Context) -> Result<bool> {
    let place = [values, std::slice::from_ref(worth)].concat();
    holds_for_any(statement, &place, &question.subject.variables, &question.text, cx)
}

fn outcome(subject: &Subject, components: &[(Component, Nat)], judge: &mut Judge, cx: &Context) -> Result<Outcome> {
    if subject.convention == Convention::Misere {
        return judge.sum(components, cx);
    }
    // whoever moves wins every sum with it, which has no value
    if is_loony(components, cx)? {
        return Ok(Outcome::Next);
    }
    if let [(component, count)] = components
        && *count == Nat::ONE
    {
        return component.game.outcome_at(&component.place, cx);
    }
    let zero = grundy_value(components, cx)? == Nat::ZERO;
    Ok(if zero { Outcome::Previous } else { Outcome::Next })
}

/// Is one of the components loony, in normal play?
fn is_loony(components: &[(Component, Nat)], cx: &Context) -> Result<bool> {
    for (Component { game, place }, count) in components {
        if !count.is_zero() && game.may_be_loony() && game.loony(place, cx)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn grundy_value(components: &[(Component, Nat)], cx: &Context) -> Result<Nat> {
    let mut sum = Nat::ZERO;
    for (component, count) in components {
        let odd = count % 2u8 == 1;
        // a place may have no value, however often it stands there
        if odd || !component.game.copies_cancel() && !count.is_zero() {
            let value = component.game.value_at(&component.place, cx)?;
            sum ^= if odd { value } else { Nat::ZERO };
        }
    }
    Ok(sum)
}

/// Where a move leads.
enum Reached {
    /// To these coordinates.
    Coordinates(Vec<Nat>),
    /// To a position that the claim does not speak of.
    Elsewhere(String),
}

/// Where the first winning move leads, in the order of the answer's moves. `None`: there is none, and if the position is N no
/// move at all.
fn winning_move(
    subject: &Subject,
    components: &[(Component, Nat)],
    judge: &mut Judge,
    cx: &Context,
) -> Result<Option<Reached>> {
    let sum = match subject.convention {
        // such a move is no question of values: it may keep the turn, or lead where there is none
        Convention::Normal if components.iter().any(|(component, _)| component.game.may_be_loony()) => return Ok(None),
        Convention::Normal => Some(grundy_value(components, cx)?),
        Convention::Misere => None,
    };
    for (at, (component, count)) in components.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        let mut options: Vec<Parts> = match &sum {
            Some(sum) => {
                let target = sum ^ component.game.value_at(&component.place, cx)?;
                component.game.options_with_value(&component.place, &target, 1, cx)?.first
            }
            None => component.game.every_option(&component.place, cx)?,
        };
        if sum.is_none() {
            let mut winning = Vec::new();
            for parts in options {
                let after = replaced(components, at, &parts);
                if outcome(subject, &after, judge, cx)? == Outcome::Previous {
                    winning.push(parts);
                    break;
                }
            }
            options = winning;
        }
        if let Some(parts) = options.first() {
            if is_text(components) || parts.iter().any(|part| part.game != component.game) {
                return Ok(Some(Reached::Elsewhere(shown(subject, &replaced(components, at, parts)))));
            }
            let coordinates = components.iter().enumerate().flat_map(|(i, (c, _))| {
                let own = || c.place.iter().cloned().collect::<Vec<_>>();
                if i == at { parts.iter().flat_map(|p| p.place.iter().cloned()).collect() } else { own() }
            });
            return Ok(Some(Reached::Coordinates(coordinates.collect())));
        }
    }
    Ok(None)
}

/// A sum as text.
fn shown(subject: &Subject, components: &[(Component, Nat)]) -> String {
    let term = |(component, count): &(Component, Nat)| {
        let text = show_components(std::slice::from_ref(component));
        if *count == Nat::ONE { text } else { format!("{count}*{text}") }
    };
    let terms: Vec<String> = components.iter().filter(|(_, count)| *count > Nat::ZERO).map(term).collect();
    let misere = if subject.convention == Convention::Misere { "misere " } else { "" };
    format!("{misere}{}", terms.join(" + "))
}

/// The components after one copy was moved.
fn replaced(components: &[(Component, Nat)], at: usize, parts: &[Component]) -> Vec<(Component, Nat)> {
    let mut after: Vec<(Component, Nat)> = components.to_vec();
    after[at].1 -= Nat::ONE;
    after.splice(at + 1..at + 1, parts.iter().map(|p| (p.clone(), Nat::ONE)));
    after
}
