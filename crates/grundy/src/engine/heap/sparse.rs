//! The sparse-space algorithm, one heap at a time.
//!
//! If almost all heaps are common (`space`), the common values that heap n excludes come from options with exactly one
//! rare part or one heap: a short list, gone through completely. Of the rare values below the candidate each needs one
//! witness among the many pairs of commons; one that has none after all pairs were tried is the value of n, and n is
//! one more rare heap. Both steps are exact whatever the mask; a poor mask only makes many heaps rare.

use super::block::Lists;
use super::lane::Lane;
use super::rares::{Bits, Rares};
use super::shape::Shape;
use super::simd::Path;
use super::space::Space;
use super::stream::Streaming;

/// Heaps whose mirror image is kept for the search for witnesses.
const MIRROR: usize = 1 << 16;
/// Heaps beyond are mirrored so many at a time.
const PART: usize = 4096;

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
    /// The codes of the heaps `mirror.len()` … 1.
    mirror: Vec<L>,
    /// For code c and split i at c · splits + i: where a witness was found last.
    hints: Vec<u32>,
    commons: Vec<u64>,
    excluded: Vec<u64>,
    pub(super) path: Path,
    /// Set where heaps were cut out of the middle.
    pub(super) streaming: Option<Box<Streaming<L>>>,
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

fn first_zero(words: &[u64]) -> usize {
    let at = words.iter().position(|&w| w != u64::MAX).unwrap_or(words.len());
    at * 64 + words.get(at).map_or(0, |w| w.trailing_ones() as usize)
}

impl<L: Lane> Sparse<L> {
    /// With these values for the heaps 0, 1, …; `None`: a code does not fit into the lane.
    pub(super) fn of(shape: Shape, space: Space, values: impl Iterator<Item = usize>, path: Path) -> Option<Self> {
        let words = L::LIMIT / 64;
        let hints = vec![0; L::LIMIT * shape.splits.len()];
        let mut sparse = Sparse {
            shape,
            space,
            codes: Vec::new(),
            rares: Rares::default(),
            dirty: Bits::default(),
            lists: Lists::default(),
            mirror: Vec::new(),
            hints,
            commons: vec![0; words],
            excluded: vec![0; words],
            path,
            streaming: None,
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
        let n = self.codes.len();
        self.keep_mirror();
        self.commons.fill(0);
        self.excluded.fill(0);
        let Sparse { shape, space, codes, rares, commons, excluded, lists, .. } = self;
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
        for e in lists.probes.iter().chain(&lists.seconds) {
            let (o, code) = (e.offset as usize, e.code as usize);
            if n >= 2 * o && !rares.has(n - o) {
                put(false, codes[n - o].get() ^ code);
            }
        }
        let candidate = first_zero(&self.commons);
        let x = self.space.value(n, candidate, true);
        if x >> self.space.bits > 0 {
            return self.cross(n);
        }
        for z in 0..self.space.rares_below(x) {
            if self.excluded[z / 64] >> (z % 64) & 1 == 0 && !self.has_witness(n, z) {
                return self.push(z, false);
            }
        }
        self.push(candidate, true)
    }

    pub(super) fn push(&mut self, code: usize, common: bool) -> Step {
        if !common && self.streaming.is_some() {
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
        self.lists.add_rare(n, code, &splits);
        Step::Rare
    }

    /// Marks the heaps that the rare heap `r` makes up with another rare, a witness or a single.
    fn meet(&mut self, r: usize) {
        let Sparse { shape, codes, rares, dirty, lists, .. } = self;
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
        lists.probes.iter().chain(&lists.seconds).for_each(|e| set(r + e.offset as usize));
    }

    /// Rebuilds what follows from rares and witnesses.
    pub(super) fn restart(&mut self) {
        self.dirty = Bits::default();
        let size = self.codes.len();
        let reach = self.rares.last() + self.shape.last + self.lists.reach();
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
        let v = if self.streaming.is_some() {
            // options have no such bit: it is the value if no rare value below is free
            let free = |s: &Self, z: usize| s.excluded.get(z / 64).is_none_or(|w| w >> (z % 64) & 1 == 0);
            if (0..1 << (self.space.bits - 1)).any(|z| free(self, z) && !self.has_witness(n, z)) {
                return Step::Unsure;
            }
            1 << self.space.bits
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

    pub(super) fn keep_mirror(&mut self) {
        let n = self.codes.len();
        if self.mirror.len() < MIRROR && n > 4 * self.mirror.len() {
            self.mirror = self.codes[1..].iter().take(MIRROR.min(n / 2)).rev().copied().collect();
            self.hints.fill(0);
        }
    }

    /// Is there a pair of two commons or two rares with this code? All pairs are tried.
    pub(super) fn has_witness(&mut self, n: usize, code: usize) -> bool {
        if self.streaming.is_some() {
            return self.streamed_witness(n, code);
        }
        let splits = self.shape.splits.len();
        for i in 0..splits {
            let split = self.shape.splits[i];
            let half = split.half(n);
            if half == 0 {
                continue;
            }
            let total = n - split.taken;
            let Sparse { codes, mirror, rares, path, hints, .. } = self;
            let near = half.min(mirror.len());
            let valid = |a: usize| {
                let b = total - a;
                codes[a].get() ^ codes[b].get() == code && rares.has(a) == rares.has(b)
            };
            // a = near … 1 against b = total − near … total − 1
            let (x, y) = (&mirror[mirror.len() - near..], &codes[total - near..total]);
            let hint = &mut hints[code * splits + i];
            let from = (*hint as usize).min(near);
            for (mut at, end) in [(from, near), (0, from)] {
                while let Some(found) = L::find(*path, &x[at..end], &y[at..end], L::of(code)) {
                    at += found;
                    if valid(near - at) {
                        *hint = (at & !63) as u32;
                        return true;
                    }
                    at += 1;
                }
            }
            // pairs further in, part by part
            let mut reversed = Vec::new();
            let mut a = near + 1;
            while a <= half {
                let size = PART.min(half + 1 - a);
                reversed.clear();
                reversed.extend(codes[a..a + size].iter().rev().copied());
                // a + size − 1 … a against total − (a + size − 1) … total − a
                let y = &codes[total + 1 - a - size..][..size];
                let mut at = 0;
                while let Some(found) = L::find(*path, &reversed[at..], &y[at..], L::of(code)) {
                    at += found;
                    if valid(a + size - 1 - at) {
                        return true;
                    }
                    at += 1;
                }
                a += size;
            }
        }
        false
    }
}
