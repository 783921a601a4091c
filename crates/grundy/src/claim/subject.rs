//! What a claim is about: components whose coordinates are numbers or variables.

use crate::game::Component;
pub use crate::game::open_sum::{Coordinate, Summand};
use crate::number::Nat;
use crate::outcome::Convention;

/// A sum of components with variables.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Normal or misère.
    pub convention: Convention,
    /// The components, in reading order.
    pub summands: Vec<Summand>,
    /// Names of the variables, in order of first appearance.
    pub variables: Vec<String>,
    /// The canonical spelling, with definitions and `misere`.
    pub query: String,
}

impl Subject {
    /// The coordinates of the position in which the variables have these values, in reading order, each component
    /// once.
    #[must_use]
    pub fn coordinates(&self, values: &[u64]) -> Vec<Nat> {
        let values: Vec<Nat> = values.iter().copied().map(Nat::from).collect();
        self.coordinates_of_any(&values)
    }

    /// The same for numbers of any size.
    pub(crate) fn coordinates_of_any(&self, values: &[Nat]) -> Vec<Nat> {
        self.summands.iter().flat_map(|s| &s.place).map(|c| c.at(values)).collect()
    }

    /// The components of that position; `None` where a place is none of its game. Where the order of a list has no
    /// meaning, every order of it is the same position, so a claim about `silverdollar(a,b)` is one about (0,1) and (1,0).
    #[must_use]
    pub fn components(&self, values: &[u64]) -> Option<Vec<(Component, Nat)>> {
        let values: Vec<Nat> = values.iter().copied().map(Nat::from).collect();
        self.components_of_any(&values)
    }

    /// The same for numbers of any size.
    pub(crate) fn components_of_any(&self, values: &[Nat]) -> Option<Vec<(Component, Nat)>> {
        self.summands.iter().map(|s| s.at(values).ok()).collect()
    }

    /// The same sum, where what is a game of several games with open numbers is these games: claims are proved of them.
    #[must_use]
    pub(crate) fn opened(&self) -> Subject {
        Subject { summands: self.summands.iter().flat_map(Summand::opened).collect(), ..self.clone() }
    }

    /// The same place of the whole game, where it is a game with one number left open.
    pub(crate) fn unsliced(&self) -> Option<Subject> {
        let [summand] = &self.summands[..] else { return None };
        Some(Subject { summands: vec![summand.unsliced()?], ..self.clone() })
    }

    /// The largest sum of coordinates of a position, where every variable has a largest value.
    pub(crate) fn largest_sum(&self) -> Option<u64> {
        let mut largest: Vec<Option<u64>> = vec![None; self.variables.len()];
        for summand in &self.summands {
            for (at, coordinate) in summand.place.iter().enumerate() {
                if let Coordinate::Variable(v) = coordinate
                    && let Some(most) = summand.game.largest(at, summand.place.len())
                {
                    largest[*v] = Some(largest[*v].map_or(most, |other| other.min(most)));
                }
            }
        }
        largest
            .iter()
            .zip(self.weights())
            .try_fold(0u64, |sum, (most, weight)| sum.checked_add((*most)?.checked_mul(weight)?))
    }

    /// In how many coordinates each variable stands; 1 for one that stands in none.
    #[must_use]
    pub fn weights(&self) -> Vec<u64> {
        let mut weights = vec![0; self.variables.len()];
        for coordinate in self.summands.iter().flat_map(|s| &s.place) {
            if let Coordinate::Variable(v) = coordinate {
                weights[*v] += 1;
            }
        }
        weights.iter_mut().for_each(|w| *w = (*w).max(1));
        weights
    }
}
