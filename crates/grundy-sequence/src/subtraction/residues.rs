//! Sets that repeat, finite or not: a table with, for each residue class, the set of values attained far back.
//!
//! S consists of some numbers E below `start` and of the numbers ≥ `start` whose remainder by d is in R. From heap n
//! the far options are the heaps m ≤ n − start with (n − m) mod d ∈ R, and which values they have is one growing set
//! U(n mod d). With the explicit options: G(n) = mex(U(n mod d) ∪ {G(n−e) : e ∈ E}).
//!
//! ```text
//! take[2..]:  start 2, d 1, E empty;  n  0 1 2 3 4 5      U before n:  {} {} {0} {0} {0,1} {0,1}
//!                                     G  0 0 1 1 2 2      G(n) = mex U
//! ```
//! **Theorem (residue window).** The *state* before heap n ≥ start is n mod d, the values of the `start` − 1 heaps
//! before n, and the sets U(0), …, U(d−1) of values of heaps ≤ n − start. Suppose that n and n′ = n + p have n ≡ n′
//! mod d, that the window of n′ is that of n with σ ≥ 0 added to each value, and that for every class c
//! U′(c) = [0, σ) ∪ (U(c) + σ). Then G(k + p) = G(k) + σ for all k ≥ n − start + 1.
//!
//! *Proof.* The heap's class c is the same. The values of its explicit options are W + σ in place of W, as all lie in
//! the window. [0, σ) lies in U′(c), so mex(U′(c) ∪ (W + σ)) = mex([0, σ) ∪ ((U(c) ∪ W) + σ)) = σ + mex(U(c) ∪ W):
//! G(n′) = G(n) + σ. Then the windows of n + 1 and n′ + 1 differ by σ again, and the heap that leaves the window adds
//! v to some sets U and v + σ to the same sets U′; the relation of the sets is kept. Induction. ∎
//!
//! The sets are kept as [0, B) and what lies above B; with b the least of the B, a state is compared relative to b,
//! and σ = b′ − b. In misère play the values are 0 for P and 1 for N, made by the rule "min(mex, 1), and 1 where
//! there is no move"; only σ = 0 keeps that rule, so only then a return counts.
//! All-but sets are such sets; that they are always ultimately arithmetic-periodic is known (A. N. Siegel).
//!
//! Cost a heap: the members of E taken singly, two a run of E, one for each element of R, and the search for the mex.

use std::collections::VecDeque;

use grundy_core::number::to_u64;
use grundy_core::period::Period;
use grundy_core::{Context, Stopped};

use super::Play;
use crate::set::IntSet;

/// Values attained, as [0, `base`) and a few above.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Attained {
    base: u32,
    /// Is `base + i` attained? The first is not; no false ones at the end.
    above: VecDeque<bool>,
}

impl Attained {
    fn insert(&mut self, v: u32) {
        if v < self.base {
            return;
        }
        let at = (v - self.base) as usize;
        if at >= self.above.len() {
            self.above.resize(at + 1, false);
        }
        self.above[at] = true;
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.base += 1;
        }
    }

    fn contains(&self, v: u32) -> bool {
        v < self.base || self.above.get((v - self.base) as usize) == Some(&true)
    }
}

/// How often each value occurs among the options in runs, with a fast search for a value that does not.
#[derive(Debug, Default)]
struct Counts {
    counts: Vec<u32>,
    /// Bit set: occurs. Level 0 has a bit a value, level i + 1 a bit for each full word of level i.
    levels: Vec<Vec<u64>>,
}

impl Counts {
    fn grow(&mut self, v: u32) {
        let size = (v as usize + 1).next_power_of_two().max(64);
        if size <= self.counts.len() {
            return;
        }
        self.counts.resize(size, 0);
        self.levels.clear();
        let mut level: Vec<u64> = vec![0; size.div_ceil(64)];
        for (v, _) in self.counts.iter().enumerate().filter(|(_, c)| **c > 0) {
            level[v / 64] |= 1 << (v % 64);
        }
        loop {
            let mut next: Vec<u64> = vec![0; level.len().div_ceil(64)];
            for (i, _) in level.iter().enumerate().filter(|(_, w)| **w == u64::MAX) {
                next[i / 64] |= 1 << (i % 64);
            }
            let done = level.len() == 1;
            self.levels.push(level);
            if done {
                return;
            }
            level = next;
        }
    }

    fn add(&mut self, v: u32) {
        self.grow(v);
        let count = &mut self.counts[v as usize];
        *count += 1;
        if *count == 1 {
            let mut at = v as usize;
            for level in &mut self.levels {
                level[at / 64] |= 1 << (at % 64);
                if level[at / 64] != u64::MAX {
                    break;
                }
                at /= 64;
            }
        }
    }

