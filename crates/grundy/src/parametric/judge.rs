//! A claim for each choice of values, judged as one: refuted by the first counterexample, proved of all values at once where
//! a proof is at hand, else *checked* for these values, also if it was proved of each.

use grundy_core::{Context, Error, Evidence, Nat, Result};

use super::{Ranges, Values};
use crate::answer::Answer;
use crate::claim::{ClaimQuestion, Judgement, ProveOptions, Verdict, compared, from_the_rules, near, prove};
use crate::words::Words;

/// Positions of a member that are compared before a proof is looked for.
const NEAR: u64 = 60;

/// The claim for each choice of values.
pub(super) struct Cases<'a> {
    pub(super) questions: &'a [(Values, ClaimQuestion)],
    pub(super) parameters: &'a [String],
    pub(super) ranges: &'a Ranges,
    /// So many choices make no game.
    pub(super) refused: usize,
}

impl Cases<'_> {
    /// Fills in the verdict; `proved` looks for a proof of all values.
    ///
    /// # Errors
    /// A spent budget; faults of the claim.
    pub(super) fn judge(
        &self,
        proved: impl FnMut(&Context) -> Result<Option<Evidence>>,
        options: &ProveOptions,
        answer: &mut Answer<Judgement>,
        cx: &Context,
    ) -> Result<()> {
        for (values, question) in self.questions {
            if let Some(mut found) = near(question, NEAR, cx)? {
                found.parameters = values.all().to_vec();
                answer.verdict = Verdict::Refuted(found);
                answer.evidence = from_the_rules();
                return Ok(());
            }
        }
        if let Some(evidence) = cx.trial_of_half(proved)?.flatten() {
            answer.verdict = Verdict::Proved;
            answer.evidence = evidence;
            return Ok(());
        }
        let mut reached: Option<u64> = None;
        for (values, question) in self.questions {
            let inner = match prove(question, options, cx) {
                Err(Error::Stopped(stopped)) => return Err(stopped.into()),
                inner => inner?,
            };
            if let Some(stopped) = &inner.stopped {
                answer.verdict = Verdict::Open;
                answer.stopped = Some(stopped.clone());
                return Ok(());
            }
            let to = inner.checked_to;
            match inner.result.verdict {
                Verdict::Refuted(mut found) => {
                    found.parameters = values.all().to_vec();
                    answer.verdict = Verdict::Refuted(found);
                    answer.evidence = inner.evidence;
                    return Ok(());
                }
                Verdict::Proved => {}
                Verdict::Checked | Verdict::Open => {
                    reached = Some(reached.map_or(to.unwrap_or(0), |least| least.min(to.unwrap_or(0))));
                }
            }
        }
        let each = self.told();
        let computation = match reached {
            None => Words::new(format!("proved {}", each.english), format!("{}都已证明", each.chinese)),
            Some(to) => {
                let compared = compared(to);
                Words::new(
                    format!("{}, {}", compared.english, each.english),
                    format!("{}{}", each.chinese, compared.chinese),
                )
            }
        };
        answer.verdict = Verdict::Checked;
        answer.checked_to = reached;
        let up_to = Nat::from(self.ranges.largest(self.parameters));
        answer.evidence = Evidence::checked(up_to, computation);
        Ok(())
    }

    /// `for each m from 1 to 12 (3 choices of values make no game)`
    fn told(&self) -> Words {
        self.ranges.told(self.parameters, self.refused)
    }
}
