//! Automata that read numbers: sentences about *all* natural numbers, decided.
//!
//! Write numbers in base 2, in the Zeckendorf system or in another system of [`Numeration`], one above the other, and let
//! a finite automaton read the columns. Addition, comparison, congruences are such automata; so are "and", "or", "not"
//! and "there is" of automata. Hence every sentence about natural numbers that is made of these can be decided. Every
//! number is a sum of a multiple of 3 and one of 5, but for 1, 2, 4 and 7:
//!
//! ```
//! use grundy_automata::{Engine, Formula, Linear, Numeration, Relation};
//! use grundy_core::Context;
//!
//! let [n, a, b] = [0, 1, 2].map(Linear::variable);
//! let sum = a.combine(3, &b, 5).expect("small numbers");
//! let formula = Formula::exists([1, 2], Formula::compare(&n, Relation::Equal, &sum)?);
//!
//! let cx = Context::default();
//! let mut engine = Engine::new(Numeration::BINARY, &cx);
//! let sums = engine.compile(&formula, &[0])?;
//! let others = engine.complement(&sums)?;
//! assert_eq!((0..100).filter(|&n| others.contains(&[n])).collect::<Vec<_>>(), [1, 2, 4, 7]);
//!
//! // the same from examples: the automaton of the numbers that were seen, continued for ever
//! let seen = |n: &[u64]| Some(n[0] >= 8 || [0, 3, 5, 6].contains(&n[0]));
//! let guess = engine.learn(1, 3, 50, &seen)?;
//! assert_eq!(guess, grundy_automata::learn::Guess::Closed(sums));
//! # Ok::<(), grundy_automata::Obstacle>(())
//! ```
//!
//! One sentence says that a set P is the set of P-positions of an impartial game whose moves are a formula:
//!
//! > for all positions v: P(v) if and only if no move leads from v into P.
//!
//! Play ends, so the set with this property is unique (induction along a measure). In Zeckendorf numeration a seven-state
//! automaton is the set of P-positions of Wythoff's game; [`search`](mod@search) finds it in the first positions and
//! proves it for all.
//!
//! | module | holds |
//! |---|---|
//! | [`numeration`] | base k and the Ostrowski systems, words of numbers |
//! | [`dfa`] | automata on tuples of digits: minimisation, witnesses, members |
//! | [`engine`] | product, projection, complement within a budget; the largest automaton met |
//! | [`linear`], [`relation`] | linear forms; systems of them that are proved to have no solution |
//! | `presburger`, `floor`, [`counts`], `sets` | the automata of `Σ cᵢxᵢ + c < 0` and of congruences, of `y = ⌊βx⌋`, of counts of digits, of powers and periods |
//! | [`formula`], `compile` | first-order formulas and their automata |
//! | [`learn`], [`rows`] | an automaton from labels, or from the one partner of each number |
//! | [`levels`] | the positions of value 0, of value 1, … one after the other |
//! | [`moves`] | a game: its moves as formulas |
//! | [`equation`] | kernel, misère, mex and level equations; sums |
//! | [`marking`] | the P-positions in a box, from the formulas |
//! | [`search`](mod@search) | guess, prove, mend |
//! | [`outputs`], [`targets`] | values as outputs of one automaton; the moves into a law |
//! | [`certificate`], [`walnut`] | proofs as text, for a checker and for Walnut |
//!
//! **Measured** (release build, one core; proof alone, then everything from the moves): Wythoff's P-positions (7 states)
//! 0.5 ms and 7 ms, misère Wythoff (13) 0.7 ms and 42 ms, 2-Wythoff (9) 29 ms and 3-Wythoff (11) 79 ms from the moves,
//! Lasker's values (11) 0.6 ms. Georgia and Bob with four coins meets 111 states at most, misère Wythoff 284 (a prototype
//! without variable elimination met eleven thousand).
//!
//! **What can go wrong** is the size: a projection may need exponentially many states, and k tracks have an alphabet of
//! (digits)^k. Every operation has a cap and says "unknown" beyond it, never "refuted".
//!
//! Sources: Büchi, *Weak second-order arithmetic and finite automata*, 1960; Bruyère, Hansel, Michaux, Villemaire,
//! *Logic and p-recognizable sets of integers*, 1994; Frougny, *Representations of numbers and finite automata*, 1992;
//! Shallit, *The Logical Approach to Automatic Sequences*, 2022.

pub mod certificate;
mod compile;
pub mod counts;
pub mod dfa;
pub mod engine;
pub mod equation;
mod floor;
pub mod formula;
pub mod learn;
pub mod levels;
pub mod linear;
pub mod marking;
pub mod moves;
pub mod numeration;
pub mod outputs;
mod presburger;
pub mod relation;
pub mod rows;
pub mod search;
mod sets;
pub mod targets;
pub mod walnut;

pub use dfa::Dfa;
pub use engine::{Built, Engine, Obstacle, Sizes};
pub use equation::Verdict;
pub use formula::{Formula, Variable};
pub use linear::Linear;
pub use moves::{Move, Moves};
pub use numeration::Numeration;
pub use relation::Relation;
pub use targets::Targets;
