//! From formulas to automata.
//!
//! A conjunction under "there are" is not built as it stands. Bound variables that an equation determines are replaced
//! first (u = a becomes one track, k = a − u none at all); then the others go one by one, each time the one that meets
//! the fewest tracks, by joining only what speaks of it, forgetting it, and minimising (variable elimination as in
//! Dechter, *Bucket elimination*, 1999). So "a move in the first heap" needs three tracks for two heaps, never four.

mod conjunction;

pub(super) use conjunction::resolve;

use std::sync::Arc;

use crate::Relation;
use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Combination, Engine, Obstacle};
use crate::formula::{Bitwise, Formula, Variable};
use crate::linear::Linear;
use crate::numeration::Numeration;

/// A set of tuples whose tracks have names, in increasing order.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) variables: Vec<Variable>,
    pub(super) set: Arc<Dfa>,
}

impl Named {
    /// How much work a product with it is.
    pub(super) fn size(&self) -> usize {
        self.set.states() * self.set.symbols()
    }
}

impl Engine<'_> {
    /// The automaton of a formula; track `i` is the variable `variables[i]`. All free variables must be among them, and
    /// none twice.
    ///
    /// # Errors
    /// Cap or budget; an atom that is not automatic in this system; a free variable that is not listed, one that is listed twice, or a
    /// formula that is [none](Obstacle::Malformed).
    pub fn compile(&mut self, formula: &Formula, variables: &[Variable]) -> Built<Dfa> {
        formula.check()?;
        let mut listed = variables.to_vec();
        listed.sort_unstable();
        if listed.windows(2).any(|pair| pair[0] == pair[1]) || listed.last() == Some(&Variable::MAX) {
            return Err(Obstacle::Malformed(
                "a variable is listed twice, or it is the last that has a number".to_owned(),
            ));
        }
        let mut fresh = formula.variables().max(listed.last().map_or(0, |v| v + 1));
        let named = self.named(formula, &mut fresh)?;
        let tracks: Option<Vec<usize>> =
            named.variables.iter().map(|v| variables.iter().position(|w| w == v)).collect();
        let Some(tracks) = tracks else {
            return Err(Obstacle::Malformed("a free variable of the formula is not listed".to_owned()));
        };
        self.retracked(&named.set, &tracks, variables.len())
    }

    /// Is a sentence (a formula without free variables) true?
    ///
    /// # Errors
    /// As [`Engine::compile`].
    pub fn decide(&mut self, sentence: &Formula) -> Built<bool> {
        Ok(self.compile(sentence, &[])?.is_true())
    }

    pub(super) fn named(&mut self, formula: &Formula, fresh: &mut Variable) -> Built<Named> {
        match formula {
            Formula::Constant(value) => {
                let everything = self.everything(0)?;
                let set = if *value { everything } else { Dfa::empty(self.numeration(), 0, 1) };
                Ok(Named { variables: Vec::new(), set: Arc::new(set) })
            }
            Formula::Compare(form, relation) => {
                let (variables, coefficients, constant) = split(form);
                Ok(Named { variables, set: self.linear(&coefficients, constant, *relation)? })
            }
            Formula::Congruent { form, modulus, residues } => {
                let reduced = i64::try_from(*modulus).ok().and_then(|m| crate::linear::reduced(form, m));
                let (variables, coefficients, constant) = split(&reduced.ok_or_else(Obstacle::overflow)?);
                Ok(Named { variables, set: self.congruence(&coefficients, constant, *modulus, residues)? })
            }
            Formula::Member(set, arguments) => {
                if set.numeration() != self.numeration() || set.tracks() != arguments.len() {
                    let why = format!("the set is given in {}, not in {}", set.numeration(), self.numeration());
                    return Err(Obstacle::NotAutomatic { term: "a set".to_owned(), why });
                }
                self.atom(set, arguments, fresh)
            }
            Formula::Bits(how, arguments) => {
                let set = self.bitwise(*how, arguments.len())?;
                self.atom(&Arc::new(set), arguments, fresh)
            }
            Formula::Floor { argument, value } => {
                let set = self.floor()?;
                self.atom(&set, &[argument.clone(), value.clone()], fresh)
            }
            Formula::LowestPlace { argument, value } => {
                let set = self.lowest_place()?;
                self.atom(&Arc::new(set), &[argument.clone(), value.clone()], fresh)
            }
            Formula::Any(any) => {
                let all = any.iter().map(|f| self.named(f, fresh)).collect::<Built<Vec<_>>>()?;
                self.union(all)
            }
            Formula::Not(inner) => {
                let inner = self.named(inner, fresh)?;
                Ok(Named { set: Arc::new(self.complement(&inner.set)?), variables: inner.variables })
            }
            Formula::All(all) => self.conjunction(all.clone(), Vec::new(), fresh),
            Formula::Exists(bound, inner) => self.existence(bound, inner, fresh),
        }
    }

    /// The arguments as tracks; what is no variable gets a fresh one.
    fn atom(&mut self, set: &Arc<Dfa>, arguments: &[Linear], fresh: &mut Variable) -> Built<Named> {
        let mut names = Vec::with_capacity(arguments.len());
        let mut extra = Vec::new();
        let mut bound = Vec::new();
        for argument in arguments {
            if let Some(variable) = plain(argument) {
                names.push(variable);
                continue;
            }
            let form = argument.minus(&Linear::variable(*fresh as usize)).ok_or_else(Obstacle::overflow)?;
            let (variables, coefficients, constant) = split(&form);
            extra.push(Named { variables, set: self.linear(&coefficients, constant, Relation::Equal)? });
            bound.push(*fresh);
            names.push(*fresh);
            *fresh += 1;
        }
        let mut variables = names.clone();
        variables.sort_unstable();
        variables.dedup();
        let tracks: Vec<usize> = names.iter().filter_map(|n| variables.iter().position(|v| v == n)).collect();
        let in_order = tracks.iter().enumerate().all(|(i, &t)| i == t);
        let set = if in_order { Arc::clone(set) } else { Arc::new(self.retracked(set, &tracks, variables.len())?) };
        let named = Named { variables, set };
        if extra.is_empty() {
            return Ok(named);
        }
        extra.push(named);
        self.eliminate(extra, bound)
    }

    /// Both at once.
    pub(super) fn joined(&mut self, first: &Named, second: &Named) -> Built<Named> {
        let mut variables = [&first.variables[..], &second.variables[..]].concat();
        variables.sort_unstable();
        variables.dedup();
        let tracks = |of: &Named| -> Vec<usize> {
            of.variables.iter().filter_map(|n| variables.iter().position(|v| v == n)).collect()
        };
        let (one, two) = (tracks(first), tracks(second));
        let set = self.combine(variables.len(), (&first.set, &one), (&second.set, &two), Combination::And)?;
        Ok(Named { variables, set: Arc::new(set) })
    }

    /// At least one of them.
    pub(super) fn union(&mut self, all: Vec<Named>) -> Built<Named> {
        let mut variables: Vec<Variable> = all.iter().flat_map(|n| n.variables.iter().copied()).collect();
        variables.sort_unstable();
        variables.dedup();
        let mut result: Option<Dfa> = None;
        for one in all {
            let tracks: Vec<usize> =
                one.variables.iter().filter_map(|n| variables.iter().position(|v| v == n)).collect();
            let wide = if tracks.len() == variables.len() {
                (*one.set).clone()
            } else {
                self.retracked(&one.set, &tracks, variables.len())?
            };
            result = Some(self.collected(result, wide)?);
        }
        let set = match result {
            Some(set) => set,
            None => Dfa::empty(self.numeration(), 0, 1),
        };
        Ok(Named { variables, set: Arc::new(set) })
    }

    pub(super) fn bitwise(&mut self, how: Bitwise, arguments: usize) -> Built<Dfa> {
        if self.numeration() != Numeration::BINARY {
            let term = if how == Bitwise::XorZero { "xor" } else { "a bitwise function" };
            let why = format!("it needs base 2, not {}", self.numeration());
            return Err(Obstacle::NotAutomatic { term: term.to_owned(), why });
        }
        self.digitwise(arguments, &|column| match (how, column) {
            (Bitwise::XorZero, bits) => bits.iter().fold(0, |x, b| x ^ b) == 0,
            (Bitwise::And, [x, y, z]) => x & y == *z,
            (Bitwise::Or, [x, y, z]) => x | y == *z,
            _ => false,
        })
    }

    /// (x, place of the lowest digit of x that is not 0)
    pub(super) fn lowest_place(&mut self) -> Built<Dfa> {
        let everything = self.everything(2)?;
        let symbols = everything.symbols();
        let mut table = vec![DEAD; 2 * symbols];
        for symbol in 0..symbols {
            match everything.column(symbol)[..] {
                [0, 0] => (table[symbol], table[symbols + symbol]) = (0, 1),
                [_, 0] => table[symbol] = 0,
                [x, 1] if x > 0 => table[symbol] = 1,
                _ => {}
            }
        }
        let raw = Dfa::new(self.numeration(), 2, symbols, table, vec![false, true]);
        self.combined(&everything, &raw, Combination::And)
    }
}

/// The variable, if the form is one alone.
pub(super) fn plain(form: &Linear) -> Option<Variable> {
    let mut terms = form.terms();
    match (terms.next(), terms.next(), form.constant_term()) {
        (Some((variable, 1)), None, 0) => Some(variable as Variable),
        _ => None,
    }
}

/// Variables, their coefficients, and the constant.
fn split(form: &Linear) -> (Vec<Variable>, Vec<i64>, i64) {
    let (variables, coefficients) = form.terms().map(|(v, c)| (v as Variable, c)).unzip();
    (variables, coefficients, form.constant_term())
}

#[cfg(test)]
mod tests;
