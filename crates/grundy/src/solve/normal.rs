//! Normal play: values, xor, winning moves.

use super::components::{Worked, alone, evidence, work, xor};
use super::compound::{self, lone_compound};
use super::list::{OptionsOf, list};
use super::{SolveOptions, automatic, blank};
use dashu_int::ops::BitTest;

use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::context::{Context, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::options::Options;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::position::{Position, show_components};

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    if let Some(only) = lone_compound(position)
        && let Some(compound) = only.game.compound()
    {
        return compound::solve(position, &only, compound, options, cx);
    }
    if !options.value
        && let Some(lone) = lone(position)
        && let Some(outcome) = lone.game.outcome_by_law(&lone.place)
        && !lone.game.value_is_cheap(&lone.place)
    {
        return by_law(position, &lone, outcome, options, cx);
    }
    if !options.value
        && let Some(lone) = lone(position).filter(|lone| lone.game.asks_automata(&lone.place))
        && lone.place.len() > 1
        && lone.game.value_on_trial(&lone.place, cx)?.is_none()
        && let Some(law) = automatic::law(&lone, Convention::Normal, cx)?
    {
        return automatic::solve(position, &lone, &law, options, cx);
    }
    let (all, stopped) = work(position, cx)?;
    let mut answer = blank(position);
    answer.engine = engines(&all);
    answer.components = shown(&all);
    answer.evidence = evidence(&all);
    let Some(value) = xor(&all) else {
        answer.stopped = stopped;
        if let Some(lone) = lone(position)
            && let Some(outcome) = lone.game.outcome_by_law(&lone.place)
        {
            answer.outcome = Some(outcome);
            answer.evidence = lone.game.law_evidence();
        } else if let Some(found) = by_automaton(position, options, cx)? {
            let asked = answer.stopped.filter(|_| options.value);
            answer = found;
            answer.stopped = answer.stopped.or(asked);
        } else {
            super::guess::look(&mut answer, &all, options.guess, cx)?;
        }
        return Ok(answer);
    };
    let outcome = if value == Nat::ZERO { Outcome::Previous } else { Outcome::Next };
    answer.outcome = Some(outcome);
    if options.moves {
        let (moves, stopped) = winning(position, &all, &value, options.limit, cx)?;
        answer.moves = moves;
        answer.stopped = stopped;
    }
    answer.value = Some(value);
    answer.value_status = ValueStatus::Exact;
    Ok(answer)
}

