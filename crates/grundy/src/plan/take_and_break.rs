//! Heaps of take-and-break codes: tables of values, the periods that they prove, and searches in constant memory.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy_core::{Context, Evidence, Nat, Result};
use grundy_sequence::period::ProvedPeriod;

use super::strategy::{At, Strategy};
use super::{Found, below};
use crate::game::options::Options;
use crate::loopy::Value;
use grundy_sequence::code::Code;
use grundy_sequence::heap::{PeriodSearch, ReturningWindow};
use grundy_sequence::take_and_break::CodeEngine;

/// The sequence of a code.
#[derive(Debug)]
pub(super) struct TakeAndBreak {
    engine: Mutex<CodeEngine>,
    /// A period that a returning window proves.
    window: Mutex<Option<ProvedPeriod>>,
}

impl TakeAndBreak {
    pub(super) fn new(code: Code) -> Self {
        TakeAndBreak { engine: Mutex::new(CodeEngine::new(code)), window: Mutex::default() }
    }

    pub(super) fn engine(&self) -> MutexGuard<'_, CodeEngine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn window(&self) -> MutexGuard<'_, Option<ProvedPeriod>> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The period that is proved from the first `limit` values at most.
    pub(super) fn period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        if let Some(proved) = &*self.window() {
            return Ok(Some(proved.clone()));
        }
        self.engine().proved_period(limit, cx)
    }

    /// A search in constant memory that goes on behind the values known so far, if that can be.
    pub(super) fn search(&self) -> Option<PeriodSearch> {
        PeriodSearch::new(self.engine().heaps()?)
    }

    /// Takes over what such a search has proved, which rests on so many values of a store besides those of the table.
    pub(super) fn remember(&self, found: ReturningWindow, read: u64) -> ProvedPeriod {
        let mut proved = ProvedPeriod::from(&Arc::new(found));
        let read = read.max(self.engine().values_read());
        if read > 0 {
            proved.evidence.add(&Evidence::stored(read));
        }
        *self.window() = Some(proved.clone());
        proved
    }
}

impl Strategy for TakeAndBreak {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        Some("take-and-break sequence".into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let (value, evidence) = self.engine().value(&at.place[0], cx)?;
        Ok(Some(Found::new(Value::Finite(value), evidence, "take-and-break sequence")))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let mut engine = self.engine();
        if let Some(value) = engine.known(&at.place[0]) {
            return Ok(Some(value));
        }
        Ok(Some(engine.value(&at.place[0], cx)?.0))
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
