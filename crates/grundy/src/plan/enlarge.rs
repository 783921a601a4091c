//! How far a table is filled: for the place that is asked, what was asked before, and more where place after place is asked.
//!
//! `A(3, 4)` and then `A(5, 2)` fill a box of 6 by 5. A box for `A(3, 15000)` and `A(15000, 3)` together would have 2·10^8 cells,
//! so the table forgets the first.

use grundy_core::{Context, Result};

use crate::engine::dense::{DenseTable, Order};
use crate::rule::column::Foreign;

/// A table that was filled so often is made larger than what is asked for …
pub(super) const OFTEN: u32 = 8;
/// … twice as large, up to so many places …
const DOUBLED: u64 = 1 << 20;
/// … by a quarter, up to so many.
const ENLARGED: u64 = 1 << 24;
/// A box for all that was asked has so many places at most …
const JOINT: u64 = 1 << 16;
/// … or so many times those of the place alone.
const TIMES: u64 = 4;

/// Fills a table so that it holds a place, further where it was `often` filled. A heap after the other goes on where the table
/// of one coordinate ends.
///
/// # Errors
/// As [`DenseTable::cover`].
pub(super) fn enlarge(
    table: &mut DenseTable,
    place: &[u64],
    often: bool,
    order: Order,
    foreign: &dyn Foreign,
    cx: &Context,
) -> Result<()> {
    if place.len() == 1 {
        return table.cover(place, order, foreign, cx);
    }
    let alone: Vec<u64> = place.iter().map(|n| n.saturating_add(1)).collect();
    let mut have = table.extents();
    have.resize(place.len(), 0);
    let joint: Vec<u64> = alone.iter().zip(&have).map(|(n, have)| (*n).max(*have)).collect();
    // a region by sum holds whatever has a smaller sum
    let is_box = table.region().1.is_none();
    let is_joint = is_box && cells(&joint) <= JOINT.max(cells(&alone).saturating_mul(TIMES));
    let last = |extents: &[u64]| extents.iter().map(|n| n - 1).collect::<Vec<u64>>();
    if often {
        let larger = if is_joint { grown(&have, &joint) } else { alone.iter().map(|n| n + n / 4).collect() };
        if table.cover(&last(&larger), order, foreign, cx).is_ok() {
            return Ok(());
        }
    }
    table.cover(&last(if is_joint { &joint } else { &alone }), order, foreign, cx)
}

/// How many cells a box has.
pub(super) fn cells(extents: &[u64]) -> u64 {
    extents.iter().fold(1, |cells, &n| cells.saturating_mul(n))
}

/// The sides of a box that holds what is needed and more: what must grow grows to the double, in a large box by a quarter.
pub(super) fn grown(have: &[u64], needed: &[u64]) -> Vec<u64> {
    for (times, of, most) in [(2, 1, DOUBLED), (5, 4, ENLARGED)] {
        let side = |(&have, &needed): (&u64, &u64)| match needed > have {
            true => needed.max(have.saturating_mul(times) / of),
            false => have,
        };
        let larger: Vec<u64> = have.iter().zip(needed).map(side).collect();
        if larger.iter().try_fold(1, |cells: u64, &n| cells.checked_mul(n)).is_some_and(|cells| cells <= most) {
            return larger;
        }
    }
    needed.to_vec()
}
