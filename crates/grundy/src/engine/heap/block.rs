//! The sparse-space algorithm, 64 heaps at a time.
//!
//! Partners at a distance of 64 or more are known for the whole block: their codes are loaded eight at a time and
//! marked in eight sets (`simd::mark`). If there are many, only the *strong* ones, those that mark what few others do,
//! are marked; the lowest codes that are still free are then compared with all the others (`simd::strike`). Then, heap
//! by heap, near partners are added and the first free code is the candidate.
//!
//! A heap that is *dirty* (it meets two rares, or a rare and a witness) is computed alone. A new rare ends the block.

use super::lane::Lane;
use super::simd::{self, BLOCK, Entry, Lanes, STRUCK, Sets};
use super::sparse::{Sparse, Step};

/// In a block with more dirty heaps than this all are computed alone.
const MOST_DIRTY: u32 = 24;

/// After so many candidates beyond the words of a set the lists are chosen afresh.
const MOST_BEYOND: u32 = 256;

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
    /// More witnesses, compared with the lowest codes that the probes left.
    pub(super) seconds: Vec<Entry>,
    /// So many times.
    pub(super) rounds: usize,
    /// So many times the weak are compared.
    pub(super) weak_rounds: usize,
    /// Words of a set that are kept; candidates beyond are computed alone.
    pub(super) words: usize,
    /// So many were.
    pub(super) beyond: u32,
    /// Taking these leaves one heap and a rare value.
    turning: Vec<usize>,
    /// For a parity of the heap and a common code: the number of rare codes below; `None`: a new highest bit.
    limits: Vec<[u16; 256]>,
    /// The lists were chosen for a sequence of this length; 0: not yet.
    pub(super) chosen: usize,
    /// Values have had a new highest bit since, from this heap on; 0: not.
    pub(super) crossed: usize,
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

fn put(sets: &mut Sets, lane: usize, code: usize) {
    sets[(code / 64) & 3][lane] |= 1 << (code % 64);
}

fn first_zero(sets: &Sets, lane: usize) -> usize {
    for (i, words) in sets.iter().enumerate() {
        if words[lane] != u64::MAX {
            return i * 64 + words[lane].trailing_ones() as usize;
        }
    }
    256
}

/// For each heap its lowest free codes; 255 where there are fewer.
fn lowest(sets: &Sets) -> Lanes {
    let mut lanes = [[255; BLOCK]; STRUCK];
    for l in 0..BLOCK {
        let mut k = 0;
        for (i, words) in sets.iter().enumerate() {
            let mut free = !words[l];
            while free != 0 && k < STRUCK {
                lanes[k][l] = (64 * i) as u8 + free.trailing_zeros() as u8;
                free &= free - 1;
                k += 1;
            }
        }
    }
    lanes
}

impl Lists {
    pub(super) fn add_rare(&mut self, r: usize, code: usize, splits: &[usize]) {
        self.pending.extend(splits.iter().map(|t| Entry { offset: (r + t) as u32, code: code as u32 }));
    }

    /// Values have a new highest bit from heap `n` on.
    pub(super) fn cross(&mut self, n: usize) {
        self.limits.clear();
        self.crossed = n;
    }

    /// Should the lists be chosen afresh for a sequence of length `n`?
    pub(super) fn are_old(&self, n: usize) -> bool {
        n >= 4 * self.chosen || (self.crossed > 0 && n >= self.crossed + self.crossed / 8)
    }

    /// The largest distance of a witness.
    pub(super) fn reach(&self) -> usize {
        self.probes.iter().chain(&self.seconds).map(|e| e.offset as usize).max().unwrap_or(0)
    }

    /// Drops witnesses at a larger distance. They only save searches.
    pub(super) fn within(&mut self, most: usize) {
        self.probes.retain(|e| e.offset as usize <= most);
        self.seconds.retain(|e| e.offset as usize <= most);
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
        self.beyond = 0;
        self.crossed = 0;
    }

    /// Partners that have come near enough for heap `n`. Returns how many heaps the lists hold for.
    fn admit(&mut self, n: usize) -> usize {
        let mut room = BLOCK;
        let (strong, weak) = (&mut self.strong, &mut self.weak);
        self.pending.retain(|e| {
            let offset = e.offset as usize;
            if offset < n {
                if weak.is_empty() {
                    strong.push(*e);
                } else {
                    weak.push(*e);
                }
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
        self.keep_mirror();
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
        let words = self.lists.words;
        let mut commons = [[0u64; BLOCK]; 4];
        let mut excluded = [[0u64; BLOCK]; 4];
        simd::mark(self.path, bytes, n, None, &self.lists.strong, words, &mut commons);
        simd::mark(self.path, bytes, n, None, &self.lists.probes, words, &mut excluded);
        let mut sure = [255u8; BLOCK];
        // after a new rare that came late there may be weak partners without a choice
        let weak_rounds = if self.lists.weak.is_empty() { 0 } else { self.lists.weak_rounds.max(1) };
        for _ in 0..weak_rounds {
            let wanted = lowest(&commons);
            let mut left = [[255u8; BLOCK]; STRUCK];
            simd::strike(self.path, bytes, n, &self.lists.weak, &wanted, &mut left);
            simd::take_over(self.path, &mut commons, &wanted, &left);
            sure = wanted[STRUCK - 1];
        }
        for _ in 0..self.lists.rounds {
            let wanted = lowest(&excluded);
            let mut left = [[255u8; BLOCK]; STRUCK];
            simd::strike(self.path, bytes, n, &self.lists.seconds, &wanted, &mut left);
            simd::take_over(self.path, &mut excluded, &wanted, &left);
        }
        for g in 0..lanes.div_ceil(8) {
            if !self.lists.mid.is_empty() {
                let Some(bytes) = L::bytes(&self.codes) else { break };
                simd::mark(self.path, bytes, n, Some(g), &self.lists.mid, words, &mut commons);
            }
            for (l, &sure) in sure.iter().enumerate().take(lanes.min(8 * g + 8)).skip(8 * g) {
                let m = n + l;
                if dirty >> l & 1 == 1 {
                    self.lists.counts.alone += 1;
                    let step = self.step();
                    if step != Step::Common || self.lists.limits.is_empty() {
                        return step;
                    }
                    continue;
                }
                for e in &self.lists.near {
                    put(&mut commons, l, self.codes[m - e.offset as usize].get() ^ e.code as usize);
                }
                let mut candidate = first_zero(&commons, l);
                if candidate > usize::from(sure) {
                    self.lists.counts.weak += 1;
                    for e in &self.lists.weak {
                        put(&mut commons, l, self.codes[m - e.offset as usize].get() ^ e.code as usize);
                    }
                    candidate = first_zero(&commons, l);
                }
                let limit = self.lists.limits[m & 1].get(candidate).copied().unwrap_or(CROSSING);
                if limit == CROSSING || candidate >= 64 * words {
                    self.lists.beyond += 1;
                    if self.lists.beyond > MOST_BEYOND {
                        self.lists.chosen = 0;
                    }
                    let step = self.step();
                    if step != Step::Common || self.lists.limits.is_empty() {
                        return step;
                    }
                    continue;
                }
                for &i in &self.lists.turning {
                    put(&mut excluded, l, self.codes[m - i].get());
                }
                let mut z = first_zero(&excluded, l);
                while z < usize::from(limit) {
                    self.lists.counts.misses += 1;
                    if !self.has_witness(m, z) {
                        return self.push(z, false);
                    }
                    put(&mut excluded, l, z);
                    z = first_zero(&excluded, l);
                }
                self.codes.push(L::of(candidate));
            }
        }
        Step::Common
    }
}
