//! Minimisation.
//!
//! States that cannot be reached or from which nothing is accepted go first; then Valmari and Lehtinen's refinement of
//! two partitions, of the states and of the transitions, which is Hopcroft's algorithm for partial automata: time
//! O(m log m) for m transitions that are not dead. Last, states get numbers in order of discovery, so that equal sets
//! have equal automata.
//!
//! Source: Valmari, Lehtinen, *Efficient minimization of DFAs with partial transition functions*, STACS 2008.

use super::{DEAD, Dfa};

/// A partition of 0..n with marks, refined by splitting off what is marked.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    set_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// All in one set; no set if there is nothing.
    fn whole(n: usize) -> Self {
        let sets = usize::from(n > 0);
        Partition {
            elements: (0..n as u32).collect(),
            location: (0..n as u32).collect(),
            set_of: vec![0; n],
            first: vec![0; sets],
            past: vec![n as u32; sets],
            marked: vec![0; sets],
            touched: Vec::new(),
        }
    }

    /// From keys in 0..keys, each with the elements of one set.
    fn by_key(key: &[u32], keys: usize) -> Self {
        let mut starts = vec![0u32; keys + 1];
        for &k in key {
            starts[k as usize + 1] += 1;
        }
        for k in 0..keys {
            starts[k + 1] += starts[k];
        }
        let mut out = Partition::whole(0);
        let mut set_of_key = vec![0u32; keys];
        for k in 0..keys {
            if starts[k] < starts[k + 1] {
                set_of_key[k] = out.first.len() as u32;
                out.first.push(starts[k]);
                out.past.push(starts[k + 1]);
                out.marked.push(0);
            }
        }
        out.elements = vec![0; key.len()];
        out.location = vec![0; key.len()];
        out.set_of = vec![0; key.len()];
        for (e, &k) in key.iter().enumerate() {
            let at = starts[k as usize];
            starts[k as usize] += 1;
            out.elements[at as usize] = e as u32;
            out.location[e] = at;
            out.set_of[e] = set_of_key[k as usize];
        }
        out
    }

    fn sets(&self) -> usize {
        self.first.len()
    }

    fn members(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.past[set] as usize
    }

    fn mark(&mut self, e: u32) {
        let set = self.set_of[e as usize] as usize;
        let from = self.location[e as usize];
        let to = self.first[set] + self.marked[set];
        if from < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements[from as usize] = other;
        self.location[other as usize] = from;
        self.elements[to as usize] = e;
        self.location[e as usize] = to;
        if self.marked[set] == 0 {
            self.touched.push(set as u32);
        }
        self.marked[set] += 1;
    }

    /// Splits every set with marks; the smaller part gets the new number.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let middle = self.first[set] + self.marked[set];
            let new = self.first.len() as u32;
            if middle == self.past[set] {
                self.marked[set] = 0;
                continue;
            }
            if self.marked[set] <= self.past[set] - middle {
                self.first.push(self.first[set]);
                self.past.push(middle);
                self.first[set] = middle;
            } else {
                self.first.push(middle);
                self.past.push(self.past[set]);
                self.past[set] = middle;
            }
            self.marked[set] = 0;
            self.marked.push(0);
            for at in self.members(new as usize) {
                self.set_of[self.elements[at] as usize] = new;
            }
        }
    }
}

