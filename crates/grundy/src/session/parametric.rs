//! From text to games that may have parameters.

use super::{Result, Session};
use crate::claim::{ClaimFault, ClaimQuestion};
use crate::notation::lenient::Kind;
use crate::parametric::{Asked, ParametricClaim, ParametricGame};

/// What a claim is about.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of it a text")]
pub enum AskedClaim {
    /// All positions of a game.
    Whole(ClaimQuestion),
    /// All positions of all members of a game with parameters.
    Parametric(ParametricClaim),
}

impl Session {
    /// As [`Session::game`], where names without a value are parameters: of one letter, perhaps with digits behind it, or
    /// `given`.
    ///
    /// # Errors
    /// As [`Session::game`]; values of which none make a game.
    pub fn asked_game(&mut self, text: &str, given: &[String]) -> Result<Asked> {
        self.read(text, Kind::Game, |session, text| match session.strict_game(text) {
            Ok(question) => Ok(Asked::Whole(question)),
            Err(fault) => session.parametric(text, given, fault).map(Asked::Parametric),
        })
    }

    /// As [`Session::claim`], for games that may have parameters.
    ///
    /// # Errors
    /// As [`Session::claim`].
    pub fn asked_claim(
        &mut self,
        about: &str,
        claim: &str,
        given: &[String],
    ) -> std::result::Result<AskedClaim, ClaimFault> {
        let fault = match self.claim(about, claim) {
            Ok(question) => return Ok(AskedClaim::Whole(question)),
            Err(ClaimFault::Subject(fault)) => fault,
            Err(fault) => return Err(fault),
        };
        match self.asked_game(about, given) {
            Ok(Asked::Parametric(game)) => game.claim(claim).map(AskedClaim::Parametric).map_err(ClaimFault::Claim),
            _ => Err(ClaimFault::Subject(fault)),
        }
    }

    /// The game with parameters, or the fault of the text without.
    fn parametric(&mut self, text: &str, given: &[String], fault: grundy_core::Diagnostic) -> Result<ParametricGame> {
        match self.reader.parametric_game(text, given) {
            Ok((mut read, parameters)) if !parameters.is_empty() => {
                read.misere |= self.misere;
                ParametricGame::new(read, parameters, self.scope.in_force())
            }
            _ => Err(fault),
        }
    }
}
