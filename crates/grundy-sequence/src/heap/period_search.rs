//! The search for a period of a sequence, whose codes have one byte or two.

use grundy_core::{Context, Stopped};

use crate::code::Code;

use super::returning_window::{Progress, Search};
use super::saved::lane;
use super::shape::Shape;
use super::{HeapSequence, State};

/// A search for a period that holds the last heaps only.
#[derive(Debug, Clone)]
pub struct PeriodSearch(Lanes);

#[derive(Debug, Clone)]
enum Lanes {
    Bytes(Box<Search<u8>>),
    Words(Box<Search<u16>>),
}

macro_rules! each {
    ($self:expr, $search:ident => $body:expr) => {
        match $self {
            Lanes::Bytes($search) => $body,
            Lanes::Words($search) => $body,
        }
    };
}

/// Witnesses are looked for up to here at first.
const NEAR: usize = 4096;

impl PeriodSearch {
    /// Goes on behind this sequence. `None` where no sparse space is in use, or the rares have not been quiet for long
    /// enough: the sequence must be about twice as long as the last rare heap, and two windows.
    #[must_use]
    pub fn new(sequence: &HeapSequence) -> Option<Self> {
        PeriodSearch::with(sequence, NEAR)
    }

    /// With witnesses up to `near` at first.
    pub(super) fn with(sequence: &HeapSequence, near: usize) -> Option<Self> {
        match &sequence.state {
            State::SparseBytes(s) => Some(PeriodSearch(Lanes::Bytes(Box::new(Search::new((**s).clone(), near)?)))),
            State::SparseWords(s) => Some(PeriodSearch(Lanes::Words(Box::new(Search::new((**s).clone(), near)?)))),
            State::Bytes(_) | State::Words(_) => None,
        }
    }

    /// How many values were computed.
    #[must_use]
    pub fn len(&self) -> u64 {
        each!(&self.0, s => s.heaps())
    }

    /// Never: a search goes on behind a sequence.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// About the bytes that it holds at most.
    #[must_use]
    pub fn memory(&self) -> u64 {
        each!(&self.0, s => s.memory())
    }

    /// Computes values up to heap `size` − 1, or until a period is proved.
    ///
    /// Cost: that of the sequence (about 0.2 ns a rare heap and value), and about 1 ns a value for the search; after
    /// that for the smallest preperiod some 10 gaps between saved windows, about 1/100 of the values.
    ///
    /// # Errors
    /// When the budget is spent or the work was cancelled; what was computed is kept, and the search can go on.
    pub fn advance(&mut self, size: u64, cx: &Context) -> Result<Progress, Stopped> {
        self.advance_toward(size, size, cx)
    }

    /// The same; progress is told toward `goal`.
    ///
    /// # Errors
    /// As [`PeriodSearch::advance`].
    pub fn advance_toward(&mut self, size: u64, goal: u64, cx: &Context) -> Result<Progress, Stopped> {
        each!(&mut self.0, s => s.advance(size, goal, cx))
    }

    /// The search as plain data: see [`PeriodSearch::from_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        each!(&self.0, s => s.to_bytes())
    }

    #[cfg(test)]
    fn forget(&mut self) {
        each!(&mut self.0, s => if let Some(stream) = s.sparse.witnesses.streaming.as_deref_mut() { stream.forget() });
    }

    /// Takes up a search of the same code where [`PeriodSearch::to_bytes`] was called. The values in it are believed;
    /// lengths and ranges are checked.
    ///
    /// # Errors
    /// What is wrong with the bytes, in words.
    pub fn from_bytes(code: &Code, bytes: &[u8]) -> Result<Self, String> {
        let shape = Shape::of(code).ok_or("the code has no sparse space")?;
        match lane(bytes)? {
            1 => Ok(PeriodSearch(Lanes::Bytes(Box::new(Search::from_bytes(shape, bytes)?)))),
            _ => Ok(PeriodSearch(Lanes::Words(Box::new(Search::from_bytes(shape, bytes)?)))),
        }
    }
}

#[cfg(test)]
mod tests;
