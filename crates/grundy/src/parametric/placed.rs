//! Claims about positions with parameters: `prove 'take[1..m](a, b)' 'P: a % (m+1) = b % (m+1)'`.
//!
//! Where each summand is one heap of a game whose value the theorem on intervals gives for all parameters, the value of the
//! position is the xor of these, so a claim that says this is proved of all values at once. Two heaps are P exactly where
//! their values are equal. Any other claim is judged for each choice of values ([`super::judge`]).

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use grundy_core::evidence::SPRAGUE_GRUNDY;
use grundy_core::{Context, Convention, Diagnostic, Evidence, Int, Result};
use grundy_notation::ast::{Coordinate, Definition, GameText, Place, Primary, Query, Relation};

use super::interval::claims_of;
use super::judge::Cases;
use super::lift::{lifted, mentions};
use super::{ParametricGame, Ranges, Values, not_a_game, stands};
use crate::answer::{Answer, Reading};
use crate::claim::{
    Claim, ClaimQuestion, Coordinate as Written, Judgement, ProveOptions, follows, read_law, stated_at,
};
use crate::game::Shape;
use crate::rule::ir::{Cond, Expr, Function};
use crate::statement::Statement;
use crate::statement::map::numbered;
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
    /// Choices of values that may make a game, and the claim for each of them …
    pub(crate) choices: Vec<Vec<u64>>,
    pub(crate) member: Member,
    /// … and choices that make none.
    pub(crate) refused: Vec<(Values, Diagnostic)>,
    /// Is a period claimed?
    pub(crate) is_about_period: bool,
    /// What is known of all values.
    pub(crate) law: Option<KnownValue>,
}

/// How the claim for one choice of values is made, or why that makes no game. There may be 10^5, and each is made when it is asked
/// for, for all of them would take hundreds of megabytes.
#[derive(Clone)]
pub(crate) struct Member(pub(crate) Arc<Make>);

type Make = dyn Fn(&[u64]) -> Result<ClaimQuestion, Diagnostic> + Send + Sync;

impl Debug for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Member")
    }
}

/// The value of a position for all values of the parameters.
#[derive(Debug, Clone)]
pub(crate) struct KnownValue {
    /// What the claim says, and the names of its variables.
    claim: Claim,
    names: Vec<String>,
    /// Each variable is at least as large: a parameter is no 0.
    low: Vec<i64>,
    /// The values of the heaps.
    heaps: Vec<Expr>,
    evidence: Evidence,
}

impl PlacedClaim {
    /// The names of the parameters.
    #[must_use]
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Proves, refutes or checks the claim.
    ///
    /// # Errors
    /// A period, which is one of one game; no values that make a game; faults of the claim.
    pub fn prove(&self, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
        if self.is_about_period {
            let fault = Diagnostic::input("a period is claimed of one game, and not of all members");
            return Err(fault.suggest(format!("one value for each parameter: `for {}=3`", self.parameters[0])).into());
        }
        let blank = Judgement::open(self.text.clone());
        let reading = |refused: &[(Values, Diagnostic)]| self.reading(refused);
        let read = vec![reading(&self.refused)];
        Answer::new(self.query.clone(), self.convention, read, blank).filled_as_far_as(cx, |answer| {
            let question = |values: &Values, cx: &Context| {
                let mut question = (self.member.0)(&values.numbers())?;
                question.text = format!("{} ({values})", question.text);
                question.subject.summands.iter().try_for_each(|s| stands(&s.game, s.place.len(), cx))?;
                Ok(question)
            };
            let cases = Cases {
                choices: self.choices.clone(),
                refused: self.refused.clone(),
                question: &question,
                reading: &reading,
                parameters: &self.parameters,
                ranges: &self.ranges,
            };
            let law = |part: &Context| self.law.as_ref().map_or(Ok(None), |law| law.proved(part));
            cases.judge(law, options, answer, cx)
        })
    }

    fn reading(&self, refused: &[(Values, Diagnostic)]) -> Reading {
        let told = super::are_parameters(&self.parameters);
        Reading { words: told.clone(), ..Reading::sentence(told.english + &not_a_game(refused)) }
    }
}

