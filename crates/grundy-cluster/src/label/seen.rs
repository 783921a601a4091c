//! What each vertex knows of its followers: how many have no label, and which values the others have.

use super::NONE;
use super::high::{High, IN_MASK};

/// In a count: the vertex has its label, and nothing else is needed of it any more.
const LABELLED: u32 = 1 << 31;

/// 12 bytes, so that one arc is one cache miss, and the table stays longer in the cache than one of 16.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// The followers' values below 64, the lower half first; with a label: the label.
    mask: [u32; 2],
    /// Followers without a label, or [`LABELLED`].
    count: u32,
}

impl Record {
    fn mask(self) -> u64 {
        u64::from(self.mask[0]) | u64::from(self.mask[1]) << 32
    }
}

/// For each vertex its label or, until it has one, a set of values: a mask below 64, [`High`] for greater
/// ones.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    records: Vec<Record>,
    high: High,
}

impl Seen {
    /// Room for so many vertices, none of which is there yet.
    pub(super) fn with_capacity(vertices: usize) -> Seen {
        Seen { records: Vec::with_capacity(vertices), high: High::default() }
    }

    /// The next vertex: no label, and so many followers without one, fewer than 2^31.
    #[inline]
    pub(super) fn add(&mut self, degree: u32) {
        self.records.push(Record { mask: [0, 0], count: degree });
    }

    /// The label of `p`, or [`NONE`].
    #[inline]
    pub(super) fn label(&self, p: u32) -> u32 {
        self.records.get(p as usize).map_or(NONE, Self::label_of)
    }

    /// All labels in the order of the vertices.
    pub(super) fn labels(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.records.iter().map(Self::label_of)
    }

    #[inline]
    fn label_of(record: &Record) -> u32 {
        if record.count == LABELLED { record.mask[0] } else { NONE }
    }

    /// Labels `p`, unless it has a label.
    #[inline]
    pub(super) fn set(&mut self, p: u32, label: u32) -> bool {
        match self.records.get_mut(p as usize) {
            Some(record) if record.count != LABELLED => {
                *record = Record { mask: [label, 0], count: LABELLED };
                self.high.forget(p);
                true
            }
            _ => false,
        }
    }

    /// How many followers of `p` have no label; of no use for who has one.
    #[inline]
    pub(super) fn count(&self, p: u32) -> u32 {
        self.records.get(p as usize).map_or(NONE, |record| record.count)
    }

    /// A follower of `p` got this value; was it not known? `None` if `p` has its label already.
    #[inline]
    pub(super) fn tell(&mut self, p: u32, value: u32) -> Option<bool> {
        let record = self.records.get_mut(p as usize).filter(|record| record.count != LABELLED)?;
        // a file with forged degrees gives wrong labels, but no fault
        record.count = record.count.wrapping_sub(1);
        if value < IN_MASK {
            let bits = 1u64 << value;
            let before = record.mask();
            record.mask = [record.mask[0] | bits as u32, record.mask[1] | (bits >> 32) as u32];
            return Some(before & bits == 0);
        }
        Some(self.high.insert(p, value))
    }

    /// Looks at the records of vertices that are about to be told something: the cache misses are waited for together.
    #[inline]
    pub(super) fn fetch(&self, vertices: &[u32]) {
        // both ends: one record in eight is on two lines of the cache
        let ends = |v: u32| self.records.get(v as usize).map_or(0, |record| record.mask[0] ^ record.count);
        std::hint::black_box(vertices.iter().fold(0, |sum, &v| sum ^ ends(v)));
    }

    /// A follower of all these vertices got a value; who has no other follower without one is labelled by mex, and told
    /// to `settled` with its label.
    #[inline]
    pub(super) fn settle(&mut self, predecessors: &[u32], value: u32, mut settled: impl FnMut(u32, u32)) {
        // values from 64 on leave the mask alone
        let bits = if value < IN_MASK { 1u64 << value } else { 0 };
        let (low, up) = (bits as u32, (bits >> 32) as u32);
        for &p in predecessors {
            let Some(record) = self.records.get_mut(p as usize).filter(|r| r.count != LABELLED) else { continue };
            record.mask[0] |= low;
            record.mask[1] |= up;
            record.count -= 1;
            let (last, full) = (record.count == 0, record.mask() == u64::MAX);
            if bits == 0 {
                self.high.insert(p, value);
            }
            if last {
                let mex = if full { self.mex(p) } else { record.mask().trailing_ones() };
                self.set(p, mex);
                settled(p, mex);
            }
        }
    }

    /// The mask of a vertex without a label.
    #[inline]
    fn mask(&self, p: u32) -> u64 {
        self.records.get(p as usize).filter(|record| record.count != LABELLED).map_or(0, |record| record.mask())
    }

    /// Does a follower of `p`, which has no label, have this value?
    #[inline]
    pub(super) fn contains(&self, p: u32, value: u32) -> bool {
        if value >= IN_MASK {
            return self.high.contains(p, value);
        }
        self.mask(p) >> value & 1 == 1
    }

    /// The least value that no follower of `p`, which has no label, has.
    #[inline]
    pub(super) fn mex(&self, p: u32) -> u32 {
        match self.mask(p).trailing_ones() {
            IN_MASK => self.high.mex(p),
            mex => mex,
        }
    }

    /// Bytes to be asked for beside 12 a vertex, since this was called before.
    #[inline]
    pub(super) fn charge(&mut self) -> u64 {
        self.high.charge()
    }

    /// All values that followers of `p`, which has no label, have, ascending.
    pub(super) fn list(&self, p: u32) -> Vec<u32> {
        let mask = self.mask(p);
        let low = (0..IN_MASK).filter(|k| mask >> k & 1 == 1);
        low.chain(self.high.list(p)).collect()
    }
}
