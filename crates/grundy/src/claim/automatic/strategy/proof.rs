//! The sentences that a strategy must make true.

use std::sync::Arc;

use grundy_automata::engine::{Built, Combination};
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::moves::Move;
use grundy_automata::{Dfa, Engine, Obstacle};
use grundy_notation::ast::Relation;

use super::sides::Sides;
use super::without;

/// What the proof needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Found {
    /// Moves to equal parts.
    pub(super) symmetry: bool,
    /// Options whose options are one's own.
    pub(super) stealing: bool,
}

/// A place by its variables.
type At = Vec<Variable>;

/// A claim and the moves it is about.
#[derive(Debug)]
pub(super) struct Prover<'p, 'a> {
    engine: &'p mut Engine<'a>,
    arity: usize,
    sides: Sides,
    /// Claimed to be P.
    inside: Arc<Dfa>,
    /// Claimed to be N.
    outside: Arc<Dfa>,
    next: Variable,
}

impl<'p, 'a> Prover<'p, 'a> {
    pub(super) fn new(
        engine: &'p mut Engine<'a>,
        arity: usize,
        sides: Sides,
        inside: Arc<Dfa>,
        outside: Arc<Dfa>,
    ) -> Self {
        let next = sides.next;
        Prover { engine, arity, sides, inside, outside, next }
    }

    /// Do the hypotheses hold? `None`: they do not.
    pub(super) fn prove(mut self) -> Built<Option<Found>> {
        if !self.no_move_wins()? {
            return Ok(None);
        }
        self.every_other_wins()
    }

    fn fresh(&mut self) -> At {
        let first = self.next;
        self.next += self.arity as Variable;
        (first..self.next).collect()
    }

    fn origin(&self) -> At {
        (0..self.arity as Variable).collect()
    }

    /// The move from and to these places.
    fn moves(&self, one: &Move, from: &At, to: &[At]) -> Built<Formula> {
        let mut formula = one.formula.clone();
        // parts first: the places they are renamed to are none of the move's own variables
        let parts = (0..one.parts).flat_map(|p| (0..self.arity).map(move |i| (p, i)));
        let own = parts.map(|(p, i)| ((self.arity * (p + 1) + i) as Variable, to[p][i]));
        let origin = (0..self.arity).map(|i| (i as Variable, from[i]));
        for (own, new) in own.chain(origin) {
            if own != new {
                formula = formula.substituted(own, &Linear::variable(new as usize)).ok_or_else(Obstacle::overflow)?;
            }
        }
        Ok(formula)
    }

    fn member(set: &Arc<Dfa>, at: &At) -> Formula {
        Formula::Member(Arc::clone(set), at.iter().map(|&v| Linear::variable(v as usize)).collect())
    }

    /// The ways in which the parts are an even sum: all inside, but for pairs of equal ones.
    fn even(&self, parts: &[At], pairs: bool) -> Built<Vec<Formula>> {
        let Some((first, rest)) = parts.split_first() else { return Ok(vec![Formula::Constant(true)]) };
        let mut ways = Vec::new();
        for way in self.even(rest, pairs)? {
            ways.push(Formula::all([Self::member(&self.inside, first), way]));
        }
        for i in (0..rest.len()).filter(|_| pairs) {
            let others = all_but(rest, i);
            let mut equal = Vec::new();
            for (&x, &y) in first.iter().zip(&rest[i]) {
                let (x, y) = (Linear::variable(x as usize), Linear::variable(y as usize));
                equal.push(Formula::compare(&x, Relation::Equal, &y)?);
            }
            for way in self.even(&others, pairs)? {
                ways.push(Formula::all(equal.iter().cloned().chain([way])));
            }
        }
        Ok(ways)
    }

