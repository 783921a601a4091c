//! Is a certificate of a law about this game? Its moves are compared with those of the game's rule, however both were written.

use grundy_automata::Engine;
use grundy_automata::certificate::Told;
use grundy_automata::engine::Obstacle;
use grundy_core::{Context, Convention, Result};

use super::CAP;
use super::rule::rule_of_game;
use crate::automatic::moves_of_rule;
use crate::game::{GameQuestion, Shape};

/// What the certificate of a law says of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfGame {
    /// Its moves are those of the game.
    Same,
    /// They are others.
    Other,
    /// It is about play under the other convention, which this is.
    Under(Convention),
    /// No automata tell both.
    Unknown,
}

/// Compares the moves of a certificate, which was checked, with those of the game.
///
/// # Errors
/// A spent budget.
pub(crate) fn of_game(question: &GameQuestion, certificate: &str, cx: &Context) -> Result<OfGame> {
    let Some(told) = Told::read(certificate) else { return Ok(OfGame::Unknown) };
    if told.question.convention() != question.convention {
        return Ok(OfGame::Under(told.question.convention()));
    }
    let Some(own) = rule_of_game(&question.game, told.arity) else {
        // places of so many numbers, and of no others
        let numbers = match question.game.shape() {
            Shape::Heap => Some(1),
            Shape::Tuple(numbers) => Some(numbers),
            _ => None,
        };
        let is_other = numbers.is_some_and(|numbers| numbers != told.arity);
        return Ok(if is_other { OfGame::Other } else { OfGame::Unknown });
    };
    let mut engine = Engine::new(told.numeration, cx).with_cap(CAP);
    let same = moves_of_rule(&own.rule, &mut engine).and_then(|moves| told.has_the_moves(&moves, &mut engine));
    match same {
        Ok(true) => Ok(OfGame::Same),
        Ok(false) => Ok(OfGame::Other),
        Err(stopped @ Obstacle::Stopped(_)) => Err(stopped.into()),
        Err(_) => Ok(OfGame::Unknown),
    }
}
