//! How many heaps have which value.

use grundy_core::period::Period;
use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Nat, Result, Spent, number::to_u64};

use super::CountOptions;
use super::progressions::{self, Run};
use super::runs;
use super::spectrum::Spectrum;
use crate::game::{Game, Place, Shape};
use crate::guess::find_period;
use crate::plan::reasons::Reasons;

/// Below so many heaps no period is looked for, and no runs.
pub(super) const FEW: u64 = 1 << 12;
/// A period is looked for among so many values.
const PERIODS: u64 = 1 << 20;
/// A growing sequence is cut into so many pieces at most.
const PIECES: u64 = 1 << 12;
/// So many values are asked for one by one where the budget sets no limit.
const VALUES: u64 = 1 << 32;

/// The heaps asked about, by their values.
pub(super) struct Heaps {
    /// The character sums of those that have a value.
    pub(super) spectrum: Spectrum,
    /// How many are loony: whoever moves wins every sum with one.
    pub(super) loony: u64,
    /// What the values rest on.
    pub(super) evidence: Evidence,
    /// Why the first numbers that were left out make no place.
    pub(super) refused: Option<Diagnostic>,
}

impl Heaps {
    fn valued(spectrum: Spectrum, evidence: Evidence) -> Self {
        Heaps { spectrum, loony: 0, evidence, refused: None }
    }
}

/// The heaps asked about, by their values. Numbers that make no place are none of them.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn heaps(game: &Game, options: &CountOptions, cx: &Context) -> Result<Heaps> {
    if let Some(law) = game.law_of_nim() {
        return Ok(Heaps::valued(Spectrum::of_interval(options.min, options.max), law.evidence()));
    }
    if options.max >= FEW
        && let Some((runs, evidence)) = runs::heaps(game, Convention::Normal, options, cx)?
    {
        let mut histogram = Vec::new();
        for (value, heaps) in runs {
            add(&mut histogram, &value.into(), i128::from(heaps), cx)?;
        }
        return Ok(Heaps::valued(Spectrum::of_histogram(rounded(histogram, cx)?, cx)?, evidence));
    }
    if game.shape() == Shape::Heap
        && options.max >= FEW
        && let Some(repeats) = repeats(game, options, cx)?
    {
        let (period, evidence) = repeats;
        if period.saltus == 0 {
            return Ok(Heaps::valued(repeated(game, &period, options, cx)?, evidence));
        }
        if period.saltus.is_power_of_two()
            && let Some(spectrum) = growing(game, &period, options, cx)?
        {
            return Ok(Heaps::valued(spectrum, evidence));
        }
    }
    one_by_one(game, options, cx)
}

/// The period of the values, where it is shorter than the range that is asked about. Where so many heaps are not to be asked one
/// by one, it may be that of a law, which is looked for.
fn repeats(game: &Game, options: &CountOptions, cx: &Context) -> Result<Option<(Period, Evidence)>> {
    let max = options.max;
    let limit = Some(PERIODS.min(max.saturating_add(1)));
    let are_too_many = max - options.min >= cx.nodes_left().unwrap_or(VALUES);
    let known = if are_too_many { find_period(game, limit, cx)? } else { game.known_period(limit, cx)? };
    let small = known.and_then(|(period, evidence)| Some((period.small()?, evidence)));
    Ok(small.filter(|(p, _)| p.preperiod.checked_add(p.period).is_some_and(|end| end <= max)))
}

