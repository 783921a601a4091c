//! Sums with open numbers: what each game of the sum says, added.

use std::borrow::Cow;

use grundy_core::period::Period;
use grundy_core::{Context, Evidence, Nat, Result, evidence::SPRAGUE_GRUNDY, number::gcd, number::to_u64};
use grundy_sequence::period::ProvedPeriod;

use super::strategy::{At, Strategy};
use super::{Found, added};
use crate::game::open_sum::OpenSum;
use crate::game::{Component, Game, Place, Shape};
use crate::loopy::Value;

/// So many values at most are compared.
const LONGEST: u64 = 1 << 20;

/// The games of the sum.
#[derive(Debug)]
pub(super) struct OfOpenSum;

/// The components of which there is an odd number of copies; two equal ones cancel. Two loony ones do not, nor two whose play may go
/// on for ever: such a game stands twice.
fn odd(sum: &OpenSum, at: At<'_>) -> Result<Vec<Component>> {
    let mut odd = Vec::new();
    for (component, copies) in sum.components(at.place)? {
        if &copies % 2u8 == 1 {
            odd.push(component);
        } else if !component.game.copies_cancel() && !copies.is_zero() {
            odd.extend([component.clone(), component]);
        }
    }
    Ok(odd)
}

fn places(all: &[Component]) -> impl Iterator<Item = (&Game, Place)> {
    all.iter().map(|component| (&component.game, component.place.clone()))
}

impl Game {
    /// The period of a sum with one open number, from those of its games, of which one may grow.
    ///
    /// If f(n + p) = f(n) + s, where s is a multiple of 2^k and all other values lie below 2^k, then adding these to f changes only
    /// digits that s leaves alone, and the sum grows by s as well.
    pub(super) fn period_of_open_sum(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        let Some(sum) = self.open_sum().filter(|_| self.shape() == Shape::Heap) else { return Ok(None) };
        let Some(games) = sum.heaps("n") else { return Ok(None) };
        if let [game] = &games[..]
            && let Some(found) = self.period_beside(game, &sum.fixed()?, limit, cx)?
        {
            return Ok(Some(found));
        }
        let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
        let (mut common, mut growing, mut bound) = (Period { preperiod: 0, period: 1, saltus: 0 }, None, 0u64);
        for game in games {
            let Some((period, why)) = game.known_period(limit, cx)? else { return Ok(None) };
            let Some(period) = period.small() else { return Ok(None) };
            evidence.add(&why);
            common.preperiod = common.preperiod.max(period.preperiod);
            if period.saltus > 0 {
                if growing.replace(period).is_some() {
                    return Ok(None);
                }
                continue;
            }
            let Some(multiple) = common_multiple(common.period, period.period) else { return Ok(None) };
            common.period = multiple;
            // what is no place is beside the period: 0 stands for it
            let Some(values) = game.first_small_values(period.preperiod.saturating_add(period.period), cx)? else {
                return Ok(None);
            };
            bound = values.into_iter().fold(bound, u64::max);
        }
        for Component { game, place } in sum.fixed()? {
            let Some(value) = to_u64(&game.value_at(&place, cx)?) else { return Ok(None) };
            bound = bound.max(value);
        }
        if let Some(Period { period, saltus, .. }) = growing {
            let Some(step) = bound.checked_add(1).and_then(u64::checked_next_power_of_two) else { return Ok(None) };
            let longer = period.checked_mul(step / gcd(saltus, step));
            let Some(multiple) = longer.and_then(|longer| common_multiple(common.period, longer)) else {
                return Ok(None);
            };
            let Some(growth) = saltus.checked_mul(multiple / period) else { return Ok(None) };
            (common.period, common.saltus) = (multiple, growth);
        }
        // a smaller period is looked for through the whole of one
        let end = common.period.checked_mul(2).and_then(|two| two.checked_add(common.preperiod));
        let Some(values) = self.first_small_values(end.unwrap_or(u64::MAX), cx)? else { return Ok(None) };
        // the games beside it
        let first = self.smallest_member().unwrap_or(0);
        evidence.add(&self.find(&Place::heap(common.preperiod.max(first)), cx)?.evidence);
        let mut period = common.least(|n| values[n as usize]);
        period.preperiod = period.preperiod.max(first);
        Ok(Some(ProvedPeriod { period, evidence, returned: None, window: None }))
    }

    /// The period where this is the one game that is open, and does not grow: what is added to every value hides no difference, so it is
    /// that of the game, however far behind it begins.
    fn period_beside(
        &self,
        game: &Game,
        others: &[Component],
        limit: Option<u64>,
        cx: &Context,
    ) -> Result<Option<ProvedPeriod>> {
        let Some((period, mut evidence)) = game.known_period(limit, cx)? else { return Ok(None) };
        let Some(mut period) = period.small().filter(|period| period.saltus == 0) else { return Ok(None) };
        period.preperiod = period.preperiod.max(self.smallest_member().unwrap_or(0));
        for Component { game, place } in others {
            // of a loony one the sum has no value
            game.value_at(place, cx)?;
        }
        evidence.add(&self.find(&Place::heap(period.preperiod), cx)?.evidence);
        let evidence = Evidence::theorem(&SPRAGUE_GRUNDY).and(&evidence);
        Ok(Some(ProvedPeriod { period, evidence, returned: None, window: None }))
    }

    /// The first values, if they are few and small; 0 before the first member of a family.
    fn first_small_values(&self, count: u64, cx: &Context) -> Result<Option<Vec<u64>>> {
        if count > LONGEST {
            return Ok(None);
        }
        cx.reserve(8 * count)?;
        let first = self.smallest_member().unwrap_or(0);
        let value = |n: u64| {
            cx.tick(1)?;
            if n < first {
                return Ok(Some(0));
            }
            // some numbers make no place of a game of lists
            let Ok(place) = self.place(Place::heap(n)) else { return Ok(None) };
            Ok(to_u64(&self.value_at(&place, cx)?))
        };
        let values = (0..count).map(value).collect();
        cx.release(8 * count);
        values
    }
}

fn common_multiple(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}

impl Strategy for OfOpenSum {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let all = odd(at.game.open_sum()?, at).ok()?;
        Some(added::engines(places(&all)))
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        let all = odd(at.game.open_sum()?, at).ok()?;
        all.iter().try_fold(0u64, |sum, c| Some(sum.saturating_add(c.game.cost(&c.place)?)))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some(sum) = at.game.open_sum() else { return Ok(None) };
        added::value(places(&odd(sum, at)?), cx).map(Some)
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let Some(sum) = at.game.open_sum() else { return Ok(None) };
        added::number(places(&odd(sum, at)?), cx).map(Some)
    }
}
