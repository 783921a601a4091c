//! Values from 64 on, for the few vertices that see such.
//!
//! A value k needs k(k+1)/2 arcs below it, so most graphs never have one; the sets of smaller values are masks of 64
//! bits in the records of the engines.

use rustc_hash::FxHashMap;

use grundy_core::{Context, Stopped};

/// The values that a mask holds.
pub(crate) const IN_MASK: u32 = 64;

/// For some vertices the sorted list of their followers' values from [`IN_MASK`] on.
#[derive(Debug, Clone, Default)]
pub(crate) struct High {
    lists: FxHashMap<u32, Vec<u32>>,
}

impl High {
    /// A follower of `p` has this value.
    pub(crate) fn insert(&mut self, p: u32, value: u32, cx: &Context) -> Result<(), Stopped> {
        let list = self.lists.entry(p).or_default();
        // values come mostly in ascending order
        if list.last().is_none_or(|&last| last < value) {
            cx.reserve(4)?;
            list.push(value);
        } else if let Err(place) = list.binary_search(&value) {
            cx.reserve(4)?;
            list.insert(place, value);
        }
        Ok(())
    }

    /// Does a follower of `p` have this value?
    pub(crate) fn contains(&self, p: u32, value: u32) -> bool {
        self.lists.get(&p).is_some_and(|list| list.binary_search(&value).is_ok())
    }

    /// The least value from [`IN_MASK`] on that no follower of `p` has.
    pub(crate) fn mex(&self, p: u32) -> u32 {
        let list = self.list(p);
        IN_MASK + (IN_MASK..).zip(list).take_while(|&(k, &value)| k == value).count() as u32
    }

    /// The values, ascending.
    pub(crate) fn list(&self, p: u32) -> &[u32] {
        self.lists.get(&p).map_or(&[], Vec::as_slice)
    }

    /// Forgets a vertex that has its label.
    pub(crate) fn forget(&mut self, p: u32, cx: &Context) {
        if let Some(list) = self.lists.remove(&p) {
            cx.release(4 * list.len() as u64);
        }
    }
}
