//! Rules whose every move changes one coordinate: a sum of one-heap games, written as one place.

use std::borrow::Cow;

use grundy_core::{Context, Diagnostic, Evidence, Nat, Result, evidence::SPRAGUE_GRUNDY};

use super::found::together;
use super::strategy::{At, Strategy};
use super::{Found, below};
use crate::game::knowledge::Plan;
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::loopy::Value;

/// One game for each coordinate.
#[derive(Debug)]
pub(super) struct Product(pub(super) Vec<Game>);

impl Product {
    fn factors<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = (&'a Game, Place)> {
        self.0.iter().zip(place).map(|(game, n)| (game, Place::from_iter([n.clone()])))
    }
}

impl Game {
    /// One game for each coordinate, where the values are those of their sum.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn factors(&self) -> Result<Option<&[Game]>, Diagnostic> {
        Ok(match &self.knowledge()?.plan {
            Plan::Product(games) => Some(games),
            _ => None,
        })
    }
}

impl Strategy for Product {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let engines: Vec<String> = self.factors(at.place).map(|(game, place)| game.engine_for(&place)).collect();
        Some(together(engines.iter().map(String::as_str)).into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
        let mut engines = Vec::with_capacity(self.0.len());
        let mut sum = Nat::ZERO;
        for (game, place) in self.factors(at.place) {
            let found = game.find_value(&place, cx)?;
            sum ^= found.what;
            evidence.add(&found.evidence);
            engines.push(found.engine);
        }
        let engine = together(engines.iter().map(Cow::as_ref));
        Ok(Some(Found::new(Value::Finite(sum), evidence, engine)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        self.factors(at.place).try_fold(Nat::ZERO, |sum, (game, n)| Ok(sum ^ game.value_at(&n, cx)?)).map(Some)
    }

    /// One coordinate changes, so that its value and the others give this one.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let values: Result<Vec<Nat>> = self.factors(at.place).map(|(game, n)| game.value_at(&n, cx)).collect();
        let values = values?;
        let total = values.iter().fold(Nat::ZERO, |sum, v| sum ^ v);
        let mut count = Nat::ZERO;
        let mut first = Vec::new();
        for (i, (game, n)) in self.factors(at.place).enumerate() {
            let wanted = &total ^ &values[i] ^ value;
            let found = game.options_with_value(&n, &wanted, limit, cx)?;
            count += &found.count;
            for parts in found.first {
                let [part] = parts.as_slice() else {
                    return Err(Diagnostic::rule("a coordinate cannot split").into());
                };
                let mut changed = at.place.clone();
                changed[i] = part.place[0].clone();
                first.push(vec![Component { game: at.game.clone(), place: changed }]);
            }
        }
        Ok(Some(Options { count, ..Options::of(first, limit) }))
    }
}
