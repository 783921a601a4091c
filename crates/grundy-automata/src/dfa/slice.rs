//! The members of a set whose first coordinates are given: which values, which winning moves.
//!
//! The given numbers fix the digits of their tracks, so the rest is a graph of (column, state) pairs without cycles. How
//! many ways lead to acceptance is counted backwards; the tuples are listed coordinate by coordinate in the order of
//! numbers, with the set of states that a prefix of the coordinate may have led to. With n digits, s states and c columns
//! of the open tracks the count costs n·s·c additions, each listed tuple as much again.

use grundy_core::Nat;

use super::{DEAD, Dfa};

/// The members of a set with given first coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// How many there are.
    pub count: Nat,
    /// The other coordinates of the first ones, in numerical order, the first coordinate foremost.
    pub first: Vec<Vec<Nat>>,
}

/// Which states lead to acceptance, before each column and behind the last.
pub(super) type Live = Vec<Vec<bool>>;

impl Dfa {
    /// The members that begin with `fixed`: their number, and the other coordinates of the first `limit`. `None` if there
    /// are infinitely many, or if `fixed` has too many coordinates.
    #[must_use]
    pub fn slice(&self, fixed: &[Nat], limit: usize) -> Option<Slice> {
        let open = self.tracks.checked_sub(fixed.len())?;
        let mut words = self.numeration.encode_big(fixed);
        if open == 0 {
            let member = self.reads(&words);
            let first = if member && limit > 0 { vec![Vec::new()] } else { Vec::new() };
            return Some(Slice { count: Nat::from(u8::from(member)), first });
        }
        let lead = self.lead(&words)?;
        let length = words.first().map_or(0, Vec::len) + lead;
        for word in &mut words {
            word.splice(0..0, std::iter::repeat_n(0, lead));
        }
        let count = self.ways(&words, length);
        let mut first = Vec::new();
        if limit > 0 && count != Nat::ZERO {
            self.list(&mut words, length, limit, fixed.len(), &mut first);
        }
        Some(Slice { count, first })
    }

    /// The symbols of a column whose first tracks are given: from the first such symbol, so many.
    fn symbols_at(&self, words: &[Vec<u8>], column: usize) -> std::ops::Range<usize> {
        let digits = self.numeration.digits();
        let choices = digits.pow((self.tracks - words.len()) as u32);
        let fixed = words.iter().fold(0, |sum, w| sum * digits + usize::from(w[column]));
        fixed * choices..(fixed + 1) * choices
    }

    /// By how many digits an open coordinate may be longer than the given ones; `None` if by any number.
    fn lead(&self, words: &[Vec<u8>]) -> Option<usize> {
        let length = words.first().map_or(0, Vec::len);
        let live = self.live(words, length);
        let choices = self.numeration.digits().pow((self.tracks - words.len()) as u32);
        // the first column of a longer tuple is not zero
        let mut reached: Vec<u32> = self.row(0)[1..choices].iter().copied().filter(|t| *t != DEAD).collect();
        let mut lead = 0;
        for longer in 1..=self.states() + 1 {
            reached.sort_unstable();
            reached.dedup();
            if reached.is_empty() {
                return Some(lead);
            }
            if reached.iter().any(|&s| live[0][s as usize]) {
                lead = longer;
            }
            reached = reached.iter().flat_map(|&s| &self.row(s)[..choices]).copied().filter(|t| *t != DEAD).collect();
        }
        // a path of so many columns has a cycle; it matters if what comes behind is accepted
        (lead <= self.states()).then_some(lead)
    }

    pub(super) fn live(&self, words: &[Vec<u8>], length: usize) -> Live {
        let mut live = vec![self.accepting.clone()];
        for column in (0..length).rev() {
            let symbols = self.symbols_at(words, column);
            let next = live.last().map_or(&[][..], |l: &Vec<bool>| l);
            let here = |s: u32| self.row(s)[symbols.clone()].iter().any(|&t| t != DEAD && next[t as usize]);
            let here = (0..self.states() as u32).map(here).collect();
            live.push(here);
        }
        live.reverse();
        live
    }

