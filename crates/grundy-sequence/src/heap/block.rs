//! The sparse-space algorithm, 64 heaps at a time.
//!
//! Partners at a distance of 64 or more are known for the whole block: their codes are loaded together and marked in 64
//! sets (`simd::mark`). If there are many, only the *strong* ones, those that mark what few others do, are marked; the
//! lowest codes that are still free are then compared with all the others (`simd::strike`). Then, heap by heap, near
//! partners are added, and the first free code is the candidate. When all candidates of the block are there, witnesses
//! are looked for (`witness`): for most heaps few codes lie below the candidate.
//!
//! A heap that is *dirty* (it meets two rares, or a rare and a witness) is computed alone. A new rare ends the block.

use super::known::Known;
use super::lists::{CROSSING, Limits};
use super::simd::{self, BLOCK, Lane, STRUCK, Sets};
use super::sparse::{Alone, Sparse, Step};

/// In a block with more dirty heaps than this all are computed alone.
const MOST_DIRTY: u32 = 24;

/// After so many candidates beyond the words of a set the lists are chosen afresh.
const MOST_BEYOND: u32 = 256;

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
