//! The values from 64 on that followers of vertices have: few vertices see any, for a value k needs k(k+1)/2 arcs below
//! it.
//!
//! Values come nearly in ascending order, so most sets are "all up to here and a few more":
//!
//! ```text
//! 64 65 66 67 68 · 70 · · 73      full = 69, more = 70 73
//! ```
//!
//! In a complete graph of n vertices lists of all values would take as much memory as the arcs; these take 40 bytes a
//! vertex.

use rustc_hash::FxHashMap;

/// The values that a mask holds.
pub(crate) const IN_MASK: u32 = 64;

/// A set of values from [`IN_MASK`] on.
#[derive(Debug, Clone)]
struct Set {
    /// All from [`IN_MASK`] to below this.
    full: u32,
    /// Greater ones, ascending.
    more: Vec<u32>,
}

/// Bytes of an entry beside its list.
const ENTRY: u64 = 64;

/// So many bytes are asked for at once.
const STEP: u64 = 1 << 16;

/// The sets of those vertices that see such values.
#[derive(Debug, Clone, Default)]
pub(crate) struct High {
    sets: FxHashMap<u32, Set>,
    bytes: u64,
    charged: u64,
}

impl High {
    /// Inserts a value; was it not there?
    pub(crate) fn insert(&mut self, p: u32, value: u32) -> bool {
        let bytes = &mut self.bytes;
        let set = self.sets.entry(p).or_insert_with(|| {
            *bytes += ENTRY;
            Set { full: IN_MASK, more: Vec::new() }
        });
        if value < set.full {
            return false;
        }
        if value == set.full {
            let next = (value + 1..).zip(&set.more).take_while(|&(k, &other)| k == other).count();
            set.full = value + 1 + next as u32;
            set.more.drain(..next);
            *bytes -= 4 * next as u64;
            return true;
        }
        let place = set.more.binary_search(&value);
        if let Err(place) = place {
            set.more.insert(place, value);
            *bytes += 4;
        }
        place.is_err()
    }

    /// Is the value there?
    pub(crate) fn contains(&self, p: u32, value: u32) -> bool {
        self.sets.get(&p).is_some_and(|set| value < set.full || set.more.binary_search(&value).is_ok())
    }

    /// The least value from [`IN_MASK`] on that is not there.
    pub(crate) fn mex(&self, p: u32) -> u32 {
        self.sets.get(&p).map_or(IN_MASK, |set| set.full)
    }

    /// All values, ascending.
    pub(crate) fn list(&self, p: u32) -> impl Iterator<Item = u32> + '_ {
        let set = self.sets.get(&p);
        let full = IN_MASK..set.map_or(IN_MASK, |set| set.full);
        full.chain(set.into_iter().flat_map(|set| set.more.iter().copied()))
    }

    /// Does no vertex see such values?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The mex of a vertex whose mask has this one; its set is not needed any more.
    #[cold]
    pub(crate) fn settle(&mut self, p: u32, mex: u32) -> u32 {
        let mex = if mex == IN_MASK { self.mex(p) } else { mex };
        self.forget(p);
        mex
    }

    /// The vertex has its label, and its set is not needed any more.
    #[inline]
    pub(crate) fn forget(&mut self, p: u32) {
        if !self.sets.is_empty()
            && let Some(set) = self.sets.remove(&p)
        {
            self.bytes -= ENTRY + 4 * set.more.len() as u64;
        }
    }

    /// Bytes to be asked for, since this was called before.
    pub(crate) fn charge(&mut self) -> u64 {
        if self.bytes <= self.charged {
            return 0;
        }
        let more = self.bytes + STEP - self.charged;
        self.charged += more;
        more
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use grundy_core::testing::Random;

    #[test]
    fn sets_are_sets() {
        let mut random = Random::new(4);
        let mut high = High::default();
        let mut plain = vec![BTreeSet::new(); 4];
        for round in 0..4000 {
            let p = random.below(4);
            let value = IN_MASK + random.below(40) as u32;
            let set = &mut plain[p as usize];
            assert_eq!(high.contains(p as u32, value), set.contains(&value), "round {round}");
            assert_eq!(high.insert(p as u32, value), set.insert(value), "round {round}");
            let mex = (IN_MASK..).find(|k| !set.contains(k)).unwrap();
            assert_eq!(high.mex(p as u32), mex, "round {round}");
            assert!(high.list(p as u32).eq(set.iter().copied()), "round {round}");
            if random.below(50) == 0 {
                high.forget(p as u32);
                set.clear();
            }
        }
        (0..4).for_each(|p| high.forget(p));
        assert_eq!(high.bytes, 0);
    }

    #[test]
    fn ascending_values_take_no_list() {
        let mut high = High::default();
        for value in IN_MASK..100_000 {
            high.insert(7, value);
        }
        assert_eq!((high.bytes, high.mex(7)), (ENTRY, 100_000));
        assert!(high.charge() >= ENTRY);
        assert_eq!(high.charge(), 0);
    }
}
