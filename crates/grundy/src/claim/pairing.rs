//! Components that occur twice cancel.
//!
//! G + G = 0 for every game G (Tweedledum and Tweedledee: do to one what was done to the other). So a claim about a sum
//! with pairs of equal components is a claim about the rest: `grundy(a,a,b)` has the value of `grundy(b)`. A variable that
//! occurs only in such pairs no longer matters, unless the claim mentions it.

use grundy_core::{Convention, Nat, Theorem};

use super::{ClaimQuestion, Coordinate, Subject, Summand};
use crate::statement::Claim;
use crate::statement::map::{numbered, speaks_of};

/// G + G = 0.
pub(super) static PAIRS: Theorem = Theorem {
    id: "tweedledum-tweedledee",
    statement: "Tweedledum and Tweedledee: two equal components cancel, for the second player does to one what was done to the other",
    chinese: "成对抵消：两个相等的分量抵消，因为后手可在另一个上照做",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982",
};

/// A question without pairs.
#[derive(Debug)]
pub(super) struct Reduced {
    pub(super) question: ClaimQuestion,
    /// The old number of each variable that is left.
    kept: Vec<usize>,
    /// How many variables there were.
    all: usize,
}

impl Reduced {
    /// The question without components that cancel; `None` if there are none, or in misère play.
    pub(super) fn of(question: &ClaimQuestion) -> Option<Reduced> {
        let subject = &question.subject;
        if subject.convention == Convention::Misere || !subject.summands.iter().all(|s| s.game.ends()) {
            return None;
        }
        // a loony place does not cancel with its copy
        if subject.summands.iter().any(|s| s.game.may_be_loony()) {
            return None;
        }
        let mut left: Vec<Summand> = Vec::new();
        for summand in &subject.summands {
            if &summand.copies % 2u8 == 0 {
                continue;
            }
            let single = Summand { copies: Nat::ONE, ..summand.clone() };
            match left.iter().position(|s| s.game == single.game && s.place == single.place) {
                Some(twin) => drop(left.remove(twin)),
                None => left.push(single),
            }
        }
        let copies = subject.summands.iter().all(|s| s.copies == Nat::ONE);
        if copies && left.len() == subject.summands.len() {
            return None;
        }
        let all = subject.variables.len();
        if matches!(question.claim, Claim::Period { .. }) {
            // a period is one of one heap
            return None;
        }
        let stands = |v: usize| left.iter().flat_map(|s| &s.place).any(|c| *c == Coordinate::Variable(v));
        let said = |v: usize| speaks_of(|map| _ = map.claim(&question.claim), &|w| w == v);
        let kept: Vec<usize> = (0..all).filter(|&v| stands(v) || said(v)).collect();
        // quantified variables are numbered behind those of the subject
        let number = |v: usize| match kept.iter().position(|k| *k == v) {
            Some(new) => new,
            None => v - all.min(v) + kept.len(),
        };
        for summand in &mut left {
            for coordinate in &mut summand.place {
                if let Coordinate::Variable(v) = coordinate {
                    *v = number(*v);
                }
            }
        }
        let subject = Subject {
            convention: subject.convention,
            summands: left,
            variables: kept.iter().map(|v| subject.variables[*v].clone()).collect(),
            query: subject.query.clone(),
        };
        let claim = numbered(&number, |map| map.claim(&question.claim));
        Some(Reduced { question: ClaimQuestion { subject, claim, text: question.text.clone() }, kept, all })
    }

    /// The values of all variables, from the coordinates of what is left; what is gone is 0. `None`: the claim speaks of
    /// variables that stand nowhere any more.
    pub(super) fn lifted(&self, coordinates: &[Nat]) -> Option<Vec<Nat>> {
        let mut lifted = vec![Nat::ZERO; self.all];
        let mut known = vec![false; self.kept.len()];
        let places = self.question.subject.summands.iter().flat_map(|s| &s.place);
        for (place, coordinate) in places.zip(coordinates) {
            if let Coordinate::Variable(v) = place {
                lifted[self.kept[*v]] = coordinate.clone();
                known[*v] = true;
            }
        }
        known.iter().all(|k| *k).then_some(lifted)
    }
}
