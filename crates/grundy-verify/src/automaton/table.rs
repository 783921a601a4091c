//! Automata as they stand in the certificate.

use std::collections::HashSet;

use super::numeration::Numeration;
use crate::{Fault, Meter};

/// A deterministic automaton; state 0 is the start, a missing arrow leads nowhere.
#[derive(Debug)]
pub(super) struct Table {
    /// Where it stands.
    pub(super) line: u64,
    pub(super) tracks: usize,
    accepting: Vec<bool>,
    /// The first arrow of each state.
    first: Vec<usize>,
    /// Symbol and next state, for each state ascending.
    arrows: Vec<(u32, u32)>,
}

/// A deterministic automaton whose states carry states of others: pairs of a source and a state of it.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) table: Table,
    pub(super) carried: Vec<Vec<(u32, u32)>>,
}

impl Table {
    pub(super) fn new(line: u64, tracks: usize) -> Table {
        Table { line, tracks, accepting: Vec::new(), first: Vec::new(), arrows: Vec::new() }
    }

    /// Begins the next state.
    pub(super) fn row(&mut self, accepting: bool) {
        self.accepting.push(accepting);
        self.first.push(self.arrows.len());
    }

    /// An arrow of the last state begun.
    pub(super) fn arrow(&mut self, symbol: u32, to: u32) {
        self.arrows.push((symbol, to));
    }

    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn accepts(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The arrows of a state.
    pub(super) fn arrows(&self, state: usize) -> &[(u32, u32)] {
        let end = self.first.get(state + 1).copied().unwrap_or(self.arrows.len());
        &self.arrows[self.first[state]..end]
    }

    pub(super) fn next(&self, state: usize, symbol: usize) -> Option<usize> {
        let arrows = self.arrows(state);
        let at = arrows.binary_search_by_key(&(symbol as u32), |a| a.0).ok()?;
        Some(arrows[at].1 as usize)
    }

    /// From which states is something accepted?
    pub(super) fn living(&self, meter: &mut Meter<'_>) -> Result<Vec<bool>, Fault> {
        meter.reserve(8 * (self.arrows.len() + 4 * self.states()) as u64)?;
        meter.spend(8 * (self.arrows.len() + self.states()) as u64)?;
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            for &(_, to) in self.arrows(state) {
                before[to as usize].push(state as u32);
            }
        }
        let mut living = self.accepting.clone();
        let mut stack: Vec<u32> = (0..self.states() as u32).filter(|&s| living[s as usize]).collect();
        while let Some(state) = stack.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut living[from as usize], true) {
                    stack.push(from);
                }
            }
        }
        Ok(living)
    }

    /// It accepts words of numbers only: no digit a that another than 0 follows.
    pub(super) fn check_words(&self, numeration: Numeration, meter: &mut Meter<'_>) -> Result<(), Fault> {
        if !numeration.ostrowski {
            return Ok(());
        }
        let living = self.living(meter)?;
        let mut seen = HashSet::from([(0usize, 0u32)]);
        let mut stack = vec![(0usize, 0u32)];
        while let Some((state, bound)) = stack.pop() {
            for &(symbol, to) in self.arrows(state).iter().filter(|(_, to)| living[*to as usize]) {
                meter.spend(1 + self.tracks as u64)?;
                let (mut nonzero, mut next) = (0u32, 0u32);
                for (track, &digit) in numeration.column(symbol as usize, self.tracks).iter().enumerate() {
                    nonzero |= u32::from(digit != 0) << track;
                    next |= u32::from(numeration.binds(digit)) << track;
                }
                if bound & nonzero != 0 {
                    return self.wrong("it accepts words that are not numbers");
                }
                if seen.insert((to as usize, next)) {
                    meter.reserve(64)?;
                    stack.push((to as usize, next));
                }
            }
        }
        Ok(())
    }

    /// A leading column of zeros changes nothing: the start and its successor accept the same words.
    pub(super) fn check_zeros(&self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let successor = self.next(0, 0);
        if successor == Some(0) {
            return Ok(());
        }
        let living = self.living(meter)?;
        let alive = |state: Option<usize>| state.filter(|&s| living[s]);
        let mut seen = HashSet::new();
        let mut stack = vec![(alive(Some(0)), alive(successor))];
        while let Some((one, two)) = stack.pop() {
            if one == two {
                continue;
            }
            // one accepts something, and the other nothing
            let (Some(one), Some(two)) = (one, two) else { return self.wrong("leading zeros change what it accepts") };
            if self.accepts(one) != self.accepts(two) {
                return self.wrong("leading zeros change what it accepts");
            }
            for &(symbol, _) in self.arrows(one).iter().chain(self.arrows(two)) {
                meter.spend(32)?;
                let symbol = symbol as usize;
                let pair = (alive(self.next(one, symbol)), alive(self.next(two, symbol)));
                if seen.insert(pair) {
                    meter.reserve(128)?;
                    stack.push(pair);
                }
            }
        }
        Ok(())
    }

    fn wrong<T>(&self, reason: &str) -> Result<T, Fault> {
        Err(Fault::False { line: self.line, reason: reason.to_owned() })
    }
}