/// Values that grow by a power of two in each period, where the pieces are few.
fn growing(game: &Game, repeats: &Period, options: &CountOptions, cx: &Context) -> Result<Option<Spectrum>> {
    if repeats.period > PIECES || repeats.preperiod > PIECES {
        return Ok(None);
    }
    let value = |n: u64| -> Result<Option<u64>> {
        cx.tick(1)?;
        Ok(to_u64(&game.value_at(&Place::heap(n), cx)?))
    };
    // each heap before the period by itself, then each class
    let alone = (options.min..repeats.preperiod).map(|n| (n, 1));
    let start = options.min.max(repeats.preperiod);
    let classes = (0..repeats.period).map_while(|i| start.checked_add(i).filter(|n| *n <= options.max));
    let classes = classes.map(|n| (n, class_size(n, n, options.max, repeats.period)));
    let mut runs = Vec::new();
    for (n, count) in alone.chain(classes) {
        let Some(first) = value(n)? else { return Ok(None) };
        runs.push(Run { first, count });
    }
    match progressions::of_runs(&runs, repeats.saltus.trailing_zeros(), cx) {
        Ok(spectrum) => Ok(Some(spectrum)),
        // too many patterns: where the range is short there is another way
        Err(Error::Stopped(stopped)) if stopped.spent == Spent::Nodes && options.max - options.min < VALUES => {
            cx.check()?;
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

/// How many numbers of the class of `n` modulo `period` lie in `from..=to`; `n` is at most `period` above `from`.
fn class_size(n: u64, from: u64, to: u64, period: u64) -> u128 {
    let first = if n >= from {
        u128::from(n)
    } else {
        u128::from(n) + u128::from((from - n).div_ceil(period)) * u128::from(period)
    };
    let to = u128::from(to);
    if first > to { 0 } else { (to - first) / u128::from(period) + 1 }
}

/// Each value of the first period counts for all heaps that repeat it.
fn repeated(game: &Game, repeats: &Period, options: &CountOptions, cx: &Context) -> Result<Spectrum> {
    let Period { preperiod: first, period, .. } = *repeats;
    let mut histogram: Vec<i128> = Vec::new();
    for n in 0..first + period {
        cx.tick(1)?;
        let heaps = match n < first {
            true => u128::from(options.min <= n && n <= options.max),
            false => class_size(n, options.min, options.max, period),
        };
        if heaps > 0 {
            match game.place_at(&[n]) {
                Ok(place) => add(&mut histogram, &game.value_at(&place, cx)?, heaps as i128, cx)?,
                // not counted; those behind the period's beginning are all places
                Err(bad) if n < first && game.is_no_place(&bad) => {}
                Err(bad) => return Err(bad.into()),
            }
        }
    }
    Spectrum::of_histogram(rounded(histogram, cx)?, cx)
}

fn one_by_one(game: &Game, options: &CountOptions, cx: &Context) -> Result<Heaps> {
    let side = u128::from(options.max - options.min) + 1;
    let arity = if let Shape::Tuple(n) = game.shape() { n } else { 1 };
    let places = u32::try_from(arity).ok().and_then(|n| side.checked_pow(n)).unwrap_or(u128::MAX);
    if places > u128::from(cx.nodes_left().unwrap_or(VALUES)) {
        let why = if arity == 1 { ": no period is known that helps" } else { "" };
        return Err(cx.stopped(Spent::Nodes, Some(format!("the values of {places} places, one by one{why}"))).into());
    }
    let corner = |n: u64| -> Place { std::iter::repeat_n(Nat::from(n), arity).collect() };
    let mut reasons = Reasons::new(game);
    let mut histogram: Vec<i64> = Vec::new();
    let (mut loony, mut refused) = (0, None);
    // the far corner first, if it is a place: tables are then laid out once
    if let Ok(far) = game.place(corner(options.max)) {
        value_unless_loony(game, &mut reasons, &far, cx)?;
    }
    let mut at = vec![options.min; arity];
    loop {
        cx.tick(1)?;
        match game.place_at(&at) {
            Ok(place) => match value_unless_loony(game, &mut reasons, &place, cx)? {
                Some(value) => add(&mut histogram, &value, 1, cx)?,
                None => loony += 1,
            },
            // not counted
            Err(bad) if game.is_no_place(&bad) => refused = refused.or(Some(bad)),
            Err(bad) => return Err(bad.into()),
        }
        let Some(i) = at.iter().rposition(|&n| n < options.max) else { break };
        at[i] += 1;
        at[i + 1..].fill(options.min);
    }
    if let (true, 0, Some(why)) = (histogram.is_empty(), loony, &refused) {
        return Err(why.clone().into());
    }
    let spectrum = Spectrum::of_histogram(rounded(histogram, cx)?, cx)?;
    Ok(Heaps { spectrum, loony, evidence: reasons.evidence(cx)?, refused })
}

/// The value of a place; `None`: it is loony.
fn value_unless_loony(game: &Game, reasons: &mut Reasons<'_>, place: &Place, cx: &Context) -> Result<Option<Nat>> {
    if game.may_be_loony()
        && let Some(found) = game.loony(place, cx)?
    {
        reasons.heard(found);
        return Ok(None);
    }
    reasons.value_at(place, cx).map(Some)
}

/// Counts heaps of a value.
fn add<T>(histogram: &mut Vec<T>, value: &Nat, heaps: T, cx: &Context) -> Result<()>
where
    T: Copy + Default + std::ops::AddAssign,
{
    let at = match to_u64(value) {
        Some(at) if at < 1 << 48 => at as usize,
        _ => {
            let needed = format!("a table of the values up to {}", crate::number::shorten(value));
            return Err(cx.engine_limit(Spent::Memory, needed).into());
        }
    };
    if at >= histogram.len() {
        let longer = (at + 1).next_power_of_two();
        cx.reserve(((longer - histogram.len()) * size_of::<T>()) as u64)?;
        histogram.resize(longer, T::default());
    }
    histogram[at] += heaps;
    Ok(())
}

/// The histogram, its length a power of two.
fn rounded<T: Clone + Default>(mut histogram: Vec<T>, cx: &Context) -> Result<Vec<T>> {
    let longer = histogram.len().next_power_of_two();
    cx.reserve(((longer - histogram.len()) * size_of::<T>()) as u64)?;
    histogram.resize(longer, T::default());
    Ok(histogram)
}
