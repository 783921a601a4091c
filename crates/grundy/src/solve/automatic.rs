//! A lone component whose tables are out of reach: the outcome and the moves by a law that automata prove.

use std::sync::Arc;

use grundy_automata::search::Question;

use super::components::alone;
use super::list::{OptionsOf, list};
use super::{SolveOptions, blank};
use crate::answer::{Answer, MoveList, ValueStatus};
use crate::context::Context;
use crate::engine::automatic::AutomaticLaw;
use crate::error::{Error, Result};
use crate::game::Component;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::position::Position;

/// The law of the P-positions of the component's game, where its place is out of reach of tables.
///
/// # Errors
/// A spent budget.
pub(super) fn law(lone: &Component, convention: Convention, cx: &Context) -> Result<Option<Arc<AutomaticLaw>>> {
    let (question, asks) = match convention {
        Convention::Normal => (Question::Kernel, lone.game.asks_automata(&lone.place)),
        Convention::Misere => (Question::Misere, lone.game.asks_automata_in_misere(&lone.place)),
    };
    if !asks {
        return Ok(None);
    }
    lone.game.automatic_law(question, cx)
}

/// What the law says of the component.
pub(super) fn outcome(law: &AutomaticLaw, lone: &Component) -> Outcome {
    if law.is_previous(&lone.place) { Outcome::Previous } else { Outcome::Next }
}

/// The answer of the law.
///
/// # Errors
/// A rule that is not a game.
pub(super) fn solve(
    position: &Position,
    lone: &Component,
    law: &AutomaticLaw,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    let mut answer = blank(position);
    let outcome = outcome(law, lone);
    answer.outcome = Some(outcome);
    answer.evidence = law.evidence();
    answer.engine = "automaton".to_owned();
    let misere = position.convention() == Convention::Misere;
    if misere {
        answer.value_status = ValueStatus::None;
    } else if outcome == Outcome::Previous {
        answer.value = Some(Nat::ZERO);
        answer.value_status = ValueStatus::Exact;
    }
    answer.components = vec![alone(lone, &answer)];
    if !options.moves {
        return Ok(answer);
    }
    if outcome == Outcome::Previous {
        answer.moves = MoveList { moves: Vec::new(), count: Some(Nat::ZERO) };
        return Ok(answer);
    }
    match lone.game.moves_into(law, &lone.place, options.limit, cx) {
        Ok(found) => {
            let table = OptionsOf::from_iter([(lone.clone(), Some(found))]);
            let value = (!misere).then_some(Value::ZERO);
            answer.moves = list(position, &table, options.limit, &mut |_, _| (value.clone(), Some(Outcome::Previous)));
        }
        Err(Error::Stopped(stopped)) => answer.stopped = Some(stopped),
        Err(bad) => return Err(bad),
    }
    Ok(answer)
}
