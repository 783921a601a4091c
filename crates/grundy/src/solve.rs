//! Question → plan → answer.
//!
//! In normal play the planner ([`crate::plan`]) gives each component its Grundy value, the values are xored
//! (Sprague–Grundy), and the winning moves are the options whose value makes the xor 0. Equal components are worked once. In
//! misère play values say nothing: the planner asks Bouton's theorem, periods, misère quotients and proved laws, and searches
//! what they leave open.

mod alone;
pub(crate) mod canonical;
mod certificate;
mod count;
mod details;
mod exec;
mod explain;
mod extent;
mod guess;
mod list;
mod looked_up;
mod loopy;
mod misere;
mod moves;
mod normal;
mod period;
mod proof;
mod quotient;
mod reply;
mod residues;
mod same;
mod table;
#[cfg(test)]
mod tests;
mod unknown;

use rustc_hash::FxHashSet;

use crate::answer::{Answer, Reading, Solution, ValueStatus};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::sums::Play;
use crate::position::Position;
use crate::words::Words;

pub(crate) use canonical::canonical;
pub use count::CountOptions;
pub(crate) use count::count;
pub(crate) use details::number;
pub use exec::solve_exec;
pub(crate) use explain::{explain, explain_mex};
pub use moves::MovesOptions;
pub(crate) use moves::{legal, moves, unjudged};
pub use period::PeriodOptions;
pub(crate) use period::period;
pub use quotient::QuotientOptions;
pub(crate) use quotient::{identity, identity_of, quotient, quotient_of};
pub(crate) use same::{same, same_up_to};
pub use table::TableOptions;
pub(crate) use table::table;

options! {
    /// What is wanted of [`Position::solve_with`].
    ///
    /// ```
    /// use grundy::{Budget, Context, SolveOptions};
    /// let position: grundy::Position = "nim(13, 12, 8)".parse()?;
    /// let answer = position.solve_with(&SolveOptions::default().with_limit(1), &Context::new(Budget::UNLIMITED))?;
    /// assert_eq!((answer.moves.moves.len(), answer.moves.truncated()), (1, true));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct SolveOptions {
        /// List so many winning moves at most.
        limit: usize = 100, with_limit;
        /// Compute the value even where a theorem gives the outcome alone.
        value: bool = false, with_value;
        /// Give a pattern that was only seen, with the status of a guess.
        guess: bool = false, with_guess;
        /// Look for the winning moves at all.
        moves: bool = true, with_moves;
        /// Say the number of each move in the full list, how many moves there are, and how far the end is, where that
        /// is quick.
        details: bool = false, with_details;
        /// Say the period by which a single heap is judged, where it is known soon.
        period: bool = false, with_period;
    }
}

/// Who wins, the value, the winning moves, and what all that rests on.
///
/// When the budget ends, the answer holds what was established and [`Answer::stopped`] says why it is not complete.
///
/// # Errors
/// Faults of the input that show only while working: a rule that does not end, an expression without a value.
pub(crate) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    position.sound()?;
    blank(position).filled(cx, |answer| {
        *answer = if position.hole.is_some() {
            unknown::solve(position, options, cx)?
        } else if position.is_over() {
            ended(position)
        } else {
            match position.convention {
                Convention::Normal => normal::solve(position, options, cx)?,
                Convention::Misere => misere::solve(position, options, cx)?,
            }
        };
        if answer.outcome.is_none() && answer.unknown.is_none() {
            answer.evidence = Evidence::nothing();
        }
        if options.details && position.hole.is_none() && answer.stopped.is_none() {
            answer.options = details::number(position, &mut answer.result.moves, cx)?;
            answer.remoteness = details::remoteness(position, cx)?;
        }
        if options.period && position.convention == Convention::Normal && answer.value.is_some() {
            answer.period = explain::period_of_heap(position, cx);
        }
        Ok(())
    })
}

/// Outcome and value only, without words: the fast road of `solve -`.
///
/// # Errors
/// As [`solve`]; a spent budget is an error here.
pub(crate) fn outcome_and_value(position: &Position, cx: &Context) -> Result<(Option<Outcome>, Option<Nat>)> {
    position.sound()?;
    if position.hole.is_none() && position.convention == Convention::Normal && Play::of(position) == Play::Ends {
        return normal::outcome_and_value(position, cx);
    }
    let options = SolveOptions { limit: 0, moves: false, ..SolveOptions::default() };
    let answer = solve(position, &options, cx)?;
    match answer.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok((answer.outcome, answer.result.value)),
    }
}

/// An answer in which nothing is known yet.
fn blank(position: &Position) -> Answer {
    Answer::new(position.query(), position.convention, reading(position), Solution::default())
}

/// The answer where the play is over: nobody has a move. Who made the last one has won, and lost in misère play.
fn ended(position: &Position) -> Answer {
    let mut answer = blank(position);
    answer.outcome = Some(match position.convention() {
        Convention::Normal => Outcome::Previous,
        Convention::Misere => Outcome::Next,
    });
    answer.value_status = ValueStatus::None;
    answer.moves.count = Some(Nat::ZERO);
    answer.evidence = Evidence::computed(Words::new("the play is over", "对局已结束"));
    answer.engine = "rules".to_owned();
    answer
}

/// How the input was read: one entry a game.
fn reading(position: &Position) -> Vec<Reading> {
    let (mut lines, mut games) = (Vec::new(), FxHashSet::default());
    position.each(&mut |game, _, _| {
        // what a graph is called is seen from all of it
        if lines.len() < 20 && games.insert(game.clone()) {
            let read = Reading::of(game);
            if !lines.contains(&read) {
                lines.push(read);
            }
        }
    });
    lines
}
