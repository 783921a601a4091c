//! Slices: the whole game answers, at the place that the heap stands for.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_core::{Context, Nat, Period, Result};
use grundy_sequence::period::ProvedPeriod;

use super::strategy::{At, Stage, Strategy};
use super::{Found, Told};
use crate::engine::strip::Rows;
use crate::game::learnt::Learnt;
use crate::game::options::Options;
use crate::game::slice::Slice;
use crate::game::{Game, Place};
use crate::loopy::Value;
use crate::outcome::Outcome;

/// Where nothing is said a period is looked for among so many columns.
const COLUMNS: u64 = 1 << 20;

/// The whole game.
#[derive(Debug)]
pub(super) struct OfSlice;

impl Slice {
    /// The place in column 0.
    fn first(&self) -> Result<Place> {
        Ok(self.whole(&[Nat::ZERO].into_iter().collect())?)
    }

    fn rows(&self, limit: Option<u64>, cx: &Context) -> Result<Option<(Arc<Rows>, Arc<Learnt>)>> {
        // rows are those of all numbers, which must be places from 0 on
        let (Some(open), Ok(first)) = (self.coordinate(), self.first()) else { return Ok(None) };
        let columns = usize::try_from(limit.unwrap_or(COLUMNS)).unwrap_or(usize::MAX);
        self.game.rows(&first, open, columns, cx)
    }

    /// The proof that the values repeat, as text; `None`: they are not known to, or it cannot be written.
    pub(crate) fn certificate(&self, comment: &str, cx: &Context) -> Result<Option<String>> {
        let Some((rows, _)) = self.rows(None, cx)? else { return Ok(None) };
        Ok(rows.certificate(&self.first()?, comment))
    }

    /// The period of the values, by rows that repeat among so many columns.
    pub(super) fn period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        if let Some(same) = self.same() {
            let Some((period, evidence)) = same.known_period(limit, cx)? else { return Ok(None) };
            let Some(Period { preperiod, period, saltus }) = period.small() else { return Ok(None) };
            let period = Period { preperiod: preperiod.max(1), period, saltus };
            return Ok(Some(ProvedPeriod { period, evidence, returned: None, window: None }));
        }
        let Some((rows, by)) = self.rows(limit, cx)? else { return Ok(None) };
        let (Some(period), Some(strip)) = (rows.period_of(&self.first()?), rows.period()) else { return Ok(None) };
        let returned = Some((strip.preperiod, strip.period));
        Ok(Some(ProvedPeriod { period, evidence: by.evidence.clone(), returned, window: None }))
    }
}

/// The game of one heap that has the same moves and no law of its own, at this heap, where that stands for a place.
fn same(at: At<'_>) -> Result<Option<&Game>> {
    let Some(slice) = at.game.slice() else { return Ok(None) };
    let same = slice.same();
    if same.is_some() {
        slice.whole(at.place)?;
    }
    Ok(same)
}

/// The whole game and the place that the heap stands for.
fn whole(at: At<'_>) -> Result<Option<(&Game, Place)>> {
    at.game.slice().map(|slice| Ok((&slice.game, slice.whole(at.place)?))).transpose()
}

impl Strategy for OfSlice {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        if let Some(game) = same(at).ok()? {
            return Some(game.engine_for(at.place).into());
        }
        let (game, place) = whole(at).ok()??;
        Some(game.engine_for(&place).into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        let (game, place) = whole(at).ok()??;
        game.cost(&place)
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if let Some(game) = same(at)? {
            return game.find(at.place, cx).map(Some);
        }
        whole(at)?.map(|(game, place)| game.find(&place, cx)).transpose()
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        if let Some(game) = same(at)? {
            return game.value_at(at.place, cx).map(Some);
        }
        whole(at)?.map(|(game, place)| game.value_at(&place, cx)).transpose()
    }

    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        if let Some(game) = same(at)? {
            return game.outcome_at_stage(at.place, stage, cx);
        }
        let Some((game, place)) = whole(at)? else { return Ok(None) };
        game.outcome_at_stage(&place, stage, cx)
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some((game, place)) = whole(at)? else { return Ok(None) };
        game.misere_alone(&place, stage, cx)
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        whole(at)?.map(|(game, place)| game.options_with_value(&place, value, limit, cx)).transpose()
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        whole(at)?.map(|(game, place)| game.winning_alone(&place, limit, cx)).transpose()
    }
}