impl Cover {
    /// Each word that it accepts is accepted by some source, behind some columns of zeros and with some digits on the
    /// source's further tracks. Induction along the word: every carried state is reached so.
    pub(super) fn check(&self, numeration: Numeration, sources: &[&Table], meter: &mut Meter<'_>) -> Result<(), Fault> {
        let table = &self.table;
        let wrong = |state: usize, reason: &str| {
            Err(Fault::False { line: table.line + 1 + state as u64, reason: reason.to_owned() })
        };
        let mut choices = Vec::new();
        let mut leading = Vec::new();
        for source in sources {
            let Some(further) = source.tracks.checked_sub(table.tracks) else {
                return wrong(0, "a source of this cover has fewer tracks");
            };
            let many = numeration.digits.pow(further as u32);
            // what columns of zeros reach, with any digits on the further tracks
            meter.reserve(source.states() as u64)?;
            let mut reached = vec![false; source.states()];
            reached[0] = true;
            let mut stack = vec![0usize];
            while let Some(state) = stack.pop() {
                meter.spend(8)?;
                for &(_, to) in source.arrows(state).iter().take_while(|a| (a.0 as usize) < many) {
                    meter.spend(1)?;
                    if !std::mem::replace(&mut reached[to as usize], true) {
                        stack.push(to as usize);
                    }
                }
            }
            choices.push(many);
            leading.push(reached);
        }
        let exists =
            |&(source, state): &(u32, u32)| sources.get(source as usize).is_some_and(|s| (state as usize) < s.states());
        for (state, carried) in self.carried.iter().enumerate() {
            meter.spend(carried.len() as u64)?;
            if !carried.iter().all(exists) {
                return wrong(state, "it carries a state that does not exist");
            }
        }
        if !self.carried[0].iter().all(|&(source, state)| leading[source as usize][state as usize]) {
            return wrong(0, "the start carries what is not reached by zeros");
        }
        for (state, carried) in self.carried.iter().enumerate() {
            let accepted = carried.iter().any(|&(source, s)| sources[source as usize].accepts(s as usize));
            if table.accepts(state) && !accepted {
                return wrong(state, "it accepts and carries nothing that does");
            }
            // symbol, source and state, of all that is reached
            let mut reached: Vec<(u32, u32, u32)> = Vec::new();
            for &(source, s) in carried {
                let many = choices[source as usize] as u32;
                let arrows = sources[source as usize].arrows(s as usize);
                meter.spend(8 * (1 + arrows.len() as u64))?;
                reached.extend(arrows.iter().map(|&(symbol, to)| (symbol / many, source, to)));
            }
            reached.sort_unstable();
            for &(symbol, to) in table.arrows(state) {
                let next = &self.carried[to as usize];
                meter.spend(8 * (1 + next.len() as u64))?;
                if !next.iter().all(|&(source, s)| reached.binary_search(&(symbol, source, s)).is_ok()) {
                    return wrong(state, "a successor carries what is not reached");
                }
            }
        }
        Ok(())
    }
}
