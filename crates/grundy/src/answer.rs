//! What the library answers: plain data that every renderer shares, so that they cannot disagree.
//!
//! Each answer is one [`Answer`]: how the question was read, the result of its verb, what that rests on, what it cost
//! and why it is not complete, if it is not. The fields of the result are read through it: `answer.outcome`.

mod table;

use std::ops::{Deref, DerefMut};
use std::time::Instant;

use grundy_core::{Context, Convention, Error, Evidence, Nat, NatPeriod, Outcome, Result, Stopped};
use grundy_search::quotient::monoid::Monoid;
use grundy_search::quotient::presentation::Presentation;
use grundy_search::quotient::repeats::Repetition;
use grundy_sequence::period::published::Comparison;

use crate::game::{Component, Game};
use crate::loopy::Value;
use crate::words::{Sentence, Words};

pub use crate::engine::values::{CellRows, Values};
pub use crate::position::Move;
pub use grundy_search::canonical::{Temper, Written};
pub use grundy_search::genus::Genus;
pub use table::{Cells, Show, Table};

/// The answer to one question; `T` is what its verb finds out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer<T = Solution> {
    /// The question in canonical spelling, with its definitions and `misere`.
    pub query: String,
    /// Normal or misère.
    pub convention: Convention,
    /// How the input was read, for people: one entry a game.
    pub reading: Vec<Reading>,
    /// What was found out.
    pub result: T,
    /// What the result rests on.
    pub evidence: Evidence,
    /// Wall-clock seconds and nodes spent.
    pub cost: Cost,
    /// Why the answer is not complete, if it is not.
    pub stopped: Option<Stopped>,
}

/// How one game was read, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The game as it is spelt; empty where there is none.
    pub game: String,
    /// The rule in words and the family that was recognised.
    pub sentence: String,
    /// The family, where the spelling does not say it.
    pub news: Option<String>,
    /// What the game is made of: `subtraction`, `take-and-break`, `graph`, `rule`, or its name in the catalogue.
    pub family: &'static str,
    /// What one may do, with the actual parameters.
    pub words: Words,
}

impl Reading {
    /// How this game was read.
    #[must_use]
    pub fn of(of: &Game) -> Reading {
        let (game, sentence, news) = of.read_as();
        let (family, words) = (of.kind_name(), of.words());
        Reading { game, sentence, news, family, words }
    }

    /// A sentence about something that is no game.
    #[must_use]
    pub fn sentence(sentence: String) -> Reading {
        let words = Words::same(sentence.clone());
        Reading { game: String::new(), sentence, news: None, family: "", words }
    }
}

impl<T> Answer<T> {
    /// An answer in which nothing is known yet but what `result` says.
    #[must_use]
    pub fn new(query: String, convention: Convention, reading: Vec<Reading>, result: T) -> Self {
        let (evidence, cost) = (Evidence::trivial(), Cost::default());
        Answer { query, convention, reading, result, evidence, cost, stopped: None }
    }

    /// Lets `work` fill the answer in and takes down what that cost.
    ///
    /// # Errors
    /// What `work` says.
    pub(crate) fn filled(mut self, cx: &Context, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<Self> {
        let (start, nodes) = (Instant::now(), cx.nodes());
        work(&mut self)?;
        self.cost = Cost { seconds: start.elapsed().as_secs_f64(), nodes: cx.nodes() - nodes };
        Ok(self)
    }

    /// As [`Answer::filled`]; but where the budget ends, the answer holds what was established, and says why it is not
    /// complete.
    pub(crate) fn filled_as_far_as(self, cx: &Context, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<Self> {
        self.filled(cx, |answer| match work(answer) {
            Err(Error::Stopped(stopped)) => {
                answer.stopped = Some(stopped);
                Ok(())
            }
            done => done,
        })
    }

    /// The same question with another result, which rests on the same.
    pub(crate) fn with<U>(self, result: U) -> Answer<U> {
        let Answer { query, convention, reading, result: _, evidence, cost, stopped } = self;
        Answer { query, convention, reading, result, evidence, cost, stopped }
    }

    /// Another result, of the same question and with the same reasons.
    pub(crate) fn beside<U>(&self, result: U) -> Answer<U> {
        Answer {
            query: self.query.clone(),
            convention: self.convention,
            reading: self.reading.clone(),
            result,
            evidence: self.evidence.clone(),
            cost: self.cost,
            stopped: self.stopped.clone(),
        }
    }

    /// Was everything that was asked established?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

impl<T> Deref for Answer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.result
    }
}

impl<T> DerefMut for Answer<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.result
    }
}

