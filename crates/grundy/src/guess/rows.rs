//! Rows of a game of two coordinates that repeat.
//!
//! Of `wythoff`: g(a + 24, b) = g(a, b) + 24 for all a ≥ 102 and b ≤ 8. What is found is proved and kept, so that places far
//! out on these rows are answered from it.

use grundy_core::{Context, Convention, Nat, Result};

use super::sample::Sample;
use super::{Finding, told};

/// The first rows up to this one are looked at, …
const LAST: u64 = 8;
/// … among so many columns, …
const COLUMNS: usize = 1 << 12;
/// … with so many nodes.
const NODES: u64 = 2_000_000;

/// The first rows, along the first coordinate or else along the second.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    if sample.subject.convention != Convention::Normal || sample.names().len() != 2 {
        return Ok(None);
    }
    let place = [Nat::from(LAST), Nat::from(LAST)];
    for open in [0, 1] {
        let found = cx.trial(NODES, |part| sample.game().rows(&place, open, COLUMNS, part))?.flatten();
        if let Some((_, by)) = found {
            return Ok(told(&by));
        }
    }
    Ok(None)
}
