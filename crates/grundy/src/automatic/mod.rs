//! Laws of rules by automata: a rule as data becomes formulas, its P-positions or values are learnt and proved.
//!
//! The crate [`grundy_automata`] knows formulas and no rules; here rules are said in its words. A rule becomes [`Moves`]
//! ([`moves_of_rule`]); its first positions are labelled by tables or by marking ([`labels`]); a law is searched for,
//! proved for all positions, and certified ([`law_of_rule`], [`certify`]).
//!
//! | file | holds |
//! |---|---|
//! | [`terms`] | expressions and conditions of rules as formulas |
//! | [`moves`] | the moves of a rule |
//! | [`labels`] | P-positions and values computed one by one, to learn from |
//! | [`law`] | the whole road: play ends, a law, its certificate |
//!
//! [`Moves`]: grundy_automata::Moves

pub mod labels;
pub mod law;
pub mod moves;
pub mod terms;
#[cfg(test)]
mod tests;

pub use law::{certify, law_of_rule, measure_of_rule};
pub use moves::moves_of_rule;

/// A number of states in words: `1 state`, `7 states`.
pub(crate) fn states_in_words(states: usize) -> String {
    format!("{states} {}", if states == 1 { "state" } else { "states" })
}
