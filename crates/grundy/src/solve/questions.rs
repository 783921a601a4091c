//! What a position can be asked, with the usual options and no limit of time and memory.
//!
//! [`solve`](crate::solve()), [`moves`](crate::moves()) and [`outcome_and_value`](crate::outcome_and_value) take a
//! [`Context`] with a budget and a cancel flag.

use super::{MovesOptions, SolveOptions, explain_position, moves, outcome_and_value, solve};
use crate::answer::{Answer, Explanation, MoveList};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::position::Position;

impl Position {
    /// Who wins, the value, the winning moves, and what all that rests on.
    ///
    /// # Errors
    /// What is wrong with the position, or with a rule in it.
    ///
    /// ```
    /// use grundy::{kayles, take};
    /// let answer = (take([1, 3, 4]).at([21, 17]) + kayles().at(9)).solve()?;
    /// assert_eq!(answer.moves.moves[0].to, "kayles(2, 6)");
    /// assert!(answer.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn solve(&self) -> Result<Answer> {
        solve(self, &SolveOptions::default(), &Context::default())
    }

    /// Who wins.
    ///
    /// # Errors
    /// As [`Position::solve`]; a plan that no machine could finish; a position with `?`.
    pub fn outcome(&self) -> Result<Outcome> {
        let (outcome, _) = outcome_and_value(self, &Context::default())?;
        Ok(outcome.ok_or_else(|| {
            Diagnostic::input("the outcome depends on `?`").suggest("`solve` gives the numbers that fit")
        })?)
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// As [`Position::outcome`]; misère play, which has no values.
    pub fn value(&self) -> Result<Nat> {
        if self.convention == Convention::Misere {
            return Err(Diagnostic::input("misère play has no Grundy values")
                .suggest("`outcome` says who wins")
                .into());
        }
        if self.hole.is_none()
            && let (_, Some(value)) = outcome_and_value(self, &Context::default())?
        {
            return Ok(value);
        }
        // a theorem gave the outcome alone, so the value is computed
        let wanted = SolveOptions { limit: 0, value: true, guess: false, moves: false };
        let answer = solve(self, &wanted, &Context::default())?;
        match (answer.result.value, answer.stopped) {
            (Some(value), _) => Ok(value),
            (None, Some(stopped)) => Err(stopped.into()),
            (None, None) => Err(Diagnostic::input("the value depends on `?`").into()),
        }
    }

    /// The moves that win: counted exactly, the first 100 listed.
    ///
    /// # Errors
    /// As [`Position::outcome`].
    ///
    /// ```
    /// use grundy::{kayles, take};
    /// let wins = (take([1, 3, 4]).at(21) + kayles().at(9)).winning_moves()?;
    /// assert!(!wins.truncated());
    /// assert!(wins.moves.iter().all(|m| m.wins()));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn winning_moves(&self) -> Result<MoveList> {
        self.listed(true)
    }

    /// Every move with the value or the outcome that it leads to: counted exactly, the first 100 listed.
    ///
    /// # Errors
    /// As [`Position::outcome`].
    pub fn moves(&self) -> Result<MoveList> {
        self.listed(false)
    }

    fn listed(&self, winning: bool) -> Result<MoveList> {
        let answer = moves(self, &MovesOptions { winning, ..MovesOptions::default() }, &Context::default())?;
        answer.stopped.map_or(Ok(answer.result), |stopped| Err(stopped.into()))
    }

    /// The reasons, step by step: options → values → mex, columns → xor → which move.
    ///
    /// # Errors
    /// As [`Position::solve`].
    pub fn explain(&self) -> Result<Answer<Explanation>> {
        explain_position(self, &Context::default())
    }

    /// The same sum in misère play, where who cannot move wins. It is said of the whole sum, last.
    ///
    /// ```
    /// use grundy::{Outcome, nim};
    /// assert_eq!(nim().at([1, 1, 1]).misere().outcome()?, Outcome::Previous);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn misere(self) -> Position {
        self.under(Convention::Misere)
    }
}
