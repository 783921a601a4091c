//! Long sequences of take-and-break codes with at most two parts, every value computed from the rule.
//!
//! Officers, `0.6`: take one, leave one heap or two. Its values 0 0 1 2 0 1 2 3 1 2 3 4 … are computed pair by pair at
//! first (`dense`). Then a mask is looked for under which almost all values are common (`space`: for `0.6` it is
//! 1 1110 1110₂, and 1583 heaps are rare); from there a value costs two passes over short lists instead of one over all
//! pairs (`sparse`), 64 heaps at a time (`block`, `simd`). Where there is no such mask, as for `0.007`, it goes on pair
//! by pair.
//!
//! A search for a period need not keep the sequence: once the rares are quiet it goes on with the first and the last
//! heaps only (`stream`), saves windows on the way (`marks`), and proves the period by one that comes back (`returning_window`).
//! What it may still want of the values in between is computed again (`cursor`).
//!
//! Cost: about 0.2 ns for each rare heap and value; one byte a value, or some megabytes.

mod block;
mod choose;
mod cursor;
mod dense;
mod known;
mod lists;
mod marks;
mod period_search;
mod pipeline;
mod rares;
mod returning_window;
mod saved;
mod scan;
mod search;
mod shape;
mod simd;
mod space;
mod sparse;
mod stream;
mod witness;

use grundy_core::context::{Context, Spent, Stopped};

use crate::code::Code;

pub use period_search::PeriodSearch;
pub use returning_window::{Progress, ReturningWindow, SPARSE_WINDOW};
pub use search::Repetition;

use dense::Dense;
use shape::Shape;
use simd::Path;
use space::Space;
use sparse::{Sparse, Step};

/// No mask is looked for below so many values.
const FIRST: usize = 2048;
/// See `HeapSequence::pairs`.
const PAIRS: usize = 1 << 16;
/// The share of rares with which a mask is used.
const SPARSE: f64 = 0.05;
/// Heaps beyond this are not stored.
const MOST: u64 = 1 << 31;

/// Values of the heaps 0, 1, 2, … of a code, as far as they were asked for.
#[derive(Debug, Clone)]
pub struct HeapSequence {
    shape: Shape,
    state: State,
    path: Path,
    /// A mask is looked for at so many values.
    look: usize,
    /// Below so many values pairs are fast enough, unless the rares have stopped early.
    pairs: usize,
    /// So many rares were known at the last look.
    rares: usize,
    reserved: u64,
    threads: usize,
    /// So many heaps are worth a second thread.
    worth: usize,
}

#[derive(Debug, Clone)]
enum State {
    Bytes(Dense<u8>),
    Words(Dense<u16>),
    SparseBytes(Box<Sparse<u8>>),
    SparseWords(Box<Sparse<u16>>),
}

/// How a sequence was computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// `pairs`, or `sparse space` with the vector instructions in use.
    pub engine: String,
    /// Mask of the sparse space, if one is used.
    pub mask: Option<u64>,
    /// Does the parity of the heap count in the classes?
    pub position: bool,
    /// Rare heaps.
    pub rares: u64,
    /// The largest rare heap.
    pub last_rare: u64,
    /// Partners that are marked, partners that are compared, witnesses that are marked, that are compared, rounds.
    pub lists: [usize; 5],
    /// Heaps in blocks, heaps computed alone, searches for a witness, heaps whose comparison did not suffice.
    pub counts: [u64; 4],
}

/// Classes of values: a value is *rare* where the number of bits that it has in common with the mask is even, and common
/// else. The xor of two common values is rare, so where few heaps have rare values most options of a heap are rare, and its own
/// value is common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SparseSpace {
    /// The mask.
    pub mask: u64,
    /// Where the heap counts as well: the remainder by 2 of the heaps whose rare values have an even number of these bits. At the
    /// other heaps those with an odd number are rare.
    pub parity: Option<u64>,
    /// So many of the heaps from 1 on have a rare value: that of heap 0 says nothing …
    pub rares: u64,
    /// … and this is the last of them.
    pub last_rare: u64,
    /// So many heaps were looked at, from heap 0 on.
    pub heaps: u64,
}

