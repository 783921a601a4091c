//! Periods that the engine of a game proves.

use grundy_sequence::period::ProvedPeriod;

use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::Game;
use crate::number::Nat;
use grundy_sequence::heap::{PeriodSearch, ReturningWindow};

impl Game {
    /// The period of a one-heap game that its engine proves from the first `limit` values at most, with the theorem;
    /// for sets that repeat, also where the state returned and after how many heaps.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn proved_period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        let strategies = self.strategies()?;
        match (&strategies.subtraction, &strategies.breaks) {
            (Some(subtraction), _) => subtraction.period(limit, cx),
            (_, Some(breaks)) => breaks.period(limit, cx),
            (None, None) => Ok(None),
        }
    }

    /// A search in constant memory that goes on behind the values of a code known so far, if that can be.
    pub(crate) fn period_search(&self) -> Option<PeriodSearch> {
        self.strategies().ok()?.breaks.as_ref()?.search()
    }

    /// Takes over what a search of [`Game::period_search`] has proved; `None` if the game is no code.
    pub(crate) fn remember_return(&self, found: ReturningWindow) -> Option<ProvedPeriod> {
        Some(self.strategies().ok()?.breaks.as_ref()?.remember(found))
    }

    /// The largest heap that may have this value, where the values grow without end in a proved way.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn last_with_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        match &self.strategies()?.subtraction {
            Some(subtraction) => subtraction.last_with_value(value, cx),
            None => Ok(None),
        }
    }
}
