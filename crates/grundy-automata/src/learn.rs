//! An automaton from examples.
//!
//! Two prefixes of words lead to the same state of the minimal automaton if and only if they have the same continuations.
//! Here they are told apart by all continuations of at most `s` digits: the *signature* of a prefix is the list of labels
//! of its continuations (and which tracks have to go on with the digit 0). Prefixes are tried breadth first, each
//! signature is a state, and the guess is closed when no new signature appears. In Zeckendorf numeration, s = 2 finds the
//! seven states of Wythoff's game from positions below 34.
//!
//! A closed guess is a guess: it is right if the equation of [`equation`](super::equation) says so.
//!
//! Cost: (states · symbols) signatures of about (digits^s)^tracks labels. Source: Trakhtenbrot, Barzdin, *Finite Automata:
//! Behavior and Synthesis*, 1973 (the contraction of a complete sample).

use rustc_hash::FxHashMap;

use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Combination, Engine, Obstacle};
use crate::numeration::Numeration;

/// Is a tuple in the set? `None` where it is not known.
pub type Labels<'a> = dyn Fn(&[u64]) -> Option<bool> + 'a;

/// What the examples give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guess {
    /// No new state appears.
    Closed(Dfa),
    /// The label of a tuple is needed that is not known.
    OutOfData {
        /// The tuple.
        needed: Vec<u64>,
    },
    /// More states than the limit.
    TooManyStates,
}

/// A prefix, by the numbers that its words stand for.
#[derive(Debug, Clone)]
pub(crate) struct Prefix {
    /// For each track the value of the word, and of the word one place lower.
    pub(crate) values: Vec<(u64, u64)>,
    /// The tracks that must go on with 0.
    pub(crate) zeros: u32,
}

impl Engine<'_> {
    /// How many labels [`Engine::learn`] looks at for one state.
    ///
    /// # Errors
    /// Too large an alphabet.
    pub fn looks(&self, tracks: usize, s: usize) -> Built<u64> {
        let words = |length| suffixes(self.numeration(), length)[0].len() as u64;
        let signature = (0..=s).map(|l| words(l).saturating_pow(tracks as u32)).fold(0, u64::saturating_add);
        Ok(signature.saturating_mul(self.symbols(tracks)? as u64))
    }

    /// Guesses the automaton of a set of tuples of `tracks` numbers from its labels, telling prefixes apart by
    /// continuations of at most `s` digits, with at most `states` states.
    ///
    /// # Errors
    /// A spent budget, or too large an alphabet.
    pub fn learn(&mut self, tracks: usize, s: usize, states: usize, labels: &Labels<'_>) -> Built<Guess> {
        let symbols = self.symbols(tracks)?;
        let numeration = self.numeration();
        let digits = numeration.digits();
        let continuations: Vec<[Vec<u64>; 2]> = (0..=s).map(|length| suffixes(numeration, length)).collect();
        let per_signature = continuations
            .iter()
            .try_fold(0usize, |sum, c| sum.checked_add(c[0].len().checked_pow(tracks as u32)?))
            .filter(|n| *n <= 1 << 22);
        let Some(per_signature) = per_signature else {
            return Err(Obstacle::TooLarge { operation: "signature", cap: 1 << 22 });
        };
        let start = Prefix { values: vec![(0, 0); tracks], zeros: 0 };
        let signature = |prefix: &Prefix| signature(numeration, prefix, &continuations, labels);
        let first = match signature(&start) {
            Ok(first) => first,
            Err(needed) => return Ok(Guess::OutOfData { needed }),
        };
        let mut known: FxHashMap<(u32, Vec<u8>), u32> = FxHashMap::default();
        let mut accepting = vec![first[0] & 1 == 1];
        known.insert((0, first), 0);
        let mut prefixes = vec![start];
        let mut table = Vec::new();
        let mut at = 0;
        while at < prefixes.len() {
            let prefix = prefixes[at].clone();
            for symbol in 0..symbols {
                self.context().tick(1 + per_signature as u64 / 8)?;
                let Some(next) = extended(numeration, digits, &prefix, symbol) else {
                    table.push(DEAD);
                    continue;
                };
                let signature = match signature(&next) {
                    Ok(signature) => signature,
                    Err(needed) => return Ok(Guess::OutOfData { needed }),
                };
                let accepts = signature[0] & 1 == 1;
                let number = *known.entry((next.zeros, signature)).or_insert_with(|| {
                    prefixes.push(next);
                    accepting.push(accepts);
                    prefixes.len() as u32 - 1
                });
                if prefixes.len() > states {
                    return Ok(Guess::TooManyStates);
                }
                table.push(number);
            }
            at += 1;
        }
        let raw = Dfa::new(numeration, tracks, symbols, table, accepting);
        let everything = self.everything(tracks)?;
        Ok(Guess::Closed(self.combined(&everything, &raw, Combination::And)?))
    }
}

