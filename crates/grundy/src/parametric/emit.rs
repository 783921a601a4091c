//! Programs with parameters: `grundy(n, m)` for `take[1..m]`.
//!
//! A law that is proved of all members becomes a formula. Without one the lifted rule is emitted, as any rule is: a table or
//! a recursion over heap and parameters.

use grundy_core::{Context, Convention, Diagnostic, Evidence, Int, Result};
use grundy_notation::ast::Relation;

use super::copies::Halves;
use super::interval::{claims, ranges_of_takes};
use super::lift::lifted;
use super::rounds::{guarded, never_empty};
use super::{Members, ParametricGame, Ranges};
use crate::answer::Answer;
use crate::claim::Claim;
use crate::emit::{self, EmitOptions, Emitted, Wanted};
use crate::game::Kind;
use crate::rule::ir::{Cond, Expr};

impl ParametricGame {
    /// A function in another language whose arguments are the coordinates and then the parameters.
    ///
    /// # Errors
    /// As [`GameQuestion::emit_with`](crate::GameQuestion::emit_with); games with parameters that are no rules.
    pub fn emit(&self, ranges: &Ranges, options: &EmitOptions, cx: &Context) -> Result<Answer<Emitted>> {
        let members = self.members(ranges, cx)?;
        let reading = vec![self.reading(&members)];
        let blank = emit::blank(options);
        Answer::new(self.query.clone(), self.convention, reading, blank).filled(cx, |answer| {
            let members = members.that_stand(cx)?;
            answer.reading = vec![self.reading(&members)];
            let (first, words) = (self.variables.len(), self.allowed(&members));
            let parameters = emit::Parameters { count: self.parameters.len(), words };
            let lifted = lifted(self);
            if options.style == Wanted::Auto {
                // two games, of which each has moves of its own
                if let Some(halves) = Halves::of(self).filter(|_| !options.moves)
                    && halves.emit(self, &parameters.words, options, answer, cx)?
                {
                    return Ok(());
                }
                for (text, claim, evidence) in self.laws(ranges, cx)? {
                    let names = self.all_names();
                    let game = lifted.as_ref().map(|question| &question.game);
                    let law =
                        emit::Law { text: &text, claim: &claim, names: &names, first, words: &parameters.words, game };
                    if emit::by_law(&self.query, &law, evidence, options, answer, cx)? {
                        return Ok(());
                    }
                }
            }
            let (Some(lifted), Convention::Normal) = (lifted, self.convention) else {
                let message = format!("no law of `{}` is proved, and its rule is not emitted", self.query);
                let values = format!("emit it for one value of each parameter: `for {}`", self.example());
                return Err(Diagnostic::unsupported(message).suggest(values).into());
            };
            let Kind::Rule(rule) = lifted.game.kind() else { return Err(Diagnostic::rule("this is no rule").into()) };
            let positive: Vec<Cond> = (first..first + self.parameters.len())
                .map(|v| Cond::Compare(Expr::Variable(v), Relation::GreaterEqual, Expr::Constant(Int::ONE)))
                .collect();
            let mut question = guarded(&lifted, rule, &positive);
            question.query = format!("{}, as {}", self.query, lifted.query);
            emit::write(&question, options, &parameters, answer, cx)
        })
    }

    /// Which values the function answers for: `m >= 1`, `p <= q`.
    fn allowed(&self, members: &Members) -> String {
        let mut all: Vec<String> = self.parameters.iter().map(|name| format!("{name} >= 1")).collect();
        all.extend(never_empty(self).into_iter().map(|(_, words)| words));
        let mut words = format!("Parameters: {}.", all.join(", "));
        // those of `take` are told by the conditions
        if ranges_of_takes(self).next().is_none()
            && let [(values, _), rest @ ..] = &members.refused[..]
        {
            let more = if rest.is_empty() { String::new() } else { format!(", and for {} more", rest.len()) };
            words.push_str(&format!(" It is no game for {values}{more}: what is returned there means nothing."));
        }
        words
    }

    /// Laws that are proved of all members: of the values, in misère play of the P-positions.
    fn laws(&self, ranges: &Ranges, cx: &Context) -> Result<Vec<(String, Claim, Evidence)>> {
        let wanted = |claim: &Claim| match self.convention {
            Convention::Normal => matches!(claim, Claim::Value(_)),
            Convention::Misere => matches!(claim, Claim::Previous(_)),
        };
        if let Some(lifted) = lifted(self) {
            let by_theorem = claims(self, &lifted).into_iter().filter(|law| wanted(&law.claim));
            let all: Vec<_> =
                by_theorem.map(|law| (law.spelt.to_string(), law.claim, Evidence::theorem(law.theorem))).collect();
            if !all.is_empty() {
                return Ok(all);
            }
        }
        let Ok(guessed) = self.guess(ranges, cx) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for finding in guessed.result.findings.into_iter().filter(|f| f.evidence.is_proved()) {
            let Some(Ok(claim)) = finding.claim.as_ref().map(|text| self.claim(text)) else { continue };
            if wanted(&claim.claim) {
                found.push((claim.text, claim.claim, finding.evidence));
            }
        }
        Ok(found)
    }
}
