//! Values without a sparse space: about n/2 pairs a split, but most of them only compared, many at a time.
//!
//! Some pairs are marked one by one; each value that is then still missing is looked for among all pairs, starting
//! where it was last found, with vector comparisons of the sequence and its mirror image. Only the mex itself costs a
//! whole scan. One or two bytes a value, twice.

use super::lane::Lane;
use super::shape::Shape;
use super::simd::Path;

/// Pairs that are marked one by one, for each split.
const MARKED: usize = 6144;

/// All values so far, forwards and backwards.
#[derive(Debug, Clone)]
pub(super) struct Dense<L> {
    pub(super) values: Vec<L>,
    /// G(b) at `reversed.len() − 1 − b`.
    reversed: Vec<L>,
    /// For value v and split i at v · splits + i: where it was found last.
    hints: Vec<u32>,
    /// Values excluded for heap n hold n + 1.
    stamps: Vec<u32>,
    path: Path,
}

impl<L: Lane> Dense<L> {
    pub(super) fn new(path: Path) -> Self {
        Dense { values: Vec::new(), reversed: vec![L::default(); 1024], hints: Vec::new(), stamps: Vec::new(), path }
    }

    pub(super) fn of(values: impl Iterator<Item = usize>, path: Path) -> Self {
        let mut dense = Dense::new(path);
        values.for_each(|v| dense.push(v));
        dense
    }

    pub(super) fn push(&mut self, v: usize) {
        let n = self.values.len();
        if n == self.reversed.len() {
            let mut longer = vec![L::default(); 2 * n];
            let at = longer.len() - n;
            longer[at..].copy_from_slice(&self.reversed);
            self.reversed = longer;
        }
        let at = self.reversed.len() - 1 - n;
        self.reversed[at] = L::of(v);
        self.values.push(L::of(v));
    }

    /// Takes over one more value. `false`: it does not fit into a lane and nothing was done.
    pub(super) fn take_over(&mut self, v: usize) -> bool {
        let fits = v < L::LIMIT;
        if fits {
            self.push(v);
        }
        fits
    }

    /// Computes one more value. `false`: it does not fit into a lane and nothing was done.
    pub(super) fn step(&mut self, shape: &Shape) -> bool {
        let n = self.values.len();
        let round = n as u32 + 1;
        let size = L::LIMIT.min(1 << (usize::BITS - n.leading_zeros() + 2));
        if self.stamps.len() < size {
            self.stamps.resize(size, 0);
            self.hints.resize(size * shape.splits.len(), 0);
        }
        if shape.wholes.contains(&n) {
            self.stamps[0] = round;
        }
        for &taken in &shape.singles {
            if n > taken {
                self.stamps[self.values[n - taken].get()] = round;
            }
        }
        let end = self.reversed.len() - 1;
        for split in &shape.splits {
            let half = split.half(n);
            let total = n.saturating_sub(split.taken);
            let few = half.min(MARKED);
            if few > 0 {
                let behind = &self.reversed[end + 1 - total..][..few];
                for (a, b) in self.values[1..=few].iter().zip(behind) {
                    self.stamps[a.get() ^ b.get()] = round;
                }
            }
        }
        let mut v = 0;
        while v < size {
            if self.stamps[v] == round || self.exists(shape, n, v) {
                v += 1;
            } else {
                self.push(v);
                return true;
            }
        }
        false
    }

    /// Is there a pair beyond the marked ones with this value?
    fn exists(&mut self, shape: &Shape, n: usize, v: usize) -> bool {
        let end = self.reversed.len() - 1;
        for (i, split) in shape.splits.iter().enumerate() {
            let half = split.half(n);
            if half <= MARKED {
                continue;
            }
            let total = n - split.taken;
            let x = &self.values[1 + MARKED..=half];
            let y = &self.reversed[end + 1 - total + MARKED..][..half - MARKED];
            let hint = &mut self.hints[v * shape.splits.len() + i];
            let from = (*hint as usize).min(x.len());
            let found = L::find(self.path, &x[from..], &y[from..], L::of(v)).map(|at| from + at);
            let found = found.or_else(|| L::find(self.path, &x[..from], &y[..from], L::of(v)));
            if let Some(at) = found {
                *hint = (at & !63) as u32;
                return true;
            }
        }
        false
    }
}
