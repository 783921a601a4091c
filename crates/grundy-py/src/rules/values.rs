//! Grundy values of rules in Python, without recursion.
//!
//! The callable is asked once for each position. What its options are worth already goes into the set of values at
//! once; the others wait as numbers (4 bytes each, not as Python objects), smallest first, so that heaps are worked
//! from the bottom up and the stack stays short. A position that is met while it waits for itself closes a cycle.

use pyo3::prelude::*;
use smallvec::SmallVec;

use super::asking::Asking;

/// The value is not known.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// The position waits for its options.
const OPEN: u32 = u32::MAX - 1;

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
    id: u32,
    seen: Seen,
    /// Where its waiting options begin, each as: xor of the known parts, number of the others, the others.
    waiting: usize,
    /// The numbers to be worked first: where they begin, which is next, where they end.
    todo: usize,
    next: usize,
    end: usize,
}

impl Asking<'_, '_> {
    /// The value of a position.
    pub(super) fn value(&mut self, id: u32) -> PyResult<u32> {
        if let Some(&value) = self.state.values.get(id as usize)
            && value < OPEN
        {
            return Ok(value);
        }
        let mut stack: Vec<Frame> = Vec::new();
        let result = self.work(id, &mut stack);
        // nothing is left open, so that the next question starts afresh
        for frame in stack {
            self.state.values[frame.id as usize] = UNKNOWN;
        }
        result
    }

    fn work(&mut self, start: u32, stack: &mut Vec<Frame>) -> PyResult<u32> {
        let mut waiting: Vec<u32> = Vec::new();
        let mut todo: Vec<u32> = Vec::new();
        self.open(start, stack, &mut waiting, &mut todo)?;
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(self.state.values[start as usize]) };
            if frame.next < frame.end {
                let id = todo[frame.next];
                frame.next += 1;
                match self.state.values[id as usize] {
                    UNKNOWN => self.open(id, stack, &mut waiting, &mut todo)?,
                    OPEN => {
                        let from = stack.iter().position(|frame| frame.id == id).unwrap_or(0);
                        let cycle: Vec<u32> = stack[from..].iter().map(|frame| frame.id).chain([id]).collect();
                        return Err(self.cycle(&cycle));
                    }
                    _ => {}
                }
                continue;
            }
            let mut at = frame.waiting;
            while at < waiting.len() {
                let parts = at + 2..at + 2 + waiting[at + 1] as usize;
                at = parts.end;
                let value = waiting[parts.clone()]
                    .iter()
                    .fold(waiting[parts.start - 2], |value, &id| value ^ self.state.values[id as usize]);
                frame.seen.insert(value);
            }
            waiting.truncate(frame.waiting);
            todo.truncate(frame.todo);
            self.state.values[frame.id as usize] = frame.seen.mex();
            stack.pop();
        }
    }

    fn open(&mut self, id: u32, stack: &mut Vec<Frame>, waiting: &mut Vec<u32>, todo: &mut Vec<u32>) -> PyResult<()> {
        let mut frame =
            Frame { id, seen: Seen::default(), waiting: waiting.len(), todo: todo.len(), next: todo.len(), end: 0 };
        let frames = stack.capacity() as u64 * 96;
        if self.state.values.len() <= id as usize {
            self.state.values.resize(id as usize + 1, UNKNOWN);
        }
        self.each_option(id, |state, parts| {
            if state.values.len() < state.places.len() {
                state.values.resize(state.places.len(), UNKNOWN);
            }
            let from = waiting.len();
            let mut known = 0;
            for &part in parts {
                match state.values[part as usize] {
                    UNKNOWN | OPEN => {
                        if waiting.len() == from {
                            waiting.extend([0, 0]);
                        }
                        waiting.push(part);
                        todo.push(part);
                    }
                    value => known ^= value,
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
            let places = &self.state.places;
            mine.sort_by_cached_key(|&id| places.weight(id));
        }
        frame.end = todo.len();
        self.state.values[id as usize] = OPEN;
        stack.push(frame);
        Ok(())
    }
}
