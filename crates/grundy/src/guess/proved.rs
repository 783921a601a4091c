//! P-positions and values that a proved automaton reads off the digits.
//!
//! [`law_of_rule`] learns an automaton from computed places and proves it for all of them by one equation; see
//! [`crate::automata`]. Here it is asked, with a small share of the budget, where no shorter law was proved.

use super::sample::Sample;
use super::{Finding, Kind};
use crate::automata::from_rule::law_of_rule;
use crate::automata::numeration::Numeration;
use crate::automata::search::{Question, Settings};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::outcome::Convention;

/// The search may cost so many nodes.
const NODES: u64 = 12_000_000;

/// The automaton of the P-positions, or of the values of one heap, with its proof.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let game = &sample.subject.summands[0].game;
    let Some(rule) = game.kind().as_rule().filter(|rule| rule.arity == sample.names().len() && rule.arity <= 3) else {
        return Ok(None);
    };
    let (question, what) = match (sample.subject.convention, rule.arity) {
        (Convention::Misere, _) => (Question::Misere, "P-positions"),
        (Convention::Normal, 1) => (Question::Values, "values"),
        (Convention::Normal, _) => (Question::Kernel, "P-positions"),
    };
    let usual = Settings::default();
    // three coordinates have large alphabets outside base 2
    let systems = if rule.arity == 3 { vec![Numeration::Base(2)] } else { usual.systems.clone() };
    let settings = Settings { systems, deepest: 4, states: 600, cells: 1 << 20, cap: 20_000 };
    let part = cx.part(NODES);
    let found = law_of_rule(&rule, question, &settings, &part);
    cx.tick(part.nodes().min(cx.nodes_left().unwrap_or(u64::MAX)))?;
    let found = match found {
        Ok(found) => found,
        Err(Error::Stopped(_)) => {
            cx.check()?;
            return Ok(None);
        }
        // a rule that automata cannot say
        Err(Error::Bad(_)) => return Ok(None),
    };
    let Some(law) = found.law() else { return Ok(None) };
    let states = law.set.states();
    let system = match law.numeration {
        Numeration::ZECKENDORF => "the Zeckendorf numeration".to_owned(),
        Numeration::Ostrowski(a) => format!("the Ostrowski numeration of {a}"),
        base @ Numeration::Base(_) => base.to_string(),
    };
    let read = if what == "values" { "pairs of heap and value" } else { what };
    let text = format!(
        "the {read} are those that an automaton of {states} states accepts, which reads the digits in {system}, \
         most significant first"
    );
    let equation = match question {
        Question::Values => "the equation of mex",
        Question::Misere => "the equation of misère P-positions",
        Question::Kernel => "the equation of P-positions",
    };
    let evidence = Evidence::computed(format!("automata in {}: {equation} holds for all places", law.numeration));
    Ok(Some(Finding { kind: Kind::Digits, text, claim: None, evidence, weight: 12 + states as u32 }))
}
