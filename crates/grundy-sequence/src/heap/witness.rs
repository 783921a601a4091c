//! Witnesses: every rare value below the candidate of a heap needs one pair of options that excludes it.
//!
//! Some pairs, chosen once (`choose`), are tried for 64 heaps at a time: the *probes* are marked, and the lowest codes
//! that they leave are compared with the *seconds*. What is still left is searched for among all pairs, from where the
//! last such search ended.
//!
//! Sets of heaps for each code, shifted and joined 512 heaps at a time, leave more codes open for the same time: which
//! codes are hard to exclude depends on the heap, and lists by frequency do not see it.

use super::known::Known;
use super::lists::Limits;
use super::shape::Shape;
use super::simd::{self, BLOCK, COMPARE, Entry, LOWEST, Lane, STRUCK};
use super::stream::Streaming;

/// Heaps whose mirror image is kept for the search for witnesses.
const MIRROR: usize = 1 << 16;
/// Heaps beyond are mirrored so many at a time.
const PART: usize = 4096;
/// Cycles of a search for a witness.
pub(super) const SEARCH: f64 = 240.0;

/// The pairs that are tried first, and what speeds up the search.
#[derive(Debug, Clone, Default)]
pub(super) struct Witnesses<L> {
    /// At a distance of 64 and more, as all.
    pub(super) probes: Vec<Entry>,
    /// Compared with the lowest codes that the probes left.
    pub(super) seconds: Vec<Entry>,
    /// So many times.
    pub(super) rounds: usize,
    /// Words of a set in which probes are marked.
    pub(super) words: usize,
    /// Taking these leaves one heap and a rare value.
    pub(super) turning: Vec<usize>,
    /// The codes of the heaps `mirror.len()` … 1.
    mirror: Vec<L>,
    /// For code c and split i at c · splits + i: where a witness was found last.
    hints: Vec<u32>,
    /// Searches.
    pub(super) searches: u64,
    /// Set where heaps were cut out of the middle.
    pub(super) streaming: Option<Box<Streaming<L>>>,
}

impl<L: Lane> Witnesses<L> {
    pub(super) fn new(shape: &Shape) -> Self {
        Witnesses { hints: vec![0; L::LIMIT * shape.splits.len()], ..Witnesses::default() }
    }

    pub(super) fn list(&self) -> impl Iterator<Item = &Entry> {
        self.probes.iter().chain(&self.seconds)
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> usize {
        self.list().map(|e| e.offset as usize).max().unwrap_or(0)
    }

    /// Drops witnesses at a larger distance. They only save searches.
    pub(super) fn within(&mut self, most: usize) {
        self.probes.retain(|e| e.offset as usize <= most);
        self.seconds.retain(|e| e.offset as usize <= most);
    }

    /// About the cycles a heap if a mark costs so much, without searches.
    pub(super) fn cost(&self, mark: f64) -> f64 {
        let seconds = self.seconds.len() as f64 * COMPARE + LOWEST;
        self.probes.len() as f64 * mark + self.rounds as f64 * seconds
    }

    /// Do the heaps from `n` on, up to 64, have witnesses for all rare codes below theirs? `sure`: those that have, or
    /// for which the lists do not hold. Returns the first heap that has not, and the code: the value of that heap.
    pub(super) fn missing(
        &mut self,
        known: &Known<'_>,
        limits: &Limits,
        codes: &[L],
        n: usize,
        sure: u64,
    ) -> Option<(usize, usize)> {
        if self.streaming.as_deref().is_some_and(|s| s.trusting) {
            return None;
        }
        let bytes = L::bytes(codes)?;
        let lanes = (codes.len() - n).min(BLOCK);
        let mut excluded = [[0u64; BLOCK]; 4];
        simd::mark(known.path, bytes, n, None, &self.probes, self.words, &mut excluded);
        let mut ends = [0u16; BLOCK];
        for (l, end) in ends.iter_mut().enumerate().take(lanes) {
            if sure >> l & 1 == 0 {
                *end = limits.of(n + l, codes[n + l].get());
            }
        }
        let most: usize = ends.iter().fold(0, |most, &end| end.max(most)).div_ceil(64).into();
        let mut open = 0;
        for (w, words) in excluded.iter_mut().enumerate() {
            if w >= most {
                *words = [u64::MAX; BLOCK];
                continue;
            }
            for (word, &end) in words.iter_mut().zip(&ends) {
                // what is not needed counts as excluded
                let end = u64::from(end).saturating_sub(64 * w as u64);
                *word |= if end < 64 { u64::MAX << end } else { 0 };
                open |= !*word;
            }
        }
        if open == 0 {
            return None;
        }
        for _ in 0..self.rounds {
            let wanted = simd::lowest(known.path, &excluded);
            let mut left = [[255u8; BLOCK]; STRUCK];
            simd::strike(known.path, bytes, n, &self.seconds, &wanted, &mut left);
            simd::take_over(known.path, &mut excluded, &wanted, &left);
        }
        for l in 0..lanes {
            let m = n + l;
            for (w, words) in excluded.iter().enumerate().take(most) {
                let mut free = !words[l];
                while free != 0 {
                    let z = 64 * w + free.trailing_zeros() as usize;
                    free &= free - 1;
                    let turned = self.turning.iter().any(|&i| codes[m - i].get() == z && !known.rares.has(m - i));
                    if !turned && !self.find(known, codes, m, z) {
                        return Some((m, z));
                    }
                }
            }
        }
        None
    }

    pub(super) fn keep_mirror(&mut self, codes: &[L]) {
        let n = codes.len();
        if self.mirror.len() < MIRROR && n > 4 * self.mirror.len() {
            self.mirror = codes[1..].iter().take(MIRROR.min(n / 2)).rev().copied().collect();
            self.hints.fill(0);
        }
    }

    /// Is there a pair of two commons or two rares with this code? All pairs are tried.
    pub(super) fn find(&mut self, known: &Known<'_>, codes: &[L], n: usize, code: usize) -> bool {
        self.searches += 1;
        if let Some(stream) = self.streaming.as_deref_mut() {
            return stream.find(known, codes, n, code);
        }
        let splits = known.shape.splits.len();
        let (rares, path) = (known.rares, known.path);
        for (i, split) in known.shape.splits.iter().enumerate() {
            let half = split.half(n);
            if half == 0 {
                continue;
            }
            let total = n - split.taken;
            let Witnesses { mirror, hints, .. } = self;
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
                while let Some(found) = L::find(path, &x[at..end], &y[at..end], L::of(code)) {
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
                while let Some(found) = L::find(path, &reversed[at..], &y[at..], L::of(code)) {
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
