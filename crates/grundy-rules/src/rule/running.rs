//! The measure, checked while running, where it could not be proved beforehand.
//!
//! `{n -> n//k for k in 2..isqrt(n)+2 if n > 0}` is not linear; every move that is met is tested instead. One measure
//! must hold for all that a question reaches: a measure that failed once is not tried again, and the move at which the
//! last one fails is the offending move. That move does not count for the next question, which may never come there.
//! Parts handed over to another game need no measure.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use grundy_core::error::{Diagnostic, Result};
use grundy_core::number::{Int, Nat};

use super::alone::{self, Env};
use super::ir::{Alternative, Named, OtherGame, Rule};
use super::slip::Slip;
use crate::place::Place;

const SUM: u8 = 1;
const LEXICOGRAPHIC: u8 = 2;
const SUM_THEN_LEXICOGRAPHIC: u8 = 4;

/// Which measures have failed so far; never all of them.
#[derive(Debug, Default)]
pub struct RunningMeasure {
    failed: AtomicU8,
    /// What gets smaller, once that was looked for.
    falls: OnceLock<Option<String>>,
}

impl RunningMeasure {
    /// Another question begins, which may reach other positions.
    pub fn begin(&self) {
        self.failed.store(0, Ordering::Relaxed);
    }

    /// Tests one option of `place`.
    ///
    /// # Errors
    /// The offending move, if no measure is left.
    pub fn test(
        &self,
        game: &dyn Named,
        rule: &Rule,
        place: &Place,
        alternative: &Alternative,
        parts: &[(Option<&OtherGame>, Place)],
    ) -> Result<()> {
        for (_, part) in parts.iter().filter(|(other, _)| other.is_none()) {
            if !self.own_part_falls(rule, place, part)? {
                // a rule is not written out twice
                let shown = |place: &Place| match game.text().starts_with('{') {
                    true if place.len() > 1 => format!("({place})"),
                    true => place.to_string(),
                    false => game.show(std::slice::from_ref(place)),
                };
                let (from, to) = (shown(place), shown(part));
                let slip = Slip { rule, text: game.text(), place, alternative, parts, stays: part == place };
                let fault = Diagnostic::rule(format!(
                    "the move from {from} to {to}, by `{}`, does not get smaller, so the play may not end",
                    alternative.text
                ));
                return Err(slip.helped(fault, &self.falls).into());
            }
        }
        Ok(())
    }

    fn own_part_falls(&self, rule: &Rule, place: &Place, part: &Place) -> Result<bool> {
        if let Some(measure) = &rule.measure {
            let value = |at: &Place| -> Result<Vec<Int>> {
                let values: Vec<Int> = at.iter().map(|n| Int::from(n.clone())).collect();
                let env = Env::new(&rule.names, values, "the measure");
                measure.iter().map(|e| alone::expr(e, &env)).collect()
            };
            let (before, after) = (value(place)?, value(part)?);
            return Ok(after < before && after.iter().all(|v| *v >= Int::ZERO));
        }
        let mut failed = self.failed.load(Ordering::Relaxed);
        for measure in [SUM, LEXICOGRAPHIC, SUM_THEN_LEXICOGRAPHIC] {
            let falls = |measure| match measure {
                SUM => sum(part) < sum(place),
                LEXICOGRAPHIC => part < place,
                _ => (sum(part), part) < (sum(place), place),
            };
            if failed & measure == 0 && !falls(measure) {
                failed |= measure;
            }
        }
        if failed == SUM | LEXICOGRAPHIC | SUM_THEN_LEXICOGRAPHIC {
            return Ok(false);
        }
        self.failed.store(failed, Ordering::Relaxed);
        Ok(true)
    }
}

fn sum(place: &[Nat]) -> Nat {
    place.iter().fold(Nat::ZERO, |sum, n| sum + n)
}
