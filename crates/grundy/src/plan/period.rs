//! Periods: what a law says, what was learnt, what the engine of a game proves.
//!
//! [`Game::known_period`] says what is known or proved by the engine of the game, with its evidence; `find_period` of the
//! module `guess` looks for a law as well. The verb `period` asks both, and then compares values.

use grundy_core::period::Period;
use grundy_core::{Context, Diagnostic, Evidence, Nat, NatPeriod, Result};
use grundy_sequence::certificate::Certificate;
use grundy_sequence::heap::{PeriodSearch, ReturningWindow, SparseSpace};
use grundy_sequence::period::ProvedPeriod;
use grundy_sequence::period::published::{self, Comparison};
use grundy_sequence::take_and_break::{Further, Kept};

use crate::game::knowledge::Plan;
use crate::game::{Game, Shape};

/// How an engine proves periods of a game's values.
#[derive(Debug)]
pub(crate) struct Periods<'g> {
    /// It keeps a window of values only, and goes as far as wanted at once; else all values are in a table.
    pub(crate) streams: bool,
    /// The rule in numbers, where proofs can be handed on.
    pub(crate) certificate: Option<Certificate<'g>>,
}

impl Game {
    /// How an engine proves periods of the game's values; `None`: none does.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn periods(&self) -> Result<Option<Periods<'_>>, Diagnostic> {
        Ok(match &self.knowledge()?.plan {
            Plan::Subtraction(set) => Some(Periods { streams: true, certificate: Certificate::of_set(set) }),
            Plan::Code(code) => Some(Periods { streams: false, certificate: Certificate::of_code(code) }),
            // rows that repeat
            Plan::Search if self.slice().is_some() => Some(Periods { streams: false, certificate: None }),
            Plan::Rule | Plan::Product | Plan::Search | Plan::Loopy => None,
        })
    }

    /// The sparse space in which the values of a code lie as far as they were computed, if one was found.
    pub(crate) fn sparse_space(&self) -> Option<SparseSpace> {
        let heaps = self.strategies().ok()?.heaps.as_ref()?;
        heaps.with_code(|engine| engine.heaps()?.sparse_space()).flatten()
    }

    /// What was published about the period of a code, beside what was found, or where nothing was.
    pub(crate) fn published(&self, found: Option<&NatPeriod>) -> Option<Comparison> {
        let code = self.knowledge().ok()?.code()?.to_string();
        match found {
            Some(found) => Some(published::compare(&code, found)),
            None => published::of_unfound(&code),
        }
    }

    /// The period of a one-heap game that its engine proves from the first `limit` values at most, with the theorem;
    /// for sets that repeat and slices, also where the state returned and after how many heaps.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn proved_period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        match &self.strategies()?.heaps {
            Some(heaps) => heaps.period(limit, cx),
            None => match self.slice() {
                Some(slice) => slice.period(limit, cx),
                None if self.open_sum().is_some() => self.period_of_open_sum(limit, cx),
                None => self.period_by_remainders(limit, cx),
            },
        }
    }

    /// The period of a subtraction game with large numbers whose values are few stretches that repeat, wherever it begins.
    ///
    /// # Errors
    /// As [`Game::proved_period`].
    pub(crate) fn period_of_large_numbers(&self, cx: &Context) -> Result<Option<ProvedPeriod>> {
        self.strategies()?.heaps.as_ref().map_or(Ok(None), |heaps| heaps.period_by_stretches(cx))
    }

    /// The least period of the values of a one-heap game that its law or a statement learnt tells, or that little work does.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn told_period(&self, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
        if let Some(law) = &self.knowledge()?.law
            && let Some(period) = law.period()
        {
            return Ok(Some((period, law.evidence())));
        }
        if self.shape() != Shape::Heap {
            return Ok(None);
        }
        if let Some(turned) = &self.knowledge()?.reflected
            && let Some(found) = turned.end_of_values(cx)?
        {
            return Ok(Some(found));
        }
        if let Some((period, evidence)) = self.period_by_stretches(cx)? {
            return Ok(Some((period.into(), evidence)));
        }
        let told = self.learnt().period(cx).map(|(period, evidence)| (NatPeriod::from(period), evidence));
        // a formula says something of numbers that make no board, too
        let first = Nat::from(self.smallest_member().unwrap_or(0));
        let from = |period: NatPeriod| NatPeriod { preperiod: period.preperiod.max(first), ..period };
        Ok(told.map(|(period, evidence)| (from(period), evidence)))
    }

    /// The least period of the values of a one-heap game: told, or proved from the first `limit` values at most.
    ///
    /// # Errors
    /// As [`Game::proved_period`].
    pub(crate) fn known_period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
        if let Some(told) = self.told_period(cx)? {
            return Ok(Some(told));
        }
        let proved = self.proved_period(limit, cx)?;
        Ok(proved.map(|proved| (proved.period.into(), proved.evidence)))
    }

    /// Do the values of a code stay the same with further moves, as far as they are known, and for ever by their period?
    pub(crate) fn kept_with(&self, further: &Further, period: Option<&NatPeriod>) -> Option<Kept> {
        let heaps = self.strategies().ok()?.heaps.as_ref()?;
        heaps.with_code(|engine| engine.kept_with(further, period.and_then(NatPeriod::small)))
    }

    /// How the outcomes of a lone heap repeat in misère play: proved from the first `limit` of a set, or by classes that repeat
    /// in the misère quotient of a set or code.
    ///
    /// # Errors
    /// As [`Game::proved_period`].
    pub(crate) fn misere_period(&self, limit: u64, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let heaps = self.strategies()?.heaps.as_ref();
        match heaps.map_or(Ok(None), |heaps| heaps.misere_period(limit, cx))? {
            Some(found) => Ok(Some(found)),
            None => self.period_of_classes(cx),
        }
    }

    /// A search in constant memory that goes on behind the values of a code known so far, if that can be.
    pub(crate) fn period_search(&self) -> Option<PeriodSearch> {
        self.strategies().ok()?.heaps.as_ref()?.search()
    }

    /// The search that an earlier run left as `bytes`.
    ///
    /// # Errors
    /// A rule that is not a game; bytes that are no search of this one.
    pub(crate) fn saved_period_search(&self, bytes: &[u8]) -> Result<Option<PeriodSearch>, Diagnostic> {
        let Some(code) = self.knowledge()?.code() else { return Ok(None) };
        let search = PeriodSearch::from_bytes(code, bytes).map_err(|why| {
            let message = format!("the search saved in the store cannot go on: {why}");
            Diagnostic::input(message).suggest("take its file away to begin anew")
        })?;
        Ok(Some(search))
    }

    /// Takes over what a search of [`Game::period_search`] has proved; `None` if the game is no code. An earlier run did so
    /// many heaps of that search.
    pub(crate) fn remember_return(&self, found: ReturningWindow, read: u64) -> Option<ProvedPeriod> {
        self.strategies().ok()?.heaps.as_ref()?.remember(found, read)
    }

    /// The largest heap that may have this value, where the values grow without end in a proved way.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn last_with_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        self.strategies()?.heaps.as_ref().map_or(Ok(None), |heaps| heaps.last_with_value(value, cx))
    }
}
