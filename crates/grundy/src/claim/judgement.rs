//! What comes of a claim: true, false at a position, or true as far as it was compared.

use grundy_core::{Evidence, Int, Nat, Outcome};

use super::automatic::{Automata, Proof};
use crate::answer::Answer;

/// What `prove` finds out; the question is what the claim is about.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Judgement {
    /// The claim in canonical spelling.
    pub claim: String,
    /// What came out.
    pub verdict: Verdict,
    /// All positions with at most this sum of coordinates were compared.
    pub checked_to: Option<u64>,
    /// The automata of a proof by them.
    pub automata: Option<Automata>,
    /// For certificates and sentences, where one equation proves the claim.
    pub proof: Option<Box<Proof>>,
    /// Why no proof was found, for each way that was tried.
    pub obstacles: Vec<String>,
    /// Is it about one position, in which nothing is open?
    pub is_of_one: bool,
}

impl Judgement {
    /// A claim of which nothing is known yet.
    pub(crate) fn open(claim: String) -> Self {
        let verdict = Verdict::Checked;
        let obstacles = Vec::new();
        Judgement { claim, verdict, checked_to: None, automata: None, proof: None, obstacles, is_of_one: false }
    }
}

/// What came of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// True for all positions.
    Proved,
    /// False, and here is why.
    Refuted(Counterexample),
    /// True as far as it was compared.
    Checked,
    /// Nothing that the claim speaks of could be compared.
    Open,
}

/// A position for which the claim is false.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// Its coordinates in reading order.
    pub position: Vec<Nat>,
    /// What is claimed and what is true.
    pub found: Disagreement,
    /// Is it the smallest, by the sum of the coordinates, then lexicographically? Otherwise it is one of them.
    pub smallest: bool,
    /// Of a game with parameters, the values for which it is one.
    pub parameters: Vec<(String, u64)>,
    /// The position after a winning move as text, if it is none of those that the claim speaks of: a pass is used up, or a
    /// part goes to another game.
    pub leads_to: Option<String>,
    /// The position as text, where its coordinates do not say what it is: a board is among its components.
    pub text: Option<String>,
}

/// What is claimed and what is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// About who wins.
    Outcome {
        /// As claimed.
        claimed: Outcome,
        /// As it is.
        outcome: Outcome,
        /// The coordinates after a winning move, for a position that is N; `None` also where the move leads out of the
        /// positions that the claim speaks of.
        to: Option<Vec<Nat>>,
    },
    /// About the Grundy value.
    Value {
        /// As claimed; claims may compute negative numbers.
        claimed: Int,
        /// As it is.
        value: Nat,
    },
    /// The Grundy value is one that the claim excludes.
    Excluded {
        /// As it is.
        value: Nat,
    },
}

impl Answer<Judgement> {
    /// True for all positions, and why.
    pub(super) fn proved(&mut self, evidence: Evidence) {
        self.verdict = Verdict::Proved;
        self.evidence = evidence;
    }

    /// False at a position, which was computed from the rules.
    pub(super) fn refuted(&mut self, found: Counterexample, evidence: Evidence) {
        self.verdict = Verdict::Refuted(found);
        self.evidence = evidence;
    }
}
