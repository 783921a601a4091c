//! A law of each of the first members, where none was found of all: `m = 1: P: n % 2 = 0`.
//!
//! Cost: what `guess` spends on a heap, a few times.

use std::time::Duration;

use grundy_core::{Context, Result};

use super::Values;
use crate::game::GameQuestion;
use crate::guess::{Finding, GuessOptions, Kind, guess};
use crate::words::{Sentence, Words};

/// So many members are looked at …
const MEMBERS: usize = 6;
/// … each for so many nodes, and so long.
const NODES: u64 = 30_000_000;
const TIME: Duration = Duration::from_millis(500);
/// Longer laws say little about the next member.
const LONGEST: usize = 100;

/// The simplest law of each of the first members, the proved before others.
///
/// # Errors
/// A spent budget; a fault of a member's rule.
pub(super) fn of_each(members: &[(Values, GameQuestion)], cx: &Context) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    for (values, member) in members.iter().take(MEMBERS) {
        let asked = cx.trial_for(NODES, TIME, |part| guess(member, &GuessOptions::default(), part))?;
        let findings = asked.map_or_else(Vec::new, |answer| answer.result.findings);
        let is_law = |f: &Finding| !matches!(f.kind, Kind::EqualGame | Kind::Oeis) && f.text.len() <= LONGEST;
        if let Some(law) = findings.into_iter().find(is_law) {
            found.push(of_one(values, law));
        }
    }
    Ok(found)
}

fn of_one(values: &Values, law: Finding) -> Finding {
    let said = |text: &str| Sentence::new("guess-of", [values.to_string(), text.to_owned()]);
    let claim = law.claim.as_deref();
    let words = Words::new(said(claim.unwrap_or(&law.text)).english(), said(claim.unwrap_or(&law.chinese)).chinese());
    Finding::new(law.kind, words, law.evidence, law.weight)
}
