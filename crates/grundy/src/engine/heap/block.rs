//! The sparse-space algorithm, 64 heaps at a time.
//!
//! Partners at a distance of 64 or more are known for the whole block: their codes are loaded eight at a time and
//! marked in eight sets (`simd::mark`). If there are many, only the *strong* ones, those that mark what few others do,
//! are marked; the lowest codes that are still free are then compared with all the others (`simd::strike`). Then, heap
//! by heap, near partners are added and the first free code is the candidate.
//!
//! A heap that is *dirty* (it meets two rares, or a rare and a witness) is computed alone. A new rare ends the block.

use super::lane::Lane;
use super::simd::{self, BLOCK, Codes, Entry, STRUCK};
use super::sparse::{Sparse, Step};

/// In a block with more dirty heaps than this all are computed alone.
const MOST_DIRTY: u32 = 24;

/// Partners by distance.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    /// Distance 64 and more; all are marked.
    pub(super) strong: Vec<Entry>,
    /// Distance 64 and more; compared with the lowest free codes.
    pub(super) weak: Vec<Entry>,
    /// Distance 8 to 63.
    mid: Vec<Entry>,
    near: Vec<Entry>,
    /// Rares of the last half, too near to be partners yet.
    pending: Vec<Entry>,
    /// Witnesses for rare values, at a distance of 64 and more.
    pub(super) probes: Vec<Entry>,
    /// Taking these leaves one heap and a rare value.
    turning: Vec<usize>,
    /// For a parity of the heap and a common code: the number of rare codes below; `None`: a new highest bit.
    limits: Vec<[u16; 256]>,
    /// The lists were chosen for a sequence of this length; 0: not yet.
    pub(super) chosen: usize,
    pub(super) counts: Counts,
}

/// What happened, for tuning and statistics.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Heaps computed in blocks.
    pub(super) lanes: u64,
    /// Heaps in blocks that were computed alone.
    pub(super) alone: u64,
    /// Searches for a witness.
    pub(super) misses: u64,
    /// Heaps for which all weak partners had to be marked.
    pub(super) weak: u64,
}

const CROSSING: u16 = u16::MAX;

fn put(set: &mut Codes, code: usize) {
    set[code / 64 & 3] |= 1 << (code % 64);
}

fn first_zero(set: &Codes) -> usize {
    for (i, word) in set.iter().enumerate() {
        if *word != u64::MAX {
            return i * 64 + word.trailing_ones() as usize;
        }
    }
    256
}

impl Lists {
    pub(super) fn add_rare(&mut self, r: usize, code: usize, splits: &[usize]) {
        self.pending.extend(splits.iter().map(|t| Entry { offset: (r + t) as u32, code: code as u32 }));
    }

    pub(super) fn forget_limits(&mut self) {
        self.limits.clear();
    }

    /// The largest distance of a witness.
    pub(super) fn reach(&self) -> usize {
        self.probes.iter().map(|e| e.offset as usize).max().unwrap_or(0)
    }

    /// Takes over the partners for a sequence of length `n`: sorted, without repetition.
    pub(super) fn fill(&mut self, mut all: Vec<Entry>, turning: Vec<usize>, n: usize) {
        all.sort_unstable();
        all.dedup();
        let (now, later): (Vec<Entry>, Vec<Entry>) = all.into_iter().partition(|e| (e.offset as usize) < n);
        self.pending = later;
        self.near = now.iter().filter(|e| e.offset < 8).copied().collect();
        self.mid = now.iter().filter(|e| (8..BLOCK as u32).contains(&e.offset)).copied().collect();
        self.strong = now.iter().filter(|e| e.offset >= BLOCK as u32).copied().collect();
        self.weak.clear();
        self.turning = turning;
        self.chosen = n;
    }

    /// Partners that have come near enough for heap `n`. Returns how many heaps the lists hold for.
    fn admit(&mut self, n: usize) -> usize {
        let mut room = BLOCK;
        let (strong, weak) = (&mut self.strong, &mut self.weak);
        self.pending.retain(|e| {
            let offset = e.offset as usize;
            if offset < n {
                if weak.is_empty() { strong.push(*e) } else { weak.push(*e) }
                return false;
            }
            room = room.min(offset - n + 1);
            true
        });
        room
    }
}

