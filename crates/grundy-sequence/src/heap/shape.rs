//! What a take-and-break code with at most two parts, or equal ones, and finitely many digits allows, sorted by the
//! number of parts.
//!
//! `0.6` (take one, leave one heap or two) has the split 1 and the single 1; Grundy's game `4!.0` the split 0 with
//! unequal parts.

use crate::code::{Code, Digit, Modifier};

/// Take so many, leave two heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) taken: usize,
    /// Must the two heaps differ?
    pub(super) unequal: bool,
}

/// The moves of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) splits: Vec<Split>,
    /// Take so many, leave one heap.
    pub(super) singles: Vec<usize>,
    /// Take the whole heap, if it has so many.
    pub(super) wholes: Vec<usize>,
    /// Take so many, leave so many equal heaps, two or more; the sequence then has no sparse space.
    pub(super) equals: Vec<(usize, usize)>,
    /// The largest number taken.
    pub(super) last: usize,
}

/// The longest code that is taken on: offsets are stored in 32 bits and digits looped over.
const MOST_DIGITS: usize = 4096;

impl Shape {
    /// `None`: three parts or more that may differ, digits that repeat, or nothing that splits in two that may differ.
    pub(super) fn of(code: &Code) -> Option<Self> {
        if code.repeating.iter().any(Digit::allows_any) || code.digits.len() > MOST_DIGITS {
            return None;
        }
        let mut shape =
            Shape { splits: Vec::new(), singles: Vec::new(), wholes: Vec::new(), equals: Vec::new(), last: 0 };
        for (taken, digit) in std::iter::once(&code.zero).chain(&code.digits).enumerate() {
            if digit.from.is_some() {
                return None;
            }
            for &parts in &digit.counts {
                shape.last = taken;
                match (parts, digit.modifier) {
                    (0, _) => shape.wholes.push(taken),
                    (1, _) if taken > 0 => shape.singles.push(taken),
                    (2.., Modifier::Equal) => shape.equals.push((taken, parts as usize)),
                    (2, Modifier::Any) => shape.splits.push(Split { taken, unequal: false }),
                    (2, Modifier::Unequal | Modifier::NotAllEqual) => {
                        shape.splits.push(Split { taken, unequal: true });
                    }
                    _ => return None,
                }
            }
        }
        (!shape.splits.is_empty()).then_some(shape)
    }

    /// The parity of the splitting digits, if they have the same.
    pub(super) fn parity(&self) -> Option<usize> {
        let first = self.splits.first()?.taken % 2;
        self.splits.iter().all(|s| s.taken % 2 == first).then_some(first)
    }
}

impl Split {
    /// The largest smaller part of heap `n`; 0 if there is none.
    pub(super) fn half(self, n: usize) -> usize {
        let Some(total) = n.checked_sub(self.taken) else { return 0 };
        if self.unequal { total.saturating_sub(1) / 2 } else { total / 2 }
    }
}
