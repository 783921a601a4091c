//! Normal play: values, xor, winning moves.

use super::alone::{self, lone};
use super::components::{Worked, engines, evidence, shown, work, xor};
use super::list::{OptionsOf, list};
use super::{SolveOptions, as_far_as, blank};
use dashu_int::ops::BitTest;

use crate::answer::{Answer, MoveList, ValueStatus};
use crate::context::{Context, Stopped};
use crate::error::{Error, Result};
use crate::game::Component;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::plan::{Found, Told};
use crate::position::Position;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let only = lone(position);
    if let Some(only) = &only
        && (!options.value || only.game.cost(&only.place).is_none())
        && let Some(answer) = first(position, only, options, cx)?
    {
        return Ok(answer);
    }
    let (all, stopped) = work(position, cx)?;
    let mut answer = blank(position);
    answer.engine = engines(&all);
    answer.components = shown(&all);
    answer.evidence = evidence(&all);
    let Some(value) = xor(&all) else {
        answer.stopped = stopped;
        if let Some(only) = &only
            && let Some(rules) = only.game.any()
        {
            answer.excluded = rules.excluded(&only.place, cx);
        }
        if let Some(only) = &only
            && let Some(told) = at_last(only, cx)?
        {
            let asked = answer.stopped.take().filter(|_| options.value);
            let mut answer = by_outcome(position, only, told, &SolveOptions { value: false, ..*options }, cx)?;
            answer.stopped = answer.stopped.or(asked);
            return Ok(answer);
        }
        super::guess::look(&mut answer, &all, options.guess, cx)?;
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

/// The answer for a lone component whose outcome is told before its value.
fn first(position: &Position, only: &Component, options: &SolveOptions, cx: &Context) -> Result<Option<Answer>> {
    match only.game.outcome_alone(&only.place, false, cx) {
        Ok(told) => told.map(|told| by_outcome(position, only, told, options, cx)).transpose(),
        Err(Error::Stopped(stopped)) => {
            let mut answer = blank(position);
            answer.engine = only.game.engine_for(&only.place);
            answer.components = vec![alone::shown(only, &answer)];
            answer.stopped = Some(stopped);
            Ok(Some(answer))
        }
        Err(bad) => Err(bad),
    }
}

/// The outcome of a lone component whose value is out of reach.
fn at_last(only: &Component, cx: &Context) -> Result<Option<Found<Told>>> {
    match only.game.outcome_alone(&only.place, true, cx) {
        // the budget is spent: there is an answer that says so
        Err(Error::Stopped(_)) => Ok(None),
        told => told,
    }
}

/// A theorem or a proved automaton gives the outcome without the value.
fn by_outcome(
    position: &Position,
    only: &Component,
    told: Found<Told>,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    let is_next = told.what.outcome == Outcome::Next;
    let winning = || only.game.winning_alone(&only.place, options.limit, cx);
    let mut answer = alone::solve(position, only, told, options, cx, winning)?;
    if is_next
        && only.game.told(&only.place).is_some()
        && !only.game.any().is_some_and(|rules| rules.tells_all(&only.place))
    {
        // those that the theorem names; others may win as well
        answer.moves.count = None;
    }
    Ok(answer)
}

/// Moves in a component of which a theorem told the value are looked for so long.
const TOLD: u64 = 100_000;

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
        let found = match w.value() {
            None => None,
            Some(own) => {
                let (target, Component { game, place }) = (value ^ own, &w.component);
                let listed = |cx: &Context| game.options_with_value(place, &target, limit, cx);
                let found = match game.is_told_unsearched(place) {
                    true => cx.trial(TOLD, listed),
                    false => listed(cx).map(Some),
                };
                as_far_as(&mut stopped, found)?.flatten()
            }
        };
        table.insert(w.component.clone(), found);
    }
    let moves = list(position, &table, limit, cx, &mut |_, _| (Some(Value::ZERO), Some(Outcome::Previous)));
    Ok((moves, stopped))
}

pub(super) fn outcome_and_value(position: &Position, cx: &Context) -> Result<(Option<Outcome>, Option<Nat>)> {
    let only = lone(position);
    if let Some(only) = &only
        && let Some((outcome, value)) = alone::outcome_and_value(only, cx)?
    {
        return Ok((Some(outcome), value));
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
        Some(Error::Stopped(stopped)) => {
            if let Some(only) = &only
                && let Some(told) = at_last(only, cx)?
            {
                return Ok((Some(told.what.outcome), told.what.value));
            }
            // equal components may still cancel, and a law be proved: ask the careful road
            let (all, _) = work(position, cx)?;
            match xor(&all) {
                Some(value) => sum = value,
                None => {
                    let told = only.as_ref().map(|only| at_last(only, cx)).transpose()?.flatten();
                    let told = told.ok_or(stopped)?.what;
                    return Ok((Some(told.outcome), told.value));
                }
            }
        }
        Some(bad) => return Err(bad),
        None => {}
    }
    let outcome = if sum == Nat::ZERO { Outcome::Previous } else { Outcome::Next };
    Ok((Some(outcome), Some(sum)))
}