impl<L: Lane> Sparse<L> {
    fn keep_limits(&mut self) {
        if !self.lists.limits.is_empty() {
            return;
        }
        let limit = |n: usize, c: usize| {
            let x = self.space.value(n, c, true);
            if x >> self.space.bits > 0 { CROSSING } else { self.space.rares_below(x) as u16 }
        };
        self.lists.limits = (0..2).map(|n| std::array::from_fn(|c| limit(n, c))).collect();
    }

    /// Computes up to 64 more values, not beyond `size`. Needs codes of one byte, and lists.
    pub(super) fn block(&mut self, size: usize) -> Step {
        let n = self.codes.len();
        let room = self.lists.admit(n);
        let lanes = BLOCK.min(size - n).min(room);
        let dirty = self.dirty.word(n) & if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 };
        if dirty.count_ones() > MOST_DIRTY || lanes < 8 {
            self.lists.counts.alone += lanes as u64;
            for _ in 0..lanes {
                let step = self.step();
                if step != Step::Common {
                    return step;
                }
            }
            return Step::Common;
        }
        self.keep_limits();
        let Some(bytes) = L::bytes(&self.codes) else { return self.step() };
        self.lists.counts.lanes += lanes as u64;
        let mut commons = [[[0u64; 4]; 8]; 8];
        let mut excluded = [[[0u64; 4]; 8]; 8];
        for g in 0..lanes.div_ceil(8) {
            simd::mark(self.path, bytes, n + 8 * g, &self.lists.strong, &mut commons[g]);
            simd::mark(self.path, bytes, n + 8 * g, &self.lists.probes, &mut excluded[g]);
        }
        let mut sure = [255u8; BLOCK];
        if !self.lists.weak.is_empty() {
            self.strike(n, &mut commons, &mut sure);
        }
        for g in 0..lanes.div_ceil(8) {
            let Some(bytes) = L::bytes(&self.codes) else { break };
            simd::mark(self.path, bytes, n + 8 * g, &self.lists.mid, &mut commons[g]);
            for l in 8 * g..(8 * g + 8).min(lanes) {
                let m = n + l;
                if dirty >> l & 1 == 1 {
                    self.lists.counts.alone += 1;
                    let step = self.step();
                    if step != Step::Common {
                        return step;
                    }
                    continue;
                }
                let set = &mut commons[g][l - 8 * g];
                for e in &self.lists.near {
                    put(set, self.codes[m - e.offset as usize].get() ^ e.code as usize);
                }
                let mut candidate = first_zero(set);
                if candidate > usize::from(sure[l]) {
                    self.lists.counts.weak += 1;
                    for e in &self.lists.weak {
                        put(set, self.codes[m - e.offset as usize].get() ^ e.code as usize);
                    }
                    candidate = first_zero(set);
                }
                let limit = self.lists.limits[m & 1].get(candidate).copied().unwrap_or(CROSSING);
                if limit == CROSSING {
                    return self.step();
                }
                let found = &mut excluded[g][l - 8 * g];
                for &i in &self.lists.turning {
                    put(found, self.codes[m - i].get());
                }
                let mut z = first_zero(found);
                while z < usize::from(limit) {
                    self.lists.counts.misses += 1;
                    if !self.has_witness(m, z) {
                        return self.push(z, false);
                    }
                    put(found, z);
                    z = first_zero(found);
                }
                self.codes.push(L::of(candidate));
            }
        }
        Step::Common
    }

    /// Compares the lowest free codes of each heap with the weak partners. Up to `sure` the sets are then complete.
    fn strike(&self, n: usize, commons: &mut [[Codes; 8]; 8], sure: &mut [u8; BLOCK]) {
        let mut wanted = [[255u8; BLOCK]; STRUCK];
        for (l, set) in commons.as_flattened().iter().enumerate() {
            let mut set = *set;
            for wanted in &mut wanted {
                let free = first_zero(&set).min(255);
                wanted[l] = free as u8;
                put(&mut set, free);
            }
        }
        let mut left = [[255u8; BLOCK]; STRUCK];
        let Some(bytes) = L::bytes(&self.codes) else { return };
        simd::strike(self.path, bytes, n, &self.lists.weak, &wanted, &mut left);
        for (l, set) in commons.as_flattened_mut().iter_mut().enumerate() {
            for (wanted, left) in wanted.iter().zip(&left) {
                if left[l] == 0 {
                    put(set, usize::from(wanted[l]));
                }
            }
            sure[l] = wanted[STRUCK - 1][l];
        }
    }
}
