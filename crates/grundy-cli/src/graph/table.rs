//! Labels that were found from disk or by many workers: a table, and no graph.

use grundy::{Convention, Outcome};
use grundy_graph::read::Names;
use grundy_graph::{LoopyValue, NONE, SumMove, Table, moves_to_zero, outcome};

use super::label::Label;
use super::labels::Start;
use super::rows::Rows;

/// A table of labels.
#[derive(Debug)]
pub(crate) struct Tabled<'a> {
    table: &'a Table,
    convention: Convention,
    names: Names,
}

impl<'a> Tabled<'a> {
    /// The labels of a table.
    pub(crate) fn new(table: &'a Table, convention: Convention) -> Tabled<'a> {
        Tabled { table, convention, names: Names::Dense { vertices: table.mentioned.len(), lone: Vec::new() } }
    }

    /// Does the file mention this number?
    pub(crate) fn is_vertex(&self, v: u32) -> bool {
        self.table.mentioned.get(v as usize) == Some(&true)
    }

    fn remoteness(&self, v: u32) -> Option<u32> {
        some(&self.table.remoteness, v)
    }

    fn outcome(&self, v: u32) -> Outcome {
        outcome(self.remoteness(v).unwrap_or(NONE), self.convention)
    }

    fn value(&self, v: u32) -> LoopyValue {
        match some(&self.table.values, v) {
            Some(value) => LoopyValue::Finite(value),
            None => LoopyValue::Infinite(self.table.set(v).iter().map(|&(_, k)| k).collect()),
        }
    }

    /// Answers a sum of tokens, in misère play of one. `followers` are those of each token.
    ///
    /// Of several tokens in normal play a move to play is named only where the whole graph is `acyclic`: elsewhere it
    /// takes the order in which the labels were given, which a table does not have.
    pub(crate) fn start(&self, tokens: Vec<u32>, followers: &[Vec<u32>], acyclic: bool) -> Start {
        let single = <[u32; 1]>::try_from(tokens.as_slice()).ok();
        let remoteness = single.and_then(|[v]| self.remoteness(v));
        let (outcome, value, moves) = match self.convention {
            Convention::Normal => {
                let value = tokens.iter().fold(LoopyValue::Finite(0), |sum, &v| &sum + &self.value(v));
                (value.outcome(), Some(value), moves_to_zero(|v| some(&self.table.values, v), &tokens, followers))
            }
            Convention::Misere => {
                let moves = followers.iter().enumerate();
                let moves = moves.flat_map(|(token, list)| list.iter().map(move |&to| SumMove { token, to }));
                let wins = moves.filter(|m| self.outcome(m.to) == Outcome::Previous).collect();
                (single.map_or(Outcome::Draw, |[v]| self.outcome(v)), None, wins)
            }
        };
        let best = match single {
            Some(_) => moves.iter().copied().min_by_key(|m| self.remoteness(m.to)),
            None if acyclic => moves.first().copied(),
            None => None,
        };
        Start { tokens, outcome, value, remoteness, moves, best }
    }
}

/// The label of a vertex, unless it has none.
fn some(labels: &[u32], v: u32) -> Option<u32> {
    labels.get(v as usize).copied().filter(|&label| label != NONE)
}

impl Rows for Tabled<'_> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.table.mentioned).filter(|&(_, &there)| there).map(|(v, _)| v)
    }

    fn label(&self, v: u32) -> Label {
        Label {
            outcome: self.outcome(v),
            value: (self.convention == Convention::Normal).then(|| self.value(v)),
            remoteness: self.remoteness(v),
            suspense: some(&self.table.suspense, v),
        }
    }
}
