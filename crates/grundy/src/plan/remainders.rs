//! Periods of rules that take, by the remainders of what they take.
//!
//! `{n -> n-1; n-p^k for p in primes for k in 1..}` is no set that the notation names, but what it takes leaves no remainder
//! 0 by 6 ([`Takings`]), and its values 0 1 2 3 4 5 0 1 … repeat for ever ([`Seen`]). The values n//4 of
//! `{n -> n-a*b for a in 2.. for b in 2..}` grow for ever, as all even numbers from 4 on may be taken ([`Growing`]). What is
//! proved is kept with the game.
//!
//! Cost: the values of the first heaps, looked at once.

use std::borrow::Cow;

use grundy_core::number::to_u64;
use grundy_core::{Context, Error, Evidence, Nat, Period, Result};
use grundy_sequence::period::{ProvedPeriod, repetitions};
use grundy_sequence::subtraction::{Growing, REMAINDERS_OF_MEMBERS, Seen, WHOLE_CLASSES};

use super::strategy::{At, Strategy};
use super::window::FAR;
use super::{Found, unless_stopped};
use crate::game::knowledge::{Knowledge, Plan};
use crate::game::learnt::{Learnt, Wish};
use crate::game::options::Options;
use crate::game::{Component, Game, Place, Shape};
use crate::loopy::Value;
use crate::outcome::Convention;
use crate::rule::takings::{Takings, Whole};

/// A period is looked for among so many values, then among these.
const SEARCHED: [u64; 2] = [1 << 8, 1 << 10];
/// Repetitions that are tried each time.
const TRIED: usize = 4;
/// The search may cost so much.
const NODES: u64 = 5_000_000;
/// All options of a far heap are looked at if that costs no more.
const LISTED: u64 = 100_000;

const NAME: &str = "period";

impl Game {
    /// The period of the values of a rule that takes numbers which do not depend on the heap, proved from the first `limit`
    /// values at most.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(super) fn period_by_remainders(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        if let Some((period, evidence)) = self.learnt().kept_period() {
            return Ok(Some(ProvedPeriod { period, evidence, returned: None, window: None }));
        }
        let limit = limit.unwrap_or(u64::MAX).min(FAR);
        if self.learnt().was_sought(Convention::Normal, 1, Wish::Remainders, limit) {
            return Ok(None);
        }
        let whole = cx.nodes_left().is_none_or(|left| left >= NODES);
        let found = cx.trial(NODES, |part| match self.first_that_lasts(limit, part) {
            // the rule may fail at a heap that nobody asks about
            Err(Error::Bad(_)) => Ok(None),
            found => found,
        })?;
        if whole {
            self.learnt().sought(Convention::Normal, 1, Wish::Remainders, limit);
        }
        let Some((period, evidence)) = found.flatten() else { return Ok(None) };
        self.learnt().keep(Learnt::period(period.into(), evidence.clone()));
        Ok(Some(ProvedPeriod { period, evidence, returned: None, window: None }))
    }

    fn takings<'k>(&self, known: &'k Knowledge) -> Option<Takings<'k>> {
        let rule = known.rule.as_ref().filter(|_| self.shape() == Shape::Heap && matches!(known.plan, Plan::Rule))?;
        Takings::of(rule.rule())
    }

    /// Is there a rule for these proofs, of what it takes or of what it looks back at?
    pub(super) fn may_repeat(&self, known: &Knowledge) -> bool {
        self.takings(known).is_some() || self.window(known, &Context::default()).is_some()
    }

    fn first_that_lasts(&self, limit: u64, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let takings = self.takings(self.knowledge()?);
        let by_takings = takings.map_or(Ok(None), |takings| self.seen_to_last(&takings, limit.min(SEARCHED[1]), cx))?;
        let Some(period) = by_takings else { return self.period_by_window(limit, cx) };
        let theorem = if period.saltus > 0 { &WHOLE_CLASSES } else { &REMAINDERS_OF_MEMBERS };
        Ok(Some((period, Evidence::theorem(theorem))))
    }

    fn seen_to_last(&self, takings: &Takings<'_>, limit: u64, cx: &Context) -> Result<Option<Period>> {
        for size in SEARCHED.map(|size| size.min(limit)) {
            let Some(values) = self.first_values(size, cx)? else { return Ok(None) };
            let wide: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
            for found in repetitions(&wide).take(TRIED) {
                if self.lasts(takings, &values, found, cx)? {
                    return Ok(Some(found.least(|n| wide[n as usize])));
                }
            }
            if size == limit {
                break;
            }
        }
        Ok(None)
    }

    /// Is it proved that a repetition to the end of these values goes on for ever?
    fn lasts(&self, takings: &Takings<'_>, values: &[u32], found: Period, cx: &Context) -> Result<bool> {
        let size = values.len() as u64;
        if found.saltus == 0 {
            let Some(remainders) = takings.remainders(found.period) else { return Ok(false) };
            let members = self.taken_from(size - found.preperiod, cx)?;
            return Ok(Seen { values, found, remainders: &remainders }.lasts_for_ever(&members, cx)?);
        }
        let Some(Whole { set, .. }) = takings.whole().filter(|whole| whole.from < size) else { return Ok(false) };
        let members = self.taken_from(size - 1, cx)?;
        let classes = |q, from| vec![set.whole_classes(q, from)];
        Ok(Growing { values, found, members: &members, classes: &classes }.lasts_for_ever(cx)?)
    }

    /// The values of so many heaps; `None`: one is too large.
    pub(super) fn first_values(&self, size: u64, cx: &Context) -> Result<Option<Vec<u32>>> {
        let mut values = Vec::new();
        if let Some(last) = size.checked_sub(1) {
            // the far end first, so that a table is laid out once; a search that is refused goes on from heap to heap
            unless_stopped(self.value_at(&Place::heap(last), cx).map(Some))?;
        }
        for n in 0..size {
            cx.tick(1)?;
            let Ok(value) = u32::try_from(self.value_at(&Place::heap(n), cx)?) else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
    }

    /// The numbers that may be taken from a heap.
    fn taken_from(&self, heap: u64, cx: &Context) -> Result<Vec<u64>> {
        let mut taken = Vec::new();
        self.try_each_option(&Place::heap(heap), cx, |parts| {
            let left = parts.first().and_then(|part| to_u64(&part.place[0]));
            taken.extend(left.and_then(|left| heap.checked_sub(left)));
            Ok(())
        })?;
        taken.sort_unstable();
        taken.dedup();
        Ok(taken)
    }
}

