//! The smallest positions, which tell what the answers mean.

use std::collections::HashMap;

use grundy::{Convention, Nat, Outcome, Result};

use super::run::Run;
use super::{Digits, Finding, Search, size};
use crate::stress::answers::Reply;
use crate::stress::oracle::Oracle;

impl Search<'_> {
    /// Runs the smallest positions, finds out what the answers mean, and only then judges them.
    pub(super) fn open(
        &mut self,
        cases: &[Vec<u64>],
        replies: &mut HashMap<Vec<u64>, Reply>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Finding>> {
        let mut runs = Vec::new();
        for batch in cases.chunks(self.plan.threads) {
            runs.extend(self.runs(batch, oracle)?);
            if runs.iter().any(Run::is_broken) || self.is_over() {
                break;
            }
        }
        for run in &runs {
            replies.extend(run.reply.clone().map(|reply| (run.numbers.clone(), reply)));
        }
        if self.digits.is_none() {
            self.digits = self.meaning(&mut runs, oracle)?;
        }
        for run in runs {
            let sum = size(&run.numbers).1;
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
            // the last sum may be unfinished
            if self.skipped == 0 {
                self.singles = if self.space.least == 1 { sum } else { sum.saturating_sub(1) };
            }
        }
        Ok(None)
    }

    /// Are numbers values or outcomes? The reading that makes fewer of them wrong, values where both do as well.
    fn meaning(&self, runs: &mut [Run], oracle: &mut Oracle<'_>) -> Result<Option<Digits>> {
        if oracle.convention() == Convention::Misere {
            return Ok(Some(Digits::Outcomes));
        }
        let (mut wrong_values, mut wrong_outcomes, mut large) = (0, 0, false);
        for run in runs {
            let Some(Reply::Number(said)) = &run.reply else { continue };
            oracle.value(&run.numbers, &mut run.truth, self.cx)?;
            large |= *said > Nat::ONE;
            wrong_values += u32::from(run.truth.value.as_ref().is_some_and(|value| value != said));
            wrong_outcomes += u32::from((*said != Nat::ZERO) != (run.truth.outcome == Outcome::Next));
        }
        Ok(Some(if !large && wrong_outcomes < wrong_values { Digits::Outcomes } else { Digits::Values }))
    }
}
