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
//! | [`cells`] | the cells of single values, row by row, to learn from |
//! | [`labels`] | P-positions and values computed one by one, to learn from |
//! | [`law`] | the whole road: play ends, a law, its certificate |
//! | `proved` | a law as an engine: outcomes, values and moves of places of any size |
//!
//! [`Moves`]: grundy_automata::Moves

pub mod cells;
pub mod labels;
pub mod law;
pub mod moves;
pub(crate) mod proved;
pub mod terms;
#[cfg(test)]
mod tests;

use crate::evidence::Theorem;

pub use law::{certify, law_of_rule, measure_of_rule};
pub use moves::moves_of_rule;

/// One equation, solved by one set.
pub(crate) static KERNEL: Theorem = Theorem {
    id: "kernel-equation",
    statement: "a set is the set of P-positions if it holds exactly the positions from which no move leads into it; automata decide this for all positions",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// The same where the last mover loses.
pub(crate) static MISERE: Theorem = Theorem {
    id: "misere-kernel-equation",
    statement: "in misère play a set is the set of P-positions if it holds exactly the positions that have a move, but none into the set; automata decide this for all positions",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// The equation of values.
pub(crate) static MEX: Theorem = Theorem {
    id: "mex-equation",
    statement: "a relation is the Grundy value if it gives each position the least number that it gives to no option; automata decide this for all positions",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// An equation for each value.
pub(crate) static LEVELS: Theorem = Theorem {
    id: "level-equations",
    statement: "a set holds the positions of value m if it holds exactly the positions of no smaller value from which no move leads into it; automata decide this for all positions, one value after the other",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// A number of states in words: `1 state`, `7 states`.
pub(crate) fn states_in_words(states: usize) -> String {
    format!("{states} {}", if states == 1 { "state" } else { "states" })
}
