//! The operations on automata, each within the budget and a cap on states, and a record of the largest automaton.
//!
//! Binary operations walk the pairs of states that can be reached; a projection ("there is an x") leaves a
//! nondeterministic automaton, whose sets of states are walked (Rabin and Scott, *Finite automata and their decision
//! problems*, 1959). Results are minimal.

mod project;

use std::fmt;
use std::sync::Arc;

use grundy_core::{Context, Stopped};
use rustc_hash::FxHashMap;

use crate::dfa::{self, DEAD, Dfa, minimised};
use crate::{Numeration, Relation};

/// Why an automaton was not built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The budget is spent.
    Stopped(Stopped),
    /// An automaton would have more states than the cap, or more symbols than an alphabet may have.
    TooLarge {
        /// What was being done: `product`, `projection`, `relation`, `alphabet`.
        operation: &'static str,
        /// The cap that was met.
        cap: usize,
    },
    /// A term has no automaton in this system.
    NotAutomatic {
        /// The term: `bits(n)`, `a*b`.
        term: String,
        /// Why, in a sentence without a full stop.
        why: String,
    },
    /// The formula is none: what is wrong with it, in a sentence without a full stop. The constructors of
    /// [`Formula`](crate::formula::Formula) make no such one.
    Malformed(String),
}

/// The term of [`Obstacle::overflow`].
const LINEAR: &str = "a linear term";

/// Terms that are told in words.
const PLACEHOLDERS: &[&str] = &["the measure", "the claim", "a set", "a variable", "a count of digits"];

impl Obstacle {
    /// A number is too large for the linear forms.
    #[must_use]
    pub fn overflow() -> Self {
        Obstacle::NotAutomatic { term: LINEAR.to_owned(), why: "a coefficient beyond 64 bits".to_owned() }
    }
}

impl From<Obstacle> for grundy_core::Error {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Stopped(stopped) => grundy_core::Error::Stopped(stopped),
            other => grundy_core::Diagnostic::unsupported(format!("no proof by automata: {other}")).into(),
        }
    }
}

impl From<Stopped> for Obstacle {
    fn from(stopped: Stopped) -> Self {
        Obstacle::Stopped(stopped)
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Stopped(stopped) => stopped.fmt(f),
            Obstacle::TooLarge { operation: operation @ "alphabet", cap } => {
                write!(f, "an {operation} of more than {cap} symbols")
            }
            Obstacle::TooLarge { operation, cap } => write!(f, "a {operation} of more than {cap} states"),
            Obstacle::NotAutomatic { term, .. } if term == LINEAR => {
                f.write_str("automata are built for numbers and coefficients of 64 bits only, and one is larger")
            }
            // words that nobody typed
            Obstacle::NotAutomatic { term, why } if PLACEHOLDERS.contains(&term.as_str()) => {
                write!(f, "{term} is not automatic: {why}")
            }
            Obstacle::NotAutomatic { term, why } => write!(f, "`{term}` is not automatic: {why}"),
            Obstacle::Malformed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Obstacle {}

/// The result of an operation.
pub type Built<T> = Result<T, Obstacle>;

/// A relation that an engine remembers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Linear(Vec<i64>, i64, Relation),
    Modulo(Vec<i64>, i64, u64, Vec<u64>),
    Number(u64),
    Floor,
}

/// The sizes met on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// States of the largest intermediate automaton, before minimisation.
    pub largest: usize,
    /// Sets of states in the largest projection.
    pub largest_projection: usize,
    /// States of the largest automaton after minimisation.
    pub largest_minimal: usize,
    /// Operations done.
    pub operations: u64,
}

impl Sizes {
    /// The larger of each.
    #[must_use]
    pub fn with(self, other: Sizes) -> Sizes {
        Sizes {
            largest: self.largest.max(other.largest),
            largest_projection: self.largest_projection.max(other.largest_projection),
            largest_minimal: self.largest_minimal.max(other.largest_minimal),
            operations: self.operations + other.operations,
        }
    }
}

/// How two sets are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combination {
    /// In both.
    And,
    /// In at least one.
    Or,
    /// In the first and not in the second.
    Without,
    /// In exactly one.
    Differ,
}

impl Combination {
    fn of(self, a: bool, b: bool) -> bool {
        match self {
            Combination::And => a && b,
            Combination::Or => a || b,
            Combination::Without => a && !b,
            Combination::Differ => a != b,
        }
    }