    fn remove(&mut self, v: u32) {
        let count = &mut self.counts[v as usize];
        *count -= 1;
        if *count == 0 {
            let mut at = v as usize;
            for level in &mut self.levels {
                let was_full = level[at / 64] == u64::MAX;
                level[at / 64] &= !(1 << (at % 64));
                if !was_full {
                    break;
                }
                at /= 64;
            }
        }
    }

    /// The least value ≥ `from` that does not occur.
    fn next_missing(&self, from: u32) -> u32 {
        let mut at = from as usize;
        let mut depth = 0;
        // up while the rest of the word is full, then down into the first word that is not
        loop {
            let Some(level) = self.levels.get(depth) else { return from.max(self.counts.len() as u32) };
            let Some(word) = level.get(at / 64) else { return from.max(self.counts.len() as u32) };
            let free = !word & (u64::MAX << (at % 64));
            if free != 0 {
                at = at / 64 * 64 + free.trailing_zeros() as usize;
                break;
            }
            at = at / 64 + 1;
            depth += 1;
        }
        while depth > 0 {
            depth -= 1;
            match self.levels[depth].get(at) {
                Some(word) => at = at * 64 + (!word).trailing_zeros() as usize,
                None => return from.max(self.counts.len() as u32),
            }
        }
        at as u32
    }
}

/// More elements outside runs are left to the general table.
const MOST_SINGLES: usize = 1 << 20;

/// A state to compare with.
#[derive(Debug)]
struct Snapshot {
    position: u64,
    attained: Vec<Attained>,
}

/// Grows the table of values of such a set, and watches for the return of a state.
#[derive(Debug)]
pub(super) struct Residues {
    play: Play,
    least: u64,
    /// Every explicit element is below; heaps so far back are in the sets.
    start: u64,
    modulus: u64,
    residues: Vec<u64>,
    singles: Vec<u64>,
    runs: Vec<(u64, u64)>,
    attained: Vec<Attained>,
    counts: Counts,
    stamps: Vec<u64>,
    stamp: u64,
    snapshot: Option<Snapshot>,
    patience: u64,
    reserved: u64,
    found: Option<ReturnedState>,
}

/// A state that came back.
#[derive(Debug, Clone, Copy)]
struct ReturnedState {
    from: u64,
    period: u64,
    saltus: u64,
}

impl Residues {
    /// For a finite set or one that repeats from a `start` below `most` on; `None` for others.
    pub(super) fn new(set: &IntSet, play: Play, most: u64) -> Option<Self> {
        let form = set.eventually_periodic();
        let (below, start, modulus, residues) = match form {
            Some(f) => (f.below, to_u64(&f.start)?, f.period, f.residues),
            None => {
                let max = to_u64(&set.max()?)?;
                (set.pieces()?.clone(), max.checked_add(1)?, 1, Vec::new())
            }
        };
        if start > most || modulus > 1 << 20 {
            return None;
        }
        let (mut singles, mut runs) = (Vec::new(), Vec::new());
        for piece in &below.0 {
            let (from, to) = (to_u64(&piece.from)?, to_u64(piece.to.as_ref()?)?);
            if piece.modulus == 1 && to - from >= 3 {
                runs.push((from, to));
            } else {
                let rounds = (from - from % piece.modulus..=to).step_by(piece.modulus as usize);
                for n in rounds.flat_map(|base| piece.residues.iter().map(move |r| base + r)) {
                    if n >= from && n <= to {
                        singles.push(n);
                    }
                    if singles.len() > MOST_SINGLES {
                        return None;
                    }
                }
            }
        }
        Some(Residues {
            play,
            least: to_u64(&set.min()?)?,
            start,
            attained: vec![Attained::default(); modulus as usize],
            modulus,
            residues,
            singles,
            runs,
            counts: Counts::default(),
            stamps: Vec::new(),
            stamp: 0,
            snapshot: None,
            patience: 1,
            reserved: 0,
            found: None,
        })
    }

    /// Is the set finite? Then a returning state is a returning window.
    pub(super) fn is_finite(&self) -> bool {
        self.residues.is_empty()
    }

    /// The first heap from which the state that came back proves the equation, and the distance.
    pub(super) fn returned(&self) -> Option<(u64, u64)> {
        self.found.map(|r| (r.from, r.period))
    }

    /// About the number of steps that one heap takes.
    pub(super) fn cost(&self) -> u64 {
        2 + (self.singles.len() + 2 * self.runs.len() + self.residues.len()) as u64
    }

