//! Covers: determinised strategies that remember what they are made of.

use rustc_hash::FxHashMap;

use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Engine};

/// A deterministic automaton whose states carry states of other automata; see the module above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The automaton; not minimal.
    pub set: Dfa,
    /// For each state: pairs of the number of a source and a state of it, in order.
    pub carried: Vec<Vec<(u32, u32)>>,
}

impl Engine<'_> {
    /// The cover of all tuples of `tracks` numbers that some source accepts with some choice: the first tracks of each
    /// source are the tuple, the others are chosen.
    pub(super) fn cover(&mut self, tracks: usize, sources: &[&Dfa]) -> Built<Cover> {
        let symbols = self.symbols(tracks)?;
        let digits = self.numeration().digits();
        let choices: Vec<usize> = sources.iter().map(|s| digits.pow((s.tracks() - tracks) as u32)).collect();
        let mut start: Vec<(u32, u32)> = Vec::new();
        for (number, source) in (0u32..).zip(sources) {
            start.extend(source.reached(|symbol| symbol < choices[number as usize]).into_iter().map(|s| (number, s)));
        }
        let mut growing = self.growing("projection", symbols);
        let mut number = FxHashMap::from_iter([(start.clone(), 0u32)]);
        let mut carried = vec![start];
        let mut table = Vec::new();
        let mut accepting = Vec::new();
        let mut buckets: Vec<Vec<(u32, u32)>> = vec![Vec::new(); symbols];
        let mut at = 0;
        while at < carried.len() {
            self.grow(&mut growing)?;
            let from = carried[at].clone();
            accepting.push(from.iter().any(|&(source, state)| sources[source as usize].accepts_at(state)));
            for &(source, state) in &from {
                let row = sources[source as usize].row(state);
                self.context().tick(1 + row.len() as u64 / 16)?;
                for (symbol, &to) in row.iter().enumerate().filter(|(_, to)| **to != DEAD) {
                    buckets[symbol / choices[source as usize]].push((source, to));
                }
            }
            for bucket in &mut buckets {
                if bucket.is_empty() {
                    table.push(DEAD);
                    continue;
                }
                bucket.sort_unstable();
                bucket.dedup();
                let next = carried.len() as u32;
                table.push(*number.entry(bucket.clone()).or_insert_with(|| {
                    carried.push(bucket.clone());
                    next
                }));
                bucket.clear();
            }
            at += 1;
        }
        Ok(Cover { set: Dfa::new(self.numeration(), tracks, symbols, table, accepting), carried })
    }
}
