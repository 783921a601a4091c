//! What every engine looks like to the planner.

use std::borrow::Cow;
use std::fmt::Debug;

use super::tame::Tame;
use super::{Found, Told};
use crate::context::{Context, Stopped};
use crate::engine::values::Values;
use crate::error::{Diagnostic, Result};
use crate::game::knowledge::Knowledge;
use crate::game::options::Options;
use crate::game::{Game, Place};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;

/// Where a question is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'a> {
    /// The game.
    pub(crate) game: &'a Game,
    /// What was recognised in it.
    pub(crate) known: &'a Knowledge,
    /// The place.
    pub(crate) place: &'a Place,
}

/// The values of a piece of a table, and why it has not all that were asked for.
pub(crate) type Laid = (Found<Values>, Option<Stopped>);

/// When a law that tells outcomes is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Before the value is looked for: only what costs less answers.
    First,
    /// After the value was looked for in vain: whatever can answer does.
    Last,
}

/// One way to answer questions about a game, with what it learnt so far.
///
/// Every method says `None` where the strategy does not answer: then the next one is asked. An error ends the question.
pub(crate) trait Strategy: Debug + Send + Sync {
    /// The engine that would answer for the value, in words; `None` where another strategy would.
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>>;

    /// How many nodes a value here may cost: 0 where it is read off. `None`: another strategy answers, or nobody can
    /// tell.
    fn cost(&self, _at: At<'_>) -> Option<u64> {
        None
    }

    /// The value in normal play, with its reasons.
    ///
    /// # Errors
    /// An expression of the rule without a value; a spent budget.
    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>>;

    /// The same number, for callers that sum a million of them: no reasons are made.
    ///
    /// # Errors
    /// As [`Strategy::value`]; a value that is no number.
    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        self.value(at, cx)?.map(|found| finite(at, found.what)).transpose()
    }

    /// The values of all places between `from` and this one, both inclusive, row by row, where a table holds them: none is
    /// looked up by itself. Of one coordinate as far as they are held; there may be fewer than asked.
    fn block(&self, _at: At<'_>, _from: &[u64], _cx: &Context) -> Option<Found<Values>> {
        None
    }

    /// Works out all places between `from` and this one at once; where the budget ends before, what is known of them.
    ///
    /// # Errors
    /// A rule that is not well-formed.
    fn lay_out(&self, _at: At<'_>, _from: &[u64], _cx: &Context) -> Result<Option<Laid>> {
        Ok(None)
    }

    /// Who wins the place alone in normal play, where that is told without the value.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn outcome(&self, _at: At<'_>, _stage: Stage, _cx: &Context) -> Result<Option<Found<Told>>> {
        Ok(None)
    }

    /// Who wins the place alone where a player who cannot move wins: before a search over sums, or after one was begun in
    /// vain.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn misere(&self, _at: At<'_>, _stage: Stage, _cx: &Context) -> Result<Option<Found<Outcome>>> {
        Ok(None)
    }

    /// What the place is worth in sums where a player who cannot move wins, if it is tame.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn tame(&self, _at: At<'_>, _cx: &Context) -> Result<Option<Found<Tame>>> {
        Ok(None)
    }

    /// The options that win where a player who cannot move wins, of a place whose outcome [`Strategy::misere`] told.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn misere_winning(&self, _at: At<'_>, _limit: usize, _cx: &Context) -> Result<Option<Options>> {
        Ok(None)
    }

    /// All options: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn options(&self, _at: At<'_>, _limit: usize, _cx: &Context) -> Result<Option<Options>> {
        Ok(None)
    }

    /// The options of this value: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn options_with_value(&self, _at: At<'_>, _value: &Nat, _limit: usize, _cx: &Context) -> Result<Option<Options>> {
        Ok(None)
    }

    /// The options that win, of a place whose outcome [`Strategy::outcome`] told.
    ///
    /// # Errors
    /// As [`Strategy::value`].
    fn winning(&self, _at: At<'_>, _limit: usize, _cx: &Context) -> Result<Option<Options>> {
        Ok(None)
    }
}

/// The number that a value is.
pub(super) fn finite(at: At<'_>, value: Value) -> Result<Nat> {
    match value {
        Value::Finite(number) => Ok(number),
        infinite @ Value::Infinite(_) => {
            let shown = at.game.show(std::slice::from_ref(at.place));
            let message = format!("{shown} has the value {infinite}, which is not a number: its play need not end");
            Err(Diagnostic::unsupported(message).into())
        }
    }
}
