//! Values of a subtraction set: how often each value is among the options in ranges, and which were attained far back.

use super::text::Tail;
use super::{Cell, Fault, Meter, Refusal, Table};

/// Counts and sets that grow with the table.
pub(crate) struct Take<'r> {
    ranges: &'r [(u64, u64)],
    tail: Option<&'r Tail>,
    /// How many options in ranges have the value.
    counts: Vec<u32>,
    /// For each class: which values the tail reaches, and the least that it does not.
    attained: Vec<(Vec<bool>, usize)>,
    /// The first heap whose value is not in them yet.
    reached: u64,
    held: u64,
}

/// What decides all later values: the window, and the values attained by class, ascending.
pub(crate) struct State {
    pub(crate) window: Vec<u32>,
    pub(crate) attained: Vec<Vec<u32>>,
}

impl<'r> Take<'r> {
    /// Before heap 0.
    pub(crate) fn new(
        ranges: &'r [(u64, u64)],
        tail: Option<&'r Tail>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Refusal> {
        let classes = tail.map_or(0, |t| t.modulus);
        meter.reserve(classes.saturating_mul(32))?;
        Ok(Take {
            ranges,
            tail,
            counts: Vec::new(),
            attained: vec![(Vec::new(), 0); classes as usize],
            reached: 0,
            held: 0,
        })
    }

    /// Fills the table up to `size` values.
    pub(crate) fn extend<T: Cell>(
        &mut self,
        table: &mut Table<'_, T>,
        size: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Fault> {
        let mut steps = 0;
        while (table.values.len() as u64) < size {
            let n = table.values.len() as u64;
            self.reach(table, &mut steps);
            for &(from, to) in self.ranges {
                let Some(entering) = n.checked_sub(from) else { break };
                let v = table.get(entering as usize) as usize;
                if v >= self.counts.len() {
                    self.held += 4 * ((v + 1).next_power_of_two() - self.counts.len()) as u64;
                    self.counts.resize((v + 1).next_power_of_two(), 0);
                }
                self.counts[v] += 1;
                if let Some(leaving) = n.checked_sub(to + 1) {
                    self.counts[table.get(leaving as usize) as usize] -= 1;
                }
                steps += 2;
            }
            let class = self.tail.map(|t| (n % t.modulus) as usize);
            let (far, least) = class.map_or((&[][..], 0), |c| (self.attained[c].0.as_slice(), self.attained[c].1));
            let mut v = least;
            while self.counts.get(v).is_some_and(|&c| c > 0) || far.get(v) == Some(&true) {
                v += 1;
            }
            steps += 1 + (v - least) as u64;
            table.push(u32::try_from(v).unwrap_or(u32::MAX))?;
            if steps > 4096 || self.held > 4096 {
                meter.spend(std::mem::take(&mut steps))?;
                meter.reserve(std::mem::take(&mut self.held))?;
            }
        }
        Ok(meter.spend(steps)?)
    }

    /// Adds the values of all heaps that the tail reaches from the next heap.
    fn reach<T: Cell>(&mut self, table: &Table<'_, T>, steps: &mut u64) {
        let Some(tail) = self.tail else { return };
        while self.reached + tail.start <= table.values.len() as u64 {
            let (m, v) = (self.reached, table.get(self.reached as usize) as usize);
            self.reached += 1;
            *steps += tail.residues.len() as u64;
            for r in &tail.residues {
                let (set, least) = &mut self.attained[((m + r) % tail.modulus) as usize];
                if v >= set.len() {
                    self.held += ((v + 1).next_power_of_two() - set.len()) as u64;
                    set.resize((v + 1).next_power_of_two(), false);
                }
                set[v] = true;
                while set.get(*least) == Some(&true) {
                    *least += 1;
                }
            }
        }
    }

    /// The state before the next heap.
    pub(crate) fn state<T: Cell>(&mut self, table: &Table<'_, T>, meter: &mut Meter<'_>) -> Result<State, Refusal> {
        let mut steps = 0;
        self.reach(table, &mut steps);
        let n = table.values.len();
        let window = self.tail.map_or(0, |t| (t.start - 1) as usize);
        let sets: usize = self.attained.iter().map(|(set, _)| set.len()).sum();
        meter.spend(steps + (window + sets) as u64)?;
        meter.reserve(4 * (window + sets) as u64)?;
        let members = |(set, _): &(Vec<bool>, usize)| (0..set.len() as u32).filter(|&v| set[v as usize]).collect();
        Ok(State {
            window: (n.saturating_sub(window)..n).map(|m| table.get(m)).collect(),
            attained: self.attained.iter().map(members).collect(),
        })
    }
}
