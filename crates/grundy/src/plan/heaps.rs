//! Heaps of sets and codes: windows and tables of values, the periods that they prove, and searches in constant memory.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::period::Period;
use grundy_core::{Budget, Context, Evidence, Nat, Outcome, Result, locked};
use grundy_sequence::Listed;
use grundy_sequence::code::Code;
use grundy_sequence::heap::{PeriodSearch, ReturningWindow};
use grundy_sequence::period::ProvedPeriod;
use grundy_sequence::set::IntSet;
use grundy_sequence::subtraction::SubtractionEngine;
use grundy_sequence::take_and_break::CodeEngine;

use super::strategy::{At, Stage, Strategy};
use super::tame::{FERGUSON, Tame};
use super::{Found, below, unless_stopped};
use crate::engine::values::Values;
use crate::game::options::Options;
use crate::game::{Component, Place};
use crate::loopy::Value;
use crate::number::to_u64;

/// Steps that may be spent on a value that is at hand.
const READ: u64 = 1000;
/// A period is looked for among so many values where it would only help.
const IN_PASSING: u64 = 1 << 20;

/// The sequence of a set or of a code.
#[derive(Debug)]
pub(super) struct Heaps {
    name: &'static str,
    engine: Mutex<Engine>,
    /// A period of a code that a returning window proves.
    window: Mutex<Option<ProvedPeriod>>,
}

#[derive(Debug)]
enum Engine {
    Set(Box<SubtractionEngine>),
    Code(Box<CodeEngine>),
}

/// Asks whichever engine it is.
macro_rules! either {
    ($heaps:expr, $engine:ident => $ask:expr) => {
        match &mut *$heaps.engine() {
            Engine::Set($engine) => $ask,
            Engine::Code($engine) => $ask,
        }
    };
}

impl Heaps {
    pub(super) fn of_set(set: IntSet) -> Self {
        Heaps::of(Engine::Set(Box::new(SubtractionEngine::new(set))), "subtraction sequence")
    }

    pub(super) fn of_code(code: Code) -> Self {
        Heaps::of(Engine::Code(Box::new(CodeEngine::new(code))), "take-and-break sequence")
    }

    fn of(engine: Engine, name: &'static str) -> Self {
        Heaps { name, engine: Mutex::new(engine), window: Mutex::default() }
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        locked(self.engine.lock())
    }

    fn window(&self) -> MutexGuard<'_, Option<ProvedPeriod>> {
        locked(self.window.lock())
    }

    /// What the engine calls itself while it works.
    pub(super) fn at_work(&self) -> &'static str {
        match &*self.engine() {
            Engine::Set(_) => "subtraction",
            Engine::Code(_) => "take-and-break",
        }
    }

    /// The value of a heap, if it was computed before.
    pub(super) fn known(&self, heap: &Nat) -> Option<Nat> {
        either!(self, engine => engine.known(heap))
    }

    /// What the engine of a code says; `None` if the heaps are those of a set.
    pub(super) fn with_code<T>(&self, ask: impl FnOnce(&mut CodeEngine) -> T) -> Option<T> {
        match &mut *self.engine() {
            Engine::Set(_) => None,
            Engine::Code(engine) => Some(ask(engine)),
        }
    }

    /// The period that the engine proves from the first `limit` values at most.
    pub(super) fn period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        if let Some(proved) = &*self.window() {
            return Ok(Some(proved.clone()));
        }
        Ok(either!(self, engine => engine.proved_period(limit, cx)?))
    }

    /// The period of a set with large numbers, wherever it begins.
    pub(super) fn period_by_stretches(&self, cx: &Context) -> Result<Option<ProvedPeriod>> {
        match &mut *self.engine() {
            Engine::Set(engine) => Ok(engine.period_by_stretches(cx)?),
            Engine::Code(_) => Ok(None),
        }
    }

    /// How the outcomes of a lone heap of a set repeat in misère play.
    pub(super) fn misere_period(&self, limit: u64, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        match &mut *self.engine() {
            Engine::Set(engine) => Ok(engine.misere_period(Some(limit), cx)?),
            Engine::Code(_) => Ok(None),
        }
    }

    /// The largest heap that may have this value, where the values of a set grow without end in a proved way.
    pub(super) fn last_with_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        let Engine::Set(engine) = &mut *self.engine() else { return Ok(None) };
        let Some((period, why)) = engine.period(Some(IN_PASSING), cx)? else { return Ok(None) };
        if period.saltus == 0 {
            return Ok(None);
        }
        // a heap beyond preperiod + t·period has a value of at least t·saltus
        let rounds = value / Nat::from(period.saltus) + Nat::ONE;
        Ok(Some((Nat::from(period.preperiod) + (rounds + Nat::ONE) * Nat::from(period.period), why)))
    }

    /// A search in constant memory that goes on behind the values of a code known so far, if that can be.
    pub(super) fn search(&self) -> Option<PeriodSearch> {
        self.with_code(|engine| PeriodSearch::new(engine.heaps()?))?
    }

    /// Takes over what such a search has proved, which rests on so many values of a store besides those of the table; `None`
    /// if the heaps are those of a set.
    pub(super) fn remember(&self, found: ReturningWindow, read: u64) -> Option<ProvedPeriod> {
        let read = self.with_code(|engine| read.max(engine.values_read()))?;
        let mut proved = ProvedPeriod::from(&Arc::new(found));
        if read > 0 {
            proved.evidence.add(&Evidence::stored(read));
        }
        *self.window() = Some(proved.clone());
        Some(proved)
    }
}

