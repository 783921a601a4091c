//! The parts that are gone through for every heap: those that exclude most values at the least cost.

use super::{Check, LANES, put};
use crate::{Cell, Meter, Refusal};

/// First parts of pairs that are candidates for the list of those tried first.
const POOL: usize = 600;
/// Heaps that they are judged by.
const SAMPLE: usize = 96;
/// A search for a pair costs about so many marks.
const SEARCH: usize = 60;

/// With a part at this distance heap n has the option value G(n − offset) ⊕ value.
#[derive(Clone, Copy)]
pub(super) struct Partner<T> {
    pub(super) offset: usize,
    pub(super) value: T,
}

impl<T: Cell + PartialEq + Default, const W: usize> Check<'_, T, W> {
    pub(super) fn singles(&self) -> Vec<Partner<T>> {
        self.singles.iter().map(|&i| Partner { offset: i, value: T::default() }).collect()
    }

    /// Takes the rare heaps that are partners of heap n, and so of all that follow, among the partners.
    pub(super) fn take_in(&mut self, n: usize, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let front = if self.front.is_empty() { &self.held } else { &self.front };
        for (&(taken, _), next) in self.splits.iter().zip(&mut self.taken_in) {
            while let Some(&r) = self.window.rares.get(*next)
                && (r as usize) + taken < n
            {
                let partner = Partner { offset: r as usize + taken, value: front[r as usize] };
                if partner.offset >= LANES {
                    self.far.push(partner);
                } else {
                    self.near.push(partner);
                }
                *next += 1;
            }
            let most = self.far.len() + self.near.len();
            if most > self.partners {
                // room grows by doubling
                meter.reserve(((most - self.partners) * 2 * size_of::<Partner<T>>()) as u64)?;
                self.partners = most;
            }
        }
        Ok(())
    }

    /// Chooses the partners afresh: all single heaps, and those firsts of pairs that exclude most of what few others do;
    /// rare heaps are taken in behind. Gives the steps that this took.
    pub(super) fn choose(&mut self) -> u64 {
        let front = if self.front.is_empty() { &self.held } else { &self.front };
        let mut all = self.singles();
        let n = self.held.len();
        // no part of a pair may lie before the window
        let reach = (self.window.size as usize).min(n / 4).saturating_sub(self.last);
        let mut pool: Vec<Partner<T>> = Vec::new();
        for a in (1..reach).take(POOL / self.splits.len() + 1) {
            if self.window.rares.binary_search(&(a as u64)).is_err() {
                pool.extend(self.splits.iter().map(|&(taken, _)| Partner { offset: a + taken, value: front[a] }));
            }
        }
        let sample: Vec<usize> = (n - n / 4..n).rev().step_by((n / 4 / SAMPLE).max(1) | 1).take(SAMPLE).collect();
        let excluded = |p: &Partner<T>, m: usize| -> u32 { p.value.into() ^ self.held[m - p.offset].into() };
        let mut score = vec![0.0; pool.len()];
        for &m in &sample {
            let top: u32 = self.held[m].into();
            let mut counts = vec![0u32; 64 * W];
            pool.iter().for_each(|p| counts[excluded(p, m) as usize % (64 * W)] += 1);
            for (p, score) in pool.iter().zip(&mut score) {
                let v = excluded(p, m);
                if v < top {
                    *score += f64::from(counts[v as usize % (64 * W)]).powi(-2);
                }
            }
        }
        let mut order: Vec<usize> = (0..pool.len()).collect();
        order.sort_by(|&a, &b| score[b].total_cmp(&score[a]).then(a.cmp(&b)));
        // how many are worth it: marks against searches
        let mut sets = vec![[0u64; W]; sample.len()];
        let mut best = (usize::MAX, 0);
        for size in 0..=pool.len() {
            if size.is_multiple_of(8) {
                let mut missing = 0;
                for (set, &m) in sets.iter().zip(&sample) {
                    let top: u32 = self.held[m].into();
                    let common = &self.common[(self.base as usize + m) % 2];
                    missing += (0..top)
                        .filter(|v| {
                            let (w, bit) = ((v / 64) as usize % W, v % 64);
                            (set[w] | common[w]) >> bit & 1 == 0
                        })
                        .count();
                }
                let cost = size * sample.len() + SEARCH * missing;
                if cost < best.0 {
                    best = (cost, size);
                }
            }
            if let Some(&i) = order.get(size) {
                for (set, &m) in sets.iter_mut().zip(&sample) {
                    put(set, excluded(&pool[i], m));
                }
            }
        }
        all.extend(order[..best.1].iter().map(|&i| pool[i]));
        (self.far, self.near) = all.into_iter().partition(|p| p.offset >= LANES);
        self.taken_in.fill(0);
        ((POOL + self.splits.len()) * SAMPLE) as u64
    }
}
