//! One automaton with an output from a relation of places and values, where the values are few.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Relation;
use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Engine};
use crate::equation::variables;
use crate::formula::{Formula, Variable};
use crate::linear::Linear;

/// A complete deterministic automaton whose states have outputs: its table is `states × symbols`, state 0 is the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outputs {
    /// The number of symbols, see [`Dfa::symbols`].
    pub symbols: usize,
    /// The next state, by state and symbol.
    pub table: Vec<u32>,
    /// The output of a word that ends in this state.
    pub output: Vec<u64>,
}

impl Outputs {
    /// A set as an automaton with the outputs 1 (in the set) and 0; what is dead becomes a state of its own.
    #[must_use]
    pub fn of_set(set: &Dfa) -> Outputs {
        let dead = set.states() as u32;
        let table = (0..=dead).flat_map(|s| (0..set.symbols()).map(move |symbol| set.next(s, symbol).unwrap_or(dead)));
        let output = (0..=dead).map(|s| u64::from(set.accepts_at(s))).collect();
        Outputs { symbols: set.symbols(), table: table.collect(), output }
    }
}

impl Engine<'_> {
    /// The values of a relation {(v, g)} that is a total function, as outputs; `None` if `most` values are not enough.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn outputs(&mut self, relation: &Arc<Dfa>, most: u64) -> Built<Option<Outputs>> {
        let Some(arity) = relation.tracks().checked_sub(1) else { return Ok(None) };
        let everything = self.everything(arity)?;
        let g = arity as Variable;
        let place: Vec<Variable> = (0..g).collect();
        let mut levels: Vec<Dfa> = Vec::new();
        let mut covered: Option<Dfa> = None;
        while covered.as_ref() != Some(&everything) {
            let value = levels.len() as u64;
            if value >= most {
                return Ok(None);
            }
            let Some(equal) = Linear::variable(arity).shifted(-(value as i64)) else { return Ok(None) };
            let tuple = variables(&[&place[..], &[g]].concat());
            let here = [Formula::Member(Arc::clone(relation), tuple), Formula::compared(equal, Relation::Equal)];
            let level = self.compile(&Formula::exists([g], Formula::all(here)), &place)?;
            covered = Some(self.collected(covered, level.clone())?);
            levels.push(level);
        }
        self.side_by_side(&levels, everything.symbols()).map(Some)
    }

    /// All levels are read at once; the output is the level that accepts.
    fn side_by_side(&mut self, levels: &[Dfa], symbols: usize) -> Built<Outputs> {
        let mut growing = self.growing("product", symbols);
        let mut number: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut states = vec![vec![0u32; levels.len()]];
        number.insert(states[0].clone(), 0);
        let (mut table, mut output) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < states.len() {
            self.grow(&mut growing)?;
            let from = states[at].clone();
            let level = from.iter().zip(levels).position(|(&s, level)| s != DEAD && level.accepts_at(s));
            output.push(level.unwrap_or(0) as u64);
            for symbol in 0..symbols {
                let step = |(&s, level): (&u32, &Dfa)| match s {
                    DEAD => DEAD,
                    s => level.next(s, symbol).unwrap_or(DEAD),
                };
                let to: Vec<u32> = from.iter().zip(levels).map(step).collect();
                let fresh = states.len() as u32;
                let next = *number.entry(to.clone()).or_insert(fresh);
                if next == fresh {
                    states.push(to);
                }
                table.push(next);
            }
            at += 1;
        }
        Ok(Outputs { symbols, table, output })
    }
}
