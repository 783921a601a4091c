//! Outcomes of sums in misère play, a table.

use grundy_search::walk::{Mark, Status, Table};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The sorted components of a sum. Small sums stay in the table itself: to free a million boxes takes a tenth of a
/// second, and Ctrl-C waits for it.
pub(super) type Sum = SmallVec<[u32; 4]>;

/// Bytes of a sum in the table, with its mark and the byte of the table's own.
const ENTRY: usize = size_of::<(Sum, Mark<bool>)>() + 1;

/// Outcomes of the sums that were searched.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Does the player to move win?
    marks: FxHashMap<Sum, Mark<bool>>,
    /// Components that lie outside the table, in all sums together, for the account of memory.
    outside: usize,
}

impl Sums {
    /// Does the player to move win? `None`: the sum is not searched.
    #[inline]
    pub(super) fn wins(&self, sum: &Sum) -> Option<bool> {
        self.marks.get(sum).and_then(Mark::value).copied()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.marks.capacity() * 8 / 7 * ENTRY + self.outside * size_of::<u32>()) as u64
    }
}

/// Components of a sum that did not fit into the table.
fn outside(sum: &Sum) -> usize {
    if sum.len() > sum.inline_size() { sum.len() } else { 0 }
}

impl Table<Sum, bool> for Sums {
    fn status(&self, sum: &Sum) -> Status {
        self.marks.status(sum)
    }

    fn mark(&mut self, sum: Sum, mark: Mark<bool>) {
        match mark {
            Mark::Unknown => self.outside -= outside(&sum),
            Mark::Open => self.outside += outside(&sum),
            Mark::Done(_) => {}
        }
        self.marks.mark(sum, mark);
    }

    fn close(&mut self, open: Vec<Sum>) {
        self.outside -= open.iter().map(outside).sum::<usize>();
        self.marks.close(open);
    }
}
