//! The period of the values, with its proof where there is one.

use grundy_core::period::{NatPeriod, Period};
use grundy_core::{Context, Evidence, Result};

use super::judge::{judge, keep};
use super::sample::Sample;
use super::{Finding, Kind};
use crate::game::learnt::{Law, words_of_period};
use crate::period::seen::candidate;
use crate::statement::Spelt;
use crate::words::Words;

/// A proof is looked for among so many values …
const FAR: u64 = 1 << 14;
/// … with so many nodes.
const NODES: u64 = 40_000_000;

/// The period as a finding, and as numbers where they are small.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<(Option<Finding>, Option<Period>)> {
    let game = sample.game();
    let known = cx.trial(NODES, |part| game.known_period(Some(FAR.max(sample.reach)), part))?;
    let known = match known.flatten() {
        None => cx
            .trial(NODES, |part| game.period_of_large_numbers(part))?
            .flatten()
            .map(|far| (far.period.into(), far.evidence)),
        known => known,
    };
    if let Some((period, evidence)) = known {
        return Ok(said(sample, period, evidence));
    }
    let (Some(values), Some(first)) = (&sample.values, sample.first_heap()) else { return Ok((None, None)) };
    let seen = cx.trial(NODES, |part| candidate(game, first, values, part))?;
    let Some((period, _)) = seen.flatten() else { return Ok((None, None)) };
    // a proof of another kind may be known to `prove`; what it refutes is not told
    let Some(judged) = judge(sample, &Spelt::from(&NatPeriod::from(period)), cx)? else { return Ok((None, None)) };
    let evidence = match judged.evidence.is_proved() {
        true => judged.evidence,
        false => Evidence::checked(
            sample.reach,
            Words::new(
                "the values repeat as far as they were computed; not proved",
                "在已算出的范围内值是重复的；未证明",
            ),
        ),
    };
    Ok((said(sample, period.into(), evidence).0, Some(period)))
}

fn said(sample: &Sample, period: NatPeriod, evidence: Evidence) -> (Option<Finding>, Option<Period>) {
    let claim = Spelt::from(&period);
    let weight = super::weight(&claim.body());
    let numbers = period.small();
    let finding = Finding::new(Kind::Period, words_of_period(&period), evidence, weight).claiming(claim);
    keep(sample, &finding, Law::period(period), None);
    (Some(finding), numbers)
}
