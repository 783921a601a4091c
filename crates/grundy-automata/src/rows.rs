//! An automaton of pairs from examples, where each number has one partner at most: sets with few cells in a row.
//!
//! [`learn`](crate::learn) tells prefixes apart by the labels of *all* continuations, of which pairs of s digits have
//! about d^2s. If each first coordinate x has at most one partner f(x), the continuations that are in the set are found by
//! looking up f(x) for the x below the prefix: d^s numbers. So continuations may be several times as long, which
//! some sets need: for the cells of value 1 of Wythoff's game continuations of 8 digits show 757 states, of 10 digits
//! 864, and from 12 digits on all 881 (825 in the minimal automaton).
//!
//! The signature of a prefix is the list of its continuations in the set; a prefix without any leads nowhere. A closed
//! guess is a guess, as in [`learn`](crate::learn).
//!
//! Cost: (states · symbols) signatures of d^s numbers looked up. Partners are asked for up to d^(p+s), if p digits
//! lead to all states.

use rustc_hash::FxHashMap;

use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Combination, Engine, Obstacle};
use crate::learn::{Guess, Prefix, extended, shifted};

/// The partner of a number: `None` where it is not known, `Some(None)` where there is none.
pub type Partner<'a> = dyn Fn(u64) -> Option<Option<u64>> + 'a;

/// A continuation in the set: its length, and its two numbers.
type Continuation = (u32, u32, u32);

impl Engine<'_> {
    /// Guesses the automaton of the pairs (x, f(x)), telling prefixes apart by continuations of at most `s` digits, with at
    /// most `states` states before minimisation.
    ///
    /// # Errors
    /// A spent budget, or too large an alphabet.
    pub fn learn_rows(&mut self, s: usize, states: usize, partner: &Partner<'_>) -> Built<Guess> {
        let symbols = self.symbols(2)?;
        let numeration = self.numeration();
        let digits = numeration.digits();
        // numbers of l digits, any and with a leading 0: valid words of one length are the numbers below a place
        let below = |l: usize| if l == 0 { 1 } else { numeration.place(l as u32).unwrap_or(u64::MAX) };
        let counts: Vec<[u64; 2]> = (0..=s).map(|l| [below(l), below(l.saturating_sub(1))]).collect();
        let continuations = |prefix: &Prefix| -> Result<Vec<Continuation>, u64> {
            let mut found = Vec::new();
            let (mut x, mut y) = (prefix.values[0], prefix.values[1]);
            for (length, count) in counts.iter().enumerate() {
                if length > 0 {
                    (x, y) = (shifted(numeration, x, 0), shifted(numeration, y, 0));
                }
                let of = |track: usize| count[(prefix.zeros >> track & 1) as usize];
                for below in 0..of(0) {
                    let row = x.0.saturating_add(below);
                    let at = partner(row).ok_or(row)?;
                    if let Some(beyond) = at.and_then(|at| at.checked_sub(y.0)).filter(|beyond| *beyond < of(1)) {
                        found.push((length as u32, below as u32, beyond as u32));
                    }
                }
            }
            Ok(found)
        };
        let looks = counts.iter().fold(0u64, |sum, count| sum.saturating_add(count[0]));
        if looks > u64::from(u32::MAX) {
            return Err(Obstacle::TooLarge { operation: "signature", cap: u32::MAX as usize });
        }
        let start = Prefix { values: vec![(0, 0); 2], zeros: 0 };
        let mut known: FxHashMap<(u32, Vec<Continuation>), u32> = FxHashMap::default();
        let (mut prefixes, mut accepting, mut table) = (Vec::new(), Vec::new(), Vec::new());
        let mut number = |prefix: Prefix, prefixes: &mut Vec<Prefix>| -> Result<u32, u64> {
            let found = continuations(&prefix)?;
            if found.is_empty() && !prefixes.is_empty() {
                return Ok(DEAD);
            }
            let accepts = found.first().is_some_and(|first| first.0 == 0);
            Ok(*known.entry((prefix.zeros, found)).or_insert_with(|| {
                prefixes.push(prefix);
                accepting.push(accepts);
                prefixes.len() as u32 - 1
            }))
        };
        let out_of_data = |row: u64| Ok(Guess::OutOfData { needed: vec![row] });
        if let Err(row) = number(start, &mut prefixes) {
            return out_of_data(row);
        }
        let mut at = 0;
        while at < prefixes.len() {
            let prefix: Prefix = prefixes[at].clone();
            for symbol in 0..symbols {
                self.context().tick(1 + looks / 8)?;
                let Some(next) = extended(numeration, digits, &prefix, symbol) else {
                    table.push(DEAD);
                    continue;
                };
                match number(next, &mut prefixes) {
                    Ok(state) => table.push(state),
                    Err(row) => return out_of_data(row),
                }
                if prefixes.len() > states {
                    return Ok(Guess::TooManyStates);
                }
            }
            at += 1;
        }
        let raw = Dfa::new(numeration, 2, symbols, table, accepting);
        let everything = self.everything(2)?;
        Ok(Guess::Closed(self.combined(&everything, &raw, Combination::And)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numeration;
    use grundy_core::Context;

    /// The pairs of numbers and their doubles, in several systems; and squares, which no automaton knows.
    #[test]
    fn partners_are_learnt() {
        let cx = Context::default();
        for system in [Numeration::BINARY, Numeration::Base(3), Numeration::ZECKENDORF] {
            let mut engine = Engine::new(system, &cx);
            let double = |x: u64| (x < 100_000).then_some(Some(2 * x));
            let Guess::Closed(set) = engine.learn_rows(4, 300, &double).unwrap() else { panic!("{system}") };
            for x in 0..300u64 {
                assert!(set.contains(&[x, 2 * x]) && !set.contains(&[x, 2 * x + 1]), "{system} {x}");
            }
            let square = |x: u64| Some(x.checked_mul(x));
            assert_eq!(engine.learn_rows(8, 100, &square).unwrap(), Guess::TooManyStates);
            let even = |x: u64| (x < 1000).then_some(x.is_multiple_of(2).then_some(x / 2));
            assert!(matches!(engine.learn_rows(12, 300, &even).unwrap(), Guess::OutOfData { .. }));
        }
    }
}
