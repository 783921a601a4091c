//! A claim is said only after it was judged: what is refuted is never told.

use std::sync::Arc;

use grundy_core::{Context, Convention, Error, Evidence, Nat, Result};
use grundy_notation::{Limits, Reader};

use super::sample::Sample;
use super::{Finding, Kind};
use crate::answer::Answer;
use crate::automatic::proved::AutomaticLaw;
use crate::claim::{self, Claim, ClaimQuestion, Subject, Verdict, agrees};
use crate::equal_games::{BEYOND, BEYOND_NODES};
use crate::game::catalogue;
use crate::game::learnt::{Law, Learnt};
use crate::game::{Component, Shape};
use crate::period::seen::{AFAR, AFAR_NODES, far_heaps};
use crate::plan::misere::Judge;
use crate::statement::{Spelt, lower};
use crate::words::{Sentence, Words};

/// A claim that is stated beside a sample is compared up to here.
const FIRST: u64 = 2;
/// A claim may cost so many nodes.
const NODES: u64 = 20_000_000;

/// A claim that was not refuted: its canonical spelling and what it rests on.
#[derive(Debug)]
pub(super) struct Judged {
    /// As `prove` reads it.
    pub(super) claim: Spelt,
    /// The same with its names resolved.
    pub(super) law: Claim,
    /// Proved, or checked as far as the sample goes.
    pub(super) evidence: Evidence,
    /// The automata that prove it, where the positions are the places of one rule.
    pub(super) proof: Option<Arc<AutomaticLaw>>,
}

/// Asks [`claim::judge`] about a claim; `None` where it is refuted, has no value somewhere, or could not be compared.
///
/// # Errors
/// A spent budget.
pub(super) fn judge(sample: &Sample, claim: &Spelt, cx: &Context) -> Result<Option<Judged>> {
    let Ok(read) = Reader::new(Limits::default(), catalogue::GAMES).claim(&claim.to_string(), sample.names()) else {
        return Ok(None);
    };
    let Ok(lowered) = lower(&read, sample.names()) else { return Ok(None) };
    let question = ClaimQuestion::new(sample.subject.clone(), lowered, read.to_string());
    if !agrees_afar(sample, &question, cx) || !agrees_beyond(sample, &question, cx) {
        return Ok(None);
    }
    // places beyond those that the law was fitted to: what fits by chance falls there
    let beyond = if sample.names().len() == 1 { 0 } else { sample.reach / 2 };
    let ask =
        |question: &ClaimQuestion| match cx.trial(NODES, |part| claim::judge(question, sample.reach + beyond, part)) {
            // division by zero and the like: no claim about all positions
            Err(Error::Bad(_)) => Ok(None),
            asked => asked,
        };
    let Some(mut answer) = ask(&question)? else { return Ok(None) };
    // the whole game has a rule, and may have a law
    if answer.verdict == Verdict::Checked
        && let Some(subject) = question.subject.unsliced().filter(|_| !matches!(question.claim, Claim::Period { .. }))
        && let Some(of_whole) = ask(&ClaimQuestion::new(subject, question.claim.clone(), question.text.clone()))?
        && of_whole.verdict == Verdict::Proved
    {
        answer = of_whole;
    }
    let holds = match answer.verdict {
        Verdict::Proved => true,
        // a claim that could not be compared with the whole sample is not told
        Verdict::Checked => answer.checked_to.is_some_and(|to| to >= sample.reach),
        Verdict::Refuted(_) | Verdict::Open => false,
    };
    let Answer { result, evidence, .. } = answer;
    let proof = result.proof.and_then(|proof| proof.law_of_places()).map(AutomaticLaw::shared);
    Ok(holds.then_some(Judged { claim: Spelt::of(&read), law: question.claim, evidence, proof }))
}

/// Does the claim agree with the law of the game at some large places, as far as the law speaks of them? What agrees
/// with the first 2000 heaps of `take[1..10^6]` may be wrong beyond.
fn agrees_afar(sample: &Sample, question: &ClaimQuestion, cx: &Context) -> bool {
    let game = sample.game();
    let Some(law) = game.law() else { return true };
    if sample.subject.convention == Convention::Misere || matches!(question.claim, Claim::Period { .. }) {
        return true;
    }
    let arity = sample.names().len();
    AFAR.windows(arity).all(|place| {
        // a list that is no place of the game says nothing
        let components = sample.subject.components(place);
        let Some((component, _)) = components.as_ref().and_then(|all| all.first()) else { return true };
        let numbers = &component.place;
        let known = match question.claim {
            Claim::Previous(_) => law.outcome(numbers).is_some(),
            _ => law.value(numbers).is_some(),
        };
        // what cannot be evaluated there is not held against the claim
        !known || agrees(question, place, &cx.part(1_000_000)).unwrap_or(true)
    })
}

