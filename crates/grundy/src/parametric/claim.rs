//! A claim about all members of a game with parameters, read but not proved yet: `g = n % (m+1)` of `take[1..m]`.
//!
//! Its variables are those of the members, then the parameters. With values for the parameters it is a claim about one
//! member.

use grundy_core::{Convention, Diagnostic, Int, Nat};

use super::{ParametricGame, Values};
use crate::claim::{Claim, ClaimQuestion, Coordinate, Subject, Summand};
use crate::game::{GameQuestion, catalogue};
use crate::notation::claim as ast_claim;
use crate::notation::{Limits, Reader};
use crate::rule::ir::Expr;
use crate::statement::lower;
use crate::statement::map::Map;

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
    pub(super) fn at(&self, values: &Values, member: &GameQuestion) -> ClaimQuestion {
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
}
