//! Automata that read numbers: the laws of heap games and tuple games, decided for *all* positions.
//!
//! Write the coordinates of a position in base 2, in the Zeckendorf system or in another system of
//! [`Numeration`], one above the other, and let a finite automaton read the columns. Addition, comparison, congruences
//! are such automata; so are "and", "or", "not" and "there is" of automata. Hence every sentence about natural numbers
//! that is made of these can be decided, and one sentence says that a set `P` is the set of P-positions:
//!
//! > for all positions v: P(v) if and only if no move leads from v into P.
//!
//! Play ends, so the set with this property is unique (induction along a measure). Example: in Zeckendorf numeration a
//! seven-state automaton is the set of P-positions of Wythoff's game.
//!
//! | file | holds |
//! |---|---|
//! | [`numeration`] | base k and the Ostrowski systems, words of numbers |
//! | [`dfa`] | automata on tuples of digits: minimisation, witnesses, members |
//! | [`engine`] | product, projection, complement within a budget; the largest automaton met |
//! | `linear`, `floor`, `sets` | the automata of `Σ cᵢxᵢ + c < 0`, of congruences, of `y = ⌊βx⌋`, of powers and periods |
//! | [`formula`], `compile` | first-order formulas and their automata |
//! | [`terms`], [`moves`] | from a rule as data to formulas |
//! | [`equation`] | kernel, misère, mex and level equations; sums |
//! | [`learn`], [`data`], [`marking`] | an automaton from computed labels |
//! | [`search`], [`from_rule`] | guess, prove, mend |
//! | [`outputs`] | the values of a relation as outputs of one automaton |
//! | `targets` | the moves into a law, from which those of one position are read off |
//! | [`certificate`], [`walnut`] | proofs as text, for a checker and for Walnut |
//!
//! **Measured** (release build, one core; proof alone, then everything from the rule): Wythoff's P-positions (7 states) 0.5 ms
//! and 7 ms, misère Wythoff (13) 0.7 ms and 42 ms, 2-Wythoff (9) 29 ms and 3-Wythoff (11) 79 ms from the rule, Lasker's
//! values (11) 0.6 ms. Georgia and Bob with four coins meets 111 states at most, misère Wythoff 284 (a prototype without
//! variable elimination met eleven thousand).
//!
//! **What can go wrong** is the size: a projection may need exponentially many states, and k tracks have an alphabet of
//! (digits)^k. Every operation has a cap and says "unknown" beyond it, never "refuted".
//!
//! Sources: Büchi, *Weak second-order arithmetic and finite automata*, 1960; Bruyère, Hansel, Michaux, Villemaire,
//! *Logic and p-recognizable sets of integers*, 1994; Frougny, *Representations of numbers and finite automata*, 1992;
//! Shallit, *The Logical Approach to Automatic Sequences*, 2022.

pub mod certificate;
mod compile;
pub mod data;
pub mod dfa;
pub mod engine;
pub mod equation;
mod floor;
pub mod formula;
pub mod from_rule;
pub mod learn;
mod linear;
pub mod marking;
pub mod moves;
pub mod numeration;
pub mod outputs;
pub mod search;
mod sets;
mod targets;
pub mod terms;
pub mod walnut;

pub use dfa::Dfa;
pub use engine::{Engine, Obstacle, Sizes};
pub use equation::Verdict;
pub use moves::Moves;
pub use numeration::Numeration;
pub use targets::Targets;

/// A number of states in words: `1 state`, `7 states`.
pub(crate) fn states_in_words(states: usize) -> String {
    format!("{states} {}", if states == 1 { "state" } else { "states" })
}
