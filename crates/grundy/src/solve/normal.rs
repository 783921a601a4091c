//! Normal play: what the components are worth, their sum, the moves that win.

use dashu_int::ops::BitTest;

use super::alone::{self, lone};
use super::list::{OptionsOf, list};
use super::{SolveOptions, blank, looked_up, loopy};
use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::context::{Context, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::options::{Options, Parts};
use crate::game::{Component, show_components};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::plan::sums::{AfterMove, Play, Sum, Summand, Worth};
use crate::plan::{Found, Told, as_far_as, unless_stopped};
use crate::position::Position;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let play = Play::of(position);
    let only = lone(position);
    if play == Play::Ends
        && let Some(only) = &only
        && (!options.value || only.game.cost(&only.place).is_none())
        && let Some(answer) = first(position, only, options, cx)?
    {
        return Ok(answer);
    }
    let named = match (&only, play) {
        (Some(only), Play::Ends) if options.value && options.moves => named(only, options.limit, cx)?,
        _ => None,
    };
    let (sum, stopped) = Sum::of(position, cx)?;
    let mut answer = blank(position);
    answer.engine = sum.engines();
    answer.components = shown(&sum);
    answer.evidence = sum.evidence();
    let Some(total) = sum.total() else {
        answer.stopped = stopped;
        return match (play, only) {
            (Play::Ends, only) => {
                without_value(answer, position, only.as_ref().map(|only| (only, named)), &sum, options, cx)
            }
            (Play::Loopy, Some(only)) => loopy::without_value(answer, &only, cx),
            _ => Ok(answer),
        };
    };
    answer.outcome = Some(total.outcome());
    (answer.value, answer.loopy, answer.value_status) = match total {
        Worth::Value(Value::Finite(value)) => (Some(value.clone()), None, ValueStatus::Exact),
        Worth::Value(Value::Infinite(numbers)) => (None, Some(numbers.clone()), ValueStatus::None),
        Worth::Loony => (None, None, ValueStatus::Loony),
    };
    if options.moves {
        (answer.moves, answer.stopped) = winning(position, &sum, options.limit, cx)?;
        if answer.stopped.is_some()
            && let Some((only, named)) = only.as_ref().zip(named)
        {
            let table = OptionsOf::from_iter([(only.clone(), Some(named))]);
            let won = |_: &Component, _: &Parts| (Some(Value::ZERO), Some(Outcome::Previous));
            answer.moves = list(position, &table, options.limit, cx, &mut { won });
        }
        if play == Play::Loopy {
            answer.strategy = loopy::nearer(position, &answer.moves, cx)?;
        }
    }
    Ok(answer)
}

/// The winning moves that a theorem names, before the value is worked out, which may take all there is. `None`: the value costs
/// little, or they are not found in half of what is left.
fn named(only: &Component, limit: usize, cx: &Context) -> Result<Option<Options>> {
    let named = cx.trial_of_half(|part| {
        let told = only.game.outcome_before_value(&only.place, part)?;
        match told.is_some_and(|told| told.what.outcome == Outcome::Next) {
            true => only.game.winning_alone(&only.place, limit, part).map(Some),
            false => Ok(None),
        }
    })?;
    Ok(named.flatten())
}

/// The components as answers show them.
fn shown(sum: &Sum) -> Vec<ComponentValue> {
    let shown = |s: &Summand| ComponentValue {
        component: s.component.clone(),
        position: show_components(std::slice::from_ref(&s.component)),
        count: s.count.clone(),
        value: s.number().cloned(),
        loopy: s.value().and_then(Value::loopy).map(<[Nat]>::to_vec),
        evidence: s.found.as_ref().map_or_else(Evidence::trivial, |found| found.evidence.clone()),
    };
    sum.summands.iter().map(shown).collect()
}

/// The answer where the value of the whole is not known.
fn without_value(
    mut answer: Answer,
    position: &Position,
    only: Option<(&Component, Option<Options>)>,
    sum: &Sum,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    if let Some((only, named)) = only {
        let mut excluded = only.game.any().map_or_else(Vec::new, |rules| rules.excluded(&only.place, cx));
        if let Some(told) = at_last(only, cx)? {
            // who wins has another value than 0
            if told.what.outcome == Outcome::Next && !excluded.contains(&0) {
                excluded.insert(0, 0);
            }
            let asked = answer.stopped.take().filter(|_| options.value);
            let mut answer = by_outcome(position, only, told, named, &SolveOptions { value: false, ..*options }, cx)?;
            answer.stopped = answer.stopped.or(asked);
            answer.excluded = excluded;
            return Ok(answer);
        }
        answer.excluded = excluded;
    }
    super::guess::look(&mut answer, sum, options.guess, cx)?;
    Ok(answer)
}

