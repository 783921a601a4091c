//! Positions of a special form: `wythoff(a,a)`, `wythoff(a,3)`.
//!
//! Moves lead out of the form, so no equation on its variables says who wins. But if a law of *all* positions of the rule
//! is found and proved, the claim is compared with what the law says of the form.

use std::sync::Arc;

use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::search::{Question, Settings};
use grundy_automata::{Engine, Verdict};
use grundy_core::{Context, Convention, Error, Evidence, Result};

use super::formulas::{claim_set, systems};
use super::rule::{WholeRule, spread};
use super::{CAP, Decided, KERNEL, MISERE, describe, least, obstacle};
use crate::automatic::law_of_rule;
use crate::claim::{Claim, ClaimQuestion};
use crate::rule::measure::{Termination, termination};
use crate::words::Words;

/// Nodes for the search in one numeration system.
const NODES: u64 = 10_000_000;

/// Compares the claim with the law of the rule, if there is one.
///
/// # Errors
/// A spent budget.
pub(super) fn decide(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let subject = &question.subject;
    let open = || Ok(Decided::Open(Vec::new()));
    let Some((every, forms)) = spread(subject) else { return open() };
    let plain = forms.iter().enumerate().all(|(i, form)| *form == Linear::variable(i));
    if plain || !matches!(question.claim, Claim::Previous(_)) {
        return open();
    }
    let Some((rule, whole)) = WholeRule::of(&every) else { return open() };
    // places that are none of the game are nothing to learn from
    if whole.domain.is_some() || !matches!(termination(&rule), Termination::Proved(_)) {
        return open();
    }
    let (kind, theorem) = match subject.convention {
        Convention::Normal => (Question::Kernel, &KERNEL),
        Convention::Misere => (Question::Misere, &MISERE),
    };
    let mut law = None;
    for numeration in systems(&question.claim) {
        let settings = Settings { systems: vec![numeration], ..Settings::default() };
        match cx.trial(NODES, |part| law_of_rule(&rule, kind, &settings, part)) {
            // where the trial was too short, the next system may be the right one
            Ok(found) => law = found.and_then(|found| found.law().cloned()),
            Err(Error::Bad(why)) => return Ok(Decided::Open(vec![why.message])),
            Err(stopped) => return Err(stopped),
        }
        if law.is_some() {
            break;
        }
    }
    let Some(law) = law else { return open() };
    let mut engine = Engine::new(law.numeration, cx).with_cap(CAP);
    let tracks: Vec<Variable> = (0..subject.variables.len() as Variable).collect();
    let built = claim_set(&question.claim, subject, None, &mut engine).and_then(|ours| {
        let known = engine.compile(&Formula::Member(Arc::clone(&law.set), forms), &tracks)?;
        Ok((Arc::new(ours), known))
    });
    let (ours, known) = match built {
        Ok(built) => built,
        Err(why) => return Ok(Decided::Open(vec![obstacle(why)?])),
    };
    match engine.compare(Ok(known.clone()), &ours).map_err(Error::from)? {
        Verdict::Proved { .. } => {
            let (words, automata) = describe(&engine, ours.states());
            let states = law.set.states();
            let law = Words::new(
                format!(
                    "the law of all positions, found and proved, has {}",
                    crate::automatic::states_in_words(states)
                ),
                format!("所有局面的规律已找到并证明，有 {states} 个状态"),
            );
            let evidence = Evidence::theorem(theorem).and(&Evidence::computed(words)).and(&Evidence::computed(law));
            Ok(Decided::Proved { evidence, automata, proof: None })
        }
        Verdict::Refuted { .. } => {
            let Some(wrong) = engine.difference(&known, &ours).map_err(Error::from)? else { return open() };
            match least::least(wrong, &subject.weights(), &mut engine).map_err(Error::from)? {
                Some(at) => Ok(Decided::Refuted { at, smallest: true }),
                None => Ok(Decided::Open(vec!["the counterexample has numbers beyond 62 bits".to_owned()])),
            }
        }
        Verdict::Unknown { why, .. } => Ok(Decided::Open(vec![obstacle(why)?])),
    }
}
