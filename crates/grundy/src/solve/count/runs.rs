//! How many heaps have which value, where the values are constant on long runs, or repeat between a few numbers.

use grundy_core::{Context, Convention, Evidence, Result};

use super::CountOptions;
use crate::game::{Game, Shape};
use crate::plan::stretches::Sizes;

/// The runs may cost so many nodes.
const NODES: u64 = 5_000_000;

/// Each value with the number of heaps of one run that have it, or of one stretch in which the values repeat, and why; in misère
/// play 0 stands for P and 1 for N. `None`: there are no such runs, or too many.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn heaps(
    game: &Game,
    convention: Convention,
    options: &CountOptions,
    cx: &Context,
) -> Result<Option<(Sizes, Evidence)>> {
    if game.shape() != Shape::Heap {
        return Ok(None);
    }
    let CountOptions { min, max, .. } = *options;
    if let Some(found) = game.sizes_by_stretches(convention, min, max, cx)? {
        return Ok(Some(found));
    }
    let Some((runs, evidence)) = game.runs(convention, max, NODES, cx)? else { return Ok(None) };
    let starts = runs.iter().map(|run| run.start);
    let ends = starts.clone().skip(1).chain([u128::from(max) + 1]);
    let sizes = starts.zip(ends).map(|(start, end)| end.saturating_sub(start.max(min.into())) as u64);
    Ok(Some((runs.iter().map(|run| run.value).zip(sizes).collect(), evidence)))
}
