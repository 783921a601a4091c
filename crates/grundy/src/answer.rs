//! What the library answers: plain data that every renderer shares, so that they cannot disagree.

use crate::context::Stopped;
use crate::evidence::Evidence;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::period::NatPeriod;
use crate::period::published::Comparison;

/// The answer to `solve`.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The position in canonical spelling, with its definitions and `misere`.
    pub query: String,
    /// Normal or misère.
    pub convention: Convention,
    /// How the input was read, for people: one line a game, the rule in words and the family that was recognised.
    pub reading: Vec<String>,
    /// The outcome, if known.
    pub outcome: Option<Outcome>,
    /// The Grundy value, if there is one and it is known.
    pub value: Option<Nat>,
    /// The numbers K, ascending, where the value is ∞(K): see [`crate::loopy::Value`].
    pub loopy: Option<Vec<Nat>>,
    /// What `value` means.
    pub value_status: ValueStatus,
    /// What the answer rests on.
    pub evidence: Evidence,
    /// The distinct components in order of first appearance.
    pub components: Vec<ComponentValue>,
    /// The winning moves.
    pub moves: MoveList,
    /// A winning strategy in words, where a theorem gives one (misère Nim).
    pub strategy: Option<String>,
    /// A pattern that suggests the value where it is out of reach; nothing rests on it.
    pub guess: Option<String>,
    /// For a position with `?`: the numbers that make it a P-position, sorted.
    pub unknown: Option<Vec<Nat>>,
    /// The engines that worked, in words.
    pub engine: String,
    /// Wall-clock seconds and nodes spent.
    pub cost: Cost,
    /// Why the answer is not complete, if it is not.
    pub stopped: Option<Stopped>,
}

impl Answer {
    /// Was everything that was asked established?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// What stands behind a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueStatus {
    /// It is the Grundy value.
    Exact,
    /// There is none: misère play, an infinite value, a draw.
    None,
    /// Not computed: a theorem gave the outcome alone, or the budget was spent.
    NotComputed,
}

impl ValueStatus {
    /// The word that data formats use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ValueStatus::Exact => "exact",
            ValueStatus::None => "none",
            ValueStatus::NotComputed => "not_computed",
        }
    }
}

/// One distinct component and its value.
#[derive(Debug, Clone)]
pub struct ComponentValue {
    /// The component as a position.
    pub position: String,
    /// How often it occurs.
    pub count: Nat,
    /// Its Grundy value, if known and meaningful.
    pub value: Option<Nat>,
    /// K, where its value is ∞(K).
    pub loopy: Option<Vec<Nat>>,
    /// What its value rests on.
    pub evidence: Evidence,
}

/// Some moves of a position.
#[derive(Debug, Clone, Default)]
pub struct MoveList {
    /// The first ones in the stated order.
    pub moves: Vec<Move>,
    /// How many there are in all, if that could be established.
    pub count: Option<Nat>,
}

impl MoveList {
    /// Are there more than are listed?
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.count.as_ref().is_none_or(|c| *c > Nat::from(self.moves.len()))
    }
}

/// One move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Which single component is moved, counted from 0 in reading order, copies included.
    pub component: Nat,
    /// That component.
    pub from: String,
    /// What it becomes.
    pub to: String,
    /// The whole position after the move.
    pub position: String,
    /// The Grundy value of the whole position after the move, if known.
    pub value: Option<Nat>,
    /// K, where that value is ∞(K).
    pub loopy: Option<Vec<Nat>>,
    /// Its outcome, if known.
    pub outcome: Option<Outcome>,
}

impl Move {
    /// Does it win?
    #[must_use]
    pub fn wins(&self) -> bool {
        self.outcome == Some(Outcome::Previous)
    }
}

/// The answer to `moves`.
#[derive(Debug, Clone)]
pub struct MovesAnswer {
    /// The position in canonical spelling.
    pub query: String,
    /// Normal or misère.
    pub convention: Convention,
    /// How the input was read.
    pub reading: Vec<String>,
    /// The moves.
    pub moves: MoveList,
    /// What the values rest on.
    pub evidence: Evidence,
    /// Seconds and nodes.
    pub cost: Cost,
    /// Why the answer is not complete, if it is not.
    pub stopped: Option<Stopped>,
}

/// The answer to `period`: G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Debug, Clone)]
pub struct PeriodAnswer {
    /// The game in canonical spelling.
    pub game: String,
    /// Always normal: misère play has no values.
    pub convention: Convention,
    /// How the input was read.
    pub reading: Vec<String>,
    /// The period, proved or seen, as `evidence` says; `None`: none was found.
    pub period: Option<NatPeriod>,
    /// The last heap whose value was computed, or that a proof needs; `None` where a closed form answers.
    pub computed_to: Option<u64>,
    /// What it rests on: proved, or checked as far as was computed.
    pub evidence: Evidence,
    /// For codes with a proved period: how it stands to published results.
    pub published: Option<Comparison>,
    /// Seconds and nodes.
    pub cost: Cost,
    /// Why the search did not go as far as was asked.
    pub stopped: Option<Stopped>,
}

