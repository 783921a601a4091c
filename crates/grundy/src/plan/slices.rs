//! Slices: the whole game answers, at the place that the heap stands for.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_core::{Context, Nat, Result};
use grundy_sequence::period::ProvedPeriod;

use super::strategy::{At, Strategy};
use super::{Found, Told};
use crate::engine::strip::Rows;
use crate::game::Place;
use crate::game::learnt::Learnt;
use crate::game::options::Options;
use crate::game::slice::Slice;
use crate::loopy::Value;
use crate::outcome::Outcome;

/// Where nothing is said a period is looked for among so many columns.
const COLUMNS: u64 = 1 << 20;

/// The whole game.
#[derive(Debug)]
pub(super) struct OfSlice;

impl Slice {
    /// The place in column 0.
    fn first(&self) -> Place {
        self.whole(&[Nat::ZERO].into_iter().collect())
    }

    fn rows(&self, limit: Option<u64>, cx: &Context) -> Result<Option<(Arc<Rows>, Arc<Learnt>)>> {
        let columns = usize::try_from(limit.unwrap_or(COLUMNS)).unwrap_or(usize::MAX);
        self.game.rows(&self.first(), self.open, columns, cx)
    }

    /// The proof that the values repeat, as text; `None`: they are not known to, or it cannot be written.
    pub(crate) fn certificate(&self, comment: &str, cx: &Context) -> Result<Option<String>> {
        Ok(self.rows(None, cx)?.and_then(|(rows, _)| rows.certificate(&self.first(), comment)))
    }

    /// The period of the values, by rows that repeat among so many columns.
    pub(super) fn period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        let place = self.first();
        let Some((rows, by)) = self.rows(limit, cx)? else { return Ok(None) };
        let (Some(period), Some(strip)) = (rows.period_of(&place), rows.period()) else { return Ok(None) };
        let returned = Some((strip.preperiod, strip.period));
        Ok(Some(ProvedPeriod { period, evidence: by.evidence.clone(), returned, window: None }))
    }
}

impl Strategy for OfSlice {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let slice = at.game.slice()?;
        Some(slice.game.engine_for(&slice.whole(at.place)).into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        let slice = at.game.slice()?;
        slice.game.cost(&slice.whole(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        at.game.slice().map(|slice| slice.game.find(&slice.whole(at.place), cx)).transpose()
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        at.game.slice().map(|slice| slice.game.value_at(&slice.whole(at.place), cx)).transpose()
    }

    fn outcome(&self, at: At<'_>, tried: bool, cx: &Context) -> Result<Option<Found<Told>>> {
        let Some(slice) = at.game.slice() else { return Ok(None) };
        slice.game.outcome_alone(&slice.whole(at.place), tried, cx)
    }

    fn misere(&self, at: At<'_>, tried: bool, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some(slice) = at.game.slice() else { return Ok(None) };
        slice.game.misere_alone(&slice.whole(at.place), tried, cx)
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        at.game.slice().map(|s| s.game.options_with_value(&s.whole(at.place), value, limit, cx)).transpose()
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        at.game.slice().map(|slice| slice.game.winning_alone(&slice.whole(at.place), limit, cx)).transpose()
    }
}
