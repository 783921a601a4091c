//! The sparse-space algorithm, 64 heaps at a time.
//!
//! Partners at a distance of 64 or more are known for the whole block: their codes are loaded together and marked in 64
//! sets (`simd::mark`). If there are many, only the *strong* ones, those that mark what few others do, are marked; the
//! lowest codes that are still free are then compared with all the others (`simd::strike`). Then, heap by heap, near
//! partners are added, and the first free code is the candidate. When all candidates of the block are there, witnesses
//! are looked for (`witness`): for most heaps few codes lie below the candidate.
//!
//! A heap that is *dirty* (it meets two rares, or a rare and a witness) is computed alone. A new rare ends the block.

use super::choose;
use super::lane::Lane;
use super::simd::{self, BLOCK, Entry, STRUCK, Sets};
use super::sparse::{Alone, Sparse, Step};
use super::witness::Known;

/// In a block with more dirty heaps than this all are computed alone.
const MOST_DIRTY: u32 = 24;

/// After so many candidates beyond the words of a set the lists are chosen afresh.
const MOST_BEYOND: u32 = 256;

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
    mid: Vec<Entry>,
    near: Vec<Entry>,
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

const CROSSING: u16 = u16::MAX;

/// For a parity of the heap and a common code: the number of rare codes below, or [`CROSSING`].
#[derive(Debug, Clone)]
pub(super) struct Limits([[u16; 256]; 2]);

impl Limits {
    #[inline]
    pub(super) fn of(&self, n: usize, code: usize) -> u16 {
        self.0[n & 1][code & 255]
    }
}