impl PeriodAnswer {
    /// Is there a period, proved or repeating on all that was computed?
    #[must_use]
    pub fn found(&self) -> bool {
        self.period.is_some()
    }
}

/// The answer to `same`.
#[derive(Debug, Clone)]
pub struct SameAnswer {
    /// The games in canonical spelling.
    pub games: [String; 2],
    /// How the input was read.
    pub reading: Vec<String>,
    /// Equal on all heaps that were compared? `None` where the budget ended before a difference.
    pub equal: Option<bool>,
    /// The smallest heap with different values.
    pub first_difference: Option<u64>,
    /// Its values.
    pub values: Option<[Nat; 2]>,
    /// The last heap that was compared.
    pub compared_to: Option<u64>,
    /// Proved for all heaps, or checked as far as was compared.
    pub evidence: Evidence,
    /// Seconds and nodes.
    pub cost: Cost,
    /// Why not all heaps were compared.
    pub stopped: Option<Stopped>,
}

/// The answer to `count`.
#[derive(Debug, Clone)]
pub struct CountAnswer {
    /// The game in canonical spelling.
    pub game: String,
    /// Normal or misère.
    pub convention: Convention,
    /// How the input was read.
    pub reading: Vec<String>,
    /// How many heaps a position has.
    pub heaps: u64,
    /// The smallest heap.
    pub min: u64,
    /// The largest heap, inclusive.
    pub max: u64,
    /// Were multisets counted, and not ordered tuples?
    pub unordered: bool,
    /// How many positions are P-positions; `None` where the budget did not suffice.
    pub previous: Option<Nat>,
    /// How many are N-positions.
    pub next: Option<Nat>,
    /// What it rests on.
    pub evidence: Evidence,
    /// Seconds and nodes.
    pub cost: Cost,
    /// Why nothing was counted.
    pub stopped: Option<Stopped>,
}

/// What an answer cost.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Positions and options looked at.
    pub nodes: u64,
}

/// What `table` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Grundy values.
    #[default]
    Values,
    /// Outcomes.
    Outcomes,
    /// The P-positions.
    Previous,
}

/// The answer to `table`.
#[derive(Debug, Clone)]
pub struct Table {
    /// The game in canonical spelling.
    pub game: String,
    /// Normal or misère.
    pub convention: Convention,
    /// How the input was read.
    pub reading: Vec<String>,
    /// The least corner: one number a coordinate.
    pub from: Vec<u64>,
    /// The greatest corner asked for, inclusive.
    pub to: Vec<u64>,
    /// The rows. One coordinate: one row. Two: one row for each first coordinate.
    pub cells: Cells,
    /// What it rests on.
    pub evidence: Evidence,
    /// Seconds and nodes.
    pub cost: Cost,
    /// Why rows are missing at the end, if they are.
    pub stopped: Option<Stopped>,
}

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// Grundy values by rows.
    Values(Vec<Vec<Nat>>),
    /// Values by rows of a game whose play need not end.
    Loopy(Vec<Vec<Value>>),
    /// Outcomes by rows.
    Outcomes(Vec<Vec<Outcome>>),
    /// The P-positions, sorted lexicographically.
    Previous(Vec<Vec<u64>>),
}

/// The reasons behind an answer, as data.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The position or expression explained.
    pub query: String,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The result in one sentence.
    pub conclusion: String,
    /// What it rests on.
    pub evidence: Evidence,
    /// Why steps are missing, if they are.
    pub stopped: Option<Stopped>,
}

/// One step of an explanation.
#[derive(Debug, Clone)]
pub enum Step {
    /// A sentence.
    Say(String),
    /// A sentence about the rule, with its source.
    Theorem {
        /// What holds here: `g(n) = n mod 4`.
        statement: String,
        /// Author, title, year.
        reference: String,
    },
    /// The value of a component from its options.
    Mex {
        /// The component.
        position: String,
        /// Its options with their values, the first ones in order.
        options: Vec<(String, Nat)>,
        /// Are there more options than are listed?
        more: bool,
        /// The distinct values of all options up to the first gap and some beyond, sorted.
        values: Vec<Nat>,
        /// The least natural number not among them.
        mex: Nat,
    },
    /// The value of a component whose play need not end, from its options.
    Loopy {
        /// The component.
        position: String,
        /// Its options with their values, the first ones in order.
        options: Vec<(String, Value)>,
        /// Are there more options than are listed?
        more: bool,
        /// Its value.
        value: Value,
        /// Why it is that, in words.
        reason: String,
    },
    /// The binary columns of a sum.
    Columns {
        /// Name and value of each component.
        rows: Vec<(String, Nat)>,
        /// Their xor.
        xor: Nat,
    },
    /// The winning move read off the columns.
    Choose {
        /// The highest bit of the xor, counted from 0.
        bit: usize,
        /// The component that has this bit.
        component: String,
        /// Its value.
        value: Nat,
        /// The value it must get.
        target: Nat,
        /// The move.
        to: String,
    },
    /// The outcomes that the options lead to (misère).
    Outcomes {
        /// The position.
        position: String,
        /// Its options with outcomes, the first ones.
        options: Vec<(String, Outcome)>,
        /// Are there more?
        more: bool,
        /// The outcome that follows.
        outcome: Outcome,
    },
}
