//! Rules whose every move changes one coordinate: a sum of one-heap games, written as one place.

use std::borrow::Cow;

use grundy_core::number::to_u64;
use grundy_core::{Context, Diagnostic, Error, Evidence, Nat, Result, evidence::SPRAGUE_GRUNDY};

use super::reasons::Reasons;
use super::strategy::{At, Laid, Strategy};
use super::{Found, added, below};
use crate::engine::values::Values;
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::loopy::Value;

/// A row of a table has so many bytes at most.
const MOST: u64 = 1 << 34;

/// One game for each coordinate.
#[derive(Debug)]
pub(super) struct Product(pub(super) Vec<Game>);

impl Product {
    fn factors<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = (&'a Game, Place)> {
        self.0.iter().zip(place).map(|(game, n)| (game, Place::heap(n.clone())))
    }
}

impl Game {
    /// One game for each coordinate, where the values are those of their sum.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn factors(&self) -> Result<Option<&[Game]>, Diagnostic> {
        Ok(self.knowledge()?.factors.as_deref())
    }
}

impl Strategy for Product {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        Some(added::engines(self.factors(at.place)))
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        added::value(self.factors(at.place), cx).map(Some)
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        added::number(self.factors(at.place), cx).map(Some)
    }

    /// Two coordinates: the values of each are looked up once.
    fn lay_out(&self, at: At<'_>, from: &[u64], cx: &Context) -> Result<Option<Laid>> {
        let ([down, across], &[top, left]) = (&self.0[..], from) else { return Ok(None) };
        let [Some(bottom), Some(right)] = [0, 1].map(|i| at.place.get(i).and_then(to_u64)) else { return Ok(None) };
        let value = |game: &mut Reasons<'_>, n: u64| {
            cx.tick(1)?;
            let value = game.value_at(&Place::heap(n), cx)?;
            Ok(u32::try_from(&value).ok())
        };
        let (mut down, mut across) = (Reasons::new(down), Reasons::new(across));
        // what is large, no place or too much for the budget is told one by one
        let bytes = 4 * (right - left).saturating_add(1);
        if bytes > MOST || cx.reserve(bytes).is_err() {
            return Ok(None);
        }
        let told: Result<Option<Vec<u32>>> = value(&mut down, bottom)
            .and_then(|_| value(&mut across, right))
            .and_then(|_| (left..=right).map(|b| value(&mut across, b)).collect());
        let Ok(Some(columns)) = told else {
            cx.release(bytes);
            return Ok(None);
        };
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut ended = None;
        for a in top..=bottom {
            let told = value(&mut down, a).and_then(|value| {
                cx.tick(columns.len() as u64)?;
                cx.reserve(bytes)?;
                Ok(value)
            });
            match told {
                Ok(Some(value)) => rows.push(columns.iter().map(|column| value ^ column).collect()),
                Err(Error::Stopped(stopped)) if !rows.is_empty() => {
                    ended = Some(stopped);
                    break;
                }
                Ok(None) | Err(_) => {
                    cx.release(bytes * (rows.len() as u64 + 1));
                    return Ok(None);
                }
            }
        }
        let evidence = Evidence::theorem(&SPRAGUE_GRUNDY).and(&down.evidence(cx)?).and(&across.evidence(cx)?);
        let engine = self.engine(at).unwrap_or_default();
        Ok(Some((Found::new(Values::of_words(rows), evidence, engine), ended)))
    }

    /// One coordinate changes, so that its value and the others give this one.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let values: Result<Vec<Nat>> = self.factors(at.place).map(|(game, n)| game.value_at(&n, cx)).collect();
        let values = values?;
        let total = values.iter().fold(Nat::ZERO, |sum, v| sum ^ v);
        let mut all = Options::default();
        let mut first = Vec::new();
        for (i, (game, n)) in self.factors(at.place).enumerate() {
            let wanted = &total ^ &values[i] ^ value;
            let found = game.options_with_value(&n, &wanted, limit, cx)?;
            all.add(found.count);
            for parts in found.first {
                let [part] = parts.as_slice() else {
                    return Err(Diagnostic::rule("a coordinate cannot split").into());
                };
                let mut changed = at.place.clone();
                changed[i] = part.place[0].clone();
                first.push(vec![Component { game: at.game.clone(), place: changed }]);
            }
        }
        Ok(Some(Options { count: all.count, ..Options::of(first, limit) }))
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::Cells;
    use crate::{Context, Nat, Session, TableOptions};

    #[test]
    fn a_table_of_a_sum_has_the_xor_of_both_numbers() {
        let question = Session::new().game("{(a,b) -> (a-k,b) for k in 1..5; (a,b-k) for k in {1,3,4}}").unwrap();
        let wanted = TableOptions::default().with_from(vec![3, 2]).with_to(vec![40, 50]);
        let table = question.table_with(&wanted, &Context::default()).unwrap();
        let Cells::Values(values) = &table.cells else { panic!("values") };
        let heap = [0u64, 1, 0, 1, 2, 3, 2];
        for (a, b) in (3..=40u64).flat_map(|a| (2..=50u64).map(move |b| (a, b))) {
            let wanted = (a % 6) ^ heap[b as usize % 7];
            assert_eq!(values.get(a as usize - 3, b as usize - 2), Some(Nat::from(wanted)), "({a}, {b})");
        }
        assert!(table.evidence.is_proved() && table.stopped.is_none());
    }
}
