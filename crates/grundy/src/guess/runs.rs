//! Values that are constant on long runs, where the options are intervals with ends that never fall.
//!
//! ```text
//! {n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}:
//!     for n up to 10^18: g(0..3) = 0, g(4..15) = 1, g(16..81) = 2, g(82..6723) = 0, …     proved
//! ```

use grundy_core::{Context, Convention, Result};

use super::sample::Sample;
use super::{Finding, Kind};
use crate::engine::runs::Run;
use crate::words::Sentence;

/// The runs up to the first of these are told that holds a few only.
const FAR: [(u64, &str); 4] =
    [(1_000_000_000_000_000_000, "10^18"), (1_000_000_000_000, "10^12"), (1_000_000_000, "10^9"), (1_000_000, "10^6")];
/// So many runs are told at most.
const MOST: usize = 16;
/// The runs may cost so many nodes.
const NODES: u64 = 1_000_000;

/// The runs of equal values; in misère play, of outcomes.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let convention = sample.subject.convention;
    for (to, shown) in FAR {
        let found = sample.game().runs(convention, to, NODES, cx)?;
        let Some((runs, evidence)) = found else { continue };
        if !(2..=MOST).contains(&runs.len()) {
            continue;
        }
        let ends = runs.iter().skip(1).map(|run| run.start - 1).chain([to.into()]);
        let heaps = |run: &Run, end: u128| match run.start {
            start if start == end => start.to_string(),
            start if end == u128::from(to) => format!("{start}..{shown}"),
            start => format!("{start}..{end}"),
        };
        let told = runs.iter().zip(ends).filter_map(|(run, end)| match convention {
            Convention::Normal => Some(format!("g({}) = {}", heaps(run, end), run.value)),
            Convention::Misere => (run.value == 0).then(|| heaps(run, end)),
        });
        let told = told.collect::<Vec<_>>().join(", ");
        let (key, kind) = match convention {
            Convention::Normal => ("guess-runs-to", Kind::Formula),
            Convention::Misere => ("guess-runs-p-to", Kind::PPositions),
        };
        let words = Sentence::new(key, [shown.to_owned(), told]);
        return Ok(Some(Finding::new(kind, words.into(), evidence, 9 + runs.len() as u32)));
    }
    Ok(None)
}
