//! The sparse-space algorithm, one heap at a time.
//!
//! If almost all heaps are common (`space`), the common values that heap n excludes come from options with exactly one
//! rare part or one heap: a short list, gone through completely. Of the rare values below the candidate each needs one
//! witness among the many pairs of commons; one that has none after all pairs were tried is the value of n, and n is
//! one more rare heap. Both steps are exact whatever the mask; a poor mask only makes many heaps rare.

use super::known::Known;
use super::lists::Lists;
use super::rares::{Bits, Rares};
use super::shape::Shape;
use super::simd::{Lane, Path};
use super::space::Space;
use super::witness::Witnesses;

/// The state: enough to go on.
#[derive(Debug, Clone)]
pub(super) struct Sparse<L> {
    pub(super) shape: Shape,
    pub(super) space: Space,
    pub(super) codes: Vec<L>,
    pub(super) rares: Rares,
    /// Heaps that two rares, or a rare and a witness, make up: the lists do not hold for them as they are.
    pub(super) dirty: Bits,
    pub(super) lists: Lists,
    pub(super) witnesses: Witnesses<L>,
    commons: Vec<u64>,
    excluded: Vec<u64>,
    pub(super) path: Path,
    /// Were values taken over since the lists were chosen?
    stale: bool,
}

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Common,
    Rare,
    /// Nothing: the code does not fit into the lane.
    Wide,
    /// Nothing: heaps that were cut out would have to decide.
    Unsure,
}

/// What one heap is, by its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alone {
    Common(usize),
    Rare(usize),
    /// A value with a new highest bit may come up.
    Crossing,
}

fn first_zero(words: &[u64]) -> usize {
    let at = words.iter().position(|&w| w != u64::MAX).unwrap_or(words.len());
    at * 64 + words.get(at).map_or(0, |w| w.trailing_ones() as usize)
}

impl<L: Lane> Sparse<L> {
    /// With these values for the heaps 0, 1, …; `None`: a code does not fit into the lane.
    pub(super) fn of(shape: Shape, space: Space, values: impl Iterator<Item = usize>, path: Path) -> Option<Self> {
        let words = L::LIMIT / 64;
        let witnesses = Witnesses::new(&shape);
        let mut sparse = Sparse {
            shape,
            space,
            codes: Vec::new(),
            rares: Rares::default(),
            dirty: Bits::default(),
            lists: Lists::default(),
            witnesses,
            commons: vec![0; words],
            excluded: vec![0; words],
            path,
            stale: false,
        };
        for (n, v) in values.enumerate() {
            let code = space.code(v);
            if code >= L::LIMIT {
                return None;
            }
            sparse.codes.push(L::of(code));
            if n > 0 && !space.is_common(n, v) {
                sparse.rares.add(n);
            }
        }
        sparse.restart();
        Some(sparse)
    }

    pub(super) fn value(&self, n: usize) -> usize {
        let common = if n == 0 { self.space.is_common(0, 0) } else { !self.rares.has(n) };
        self.space.value(n, self.codes[n].get(), common)
    }

    /// Does taking `i` and leaving one heap turn a common heap into a rare value?
    pub(super) fn turns(&self, i: usize) -> bool {
        self.space.position && i % 2 == 1
    }

    /// Computes one more value.
    pub(super) fn step(&mut self) -> Step {
        match self.alone() {
            Alone::Common(code) => self.push(code, true),
            Alone::Rare(code) => self.push(code, false),
            Alone::Crossing => self.cross(self.codes.len()),
        }
    }

    /// Finds one more value from its options with a rare part and its pairs.
    pub(super) fn alone(&mut self) -> Alone {
        let n = self.codes.len();
        self.witnesses.keep_mirror(&self.codes);
        self.commons.fill(0);
        self.excluded.fill(0);
        let Sparse { shape, space, codes, rares, commons, excluded, witnesses, .. } = self;
        let mut put = |common: bool, code: usize| {
            let set = if common { &mut *commons } else { &mut *excluded };
            set[code / 64] |= 1 << (code % 64);
        };
        if shape.wholes.contains(&n) {
            put(space.is_common(n, 0), 0);
        }
        for &i in &shape.singles {
            if n > i {
                let turns = space.position && i % 2 == 1;
                put(!rares.has(n - i) ^ turns, codes[n - i].get());
            }
        }
        for split in &shape.splits {
            let total = n.saturating_sub(split.taken);
            for &r in &rares.heaps {
                if r >= total {
                    break;
                }
                let b = total - r;
                if !(split.unequal && b == r) {
                    put(!rares.has(b), (codes[r].get()) ^ codes[b].get());
                }
            }
        }
        // some witnesses; the rest are searched for
        for e in witnesses.list() {
            let (o, code) = (e.offset as usize, e.code::<L>().get());
            if n >= 2 * o && !rares.has(n - o) {
                put(false, codes[n - o].get() ^ code);
            }
        }
        let candidate = first_zero(commons);
        let x = space.value(n, candidate, true);
        if x >> space.bits > 0 {
            return Alone::Crossing;
        }
        let known = Known { shape, rares, path: self.path };
        for z in 0..space.rares_below(x) {
            if excluded[z / 64] >> (z % 64) & 1 == 0 && !witnesses.find(&known, codes, n, z) {
                return Alone::Rare(z);
            }
        }
        Alone::Common(candidate)
    }

