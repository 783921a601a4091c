//! "There is an x": a track is forgotten.
//!
//! Without the track an automaton may have several next states, so sets of states are walked. The number forgotten may
//! be longer than the others; they are padded with zeros, so the start is closed under columns that are zero on the
//! remaining tracks.

use rustc_hash::FxHashMap;

use super::{Built, Engine};
use crate::dfa::{DEAD, Dfa};

impl Engine<'_> {
    /// The tuples without coordinate `track` that have some value of it in the set.
    ///
    /// # Errors
    /// Cap or budget; the number of sets of states may be exponential.
    pub fn exists(&mut self, set: &Dfa, track: usize) -> Built<Dfa> {
        let tracks = set.tracks().saturating_sub(1);
        let digits = self.numeration().digits();
        let symbols = self.symbols(tracks)?;
        let weight = digits.pow((tracks - track.min(tracks)) as u32);
        // symbol of all tracks -> symbol of the remaining ones
        let kept: Vec<u32> = (0..set.symbols()).map(|s| (s / (weight * digits) * weight + s % weight) as u32).collect();

        let mut growing = self.growing("projection", symbols);
        let mut number: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let mut sets: Vec<Box<[u32]>> = Vec::new();
        let start = set.reached(|symbol| kept[symbol] == 0).into_boxed_slice();
        number.insert(start.clone(), 0);
        sets.push(start);
        self.grow(&mut growing)?;
        let mut table: Vec<u32> = Vec::new();
        let mut accepting = Vec::new();
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); symbols];
        let mut at = 0;
        while at < sets.len() {
            let from = std::mem::take(&mut sets[at]);
            accepting.push(from.iter().any(|&s| set.accepts_at(s)));
            self.context().tick((from.len() * set.symbols() / 16) as u64)?;
            for &state in &from {
                for (&to, &symbol) in set.row(state).iter().zip(&kept) {
                    if to != DEAD {
                        buckets[symbol as usize].push(to);
                    }
                }
            }
            for bucket in &mut buckets {
                if bucket.is_empty() {
                    table.push(DEAD);
                    continue;
                }
                bucket.sort_unstable();
                bucket.dedup();
                let next = match number.get(&bucket[..]) {
                    Some(&next) => next,
                    None => {
                        self.grow(&mut growing)?;
                        let next = sets.len() as u32;
                        let states: Box<[u32]> = bucket[..].into();
                        number.insert(states.clone(), next);
                        sets.push(states);
                        next
                    }
                };
                table.push(next);
                bucket.clear();
            }
            at += 1;
        }
        self.sizes.largest_projection = self.sizes.largest_projection.max(accepting.len());
        let raw = Dfa::new(self.numeration(), tracks, symbols, table, accepting);
        self.finish(&raw)
    }
}
