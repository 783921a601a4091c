//! Is there a tuple of numbers for which a sentence without quantifiers holds? A search through the product of the
//! automata of its relations, made while it goes on.
//!
//! Columns are chosen track by track, so that a relation that can no longer hold cuts the search as soon as its last track
//! has a digit. All words searched are words of numbers. Tuples of numbers have words of one length, so every tuple is met.

use std::collections::HashMap;

use super::atoms::{Relation, State, Step};
use super::numeration::Numeration;
use crate::{Fault, Meter};

/// A sentence, with relations by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sentence {
    Atom(usize),
    Not(Box<Sentence>),
    All(Vec<Sentence>),
    Any(Vec<Sentence>),
}

impl Sentence {
    pub(super) fn negated(self) -> Sentence {
        Sentence::Not(Box::new(self))
    }

    /// What is known if some relations are decided.
    fn known(&self, atom: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
        let several = |all: &[Sentence], ends: bool| {
            let mut open = false;
            for one in all {
                match one.known(atom) {
                    Some(value) if value == ends => return Some(ends),
                    Some(_) => {}
                    None => open = true,
                }
            }
            if open { None } else { Some(!ends) }
        };
        match self {
            Sentence::Atom(number) => atom(*number),
            Sentence::Not(inner) => inner.known(atom).map(|v| !v),
            Sentence::All(all) => several(all, false),
            Sentence::Any(all) => several(all, true),
        }
    }

    /// The same where some relations have values that are granted: `Err` if it is decided.
    fn simplified(self, must: &[Option<bool>]) -> Result<Sentence, bool> {
        if let Some(value) = self.known(&|a| must[a]) {
            return Err(value);
        }
        Ok(match self {
            Sentence::Not(inner) => match inner.simplified(must)? {
                Sentence::Not(inner) => *inner,
                Sentence::All(all) => Sentence::Any(all.into_iter().map(Sentence::negated).collect()),
                Sentence::Any(any) => Sentence::All(any.into_iter().map(Sentence::negated).collect()),
                atom @ Sentence::Atom(_) => atom.negated(),
            },
            Sentence::All(all) => {
                let mut all: Vec<Sentence> = all.into_iter().filter_map(|s| s.simplified(must).ok()).collect();
                if all.len() == 1 { all.remove(0) } else { Sentence::All(all) }
            }
            Sentence::Any(any) => {
                let mut any: Vec<Sentence> = any.into_iter().filter_map(|s| s.simplified(must).ok()).collect();
                if any.len() == 1 { any.remove(0) } else { Sentence::Any(any) }
            }
            atom @ Sentence::Atom(_) => atom,
        })
    }
}

/// It can never hold again.
const NEVER: u32 = 0;
/// It holds for sure.
const ALWAYS: u32 = 1;
/// The first open state.
const OPEN: u32 = 2;
/// Not yet computed.
const UNKNOWN: u32 = u32::MAX;
/// Tracks at most: a column has four bits a track.
const TRACKS: usize = 16;

struct Atom<'c> {
    relation: Relation<'c>,
    tracks: Vec<usize>,
    last: usize,
    states: Vec<State>,
    number: HashMap<State, u32>,
    /// Of each open state, what each symbol of the relation's tracks leads to.
    rows: Vec<Vec<u32>>,
    symbols: usize,
}

/// Relations on tracks.
pub(super) struct Product<'c> {
    numeration: Numeration,
    pub(super) tracks: usize,
    atoms: Vec<Atom<'c>>,
}

impl<'c> Product<'c> {
    pub(super) fn new(numeration: Numeration, tracks: usize) -> Self {
        Product { numeration, tracks, atoms: Vec::new() }
    }

    /// The relation on these tracks.
    pub(super) fn atom(&mut self, relation: Relation<'c>, tracks: Vec<usize>) -> Sentence {
        let known = self.atoms.iter().position(|a| a.tracks == tracks && a.relation.same(&relation));
        Sentence::Atom(known.unwrap_or_else(|| {
            let last = tracks.iter().copied().max().unwrap_or(0);
            let (states, number, rows) = (Vec::new(), HashMap::new(), Vec::new());
            self.atoms.push(Atom { relation, tracks, last, states, number, rows, symbols: 0 });
            self.atoms.len() - 1
        }))
    }