/// What `solve` finds out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Solution {
    /// The outcome, if known.
    pub outcome: Option<Outcome>,
    /// The Grundy value, if there is one and it is known.
    pub value: Option<Nat>,
    /// The numbers K, ascending, where the value is ∞(K): see [`crate::loopy::Value`].
    pub loopy: Option<Vec<Nat>>,
    /// What `value` means.
    pub value_status: ValueStatus,
    /// The distinct components in order of first appearance.
    pub components: Vec<ComponentValue>,
    /// The winning moves.
    pub moves: MoveList,
    /// A winning strategy in words, where a theorem gives one (misère Nim).
    pub strategy: Option<Sentence>,
    /// A pattern that suggests the value where it is out of reach; nothing rests on it.
    pub guess: Option<Words>,
    /// For a position with `?`: the numbers that make it a P-position, sorted.
    pub unknown: Option<Vec<Nat>>,
    /// Those numbers as one condition, `? % 7 in {0,2}`, where they have no end and are known; `unknown` holds the first.
    pub unknown_set: Option<String>,
    /// Numbers that the value is known not to be, where it was not found.
    pub excluded: Vec<u64>,
    /// The engines that worked, in words.
    pub engine: String,
    /// How many moves there are in all, winning or not, where that was asked and is known.
    pub options: Option<Nat>,
    /// How many moves the play lasts if the winner hurries and the loser does not, where that was asked and is known.
    pub remoteness: Option<u32>,
}

impl Default for Solution {
    fn default() -> Self {
        Solution {
            outcome: None,
            value: None,
            loopy: None,
            value_status: ValueStatus::NotComputed,
            components: Vec::new(),
            moves: MoveList::default(),
            strategy: None,
            guess: None,
            unknown: None,
            unknown_set: None,
            excluded: Vec::new(),
            engine: String::new(),
            options: None,
            remoteness: None,
        }
    }
}

/// What stands behind a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueStatus {
    /// It is the Grundy value.
    Exact,
    /// There is none: misère play, an infinite value, a draw.
    None,
    /// There is none, for some component is loony: whoever moves wins (moves may keep the turn).
    Loony,
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
            ValueStatus::Loony => "loony",
            ValueStatus::NotComputed => "not_computed",
        }
    }
}

/// One distinct component and its value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ComponentValue {
    /// The component.
    pub component: Component,
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
#[non_exhaustive]
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

/// What `period` finds out: G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PeriodFound {
    /// The period, proved or seen, as `evidence` says; `None`: none was found.
    pub period: Option<NatPeriod>,
    /// The last heap whose value was computed, or that a proof needs; `None` where a closed form answers.
    pub computed_to: Option<u64>,
    /// A law of the values that is proved and from which no period is read off.
    pub law: Option<ProvedLaw>,
    /// For codes with a proved period: how it stands to published results.
    pub published: Option<Comparison>,
}

impl PeriodFound {
    /// Is there a period, proved or repeating on all that was computed?
    #[must_use]
    pub fn found(&self) -> bool {
        self.period.is_some()
    }
}

/// A statement that is proved for all places of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProvedLaw {
    /// In words.
    pub text: String,
    /// The same in Chinese.
    pub chinese: String,
    /// In the notation of claims, where it can be said there.
    pub claim: Option<String>,
    /// How it is proved.
    pub evidence: Evidence,
}