/// The answer for a lone component whose outcome is told before its value.
fn first(position: &Position, only: &Component, options: &SolveOptions, cx: &Context) -> Result<Option<Answer>> {
    match only.game.outcome_before_value(&only.place, cx) {
        Ok(told) => told.map(|told| by_outcome(position, only, told, None, options, cx)).transpose(),
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
    unless_stopped(only.game.outcome_at_last(&only.place, cx))
}

/// A theorem or a proved automaton gives the outcome without the value; the moves that win may have been named before.
fn by_outcome(
    position: &Position,
    only: &Component,
    told: Found<Told>,
    named: Option<Options>,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    let is_next = told.what.outcome == Outcome::Next;
    let winning = || named.map_or_else(|| only.game.winning_alone(&only.place, options.limit, cx), Ok);
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

/// The moves that win. Where the budget ends, those are told that are known by then.
fn winning(position: &Position, sum: &Sum, limit: usize, cx: &Context) -> Result<(MoveList, Option<Stopped>)> {
    if sum.total().is_none_or(|total| total.outcome() != Outcome::Next) {
        return Ok((MoveList { moves: Vec::new(), count: Some(Nat::ZERO) }, None));
    }
    let (mut table, mut stopped) = (OptionsOf::default(), None);
    for (index, summand) in sum.summands.iter().enumerate().filter(|(_, s)| s.count > Nat::ZERO) {
        let mut found = as_far_as(&mut stopped, sum.winning(index, limit, cx))?.flatten();
        if found.is_none() && stopped.is_some() {
            let mut is_known = |parts: &Parts, cx: &Context| sum.is_known_to_win(index, parts, cx);
            found = looked_up::winning(&summand.component, limit, cx, &mut is_known);
        }
        table.insert(summand.component.clone(), found);
    }
    let mut after = |component: &Component, parts: &Parts| match component.game.is_entailing() {
        true => sum.after(component, parts, cx),
        false => Ok(Some((Some(Worth::ZERO), Outcome::Previous))),
    };
    let (moves, done) = listed(position, &table, limit, false, cx, &mut after);
    done.map(|()| (moves, stopped))
}

/// Moves with what they lead to, as far as that could be said. Every move from a lost position loses, whatever its value.
pub(super) fn listed(
    position: &Position,
    table: &OptionsOf,
    limit: usize,
    is_lost: bool,
    cx: &Context,
    after: &mut dyn FnMut(&Component, &Parts) -> Result<Option<AfterMove>>,
) -> (MoveList, Result<()>) {
    let mut trouble = None;
    let moves = list(position, table, limit, cx, &mut |component, parts| match after(component, parts) {
        Ok(Some((worth, outcome))) => (worth.and_then(|worth| worth.value().cloned()), Some(outcome)),
        Ok(None) => (None, None),
        Err(error) => {
            trouble.get_or_insert(error);
            (None, (is_lost && !component.game.is_entailing()).then_some(Outcome::Next))
        }
    });
    (moves, trouble.map_or(Ok(()), Err))
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
        let is_odd = count.bit(0);
        if trouble.is_none() && (is_odd || (*count > Nat::ZERO && !game.copies_cancel())) {
            match game.value_at(place, cx) {
                Ok(value) if is_odd => sum ^= value,
                Ok(_) => {}
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
            // equal components may still cancel: ask the careful road
            let (worked, _) = Sum::of(position, cx)?;
            match worked.total().and_then(Worth::number) {
                Some(value) => sum = value.clone(),
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
    let outcome = Outcome::lost_if(sum == Nat::ZERO);
    Ok((Some(outcome), Some(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Budget;

    /// The value of New Stone takes all there is; what the theorem names is there, as without it.
    #[test]
    fn whoever_asks_for_the_value_keeps_the_winning_moves() {
        let position: Position = "newstone(11, 16, 21, 26)".parse().unwrap();
        let cx = Context::new(Budget { nodes: Some(2_000_000), ..Budget::UNLIMITED });
        let plain = position.solve_with(&SolveOptions::default(), &cx).unwrap();
        assert!(plain.stopped.is_none() && plain.moves.moves.len() > 2 && plain.value.is_none(), "{plain:?}");
        let cx = Context::new(Budget { nodes: Some(2_000_000), ..Budget::UNLIMITED });
        let more = position.solve_with(&SolveOptions::default().with_value(true), &cx).unwrap();
        assert!(more.stopped.is_some() && more.value.is_none(), "{more:?}");
        assert_eq!(format!("{:?}", more.moves), format!("{:?}", plain.moves));
        // where there is a value, it is told as before
        let position: Position = "newstone(2, 3, 5)".parse().unwrap();
        let small = position.solve_with(&SolveOptions::default().with_value(true), &Context::default()).unwrap();
        assert!(small.value.is_some() && small.stopped.is_none() && small.moves.count.is_some(), "{small:?}");
    }
}