    /// One part is outside, the rest is even.
    fn odd(&self, parts: &[At]) -> Built<Formula> {
        let mut ways = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for way in self.even(&all_but(parts, i), true)? {
                ways.push(Formula::all([Self::member(&self.outside, part), way]));
            }
        }
        Ok(Formula::any(ways))
    }

    /// The sums of so many parts from which some move leads to an even sum; coordinates of the parts one behind the other.
    fn answered(&mut self, count: usize) -> Built<Dfa> {
        let parts: Vec<At> = (0..count).map(|_| self.fresh()).collect();
        let tracks: At = parts.concat();
        let mut all = self.engine.compile(&Formula::Constant(false), &tracks)?;
        for i in 0..count {
            all = self.or_even(all, &parts[i], &all_but(&parts, i), &tracks)?;
        }
        Ok(all)
    }

    /// With the places from where some move leads to an even sum with the others.
    fn or_even(&mut self, mut all: Dfa, from: &At, others: &[At], tracks: &At) -> Built<Dfa> {
        for one in self.sides.fewer.clone() {
            let left: Vec<At> = (0..one.parts).map(|_| self.fresh()).collect();
            let formula = self.moves(&one, from, &left)?;
            let sum: Vec<At> = left.iter().chain(others).cloned().collect();
            for way in self.even(&sum, true)? {
                let way = Formula::exists(left.concat(), Formula::all([formula.clone(), way]));
                let here = self.engine.compile(&way, tracks)?;
                all = self.engine.combined(&all, &here, Combination::Or)?;
            }
        }
        Ok(all)
    }

    /// What is made for a number of parts, once for each number.
    fn once(
        &mut self,
        known: &mut Vec<Option<Arc<Dfa>>>,
        count: usize,
        make: fn(&mut Self, usize) -> Built<Dfa>,
    ) -> Built<Arc<Dfa>> {
        known.resize(known.len().max(count + 1), None);
        if let Some(made) = &known[count] {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make(self, count)?);
        known[count] = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Every move from what is claimed to be P leaves what is N.
    fn no_move_wins(&mut self) -> Built<bool> {
        let origin = self.origin();
        let mut answers = Vec::new();
        for one in self.sides.more.clone() {
            let parts: Vec<At> = (0..one.parts).map(|_| self.fresh()).collect();
            let formula = self.moves(&one, &origin, &parts)?;
            let fails = Formula::all([Self::member(&self.inside, &origin), formula, self.odd(&parts)?.negated()]);
            let fails = self.engine.compile(&Formula::exists(origin.iter().copied(), fails), &parts.concat())?;
            if fails.is_empty() {
                continue;
            }
            let answered = self.once(&mut answers, one.parts, Self::answered)?;
            if !without(self.engine, &fails, &answered)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Everything that is claimed to be N has a move to an even sum, or an option to steal from.
    fn every_other_wins(&mut self) -> Built<Option<Found>> {
        let mut found = Found::default();
        let mut rest = (*self.outside).clone();
        for pairs in [false, true] {
            let origin = self.origin();
            for one in self.sides.fewer.clone() {
                if rest.is_empty() {
                    return Ok(Some(found));
                }
                if pairs && one.parts == 1 {
                    continue;
                }
                let parts: Vec<At> = (0..one.parts).map(|_| self.fresh()).collect();
                let formula = self.moves(&one, &origin, &parts)?;
                for way in self.even(&parts, pairs)? {
                    let way = Formula::exists(parts.concat(), Formula::all([formula.clone(), way]));
                    let here = self.engine.compile(&way, &origin)?;
                    let less = without(self.engine, &rest, &here)?;
                    found.symmetry |= pairs && less != rest;
                    rest = less;
                }
            }
        }
        if !rest.is_empty() {
            found.stealing = true;
            rest = self.nothing_to_steal(rest)?;
        }
        Ok(rest.is_empty().then_some(found))
    }

    /// Those of the positions that have no option o such that each option of o is N or is worth as much as an option of the
    /// position.
    fn nothing_to_steal(&mut self, mut rest: Dfa) -> Built<Dfa> {
        let (origin, option) = (self.origin(), self.fresh());
        let both: At = [&origin[..], &option[..]].concat();
        // position and option, where something can be done from the option only
        let mut fails = self.engine.compile(&Formula::Constant(false), &both)?;
        let mut own = Vec::new();
        for one in self.sides.more.clone() {
            let parts: Vec<At> = (0..one.parts).map(|_| self.fresh()).collect();
            let formula = self.moves(&one, &option, &parts)?;
            let as_good = self.once(&mut own, one.parts, Self::as_good)?;
            let here: At = origin.iter().copied().chain(parts.iter().flatten().copied()).collect();
            let free = [Self::member(&as_good, &here).negated(), self.odd(&parts)?.negated()];
            let bad = Formula::exists(parts.concat(), Formula::all([formula].into_iter().chain(free)));
            let bad = self.engine.compile(&bad, &both)?;
            fails = self.engine.combined(&fails, &bad, Combination::Or)?;
        }
        let fails = Arc::new(fails);
        for one in self.sides.fewer.clone().iter().filter(|m| m.parts == 1) {
            let formula = self.moves(one, &origin, std::slice::from_ref(&option))?;
            let steals = Formula::all([formula, Self::member(&fails, &both).negated()]);
            let steals = self.engine.compile(&Formula::exists(option.iter().copied(), steals), &origin)?;
            rest = without(self.engine, &rest, &steals)?;
        }
        Ok(rest)
    }

    /// A position and so many parts: the position has an option that makes an even sum with the parts, so is worth as
    /// much.
    fn as_good(&mut self, count: usize) -> Built<Dfa> {
        let origin = self.origin();
        let parts: Vec<At> = (0..count).map(|_| self.fresh()).collect();
        let tracks: At = origin.iter().copied().chain(parts.iter().flatten().copied()).collect();
        let none = self.engine.compile(&Formula::Constant(false), &tracks)?;
        self.or_even(none, &origin, &parts, &tracks)
    }
}

fn all_but(parts: &[At], i: usize) -> Vec<At> {
    parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, part)| part.clone()).collect()
}
