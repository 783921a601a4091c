//! A claim about all members of a game with parameters, read but not proved yet: `g = n % (m+1)` of `take[1..m]`.
//!
//! Its variables are those of the members, then the parameters. With values for the parameters it is a claim about one
//! member.

use grundy_core::{Diagnostic, Nat};
use grundy_notation::claim as ast_claim;
use grundy_notation::{Limits, Reader};

use super::{ParametricGame, Values};
use crate::claim::{Claim, ClaimQuestion, Coordinate, Subject, Summand, no_values_in_misere};
use crate::game::{GameQuestion, catalogue};
use crate::statement::lower;
use crate::statement::map::with_numbers;

/// A claim about all members of a game with parameters; made by [`Session::asked_claim`](crate::Session::asked_claim).
#[derive(Debug, Clone)]
pub struct ParametricClaim {
    pub(super) game: ParametricGame,
    pub(super) claim: Claim,
    pub(super) text: String,
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
        no_values_in_misere(read, self.convention, "P: n % (m+1) = 1")?;
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
        let claim = with_numbers(self.game.variables.len(), &values.numbers(), |map| map.claim(&self.claim));
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
