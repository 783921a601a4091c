//! Claims about all members: `prove 'take[1..m]' 'g = n % (m+1)'`.
//!
//! First small positions of the members are compared, so that a wrong claim falls at once. Then the claim is proved of all
//! parameters: by the theorem on intervals, where it says what that says or follows from it ([`crate::claim::follows`]), or as a claim about the lifted rule
//! ([`super::rounds`]). Where neither speaks of it, each member for the values asked for is judged by itself; the claim is
//! then *checked*, also if it was proved of each.

use grundy_core::{Context, Diagnostic, Evidence, Result};

use super::copies::Halves;
use super::interval::claims;
use super::judge::Cases;
use super::lift::lifted;
use super::rounds;
use super::{ParametricClaim, Ranges, Refusal, Values, stands};
use crate::answer::Answer;
use crate::claim::follows;
use crate::claim::interval::Law;
use crate::claim::{Claim, Judgement, ProveOptions};
use crate::rule::ir::Cond;
use crate::statement::normal::key;

impl ParametricClaim {
    /// The evidence that the claim is true of all members, whatever the values.
    pub(crate) fn proved(&self, cx: &Context) -> Result<Option<Evidence>> {
        if let Some(lifted) = lifted(&self.game) {
            let (own, laws) = (key(&self.claim), claims(&self.game, &lifted));
            if let Some(law) = laws.iter().find(|law| key(&law.claim) == own) {
                return Ok(Some(Evidence::theorem(law.theorem)));
            }
            if let Some(evidence) = self.follows_from(&laws, cx)? {
                return Ok(Some(evidence));
            }
        }
        if let Some(halves) = Halves::of(&self.game)
            && let Some(evidence) = halves.prove(self, cx)?
        {
            return Ok(Some(evidence));
        }
        rounds::proof(&self.game, &self.claim, &self.text, cx)
    }

    /// The evidence that the claim follows from one of these laws.
    fn follows_from(&self, laws: &[Law], cx: &Context) -> Result<Option<Evidence>> {
        let names = self.game.all_names();
        let low: Vec<i64> = (0..names.len()).map(|v| i64::from(v >= self.game.variables.len())).collect();
        let domain: Vec<Cond> = rounds::never_empty(&self.game).into_iter().map(|(cond, _)| cond).collect();
        for law in laws {
            if let Some(why) = follows(&self.claim, &law.claim, &names, &low, &domain, cx)? {
                return Ok(Some(Evidence::theorem(law.theorem).and(&why)));
            }
        }
        Ok(None)
    }

    /// Proves, refutes or checks the claim; `ranges` are the values for which members are judged one by one.
    ///
    /// # Errors
    /// Names that are no parameters; no member that is a game; a period, which is one of one member; faults of the claim, such
    /// as a division by zero.
    pub fn prove(&self, ranges: &Ranges, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
        if let Claim::Period { .. } = self.claim {
            let fault = Diagnostic::input("a period is claimed of one game, and not of all members");
            return Err(fault.suggest(format!("one value for each parameter: `for {}`", self.game.example())).into());
        }
        // there may be 10^5 members; which of them are games is found out one by one, with what is claimed of them
        let choices = ranges.values(&self.game.parameters)?;
        let blank = Judgement::open(self.text.clone());
        let reading = |refused: &[Refusal]| self.game.read_as(true, refused);
        let read = vec![reading(&[])];
        Answer::new(self.game.query.clone(), self.game.convention, read, blank).filled_as_far_as(cx, |answer| {
            let question = |values: &Values, cx: &Context| {
                let member = self.game.member(&values.numbers())?;
                stands(&member.game, member.variables.len(), cx)?;
                Ok(self.at(values, &member))
            };
            let parameters = &self.game.parameters[..];
            let refused = Vec::new();
            let cases = Cases { choices, refused, question: &question, reading: &reading, parameters, ranges };
            cases.judge(|part| self.proved(part), options, answer, cx)
        })
    }
}
