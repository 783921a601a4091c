//! A graph with all its labels.

use grundy::loopy::misere_sum;
use grundy::{Context, Convention, Error, Outcome};
use grundy_graph::read::{Loaded, Names};
use grundy_graph::{
    GrundyValues, LoopyValue, NONE, Outcomes, Report, Reverse, SmithValues, SumMove, Suspense, find_cycle, sum_outcome,
    sum_value, winning_moves,
};

use super::label::Label;
use super::rows::Rows;

/// A graph and the labels of its vertices.
#[derive(Debug)]
pub(crate) struct Labels {
    /// The graph.
    pub(crate) graph: Reverse,
    /// What its vertices are called.
    pub(crate) names: Names,
    outcomes: Outcomes,
    values: Values,
    suspense: Option<Suspense>,
}

/// Values say something in normal play only.
#[derive(Debug)]
enum Values {
    Normal(SmithValues),
    /// Which vertices lie on or behind a cycle.
    Misere(GrundyValues),
}

/// A sum of tokens.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Where they stand.
    pub(crate) tokens: Vec<u32>,
    /// Who wins.
    pub(crate) outcome: Outcome,
    /// The value; none in misère play.
    pub(crate) value: Option<LoopyValue>,
    /// How many moves the play lasts, of a single token, and of several in misère play.
    pub(crate) remoteness: Option<u32>,
    /// The moves that win, by token and vertex.
    pub(crate) moves: Vec<SumMove>,
    /// The one to play so that the play ends; the fastest one where the remoteness is known.
    pub(crate) best: Option<SumMove>,
}

impl Labels {
    /// Labels a graph.
    pub(crate) fn of(loaded: Loaded, convention: Convention, suspense: bool, cx: &Context) -> Result<Labels, Error> {
        let Loaded { graph, names, .. } = loaded;
        let (values, outcomes) = match convention {
            Convention::Normal => {
                let (values, outcomes) = SmithValues::with_outcomes(&graph, cx)?;
                (Values::Normal(values), outcomes)
            }
            Convention::Misere => {
                (Values::Misere(GrundyValues::of(&graph, cx)?), Outcomes::of(&graph, convention, cx)?)
            }
        };
        let suspense = if suspense { Some(Suspense::of(&graph, convention, cx)?) } else { None };
        Ok(Labels { graph, names, outcomes, values, suspense })
    }

    fn is_mentioned(&self, v: u32) -> bool {
        match &self.names {
            Names::Dense { lone, .. } => {
                self.graph.out_degrees().get(v as usize).is_some_and(|&degree| degree > 0)
                    || !self.graph.predecessors(v).is_empty()
                    || lone.binary_search(&v).is_ok()
            }
            Names::Numbers(_) | Names::Words { .. } => true,
        }
    }

    /// The number that the file gives a vertex, if it is one that runs from disk and by workers read.
    fn number(&self, v: u32) -> Option<u32> {
        self.names.as_number(v).and_then(|number| u32::try_from(number).ok()).filter(|&number| number < NONE - 1)
    }

    /// The vertex with this name.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name).filter(|&v| self.is_mentioned(v))
    }

    /// A cycle, if there is one.
    pub(crate) fn cycle(&self) -> Option<Vec<u32>> {
        match &self.values {
            Values::Normal(values) => find_cycle(&self.graph, |v| !values.is_well_founded(v)),
            Values::Misere(values) => find_cycle(&self.graph, |v| values.get(v).is_none()),
        }
    }

    /// Counts the labels.
    pub(crate) fn report(&self) -> Report {
        let mut report = Report { arcs: self.graph.arcs() as u64, ..Report::default() };
        for v in self.vertices() {
            let (value, finite) = match &self.values {
                Values::Normal(values) => (values.finite(v), values.is_well_founded(v)),
                Values::Misere(values) => (values.get(v), values.get(v).is_some()),
            };
            let remoteness = self.outcomes.remoteness(v).unwrap_or(NONE);
            report.count(self.number(v).unwrap_or(v), remoteness, value.unwrap_or(NONE), self.convention());
            report.finite += u64::from(finite);
        }
        report
    }

    /// Could runs from disk and by workers name the vertices alike, so that checksums can be compared?
    pub(crate) fn is_numbered(&self) -> bool {
        let last = self.names.len().checked_sub(1).map(|last| last as u32);
        // numbers that name vertices ascend
        !matches!(self.names, Names::Words { .. }) && last.is_none_or(|last| self.number(last).is_some())
    }

    /// Answers a sum of tokens: in normal play by the values of the vertices, in misère play by playing it out.
    pub(crate) fn start(&self, tokens: Vec<u32>, cx: &Context) -> Result<Start, Error> {
        let single = <[u32; 1]>::try_from(tokens.as_slice()).ok();
        if let (Values::Misere(_), None) = (&self.values, single) {
            let sum = misere_sum(&self.graph, &tokens, cx)?;
            let (best, mut moves) = (sum.moves.first().copied(), sum.moves);
            moves.sort_unstable();
            return Ok(Start { tokens, outcome: sum.outcome, value: None, remoteness: sum.remoteness, moves, best });
        }
        let followers = self.graph.followers(&tokens);
        let mut moves: Vec<SumMove>;
        let (outcome, value) = match (&self.values, single) {
            (Values::Normal(values), _) => {
                moves = winning_moves(values, &tokens, &followers);
                (sum_outcome(values, &tokens), Some(sum_value(values, &tokens)))
            }
            (Values::Misere(_), _) => {
                moves = followers.iter().flatten().map(|&to| SumMove { token: 0, to }).collect();
                moves.retain(|m| self.outcomes.outcome(m.to) == Outcome::Previous);
                (single.map_or(Outcome::Draw, |[v]| self.outcomes.outcome(v)), None)
            }
        };
        let mut best = moves.first().copied();
        if single.is_some() {
            best = moves.iter().copied().min_by_key(|m| self.outcomes.remoteness(m.to));
        }
        moves.sort_unstable();
        let remoteness = single.and_then(|[v]| self.outcomes.remoteness(v));
        Ok(Start { tokens, outcome, value, remoteness, moves, best })
    }
}

impl Rows for Labels {
    fn convention(&self) -> Convention {
        self.outcomes.convention()
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.graph.vertices() as u32).filter(|&v| self.is_mentioned(v))
    }

    fn label(&self, v: u32) -> Label {
        Label {
            outcome: self.outcomes.outcome(v),
            value: match &self.values {
                Values::Normal(values) => Some(values.get(v)),
                Values::Misere(_) => None,
            },
            remoteness: self.outcomes.remoteness(v),
            suspense: self.suspense.as_ref().and_then(|suspense| suspense.get(v)),
        }
    }
}
