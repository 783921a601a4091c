//! Which partners to mark and which only to compare with; which pairs to try as witnesses for rare values.
//!
//! On a sample of heaps candidates are taken greedily: each time the one that excludes the most needed codes that no
//! earlier one excludes. How many are used makes the predicted cost of a heap least.

use super::simd::{BLOCK, COMPARE, Entry, LOWEST, Lane, STRUCK};
use super::sparse::Sparse;
use super::witness::SEARCH;

type Codes = [u64; 4];

/// Heaps in the sample, and for each word of a set.
const SAMPLE: usize = 192;
/// The largest pool of witnesses, by the words of a set.
const POOL: [usize; 5] = [0, 384, 1536, 3072, 4096];

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
                partners.push(Entry::of(r + split.taken, self.codes[r]));
            }
        }
        let (turning, plain): (Vec<usize>, Vec<usize>) = self.shape.singles.iter().partition(|&&i| self.turns(i));
        partners.extend(plain.iter().map(|&i| Entry::of(i, L::of(0))));
        self.lists.fill(partners, n);
        self.witnesses.turning = turning;
        // a candidate beyond the words is computed alone
        let top = self.codes[n - n / 4..].iter().map(|c| c.get()).max().unwrap_or(0);
        self.lists.words = (top / 64 + 1).min(4);
        self.witnesses.words = self.lists.words;
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
        let size = SAMPLE * (1 + self.lists.words.min(3));
        let step = ((n - from) / size).max(1) | 1;
        (from..n).rev().step_by(step).filter(|&m| !self.rares.has(m)).take(size).collect()
    }

    /// The order rests on every other heap of the sample, the ranks on the others: so they hold for new heaps too.
    fn rank(&self, candidates: &[Entry], sample: &[usize], needed: impl Fn(usize) -> Codes) -> Ranking {
        let test: Vec<usize> = sample.iter().skip(1).step_by(2).copied().collect();
        let sample: Vec<usize> = sample.iter().step_by(2).copied().collect();
        let needs: Vec<Codes> = sample.iter().map(|&m| needed(m)).collect();
        let excludes = |e: &Entry, m: usize| {
            let b = m.checked_sub(e.offset as usize).filter(|&b| b > 0 && !self.rares.has(b))?;
            Some((self.codes[b].get() ^ e.code::<L>().get()) & 255)
        };
        // 255 + 1: none, or a code that is not needed; heap by heap, as the codes of its options lie close together
        let mut excluded = vec![vec![256u16; sample.len()]; candidates.len()];
        for (i, (&m, needs)) in sample.iter().zip(&needs).enumerate() {
            for (e, codes) in candidates.iter().zip(&mut excluded) {
                codes[i] = excludes(e, m).filter(|&c| has(needs, c)).map_or(256, |c| c as u16);
            }
        }
        let mut left = needs;
        let gain = |codes: &[u16], left: &[Codes]| {
            codes.iter().zip(left).filter(|(c, left)| **c < 256 && has(left, usize::from(**c))).count()
        };
        // gains only shrink: the candidate whose fresh gain is still the largest bound is the best
        let mut queue: std::collections::BinaryHeap<(usize, usize)> =
            excluded.iter().enumerate().map(|(i, codes)| (gain(codes, &left), i)).collect();
        let mut order = Vec::new();
        while let Some((bound, i)) = queue.pop() {
            let fresh = gain(&excluded[i], &left);
            if fresh < bound && queue.peek().is_some_and(|next| *next > (fresh, i)) {
                queue.push((fresh, i));
                continue;
            }
            if fresh < 2 {
                // the rest hardly matters
                order.push(candidates[i]);
                order.extend(queue.drain().map(|(_, i)| candidates[i]));
                break;
            }
            for (&c, left) in excluded[i].iter().zip(&mut left) {
                let c = usize::from(c);
                if c < 256 && has(left, c) {
                    left[c / 64] &= !(1 << (c % 64));
                }
            }
            order.push(candidates[i]);
        }
        let ranks = test.iter().map(|&m| {
            let mut left = needed(m);
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
        let mark = self.path.mark_cost(self.lists.words);
        let ranking = self.rank(&all, sample, |m| below(self.codes[m].get()));
        let mut best = (all.len() as f64 * mark, all.len(), 0);
        for size in (0..all.len()).step_by(1 + all.len() / 64) {
            for rounds in 1..4 {
                // the mex itself must be among the codes that are compared
                let full = |ranks: &&Vec<usize>| {
                    let free = ranks.iter().filter(|&&r| r >= size && r != usize::MAX).count();
                    free + 1 > STRUCK * rounds
                };
                let failed = ranking.ranks.iter().filter(full).count() as f64 / ranking.ranks.len().max(1) as f64;
                let rest = (all.len() - size) as f64;
                let cost =
                    size as f64 * mark + rounds as f64 * (rest * COMPARE + LOWEST) + failed * (40.0 + 4.0 * rest);
                if cost < best.0 {
                    best = (cost, size, rounds);
                }
            }
        }
        self.lists.weak_rounds = best.2;
        self.lists.weak = ranking.order[best.1..].to_vec();
        self.lists.strong = ranking.order[..best.1].to_vec();
        self.lists.weak.sort_unstable();
        self.lists.strong.sort_unstable();
    }

    fn choose_probes(&mut self, sample: &[usize]) {
        let n = self.codes.len();
        let mut pool = Vec::new();
        let most = (POOL[self.lists.words] / self.shape.splits.len()).min(n / 8);
        for a in (BLOCK..n / 4).filter(|&a| !self.rares.has(a)).take(most) {
            for split in &self.shape.splits {
                pool.push(Entry::of(a + split.taken, self.codes[a]));
            }
        }
        let needed = |m: usize| below(self.space.rares_below(self.value(m)));
        let ranking = self.rank(&pool, sample, needed);
        let mark = self.path.mark_cost(self.lists.words);
        let heaps = ranking.ranks.len().max(1) as f64;
        let mut best = (f64::INFINITY, 0, 0, 0);
        let sizes =
            [0, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 1536, 2048];
        for size in sizes.into_iter().filter(|&s| s <= pool.len()) {
            for end in sizes.into_iter().filter(|&e| e >= size && e <= pool.len()) {
                for rounds in 0..4 {
                    if (rounds == 0) != (end == size) {
                        continue;
                    }
                    let left = ranking.ranks.iter().map(|ranks| {
                        let late = ranks.iter().filter(|&&r| r >= end).count();
                        let open = ranks.iter().filter(|&&r| r >= size).count();
                        late.max(open.saturating_sub(STRUCK * rounds))
                    });
                    let left = left.sum::<usize>() as f64 / heaps;
                    let cost =
                        size as f64 * mark + rounds as f64 * (LOWEST + (end - size) as f64 * COMPARE) + left * SEARCH;
                    if cost < best.0 {
                        best = (cost, size, end, rounds);
                    }
                }
            }
        }
        let (_, size, end, rounds) = best;
        self.witnesses.probes = ranking.order[..size].to_vec();
        self.witnesses.seconds = ranking.order[size..end].to_vec();
        self.witnesses.rounds = rounds;
        self.witnesses.probes.sort_unstable();
        self.witnesses.seconds.sort_unstable();
    }
}
