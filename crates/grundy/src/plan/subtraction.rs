//! Heaps of subtraction games: windows of values and the periods that they prove.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_core::period::Period;
use grundy_sequence::period::ProvedPeriod;

use super::strategy::{At, Strategy};
use super::{Found, below};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::options::Options;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;
use grundy_sequence::set::IntSet;
use grundy_sequence::subtraction::SubtractionEngine;

/// A period is looked for among so many values where it would only help.
const IN_PASSING: u64 = 1 << 20;

/// The sequence of a set.
#[derive(Debug)]
pub(super) struct Subtraction {
    engine: Mutex<SubtractionEngine>,
}

impl Subtraction {
    pub(super) fn new(set: IntSet) -> Self {
        Subtraction { engine: Mutex::new(SubtractionEngine::new(set)) }
    }

    fn engine(&self) -> MutexGuard<'_, SubtractionEngine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The period that the engine proves from the first `limit` values at most.
    pub(super) fn period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        Ok(self.engine().proved_period(limit, cx)?)
    }

    /// The largest heap that may have this value, where the values grow without end in a proved way.
    /// How the outcomes of a lone heap repeat in misère play.
    pub(super) fn misere_period(&self, limit: u64, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        Ok(self.engine().misere_period(Some(limit), cx)?)
    }

    pub(super) fn last_with_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        let Some((period, why)) = self.engine().period(Some(IN_PASSING), cx)? else { return Ok(None) };
        if period.saltus == 0 {
            return Ok(None);
        }
        // a heap beyond preperiod + t·period has a value of at least t·saltus
        let rounds = value / Nat::from(period.saltus) + Nat::ONE;
        Ok(Some((Nat::from(period.preperiod) + (rounds + Nat::ONE) * Nat::from(period.period), why)))
    }
}

impl Strategy for Subtraction {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        Some("subtraction sequence".into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let (value, evidence) = self.engine().value(&at.place[0], cx)?;
        Ok(Some(Found::new(Value::Finite(value), evidence, "subtraction sequence")))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let mut engine = self.engine();
        if let Some(value) = engine.known(&at.place[0]) {
            return Ok(Some(value));
        }
        Ok(Some(engine.value(&at.place[0], cx)?.0))
    }

    fn misere(&self, at: At<'_>, _tried: bool, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let (outcome, evidence) = self.engine().misere_outcome(&at.place[0], cx)?;
        Ok(Some(Found::new(outcome, evidence, "misère period")))
    }

    fn options(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let listing = self.engine().options(&at.place[0], limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let listing = self.engine().options_with_value(&at.place[0], value, limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }
}
