//! Several places that are played together: their values, reasons and engines, added.

use std::borrow::Cow;

use grundy_core::{Context, Evidence, Nat, Result, evidence::SPRAGUE_GRUNDY};

use super::{Found, names_of_engines};
use crate::game::{Game, Place};
use crate::loopy::Value;

/// The sum of what the places are worth.
///
/// # Errors
/// As [`Game::find_value`].
pub(super) fn value<'g>(places: impl Iterator<Item = (&'g Game, Place)>, cx: &Context) -> Result<Found<Value>> {
    let (mut sum, mut engines) = (Nat::ZERO, Vec::new());
    let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
    for (game, place) in places {
        let found = game.find_value(&place, cx)?;
        sum ^= found.what;
        evidence.add(&found.evidence);
        engines.push(found.engine);
    }
    let engine = names_of_engines(engines.iter().map(Cow::as_ref));
    Ok(Found::new(Value::Finite(sum), evidence, engine))
}

/// The same without its reasons.
///
/// # Errors
/// As [`Game::value_at`].
pub(super) fn number<'g>(mut places: impl Iterator<Item = (&'g Game, Place)>, cx: &Context) -> Result<Nat> {
    places.try_fold(Nat::ZERO, |sum, (game, place)| Ok(sum ^ game.value_at(&place, cx)?))
}

/// The engines that would answer, in words.
pub(super) fn engines<'g>(places: impl Iterator<Item = (&'g Game, Place)>) -> Cow<'static, str> {
    let engines: Vec<String> = places.map(|(game, place)| game.engine_for(&place)).collect();
    names_of_engines(engines.iter().map(String::as_str)).into()
}
