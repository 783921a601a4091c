//! Which partners to mark and which only to compare with; which pairs to try as witnesses for rare values.
//!
//! On a sample of heaps each candidate scores 1/count² for every needed code that it excludes, where count is the number
//! of candidates that exclude the same. The best come first, and the number that is used makes the predicted cost of a
//! heap least.

use super::lane::Lane;
use super::simd::{BLOCK, Codes, Entry, STRUCK};
use super::sparse::Sparse;

/// Heaps in the sample.
const SAMPLE: usize = 192;
/// The largest pool of witnesses.
const POOL: usize = 6144;
/// Costs in units of one mark: a comparison with a weak partner, …
const COMPARED: f64 = 0.16;
/// … a search for a witness.
const SEARCH: f64 = 150.0;

/// Candidates, best first, and for each sampled heap the ranks at which its needed codes are excluded.
struct Ranking {
    order: Vec<Entry>,
    /// Ranks of first exclusion, sorted, heap by heap; codes never excluded have the rank `usize::MAX`.
    ranks: Vec<Vec<usize>>,
}

fn has(set: &Codes, code: usize) -> bool {
    set[code / 64] >> (code % 64) & 1 == 1
}

fn below(limit: usize) -> Codes {
    std::array::from_fn(|i| match limit.saturating_sub(64 * i) {
        0 => 0,
        k if k >= 64 => u64::MAX,
        k => (1 << k) - 1,
    })
}

impl<L: Lane> Sparse<L> {
    /// Chooses partners and witnesses afresh.
    pub(super) fn choose(&mut self) {
        let n = self.codes.len();
        let mut partners = Vec::new();
        for split in &self.shape.splits {
            for &r in &self.rares.heaps {
                partners.push(Entry { offset: (r + split.taken) as u32, code: self.codes[r].get() as u32 });
            }
        }
        let (turning, plain): (Vec<usize>, Vec<usize>) = self.shape.singles.iter().partition(|&&i| self.turns(i));
        partners.extend(plain.iter().map(|&i| Entry { offset: i as u32, code: 0 }));
        self.lists.fill(partners, turning, n);
        let sample = self.sample();
        if self.lists.strong.len() > 96 {
            self.choose_strong(&sample);
        }
        self.choose_probes(&sample);
        self.restart();
    }

    /// Common heaps that do not meet two rares, spread over the last part of the sequence.
    fn sample(&self) -> Vec<usize> {
        let n = self.codes.len();
        let from = (n - n / 4).max(2 * BLOCK);
        let step = ((n - from) / SAMPLE).max(1) | 1;
        (from..n).rev().step_by(step).filter(|&m| !self.rares.has(m)).take(SAMPLE).collect()
    }

    fn rank(&self, candidates: &[Entry], sample: &[usize], needed: impl Fn(usize) -> Codes) -> Ranking {
        let needs: Vec<Codes> = sample.iter().map(|&m| needed(m)).collect();
        let excludes = |e: &Entry, m: usize| {
            let b = m.checked_sub(e.offset as usize).filter(|&b| b > 0 && !self.rares.has(b))?;
            Some((self.codes[b].get() ^ e.code as usize) & 255)
        };
        let mut scores = vec![0f32; candidates.len()];
        for (&m, needs) in sample.iter().zip(&needs) {
            let mut counts = [0u32; 256];
            let codes: Vec<u16> =
                candidates.iter().map(|e| excludes(e, m).filter(|&c| has(needs, c)).map_or(256, |c| c as u16)).collect();
            codes.iter().filter(|&&c| c < 256).for_each(|&c| counts[usize::from(c)] += 1);
            for (score, &c) in scores.iter_mut().zip(&codes) {
                if let Some(&count) = counts.get(usize::from(c)) {
                    *score += 1.0 / (count * count) as f32;
                }
            }
        }
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let order: Vec<Entry> = order.into_iter().map(|i| candidates[i]).collect();
        let ranks = sample.iter().zip(&needs).map(|(&m, needs)| {
            let mut left = *needs;
            let mut ranks = Vec::new();
            for (rank, e) in order.iter().enumerate() {
                if let Some(c) = excludes(e, m).filter(|&c| has(&left, c)) {
                    left[c / 64] &= !(1 << (c % 64));
                    ranks.push(rank);
                }
            }
            let never: u32 = left.iter().map(|w| w.count_ones()).sum();
            ranks.extend(std::iter::repeat_n(usize::MAX, never as usize));
            ranks
        });
        let ranks = ranks.collect();
        Ranking { order, ranks }
    }

    fn choose_strong(&mut self, sample: &[usize]) {
        let all = std::mem::take(&mut self.lists.strong);
        let ranking = self.rank(&all, sample, |m| below(self.codes[m].get()));
        let mut best = (all.len() as f64, all.len());
        for size in (0..all.len()).step_by(1 + all.len() / 64) {
            // the mex itself must be among the codes that are compared
            let full = |ranks: &&Vec<usize>| {
                let free = ranks.iter().filter(|&&r| r >= size && r != usize::MAX).count();
                free + 1 > STRUCK
            };
            let failed = ranking.ranks.iter().filter(full).count() as f64 / ranking.ranks.len().max(1) as f64;
            let rest = (all.len() - size) as f64;
            // without vector marks a partner costs a few times as much
            let cost = size as f64 + rest * COMPARED + 20.0 + failed * (40.0 + 4.0 * rest);
            if cost < best.0 {
                best = (cost, size);
            }
        }
        self.lists.weak = ranking.order[best.1..].to_vec();
        self.lists.strong = ranking.order[..best.1].to_vec();
        self.lists.weak.sort_unstable();
        self.lists.strong.sort_unstable();
    }

    fn choose_probes(&mut self, sample: &[usize]) {
        let n = self.codes.len();
        let mut pool = Vec::new();
        let most = (POOL / self.shape.splits.len()).min(n / 8);
        for a in (BLOCK..n / 4).filter(|&a| !self.rares.has(a)).take(most) {
            for split in &self.shape.splits {
                pool.push(Entry { offset: (a + split.taken) as u32, code: self.codes[a].get() as u32 });
            }
        }
        let needed = |m: usize| below(self.space.rares_below(self.value(m)));
        let ranking = self.rank(&pool, sample, needed);
        // searches that are left when so many are used
        let mut hits = vec![0u32; pool.len() + 1];
        for &rank in ranking.ranks.iter().flatten() {
            hits[rank.min(pool.len())] += 1;
        }
        let mut left: f64 = hits.iter().map(|&h| f64::from(h)).sum();
        let mut best = (f64::INFINITY, 0);
        for (size, hit) in hits.iter().enumerate() {
            let cost = size as f64 + left / sample.len().max(1) as f64 * SEARCH;
            if cost < best.0 {
                best = (cost, size);
            }
            left -= f64::from(*hit);
        }
        self.lists.probes = ranking.order[..best.1.min(pool.len())].to_vec();
        self.lists.probes.sort_unstable();
    }
}