impl HeapSequence {
    /// The sparse space in which the values lie so far, if one was found that is of use.
    ///
    /// ```
    /// use grundy_core::Context;
    /// use grundy_sequence::code::{Code, Modifier};
    /// use grundy_sequence::heap::HeapSequence;
    ///
    /// let grundys = Code::octal(4, [0]).with_modifier(Modifier::Unequal);
    /// let mut values = HeapSequence::new(&grundys).expect("two parts");
    /// values.extend_to(100_000, &Context::default())?;
    /// let space = values.sparse_space().expect("its mask is 254");
    /// assert_eq!((space.mask, space.rares, space.last_rare), (254, 1273, 82_860));
    /// # Ok::<(), grundy_core::Stopped>(())
    /// ```
    #[must_use]
    pub fn sparse_space(&self) -> Option<SparseSpace> {
        let parity = match &self.state {
            State::Bytes(_) | State::Words(_) => return None,
            State::SparseBytes(s) => s.space.parity,
            State::SparseWords(s) => s.space.parity,
        };
        let Statistics { mask, position, rares, last_rare, .. } = self.statistics();
        let parity = position.then_some(parity as u64 % 2);
        Some(SparseSpace { mask: mask?, parity, rares, last_rare, heaps: self.len() })
    }

    /// For this code. `None`: three parts or more that may differ, digits that repeat, or nothing splits in two that may
    /// differ.
    #[must_use]
    pub fn new(code: &Code) -> Option<Self> {
        let shape = Shape::of(code)?;
        let path = Path::best();
        let state = State::Bytes(Dense::new(path));
        Some(HeapSequence {
            shape,
            state,
            path,
            look: FIRST,
            pairs: PAIRS,
            rares: 0,
            reserved: 0,
            threads: 1,
            worth: pipeline::LEAST,
        })
    }

    /// Works with so many threads at least, whatever the context says: 1, as at first, or 2; more are not used. The
    /// values are the same.
    ///
    /// The second thread has its own copy of the values, one byte each.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    #[cfg(test)]
    fn with_path(mut self, path: Path) -> Self {
        self.path = path;
        self.state = State::Bytes(Dense::new(path));
        self
    }

    /// How many values are known.
    #[must_use]
    pub fn len(&self) -> u64 {
        let size = match &self.state {
            State::Bytes(d) => d.values.len(),
            State::Words(d) => d.values.len(),
            State::SparseBytes(s) => s.codes.len(),
            State::SparseWords(s) => s.codes.len(),
        };
        size as u64
    }

