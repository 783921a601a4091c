//! A claim for each choice of values, judged as one: refuted by the first counterexample, proved of all values at once where
//! a proof is at hand, else *checked* for these values, also if it was proved of each.

use grundy_core::{Context, Error, Evidence, Nat, Result};

use super::{Ranges, Refusal, Values};
use crate::answer::{Answer, Reading};
use crate::claim::{
    ClaimQuestion, Counterexample, Judgement, ProveOptions, Verdict, compared, from_the_rules, near, prove,
};
use crate::words::Words;

/// Positions of a member that are compared before a proof is looked for.
const NEAR: u64 = 60;

/// The claim for each choice of values.
pub(super) struct Cases<'a> {
    /// Choices that may make a game.
    pub(super) choices: Vec<Vec<u64>>,
    /// Those that are known to make none.
    pub(super) refused: Vec<Refusal>,
    /// The claim for one choice, or why that makes no game. It is made anew each time: there may be 10^5 members, and what is learnt
    /// of each takes its room.
    pub(super) question: &'a dyn Fn(&Values, &Context) -> Result<ClaimQuestion>,
    /// How all this was read, where these make no game.
    pub(super) reading: &'a dyn Fn(&[Refusal]) -> Reading,
    pub(super) parameters: &'a [String],
    pub(super) ranges: &'a Ranges,
}

/// What a look at the choices has found so far.
#[derive(Default)]
struct Sifted {
    /// So many choices were looked at.
    next: usize,
    /// Those of them that make a game.
    standing: Vec<Vec<u64>>,
    wrong: Option<Counterexample>,
}

impl Cases<'_> {
    /// Fills in the verdict; `proved` looks for a proof of all values.
    ///
    /// # Errors
    /// A spent budget; faults of the claim; no choice that makes a game.
    pub(super) fn judge(
        mut self,
        proved: impl FnMut(&Context) -> Result<Option<Evidence>>,
        options: &ProveOptions,
        answer: &mut Answer<Judgement>,
        cx: &Context,
    ) -> Result<()> {
        // until something was compared
        (answer.verdict, answer.evidence) = (Verdict::Open, Evidence::nothing());
        let mut sifted = Sifted::default();
        // a proof of all members may take less than a look at each
        let all = cx.trial_of_half(|part| self.sift(&mut sifted, part))?.is_some();
        if self.is_refuted(&mut sifted, answer) {
            return Ok(());
        }
        if let Some(evidence) = cx.trial_of_half(proved)?.flatten() {
            answer.verdict = Verdict::Proved;
            answer.evidence = evidence;
            return Ok(());
        }
        if !all {
            self.sift(&mut sifted, cx)?;
            if self.is_refuted(&mut sifted, answer) {
                return Ok(());
            }
        }
        let mut reached: Option<u64> = None;
        for numbers in &self.choices {
            let values = Values::new(self.parameters, numbers);
            let question = (self.question)(&values, cx)?;
            let inner = match prove(&question, options, cx) {
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

    /// Keeps the choices that make a game, and finds the first counterexample among their smallest positions. After a spent
    /// budget it goes on where it was.
    ///
    /// # Errors
    /// A spent budget; no choice that makes a game.
    fn sift(&mut self, sifted: &mut Sifted, cx: &Context) -> Result<()> {
        while let Some(numbers) = self.choices.get(sifted.next) {
            let values = Values::new(self.parameters, numbers);
            match (self.question)(&values, cx) {
                Ok(question) => {
                    if sifted.wrong.is_none()
                        && let Some(mut found) = near(&question, NEAR, cx)?
                    {
                        found.parameters = values.all().to_vec();
                        sifted.wrong = Some(found);
                    }
                    sifted.standing.push(numbers.clone());
                }
                Err(Error::Bad(fault)) => self.refused.push((values, *fault)),
                Err(stopped) => return Err(stopped),
            }
            sifted.next += 1;
        }
        self.choices = std::mem::take(&mut sifted.standing);
        self.refused.sort_by(|a, b| a.0.cmp(&b.0));
        match self.refused.first() {
            Some((_, fault)) if self.choices.is_empty() => Err(fault.clone().into()),
            _ => Ok(()),
        }
    }

    /// Says how the members were read that were looked at, and whether one of them refutes the claim.
    fn is_refuted(&self, sifted: &mut Sifted, answer: &mut Answer<Judgement>) -> bool {
        answer.reading = vec![(self.reading)(&self.refused)];
        let Some(found) = sifted.wrong.take() else { return false };
        answer.verdict = Verdict::Refuted(found);
        answer.evidence = from_the_rules();
        true
    }

    /// `for each m from 1 to 12 (3 choices of values make no game)`
    fn told(&self) -> Words {
        self.ranges.told(self.parameters, self.refused.len())
    }
}
