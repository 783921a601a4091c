//! Claims that are decided by the period of the values, or of the misère outcomes: about the period itself, and those that
//! repeat alike.

use std::collections::BTreeSet;

use grundy_core::period::{NatPeriod, Period};
use grundy_core::{Context, Convention, Evidence, Nat, Result, number::to_u64};

use super::{Claim, ClaimQuestion, Coordinate, Subject, Summand};
use crate::game::{Game, Place};
use crate::plan::unless_stopped;
use crate::statement::map::with_numbers;
use crate::statement::repeating::{Line, lcm, repetition, truth};
use crate::statement::{Facet, Statement};

/// A claim about a period against the period that is known: proved, or wrong at a heap of at most this size.
pub(super) fn by_period(question: &ClaimQuestion, cx: &Context) -> Result<Option<std::result::Result<Evidence, u64>>> {
    let Claim::Period { period, from, saltus } = &question.claim else { return Ok(None) };
    // what is no place does not repeat
    let first = question.subject.summands.first().and_then(|summand| summand.game.smallest_member());
    let begins = from.max(&Nat::from(first.unwrap_or(0))).clone();
    // every period is a multiple of the smallest one, and none begins earlier
    let holds = |known: &NatPeriod| {
        let times = period / &known.period;
        period % &known.period == Nat::ZERO && *saltus == times * &known.saltus && begins >= known.preperiod
    };
    let Some((known, evidence)) = period_of(&question.subject, cx)? else {
        let heap = lone_heap(&question.subject).filter(|_| question.subject.convention == Convention::Normal);
        let far = heap.map(|heap| heap.game.period_of_large_numbers(cx));
        if let Some(far) = far.transpose()?.flatten().filter(|far| holds(&far.period.into())) {
            return Ok(Some(Ok(far.evidence)));
        }
        return Ok(by_automaton(&question.subject, [from, period, saltus], cx)?.map(Ok));
    };
    if holds(&known) {
        return Ok(Some(Ok(evidence)));
    }
    let beyond = begins.max(known.preperiod) + period * 2u8 + &known.period * 2u8;
    Ok(Some(Err(to_u64(&beyond).unwrap_or(u64::MAX))))
}

/// The one heap that a claim is about, if it is about nothing else.
fn lone_heap(subject: &Subject) -> Option<&Summand> {
    let [heap] = &subject.summands[..] else { return None };
    let is_lone = heap.copies == Nat::ONE && matches!(heap.place[..], [Coordinate::Variable(0)]);
    is_lone.then_some(heap)
}

/// The period of a lone heap whose values a proved automaton gives.
fn by_automaton(subject: &Subject, numbers: [&Nat; 3], cx: &Context) -> Result<Option<Evidence>> {
    let Some(heap) = lone_heap(subject).filter(|_| subject.convention == Convention::Normal) else { return Ok(None) };
    let [Some(preperiod), Some(period), Some(saltus)] = numbers.map(to_u64) else { return Ok(None) };
    heap.game.learnt().repetition(Period { preperiod, period, saltus }, cx)
}

/// Where a claim that repeats need only be compared up to, and why; `None`: the claim, or what it is about, is not known
/// to repeat, or they do not grow alike.
pub(super) fn by_repetition(question: &ClaimQuestion, cx: &Context) -> Result<Option<(u64, Evidence)>> {
    let subject = &question.subject;
    let Some(heap) = lone_heap(subject).filter(|_| subject.variables.len() == 1) else { return Ok(None) };
    let of_every = matches!(question.claim, Claim::Every(..));
    let Some(mut claimed) = repetition(&question.claim).or(of_every.then_some(Line::CONSTANT)) else { return Ok(None) };
    let most = if of_every { PERIODS } else { REPEATING.max(4 * (claimed.from + claimed.period)) };
    let known = cx.trial(REPEATING_NODES, |part| match subject.convention {
        Convention::Normal => {
            let known = period_within(subject, most, part)?;
            Ok(known.and_then(|(known, evidence)| Some((known.small()?, evidence))))
        }
        Convention::Misere => heap.game.misere_period(most, part),
    })?;
    let Some((Period { preperiod: from, period, saltus }, evidence)) = known.flatten() else { return Ok(None) };
    let Ok(saltus) = i64::try_from(saltus) else { return Ok(None) };
    if let Claim::Every(facet, statement) = &question.claim {
        let worths = match facet {
            Facet::Winner => BTreeSet::from([0, 1]),
            Facet::Value if saltus == 0 => match small_values(&heap.game, from.saturating_add(period), cx)? {
                Some(values) => values,
                None => return Ok(None),
            },
            Facet::Value => return Ok(None),
        };
        match of_each(statement, &worths) {
            Some(line) => claimed = line,
            None => return Ok(None),
        }
    }
    let values = match &question.claim {
        // values that grow are not 0 beyond the first period
        Claim::Previous(_) | Claim::Every(..) if saltus > 0 => {
            Line { from: from.saturating_add(period), period: 1, saltus: 0 }
        }
        _ => Line { from, period, saltus },
    };
    // equal slopes: the differences then repeat
    let alike = i128::from(values.saltus) * i128::from(claimed.period)
        == i128::from(claimed.saltus) * i128::from(values.period);
    let Some(common) = lcm(values.period, claimed.period).filter(|_| alike) else { return Ok(None) };
    let end = values.from.max(claimed.from).saturating_add(common);
    Ok((end <= 1 << 20).then_some((end, evidence)))
}

/// How a statement about n and what a heap is worth repeats, if it does for each of these.
fn of_each(statement: &Statement, worths: &BTreeSet<u64>) -> Option<Line> {
    worths.iter().try_fold(Line::CONSTANT, |all, worth| {
        let own = truth(&with_numbers(1, &[*worth], |map| map.statement(statement)))?;
        Some(all.together(own)?.0)
    })
}

/// The different values of the first heaps, if they are few and small.
fn small_values(game: &Game, heaps: u64, cx: &Context) -> Result<Option<BTreeSet<u64>>> {
    let mut values = BTreeSet::new();
    if heaps > PERIODS {
        return Ok(None);
    }
    for n in (0..heaps).rev() {
        cx.tick(1)?;
        if game.place(Place::heap(n)).is_err() {
            continue;
        }
        match to_u64(&game.value_at(&Place::heap(n), cx)?) {
            Some(value) => values.insert(value),
            None => return Ok(None),
        };
        if values.len() > FEW {
            return Ok(None);
        }
    }
    Ok(Some(values))
}

/// The proved period of the values of a lone heap.
pub(super) fn period_of(subject: &Subject, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
    period_within(subject, PERIODS, cx)
}

/// The same, looked for among so many values.
fn period_within(subject: &Subject, values: u64, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
    let [summand] = &subject.summands[..] else { return Ok(None) };
    let found = cx.trial(PERIOD_NODES, |part| summand.game.known_period(Some(values), part));
    Ok(unless_stopped(found)?.flatten())
}

/// So many different values are put into a claim.
const FEW: usize = 1 << 12;
/// A period is looked for among so many values …
const PERIODS: u64 = 1 << 20;
/// … with so many nodes.
const PERIOD_NODES: u64 = 4_000_000_000;
/// For claims about values and P-positions that repeat a proof is looked for among so many …
const REPEATING: u64 = 1 << 12;
/// … with so many nodes.
const REPEATING_NODES: u64 = 50_000_000;
