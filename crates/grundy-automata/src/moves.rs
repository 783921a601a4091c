//! The moves of a game as formulas.
//!
//! Variables 0 … arity−1 are the coordinates of the position; coordinate `i` of part `p` of what is left has the number
//! arity·(p+1) + i. In Nim with two heaps a move in the first is
//!
//! > there is k: k ≥ 1 and u = a − k and v = b
//!
//! with a, b = 0, 1 and u, v = 2, 3. Natural numbers are never negative, so a coordinate below 0 is no move of its own
//! accord.

use crate::engine::{Built, Engine, Obstacle};
use crate::formula::{Formula, Variable};
use crate::{Linear, Relation};

/// One kind of move.
#[derive(Debug, Clone)]
pub struct Move {
    /// How many components are left; at least 1.
    pub parts: usize,
    /// When `v → parts` is a move; auxiliary variables are bound inside.
    pub formula: Formula,
    /// The move as it was written.
    pub text: String,
}

/// All moves of a game on tuples of natural numbers.
#[derive(Debug, Clone)]
pub struct Moves {
    /// Number of coordinates.
    pub arity: usize,
    /// Any of these is a move.
    pub moves: Vec<Move>,
    /// The first variable that no move uses.
    pub next: Variable,
}

impl Moves {
    /// The variables of the position.
    #[must_use]
    pub fn origin(&self) -> Vec<Variable> {
        (0..self.arity as Variable).collect()
    }

    /// The variables of a part.
    #[must_use]
    pub fn part(&self, part: usize) -> Vec<Variable> {
        let first = (self.arity * (part + 1)) as Variable;
        (first..first + self.arity as Variable).collect()
    }

    /// Does every move leave one component only?
    #[must_use]
    pub fn single(&self) -> bool {
        self.moves.iter().all(|m| m.parts == 1)
    }

    /// Do these linear forms in the coordinates, read from left to right, get smaller with every part of every move? The
    /// forms must have natural coefficients. Then every play ends.
    ///
    /// # Errors
    /// Cap or budget; a form that may be negative.
    pub fn decreases(&self, measure: &[Linear], engine: &mut Engine<'_>) -> Built<bool> {
        if !measure.iter().all(Linear::is_natural) {
            let why = "its coefficients are not natural".to_owned();
            return Err(Obstacle::NotAutomatic { term: "the measure".to_owned(), why });
        }
        for one in &self.moves {
            for part in 0..one.parts {
                let first = self.arity * (part + 1);
                let after = |form: &Linear| form.renamed(&|v| Some(v + first)).ok_or_else(Obstacle::overflow);
                let mut smaller = Vec::new();
                for (i, form) in measure.iter().enumerate() {
                    let mut all = vec![Formula::compare(&after(form)?, Relation::Less, form)?];
                    for earlier in &measure[..i] {
                        all.push(Formula::compare(&after(earlier)?, Relation::Equal, earlier)?);
                    }
                    smaller.push(Formula::all(all));
                }
                let all: Vec<Variable> = (0..(self.arity * (one.parts + 1)) as Variable).collect();
                let fails = Formula::all([one.formula.clone(), Formula::any(smaller).negated()]);
                if engine.decide(&Formula::exists(all, fails))? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