    /// How many words end in acceptance, the digits of their first tracks given.
    pub(super) fn ways(&self, words: &[Vec<u8>], length: usize) -> Nat {
        let mut ways: Vec<Nat> = self.accepting.iter().map(|&a| Nat::from(u8::from(a))).collect();
        for column in (0..length).rev() {
            let symbols = self.symbols_at(words, column);
            let here = |s: u32| {
                let targets = self.row(s)[symbols.clone()].iter().filter(|t| **t != DEAD);
                targets.fold(Nat::ZERO, |sum, &t| sum + &ways[t as usize])
            };
            ways = (0..self.states() as u32).map(here).collect();
        }
        ways.swap_remove(0)
    }

    /// Lists the next coordinate in order, and for each of its values the coordinates behind it.
    fn list(&self, words: &mut Vec<Vec<u8>>, length: usize, limit: usize, fixed: usize, out: &mut Vec<Vec<Nat>>) {
        if words.len() == self.tracks {
            out.push(words[fixed..].iter().map(|w| self.numeration.decode(w)).collect());
            return;
        }
        let live = self.live(words, length);
        let digits = self.numeration.digits();
        let weight = digits.pow((self.tracks - 1 - words.len()) as u32);
        // the states behind each prefix of the coordinate, and the digit to be tried next
        let mut path: Vec<(Vec<u32>, usize)> = if live[0][0] { vec![(vec![0], 0)] } else { Vec::new() };
        let mut word: Vec<u8> = Vec::new();
        while let Some((states, digit)) = path.last_mut() {
            if out.len() >= limit {
                return;
            }
            let column = word.len();
            if column == length {
                words.push(word.clone());
                self.list(words, length, limit, fixed, out);
                words.pop();
                path.pop();
                word.pop();
                continue;
            }
            let tried = *digit;
            *digit += 1;
            if tried >= digits {
                path.pop();
                word.pop();
                continue;
            }
            let from = self.symbols_at(words, column).start + tried * weight;
            let mut next: Vec<u32> = states.iter().flat_map(|&s| &self.row(s)[from..from + weight]).copied().collect();
            next.retain(|&t| t != DEAD && live[column + 1][t as usize]);
            next.sort_unstable();
            next.dedup();
            if !next.is_empty() {
                path.push((next, 0));
                word.push(tried as u8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Numeration};
    use grundy_core::Context;
    use grundy_core::testing::Random;

    #[test]
    fn slices_are_what_a_look_at_all_members_gives() {
        let cx = Context::default();
        let mut random = Random::new(7);
        let mut finite = 0;
        for round in 0..200u64 {
            let system = [Numeration::BINARY, Numeration::Base(3), Numeration::ZECKENDORF][round as usize % 3];
            let tracks = 1 + random.below(3) as usize;
            let symbols = system.digits().pow(tracks as u32);
            let states = 1 + random.below(5) as usize;
            let table = (0..states * symbols)
                .map(|_| if random.below(3) == 0 { DEAD } else { random.below(states as u64) as u32 })
                .collect();
            let accepting = (0..states).map(|_| random.below(2) == 0).collect();
            let mut engine = Engine::new(system, &cx);
            let Ok(raw) = Dfa::from_table(system, tracks, table, accepting) else { continue };
            // leading zeros must not matter: only then it is a set
            let Ok(Some(set)) = engine.tidied(&raw) else { continue };
            // all members with so many digits are looked at
            let length = [9, 5, 3][tracks - 1];
            for given in 0..=tracks {
                let fixed: Vec<Nat> = (0..given).map(|_| Nat::from(random.below(7))).collect();
                let mut others: Vec<Vec<Nat>> =
                    set.tuples(length).filter(|t| t[..given] == fixed[..]).map(|t| t[given..].to_vec()).collect();
                others.sort();
                let Some(slice) = set.slice(&fixed, usize::MAX) else {
                    assert!(given < tracks);
                    continue;
                };
                finite += 1;
                assert_eq!(slice.count, Nat::from(slice.first.len()));
                let short = |t: &&Vec<Nat>| system.encode_big(t).iter().all(|w| w.len() <= length);
                let known: Vec<Vec<Nat>> = slice.first.iter().filter(short).cloned().collect();
                if fixed.iter().all(|n| system.encode_big(std::slice::from_ref(n))[0].len() <= length) {
                    assert_eq!(known, others, "{system} {fixed:?}");
                }
                let first = set.slice(&fixed, 2).map(|s| s.first).unwrap_or_default();
                assert_eq!(first, slice.first[..slice.first.len().min(2)], "{system} {fixed:?}");
            }
        }
        assert!(finite > 100, "{finite}");
    }
}
