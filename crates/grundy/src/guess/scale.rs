//! Values and outcomes that repeat by a factor, where every move divides.
//!
//! ```text
//! {n -> n//d for d in 2..6 if n > 0}:   g(n) = g(n//12) for all n ≥ 12                     proved
//!                                       P from 1 on: 6*12^k ≤ n < 12^(k+1), k ≥ 0          proved
//! ```

use grundy_core::{Context, Convention, Result};

use super::sample::Sample;
use super::{Finding, told};
use crate::engine::scale::About;

/// The laws of the values and of the outcomes.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let convention = sample.subject.convention;
    let abouts: &[About] = match convention {
        Convention::Normal => &[About::Values, About::Outcomes],
        Convention::Misere => &[About::Outcomes],
    };
    let mut found = Vec::new();
    for &about in abouts {
        if let Some((_, by)) = sample.game().scale(convention, about, cx)? {
            found.extend(told(&by));
        }
    }
    Ok(found)
}
