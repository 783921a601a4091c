//! Grundy values of rules in Python by the mex of everything, without recursion: the method for heaps, for values of 64 or
//! more and for plays too long for a stack. It needs 4 bytes a value and keeps no options.
//!
//! The callable is asked once for each position. What its options are worth already goes into the set of values at
//! once; the others wait as numbers (4 bytes each, not as Python objects), smallest first, so that heaps are worked
//! from the bottom up and the stack stays short.

use grundy_search::walk::{Opened, Step, Walk, walk};
use smallvec::SmallVec;

use super::asking::Asking;
use super::meter::{Ended, Said};
use super::values::Values;

/// Bytes of a frame on the stack.
const FRAME: u64 = 96;

/// Values below this are bits, larger ones are listed.
const BITS: u32 = 4096;

/// A set of values whose mex is wanted.
#[derive(Debug, Default)]
struct Seen {
    bits: SmallVec<[u64; 2]>,
    large: Vec<u32>,
}

impl Seen {
    #[inline]
    fn insert(&mut self, value: u32) {
        if value >= BITS {
            self.large.push(value);
            return;
        }
        let word = (value / 64) as usize;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (value % 64);
    }

    fn mex(&mut self) -> u32 {
        for (at, word) in self.bits.iter().enumerate() {
            if *word != u64::MAX {
                return at as u32 * 64 + word.trailing_ones();
            }
        }
        let mut mex = self.bits.len() as u32 * 64;
        if mex == BITS {
            self.large.sort_unstable();
            for value in &self.large {
                mex += u32::from(*value == mex);
            }
        }
        mex
    }
}

/// A position that waits.
struct Frame {
    seen: Seen,
    /// Where its waiting options begin, each as: xor of the known parts, number of the others, the others.
    waiting: usize,
    /// The numbers to be worked first: where they begin, which is next, where they end.
    todo: usize,
    next: usize,
    end: usize,
}

/// One walk: all waiting options and all numbers to be worked, frame after frame.
struct Valuing<'w, 'a, 'py> {
    asking: &'w mut Asking<'a, 'py>,
    waiting: Vec<u32>,
    todo: Vec<u32>,
}

impl Asking<'_, '_> {
    /// The value of a position.
    pub(super) fn mex(&mut self, id: u32) -> Said<u32> {
        walk(&mut Valuing { asking: self, waiting: Vec::new(), todo: Vec::new() }, id)?;
        self.state.values.get(id).ok_or_else(|| self.cycle(&[id]).into())
    }
}

impl Walk for Valuing<'_, '_, '_> {
    type Position = u32;
    type Value = u32;
    type Table = Values;
    type Frame = Frame;
    type Error = Ended;

    fn table(&mut self) -> &mut Values {
        &mut self.asking.state.values
    }

    fn open(&mut self, &id: &u32, depth: usize) -> Said<Opened<Frame, u32>> {
        let Valuing { asking, waiting, todo } = self;
        if let Some(value) = asking.state.known(id) {
            return Ok(Opened::Value(value));
        }
        let mut frame =
            Frame { seen: Seen::default(), waiting: waiting.len(), todo: todo.len(), next: todo.len(), end: 0 };
        let frames = depth.next_power_of_two() as u64 * FRAME;
        asking.each_option(id, |state, parts| {
            let from = waiting.len();
            let mut known = 0;
            for &part in parts {
                match state.values.get(part) {
                    Some(value) => known ^= value,
                    None => {
                        if waiting.len() == from {
                            waiting.extend([0, 0]);
                        }
                        waiting.push(part);
                        todo.push(part);
                    }
                }
            }
            if waiting.len() == from {
                frame.seen.insert(known);
            } else {
                waiting[from] = known;
                waiting[from + 1] = (waiting.len() - from - 2) as u32;
            }
            frames + (waiting.capacity() + todo.capacity()) as u64 * 4
        })?;
        let mine = &mut todo[frame.todo..];
        if mine.len() > 1 {
            let places = &asking.state.places;
            mine.sort_by_cached_key(|&id| places.weight(id));
        }
        frame.end = todo.len();
        Ok(Opened::Frame(frame))
    }

    fn step(&mut self, _: &u32, frame: &mut Frame) -> Said<Step<u32, u32>> {
        if frame.next < frame.end {
            frame.next += 1;
            return Ok(Step::Needs(self.todo[frame.next - 1]));
        }
        let (waiting, values) = (&mut self.waiting, &self.asking.state.values);
        let mut at = frame.waiting;
        while at < waiting.len() {
            let parts = at + 2..at + 2 + waiting[at + 1] as usize;
            at = parts.end;
            let known = waiting[parts.start - 2];
            let value = waiting[parts].iter().filter_map(|&id| values.get(id)).fold(known, |x, value| x ^ value);
            frame.seen.insert(value);
        }
        waiting.truncate(frame.waiting);
        self.todo.truncate(frame.todo);
        Ok(Step::Done(frame.seen.mex()))
    }

    fn cycle(&mut self, path: &[u32]) -> Ended {
        self.asking.cycle(&[path, &path[..1]].concat()).into()
    }
}
