//! Windows of codes that were saved on the way, to be met again.
//!
//! Which windows are saved is decided by what is in them: a key is computed from a few codes, and windows whose key
//! begins with many zero bits are saved. So when the sequence repeats, the window that was saved in one period is
//! looked up in the next, whatever the period is. As the sequence grows, more zero bits are asked for, and about the
//! same number of windows is kept. A sequence whose keys are few (a short period) may never be caught so; every now and
//! then a window is saved whatever its key, and the last codes of the newest such *snapshots* are looked for at every
//! heap. A key is no proof: windows are compared code by code.

use rustc_hash::FxHashMap;

use super::simd::Lane;

/// So many codes before a heap decide its key.
pub(super) const CONTEXT: usize = 64;
/// The codes from `OLDEST`, from `OLDER` on, and the last eight of them are looked at.
const OLDEST: usize = 0;
const OLDER: usize = 32;
/// A key begins with at least so many zero bits to be saved at first.
const FIRST_LEVEL: u32 = 8;
/// Windows are kept at least, and at most.
const COUNTS: (usize, usize) = (8, 4096);
/// Bytes of windows that are kept.
const ROOM: usize = 12 << 20;
/// Snapshots are taken when the sequence has grown by this share, but not closer together than `closest`.
const SHARE: u64 = 24;
/// A window whose key is known is saved again when the sequence has grown by this share.
const AGAIN: u64 = 64;

/// A saved window: the codes before heap `at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: u64,
    /// Snapshots have the key 0.
    pub(super) key: u64,
}

/// Windows in the order of their heaps.
#[derive(Debug, Clone)]
pub(super) struct Marks<L> {
    /// Codes a window.
    pub(super) size: usize,
    pub(super) marks: Vec<Mark>,
    pub(super) codes: Vec<L>,
    places: FxHashMap<u64, usize>,
    pub(super) level: u32,
    /// Two snapshots that are looked for: the newest, and an older one that stays until the sequence has grown by half.
    pub(super) newest: u64,
    pub(super) older: u64,
    patterns: [u64; 2],
    pub(super) closest: u64,
}

/// The last eight codes, and a key of these and sixteen before them.
#[inline]
fn look<L: Lane>(codes: &[L], end: usize) -> (u64, u64) {
    let eight = |end: usize| match L::bytes(&codes[end - 8..end]).and_then(|b| b.first_chunk::<8>()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => codes[end - 8..end].iter().fold(0u64, |x, c| x.rotate_left(8) ^ c.get() as u64),
    };
    let last = eight(end);
    (last, mix(last, eight(end - CONTEXT + OLDER - OLDEST + 8), eight(end - CONTEXT + 8)))
}