    /// Is no value known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn at(&self, n: usize) -> usize {
        match &self.state {
            State::Bytes(d) => usize::from(d.values[n]),
            State::Words(d) => usize::from(d.values[n]),
            State::SparseBytes(s) => s.value(n),
            State::SparseWords(s) => s.value(n),
        }
    }

    /// The value of heap `n`, if it is known.
    #[must_use]
    pub fn value(&self, n: u64) -> Option<u32> {
        (n < self.len()).then(|| self.at(n as usize) as u32)
    }

    /// The known values from heap 0 on.
    pub fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.values_from(0)
    }

    /// The known values from heap `first` on.
    pub fn values_from(&self, first: u64) -> impl Iterator<Item = u32> + '_ {
        (first..self.len()).map(|n| self.at(n as usize) as u32)
    }

    /// Puts the values of the heaps from `first` on behind `out`, at most so many.
    pub fn copy(&self, first: u64, most: usize, out: &mut Vec<u64>) {
        let first = usize::try_from(first.min(self.len())).unwrap_or(0);
        let end = first.saturating_add(most).min(self.len() as usize);
        match &self.state {
            State::Bytes(d) => out.extend(d.values[first..end].iter().map(|&v| u64::from(v))),
            State::Words(d) => out.extend(d.values[first..end].iter().map(|&v| u64::from(v))),
            State::SparseBytes(s) => out.extend((first..end).map(|n| s.value(n) as u64)),
            State::SparseWords(s) => out.extend((first..end).map(|n| s.value(n) as u64)),
        }
    }

    /// A number for the first `size` values (as many as are known), the same whatever computed them: FNV-1a over the
    /// values as four bytes each, the lowest first.
    #[must_use]
    pub fn sequence_hash(&self, size: u64) -> u64 {
        sequence_hash(self.values().take(usize::try_from(size).unwrap_or(usize::MAX)))
    }

    /// What computed the values.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        match &self.state {
            State::Bytes(_) | State::Words(_) => Statistics {
                engine: format!("pairs, {}", self.path.name()),
                mask: None,
                position: false,
                rares: 0,
                last_rare: 0,
                lists: [0; 5],
                counts: [0; 4],
            },
            State::SparseBytes(s) => self.sparse_statistics(s),
            State::SparseWords(s) => self.sparse_statistics(s),
        }
    }

    fn sparse_statistics<L>(&self, s: &Sparse<L>) -> Statistics {
        let counts = s.lists.counts;
        Statistics {
            engine: format!("sparse space, {}", self.path.name()),
            mask: Some(s.space.mask as u64),
            position: s.space.position,
            rares: s.rares.heaps.len() as u64,
            last_rare: s.rares.last() as u64,
            lists: [
                s.lists.strong.len(),
                s.lists.weak.len(),
                s.witnesses.probes.len(),
                s.witnesses.seconds.len(),
                s.witnesses.rounds,
            ],
            counts: [counts.lanes, counts.alone, s.witnesses.searches, counts.weak],
        }
    }

    /// Takes over the values of the next heaps. They are believed: they must be those of this code.
    ///
    /// A linear pass: the mask and the rare heaps are found again from the values.
    ///
    /// # Errors
    /// When the memory budget does not allow it, or a value has more than 16 bits.
    pub fn preload(&mut self, values: impl IntoIterator<Item = u64>, cx: &Context) -> Result<(), Stopped> {
        for v in values {
            let n = self.len();
            if n >= MOST {
                return Err(cx.engine_limit(Spent::Memory, format!("more than {MOST} values stored")));
            }
            self.make_room(cx)?;
            if n as usize >= self.look {
                self.look_for_space();
                self.look = (n + n / 4) as usize;
            }
            let v = usize::try_from(v).unwrap_or(usize::MAX);
            loop {
                let fits = match &mut self.state {
                    State::Bytes(d) => d.take_over(v),
                    State::Words(d) => d.take_over(v),
                    State::SparseBytes(s) => s.take_over(v),
                    State::SparseWords(s) => s.take_over(v),
                };
                if fits {
                    break;
                }
                if !self.widen() {
                    return Err(cx.engine_limit(Spent::Memory, "values of more than 16 bits"));
                }
            }
        }
        Ok(())
    }

    /// Asks for memory as the values grow.
    fn make_room(&mut self, cx: &Context) -> Result<(), Stopped> {
        let n = self.len();
        if n * 2 >= self.reserved {
            let more = n.max(1 << 12) * self.bytes();
            cx.reserve(more)?;
            self.reserved = n * 4 + (1 << 13);
        }
        Ok(())
    }

    /// Computes the values of the heaps below `size`.
    ///
    /// # Errors
    /// When the budget is spent or the work was cancelled: what was computed is kept. Also where values or heaps grow
    /// beyond what is stored here (65 536 and 2³¹).
    pub fn extend_to(&mut self, size: u64, cx: &Context) -> Result<(), Stopped> {
        self.extend_toward(size, size, cx)
    }

    /// The same as a step of a longer way: progress is told toward `goal`.
    ///
    /// # Errors
    /// As [`HeapSequence::extend_to`].
    pub fn extend_toward(&mut self, size: u64, goal: u64, cx: &Context) -> Result<(), Stopped> {
        if size > MOST {
            return Err(cx.engine_limit(Spent::Memory, format!("{size} values stored")));
        }
        match &mut self.state {
            State::Bytes(_) | State::Words(_) => {}
            State::SparseBytes(s) => s.settle(),
            State::SparseWords(s) => s.settle(),
        }
        let size = size as usize;
        let mut reported = self.len() as usize;
        while (self.len() as usize) < size {
            let n = self.len() as usize;
            if n >= self.look {
                self.look_for_space();
                self.look = n + n / 4;
            }
            self.make_room(cx)?;
            if n >= reported + (1 << 16) {
                reported = n;
                cx.progress(n as u64, Some(goal));
            }
            let until = size.min(self.look);
            let splits = self.shape.splits.len() as u64;
            let fits = match &mut self.state {
                State::Bytes(d) => {
                    cx.tick(4 + n as u64 / 128 * splits)?;
                    d.step(&self.shape)
                }
                State::Words(d) => {
                    cx.tick(4 + n as u64 / 64 * splits)?;
                    d.step(&self.shape)
                }
                State::SparseBytes(s) => {
                    if s.lists.are_old(n) {
                        s.choose();
                    }
                    let until = until.min(n + (n / 8).max(1 << 20));
                    let quiet = n > 2 * s.rares.last() || cfg!(test);
                    let threads = self.threads.max(cx.threads());
                    // the second thread copies the values
                    if threads > 1 && until >= n + self.worth && quiet && cx.reserve(until as u64).is_ok() {
                        let step = s.run_two(until, cx);
                        cx.release(until as u64);
                        step? != Step::Wide
                    } else {
                        let step = s.block(until);
                        cx.tick((s.codes.len() - n) as u64 * (1 + s.rares.heaps.len() as u64 / 4))?;
                        step != Step::Wide
                    }
                }
                State::SparseWords(s) => {
                    cx.tick(1 + s.rares.heaps.len() as u64)?;
                    s.step() != Step::Wide
                }
            };
            if !fits && !self.widen() {
                return Err(cx.engine_limit(Spent::Memory, "values of more than 16 bits"));
            }
        }
        Ok(())
    }

    /// About the steps to `size` values, as [`Context::tick`] will count them.
    #[must_use]
    pub fn predict(&self, size: u64) -> u64 {
        let more = size.saturating_sub(self.len());
        let pairs = size / 128 * self.shape.splits.len() as u64;
        let each = match &self.state {
            State::Bytes(_) => 4 + pairs / 2,
            State::Words(_) => 4 + pairs,
            State::SparseBytes(s) => 1 + s.rares.heaps.len() as u64 / 4,
            State::SparseWords(s) => 1 + s.rares.heaps.len() as u64,
        };
        more.saturating_mul(each)
    }

    fn bytes(&self) -> u64 {
        match &self.state {
            State::Bytes(_) | State::SparseWords(_) => 2,
            State::Words(_) => 4,
            State::SparseBytes(_) => 1,
        }
    }

    /// Goes on with two bytes a value.
    fn widen(&mut self) -> bool {
        match &self.state {
            State::Bytes(d) => {
                self.state = State::Words(Dense::of(d.values.iter().map(|&v| usize::from(v)), self.path));
                true
            }
            State::SparseBytes(s) => {
                let values = (0..s.codes.len()).map(|n| s.value(n));
                let wide = Sparse::of(self.shape.clone(), s.space, values, self.path);
                wide.is_some_and(|wide| {
                    self.state = State::SparseWords(Box::new(wide));
                    true
                })
            }
            State::Words(_) | State::SparseWords(_) => false,
        }
    }

    /// Looks for a mask, or for a better one; goes back to pairs if there is none.
    fn look_for_space(&mut self) {
        let n = self.len() as usize;
        let found = match &self.state {
            State::SparseBytes(s) if s.rares.heaps.len() <= self.rares + 32 => return,
            State::SparseWords(s) if s.rares.heaps.len() <= self.rares + 32 => return,
            _ => Space::discover(&self.shape, n / 2, (n / 2..n).map(|m| self.at(m))),
        };
        let current = match &self.state {
            State::SparseBytes(s) => Some((s.space, s.rares.heaps.iter().filter(|&&r| r >= n / 2).count())),
            State::SparseWords(s) => Some((s.space, s.rares.heaps.iter().filter(|&&r| r >= n / 2).count())),
            State::Bytes(_) | State::Words(_) => None,
        };
        let share = found.map_or(1.0, |(_, share)| share);
        match (found, current) {
            (_, Some((_, rares))) if share > 2.0 * SPARSE && rares as f64 > SPARSE * n as f64 => {
                let values: Vec<usize> = (0..n).map(|m| self.at(m)).collect();
                self.state = if values.iter().all(|&v| v < 256) {
                    State::Bytes(Dense::of(values.into_iter(), self.path))
                } else {
                    State::Words(Dense::of(values.into_iter(), self.path))
                };
            }
            (Some((space, share)), Some((now, rares))) => {
                let better = share * (n - n / 2) as f64 * 1.25 < rares as f64;
                if better && (space.mask, space.position) != (now.mask, now.position) {
                    self.enter(space);
                }
            }
            (Some((space, share)), None) if share < SPARSE => {
                // up to twice the last rare heap the lists hold for few heaps, and pairs are as fast
                let last = (0..n).rev().find(|&m| !space.is_common(m, self.at(m))).unwrap_or(0);
                if n >= self.pairs || n > 2 * last {
                    self.enter(space);
                }
            }
            _ => {}
        }
        self.rares = self.statistics().rares as usize;
    }

    /// Changes to this sparse space.
    fn enter(&mut self, mut space: Space) {
        let n = self.len() as usize;
        let values = || (0..n).map(|m| self.at(m));
        // the mask was chosen by the last half; an earlier value may be longer
        let top = values().max().unwrap_or(0);
        space.bits = space.bits.max(usize::BITS - top.leading_zeros());
        if let Some(sparse) = Sparse::of(self.shape.clone(), space, values(), self.path) {
            self.state = State::SparseBytes(Box::new(sparse));
        } else if let Some(sparse) = Sparse::of(self.shape.clone(), space, values(), self.path) {
            self.state = State::SparseWords(Box::new(sparse));
        }
    }
}

/// FNV-1a over values as four bytes each, the lowest first.
#[must_use]
pub fn sequence_hash(values: impl IntoIterator<Item = u32>) -> u64 {
    values
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests;