/// The set of one heap, kept in registers: the next heap waits for its first free code.
#[derive(Clone, Copy)]
struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    fn of(sets: &Sets, lane: usize) -> Self {
        Set(std::array::from_fn(|w| sets[w][lane]))
    }

    #[inline]
    fn put(&mut self, code: usize) {
        for (w, word) in self.0.iter_mut().enumerate() {
            *word |= u64::from(code / 64 == w) << (code % 64);
        }
    }

    #[inline]
    fn first_zero(&self) -> usize {
        for (w, word) in self.0.iter().enumerate() {
            if *word != u64::MAX {
                return w * 64 + word.trailing_ones() as usize;
            }
        }
        64 * W
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
        let weak = self.weak_rounds as f64 * (self.weak.len() as f64 * choose::COMPARE + choose::LOWEST);
        (self.strong.len() + self.lent.len()) as f64 * mark + weak + choose::CANDIDATE
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
    pub(super) fn keep_limits(&mut self) {
        if self.lists.limits.is_some() {
            return;
        }
        let limit = |n: usize, c: usize| {
            let x = self.space.value(n, c, true);
            if x >> self.space.bits > 0 { CROSSING } else { self.space.rares_below(x) as u16 }
        };
        self.lists.limits = Some(Limits(std::array::from_fn(|n| std::array::from_fn(|c| limit(n, c)))));
    }

    /// Computes up to 64 more values, not beyond `size`. Needs codes of one byte, and lists.
    pub(super) fn block(&mut self, size: usize) -> Step {
        let n = self.codes.len();
        let sure = match self.candidates(size, None) {
            Ok(sure) => sure,
            Err(few) => {
                self.lists.counts.alone += few as u64;
                return (0..few).map(|_| self.step()).find(|s| *s != Step::Common).unwrap_or(Step::Common);
            }
        };
        let Sparse { shape, rares, codes, witnesses, lists, path, .. } = self;
        let Some(limits) = &lists.limits else { return self.step() };
        let known = Known { shape, rares, path: *path };
        let Some((m, code)) = witnesses.missing(&known, limits, codes, n, sure) else { return Step::Common };
        self.codes.truncate(m);
        self.push(code, false)
    }

    /// Adds up to 64 more candidates, not beyond `size`: the values of their heaps, if no rare code below lacks a
    /// witness. Those that are sure to be values are told as bits. `Err`: so many values must be computed alone first. `marks`: those of the lent partners.
    pub(super) fn candidates(&mut self, size: usize, marks: Option<&Sets>) -> Result<u64, usize> {
        match self.lists.words {
            1 => self.candidates_in::<1>(size, marks),
            2 => self.candidates_in::<2>(size, marks),
            3 => self.candidates_in::<3>(size, marks),
            _ => self.candidates_in::<4>(size, marks),
        }
    }

    /// With sets of `W` words.
    fn candidates_in<const W: usize>(&mut self, size: usize, marks: Option<&Sets>) -> Result<u64, usize> {
        let n = self.codes.len();
        self.witnesses.keep_mirror(&self.codes);
        let room = self.lists.admit(n);
        let lanes = BLOCK.min(size - n).min(room);
        let dirty = self.dirty.word(n) & if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 };
        if dirty.count_ones() > MOST_DIRTY || lanes < 8 || n <= self.shape.last {
            return Err(lanes);
        }
        self.keep_limits();
        let bytes = L::bytes(&self.codes).ok_or(lanes)?;
        let mut commons = marks.copied().unwrap_or([[0; BLOCK]; 4]);
        if marks.is_none() && !self.lists.lent.is_empty() {
            simd::mark(self.path, bytes, n, None, &self.lists.lent, W, &mut commons);
        }
        simd::mark(self.path, bytes, n, None, &self.lists.strong, W, &mut commons);
        let mut compared = [255u8; BLOCK];
        // after a new rare that came late there may be weak partners without a choice
        let weak_rounds = if self.lists.weak.is_empty() { 0 } else { self.lists.weak_rounds.max(1) };
        for _ in 0..weak_rounds {
            let wanted = simd::lowest(self.path, &commons);
            let mut left = [[255u8; BLOCK]; STRUCK];
            simd::strike(self.path, bytes, n, &self.lists.weak, &wanted, &mut left);
            simd::take_over(self.path, &mut commons, &wanted, &left);
            compared = wanted[STRUCK - 1];
        }
        let mut sure = 0;
        for g in 0..lanes.div_ceil(8) {
            if !self.lists.mid.is_empty() {
                let bytes = L::bytes(&self.codes).ok_or(1usize)?;
                simd::mark(self.path, bytes, n, Some(g), &self.lists.mid, W, &mut commons);
            }
            for (l, &compared) in compared.iter().enumerate().take(lanes.min(8 * g + 8)).skip(8 * g) {
                let m = n + l;
                let mut candidate = 256;
                if dirty >> l & 1 == 0 {
                    let mut set = Set::<W>::of(&commons, l);
                    for e in &self.lists.near {
                        set.put(self.codes[m - e.offset as usize].get() ^ e.code::<L>().get());
                    }
                    candidate = set.first_zero();
                    if candidate > usize::from(compared) {
                        self.lists.counts.weak += 1;
                        for e in &self.lists.weak {
                            set.put(self.codes[m - e.offset as usize].get() ^ e.code::<L>().get());
                        }
                        candidate = set.first_zero();
                    }
                }
                let beyond = candidate >= 64 * W;
                if beyond || self.lists.limits.as_ref().is_none_or(|limits| limits.of(m, candidate) == CROSSING) {
                    self.lists.beyond += u32::from(dirty >> l & 1 == 0);
                    if self.lists.beyond > MOST_BEYOND {
                        self.lists.chosen = 0;
                    }
                    self.lists.counts.alone += 1;
                    match self.alone() {
                        Alone::Common(code) => candidate = code,
                        // not to be believed before the heaps below are sure
                        Alone::Rare(_) | Alone::Crossing => return if l > 0 { Ok(sure) } else { Err(1) },
                    }
                    sure |= 1 << l;
                }
                self.lists.counts.lanes += 1;
                self.codes.push(L::of(candidate));
            }
        }
        Ok(sure)
    }
}
