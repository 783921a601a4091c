//! Claims about positions with parameters: `prove 'take[1..m](a, b)' 'P: a % (m+1) = b % (m+1)'`.
//!
//! Where each summand is one heap of a game whose value the theorem on intervals gives for all parameters, the value of the
//! position is the xor of these, so a claim that says this is proved of all values at once. Two heaps are P exactly where
//! their values are equal. Any other claim is judged for each choice of values ([`super::judge`]).

use std::sync::Arc;

use grundy_core::evidence::SPRAGUE_GRUNDY;
use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Result};

use super::interval::claims_of;
use super::judge::Cases;
use super::lift::{lifted, mentions};
use super::{ParametricGame, Ranges, Values, not_a_game, stands};
use crate::answer::{Answer, Reading};
use crate::claim::{Claim, ClaimQuestion, Judgement, ProveOptions};
use crate::game::catalogue;
use crate::notation::ast::{Coordinate, Definition, GameText, Place, Primary, Query};
use crate::notation::{Limits, Reader};
use crate::statement::lower;
use crate::statement::normal::key;

/// A claim about the positions of a sum of games with parameters; made by
/// [`Session::asked_claim`](crate::Session::asked_claim).
#[derive(Debug, Clone)]
pub struct PlacedClaim {
    pub(crate) convention: Convention,
    pub(crate) query: String,
    pub(crate) text: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) ranges: Ranges,
    /// The claim for each choice of values that makes a game …
    pub(crate) questions: Vec<(Values, ClaimQuestion)>,
    /// … and the choices that make none.
    pub(crate) refused: Vec<(Values, Diagnostic)>,
    /// The proof of all values, where the claim is what a theorem says.
    pub(crate) law: Option<Evidence>,
}

impl PlacedClaim {
    /// Proves, refutes or checks the claim.
    ///
    /// # Errors
    /// A period, which is one of one game; no values that make a game; faults of the claim.
    pub fn prove(&self, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
        if self.questions.iter().any(|(_, q)| matches!(q.claim, Claim::Period { .. })) {
            let fault = Diagnostic::input("a period is claimed of one game, and not of all members");
            return Err(fault.suggest(format!("one value for each parameter: `for {}=3`", self.parameters[0])).into());
        }
        let blank = Judgement::open(self.text.clone());
        let reading = vec![self.reading(&self.refused)];
        Answer::new(self.query.clone(), self.convention, reading, blank).filled_as_far_as(cx, |answer| {
            let mut refused = self.refused.clone();
            let mut questions = Vec::new();
            for (values, question) in &self.questions {
                match question.subject.summands.iter().try_for_each(|s| stands(&s.game, s.place.len(), cx)) {
                    Ok(()) => questions.push((values.clone(), question.clone())),
                    Err(Error::Bad(fault)) => refused.push((values.clone(), *fault)),
                    Err(stopped) => return Err(stopped),
                }
            }
            if let (true, Some((_, fault))) = (questions.is_empty(), refused.first()) {
                return Err(fault.clone().into());
            }
            refused.sort_by(|a, b| a.0.cmp(&b.0));
            answer.reading = vec![self.reading(&refused)];
            let (parameters, ranges) = (&self.parameters[..], &self.ranges);
            let cases = Cases { questions: &questions, parameters, ranges, refused: refused.len() };
            cases.judge(|_| Ok(self.law.clone()), options, answer, cx)
        })
    }

    fn reading(&self, refused: &[(Values, Diagnostic)]) -> Reading {
        Reading::sentence(super::are_parameters(&self.parameters) + &not_a_game(refused))
    }
}

/// The evidence that the claim, whose variables have these names, is what the values of the heaps say.
pub(crate) fn law(
    query: &Query,
    before: &[Definition],
    claim: &Claim,
    names: &[String],
    free: &[String],
) -> Option<Evidence> {
    if query.misere || !query.definitions.is_empty() {
        return None;
    }
    let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
    let mut values: Vec<String> = Vec::new();
    for term in &query.position.terms {
        let (None, Primary::Game { game, places }) = (&term.copies, &term.primary) else { return None };
        let parameters: Vec<String> =
            free.iter().filter(|&p| mentions(game, std::slice::from_ref(p))).cloned().collect();
        let read = GameText { definitions: Vec::new(), misere: false, game: Arc::clone(game) };
        let game = ParametricGame::new(read, parameters, before.to_vec()).ok()?;
        let rule = lifted(&game)?;
        for place in places {
            let Place::Coordinate(Coordinate::Name(heap)) = place else { return None };
            if free.contains(&heap.text) {
                return None;
            }
            let laws = claims_of(&game, &rule, &heap.text);
            let law = laws.into_iter().find(|law| law.text.starts_with("g = "))?;
            values.push(format!("({})", law.text.trim_start_matches("g = ")));
            evidence = evidence.and(&Evidence::theorem(law.theorem));
        }
    }
    let all = values.join(",");
    let mut said = vec![format!("g = xor({all})"), format!("P: xor({all}) = 0")];
    match &values[..] {
        [one] => said.extend([format!("g = {one}"), format!("P: {one} = 0")]),
        [a, b] => said.extend([format!("P: {a} = {b}"), format!("P: {b} = {a}")]),
        _ => {}
    }
    let own = key(claim);
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    let mut says = |text: &String| {
        let read = reader.claim(text, names).ok()?;
        lower(&read, names).ok().map(|claim| key(&claim))
    };
    said.iter().any(|text| says(text).is_some_and(|key| key == own)).then_some(evidence)
}