/// The period that remainders prove, for heaps that a table does not reach.
#[derive(Debug)]
pub(super) struct ByRemainders;

impl ByRemainders {
    /// The period, for a far heap.
    fn far(at: At<'_>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        if at.place[0] <= Nat::from(FAR) {
            return Ok(None);
        }
        let found = at.game.period_by_remainders(None, cx)?;
        // before a period that was learnt in another way the place stands for itself
        Ok(found.filter(|found| at.place[0] >= Nat::from(found.period.preperiod.saturating_add(found.period.period))))
    }
}

impl ByRemainders {
    /// The heaps with this value, of values that grow, that are reached by numbers of which a whole class may be taken.
    fn reached(at: At<'_>, period: Period, value: &Nat, cx: &Context) -> Result<Vec<Nat>> {
        let Some(Whole { set, .. }) = at.game.takings(at.known).and_then(|takings| takings.whole()) else {
            return Ok(Vec::new());
        };
        let first = 0..period.preperiod + period.period;
        let first = first.map(|n| at.game.value_at(&Place::heap(n), cx)).collect::<Result<Vec<Nat>>>()?;
        let heaps = period.indices_of(value, first).into_iter();
        Ok(heaps.filter(|heap| *heap < at.place[0] && set.contains(&(&at.place[0] - heap))).collect())
    }
}

