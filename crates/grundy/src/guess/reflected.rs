//! What is known of the game turned round: `g = (100-s)%11 if s <= 100 else 0` of a rule that counts up to 100.

use grundy_core::{Context, Convention, Result};

use super::judge::finding;
use super::sample::Sample;
use super::{Finding, GuessOptions, guess};
use crate::statement::{Cases, Spelt};

/// The proved claims about what is missing, said of the position.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let (Some(turned), [own]) = (&sample.game().knowledge()?.reflected, sample.names()) else { return Ok(Vec::new()) };
    let convention = sample.subject.convention;
    let other = turned.game.under(convention);
    let (top, missing) = (turned.top(), format!("({}-{own})", turned.top()));
    let known = guess(&other, &GuessOptions::default(), cx)?.result;
    let mut found: Vec<Finding> = Vec::new();
    for claim in known.findings.iter().filter(|f| f.evidence.is_proved()).filter_map(|f| f.spelt.as_ref()) {
        let said = match claim.renamed(&other.variables, std::slice::from_ref(&missing)) {
            Spelt::Values(cases) => {
                let (before, rest) = cases.parts();
                Spelt::Values(Cases::of(before.to_vec(), rest.to_owned()).but("0", format!("{own} > {top}")))
            }
            Spelt::PPositions(condition) => Spelt::PPositions(match convention {
                Convention::Normal => format!("{own} > {top} or {condition}"),
                Convention::Misere => format!("{own} <= {top} and ({condition})"),
            }),
            Spelt::Every(_) | Spelt::Period { .. } => continue,
        };
        // one of each kind
        if found.iter().all(|f| f.kind != super::Kind::of(&said)) {
            found.extend(finding(sample, said, cx)?);
        }
    }
    Ok(found)
}
