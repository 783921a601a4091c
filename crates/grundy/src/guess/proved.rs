//! P-positions and values that a proved automaton reads off the digits.
//!
//! An automaton is learnt from computed places and proved for all of them by one equation; see [`crate::automatic`]. Here
//! it is asked, with a small share of the budget, where no shorter law was proved.

use grundy_automata::search::Question;
use grundy_core::{Context, Convention, Nat, Result};

use crate::automatic::proved::AutomaticLaw;

use super::sample::Sample;
use super::{Finding, Kind};

/// The automaton of the P-positions, or of the values of one heap, with its proof.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let game = sample.game();
    if game.kind().as_rule().is_none_or(|rule| rule.arity != sample.names().len()) {
        return Ok(None);
    }
    let question = match (sample.subject.convention, sample.names().len()) {
        (Convention::Misere, _) => Question::Misere,
        (Convention::Normal, 1) => Question::Values,
        (Convention::Normal, _) => Question::Kernel,
    };
    let Some(law) = game.automatic_law(question, cx)? else { return Ok(None) };
    Ok(Some(told(&law)))
}

/// The automaton of the values 0, 1, … of a game of two numbers whose moves run along lines, where no formula and no automaton
/// gives all values.
///
/// # Errors
/// A spent budget.
pub(super) fn single_values(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let game = sample.game();
    let two = sample.names().len() == 2 && sample.subject.convention == Convention::Normal;
    if !two || game.known_law(Question::Values).is_some() {
        return Ok(None);
    }
    // with whole rows as lines (0, 1) has the value 1; a law that says so says all values
    let place = [Nat::ZERO, Nat::ONE];
    if game.knowledge()?.law.as_ref().is_some_and(|law| law.value(&place).is_some()) {
        return Ok(None);
    }
    Ok(game.levels_law(cx)?.map(|law| told(&law)))
}

fn told(law: &AutomaticLaw) -> Finding {
    let weight = 12 + law.law.set.states() as u32;
    Finding::new(Kind::Digits, law.said(), law.evidence(), weight)
}
