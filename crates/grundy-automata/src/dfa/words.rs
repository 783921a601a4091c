//! The members of a set: shortest, all up to a length, how many.

use std::collections::VecDeque;

use grundy_core::Nat;

use super::Dfa;
use super::slice::Live;

impl Dfa {
    /// A member with as few digits as possible, and of those the lexicographically least (column by column, the most
    /// significant first); one word a track. `None` for the empty set. Cost: the size of the table.
    #[must_use]
    pub fn shortest(&self) -> Option<Vec<Vec<u8>>> {
        let mut from = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        let mut queue = VecDeque::from([0u32]);
        // breadth first, symbols in order: the first visit is by the least of the shortest words
        while let Some(state) = queue.pop_front() {
            if self.accepts_at(state) {
                let mut columns = Vec::new();
                let mut at = state;
                while let Some((before, symbol)) = from[at as usize] {
                    columns.push(self.column(symbol));
                    at = before;
                }
                columns.reverse();
                return Some((0..self.tracks).map(|t| columns.iter().map(|c| c[t]).collect()).collect());
            }
            for (symbol, &to) in self.row(state).iter().enumerate() {
                if to != super::DEAD && !std::mem::replace(&mut seen[to as usize], true) {
                    from[to as usize] = Some((state, symbol));
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The numbers of [`Dfa::shortest`].
    #[must_use]
    pub fn shortest_tuple(&self) -> Option<Vec<Nat>> {
        Some(self.shortest()?.iter().map(|word| self.numeration.decode(word)).collect())
    }

    /// The members whose words have at most `length` digits, in lexicographic order of the padded words.
    #[must_use]
    pub fn tuples(&self, length: usize) -> Tuples<'_> {
        let live = self.live(&[], length);
        let start = if live[0][0] { vec![(0u32, 0usize)] } else { Vec::new() };
        Tuples { dfa: self, length, live, stack: start, columns: Vec::new() }
    }

    /// How many members have words of at most `length` digits: that is, all coordinates below place `length`.
    #[must_use]
    pub fn count(&self, length: usize) -> Nat {
        self.ways(&[], length)
    }
}

/// The members of a set up to a length; see [`Dfa::tuples`].
#[derive(Debug)]
pub struct Tuples<'a> {
    dfa: &'a Dfa,
    length: usize,
    live: Live,
    /// States on the path, each with the symbol to try next.
    stack: Vec<(u32, usize)>,
    columns: Vec<usize>,
}

impl Iterator for Tuples<'_> {
    type Item = Vec<Nat>;

    fn next(&mut self) -> Option<Vec<Nat>> {
        loop {
            let depth = self.stack.len();
            let (state, symbol) = self.stack.last_mut()?;
            let left = self.length + 1 - depth;
            if left == 0 {
                self.stack.pop();
                let columns: Vec<Vec<u8>> = self.columns.iter().map(|&c| self.dfa.column(c)).collect();
                self.columns.pop();
                let word = |t: usize| columns.iter().map(|c| c[t]).collect::<Vec<u8>>();
                return Some((0..self.dfa.tracks).map(|t| self.dfa.numeration.decode(&word(t))).collect());
            }
            let at = *symbol;
            *symbol += 1;
            if at >= self.dfa.symbols {
                self.stack.pop();
                self.columns.pop();
            } else if let Some(to) = self.dfa.next(*state, at).filter(|&t| self.live[depth][t as usize]) {
                self.columns.push(at);
                self.stack.push((to, 0));
            }
        }
    }
}
