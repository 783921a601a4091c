//! Question → plan → answer.
//!
//! In normal play every component gets its Grundy value from the cheapest engine that fits its game (see
//! [`crate::game`]), the values are xored (Sprague–Grundy), and the winning moves are the options whose value makes
//! the xor 0. Equal components are worked once. In misère play values say nothing: Nim has its theorem, everything
//! else is searched (see [`grundy_search::misere`]).

mod alone;
mod components;
mod compound;
mod count;
mod exec;
mod explain;
mod guess;
mod learnt;
mod list;
mod loopy;
mod misere;
mod moves;
mod normal;
mod period;
mod questions;
mod table;
mod unknown;

use crate::answer::{Answer, Solution};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::outcome::Convention;
use crate::position::Position;

pub use count::{CountOptions, count};
pub use exec::solve_exec;
pub use explain::{explain, explain_position};
pub(crate) use misere::Judge;
pub use moves::{MovesOptions, moves};
pub(crate) use period::candidate;
pub use period::{PeriodOptions, period, same};
pub use table::{TableOptions, table};

/// What is wanted of `solve`.
#[derive(Debug, Clone, Copy)]
pub struct SolveOptions {
    /// List so many winning moves at most.
    pub limit: usize,
    /// Compute the value even where a theorem gives the outcome alone.
    pub value: bool,
    /// Give a pattern that was only seen, with the status of a guess.
    pub guess: bool,
    /// Look for the winning moves at all.
    pub moves: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions { limit: 100, value: false, guess: false, moves: true }
    }
}

/// Who wins, the value, the winning moves, and what all that rests on.
///
/// When the budget ends, the answer holds what was established and [`Answer::stopped`] says why it is not complete.
///
/// # Errors
/// Faults of the input that show only while working: a rule that does not end, an expression without a value.
pub fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    position.sound()?;
    blank(position).filled(cx, |answer| {
        *answer = if position.hole.is_some() {
            unknown::solve(position, options, cx)?
        } else {
            match position.convention {
                Convention::Normal if loopy::concerns(position) => loopy::solve(position, options, cx)?,
                Convention::Normal => normal::solve(position, options, cx)?,
                Convention::Misere => misere::solve(position, options, cx)?,
            }
        };
        if position.hole.is_none() {
            learnt::complete(position, options, answer, cx)?;
        }
        if answer.outcome.is_none() && answer.unknown.is_none() {
            answer.evidence = Evidence::guess("nothing was established about the sum");
        }
        Ok(())
    })
}

/// Outcome and value only, without words: the fast road of `solve -`.
///
/// # Errors
/// As [`solve`]; a spent budget is an error here.
pub fn outcome_and_value(position: &Position, cx: &Context) -> Result<(Option<crate::Outcome>, Option<crate::Nat>)> {
    position.sound()?;
    if position.hole.is_none() && position.convention == Convention::Normal && !loopy::concerns(position) {
        return normal::outcome_and_value(position, cx);
    }
    let options = SolveOptions { limit: 0, value: false, guess: false, moves: false };
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

/// How the input was read: one line a game.
fn reading(position: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    position.each(&mut |game, _, _| {
        if lines.len() < 20 {
            let line = game.reading();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    });
    lines
}
