//! A lone component whose outcome is told without its value: by a theorem, by the law of a compound, by an automaton.

use grundy_core::{Context, Convention, Diagnostic, Error, Nat, Outcome, Result};

use super::SolveOptions;
use super::blank;
use super::list::{OptionsOf, list};
use crate::answer::{Answer, ComponentValue, ValueStatus};
use crate::game::Component;
use crate::game::options::Options;
use crate::game::show_components;
use crate::loopy::Value;
use crate::plan::{Found, Told, names_of_engines};
use crate::position::Position;

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

/// The value beside an outcome that came without it: at any cost if it was asked for.
fn value(only: &Component, asked: bool, cx: &Context) -> Result<Option<Found<Nat>>> {
    match asked {
        true => only.game.find_value(&only.place, cx).map(Some),
        false => only.game.value_beside(&only.place, cx),
    }
}

/// Outcome and value of a lone component in normal play, where the outcome is told without the value.
pub(super) fn outcome_and_value(only: &Component, cx: &Context) -> Result<Option<(Outcome, Option<Nat>)>> {
    let Some(told) = only.game.outcome_before_value(&only.place, cx)? else { return Ok(None) };
    let Told { outcome, value: known } = told.what;
    let value = match known {
        Some(value) => Some(value),
        None => value(only, false, cx)?.map(|found| found.what),
    };
    Ok(Some((outcome, value)))
}

/// The answer from an outcome; `winning` gives the moves that win.
pub(super) fn solve(
    position: &Position,
    only: &Component,
    told: Found<Told>,
    options: &SolveOptions,
    cx: &Context,
    winning: impl FnOnce() -> Result<Options>,
) -> Result<Answer> {
    let mut answer = blank(position);
    answer.outcome = Some(told.what.outcome);
    answer.evidence = told.evidence;
    answer.engine = told.engine.into_owned();
    let normal = position.convention() == Convention::Normal;
    answer.value_status = match &told.what.value {
        Some(_) => ValueStatus::Exact,
        None if normal => ValueStatus::NotComputed,
        None => ValueStatus::None,
    };
    answer.value.clone_from(&told.what.value);
    match fill(&mut answer, position, only, told.what, options, cx, winning) {
        Ok(()) => {}
        Err(Error::Stopped(stopped)) => answer.stopped = Some(stopped),
        Err(bad) => return Err(bad),
    }
    answer.components = vec![shown(only, &answer)];
    Ok(answer)
}

/// Fills in moves and value, in the order of their worth.
fn fill(
    answer: &mut Answer,
    position: &Position,
    only: &Component,
    told: Told,
    options: &SolveOptions,
    cx: &Context,
    winning: impl FnOnce() -> Result<Options>,
) -> Result<()> {
    let normal = position.convention() == Convention::Normal;
    if options.moves {
        let found = if told.outcome == Outcome::Next { winning()? } else { Options::default() };
        let table = OptionsOf::from_iter([(only.clone(), Some(found))]);
        let zero = normal.then_some(Value::ZERO);
        answer.moves = list(position, &table, options.limit, cx, &mut |_, _| (zero.clone(), Some(Outcome::Previous)));
    }
    if answer.value.is_none()
        && normal
        && let Some(found) = value(only, options.value, cx)?
    {
        // who wins may be told by rules of a program
        if found.what == Nat::ZERO {
            let fault = "the rules say that the player to move wins, but the value is 0";
            return Err(Diagnostic::input(fault).suggest("a `pairing` that holds of this position").into());
        }
        answer.evidence.add(&found.evidence);
        answer.engine = names_of_engines([answer.engine.as_str(), &found.engine]);
        answer.value = Some(found.what);
        answer.value_status = ValueStatus::Exact;
    }
    Ok(())
}

/// The one component of a position: it has the value of the answer and rests on the same.
pub(super) fn shown(component: &Component, answer: &Answer) -> ComponentValue {
    ComponentValue {
        component: component.clone(),
        position: show_components(std::slice::from_ref(component)),
        count: Nat::ONE,
        value: answer.value.clone(),
        loopy: None,
        evidence: answer.evidence.clone(),
    }
}