    /// Grows the table to `size` values.
    pub(super) fn extend(&mut self, table: &mut Vec<u32>, size: u64, cx: &Context) -> Result<(), Stopped> {
        while (table.len() as u64) < size {
            let chunk = (size - table.len() as u64).min(1024);
            cx.tick(chunk.saturating_mul(self.cost()))?;
            let above: usize = self.attained.iter().map(|a| a.above.len()).sum();
            let needed = 4 * (table.len() as u64 + chunk) + above as u64 + 8 * self.stamps.len() as u64;
            if needed > self.reserved {
                cx.reserve(needed - self.reserved)?;
                self.reserved = needed;
            }
            for _ in 0..chunk {
                self.step(table);
            }
            cx.progress(table.len() as u64, Some(size));
        }
        Ok(())
    }

    fn step(&mut self, table: &mut Vec<u32>) {
        let n = table.len() as u64;
        if n >= self.start && !self.residues.is_empty() {
            let m = n - self.start;
            let v = table[m as usize];
            for r in &self.residues {
                self.attained[((m + r) % self.modulus) as usize].insert(v);
            }
        }
        if self.found.is_none() {
            self.watch(table, n);
        }
        for &(a, b) in &self.runs {
            if n >= a {
                self.counts.add(table[(n - a) as usize]);
            }
            if n > b {
                self.counts.remove(table[(n - b - 1) as usize]);
            }
        }
        self.stamp += 1;
        for &s in self.singles.iter().take_while(|&&s| s <= n) {
            let v = table[(n - s) as usize] as usize;
            if v >= self.stamps.len() {
                self.stamps.resize((v + 1).next_power_of_two(), 0);
            }
            self.stamps[v] = self.stamp;
        }
        let far = &self.attained[(n % self.modulus) as usize];
        let mut v = far.base;
        loop {
            if !self.runs.is_empty() {
                v = self.counts.next_missing(v);
            }
            if self.stamps.get(v as usize) != Some(&self.stamp) && !far.contains(v) {
                break;
            }
            v += 1;
        }
        if self.play == Play::Misere {
            v = if n < self.least { 1 } else { v.min(1) };
        }
        table.push(v);
    }

    /// The least bound of the sets; misère states are compared as they are.
    fn level(&self, attained: &[Attained]) -> u32 {
        match self.play {
            Play::Normal => attained.iter().map(|a| a.base).min().unwrap_or(0),
            Play::Misere => 0,
        }
    }

    /// Compares the state before heap `n` with the snapshot, and renews that at growing distances.
    fn watch(&mut self, table: &[u32], n: u64) {
        if n < self.start.max(self.least) {
            return;
        }
        if let Some(old) = &self.snapshot {
            if (n - old.position).is_multiple_of(self.modulus) {
                let (now_level, old_level) = (self.level(&self.attained), self.level(&old.attained));
                let window = (self.start - 1) as usize;
                let (a, b) = (old.position as usize, n as usize);
                let shifted =
                    |x: u32, y: u32| i64::from(y) - i64::from(x) == i64::from(now_level) - i64::from(old_level);
                let same = now_level >= old_level
                    && (1..=window).all(|i| shifted(table[a - i], table[b - i]))
                    && old
                        .attained
                        .iter()
                        .zip(&self.attained)
                        .all(|(x, y)| shifted(x.base, y.base) && x.above == y.above);
                if same {
                    let saltus = u64::from(now_level - old_level);
                    self.found =
                        Some(ReturnedState { from: old.position - self.start + 1, period: n - old.position, saltus });
                    self.snapshot = None;
                    return;
                }
            }
            if n - old.position < self.patience {
                return;
            }
            self.patience *= 2;
        }
        self.patience = self.patience.max(2 * self.modulus);
        self.snapshot = Some(Snapshot { position: n, attained: self.attained.clone() });
    }

    /// The period, if a state returns among the first `limit` heaps.
    pub(super) fn period(&mut self, table: &mut Vec<u32>, limit: u64, cx: &Context) -> Result<Option<Period>, Stopped> {
        while self.found.is_none() && (table.len() as u64) < limit {
            let size = (table.len() as u64 + 1024).min(limit);
            self.extend(table, size, cx)?;
        }
        let Some(ReturnedState { from, period, saltus }) = self.found else { return Ok(None) };
        self.extend(table, from + 2 * period + 1, cx)?;
        Ok(Some(Period { preperiod: from, period, saltus }.least(|n| u64::from(table[n as usize]))))
    }
}
