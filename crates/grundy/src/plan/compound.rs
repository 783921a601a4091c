//! Compounds: a law of their kind gives the outcome, of ordinal sums the value.

use std::borrow::Cow;

use super::strategy::{At, Stage, Strategy};
use super::{Found, Told};
use crate::context::Context;
use crate::error::Result;
use crate::game::options::Options;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;

/// The law of a compound.
#[derive(Debug)]
pub(super) struct OfCompound;

const ORDINAL: &str = "law of ordinal sums";

impl Strategy for OfCompound {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        at.game.compound()?.turn().cuts.then(|| ORDINAL.into())
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        let Some(value) = compound.value_by_law(at.place, cx)? else { return Ok(None) };
        let evidence = compound.value_evidence(at.place, cx)?;
        Ok(Some(Found::new(Value::Finite(value), evidence, ORDINAL)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        compound.value_by_law(at.place, cx)
    }

    fn outcome(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        let judged = compound.judge(at.place, cx)?;
        let told = Told { value: judged.value.or_else(|| Told::from(judged.outcome).value), ..judged.outcome.into() };
        Ok(Some(Found::new(told, judged.evidence, judged.engine)))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        let (outcome, evidence) = compound.misere(at.place, cx)?;
        Ok(Some(Found::new(outcome, evidence, "search of the compound")))
    }

    fn options(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        compound.moves(at.game, at.place, limit, cx).map(Some)
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        compound.options_by_law(at.game, at.place, value, limit, cx)
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(compound) = at.game.compound() else { return Ok(None) };
        compound.winning(at.game, at.place, limit, cx).map(Some)
    }
}
