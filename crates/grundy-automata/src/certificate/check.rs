//! The check that a verifier makes, with the automata of this library: a reference for others, and a test of what is written.

use std::sync::Arc;

use super::build::goal;
use super::{Certificate, Kind};
use crate::Relation;
use crate::dfa::Dfa;
use crate::engine::{Built, Combination, Engine};
use crate::formula::{Formula, Variable};
use crate::linear::Linear;
use crate::search::Question;

impl Certificate {
    /// Does it prove what it says? Only products, complements and tests for emptiness are used.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn check(&self, engine: &mut Engine<'_>) -> Built<bool> {
        let values = self.question == Question::Values;
        let tracks = self.arity + usize::from(values);
        if self.strategies.len() != self.kinds.len() || engine.numeration() != self.numeration {
            return Ok(false);
        }
        let origin: Vec<Variable> = (0..self.arity as Variable).collect();
        for (kind, strategy) in self.kinds.iter().zip(&self.strategies) {
            if !self.falls(kind, engine)? {
                return Ok(false);
            }
            // no move leads from the law to the law
            let (goal, names) = goal(kind, self.arity, &self.law, values);
            let goal = engine.compile(&goal, &names)?;
            let every: Vec<usize> = (0..names.len()).collect();
            let first: Vec<usize> = (0..tracks).collect();
            let closed = engine.combine(names.len(), (&goal, &every), (&self.law, &first), Combination::And)?;
            // a strategy makes moves that reach the goal
            let wrong = engine.combine(names.len(), (strategy, &every), (&goal, &every), Combination::Without)?;
            if !closed.is_empty() || !wrong.is_empty() {
                return Ok(false);
            }
        }
        if !self.win.is_sound(&self.strategies.iter().collect::<Vec<_>>()) || self.win.set.tracks() != tracks {
            return Ok(false);
        }
        match self.question {
            Question::Kernel => Ok(self.lost(engine)?.is_empty()),
            Question::Misere => self.check_misere(&origin, engine),
            Question::Values => self.check_values(&origin, engine),
        }
    }

    /// What is neither in the law nor won.
    fn lost(&self, engine: &mut Engine<'_>) -> Built<Dfa> {
        let rest = engine.complement(&self.law)?;
        engine.combined(&rest, &self.win.set, Combination::Without)
    }

    fn check_misere(&self, origin: &[Variable], engine: &mut Engine<'_>) -> Built<bool> {
        let Some((mobile, cover)) = &self.mobile else { return Ok(false) };
        let lost = Arc::new(self.lost(engine)?);
        let at: Vec<Linear> = origin.iter().map(|&v| Linear::variable(v as usize)).collect();
        if mobile.len() != self.kinds.len() {
            return Ok(false);
        }
        for (kind, set) in self.kinds.iter().zip(mobile) {
            let names: Vec<Variable> = (0..kind.variables as Variable).collect();
            let every: Vec<usize> = (0..names.len()).collect();
            let moves = Formula::all([Formula::Member(Arc::clone(&lost), at.clone()), kind.condition.clone()]);
            if !engine.compile(&moves, &names)?.is_empty() {
                return Ok(false);
            }
            let possible = engine.compile(&kind.condition, &names)?;
            let wrong = engine.combine(names.len(), (set, &every), (&possible, &every), Combination::Without)?;
            if !wrong.is_empty() {
                return Ok(false);
            }
        }
        let stuck = engine.combined(&self.law, &cover.set, Combination::Without)?;
        Ok(cover.is_sound(&mobile.iter().collect::<Vec<_>>()) && stuck.is_empty())
    }

    fn check_values(&self, origin: &[Variable], engine: &mut Engine<'_>) -> Built<bool> {
        let Some(total) = &self.total else { return Ok(false) };
        let (g, h) = (self.arity, self.arity + 1);
        let at = |value: usize| -> Vec<Linear> {
            origin.iter().map(|&v| v as usize).chain([value]).map(Linear::variable).collect()
        };
        let below = Formula::all([
            Formula::Member(Arc::clone(&self.law), at(g)),
            Formula::compare(&Linear::variable(h), Relation::Less, &Linear::variable(g))?,
            Formula::Member(Arc::new(self.win.set.clone()), at(h)).negated(),
        ]);
        let names: Vec<Variable> = (0..=h as Variable).collect();
        let missing = engine.compile(&below, &names)?;
        let without = engine.complement(&total.set)?;
        Ok(missing.is_empty() && without.is_empty() && total.is_sound(&[&self.law]) && total.set.tracks() == self.arity)
    }

    /// Does the measure fall with every part?
    fn falls(&self, kind: &Kind, engine: &mut Engine<'_>) -> Built<bool> {
        let names: Vec<Variable> = (0..kind.variables as Variable).collect();
        for part in &kind.parts {
            let mut smaller = Vec::new();
            let after = |form: &Linear| form.renamed(&|v| part.get(v).map(|w| *w as usize)).unwrap_or_default();
            for (i, form) in self.measure.iter().enumerate() {
                let mut all = vec![Formula::compare(&after(form), Relation::Less, form)?];
                for earlier in &self.measure[..i] {
                    all.push(Formula::compare(&after(earlier), Relation::Equal, earlier)?);
                }
                smaller.push(Formula::all(all));
            }
            let fails = Formula::all([kind.condition.clone(), Formula::any(smaller).negated()]);
            if !engine.compile(&fails, &names)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