    /// A tuple for which the sentence holds (numbers beyond 2^100 as `None`), or nothing if it never does.
    pub(super) fn witness(
        &mut self,
        sentence: Sentence,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Option<u128>>>, Fault> {
        if self.tracks > TRACKS {
            return Err(Fault::False { line: 0, reason: format!("a sentence about more than {TRACKS} numbers") });
        }
        let Some((must, rest)) = split(sentence, self.atoms.len()) else { return Ok(None) };
        let mut start = Vec::with_capacity(self.atoms.len() + 1);
        for atom in &mut self.atoms {
            let symbols = u32::try_from(atom.tracks.len()).ok().and_then(|t| self.numeration.digits.checked_pow(t));
            let Some(symbols) = symbols.filter(|s| *s <= 1 << 24) else {
                return Err(Fault::False { line: 0, reason: "a relation of too many numbers".to_owned() });
            };
            atom.symbols = symbols;
            let step = atom.relation.start();
            start.push(atom.index(step, meter)?);
        }
        start.push(0);
        let width = start.len();
        let mut search = Search {
            product: self,
            must,
            rest,
            next: vec![0; width],
            digits: [0; TRACKS],
            number: HashMap::from([(start.clone().into_boxed_slice(), 0)]),
            states: start,
            before: vec![(0, 0)],
            from: 0,
        };
        let mut at = 0;
        while at < search.before.len() {
            meter.spend(8 * width as u64)?;
            if search.accepts(at) {
                return Ok(Some(search.tuple(at)));
            }
            search.from = at;
            let bound = search.states[at * width + width - 1];
            search.descend(0, bound, 0, meter)?;
            at += 1;
        }
        Ok(None)
    }
}

/// What single relations must be, and what else must hold; `None` if it cannot.
fn split(sentence: Sentence, atoms: usize) -> Option<(Vec<Option<bool>>, Vec<Sentence>)> {
    let mut must = vec![None; atoms];
    let mut open = vec![sentence];
    loop {
        let mut rest = Vec::new();
        let mut found = false;
        while let Some(one) = open.pop() {
            match one.simplified(&must) {
                Err(true) => {}
                Err(false) => return None,
                Ok(Sentence::All(all)) => open.extend(all),
                Ok(Sentence::Atom(number)) => {
                    must[number] = Some(true);
                    found = true;
                }
                Ok(Sentence::Not(inner)) => match *inner {
                    Sentence::Atom(number) => {
                        must[number] = Some(false);
                        found = true;
                    }
                    other => rest.push(other.negated()),
                },
                Ok(other) => rest.push(other),
            }
        }
        if !found {
            return Some((must, rest));
        }
        open = rest;
    }
}

impl Atom<'_> {
    /// The number of a state.
    fn index(&mut self, step: Step, meter: &mut Meter<'_>) -> Result<u32, Fault> {
        let state = match step {
            Step::Never => return Ok(NEVER),
            Step::Always => return Ok(ALWAYS),
            Step::To(state) => state,
        };
        if let Some(&known) = self.number.get(&state) {
            return Ok(known);
        }
        // in the list, in the map, and its row
        meter.reserve(224)?;
        meter.spend(64)?;
        let number = OPEN + self.states.len() as u32;
        self.states.push(state);
        self.rows.push(Vec::new());
        self.number.insert(state, number);
        Ok(number)
    }

    /// What the digits lead to.
    fn next(
        &mut self,
        numeration: Numeration,
        state: u32,
        digits: &[u8; TRACKS],
        meter: &mut Meter<'_>,
    ) -> Result<u32, Fault> {
        if state < OPEN {
            return Ok(state);
        }
        let at = (state - OPEN) as usize;
        let symbol = self.tracks.iter().fold(0, |s, &t| s * numeration.digits + usize::from(digits[t]));
        if self.rows[at].is_empty() {
            meter.reserve(4 * self.symbols as u64)?;
            meter.spend(self.symbols as u64 / 8)?;
            self.rows[at] = vec![UNKNOWN; self.symbols];
        }
        let known = self.rows[at][symbol];
        if known != UNKNOWN {
            return Ok(known);
        }
        meter.spend(64)?;
        let mut column = [0u8; TRACKS];
        for (digit, &track) in column.iter_mut().zip(&self.tracks) {
            *digit = digits[track];
        }
        let step = self.relation.step(numeration, self.states[at], &column[..self.tracks.len()]);
        let to = self.index(step, meter)?;
        self.rows[at][symbol] = to;
        Ok(to)
    }