impl Strategy for Heaps {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        Some(self.name.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let (value, evidence) = either!(self, engine => engine.value(&at.place[0], cx)?);
        Ok(Some(Found::new(Value::Finite(value), evidence, self.name)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        either!(self, engine => match engine.known(&at.place[0]) {
            Some(value) => Ok(Some(value)),
            None => Ok(Some(engine.value(&at.place[0], cx)?.0)),
        })
    }

    fn block(&self, at: At<'_>, from: &[u64], cx: &Context) -> Option<Found<Values>> {
        let (first, last) = (*from.first()?, to_u64(&at.place[0])?);
        let values = either!(self, engine => engine.at_hand(first, last, cx));
        let last = Nat::from(first + values.len().checked_sub(1)? as u64);
        // what the last one rests on is no work, for it is at hand
        let cx = Context::new(Budget { nodes: Some(READ), ..Budget::UNLIMITED });
        let (_, evidence) = either!(self, engine => engine.value(&last, &cx)).ok()?;
        Some(Found::new(Values::of_words(vec![values]), evidence, self.name))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Engine::Set(engine) = &mut *self.engine() else { return Ok(None) };
        let (outcome, evidence) = engine.misere_outcome(&at.place[0], cx)?;
        Ok(Some(Found::new(outcome, evidence, "misère period")))
    }

    fn tame(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Tame>>> {
        let Engine::Set(engine) = &mut *self.engine() else { return Ok(None) };
        let (value, mut evidence) = engine.value(&at.place[0], cx)?;
        evidence.add(&Evidence::theorem(&FERGUSON));
        Ok(Some(Found::new(Tame::like_nim(value), evidence, self.name)))
    }

    fn options(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let listing = either!(self, engine => engine.options(&at.place[0], limit, cx)?);
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let heap = &at.place[0];
        Ok(match &mut *self.engine() {
            Engine::Set(engine) => options(at, engine.options_with_value(heap, value, limit, cx)?, limit),
            Engine::Code(engine) => {
                let listing = engine.options_with_value(heap, value, limit, cx)?;
                listing.map(|listing| Options::of_listing(at.game, listing))
            }
        })
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Engine::Set(engine) = &mut *self.engine() else { return Ok(None) };
        let listed = unless_stopped(engine.misere_winning_options(&at.place[0], limit, cx).map(Some))?;
        Ok(listed.and_then(|listed| options(at, listed, limit)))
    }
}

/// What was listed; `None` if there is nothing among some that were.
fn options(at: At<'_>, listed: Listed, limit: usize) -> Option<Options> {
    let part = |heap: Nat| vec![Component { game: at.game.clone(), place: Place::heap(heap) }];
    match listed {
        Listed::All(listing) => Some(Options::of_listing(at.game, listing)),
        Listed::Some(heaps) if heaps.is_empty() => None,
        Listed::Some(heaps) => Some(Options::some(heaps.into_iter().take(limit).map(part).collect())),
    }
}
