//! Misère play: who wins by the ladder of [`crate::plan::misere`], then the moves that win.

use super::list::{OptionsOf, list};
use super::{SolveOptions, blank, looked_up};
use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::context::{Context, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::options::Parts;
use crate::game::{Component, show_components};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::plan::as_far_as;
use crate::plan::misere::{Judge, LikeNim, Won};
use crate::position::Position;
use crate::rules::Turn;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let mut answer = blank(position);
    answer.value_status = ValueStatus::None;
    answer.components = position
        .components()
        .into_iter()
        .map(|(component, count)| ComponentValue {
            position: show_components(std::slice::from_ref(&component)),
            component,
            count,
            value: None,
            loopy: None,
            evidence: Evidence::trivial(),
        })
        .collect();
    let mut judge = Judge::new();
    let sum = position.components();
    let result = judge.sum(&sum, cx).and_then(|outcome| {
        answer.outcome = Some(outcome);
        if options.moves {
            (answer.moves, answer.stopped) = winning(position, outcome, options.limit, &mut judge, cx)?;
        }
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(Error::Stopped(s)) => answer.stopped = Some(s),
        Err(bad) => return Err(bad),
    }
    answer.evidence = judge.evidence();
    answer.engine = judge.engine();
    answer.strategy = LikeNim::of(&sum).map(|like| like.told.strategy);
    if let (None, Some(tame)) = (&answer.strategy, judge.tame_sum(&sum)) {
        let is_over = answer.outcome == Some(Outcome::Next) && answer.moves.count == Some(Nat::ZERO);
        answer.strategy = (!is_over).then(|| tame.strategy());
    }
    Ok(answer)
}

/// The moves that win. Where the budget ends, those are told that are known by then.
fn winning(
    position: &Position,
    outcome: Outcome,
    limit: usize,
    judge: &mut Judge,
    cx: &Context,
) -> Result<(MoveList, Option<Stopped>)> {
    if outcome != Outcome::Next {
        return Ok((MoveList { moves: Vec::new(), count: Some(Nat::ZERO) }, None));
    }
    let distinct = position.components();
    let mut won = Won::new(&distinct);
    let (mut table, mut stopped) = (OptionsOf::default(), None);
    for (i, (component, count)) in distinct.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        let mut found = as_far_as(&mut stopped, judge.winning(&mut won, i, limit, cx))?;
        if found.is_none() {
            let mut is_known = |parts: &Parts, cx: &Context| judge.is_known_to_win(&distinct, i, parts, cx);
            found = looked_up::winning(component, limit, cx, &mut is_known);
        }
        table.insert(component.clone(), found);
    }
    let left = |component: &Component, parts: &Parts| match component.turn_after(parts) {
        Turn::Stays => Outcome::Next,
        Turn::Passes | Turn::Ends => Outcome::Previous,
    };
    let moves = list(position, &table, limit, cx, &mut |component, parts| (None, Some(left(component, parts))));
    Ok((moves, stopped))
}