/// The values of the heaps, for a claim whose variables have these names.
pub(crate) fn law(
    query: &Query,
    before: &[Definition],
    claim: &Claim,
    names: &[String],
    free: &[String],
) -> Option<KnownValue> {
    if query.misere || !query.definitions.is_empty() {
        return None;
    }
    let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
    let mut values: Vec<Expr> = Vec::new();
    for term in &query.position.terms {
        let (None, Primary::Game { game, places }) = (&term.copies, &term.primary) else { return None };
        let parameters: Vec<String> =
            free.iter().filter(|&p| mentions(game, std::slice::from_ref(p))).cloned().collect();
        let read = GameText { definitions: Vec::new(), misere: false, game: Arc::clone(game) };
        let game = ParametricGame::new(read, parameters, before.to_vec()).ok()?;
        for place in places {
            let Place::Coordinate(heap) = place else { return None };
            let (value, why) = match game.parameters() {
                [] => of_one_game(&game, heap, names)?,
                _ => of_members(&game, heap, names, free)?,
            };
            values.push(value);
            evidence = evidence.and(&why);
        }
    }
    let low = names.iter().map(|name| i64::from(free.contains(name))).collect();
    Some(KnownValue { claim: claim.clone(), names: names.to_vec(), low, heaps: values, evidence })
}

/// The value of a heap of the members, by the theorem on intervals.
fn of_members(game: &ParametricGame, heap: &Coordinate, names: &[String], free: &[String]) -> Option<(Expr, Evidence)> {
    let Coordinate::Name(heap) = heap else { return None };
    if free.contains(&heap.text) {
        return None;
    }
    let rule = lifted(game)?;
    let laws = claims_of(game, &rule, &heap.text);
    let (value, theorem) = laws.into_iter().find_map(|law| Some((only_value(law.claim)?, law.theorem)))?;
    // the law speaks of the heap and the parameters of this game
    let own = std::iter::once(&heap.text).chain(&game.parameters);
    let numbers: Vec<usize> = own.map(|own| names.iter().position(|n| n == own)).collect::<Option<_>>()?;
    Some((numbered(&|v| numbers[v], |map| map.expr(&value)), Evidence::theorem(theorem)))
}

/// The value of a heap of a game without parameters, where a theorem writes it with the size of the heap.
fn of_one_game(game: &ParametricGame, heap: &Coordinate, names: &[String]) -> Option<(Expr, Evidence)> {
    let game = game.member(&[]).ok()?.game;
    if game.shape() != Shape::Heap {
        return None;
    }
    let place = match heap {
        Coordinate::Name(name) => Written::Variable(names.iter().position(|n| *n == name.text)?),
        Coordinate::Number(number, _) => Written::Number(number.clone()),
        Coordinate::Unknown(_) => return None,
    };
    let law = game.law_of_values()?;
    let spelt = stated_at(law, &[place], names);
    let value = spelt.iter().find_map(|spelt| only_value(read_law(spelt, names)?))?;
    Some((value, law.evidence()))
}

/// The value, where the claim says one of all heaps.
fn only_value(claim: Claim) -> Option<Expr> {
    match claim {
        Claim::Value(cases) => match <[_; 1]>::try_from(cases).ok()? {
            [(None, value)] => Some(value),
            [_] => None,
        },
        _ => None,
    }
}

impl KnownValue {
    /// The evidence that the claim says what the values of the heaps say, or follows from it.
    fn proved(&self, cx: &Context) -> Result<Option<Evidence>> {
        let value = |e: &Expr| Claim::Value(vec![(None, e.clone())]);
        let equal =
            |a: &Expr, b: &Expr| Claim::Previous(Statement::Is(Cond::Compare(a.clone(), Relation::Equal, b.clone())));
        let (all, zero) = (Expr::Call(Function::Xor, self.heaps.clone()), Expr::Constant(Int::ZERO));
        let mut said = vec![value(&all), equal(&all, &zero)];
        match &self.heaps[..] {
            [one] => said.extend([value(one), equal(one, &zero)]),
            [a, b] => said.extend([equal(a, b), equal(b, a)]),
            _ => {}
        }
        let own = key(&self.claim);
        if said.iter().any(|claim| key(claim) == own) {
            return Ok(Some(self.evidence.clone()));
        }
        let law = match &self.heaps[..] {
            [one] => value(one),
            _ => value(&all),
        };
        let why = follows(&self.claim, &law, &self.names, &self.low, &[], cx)?;
        Ok(why.map(|why| self.evidence.clone().and(&why)))
    }
}
