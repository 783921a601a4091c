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
    let own = match moves_of_rule(&own.rule, &mut engine) {
        Ok(own) => own,
        Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped.into()),
        Err(_) => return Ok(OfGame::Unknown),
    };
    match told.has_the_moves(&own, &mut engine) {
        Ok(true) => Ok(OfGame::Same),
        // parts that are nothing count as parts here
        Ok(false) if !told.has_as_many_parts_as(&own) => Ok(OfGame::Unknown),
        Ok(false) => Ok(OfGame::Other),
        Err(stopped @ Obstacle::Stopped(_)) => Err(stopped.into()),
        Err(_) => Ok(OfGame::Unknown),
    }
}
