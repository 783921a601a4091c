//! The partners of heaps, by their distance and by how they are compared; how many rare codes lie below a candidate.

use super::simd::{BLOCK, COMPARE, Entry, LOWEST, Lane};

/// Cycles of what else a candidate costs: near partners, the first free code, and a share in choosing lists.
const CANDIDATE: f64 = 330.0;

/// Partners by distance.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    /// Distance 64 and more; all are marked.
    pub(super) strong: Vec<Entry>,
    /// More of them, which another thread marks for most blocks.
    pub(super) lent: Vec<Entry>,
    /// Distance 64 and more; compared with the lowest free codes.
    pub(super) weak: Vec<Entry>,
    /// Distance 8 to 63.
    pub(super) mid: Vec<Entry>,
    pub(super) near: Vec<Entry>,
    /// Rares of the last half, too near to be partners yet.
    pending: Vec<Entry>,
    /// So many times the weak are compared.
    pub(super) weak_rounds: usize,
    /// Words of a set that are kept; candidates beyond are computed alone.
    pub(super) words: usize,
    /// So many were.
    pub(super) beyond: u32,
    pub(super) limits: Option<Limits>,
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
    /// Heaps for which all weak partners had to be marked.
    pub(super) weak: u64,
}

pub(super) const CROSSING: u16 = u16::MAX;

/// For a parity of the heap and a common code: the number of rare codes below, or [`CROSSING`].
#[derive(Debug, Clone)]
pub(super) struct Limits(pub(super) [[u16; 256]; 2]);

impl Limits {
    #[inline]
    pub(super) fn of(&self, n: usize, code: usize) -> u16 {
        self.0[n & 1][code & 255]
    }
}

impl Lists {
    pub(super) fn add_rare<L: Lane>(&mut self, r: usize, code: L, splits: &[usize]) {
        self.pending.extend(splits.iter().map(|t| Entry::of(r + t, code)));
    }

    /// Values have a new highest bit from heap `n` on.
    pub(super) fn cross(&mut self, n: usize) {
        self.limits = None;
        self.crossed = n;
    }

    /// Should the lists be chosen afresh for a sequence of length `n`?
    pub(super) fn are_old(&self, n: usize) -> bool {
        n >= 4 * self.chosen || (self.crossed > 0 && n >= self.crossed + self.crossed / 8)
    }

    /// About the cycles of a candidate if a mark costs so much.
    pub(super) fn cost(&self, mark: f64) -> f64 {
        let weak = self.weak_rounds as f64 * (self.weak.len() as f64 * COMPARE + LOWEST);
        (self.strong.len() + self.lent.len()) as f64 * mark + weak + CANDIDATE
    }

    /// Takes over the partners for a sequence of length `n`: sorted, without repetition.
    pub(super) fn fill(&mut self, mut all: Vec<Entry>, n: usize) {
        all.sort_unstable();
        all.dedup();
        let (now, later): (Vec<Entry>, Vec<Entry>) = all.into_iter().partition(|e| (e.offset as usize) < n);
        self.pending = later;
        self.near = now.iter().filter(|e| e.offset < 8).copied().collect();
        self.mid = now.iter().filter(|e| (8..BLOCK as u32).contains(&e.offset)).copied().collect();
        self.strong = now.iter().filter(|e| e.offset >= BLOCK as u32).copied().collect();
        self.weak.clear();
        self.chosen = n;
        self.beyond = 0;
        self.crossed = 0;
    }

    /// Partners that have come near enough for heap `n`. Returns how many heaps the lists hold for.
    pub(super) fn admit(&mut self, n: usize) -> usize {
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
