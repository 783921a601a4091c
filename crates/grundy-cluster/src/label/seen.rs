//! Which values the followers of each vertex have.

use rustc_hash::FxHashMap;

/// The values that a mask holds.
const IN_MASK: u32 = 64;

/// For each vertex a set of values: a mask below 64, sorted lists for the few vertices that see greater ones (a value k
/// needs k(k+1)/2 arcs below it). 8 bytes a vertex.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    masks: Vec<u64>,
    high: FxHashMap<u32, Vec<u32>>,
}

impl Seen {
    /// Nothing seen by any vertex.
    pub(super) fn new(vertices: usize) -> Seen {
        Seen { masks: vec![0; vertices], high: FxHashMap::default() }
    }

    /// A follower of `p` has this value. Was that new?
    #[inline]
    pub(super) fn insert(&mut self, p: u32, value: u32) -> bool {
        if value >= IN_MASK {
            let list = self.high.entry(p).or_default();
            let place = list.binary_search(&value);
            if let Err(place) = place {
                list.insert(place, value);
            }
            return place.is_err();
        }
        let Some(mask) = self.masks.get_mut(p as usize) else { return false };
        let before = *mask;
        *mask |= 1 << value;
        before != *mask
    }

    /// Does a follower of `p` have this value?
    #[inline]
    pub(super) fn contains(&self, p: u32, value: u32) -> bool {
        if value >= IN_MASK {
            return self.high.get(&p).is_some_and(|list| list.binary_search(&value).is_ok());
        }
        self.masks.get(p as usize).is_some_and(|mask| mask >> value & 1 == 1)
    }

    /// The least value that no follower of `p` has.
    #[inline]
    pub(super) fn mex(&self, p: u32) -> u32 {
        match self.masks.get(p as usize).map_or(0, |mask| mask.trailing_ones()) {
            IN_MASK => {
                let list = self.high.get(&p).map_or(&[][..], Vec::as_slice);
                IN_MASK + (IN_MASK..).zip(list).take_while(|&(k, &value)| k == value).count() as u32
            }
            mex => mex,
        }
    }

    /// All values, ascending.
    pub(super) fn list(&self, p: u32) -> Vec<u32> {
        let mask = self.masks.get(p as usize).copied().unwrap_or(0);
        let low = (0..IN_MASK).filter(|k| mask >> k & 1 == 1);
        low.chain(self.high.get(&p).into_iter().flatten().copied()).collect()
    }
}
