//! Deterministic automata on tuples of digits.
//!
//! A *track* is one coordinate; a symbol is a column of digits, one for each track, and is numbered as a number whose
//! digits they are, the first track foremost: with two tracks in base 2, (1,0) is symbol 2. So the order of symbols is
//! the lexicographic order of columns. The table is dense; [`DEAD`] stands for the state from which nothing is accepted.
//!
//! Two rules hold for all automata here and are kept by all operations: only valid words are accepted (see
//! [`Numeration::is_valid`]), and a word is accepted if and only if it is with a leading column of zeros. So an automaton
//! *is* a set of tuples of natural numbers, and minimal automata with states numbered in order of discovery are equal
//! if and only if their sets are.

mod minimal;
mod slice;
mod words;

use std::fmt;

use grundy_core::Nat;

use crate::Numeration;

pub(super) use minimal::minimised;
pub use slice::Slice;
pub use words::Tuples;

/// The state from which nothing is accepted.
pub const DEAD: u32 = u32::MAX;

/// A set of tuples of natural numbers, as an automaton. State 0 is the start.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dfa {
    numeration: Numeration,
    tracks: usize,
    symbols: usize,
    /// `table[state * symbols + symbol]` is the next state, or [`DEAD`].
    table: Vec<u32>,
    /// One for each state; there is at least one state.
    accepting: Vec<bool>,
}

impl fmt::Debug for Dfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dfa({}, {} tracks, {} states)", self.numeration, self.tracks, self.states())
    }
}

/// The number of symbols of so many tracks, at most 2^24.
pub(super) fn symbols(numeration: Numeration, tracks: usize) -> Option<usize> {
    numeration.digits().checked_pow(u32::try_from(tracks).ok()?).filter(|s| *s <= 1 << 24)
}

/// Why a table is no automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadTable {
    /// No state, or a table whose length does not fit.
    Shape,
    /// A next state that does not exist.
    Target,
}

impl fmt::Display for BadTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadTable::Shape => "the table of an automaton has a row of symbols for each state, and there is a state",
            BadTable::Target => "the table leads to a state that does not exist",
        })
    }
}

impl std::error::Error for BadTable {}

impl Dfa {
    /// An automaton from its table; see the module for the numbering of symbols.
    ///
    /// That only valid words are accepted and leading zeros do not matter is *not* checked here: see
    /// [`Engine::tidied`](crate::Engine::tidied).
    ///
    /// # Errors
    /// If the table is not `states × digits^tracks` or leads to states that do not exist.
    pub fn from_table(
        numeration: Numeration,
        tracks: usize,
        table: Vec<u32>,
        accepting: Vec<bool>,
    ) -> Result<Self, BadTable> {
        let symbols = symbols(numeration, tracks).ok_or(BadTable::Shape)?;
        if accepting.is_empty() || accepting.len().checked_mul(symbols) != Some(table.len()) {
            return Err(BadTable::Shape);
        }
        if table.iter().any(|&t| t != DEAD && t as usize >= accepting.len()) {
            return Err(BadTable::Target);
        }
        Ok(Dfa { numeration, tracks, symbols, table, accepting })
    }

    /// For tables that are right by construction.
    pub(super) fn new(
        numeration: Numeration,
        tracks: usize,
        symbols: usize,
        table: Vec<u32>,
        accepting: Vec<bool>,
    ) -> Self {
        assert_eq!(accepting.len() * symbols, table.len());
        Dfa { numeration, tracks, symbols, table, accepting }
    }

    /// The empty set, or for no tracks "false".
    pub(super) fn empty(numeration: Numeration, tracks: usize, symbols: usize) -> Self {
        Dfa::new(numeration, tracks, symbols, vec![DEAD; symbols], vec![false])
    }

    /// The numeration system that it reads.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The number of coordinates.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// The number of symbols: digits^tracks.
    #[must_use]
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// The number of states, the dead one not counted; at least 1.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The transitions of a state, by symbol.
    #[must_use]
    pub(super) fn row(&self, state: u32) -> &[u32] {
        let from = state as usize * self.symbols;
        &self.table[from..from + self.symbols]
    }

    /// The states that columns of these symbols lead to from the start, in order.
    pub(crate) fn reached(&self, symbols: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        let mut stack = vec![0u32];
        while let Some(state) = stack.pop() {
            for (symbol, &to) in self.row(state).iter().enumerate() {
                if symbols(symbol) && to != DEAD && !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push(to);
                }
            }
        }
        (0..self.states() as u32).filter(|&s| seen[s as usize]).collect()
    }

    /// The next state, or `None` for the dead one, for states and symbols that do not exist.
    #[must_use]
    pub fn next(&self, state: u32, symbol: usize) -> Option<u32> {
        let at = (state as usize).checked_mul(self.symbols)?.checked_add(symbol)?;
        self.table.get(at).copied().filter(|&t| t != DEAD && symbol < self.symbols)
    }

    /// Does the state accept?
    #[must_use]
    pub fn accepts_at(&self, state: u32) -> bool {
        self.accepting.get(state as usize).copied().unwrap_or(false)
    }

    pub(super) fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// The symbol of a column of digits, if there is one.
    #[must_use]
    pub fn symbol(&self, column: impl IntoIterator<Item = u8>) -> Option<usize> {
        let digits = self.numeration.digits();
        let mut count = 0;
        let mut symbol = 0;
        for digit in column {
            (count, symbol) = (count + 1, symbol * digits + usize::from(digit));
            if usize::from(digit) >= digits || count > self.tracks {
                return None;
            }
        }
        (count == self.tracks).then_some(symbol)
    }

    /// The column of digits of a symbol.
    #[must_use]
    pub fn column(&self, symbol: usize) -> Vec<u8> {
        let digits = self.numeration.digits();
        let mut rest = symbol;
        let mut column = vec![0; self.tracks];
        for digit in column.iter_mut().rev() {
            *digit = (rest % digits) as u8;
            rest /= digits;
        }
        column
    }

    /// Is the tuple in the set? `false` for a tuple of another length. Cost: the number of digits.
    #[must_use]
    pub fn contains(&self, numbers: &[u64]) -> bool {
        if numbers.len() != self.tracks {
            return false;
        }
        self.reads(&self.numeration.encode_all(numbers))
    }

    /// The same for numbers of any size.
    #[must_use]
    pub fn contains_big(&self, numbers: &[Nat]) -> bool {
        numbers.len() == self.tracks && self.reads(&self.numeration.encode_big(numbers))
    }

    /// Does it accept these words, one for each track, of one length?
    fn reads(&self, words: &[Vec<u8>]) -> bool {
        let length = words.first().map_or(0, Vec::len);
        let mut state = 0;
        for at in 0..length {
            let Some(symbol) = self.symbol(words.iter().map(|w| w[at])) else { return false };
            match self.next(state, symbol) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.accepts_at(state)
    }

    /// Is the set empty? Cost: the size of the table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shortest().is_none()
    }

    /// For an automaton without tracks: is the sentence true?
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.tracks == 0 && self.accepts_at(0)
    }
}
