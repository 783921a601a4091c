//! What a search for values remembers: exact values for good, excluded values in a small cache.
//!
//! Keys are whole positions. Both tables are open: the place of a key is read off its hash, and a key that is not there is
//! looked for in the places that follow.
//!
//! ```text
//! exact      . . 7:2 . 9:0 4:1 .     one line of memory is touched for most keys
//! excluded   5:{0,1} . . 8:{0} .     a new key overwrites the old one
//! ```
//!
//! **Exact values are kept** while the budget lets the table grow. Afterwards a new value takes the place of an old one:
//! what was overwritten is worked out again, so only time is lost.

use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::num::{NonZeroU8, NonZeroU64};

use grundy_core::Context;
use rustc_hash::FxHasher;

/// The hash of a position.
pub(super) fn hash<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Positions with their exact values.
#[derive(Debug)]
pub(super) struct Exact<P> {
    /// One more than the value: a place that is free takes no further room.
    slots: Vec<Option<(P, NonZeroU8)>>,
    filled: usize,
    /// Was the table refused room?
    full: bool,
}

/// A new value overwrites another one where so many places are taken in a row.
const ROW: usize = 8;

impl<P: Clone + Eq + Hash> Exact<P> {
    pub(super) fn new() -> Self {
        Exact { slots: vec![None; 1 << 6], filled: 0, full: false }
    }

    pub(super) fn len(&self) -> usize {
        self.filled
    }

    /// Reads the place of this hash, so that it is near when the position is asked for.
    #[inline]
    pub(super) fn touch(&self, hash: u64) {
        black_box(self.slots[hash as usize & (self.slots.len() - 1)].is_some());
    }

    #[inline]
    pub(super) fn get(&self, hash: u64, position: &P) -> Option<u8> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some((key, value)) = &self.slots[at] {
            if key == position {
                return Some(value.get() - 1);
            }
            at = (at + 1) & mask;
        }
        None
    }

    pub(super) fn insert(&mut self, position: &P, value: u8, cx: &Context) {
        let value = NonZeroU8::MIN.saturating_add(value);
        // a place that is free ends every search
        if !self.full && self.filled * 4 >= self.slots.len() * 3 {
            self.grow(cx);
        }
        let mask = self.slots.len() - 1;
        let home = hash(position) as usize & mask;
        let mut at = home;
        while let Some((key, known)) = &mut self.slots[at] {
            if key == position {
                *known = value;
                return;
            }
            at = (at + 1) & mask;
            if self.full && (at.wrapping_sub(home) & mask >= ROW || self.filled * 8 >= self.slots.len() * 7) {
                self.slots[home] = Some((position.clone(), value));
                return;
            }
        }
        self.slots[at] = Some((position.clone(), value));
        self.filled += 1;
    }

    fn grow(&mut self, cx: &Context) {
        let bytes = |slots: usize| (slots * size_of::<Option<(P, NonZeroU8)>>()) as u64;
        let (old, new) = (self.slots.len(), 2 * self.slots.len());
        // both are held while the one is copied to the other
        if cx.reserve(bytes(new)).is_err() {
            self.full = true;
            return;
        }
        for (key, value) in std::mem::replace(&mut self.slots, vec![None; new]).into_iter().flatten() {
            let mut at = hash(&key) as usize & (new - 1);
            while self.slots[at].is_some() {
                at = (at + 1) & (new - 1);
            }
            self.slots[at] = Some((key, value));
        }
        cx.release(bytes(old));
    }

    /// Another question may allow more.
    pub(super) fn may_grow(&mut self) {
        self.full = false;
    }
}

/// Positions with values that they are known not to have, as bits.
#[derive(Debug)]
pub(super) struct Excluded<P> {
    slots: Vec<Option<(P, NonZeroU64)>>,
}

impl<P: Clone + Eq + Hash> Excluded<P> {
    pub(super) fn new() -> Self {
        Excluded { slots: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&self, hash: u64, position: &P) -> u64 {
        match self.slots.get(hash as usize & self.slots.len().wrapping_sub(1)) {
            Some(Some((key, excluded))) if key == position => excluded.get(),
            _ => 0,
        }
    }

    /// `values`: how many exact values are kept.
    pub(super) fn insert(&mut self, position: &P, excluded: u64, values: usize, cx: &Context) {
        let Some(excluded) = NonZeroU64::new(excluded) else { return };
        // some sixteen components are opened for each whose value is found
        let (old, wanted) = (self.slots.len(), (16 * values).next_power_of_two().clamp(1 << 6, 1 << 20));
        let bytes = ((2 * old).max(1 << 6) * size_of::<Option<(P, NonZeroU64)>>()) as u64;
        if old < wanted && (old == 0 || cx.reserve(bytes).is_ok()) {
            let slots = vec![None; (2 * old).max(1 << 6)];
            let before = std::mem::replace(&mut self.slots, slots);
            before.into_iter().flatten().for_each(|(key, excluded)| self.put(key, excluded));
        }
        self.put(position.clone(), excluded);
    }

    fn put(&mut self, position: P, excluded: NonZeroU64) {
        let at = hash(&position) as usize & (self.slots.len() - 1);
        self.slots[at] = Some((position, excluded));
    }
}