impl Strategy for ByRemainders {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let known = at.place[0] > Nat::from(FAR) && at.game.learnt().kept_period().is_some();
        known.then(|| NAME.into())
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some(proved) = ByRemainders::far(at, cx)? else { return Ok(None) };
        // a period that was learnt in another way may have a saltus
        let (near, more) = proved.period.reduce(&at.place[0]);
        let value = at.game.value_at(&Place::heap(near), cx)? + more;
        Ok(Some(Found::new(Value::Finite(value), proved.evidence, NAME)))
    }

    /// All are looked at where that costs little, and else those that take the numbers which a small heap has, too.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(ProvedPeriod { period, .. }) = ByRemainders::far(at, cx)? else { return Ok(None) };
        if cx.trial(LISTED, |part| at.game.try_each_option(at.place, part, |_| Ok(())))?.is_some() {
            return Ok(None);
        }
        let heaps = 0..period.preperiod + period.period;
        let has = |n: u64| Ok(at.game.value_at(&Place::heap(n), cx)? == *value);
        if period.saltus == 0 && !heaps.map(has).collect::<Result<Vec<bool>>>()?.contains(&true) {
            // no heap has it
            return Ok(Some(Options::default()));
        }
        let mut first = Vec::new();
        if period.saltus > 0 {
            // few heaps have the value, so what is taken to reach them is large
            for heap in ByRemainders::reached(at, period, value, cx)? {
                first.push(vec![Component::new(at.game, vec![heap])]);
            }
        }
        for taken in at.game.taken_from(SEARCHED[1], cx)? {
            let part = vec![Component::new(at.game, vec![&at.place[0] - Nat::from(taken)])];
            let wanted = first.len() < limit.max(1) && !first.contains(&part);
            if wanted && at.game.value_at(&part[0].place, cx)? == *value {
                first.push(part);
            }
        }
        let any = !first.is_empty();
        first.truncate(limit);
        Ok(any.then_some(Options::some(first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::testing::{Random, cases};

    fn period(text: &str) -> Option<(u64, u64)> {
        let game = Session::new().game(text).unwrap().game;
        let found = game.period_by_remainders(None, &Context::default()).unwrap();
        found.map(|found| (found.period.preperiod, found.period.period))
    }

    #[test]
    fn rules_that_take_have_periods() {
        for (text, expected) in [
            ("{n -> n-1; n-p^k for p in primes for k in 1..}", Some((0, 6))),
            ("{n -> n-2^a*3^b for a in 0.. for b in 0..}", Some((0, 5))),
            // three prime factors are one too many
            ("{n -> n-1; n-p*q for p in primes for q in primes; n-p for p in primes}", Some((0, 8))),
            ("{n -> n-a*b for a in 2.. for b in 2..}", Some((0, 4))),
            ("{n -> n-k*k for k in 1..}", None),
            ("{n -> n-p for p in primes if p > 2}", None),
            ("{n -> n-1; n-2 if n%5 = 0}", Some((5, 5))),
            ("{n -> n-1; n-2 if n%5 = n//9}", None),
        ] {
            assert_eq!(period(text), expected, "{text}");
        }
    }

    /// What was learnt of the game in another way may grow.
    #[test]
    fn a_period_with_a_saltus_is_read_with_it() {
        let text = "{n -> n-k for k in 1..; n-j*j*j for j in 1.. if j > 1}";
        let game = Session::new().game(text).unwrap().game;
        let known = game.knowledge().unwrap();
        assert!(game.takings(known).is_some());
        let grows = Period { preperiod: 0, period: 1, saltus: 1 };
        game.learnt().keep(Learnt::period(grows.into(), Evidence::theorem(&REMAINDERS_OF_MEMBERS)));
        let place = Place::heap(10u64.pow(9));
        let at = At { game: &game, known, place: &place };
        let found = ByRemainders.value(at, &Context::default()).unwrap().unwrap();
        assert_eq!(found.what, Value::Finite(Nat::from(10u64.pow(9))));
    }

    /// What is proved holds far behind what it was proved from.
    #[test]
    fn proved_periods_hold_in_a_table() {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let (cx, mut proved, mut grow) = (Context::default(), 0, 0);
        let rounds = cases(30, 60);
        for _ in 0..rounds {
            let [a, b, c, d] = [1 + random.below(3), 2 + random.below(6), random.below(4), 1 + random.below(9)];
            let mut text = format!("{{n -> n-{a}*{b}^k-{c} for k in {}..; n-{d}", random.below(3));
            let b_and_more = b + random.below(3);
            match random.below(6) {
                4 => text += &format!("; n-{b}*k for k in {d}..; n-{a}"),
                5 => text += &format!("; n-i*j for i in {b}.. for j in {b_and_more}.."),
                0 => text += &format!("; n-p*{a}-{c} for p in primes"),
                1 => text += &format!("; n-{b}^i*{d}^j for i in 1.. for j in {}..", random.below(2)),
                2 => text += &format!("; n-k for k in {d}.. step {} if k%2 = 1", 1 + random.below(7)),
                _ => text += "; n-1",
            }
            text += "}";
            let game = Session::new().game(&text).unwrap().game;
            let Some(ProvedPeriod { period, .. }) = game.period_by_remainders(None, &cx).unwrap() else { continue };
            proved += 1;
            grow += usize::from(period.saltus > 0);
            let table = Session::new().game(&text).unwrap().game;
            let values = table.first_values(2500, &cx).unwrap().unwrap();
            let [from, p] = [period.preperiod, period.period].map(|n| n as usize);
            let more = period.saltus as u32;
            let fails = (from..values.len() - p).find(|&n| values[n] + more != values[n + p]);
            assert_eq!(fails, None, "{text}: period {p} from {from}");
            assert!(from == 0 || values[from - 1] + more != values[from - 1 + p], "{text}: preperiod {from}");
        }
        assert!(proved > rounds / 8 && grow > rounds / 30, "{proved}, {grow} grow");
    }
}
