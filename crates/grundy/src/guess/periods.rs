//! The period of the values, with its proof where there is one.

use grundy_core::period::{NatPeriod, Period};
use grundy_core::{Context, Evidence, Nat, Result, Status};

use super::judge::{judge, keep};
use super::sample::Sample;
use super::{Finding, Kind};
use crate::game::learnt::Law;
use crate::period::seen::candidate;
use crate::statement::Claim;
use crate::words::{Sentence, Words};

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
    if let Some((period, evidence)) = known.flatten() {
        return Ok(said(sample, period, evidence));
    }
    let Some(values) = &sample.values else { return Ok((None, None)) };
    let seen = cx.trial(NODES, |part| candidate(game, values, part))?;
    let Some((period, _)) = seen.flatten() else { return Ok((None, None)) };
    // a proof of another kind may be known to `prove`; what it refutes is not told
    let Some(judged) = judge(sample, &claim(&period.into()), cx)? else { return Ok((None, None)) };
    let evidence = match judged.evidence.is_proved() {
        true => judged.evidence,
        false => Evidence {
            status: Status::Checked { up_to: Nat::from(sample.reach) },
            theorems: Vec::new(),
            computations: vec![Words::new(
                "the values repeat as far as they were computed; not proved",
                "在已算出的范围内值是重复的；未证明",
            )],
        },
    };
    Ok((said(sample, period.into(), evidence).0, Some(period)))
}

fn claim(period: &NatPeriod) -> String {
    let NatPeriod { preperiod, period: p, saltus } = period;
    let more = if *saltus == Nat::ZERO { String::new() } else { format!(" saltus {saltus}") };
    format!("period {p} from {preperiod}{more}")
}

fn said(sample: &Sample, period: NatPeriod, evidence: Evidence) -> (Option<Finding>, Option<Period>) {
    let NatPeriod { preperiod, period: p, saltus } = &period;
    let claim = claim(&period);
    let key = if *saltus == Nat::ZERO { "guess-period" } else { "guess-period-saltus" };
    let words = Sentence::new(key, [p, preperiod, saltus].map(Nat::to_string));
    let weight = super::weight(&claim);
    let numbers = period.small();
    let finding = Finding::new(Kind::Period, words.into(), evidence, weight).claiming(claim);
    let NatPeriod { preperiod: from, period, saltus } = period;
    keep(sample, &finding, Law::Claim(Claim::Period { period, from, saltus }), None);
    (Some(finding), numbers)
}
