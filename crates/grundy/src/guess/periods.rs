//! The period of the values, with its proof where there is one.

use grundy_core::period::{NatPeriod, Period};
use grundy_core::{Context, Convention, Evidence, Nat, Result};

use super::judge::{judge, keep};
use super::sample::Sample;
use super::{Finding, Kind};
use crate::game::Game;
use crate::game::learnt::{Law, Learnt};
use crate::period::seen::candidate;
use crate::statement::{Claim, Spelt};
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
    let finding = Finding::new(Kind::Period, sentence(&period), evidence, weight).claiming(claim);
    keep(sample, &finding, law(period), None);
    (Some(finding), numbers)
}

fn sentence(period: &NatPeriod) -> Words {
    let NatPeriod { preperiod, period, saltus } = period;
    let key = if *saltus == Nat::ZERO { "guess-period" } else { "guess-period-saltus" };
    Sentence::new(key, [period, preperiod, saltus].map(Nat::to_string)).into()
}

fn law(period: NatPeriod) -> Law {
    let NatPeriod { preperiod: from, period, saltus } = period;
    Law::Claim(Claim::Period { period, from, saltus })
}

/// Keeps a period of the values of heaps that was proved, and that is the least.
pub(crate) fn learn_period(game: &Game, period: NatPeriod, evidence: Evidence) {
    let claim = Spelt::from(&period);
    game.learnt().keep(Learnt {
        convention: Convention::Normal,
        names: vec!["n".to_owned()],
        words: sentence(&period),
        weight: super::weight(&claim.body()),
        claim: Some(claim),
        law: law(period),
        evidence,
        proof: None,
    });
}
