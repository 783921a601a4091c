//! A piece of a rule: moves that linear constraints, congruences and literals describe together.
//!
//! Variables are numbered: coordinates of the position, then the coordinates of the parts one after the other, then
//! what could not be eliminated (*hidden* variables: "there is such a number"). What is not linear stays as a
//! `Literal`, an opaque predicate of linear forms, of which only little is known.

use grundy_automata::linear::{Linear, Shadow, System, Work, reduced};
use smallvec::SmallVec;

use super::literal::{Literal, contradict};

/// A rule of more pieces is not analysed.
pub const MOST_PIECES: usize = 4096;

/// A residue class is negated by listing the other classes, up to this modulus.
pub(super) const MOST_RESIDUES: i64 = 24;

/// The rule is not analysable, or not within the cap.
#[derive(Debug, Clone, Copy)]
pub(super) struct GiveUp;

/// A hidden variable that is `⌊of / by⌋`.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    /// The variable.
    pub variable: usize,
    /// What is divided.
    pub of: Linear,
    /// By this (at least 2).
    pub by: i64,
}

/// A set of moves: all points that satisfy everything here.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The alternative of the rule it comes from.
    pub alternative: usize,
    /// Each part: the number of the game it is handed to (`None`: the own), and how many coordinates it has.
    pub shape: SmallVec<[(Option<u32>, usize); 2]>,
    /// Variables below are coordinates of the position.
    pub arity: usize,
    /// Variables from here on are hidden.
    pub visible: usize,
    /// The first number that is no variable yet.
    pub next: usize,
    /// The linear part.
    pub system: System,
    /// What follows from the rest; used in proofs, never to be proved.
    pub facts: Vec<Linear>,
    /// The opaque part.
    pub literals: Vec<Literal>,
    /// Hidden variables with a definition; the two inequalities that define each are among the facts.
    pub floors: Vec<Floor>,
    /// Variables that are fixed while the piece is built.
    pub(super) fixed: SmallVec<[(usize, i64); 2]>,
}

impl Piece {
    /// Everything known that is linear.
    #[must_use]
    pub fn known(&self) -> System {
        let mut system = self.system.clone();
        system.at_least.extend(self.facts.iter().cloned());
        system
    }

    /// Proves that there is no such move. `false`: not proved.
    #[must_use]
    pub fn infeasible(&self, work: &mut Work) -> bool {
        let known = self.known();
        known.infeasible(work) || (!self.literals.is_empty() && contradict(&self.literals, &known, work))
    }

    /// Bounds and residue of a form on the piece; `None`: there is no such move.
    #[must_use]
    pub fn shadow(&self, form: &Linear, work: &mut Work) -> Option<Shadow> {
        self.known().shadow(form, work)
    }

    /// Proves that a form is never negative on the piece.
    #[must_use]
    pub fn always(&self, form: &Linear, work: &mut Work) -> bool {
        let Some(opposite) = negated(form) else { return false };
        let mut known = self.known();
        known.at_least.push(opposite);
        known.infeasible(work)
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn substitute(&mut self, variable: usize, by: &Linear) -> Option<()> {
        self.system.substitute(variable, by)?;
        for form in self.facts.iter_mut().chain(self.literals.iter_mut().flat_map(|l| &mut l.arguments)) {
            *form = form.substituted(variable, by)?;
        }
        for floor in &mut self.floors {
            floor.of = floor.of.substituted(variable, by)?;
        }
        Some(())
    }

    /// Are the two spelt alike? Then they are the same moves.
    #[must_use]
    pub fn is_spelt_like(&self, other: &Piece) -> bool {
        self.shape == other.shape
            && self.next == other.next
            && self.system == other.system
            && self.literals == other.literals
            && self.floors == other.floors
    }

    /// Gives all variables other numbers.
    pub(super) fn rename(&mut self, name: &dyn Fn(usize) -> Option<usize>) -> Option<()> {
        let system = &mut self.system;
        let forms = system.equal.iter_mut().chain(&mut system.at_least).chain(&mut self.facts);
        let forms = forms.chain(system.multiple.iter_mut().map(|(f, _)| f));
        for form in forms.chain(self.literals.iter_mut().flat_map(|l| &mut l.arguments)) {
            *form = form.renamed(name)?;
        }
        for floor in &mut self.floors {
            floor.of = floor.of.renamed(name)?;
            floor.variable = name(floor.variable)?;
        }
        Some(())
    }
}

/// `of − by·q ≥ 0` and `by·q + by − 1 − of ≥ 0`.
pub(super) fn floor_bounds(floor: &Floor) -> Option<(Linear, Linear)> {
    let q = Linear::variable(floor.variable);
    let low = floor.of.combine(1, &q, -floor.by)?;
    let high = q.combine(floor.by, &floor.of, -1)?.shifted(floor.by - 1)?;
    Some((low, high))
}

/// `form ≥ 0` does not hold: `−form − 1 ≥ 0`.
#[must_use]
pub fn negated(form: &Linear) -> Option<Linear> {
    form.scaled(-1)?.shifted(-1)
}

/// Adds `number ≡ 0 (mod m)`, or one piece for every other class.
pub(super) fn congruence(
    mut piece: Piece,
    number: &Linear,
    m: i64,
    positive: bool,
    mut add: impl FnMut(Piece),
) -> Result<(), GiveUp> {
    if m < 1 {
        return Err(GiveUp);
    }
    if m == 1 || number.value().is_some() {
        let truth = m == 1 || number.value().is_some_and(|x| x % m == 0);
        if truth == positive {
            add(piece);
        }
        return Ok(());
    }
    let number = reduced(number, m).ok_or(GiveUp)?;
    if positive {
        piece.system.multiple.push((number, m));
        add(piece);
        return Ok(());
    }
    if m > MOST_RESIDUES {
        return Err(GiveUp);
    }
    for r in 1..m {
        let mut other = piece.clone();
        other.system.multiple.push((number.shifted(-r).ok_or(GiveUp)?, m));
        add(other);
    }
    Ok(())
}
