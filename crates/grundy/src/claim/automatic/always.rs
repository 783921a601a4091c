//! Statements about all natural numbers, without a game: `n < m+1 or n % 3 >= 0`.
//!
//! The statement is true if the automaton of its negation accepts nothing.

use std::sync::Arc;

use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::{Engine, Obstacle};
use grundy_core::{Context, Convention, Evidence, Result};

use super::CAP;
use super::formulas::{claim_set, systems};
use crate::automatic::system_in_chinese;
use crate::claim::{Claim, Statement, Subject};
use crate::words::Words;

/// Is the statement true of all natural numbers with these names? The evidence, where automata say so; `None`: it is false
/// somewhere, or they cannot say it.
///
/// # Errors
/// A spent budget.
pub(crate) fn holds_always(statement: &Statement, names: &[String], cx: &Context) -> Result<Option<Evidence>> {
    let claim = Claim::Previous(statement.clone());
    let subject = Subject {
        convention: Convention::Normal,
        summands: Vec::new(),
        variables: names.to_vec(),
        query: String::new(),
    };
    for system in systems(&claim) {
        let mut engine = Engine::new(system, cx).with_cap(CAP);
        let fails = claim_set(&claim, &subject, None, &mut engine).and_then(|set| {
            let place: Vec<Linear> = (0..names.len()).map(Linear::variable).collect();
            let tracks: Vec<Variable> = (0..names.len() as Variable).collect();
            engine.compile(&Formula::Member(Arc::new(set), place).negated(), &tracks)
        });
        match fails {
            Ok(fails) if fails.is_empty() => {
                return Ok(Some(Evidence::computed(fails_nowhere(&engine))));
            }
            // numbers are the same in every system
            Ok(_) => return Ok(None),
            Err(Obstacle::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// What it rests on that a claim fails nowhere.
pub(super) fn fails_nowhere(engine: &Engine<'_>) -> Words {
    let (system, largest) = (engine.numeration(), engine.sizes().largest);
    Words::new(
        format!("automata in {system}, the largest of size {largest}, find no position at which the claim fails"),
        format!("{}的自动机（最大者大小为 {largest}）没有找到论断不成立的局面", system_in_chinese(system)),
    )
}
