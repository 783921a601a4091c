//! P-positions and values that a proved automaton reads off the digits.
//!
//! An automaton is learnt from computed places and proved for all of them by one equation; see [`crate::automatic`]. Here
//! it is asked, with a small share of the budget, where no shorter law was proved.

use grundy_automata::search::Question;
use grundy_core::{Context, Convention, Result};

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
    let weight = 12 + law.law.set.states() as u32;
    Ok(Some(Finding { kind: Kind::Digits, text: law.words(), claim: None, evidence: law.evidence(), weight }))
}
