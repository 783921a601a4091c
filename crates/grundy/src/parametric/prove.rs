//! Claims about all members: `prove 'take[1..m]' 'g = n % (m+1)'`.
//!
//! First small positions of the members are compared, so that a wrong claim falls at once. Then the claim is proved of all
//! parameters: by the theorem on intervals, where it says what that says, or as a claim about the lifted rule
//! ([`super::rounds`]). Where neither speaks of it, each member for the values asked for is judged by itself; the claim is
//! then *checked*, also if it was proved of each.

use grundy_core::{Context, Convention, Diagnostic, Evidence, Int, Nat, Result};

use super::copies::Halves;
use super::interval::claims;
use super::judge::Cases;
use super::lift::lifted;
use super::rounds;
use super::{ParametricGame, Ranges, Values};
use crate::answer::Answer;
use crate::claim::{Claim, ClaimQuestion, Coordinate, Judgement, ProveOptions, Subject, Summand};
use crate::game::{GameQuestion, catalogue};
use crate::notation::claim as ast_claim;
use crate::notation::{Limits, Reader};
use crate::rule::ir::Expr;
use crate::statement::lower;
use crate::statement::map::Map;
use crate::statement::normal::key;

/// A claim about all members of a game with parameters; made by [`Session::asked_claim`](crate::Session::asked_claim).
#[derive(Debug, Clone)]
pub struct ParametricClaim {
    pub(super) game: ParametricGame,
    pub(super) claim: Claim,
    pub(super) text: String,
}

/// The claim with numbers in the place of the variables from `first` on; those behind them move up.
pub(crate) fn with_values(claim: &Claim, first: usize, values: &[u64]) -> Claim {
    let bound: Vec<Int> = values.iter().copied().map(Int::from).collect();
    let behind = |v: usize| if v >= first + bound.len() { v - bound.len() } else { v };
    let with = |e: &Expr| match e {
        Expr::Variable(v) => {
            let value = v.checked_sub(first).and_then(|i| bound.get(i));
            value.map(|value| Expr::Constant(value.clone())).or_else(|| Some(Expr::Variable(behind(*v))))
        }
        _ => None,
    };
    Map { with: &with, quantified: &behind }.claim(claim)
}

impl ParametricGame {
    /// A claim in the notation, whose variables are those of the members and the parameters.
    ///
    /// # Errors
    /// Text that cannot be read; values in misère play.
    pub fn claim(&self, text: &str) -> std::result::Result<ParametricClaim, Diagnostic> {
        self.claimed(&Reader::new(Limits::default(), catalogue::GAMES).claim(text, &self.all_names())?)
    }

    /// A claim that was read with [all names](ParametricGame::all_names).
    ///
    /// # Errors
    /// Values in misère play.
    pub(crate) fn claimed(&self, read: &ast_claim::Claim) -> std::result::Result<ParametricClaim, Diagnostic> {
        let claim = lower(read, &self.all_names())?;
        if !matches!(claim, Claim::Previous(_)) && self.convention == Convention::Misere {
            let fault = Diagnostic::input("misère play has no Grundy values, so nothing is claimed about them");
            return Err(fault.suggest("claim the P-positions: P: n % (m+1) = 1"));
        }
        Ok(ParametricClaim { game: self.clone(), claim, text: read.to_string() })
    }
}

impl ParametricClaim {
    /// The game that the claim is about.
    #[must_use]
    pub fn game(&self) -> &ParametricGame {
        &self.game
    }

    /// The claim about one member.
    fn at(&self, values: &Values, member: &GameQuestion) -> ClaimQuestion {
        let claim = with_values(&self.claim, self.game.variables.len(), &values.numbers());
        ClaimQuestion { text: format!("{} ({values})", self.text), ..self.about(member, claim) }
    }

    /// A claim about one member.
    pub(super) fn about(&self, member: &GameQuestion, claim: Claim) -> ClaimQuestion {
        let variables = self.game.variables.clone();
        let place = (0..variables.len()).map(Coordinate::Variable).collect();
        let summands = vec![Summand { copies: Nat::ONE, game: member.game.clone(), place }];
        let subject = Subject { convention: self.game.convention, summands, variables, query: member.query.clone() };
        ClaimQuestion { subject, claim, text: self.text.clone() }
    }

    /// The claim about the member with these values.
    ///
    /// # Errors
    /// Values that make no game.
    pub fn member(&self, values: &[u64]) -> std::result::Result<ClaimQuestion, Diagnostic> {
        let member = self.game.member(values)?;
        let question = self.at(&Values::new(&self.game.parameters, values), &member);
        Ok(ClaimQuestion { text: self.text.clone(), ..question })
    }

    /// The evidence that the claim is true of all members, whatever the values.
    pub(super) fn proved(&self, cx: &Context) -> Result<Option<Evidence>> {
        if let Some(lifted) = lifted(&self.game) {
            let own = key(&self.claim);
            if let Some(law) = claims(&self.game, &lifted).iter().find(|law| key(&law.claim) == own) {
                return Ok(Some(Evidence::theorem(law.theorem)));
            }
        }
        if let Some(halves) = Halves::of(&self.game)
            && let Some(evidence) = halves.prove(self, cx)?
        {
            return Ok(Some(evidence));
        }
        rounds::proof(&self.game, &self.claim, &self.text, cx)
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
        let members = self.game.members(ranges)?;
        let reading = vec![self.game.reading(&members)];
        let blank = Judgement::open(self.text.clone());
        Answer::new(self.game.query.clone(), self.game.convention, reading, blank).filled_as_far_as(cx, |answer| {
            let members = members.that_stand(cx)?;
            answer.reading = vec![self.game.reading(&members)];
            let at = |(values, member): &(Values, GameQuestion)| (values.clone(), self.at(values, member));
            let questions: Vec<_> = members.games.iter().map(at).collect();
            let (parameters, refused) = (&self.game.parameters[..], members.refused.len());
            let cases = Cases { questions: &questions, parameters, ranges, refused };
            cases.judge(|part| self.proved(part), options, answer, cx)
        })
    }
}