    /// Can anything be accepted once one side is dead?
    fn goes_on(self, a: u32, b: u32) -> bool {
        match self {
            Combination::And => a != DEAD && b != DEAD,
            Combination::Or | Combination::Differ => a != DEAD || b != DEAD,
            Combination::Without => a != DEAD,
        }
    }
}

/// Operations in one numeration system, with budget and cap.
#[derive(Debug)]
pub struct Engine<'a> {
    numeration: Numeration,
    cx: &'a Context,
    cap: usize,
    sizes: Sizes,
    /// Automata of relations that were asked for before.
    pub(super) relations: FxHashMap<Key, Arc<Dfa>>,
}

/// States an intermediate automaton may have, unless told otherwise.
pub const CAP: usize = 200_000;

impl<'a> Engine<'a> {
    /// An engine for one system with the cap [`CAP`].
    #[must_use]
    pub fn new(numeration: Numeration, cx: &'a Context) -> Self {
        Engine { numeration, cx, cap: CAP, sizes: Sizes::default(), relations: FxHashMap::default() }
    }

    /// With another cap on the states of any intermediate automaton.
    #[must_use]
    pub fn with_cap(mut self, states: usize) -> Self {
        self.cap = states;
        self
    }

    /// The numeration system.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The budget.
    #[must_use]
    pub fn context(&self) -> &'a Context {
        self.cx
    }

    /// The cap on states.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// The sizes met so far.
    #[must_use]
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The number of symbols of so many tracks.
    pub(super) fn symbols(&self, tracks: usize) -> Built<usize> {
        dfa::symbols(self.numeration, tracks).ok_or(Obstacle::TooLarge { operation: "alphabet", cap: 1 << 24 })
    }

    /// Notes the size of an automaton and makes it minimal.
    pub(super) fn finish(&mut self, raw: &Dfa) -> Built<Dfa> {
        self.cx.tick(raw.states() as u64)?;
        self.sizes.operations += 1;
        self.sizes.largest = self.sizes.largest.max(raw.states());
        let small = minimised(raw);
        self.sizes.largest_minimal = self.sizes.largest_minimal.max(small.states());
        Ok(small)
    }

    /// Counts one more state, within cap and memory.
    pub(super) fn grow(&self, growing: &mut Growing<'_>) -> Built<()> {
        growing.states += 1;
        if growing.states > self.cap {
            return Err(Obstacle::TooLarge { operation: growing.operation, cap: self.cap });
        }
        // a row of the table, and as much again for minimisation
        let bytes = growing.symbols as u64 * 16;
        self.cx.reserve(bytes)?;
        growing.bytes += bytes;
        self.cx.tick(1 + growing.symbols as u64 / 16)?;
        Ok(())
    }

    pub(super) fn growing(&self, operation: &'static str, symbols: usize) -> Growing<'a> {
        Growing { operation, symbols, states: 0, bytes: 0, cx: self.cx }
    }

    /// All valid tuples of so many tracks.
    ///
    /// # Errors
    /// Too many symbols.
    pub fn everything(&mut self, tracks: usize) -> Built<Dfa> {
        self.weighted(&vec![0; tracks], [0, 0], &mut |state, _| Some(state), &|_| true)
    }

    /// Combines two sets of tuples of `tracks` coordinates: coordinate `i` of the first set is `first_tracks[i]` of the
    /// result, and so on. Repeated tracks identify coordinates. With anything but [`Combination::And`], both sets
    /// must speak of all tracks (`Without`: the first).
    ///
    /// # Errors
    /// Cap or budget; a set of another system or another number of tracks.
    pub fn combine(
        &mut self,
        tracks: usize,
        (first, first_tracks): (&Dfa, &[usize]),
        (second, second_tracks): (&Dfa, &[usize]),
        how: Combination,
    ) -> Built<Dfa> {
        self.fits(first, first_tracks, tracks)?;
        self.fits(second, second_tracks, tracks)?;
        let symbols = self.symbols(tracks)?;
        let first_symbol = self.symbol_map(tracks, first_tracks)?;
        let second_symbol = self.symbol_map(tracks, second_tracks)?;
        let mut growing = self.growing("product", symbols);
        let mut number: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut pairs = vec![(0u32, 0u32)];
        number.insert((0, 0), 0);
        self.grow(&mut growing)?;
        let dead = vec![DEAD; first.symbols().max(second.symbols())];
        let mut table: Vec<u32> = Vec::new();
        let mut accepting = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            let (a, b) = pairs[at];
            accepting.push(how.of(a != DEAD && first.accepts_at(a), b != DEAD && second.accepts_at(b)));
            let row_a = if a == DEAD { &dead[..] } else { first.row(a) };
            let row_b = if b == DEAD { &dead[..] } else { second.row(b) };
            for (&x, &y) in first_symbol.iter().zip(&second_symbol) {
                let to = (row_a[x as usize], row_b[y as usize]);
                if !how.goes_on(to.0, to.1) {
                    table.push(DEAD);
                    continue;
                }
                let next = match number.get(&to) {
                    Some(&next) => next,
                    None => {
                        self.grow(&mut growing)?;
                        let next = pairs.len() as u32;
                        number.insert(to, next);
                        pairs.push(to);
                        next
                    }
                };
                table.push(next);
            }
            at += 1;
        }
        self.finish(&Dfa::new(self.numeration, tracks, symbols, table, accepting))
    }

    /// Is the set given in this system, with these tracks?
    fn fits(&self, set: &Dfa, at: &[usize], tracks: usize) -> Built<()> {
        if set.numeration() == self.numeration && set.tracks() == at.len() && at.iter().all(|t| *t < tracks) {
            return Ok(());
        }
        let why = format!("it has {} coordinates in {}", set.tracks(), set.numeration());
        Err(Obstacle::NotAutomatic { term: "a set".to_owned(), why })
    }

    /// For each symbol of `tracks` tracks, the symbol of the chosen tracks.
    fn symbol_map(&self, tracks: usize, chosen: &[usize]) -> Built<Vec<u32>> {
        let digits = self.numeration.digits();
        let symbols = self.symbols(tracks)?;
        self.symbols(chosen.len())?;
        let weight: Vec<usize> = chosen.iter().map(|&t| digits.pow((tracks - 1 - t) as u32)).collect();
        Ok((0..symbols)
            .map(|symbol| weight.iter().fold(0, |sum, w| sum * digits + symbol / w % digits) as u32)
            .collect())
    }

    /// Two sets of tuples with the same coordinates.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn combined(&mut self, first: &Dfa, second: &Dfa, how: Combination) -> Built<Dfa> {
        let all: Vec<usize> = (0..first.tracks()).collect();
        self.combine(all.len(), (first, &all), (second, &all), how)
    }

    /// `all` with `more`; `None` is nothing yet, and costs nothing.
    ///
    /// # Errors
    /// Cap or budget.
    pub(super) fn collected(&mut self, all: Option<Dfa>, more: Dfa) -> Built<Dfa> {
        match all {
            None => Ok(more),
            Some(all) => self.combined(&all, &more, Combination::Or),
        }
    }

    /// The valid tuples that are not in the set.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn complement(&mut self, set: &Dfa) -> Built<Dfa> {
        let everything = self.everything(set.tracks())?;
        self.combined(&everything, set, Combination::Without)
    }

    /// The tuples whose coordinates, taken at `tracks`, are in the set: coordinates are renamed or identified, and free
    /// ones added, so that there are `count`.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn retracked(&mut self, set: &Dfa, tracks: &[usize], count: usize) -> Built<Dfa> {
        let free: Vec<usize> = (0..count).filter(|t| !tracks.contains(t)).collect();
        let everything = self.everything(free.len())?;
        self.combine(count, (set, tracks), (&everything, &free), Combination::And)
    }

    /// The set of valid tuples in which leading zeros do not matter, from an automaton of unknown origin: what is invalid
    /// is removed; `None` if leading zeros matter.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn tidied(&mut self, set: &Dfa) -> Built<Option<Dfa>> {
        let everything = self.everything(set.tracks())?;
        let tidy = self.combined(&everything, set, Combination::And)?;
        // the minimal automaton loops at the start if and only if leading zeros do not matter
        let fine = tidy.next(0, 0) == Some(0) || tidy.is_empty();
        Ok(fine.then_some(tidy))
    }

    /// Are the sets equal? If not, a tuple of least length in exactly one of them.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn difference(&mut self, first: &Dfa, second: &Dfa) -> Built<Option<Dfa>> {
        if first == second {
            return Ok(None);
        }
        let differ = self.combined(first, second, Combination::Differ)?;
        Ok((!differ.is_empty()).then_some(differ))
    }
}

/// An automaton under construction; gives its memory back at the end.
#[derive(Debug)]
pub(super) struct Growing<'a> {
    operation: &'static str,
    symbols: usize,
    pub(super) states: usize,
    bytes: u64,
    cx: &'a Context,
}

impl Drop for Growing<'_> {
    fn drop(&mut self) {
        self.cx.release(self.bytes);
    }
}