/// Does the claim agree with some heaps behind the sample, where these cost little? `{n -> n-1; n-2; n-3 if n > 3000}`
/// shows no law of its own before.
fn agrees_beyond(sample: &Sample, question: &ClaimQuestion, cx: &Context) -> bool {
    let (game, convention) = (sample.game(), sample.subject.convention);
    // a large member of a family of boards costs more than a node tells
    let is_heap = sample.names().len() == 1 && game.shape() == Shape::Heap && !game.is_family();
    if !is_heap || sample.reach >= BEYOND.start {
        return true;
    }
    let misere = convention == Convention::Misere;
    for n in BEYOND.take_while(|_| !misere && !sample.ends.get()) {
        match agrees(question, &[n], &cx.part(BEYOND_NODES)) {
            Ok(true) => {}
            Ok(false) => return false,
            // what was too dear once is not asked for again
            Err(_) => sample.ends.set(true),
        }
    }
    let cheap = |n: &u64| {
        let (component, part) = (Component::new(game, [Nat::from(*n)]), cx.part(AFAR_NODES));
        match convention {
            Convention::Normal => game.value_at(&component.place, &part).is_ok(),
            Convention::Misere => Judge::new().sum(&[(component, Nat::ONE)], &part).is_ok(),
        }
    };
    let heaps = || far_heaps(game, convention, sample.reach, cx).into_iter().filter(cheap).collect();
    let afar = sample.afar.get_or_init(heaps);
    afar.iter().all(|&n| agrees(question, &[n], &cx.part(AFAR_NODES)).unwrap_or(true))
}

/// The finding that a claim is, if it stands.
///
/// # Errors
/// A spent budget.
pub(super) fn finding(sample: &Sample, claim: Spelt, cx: &Context) -> Result<Option<Finding>> {
    if sample.fallen.borrow().contains(&claim) {
        return Ok(None);
    }
    let Some(judged) = judge(sample, &claim, cx)? else {
        sample.fallen.borrow_mut().insert(claim);
        return Ok(None);
    };
    let Judged { claim, law, evidence, proof } = judged;
    let finding = claimed(claim, evidence);
    keep(sample, &finding, Law::Claim(law), proof);
    Ok(Some(finding))
}

/// The finding that a claim about the subject is, if it is proved; nothing is compared but the smallest positions.
///
/// # Errors
/// A spent budget.
pub(super) fn proved(subject: &Subject, claim: &Spelt, cx: &Context) -> Result<Option<Finding>> {
    let read = Reader::new(Limits::default(), catalogue::GAMES).claim(&claim.to_string(), &subject.variables);
    let Ok(read) = read else { return Ok(None) };
    let Ok(lowered) = lower(&read, &subject.variables) else { return Ok(None) };
    let question = ClaimQuestion::new(subject.clone(), lowered, read.to_string());
    let judged = cx.trial(NODES, |part| claim::judge(&question, FIRST, part))?;
    let judged = judged.filter(|answer| answer.verdict == Verdict::Proved);
    Ok(judged.map(|answer| claimed(Spelt::of(&read), answer.evidence)))
}

/// What is proved is learnt: the game keeps it for every other question.
pub(super) fn keep(sample: &Sample, finding: &Finding, law: Law, proof: Option<Arc<AutomaticLaw>>) {
    if finding.evidence.is_proved() {
        sample.game().learnt().keep(Learnt {
            convention: sample.subject.convention,
            names: sample.names().to_vec(),
            words: Words::new(finding.text.as_str(), finding.chinese.as_str()),
            claim: finding.spelt.clone(),
            law,
            evidence: finding.evidence.clone(),
            weight: finding.weight,
            proof,
        });
    }
}

/// A claim as a finding.
fn claimed(claim: Spelt, evidence: Evidence) -> Finding {
    let body = claim.body();
    let weight = super::weight(&body);
    let words = match &claim {
        Spelt::PPositions(_) => Sentence::new("guess-p-positions", [body]).into(),
        Spelt::Values(_) => Sentence::new("guess-value", [body]).into(),
        Spelt::Every(_) | Spelt::Period { .. } => Words::same(body),
    };
    Finding::new(Kind::of(&claim), words, evidence, weight).claiming(claim)
}
