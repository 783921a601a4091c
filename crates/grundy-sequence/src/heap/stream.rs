//! Going on with the last few heaps only: the middle of the sequence is cut out.
//!
//! Once the rares are quiet, a value needs the codes of heaps that lie close before it (partners of rares and of
//! witnesses) and those of small heaps. So the codes of the heaps below `kept` and the last ones are held, and what lies
//! between is forgotten:
//!
//! ```text
//! index   0 … kept−1 │ kept … v−1                 v codes are held
//! heap    0 … kept−1 │ n−(v−kept) … n−1           n − v heaps were cut out, an even number
//! ```
//! The loops of `sparse` and `block` go on with indices: a partner at a distance is found at the same distance, and the
//! parity of an index is that of its heap. Two things need more than that. A witness (a, b) is looked for with a in
//! front of the cut and b behind it; where there is none, the heap stays undecided ([`Step::Unsure`](super::sparse::Step)),
//! for it may be a new rare, or have a witness among the heaps that were cut out. And the first value with a new highest
//! bit is found without a look at all pairs: no option has this bit.
//!
//! Bounds, with k the largest number taken: kept > every rare and every a of a witness, and v − kept ≥ every distance
//! in the lists. Then v exceeds the sum of any two rares and k, so no index is dirty.

use super::known::Known;
use super::simd::Lane;

/// Far witnesses are looked for so many at a time.
const PART: usize = 4096;

/// What is held besides the codes.
#[derive(Debug, Clone)]
pub(super) struct Streaming<L> {
    /// Codes in front of the cut.
    pub(super) kept: usize,
    /// Witnesses (a, b) with a up to here are looked for first.
    pub(super) near: usize,
    /// Codes of the heaps kept − 1 … 1.
    mirror: Vec<L>,
    /// For code c and split i at c · splits + i: where a witness was found last.
    hints: Vec<u32>,
    /// Heaps, by their index, with a rare value that has a witness (a, b) beyond `near` only; and the index of b.
    pub(super) far: Vec<(usize, usize)>,
    /// All heaps are known to be common: no witness is looked for.
    pub(super) trusting: bool,
}

impl<L: Lane> Streaming<L> {
    pub(super) fn new(codes: &[L], kept: usize, near: usize, splits: usize) -> Self {
        let kept = kept.min(codes.len());
        let mirror = codes.get(1..kept).unwrap_or(&[]).iter().rev().copied().collect();
        Streaming { kept, near, mirror, hints: vec![0; L::LIMIT * splits], far: Vec::new(), trusting: false }
    }

    /// Witnesses are found by the lists only.
    #[cfg(test)]
    pub(super) fn forget(&mut self) {
        self.mirror.clear();
    }
}

impl<L: Lane> Streaming<L> {
    /// Is there a witness (a, b), a in front of the cut and b behind it?
    pub(super) fn find(&mut self, known: &Known<'_>, codes: &[L], n: usize, code: usize) -> bool {
        let Known { shape, rares, path } = *known;
        let stream = self;
        if stream.trusting {
            return true;
        }
        let splits = shape.splits.len();
        for (i, split) in shape.splits.iter().enumerate() {
            let total = n.saturating_sub(split.taken);
            let size = stream.near.min(stream.mirror.len()).min(total.saturating_sub(stream.kept));
            // a = size … 1 against b = total − size …
            let (x, y) = (&stream.mirror[stream.mirror.len() - size..], &codes[total - size..total]);
            let hint = &mut stream.hints[code * splits + i];
            let last = (*hint as usize).min(size);
            for (mut at, end) in [(last, size), (0, last)] {
                while let Some(found) = L::find(path, &x[at..end], &y[at..end], L::of(code)) {
                    at += found;
                    // behind the cut all are common
                    if !rares.has(size - at) {
                        *hint = (at & !63) as u32;
                        return true;
                    }
                    at += 1;
                }
            }
        }
        // further in, the nearest first
        let mut from = stream.near;
        while from < stream.mirror.len() {
            for split in &shape.splits {
                let total = n.saturating_sub(split.taken);
                let size = (from + PART).min(stream.mirror.len()).min(total.saturating_sub(stream.kept));
                if size <= from {
                    continue;
                }
                let m = stream.mirror.len();
                let (x, y) = (&stream.mirror[m - size..m - from], &codes[total - size..total - from]);
                let mut at = 0;
                while let Some(found) = L::find(path, &x[at..], &y[at..], L::of(code)) {
                    at += found;
                    if !rares.has(size - at) {
                        stream.far.push((n, total - (size - at)));
                        return true;
                    }
                    at += 1;
                }
            }
            from += PART;
        }
        false
    }
}