/// The outcome of a lone far component by a law of P-positions, where values are out of reach.
fn by_automaton(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Option<Answer>> {
    let Some(lone) = lone(position) else { return Ok(None) };
    match automatic::law(&lone, Convention::Normal, cx) {
        Ok(Some(law)) => automatic::solve(position, &lone, &law, options, cx).map(Some),
        // the budget is spent: there is an answer that says so
        Ok(None) | Err(Error::Stopped(_)) => Ok(None),
        Err(bad) => Err(bad),
    }
}

/// The only component of a position, if there is exactly one.
pub(super) fn lone(position: &Position) -> Option<Component> {
    let mut only = None;
    let mut many = false;
    position.each(&mut |game, place, count| {
        if *count > Nat::ZERO {
            many |= only.is_some() || *count > Nat::ONE;
            if only.is_none() {
                only = Some(Component { game: game.clone(), place: place.clone() });
            }
        }
    });
    only.filter(|_| !many)
}

/// A theorem gives the outcome alone.
fn by_law(
    position: &Position,
    lone: &Component,
    outcome: Outcome,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    let mut answer = blank(position);
    answer.outcome = Some(outcome);
    answer.evidence = lone.game.law_evidence();
    answer.engine = "closed form".to_owned();
    if outcome == Outcome::Previous {
        answer.value = Some(Nat::ZERO);
        answer.value_status = ValueStatus::Exact;
    }
    answer.components = vec![alone(lone, &answer)];
    if options.moves {
        let found = if outcome == Outcome::Previous {
            Ok(Options::default())
        } else {
            lone.game.winning_by_law(&lone.place, options.limit, cx)
        };
        match found {
            Ok(found) => {
                let table = OptionsOf::from_iter([(lone.clone(), Some(found))]);
                answer.moves =
                    list(position, &table, options.limit, &mut |_, _| (Some(Value::ZERO), Some(Outcome::Previous)));
            }
            Err(Error::Stopped(s)) => answer.stopped = Some(s),
            Err(bad) => return Err(bad),
        }
    }
    Ok(answer)
}

/// The moves to positions of value 0.
fn winning(
    position: &Position,
    all: &[Worked],
    value: &Nat,
    limit: usize,
    cx: &Context,
) -> Result<(MoveList, Option<Stopped>)> {
    if *value == Nat::ZERO {
        return Ok((MoveList { moves: Vec::new(), count: Some(Nat::ZERO) }, None));
    }
    let mut stopped = None;
    let mut table = OptionsOf::default();
    for w in all.iter().filter(|w| w.count > Nat::ZERO) {
        let found = match &w.value {
            None => None,
            Some(own) => {
                let target = value ^ own;
                match w.component.game.options_with_value(&w.component.place, &target, limit, cx) {
                    Ok(found) => Some(found),
                    Err(Error::Stopped(s)) => {
                        stopped.get_or_insert(s);
                        None
                    }
                    Err(bad) => return Err(bad),
                }
            }
        };
        table.insert(w.component.clone(), found);
    }
    let moves = list(position, &table, limit, &mut |_, _| (Some(Value::ZERO), Some(Outcome::Previous)));
    Ok((moves, stopped))
}

fn shown(all: &[Worked]) -> Vec<ComponentValue> {
    let shown = |w: &Worked| ComponentValue {
        position: show_components(std::slice::from_ref(&w.component)),
        count: w.count.clone(),
        value: w.value.clone(),
        loopy: None,
        evidence: if w.value.is_some() { w.component.game.evidence(&w.component.place) } else { Evidence::trivial() },
    };
    all.iter().map(shown).collect()
}

fn engines(all: &[Worked]) -> String {
    let mut names: Vec<String> = Vec::new();
    for w in all {
        let name = w.component.game.engine(&w.component.place);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { "nothing to do".to_owned() } else { names.join(", ") }
}

pub(super) fn outcome_and_value(position: &Position, cx: &Context) -> Result<(Option<Outcome>, Option<Nat>)> {
    if let Some(only) = lone_compound(position)
        && let Some(compound) = only.game.compound()
    {
        return compound::outcome_and_value(&only, compound, cx);
    }
    if let Some(lone) = lone(position)
        && let Some(outcome) = lone.game.outcome_by_law(&lone.place)
        && !lone.game.value_is_cheap(&lone.place)
    {
        return Ok((Some(outcome), (outcome == Outcome::Previous).then_some(Nat::ZERO)));
    }
    if lone(position).is_some_and(|lone| lone.game.asks_automata(&lone.place)) {
        let options = SolveOptions { limit: 0, value: false, guess: false, moves: false };
        let answer = solve(position, &options, cx)?;
        return match answer.stopped {
            Some(stopped) if answer.outcome.is_none() => Err(stopped.into()),
            _ => Ok((answer.outcome, answer.result.value)),
        };
    }
    let mut sum = Nat::ZERO;
    let mut trouble = None;
    position.each(&mut |game, place, count| {
        if trouble.is_none() && count.bit(0) {
            match game.value_at(place, cx) {
                Ok(v) => sum ^= v,
                Err(e) => trouble = Some(e),
            }
        }
    });
    match trouble {
        // equal components may still cancel: ask the careful road
        Some(Error::Stopped(stopped)) => {
            let (all, _) = work(position, cx)?;
            match xor(&all) {
                Some(value) => sum = value,
                None => return Err(stopped.into()),
            }
        }
        Some(bad) => return Err(bad),
        None => {}
    }
    let outcome = if sum == Nat::ZERO { Outcome::Previous } else { Outcome::Next };
    Ok((Some(outcome), Some(sum)))
}
