//! What each vertex knows of its followers: how many have no label, and which values the others have.

use rustc_hash::FxHashMap;

use super::NONE;

/// The values that a mask holds.
const IN_MASK: u32 = 64;

/// 16 bytes, so that one arc is one cache miss.
#[derive(Debug, Clone, Copy)]
struct Record {
    mask: u64,
    /// Followers without a label.
    count: u32,
    label: u32,
}

/// For each vertex its label, and a set of values: a mask below 64, sorted lists for the few vertices that see greater
/// ones (a value k needs k(k+1)/2 arcs below it).
#[derive(Debug, Clone)]
pub(super) struct Seen {
    records: Vec<Record>,
    high: FxHashMap<u32, Vec<u32>>,
}

/// What became of a vertex that was told a follower's value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heard {
    /// No follower is without a label any more.
    pub(super) last: bool,
    /// The value was not known.
    pub(super) new: bool,
}

impl Seen {
    /// No labels; as many followers without one as the degrees say.
    pub(super) fn new(degrees: impl IntoIterator<Item = u32>) -> Seen {
        let records = degrees.into_iter().map(|count| Record { mask: 0, count, label: NONE });
        Seen { records: records.collect(), high: FxHashMap::default() }
    }

    /// The label of `p`, or [`NONE`].
    #[inline]
    pub(super) fn label(&self, p: u32) -> u32 {
        self.records.get(p as usize).map_or(NONE, |record| record.label)
    }

    /// All labels in the order of the vertices.
    pub(super) fn labels(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.records.iter().map(|record| record.label)
    }

    /// Labels `p`, unless it has a label.
    #[inline]
    pub(super) fn set(&mut self, p: u32, label: u32) -> bool {
        match self.records.get_mut(p as usize) {
            Some(record) if record.label == NONE => {
                record.label = label;
                true
            }
            _ => false,
        }
    }

    /// How many followers of `p` have no label.
    #[inline]
    pub(super) fn count(&self, p: u32) -> u32 {
        self.records.get(p as usize).map_or(NONE, |record| record.count)
    }

    /// A follower of `p` got this value; `None` if `p` has its label already.
    #[inline]
    pub(super) fn tell(&mut self, p: u32, value: u32) -> Option<Heard> {
        let record = self.records.get_mut(p as usize).filter(|record| record.label == NONE)?;
        record.count -= 1;
        let last = record.count == 0;
        if value < IN_MASK {
            let before = record.mask;
            record.mask |= 1 << value;
            return Some(Heard { last, new: before != record.mask });
        }
        let list = self.high.entry(p).or_default();
        let place = list.binary_search(&value);
        if let Err(place) = place {
            list.insert(place, value);
        }
        Some(Heard { last, new: place.is_err() })
    }

    /// Does a follower of `p` have this value?
    #[inline]
    pub(super) fn contains(&self, p: u32, value: u32) -> bool {
        if value >= IN_MASK {
            return self.high.get(&p).is_some_and(|list| list.binary_search(&value).is_ok());
        }
        self.records.get(p as usize).is_some_and(|record| record.mask >> value & 1 == 1)
    }

    /// The least value that no follower of `p` has.
    #[inline]
    pub(super) fn mex(&self, p: u32) -> u32 {
        match self.records.get(p as usize).map_or(0, |record| record.mask.trailing_ones()) {
            IN_MASK => {
                let list = self.high.get(&p).map_or(&[][..], Vec::as_slice);
                IN_MASK + (IN_MASK..).zip(list).take_while(|&(k, &value)| k == value).count() as u32
            }
            mex => mex,
        }
    }

    /// All values that followers of `p` have, ascending.
    pub(super) fn list(&self, p: u32) -> Vec<u32> {
        let mask = self.records.get(p as usize).map_or(0, |record| record.mask);
        let low = (0..IN_MASK).filter(|k| mask >> k & 1 == 1);
        low.chain(self.high.get(&p).into_iter().flatten().copied()).collect()
    }
}