/// The numbers of all valid words of one length, any; and those that begin with 0.
fn suffixes(numeration: Numeration, length: usize) -> [Vec<u64>; 2] {
    // valid words of one length are the numbers below a place, in order
    let below = |i: usize| numeration.place(i as u32).unwrap_or(u64::MAX);
    let count = |i: usize| if i == 0 { 1 } else { below(i) };
    [(0..count(length)).collect(), (0..count(length.saturating_sub(1))).collect()]
}

/// The prefix with one column more; `None` if it is not valid.
pub(crate) fn extended(numeration: Numeration, digits: usize, prefix: &Prefix, symbol: usize) -> Option<Prefix> {
    let mut rest = symbol;
    let mut next = prefix.clone();
    next.zeros = 0;
    for (track, value) in next.values.iter_mut().enumerate().rev() {
        let digit = rest % digits;
        rest /= digits;
        if digit != 0 && prefix.zeros >> track & 1 == 1 {
            return None;
        }
        if numeration.restricted().is_some_and(|a| usize::from(a) == digit) {
            next.zeros |= 1 << track;
        }
        *value = shifted(numeration, *value, digit as u64);
    }
    Some(next)
}

/// (value, value one place lower) with one digit more.
pub(crate) fn shifted(numeration: Numeration, (value, lower): (u64, u64), digit: u64) -> (u64, u64) {
    match numeration {
        Numeration::Base(k) => (value.saturating_mul(u64::from(k)).saturating_add(digit), 0),
        // the place below the last is 1 as well
        Numeration::Ostrowski(a) => (
            value.saturating_mul(u64::from(a)).saturating_add(lower).saturating_add(digit),
            value.saturating_add(digit),
        ),
    }
}

/// The labels of all continuations, as bits; the first bit is the prefix itself. Or the tuple whose label is missing.
fn signature(
    numeration: Numeration,
    prefix: &Prefix,
    continuations: &[[Vec<u64>; 2]],
    labels: &Labels<'_>,
) -> Result<Vec<u8>, Vec<u64>> {
    let tracks = prefix.values.len();
    let mut bits = vec![0u8];
    let mut count = 0;
    let mut values = prefix.values.clone();
    let mut tuple = vec![0; tracks];
    for (length, suffixes) in continuations.iter().enumerate() {
        if length > 0 {
            values.iter_mut().for_each(|v| *v = shifted(numeration, *v, 0));
        }
        let list = |track: usize| &suffixes[(prefix.zeros >> track & 1) as usize];
        let mut chosen = vec![0usize; tracks];
        loop {
            for (track, value) in values.iter().enumerate() {
                tuple[track] = value.0.saturating_add(list(track)[chosen[track]]);
            }
            let Some(label) = labels(&tuple) else { return Err(tuple) };
            if count / 8 == bits.len() {
                bits.push(0);
            }
            bits[count / 8] |= u8::from(label) << (count % 8);
            count += 1;
            // the next combination, the last track first
            let Some(track) = (0..tracks).rev().find(|&t| chosen[t] + 1 < list(t).len()) else { break };
            chosen[track] += 1;
            chosen[track + 1..].fill(0);
        }
    }
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Context;
    use grundy_core::testing::Random;

    #[test]
    fn known_automata_are_learnt_again() {
        let cx = Context::default();
        let mut random = Random::new(3);
        let mut closed = 0;
        for system in [Numeration::BINARY, Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)] {
            let mut engine = Engine::new(system, &cx);
            for _ in 0..6 {
                let c: Vec<i64> = (0..2).map(|_| random.below(7) as i64 - 3).collect();
                let constant = random.below(5) as i64 - 2;
                let modulus = 2 + random.below(2);
                let set = engine.congruence(&c, constant, modulus, &[0]).unwrap();
                let limit = 30_000;
                let labels = |t: &[u64]| t.iter().all(|x| *x < limit).then(|| set.contains(t));
                // four digits tell residues modulo 3 apart
                match engine.learn(2, 4, 500, &labels).unwrap() {
                    Guess::Closed(guess) => {
                        closed += 1;
                        assert_eq!(guess, *set, "{system} {c:?} {constant} {modulus}");
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert_eq!(closed, 24);
        let mut engine = Engine::new(Numeration::BINARY, &cx);
        let short = |t: &[u64]| (t[0] < 4).then_some(t[0] == 3);
        assert!(matches!(engine.learn(1, 3, 100, &short).unwrap(), Guess::OutOfData { .. }));
        let square = |t: &[u64]| Some(t[0].isqrt().pow(2) == t[0]);
        assert_eq!(engine.learn(1, 9, 40, &square).unwrap(), Guess::TooManyStates);
    }
}