/// What `same` finds out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Equality {
    /// The games in canonical spelling.
    pub games: [String; 2],
    /// Equal on all heaps that were compared? `None` where the budget ended before a difference.
    pub equal: Option<bool>,
    /// The smallest heap with different values.
    pub first_difference: Option<u64>,
    /// Its values.
    pub values: Option<[Nat; 2]>,
    /// The last heap that was compared.
    pub compared_to: Option<u64>,
}

/// What `count` finds out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Counts {
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
}

/// What an answer cost.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Cost {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Positions and options looked at.
    pub nodes: u64,
}

impl Cost {
    /// So many seconds and nodes.
    #[must_use]
    pub fn new(seconds: f64, nodes: u64) -> Self {
        Cost { seconds, nodes }
    }
}

/// The reasons behind an answer, as data.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The result in one sentence.
    pub conclusion: Sentence,
}

/// One step of an explanation.
#[derive(Debug, Clone)]
pub enum Step {
    /// A sentence.
    Say(Sentence),
    /// A sentence about the rule, with its source.
    Theorem {
        /// What holds here: `g(n) = n mod 4`.
        statement: Words,
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
        reason: Words,
    },
    /// The binary columns of a sum.
    Columns {
        /// Name and value of each component.
        rows: Vec<(Words, Nat)>,
        /// Their xor.
        xor: Nat,
    },
    /// The ones of the binary columns, counted.
    Ones {
        /// Name and number of each row.
        rows: Vec<(Words, Nat)>,
        /// P exactly if every count is a multiple of this.
        modulus: u64,
        /// The count of each column, the column of 1 first.
        ones: Vec<u64>,
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

/// What `quotient` finds out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MisereQuotient {
    /// The heaps 0 to this one are certified; of a position, `None`.
    pub heaps: Option<u64>,
    /// Q and P.
    pub monoid: Monoid,
    /// Generators, relations, and the words of the elements.
    pub presentation: Presentation,
    /// The classes of the heaps from 0 on; of a position, of its distinct components.
    pub phi: Vec<u32>,
    /// The components that `phi` speaks of, where they are not heaps 0, 1, ….
    pub components: Vec<String>,
    /// The n for which it is the quotient of Nim with heaps below 2^n; `None`: wild.
    pub tame: Option<u32>,
    /// From where the classes repeat, and how, where the periodicity theorem gives it: then this is the quotient of the whole
    /// game.
    pub repetition: Option<Repetition>,
    /// What certificates hold: the rule in numbers and the classes of what was added.
    pub(crate) certified: Certified,
    /// The heaps that made the quotient grow, with what it was from there on.
    pub growth: Vec<Growth>,
    /// The genus of the first heaps, as far as it cost little; of a position, of its components.
    pub genus: Vec<Option<Genus>>,
}

/// What `canonical` finds out: the simplest game that may stand for a position in every misère sum.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CanonicalForm {
    /// The form as the books write it, with letters where it is long.
    pub written: Written,
    /// How many different positions can be reached in it, itself included.
    pub positions: usize,
    /// The longest play.
    pub birthday: u32,
    /// The genus.
    pub genus: Genus,
    /// How it behaves beside Nim.
    pub temper: Temper,
    /// Who wins it alone.
    pub outcome: Outcome,
}

/// The rule that a misère quotient was certified for, in the words of certificates, and the classes of its components.
#[derive(Debug, Clone, Default)]
pub(crate) struct Certified {
    pub(crate) rule: String,
    pub(crate) phi: Vec<u32>,
}

/// A heap that made a misère quotient grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The heap.
    pub heap: u64,
    /// The order of the quotient of the heaps up to this one.
    pub order: usize,
    /// How many of its elements are classes of P-positions.
    pub lost: usize,
}
