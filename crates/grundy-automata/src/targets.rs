//! The moves into a law: the pairs (v, w) of a position v and a move's result w that is in the law.
//!
//! One automaton for each number of parts that moves leave. Read with the digits of v alone ([`Dfa::slice`]) it gives the
//! number of winning moves and lists the first, however large v is: the search of the ranges of moves is a walk along
//! the digits. For a law of values the tracks are (v, h, w): w has the value h.

use std::sync::Arc;

use grundy_core::Nat;

use crate::dfa::{Dfa, Slice};
use crate::engine::{Built, Combination, Engine};
use crate::equation::{sum_formula, variables};
use crate::formula::{Formula, Variable};
use crate::linear::Linear;
use crate::search::{Law, Question};

/// The moves of a rule into a law.
#[derive(Debug, Clone)]
pub struct Targets {
    /// Number of parts, and the positions, for values the value, and the parts.
    by_parts: Vec<(usize, Dfa)>,
}

impl Engine<'_> {
    /// The moves into a law that was found for a rule.
    ///
    /// # Errors
    /// Cap or budget; an engine of another numeration system.
    pub fn targets(&mut self, law: &Law, question: Question) -> Built<Targets> {
        let moves = &law.moves;
        let mut by_parts: Vec<(usize, Dfa)> = Vec::new();
        for one in &moves.moves {
            let coordinates: Vec<Vec<Variable>> = (0..one.parts).map(|p| moves.part(p)).collect();
            let value = moves.next;
            let mut tracks = moves.origin();
            let inside = match question {
                Question::Values | Question::Levels(_) => {
                    tracks.push(value);
                    let inside = match &coordinates[..] {
                        [part] => Formula::Member(Arc::clone(&law.set), variables(&[part, &[value][..]].concat())),
                        _ => {
                            let relations = vec![Arc::clone(&law.set); one.parts];
                            sum_formula(&relations, &coordinates, value + 1, &Linear::variable(value as usize))?
                        }
                    };
                    match question.most() {
                        Some(most) => Formula::all([inside, Formula::below(value, most)?]),
                        None => inside,
                    }
                }
                Question::Kernel | Question::Misere => {
                    let first = coordinates.first().map_or(&[][..], |c| c);
                    Formula::Member(Arc::clone(&law.set), variables(first))
                }
            };
            tracks.extend(coordinates.concat());
            let here = self.compile(&Formula::all([one.formula.clone(), inside]), &tracks)?;
            match by_parts.iter_mut().find(|(parts, _)| *parts == one.parts) {
                Some((_, all)) => *all = self.combined(all, &here, Combination::Or)?,
                None => by_parts.push((one.parts, here)),
            }
        }
        Ok(Targets { by_parts })
    }
}

impl Targets {
    /// For each number of parts the results of moves from here (with the wanted value behind the position, for a law of
    /// values): their number, the first `limit`, part after part. `None` if a number of digits has no end.
    #[must_use]
    pub fn from(&self, position: &[Nat], limit: usize) -> Option<Vec<(usize, Slice)>> {
        self.by_parts.iter().map(|(parts, set)| Some((*parts, set.slice(position, limit)?))).collect()
    }
}
