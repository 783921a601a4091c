//! What the library answers: plain data that every renderer shares, so that they cannot disagree.
//!
//! Each answer is one [`Answer`]: how the question was read, the result of its verb, what that rests on, what it cost
//! and why it is not complete, if it is not. The fields of the result are read through it: `answer.outcome`.

mod explanation;
mod misere;
mod solution;
mod table;

use std::ops::{Deref, DerefMut};
use std::time::Instant;

use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Nat, NatPeriod, Result, Stopped};
use grundy_sequence::period::published::Comparison;

use crate::game::Game;
use crate::words::Words;

pub use crate::engine::values::{CellRows, Values};
pub use crate::position::Move;
pub use explanation::{Explanation, Step};
pub use grundy_search::canonical::{Temper, Written};
pub use grundy_search::genus::Genus;
pub use grundy_search::quotient::{monoid::Monoid, presentation::Presentation, repeats::Repetition};
pub use grundy_sequence::heap::SparseSpace;
pub(crate) use misere::Certified;
pub use misere::{CanonicalForm, Growth, MisereQuotient};
pub use solution::{ComponentValue, MoveList, Solution, ValueStatus};
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

/// What `period` finds out: G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PeriodFound {
    /// The period, proved or seen, as `evidence` says; `None`: none was found.
    pub period: Option<NatPeriod>,
    /// The first heap: a family of boards or graphs begins at its smallest member.
    pub first: u64,
    /// The last heap whose value was computed, or that a proof needs; `None` where a closed form answers.
    pub computed_to: Option<u64>,
    /// A law of the values that is proved and from which no period is read off.
    pub law: Option<ProvedLaw>,
    /// For codes, unless a period is a guess: how it stands to published results.
    pub published: Option<Comparison>,
    /// Of codes of which no period was found: which values are rare, as far as they were computed.
    pub sparse: Option<SparseSpace>,
    /// Of codes of which no period was found: how far a longer search would come.
    pub further: Option<Outlook>,
    /// Known games with the same values, where they were looked for: see [`GameQuestion::compared`].
    ///
    /// [`GameQuestion::compared`]: crate::GameQuestion::compared
    pub equal: Vec<EqualGame>,
}

impl PeriodFound {
    /// Is there a period, proved or repeating on all that was computed?
    #[must_use]
    pub fn found(&self) -> bool {
        self.period.is_some()
    }
}

/// What a longer search would take, as far as the pace of a shorter one tells.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Outlook {
    /// The last heap that it would look at.
    pub to: u64,
    /// So many seconds more or less.
    pub seconds: f64,
}

/// A known game with the same values.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EqualGame {
    /// The known game, as the notation spells it: a code, or a name of the catalogue.
    pub game: String,
    /// The same, to be asked.
    pub(crate) played: Game,
    /// What people call it, if it has a name.
    pub name: Option<&'static str>,
    /// G(n) = H(n + shift), where G is the game that was asked about and H this one.
    pub shift: i64,
    /// The equation holds for all n from here on: the smallest n for which n + shift is a heap.
    pub from: u64,
    /// Proved, or checked as far as was compared.
    pub evidence: Evidence,
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
    /// Where they differ: the shift that makes them equal, if a small one does.
    pub shifted: Option<Shifted>,
}

/// Values that are those of another game some heaps later or earlier.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Shifted {
    /// G(n) = H(n + shift), where G is the first game and H the second.
    pub shift: i64,
    /// The equation holds for all n from here on: the smallest n for which n + shift is a heap.
    pub from: u64,
    /// Proved, or checked as far as was compared.
    pub evidence: Evidence,
}

/// What `count` finds out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Counts {
    /// How many heaps a position has; places, where each is several numbers.
    pub heaps: u64,
    /// How many numbers each of them is.
    pub numbers: usize,
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
    /// Why the first numbers that were left out make no position, in a game of open numbers.
    pub refused: Option<Diagnostic>,
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
