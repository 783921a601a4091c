//! Certificates of sums: each component's values with a certificate of their own, and what they make together.

use std::sync::Arc;

use grundy_automata::certificate::sum_to_text;
use grundy_automata::linear::Linear;
use grundy_automata::search::{Law, Question};
use grundy_automata::{Dfa, Engine, Numeration, Sizes};
use grundy_core::{Context, Diagnostic, Error, Result};

use super::relations::Addend;
use super::rule::rule_of_game;
use crate::automatic::{certify, moves_of_rule};
use crate::game::Game;

/// A claim that was compared with a sum of known values.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) addends: Vec<Addend>,
    /// The claim; with the value behind if it is about values.
    pub(super) law: Arc<Dfa>,
    pub(super) values: bool,
}

impl Sum {
    /// The certificate as text.
    ///
    /// # Errors
    /// A component whose moves have no automaton, or no rule in the notation; a spent budget.
    pub(super) fn certificate(&self, comment: &str, cx: &Context) -> Result<String> {
        let mut games: Vec<Game> = Vec::new();
        let mut parts = Vec::new();
        let mut components: Vec<(usize, Vec<Linear>)> = Vec::new();
        for addend in &self.addends {
            let part = match games.iter().position(|g| *g == addend.game) {
                Some(known) => known,
                None => {
                    parts.push(values(addend, cx)?);
                    games.push(addend.game.clone());
                    games.len() - 1
                }
            };
            components.push((part, addend.place.clone()));
        }
        if components.is_empty() {
            return Err(Diagnostic::unsupported("no certificate: all components cancel in pairs").into());
        }
        Ok(sum_to_text(&parts, &components, &self.law, self.values, comment))
    }
}

/// The certificate of the values of one component.
fn values(addend: &Addend, cx: &Context) -> Result<String> {
    let game = &addend.game;
    let Some(found) = rule_of_game(game, addend.place.len()).filter(|r| r.domain.is_none()) else {
        let why = format!("no certificate: `{}` has no rule in the notation", game.text());
        return Err(Diagnostic::unsupported(why).into());
    };
    let numeration = Numeration::BINARY;
    let mut engine = Engine::new(numeration, cx).with_cap(super::CAP);
    let moves = moves_of_rule(&found.rule, &mut engine).map_err(Error::from)?;
    let set = Arc::clone(&addend.relation);
    // a law that is said of the whole game is one of this rule, as the equation shows again
    let proved = engine.prove_values(&moves, &set).map_err(Error::from)?.is_proved();
    if !proved {
        let why = format!("no certificate: the values of `{}` have no proof by automata", game.text());
        return Err(Diagnostic::unsupported(why).into());
    }
    let law = Law { numeration, set, moves, s: 0, sizes: Sizes::default() };
    Ok(certify(&found.rule, &law, Question::Values, cx)?.to_text(game.text()))
}
