//! Claims about all positions of a game: read, tested, proved.
//!
//! `prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'` is a [`ClaimQuestion`]: a [`Subject`] (components whose coordinates are
//! numbers or variables) and a [`Claim`] with its names resolved. `prove` looks for the smallest counterexample,
//! then for a proof, and says what it found and how far that goes.

mod attempt;
mod automatic;
pub(crate) mod bound;
mod cases;
mod follows;
pub(crate) mod interval;
mod judgement;
mod large;
mod law;
mod named;
mod pairing;
mod period;
mod prove;
mod subject;
mod test;

use std::fmt;

use grundy_notation::claim as ast_claim;

use crate::error::Diagnostic;
use crate::outcome::Convention;
pub use crate::statement::{Cases, Claim, Facet, Spelt, Statement};

pub(crate) use attempt::{compared, fails_nearby};
pub use automatic::{Automata, OfGame, Proof};
pub(crate) use automatic::{holds_always, of_game};
pub(crate) use follows::follows;
pub use grundy_automata::walnut::Export;
pub use judgement::{Counterexample, Disagreement, Judgement, Verdict};
pub(crate) use law::{Said, read as read_law, said, stated_at};
pub use prove::ProveOptions;
pub(crate) use prove::{judge, prove};
pub use subject::{Coordinate, Subject, Summand};
pub(crate) use test::from_the_rules;

/// Which of the two texts of [`Session::claim`](crate::Session::claim) is at fault, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimFault {
    /// The position that the claim is about.
    Subject(Diagnostic),
    /// The claim.
    Claim(Diagnostic),
}

impl ClaimFault {
    /// What is wrong; its place is one in the text at fault.
    #[must_use]
    pub fn diagnostic(&self) -> &Diagnostic {
        match self {
            ClaimFault::Subject(fault) | ClaimFault::Claim(fault) => fault,
        }
    }
}

impl fmt::Display for ClaimFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl std::error::Error for ClaimFault {}

impl From<ClaimFault> for crate::Error {
    fn from(fault: ClaimFault) -> Self {
        match fault {
            ClaimFault::Subject(fault) | ClaimFault::Claim(fault) => fault.into(),
        }
    }
}

/// What `prove` is asked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ClaimQuestion {
    /// What the claim is about.
    pub subject: Subject,
    /// The claim, with variables as numbers.
    pub claim: Claim,
    /// The claim in canonical spelling.
    pub text: String,
}

impl ClaimQuestion {
    /// The claim about this subject. That of a sum with open numbers is one about its games, but for a period, which is claimed of one
    /// heap.
    pub(crate) fn new(subject: Subject, claim: Claim, text: String) -> Self {
        let subject = if matches!(claim, Claim::Period { .. }) { subject } else { subject.opened() };
        ClaimQuestion { subject, claim, text }
    }
}

/// Misère play has no Grundy values; the claim that is shown for an example is one about P-positions.
///
/// # Errors
/// A claim about values.
pub(crate) fn no_values_in_misere(
    claim: &ast_claim::Claim,
    convention: Convention,
    example: &str,
) -> Result<(), Diagnostic> {
    let about_values = match claim {
        ast_claim::Claim::Previous(_) => false,
        ast_claim::Claim::Every(every) => every.value,
        ast_claim::Claim::Value(_) | ast_claim::Claim::Period { .. } => true,
    };
    if !about_values || convention == Convention::Normal {
        return Ok(());
    }
    let fault = Diagnostic::input("misère play has no Grundy values, so nothing is claimed about them");
    Err(fault.suggest(format!("claim the P-positions: {example}")))
}

/// Does the claim agree with the position in which the variables have these values? What is no position agrees.
///
/// # Errors
/// A spent budget; an expression without a value.
pub(crate) fn agrees(question: &ClaimQuestion, values: &[u64], cx: &crate::Context) -> crate::Result<bool> {
    test::agrees(question, values, cx)
}

/// The smallest counterexample among about so many of the smallest positions.
///
/// # Errors
/// A spent budget; an expression without a value.
pub(crate) fn near(
    question: &ClaimQuestion,
    positions: u64,
    cx: &crate::Context,
) -> crate::Result<Option<Counterexample>> {
    let mut tested = test::Tested::default();
    test::test(question, 0, u64::MAX, positions, &mut tested, &mut crate::plan::misere::Judge::new(), cx)?;
    Ok(tested.counterexample)
}

/// The value that a claim about one variable gives, for tests elsewhere.
#[cfg(test)]
pub(crate) fn value_of(
    cases: &[(Option<Statement>, crate::rule::ir::Expr)],
    n: u64,
    cx: &crate::Context,
) -> crate::Result<crate::number::Int> {
    crate::statement::evaluate::value(cases, &[n], &["n".to_owned()], "a claim", cx)
}

/// The set that a claim describes as an automaton, for tests elsewhere.
#[cfg(test)]
pub(crate) fn claimed_set(
    question: &ClaimQuestion,
    engine: &mut grundy_automata::Engine<'_>,
) -> std::result::Result<grundy_automata::Dfa, grundy_automata::Obstacle> {
    automatic::formulas::claim_set(&question.claim, &question.subject, None, engine)
}

/// Whether a position is claimed to be P, for tests elsewhere.
#[cfg(test)]
pub(crate) fn holds_at(question: &ClaimQuestion, values: &[u64], cx: &crate::Context) -> bool {
    let Claim::Previous(statement) = &question.claim else { return false };
    crate::statement::evaluate::holds(statement, values, &question.subject.variables, &question.text, cx)
        .unwrap_or(false)
}

/// Whether a statement about one variable holds, for tests elsewhere.
#[cfg(test)]
pub(crate) fn holds_for(statement: &Statement, n: u64, cx: &crate::Context) -> crate::Result<bool> {
    crate::statement::evaluate::holds(statement, &[n], &["n".to_owned()], "a claim", cx)
}

#[cfg(test)]
mod tests;