    /// Does it hold if words end?
    fn holds(&self, state: u32) -> bool {
        match state {
            NEVER => false,
            ALWAYS => true,
            open => self.relation.holds(self.states[(open - OPEN) as usize]),
        }
    }
}

struct Search<'p, 'c> {
    product: &'p mut Product<'c>,
    must: Vec<Option<bool>>,
    rest: Vec<Sentence>,
    /// The state that is being made: of each relation, then the tracks that must go on with 0.
    next: Vec<u32>,
    digits: [u8; TRACKS],
    number: HashMap<Box<[u32]>, u32>,
    /// All states, one behind the other.
    states: Vec<u32>,
    /// By which state and column each was met.
    before: Vec<(u32, u64)>,
    from: usize,
}

impl Search<'_, '_> {
    fn accepts(&self, at: usize) -> bool {
        let width = self.next.len();
        let state = &self.states[at * width..][..width];
        let holds = |number: usize| self.product.atoms[number].holds(state[number]);
        self.must.iter().enumerate().all(|(n, must)| must.is_none_or(|must| must == holds(n)))
            && self.rest.iter().all(|s| s.known(&|n| Some(holds(n))) == Some(true))
    }

    /// All digits from this track on.
    fn descend(&mut self, track: usize, bound: u32, binding: u32, meter: &mut Meter<'_>) -> Result<(), Fault> {
        if track == self.product.tracks {
            return self.arrive(binding, meter);
        }
        let numeration = self.product.numeration;
        let many = if bound >> track & 1 == 1 { 1 } else { numeration.digits as u8 };
        let width = self.next.len();
        'digits: for digit in 0..many {
            self.digits[track] = digit;
            meter.spend(16)?;
            for number in 0..width - 1 {
                let atom = &mut self.product.atoms[number];
                if atom.last != track {
                    continue;
                }
                let before = self.states[self.from * width + number];
                let next = atom.next(numeration, before, &self.digits, meter)?;
                if next == NEVER && self.must[number] == Some(true)
                    || next == ALWAYS && self.must[number] == Some(false)
                {
                    continue 'digits;
                }
                self.next[number] = next;
            }
            self.descend(track + 1, bound, binding | u32::from(numeration.binds(digit)) << track, meter)?;
        }
        Ok(())
    }

    /// A whole column was read.
    fn arrive(&mut self, binding: u32, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let width = self.next.len();
        self.next[width - 1] = binding;
        let known = |number: usize| match self.next[number] {
            NEVER => Some(false),
            ALWAYS => Some(true),
            _ => self.must[number],
        };
        if self.rest.iter().any(|s| s.known(&known) == Some(false)) || self.number.contains_key(&self.next[..]) {
            return Ok(());
        }
        meter.reserve(12 * width as u64 + 112)?;
        meter.spend(64)?;
        let column = self.digits.iter().rev().fold(0u64, |c, &d| c << 4 | u64::from(d));
        self.number.insert(self.next.clone().into_boxed_slice(), self.before.len() as u32);
        self.before.push((self.from as u32, column));
        self.states.extend_from_slice(&self.next);
        Ok(())
    }

    /// The numbers whose words lead to the state.
    fn tuple(&self, mut at: usize) -> Vec<Option<u128>> {
        let mut columns = Vec::new();
        while at != 0 {
            let (from, column) = self.before[at];
            columns.push(column);
            at = from as usize;
        }
        columns.reverse();
        let word = |track: usize| columns.iter().map(move |c| (c >> (4 * track) & 15) as u8);
        (0..self.product.tracks).map(|t| self.product.numeration.value(word(t))).collect()
    }
}
