//! Who wins a place alone in normal play: told before its value, by its value, or told at last.
//!
//! | step | asks | where |
//! |---|---|---|
//! | [`Stage::First`] | laws of outcomes that cost less than the value: theorems, compounds, automata far away | [`Game::outcome_before_value`] |
//! | the value | the ladder of values; 0 is lost | [`Game::find_value`] |
//! | [`Stage::Last`] | laws that were proved on the way, theorems beside a search that was too dear | [`Game::outcome_at_last`] |
//!
//! The order stands in [`Game::judged`], for verbs that ask who wins. `solve` asks step by step, because its answer shows
//! values and sums beside the outcome; how dear a value may be before a law goes first is decided here for it as well.

use super::strategy::Stage;
use super::{Found, Told, outcome_of};
use crate::context::Context;
use crate::error::Result;
use crate::game::options::Options;
use crate::game::{Game, Place};
use crate::number::Nat;
use crate::outcome::Outcome;

/// Values of at most this many nodes are computed even where a law gives the outcome alone.
const CHEAP_NODES: u64 = 5_000;

/// Nodes for the value beside an outcome that came without it, where nobody asked for the value …
const BESIDE_NODES: u64 = 20_000;
/// … and of a far heap of a set or a code, whose values may repeat soon.
const SEQUENCE_NODES: u64 = 100_000_000;

/// How the outcome of a place was found.
pub(super) enum Judged<V> {
    /// By a law of outcomes.
    Told(Found<Told>),
    /// By the value.
    Valued(V),
}

impl Game {
    /// The three steps; `value` is the second.
    ///
    /// # Errors
    /// That of `value`, where no law tells the outcome either.
    pub(super) fn judged<V>(
        &self,
        place: &Place,
        value: impl FnOnce() -> Result<V>,
        cx: &Context,
    ) -> Result<Judged<V>> {
        if let Some(told) = self.outcome_at_stage(place, Stage::First, cx)? {
            return Ok(Judged::Told(told));
        }
        value().map(Judged::Valued).or_else(|refused| match self.outcome_at_last(place, cx) {
            Ok(Some(told)) => Ok(Judged::Told(told)),
            _ => Err(refused),
        })
    }

    /// What the strategies tell without the value.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(super) fn outcome_at_stage(&self, place: &Place, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        self.climb(place, |strategy, at| strategy.outcome(at, stage, cx))
    }

    /// Who wins the place alone, with the reasons.
    ///
    /// # Errors
    /// As [`Game::find_value`].
    pub(crate) fn find_outcome(&self, place: &Place, cx: &Context) -> Result<Found<Outcome>> {
        Ok(match self.judged(place, || self.find_value(place, cx), cx)? {
            Judged::Told(found) => found.map(|told| told.outcome),
            Judged::Valued(found) => found.map(|value| outcome_of(&value)),
        })
    }

    /// Who wins the place alone, where a law tells it and the value, which is wanted too, is not cheap.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn outcome_before_value(&self, place: &Place, cx: &Context) -> Result<Option<Found<Told>>> {
        if self.value_is_cheap(place) && !self.is_told_at_unknown_cost(place) {
            return Ok(None);
        }
        self.outcome_at_stage(place, Stage::First, cx)
    }

    /// Who wins the place alone, where a law tells it: the value is out of reach.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn outcome_at_last(&self, place: &Place, cx: &Context) -> Result<Option<Found<Told>>> {
        self.outcome_at_stage(place, Stage::Last, cx)
    }

    /// Who wins the place alone, where its moves are wanted and their values are not to be searched: of a board that a
    /// theorem tells, the values of all options are dear, and without a budget nobody asked for them.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn outcome_before_moves(&self, place: &Place, cx: &Context) -> Result<Option<Found<Told>>> {
        match self.is_told_unsearched(place) && !cx.is_limited() {
            true => self.outcome_at_last(place, cx),
            false => self.outcome_before_value(place, cx),
        }
    }

    /// The winning options of a place whose outcome a law told.
    ///
    /// # Errors
    /// A spent budget, where no law lists them and there are too many options to try.
    pub(crate) fn winning_alone(&self, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        let found = self.climb(place, |strategy, at| strategy.winning(at, limit, cx))?;
        found.ok_or_else(|| self.too_many_options(place, cx))
    }

    /// The value beside an outcome that came without it, where a trial finds it; none is made where it is known to be dear.
    ///
    /// # Errors
    /// Faults of the rule.
    pub(crate) fn value_beside(&self, place: &Place, cx: &Context) -> Result<Option<Found<Nat>>> {
        if self.strategies()?.heaps.is_some() {
            return cx.trial(SEQUENCE_NODES, |part| self.find_value(place, part));
        }
        if self.cost(place).is_some() && !self.is_told_at_unknown_cost(place) {
            return Ok(None);
        }
        self.value_tried(place, cx)
    }

    /// The value, where a short trial finds it.
    ///
    /// # Errors
    /// Faults of the rule.
    pub(crate) fn value_tried(&self, place: &Place, cx: &Context) -> Result<Option<Found<Nat>>> {
        cx.trial(BESIDE_NODES, |part| self.find_value(place, part))
    }

    /// May the values of the options be told beside their outcomes: are they cheap, or is the cost unknown?
    pub(crate) fn values_are_tried_beside(&self, place: &Place) -> bool {
        self.cost(place).is_none_or(|nodes| nodes <= BESIDE_NODES)
    }

    /// Is the value to be had for little, or by a law?
    pub(super) fn value_is_cheap(&self, place: &Place) -> bool {
        self.cost(place).is_some_and(|nodes| nodes <= CHEAP_NODES)
    }
}
