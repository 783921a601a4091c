//! What a search for values remembers: exact values for good, excluded values in a small cache.
//!
//! Keys are whole positions. Both tables are open: the place of a key is read off its hash, and a key that is not there is
//! looked for in the places that follow.
//!
//! ```text
//! exact      tags     . . a . f c .   a byte a place: bits of a hash; most keys are not there, and cost no other memory
//!            numbers  . . 1 . 3 2 .   of the entry at a place, read where the tag agrees
//!            entries  7:2 4:1 9:0
//! excluded   5:{0,1} . . 8:{0} .      a new key overwrites the old one
//! ```
//!
//! **Exact values are kept** while the budget lets the table grow. Afterwards a new value takes the place of an old one:
//! what was overwritten is worked out again, so only time is lost.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;

use grundy_core::{Context, Diagnostic};
use rustc_hash::FxHasher;

use super::journal::{Journal, tell};

/// Values are below this: the excluded ones are bits of a word.
pub(super) const VALUES: u64 = 64;

/// The hash of a position.
pub(super) fn hash<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Positions with their exact values.
#[derive(Debug)]
pub(super) struct Exact<P> {
    /// 0: free; else bits of the hash.
    tags: Vec<u8>,
    /// The number of the entry at each place.
    numbers: Vec<u32>,
    /// How many places are not free: those of entries, and of what entries were before.
    taken: usize,
    /// The entries, in the order in which they came.
    keys: Vec<P>,
    values: Vec<u8>,
    /// The entry that is overwritten next, where the table was refused room.
    oldest: Option<usize>,
    /// Is told what is new.
    pub(super) journal: Option<Box<dyn Journal<P>>>,
}

impl<P: Clone + Eq + Hash> Exact<P> {
    pub(super) fn new() -> Self {
        let places = 1 << 7;
        let (tags, numbers) = (vec![0; places], vec![0; places]);
        Exact { tags, numbers, taken: 0, keys: Vec::new(), values: Vec::new(), oldest: None, journal: None }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The bits of a hash that stand at its place: others than those that tell the place.
    #[inline]
    fn tag(hash: u64) -> u8 {
        ((hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).max(1)
    }

    /// The entry of this position, or the place where it would stand.
    #[inline]
    fn find(&self, hash: u64, position: &P) -> Result<usize, usize> {
        let mask = self.tags.len() - 1;
        let (mut at, tag) = (hash as usize & mask, Self::tag(hash));
        loop {
            let other = self.tags[at];
            if other == 0 {
                return Err(at);
            }
            if other == tag {
                let entry = self.numbers[at] as usize;
                if self.keys[entry] == *position {
                    return Ok(entry);
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    pub(super) fn get(&self, hash: u64, position: &P) -> Option<u8> {
        self.find(hash, position).ok().map(|entry| self.values[entry])
    }

    /// All positions with their values, in the order in which they came as long as none was overwritten.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&P, u8)> {
        self.keys.iter().zip(self.values.iter().copied())
    }

    /// Takes in what a search found, and tells the journal.
    pub(super) fn insert(&mut self, position: &P, value: u8, cx: &Context) -> Result<(), Diagnostic> {
        if self.learn(position, value, cx) {
            return tell(&mut self.journal, position, value.into());
        }
        Ok(())
    }

    /// Takes in what is known. Is it new?
    pub(super) fn learn(&mut self, position: &P, value: u8, cx: &Context) -> bool {
        let hash = hash(position);
        if let Ok(entry) = self.find(hash, position) {
            self.values[entry] = value;
            return false;
        }
        if self.oldest.is_none() && 2 * (self.keys.len() + 1) > self.tags.len() {
            self.grow(cx);
        }
        // what was overwritten leaves its places behind
        if 4 * self.taken >= 3 * self.tags.len() {
            self.place_all();
        }
        let entry = match &mut self.oldest {
            None => {
                self.keys.push(position.clone());
                self.values.push(value);
                self.keys.len() - 1
            }
            Some(oldest) => {
                let entry = *oldest;
                *oldest = (entry + 1) % self.keys.len();
                (self.keys[entry], self.values[entry]) = (position.clone(), value);
                entry
            }
        };
        self.place(hash, entry);
        true
    }

    fn place(&mut self, hash: u64, entry: usize) {
        let mask = self.tags.len() - 1;
        let mut at = hash as usize & mask;
        while self.tags[at] != 0 {
            at = (at + 1) & mask;
        }
        (self.tags[at], self.numbers[at]) = (Self::tag(hash), entry as u32);
        self.taken += 1;
    }

    fn place_all(&mut self) {
        self.tags.fill(0);
        self.taken = 0;
        for entry in 0..self.keys.len() {
            self.place(hash(&self.keys[entry]), entry);
        }
    }

    fn grow(&mut self, cx: &Context) {
        let entry = (size_of::<P>() + 1) as u64;
        let bytes = |places: usize| places as u64 * (5 + entry / 2);
        let (old, new) = (self.tags.len(), 2 * self.tags.len());
        // both are held while the one is copied to the other; the number of an entry has 32 bits
        if new as u64 > 1 << 32 || cx.reserve(bytes(new)).is_err() {
            self.oldest = Some(0);
            return;
        }
        (self.tags, self.numbers) = (vec![0; new], vec![0; new]);
        let more = new / 2 - self.keys.len();
        self.keys.reserve_exact(more);
        self.values.reserve_exact(more);
        self.place_all();
        cx.release(bytes(old));
    }

    /// Another question may allow more.
    pub(super) fn may_grow(&mut self) {
        self.oldest = None;
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
        let (old, wanted) = (self.slots.len(), (16 * values).next_power_of_two().clamp(1 << 6, 1 << 14));
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