/// The minimal automaton of the same set.
pub(in super::super) fn minimised(dfa: &Dfa) -> Dfa {
    let alive = alive(dfa);
    if !alive[0] {
        return Dfa::empty(dfa.numeration, dfa.tracks, dfa.symbols);
    }
    let n = dfa.states();
    // transitions between living states
    let (mut tails, mut labels, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    for state in (0..n as u32).filter(|&s| alive[s as usize]) {
        for (symbol, &to) in dfa.row(state).iter().enumerate() {
            if to != DEAD && alive[to as usize] {
                tails.push(state);
                labels.push(symbol as u32);
                heads.push(to);
            }
        }
    }
    // the transitions into each state
    let mut starts = vec![0u32; n + 1];
    for &h in &heads {
        starts[h as usize + 1] += 1;
    }
    for s in 0..n {
        starts[s + 1] += starts[s];
    }
    let mut into = vec![0u32; heads.len()];
    let mut fill = starts.clone();
    for (t, &h) in heads.iter().enumerate() {
        into[fill[h as usize] as usize] = t as u32;
        fill[h as usize] += 1;
    }
    // dead states are a set of their own without transitions: they are never touched
    let key: Vec<u32> = (0..n).map(|s| if !alive[s] { 0 } else { 1 + u32::from(dfa.accepting[s]) }).collect();
    let mut blocks = Partition::by_key(&key, 3);
    let mut cords = Partition::by_key(&labels, dfa.symbols);
    let (mut b, mut c) = (0, 0);
    // every block is a splitter once here, also the first ones: simpler than leaving one out, and not slower
    while c < cords.sets() || b < blocks.sets() {
        if c < cords.sets() {
            for at in cords.members(c) {
                blocks.mark(tails[cords.elements[at] as usize]);
            }
            blocks.split();
            c += 1;
        } else {
            for at in blocks.members(b) {
                let state = blocks.elements[at] as usize;
                for &t in &into[starts[state] as usize..starts[state + 1] as usize] {
                    cords.mark(t);
                }
            }
            cords.split();
            b += 1;
        }
    }
    quotient(dfa, &alive, &blocks)
}

/// One state for each block, numbered in order of discovery.
fn quotient(dfa: &Dfa, alive: &[bool], blocks: &Partition) -> Dfa {
    let mut number = vec![DEAD; blocks.sets()];
    let mut found = vec![0u32];
    number[blocks.set_of[0] as usize] = 0;
    let (mut table, mut accepting) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < found.len() {
        let state = found[at];
        accepting.push(dfa.accepting[state as usize]);
        for &to in dfa.row(state) {
            if to == DEAD || !alive[to as usize] {
                table.push(DEAD);
                continue;
            }
            let block = blocks.set_of[to as usize] as usize;
            if number[block] == DEAD {
                number[block] = found.len() as u32;
                found.push(to);
            }
            table.push(number[block]);
        }
        at += 1;
    }
    Dfa::new(dfa.numeration, dfa.tracks, dfa.symbols, table, accepting)
}

/// Which states can be reached from the start and reach acceptance?
fn alive(dfa: &Dfa) -> Vec<bool> {
    let n = dfa.states();
    let mut reached = vec![false; n];
    reached[0] = true;
    let mut stack = vec![0u32];
    let mut starts = vec![0u32; n + 1];
    while let Some(state) = stack.pop() {
        for &to in dfa.row(state) {
            if to != DEAD {
                starts[to as usize + 1] += 1;
                if !std::mem::replace(&mut reached[to as usize], true) {
                    stack.push(to);
                }
            }
        }
    }
    for s in 0..n {
        starts[s + 1] += starts[s];
    }
    let mut into = vec![0u32; starts[n] as usize];
    for state in (0..n as u32).filter(|&s| reached[s as usize]) {
        for &to in dfa.row(state) {
            if to != DEAD {
                // filled from behind; afterwards the entries of s begin at starts[s + 1]
                starts[to as usize + 1] -= 1;
                into[starts[to as usize + 1] as usize] = state;
            }
        }
    }
    let mut alive: Vec<bool> = (0..n).map(|s| reached[s] && dfa.accepting[s]).collect();
    stack.extend((0..n as u32).filter(|&s| alive[s as usize]));
    let total = into.len();
    while let Some(state) = stack.pop() {
        let from = starts[state as usize + 1] as usize;
        let to = starts.get(state as usize + 2).map_or(total, |&s| s as usize);
        for &before in &into[from..to] {
            if !std::mem::replace(&mut alive[before as usize], true) {
                stack.push(before);
            }
        }
    }
    alive
}

#[cfg(test)]
mod tests {
    use super::super::super::Numeration;
    use super::*;
    use grundy_core::testing::Random;

    /// Moore's algorithm, the plainest.
    fn moore(dfa: &Dfa) -> usize {
        let n = dfa.states();
        // the dead state has number n
        let mut class: Vec<usize> = dfa.accepting.iter().map(|&a| usize::from(a)).chain([0]).collect();
        loop {
            let signature = |s: usize| {
                let next = (0..dfa.symbols).map(|x| {
                    if s == n { class[n] } else { dfa.next(s as u32, x).map_or(class[n], |t| class[t as usize]) }
                });
                (class[s], next.collect::<Vec<_>>())
            };
            let all: Vec<_> = (0..=n).map(signature).collect();
            let mut sorted = all.clone();
            sorted.sort();
            sorted.dedup();
            let next: Vec<usize> = all.iter().map(|s| sorted.binary_search(s).unwrap()).collect();
            let grown = sorted.len() > class.iter().collect::<std::collections::BTreeSet<_>>().len();
            class = next;
            if !grown {
                break;
            }
        }
        let mut reached = vec![false; n + 1];
        let mut stack = vec![0];
        reached[0] = true;
        while let Some(s) = stack.pop() {
            for x in 0..dfa.symbols {
                let t = dfa.next(s as u32, x).map_or(n, |t| t as usize);
                if t != n && !std::mem::replace(&mut reached[t], true) {
                    stack.push(t);
                }
            }
        }
        let classes: std::collections::BTreeSet<_> =
            (0..n).filter(|&s| reached[s] && class[s] != class[n]).map(|s| class[s]).collect();
        classes.len().max(1)
    }

    #[test]
    fn as_many_states_as_moores_algorithm_and_the_same_words() {
        let mut random = Random::new(5);
        for round in 0..2000u64 {
            let n = 1 + random.below(20) as usize;
            let symbols = 2;
            let dead = random.below(60);
            let table: Vec<u32> = (0..n * symbols)
                .map(|_| if random.chance(dead) { DEAD } else { random.below(n as u64) as u32 })
                .collect();
            let accepting: Vec<bool> = (0..n).map(|_| random.chance(30)).collect();
            let dfa = Dfa::from_table(Numeration::BINARY, 1, table, accepting).unwrap();
            let small = minimised(&dfa);
            assert_eq!(small.states(), moore(&dfa), "{round}");
            assert_eq!(minimised(&small), small);
            for word in 0..1u32 << 10 {
                let run = |d: &Dfa| {
                    let mut state = Some(0);
                    for i in 0..10 {
                        state = state.and_then(|s| d.next(s, (word >> i & 1) as usize));
                    }
                    state.is_some_and(|s| d.accepts_at(s))
                };
                assert_eq!(run(&dfa), run(&small));
            }
        }
    }
}