/// The key of three times eight codes. It begins with zero bits as often as a random number.
#[inline]
fn mix(last: u64, older: u64, oldest: u64) -> u64 {
    (last ^ older.rotate_left(17) ^ oldest.rotate_left(41)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<L: Lane> Marks<L> {
    pub(super) fn new(size: usize, closest: u64) -> Self {
        Marks {
            size: size.max(CONTEXT),
            marks: Vec::new(),
            codes: Vec::new(),
            places: FxHashMap::default(),
            level: FIRST_LEVEL,
            newest: 0,
            older: 0,
            patterns: [0; 2],
            closest,
        }
    }

    /// The most windows of this size that are kept.
    pub(super) fn most(size: usize) -> usize {
        (ROOM / (size.max(CONTEXT) * size_of::<L>())).clamp(COUNTS.0, COUNTS.1)
    }

    /// Bytes that windows of this size may take together.
    pub(super) fn bytes(size: usize) -> u64 {
        ((Self::most(size) + 1) * (size.max(CONTEXT) * size_of::<L>() + 64)) as u64
    }

    pub(super) fn window(&self, i: usize) -> &[L] {
        &self.codes[i * self.size..(i + 1) * self.size]
    }

    /// The window saved before heap `at`.
    fn place_of(&self, at: u64) -> Option<usize> {
        self.marks.binary_search_by_key(&at, |m| m.at).ok()
    }

    /// Saves the window that ends before index `end`, which is heap `at`.
    fn save(&mut self, codes: &[L], end: usize, at: u64, key: u64) {
        if self.marks.last().is_some_and(|m| m.at >= at) {
            return;
        }
        if self.marks.len() >= Self::most(self.size) {
            self.thin();
        }
        if key != 0 {
            self.places.insert(key, self.marks.len());
        }
        self.marks.push(Mark { at, key });
        self.codes.extend_from_slice(&codes[end - self.size..end]);
    }

    /// Keeps fewer: the first, the snapshots that are looked for, and of the others those with more zero bits.
    fn thin(&mut self) {
        let most = Self::most(self.size);
        self.level += 1;
        let level = self.level;
        let (newest, older) = (self.newest, self.older);
        self.retain(|i, m| i == 0 || m.at == newest || m.at == older || m.key == 0 || m.key.leading_zeros() >= level);
        if self.marks.len() > most - most / 4 {
            self.retain(|i, m| i % 2 == 0 || m.at == newest || m.at == older);
        }
    }

    fn retain(&mut self, keep: impl Fn(usize, &Mark) -> bool) {
        let size = self.size;
        let mut to = 0;
        for i in 0..self.marks.len() {
            if keep(i, &self.marks[i]) {
                self.marks[to] = self.marks[i];
                self.codes.copy_within(i * size..(i + 1) * size, to * size);
                to += 1;
            }
        }
        self.marks.truncate(to);
        self.codes.truncate(to * size);
        self.index();
    }

    /// Rebuilds what follows from the marks.
    pub(super) fn index(&mut self) {
        self.places = self.marks.iter().enumerate().filter(|(_, m)| m.key != 0).map(|(i, m)| (m.key, i)).collect();
        let pattern = |at: u64| {
            let window = self.place_of(at).map(|i| self.window(i));
            window.map_or(0, |w| look(w, w.len()).0)
        };
        self.patterns = [pattern(self.newest), pattern(self.older)];
    }

    /// Forgets the windows before heaps that `bad` tells.
    pub(super) fn purge(&mut self, bad: impl Fn(u64) -> bool) {
        if self.marks.iter().any(|m| bad(m.at)) {
            self.retain(|_, m| !bad(m.at));
        }
    }

    /// Forgets all windows, and goes on with windows of another size.
    pub(super) fn restart(&mut self, size: usize) {
        *self = Marks { level: self.level, ..Marks::new(size, self.closest) };
    }

    /// Saves the window before heap `at`, whatever its key.
    pub(super) fn snapshot(&mut self, codes: &[L], end: usize, at: u64) {
        self.save(codes, end, at, 0);
        self.newest = at;
        if at >= self.older + self.older / 2 {
            self.older = at;
        }
        self.index();
    }

    /// Looks at the heaps `heap + 1` … whose indices follow `start`, and saves windows. Returns the first heap before
    /// which a window stands that was saved before, with the heap of that one; `admits` may refuse.
    pub(super) fn scan(
        &mut self,
        codes: &[L],
        start: usize,
        heap: u64,
        mut admits: impl FnMut(u64, u64) -> bool,
    ) -> Option<(u64, u64)> {
        let mut end = start;
        loop {
            let snapshot = self.newest + (self.newest / SHARE).max(self.closest);
            // heap `heap` has the index `start`
            let until = codes.len().min(start + usize::try_from(snapshot.saturating_sub(heap)).unwrap_or(usize::MAX));
            end = self.next(codes, end, until.max(end + 1));
            if end > codes.len() {
                return None;
            }
            let at = heap + (end - start) as u64;
            let (last, key) = look(codes, end);
            if last == self.patterns[0] || last == self.patterns[1] {
                for old in [self.newest, self.older] {
                    if old < at
                        && let Some(i) = self.place_of(old)
                        && self.is_again(i, codes, end)
                        && admits(old, at)
                    {
                        return Some((old, at));
                    }
                }
            }
            if key.leading_zeros() >= self.level && key != 0 {
                let before = self.places.get(&key).copied();
                if let Some(i) = before
                    && self.is_again(i, codes, end)
                    && admits(self.marks[i].at, at)
                {
                    return Some((self.marks[i].at, at));
                }
                if before.is_none_or(|i| at - self.marks[i].at > (at / AGAIN).max(self.closest / 4)) {
                    self.save(codes, end, at, key);
                }
            }
            if at >= snapshot {
                self.snapshot(codes, end, at);
            }
        }
    }

    /// The next index after `end` that is to be looked at closely: `until`, or one before with a key or a pattern.
    fn next(&self, codes: &[L], end: usize, until: usize) -> usize {
        let until = until.min(codes.len() + 1);
        let limit = u64::MAX >> self.level;
        let [p, q] = self.patterns;
        let found = |(last, key): (u64, u64)| key <= limit || last == p || last == q;
        let last = until.saturating_sub(1);
        if let Some(bytes) = L::bytes(&codes[end + 1 - CONTEXT..last]) {
            let eights = || bytes.windows(8).map(|w| w.first_chunk::<8>().map_or(0, |b| u64::from_le_bytes(*b)));
            // as `look` has them for the indices end + 1, end + 2, …
            let keys = eights().zip(eights().skip(OLDER - OLDEST)).zip(eights().skip(CONTEXT - 8));
            let mut keys = keys.map(|((c, b), a)| (a, mix(a, b, c)));
            return keys.position(found).map_or(until, |i| end + 1 + i);
        }
        (end + 1..until).find(|&i| found(look(codes, i))).unwrap_or(until)
    }

    /// Is window i that before index `end`?
    fn is_again(&self, i: usize, codes: &[L], end: usize) -> bool {
        let (old, new) = (self.window(i), &codes[end - self.size..end]);
        // most windows that end alike differ not far before
        let near = self.size - (self.size / 2).min(512);
        old[near..] == new[near..] && old == new
    }
}