    pub(super) fn push(&mut self, code: usize, common: bool) -> Step {
        if !common && self.witnesses.streaming.is_some() {
            return Step::Unsure;
        }
        let n = self.codes.len();
        self.codes.push(L::of(code));
        if common {
            return Step::Common;
        }
        self.rares.add(n);
        self.meet(n);
        let splits: Vec<usize> = self.shape.splits.iter().map(|s| s.taken).collect();
        self.lists.add_rare(n, L::of(code), &splits);
        Step::Rare
    }

    /// Takes over one more value. `false`: its code does not fit into a lane and nothing was done. The lists no longer
    /// hold then: they are chosen afresh before the next heap is computed.
    pub(super) fn take_over(&mut self, v: usize) -> bool {
        let n = self.codes.len();
        let mut space = self.space;
        if v >> space.bits > 0 {
            space.extend(n, v);
        }
        let code = space.code(v);
        if code >= L::LIMIT {
            return false;
        }
        self.space = space;
        self.codes.push(L::of(code));
        if !space.is_common(n, v) {
            self.rares.add(n);
        }
        self.stale = true;
        true
    }

    /// After values were taken over.
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.lists = Lists::default();
            self.witnesses = Witnesses::new(&self.shape);
            self.restart();
        }
    }

    /// Marks the heaps that the rare heap `r` makes up with another rare, a witness or a single.
    fn meet(&mut self, r: usize) {
        let Sparse { shape, codes, rares, dirty, witnesses, .. } = self;
        let size = codes.len();
        let mut set = |n: usize| {
            if n >= size {
                dirty.set(n);
            }
        };
        for split in &shape.splits {
            rares.heaps.iter().filter(|&&other| other <= r).for_each(|&other| set(r + other + split.taken));
        }
        shape.singles.iter().for_each(|&i| set(r + i));
        witnesses.list().for_each(|e| set(r + e.offset as usize));
    }

    /// Rebuilds what follows from rares and witnesses.
    pub(super) fn restart(&mut self) {
        self.dirty = Bits::default();
        let size = self.codes.len();
        let reach = self.rares.last() + self.shape.last + self.witnesses.reach();
        for i in (0..self.rares.heaps.len()).rev() {
            let r = self.rares.heaps[i];
            if r + reach < size {
                break;
            }
            self.meet(r);
        }
    }

    /// The value of heap `n` from all its options.
    pub(super) fn exact(&self, n: usize) -> usize {
        let mut seen = vec![false; 4 << self.space.bits];
        if self.shape.wholes.contains(&n) {
            seen[0] = true;
        }
        for &i in &self.shape.singles {
            if n > i {
                seen[self.value(n - i)] = true;
            }
        }
        for split in &self.shape.splits {
            for a in 1..=split.half(n) {
                seen[self.value(a) ^ self.value(n - split.taken - a)] = true;
            }
        }
        seen.iter().position(|s| !s).unwrap_or(seen.len())
    }

    /// A value with a new highest bit may come up: all options decide, and the mask grows so that it is common.
    fn cross(&mut self, n: usize) -> Step {
        let v = if self.witnesses.streaming.is_some() {
            // options have no such bit: it is the value if no rare value below is free
            let Sparse { shape, space, codes, rares, excluded, witnesses, path, .. } = self;
            let known = Known { shape, rares, path: *path };
            let free = |z: usize| excluded.get(z / 64).is_none_or(|w| w >> (z % 64) & 1 == 0);
            if (0..1 << (space.bits - 1)).any(|z| free(z) && !witnesses.find(&known, codes, n, z)) {
                return Step::Unsure;
            }
            1 << space.bits
        } else {
            self.exact(n)
        };
        let mut space = self.space;
        space.extend(n, v);
        let code = space.code(v);
        if code >= L::LIMIT {
            return Step::Wide;
        }
        self.space = space;
        self.lists.cross(n);
        self.push(code, space.is_common(n, v))
    }
}
