//! Every move of a position with the value it leads to.

use super::alone::{self, lone};
use super::components::work;
use super::list::{OptionsOf, list, options_of};
use super::normal::listed;
use super::{SolveOptions, reading, solve};
use crate::answer::{Answer, MoveList};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Convention;
use crate::plan::misere::Judge;
use crate::plan::sums::Play;
use crate::plan::{Found, Told};
use crate::position::Position;

options! {
    /// What is wanted of [`Position::moves_with`].
    ///
    /// ```
    /// use grundy::{Context, MovesOptions, kayles};
    /// let wanted = MovesOptions::default().with_winning(true).with_limit(1);
    /// assert_eq!(kayles().at(9).moves_with(&wanted, &Context::default())?.moves[0].to, "kayles(4, 4)");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct MovesOptions {
        /// List so many at most.
        limit: usize = 100, with_limit;
        /// Only those that win.
        winning: bool = false, with_winning;
    }
}

/// The moves of a position, counted exactly, the first ones listed with what they lead to.
///
/// # Errors
/// As [`solve`]; a position with `?` has no moves.
pub(crate) fn moves(position: &Position, options: &MovesOptions, cx: &Context) -> Result<Answer<MoveList>> {
    playable(position)?;
    let answer = Answer::new(position.query(), position.convention, reading(position), MoveList::default());
    answer.filled_as_far_as(cx, |answer| {
        let listed = if options.winning {
            let wanted = SolveOptions { limit: options.limit, details: true, ..SolveOptions::default() };
            solve(position, &wanted, cx).map(|solved| {
                answer.result = solved.result.moves;
                answer.evidence = solved.evidence;
                answer.stopped = solved.stopped;
            })
        } else {
            match position.convention {
                Convention::Normal => normal(position, options.limit, answer, cx),
                Convention::Misere => misere(position, options.limit, answer, cx),
            }
        };
        if (answer.stopped.is_some() || listed.is_err()) && answer.moves.is_empty() {
            answer.evidence = Evidence::nothing();
        }
        if !options.winning {
            (0usize..).zip(&mut answer.result.moves).for_each(|(index, mv)| mv.index = Some(Nat::from(index)));
        }
        listed
    })
}

/// Refuses what has no moves.
fn playable(position: &Position) -> Result<()> {
    position.sound()?;
    if position.hole.is_some() {
        return Err(Diagnostic::input("a position with `?` has no moves")
            .suggest("ask `solve` for the number first")
            .into());
    }
    Ok(())
}

/// The moves alone, whatever they lead to.
///
/// # Errors
/// As [`moves`]; a spent budget is an error here.
pub(crate) fn legal(position: &Position, limit: usize, cx: &Context) -> Result<MoveList> {
    playable(position)?;
    let table = options_of(position, limit, cx)?;
    Ok(list(position, &table, limit, cx, &mut |_, _| (None, None)))
}

/// An answer of moves that nobody judged.
pub(crate) fn unjudged(position: &Position, moves: MoveList) -> Answer<MoveList> {
    let answer = Answer::new(position.query(), position.convention, reading(position), moves);
    Answer { evidence: Evidence::nothing(), ..answer }
}

fn normal(position: &Position, limit: usize, answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    if Play::of(position) == Play::Ends
        && let Some(only) = lone(position)
        && let Some(told) = only.game.outcome_alone(&only.place, false, cx)?
    {
        return by_outcome(position, &only, told, limit, answer, cx);
    }
    let (sum, stopped) = work(position, cx)?;
    answer.evidence = sum.evidence();
    answer.stopped = stopped;
    let table = options_of(position, limit, cx)?;
    let (moves, done) = listed(position, &table, limit, cx, &mut |component, parts| sum.after(component, parts, cx));
    answer.result = moves;
    done
}

/// The outcome is told without the value: so is that of each option, where the move leaves one part.
fn by_outcome(
    position: &Position,
    only: &Component,
    told: Found<Told>,
    limit: usize,
    answer: &mut Answer<MoveList>,
    cx: &Context,
) -> Result<()> {
    answer.evidence = told.evidence;
    // where values are cheap, or nobody can say what they cost, a short trial tells
    let tried = only.game.cost(&only.place).is_none_or(|nodes| nodes <= alone::TRIAL);
    let value = |part: &Context| only.game.find_value(&only.place, part);
    let known = tried && told.what.value.is_none() && cx.trial(alone::TRIAL, value)?.is_some();
    let found = only.game.options(&only.place, limit, cx)?;
    let table = OptionsOf::from_iter([(only.clone(), Some(found))]);
    let mut trouble = None;
    let mut evidence = Evidence::trivial();
    answer.result = list(position, &table, limit, cx, &mut |_, parts| {
        let ([left], None) = (parts.as_slice(), &trouble) else { return (None, None) };
        let after = match left.game.outcome_alone(&left.place, true, cx) {
            Ok(Some(after)) => after,
            Ok(None) => return (None, None),
            Err(e) => {
                trouble = Some(e);
                return (None, None);
            }
        };
        evidence.add(&after.evidence);
        let value = match after.what.value {
            Some(value) if tried => Some(value),
            // a search that reached the whole position has met this one
            None if known => left.game.value_at(&left.place, cx).ok(),
            _ => None,
        };
        (value.map(Value::Finite), Some(after.what.outcome))
    });
    answer.evidence.add(&evidence);
    trouble.map_or(Ok(()), Err)
}

fn misere(position: &Position, limit: usize, answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    let table = options_of(position, limit, cx)?;
    let distinct = position.components();
    let mut judge = Judge::new();
    let mut trouble = None;
    answer.result = list(position, &table, limit, cx, &mut |component, parts| {
        let moved = distinct.iter().position(|(c, _)| c == component).unwrap_or(0);
        match judge.after(&distinct, moved, parts, cx) {
            Ok(outcome) => (None, Some(outcome)),
            Err(e) => {
                trouble.get_or_insert(e);
                (None, None)
            }
        }
    });
    answer.evidence = judge.evidence();
    trouble.map_or(Ok(()), Err)
}
