//! Impartial combinatorial games after Sprague and Grundy: you write the rules, grundy tells you who wins, which moves
//! win, why, and how far that is proved.
//!
//! # A tour of ten minutes
//!
//! **mex.** Two players move in turn, both have the same moves, and a player who cannot move loses. A position gets a
//! number: the *minimal excluded value* of the numbers that its options have.
//!
//! ```
//! assert_eq!(grundy::mex([0, 1, 2, 4]), 3);
//! ```
//!
//! **Options → values.** From a heap of which 1, 3 or 4 stones may be taken, an empty heap has no option: value 0.
//! One stone leads to 0: value 1. Two lead to 1 only: value 0.
//!
//! ```
//! use grundy::{Nat, take};
//!
//! let game = take([1, 3, 4]);
//! let values: Vec<Nat> = game.values().take(8).collect::<Result<_, _>>()?;
//! assert_eq!(values, [0u8, 1, 0, 1, 2, 3, 2, 0].map(Nat::from));
//! // the period is proved, so no heap is too large
//! assert_eq!(game.value(10u64.pow(18) + 4)?, Nat::from(3u8));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Sums.** Positions stand side by side, a move is a move in one of them, and the values are combined by xor. The
//! player to move loses exactly where the xor is 0.
//!
//! ```
//! use grundy::{Nat, Outcome, kayles, take};
//!
//! let sum = take([1, 3, 4]).at([21, 17]) + kayles().at(9);
//! assert_eq!(sum.to_string(), "take[1,3,4](21, 17) + kayles(9)");
//! assert_eq!(sum.value()?, Nat::from(5u8));
//! assert_eq!(sum.outcome()?, Outcome::Next);
//! assert_eq!((2 * kayles().at(5)).outcome()?, Outcome::Previous);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Winning moves** lead to 0. They are counted exactly, however many there are, and the first ones are listed.
//!
//! ```
//! let wins = "nim(13, 12, 8)".parse::<grundy::Position>()?.winning_moves()?;
//! let texts: Vec<String> = wins.moves.iter().map(|m| format!("{} → {}", m.from, m.to)).collect();
//! assert_eq!(texts, ["nim(13) → nim(4)", "nim(12) → nim(5)", "nim(8) → nim(1)"]);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Misère.** A player who cannot move *wins*. Values say nothing there: Nim has its theorem, many games have a quotient or a
//! proved law, and all else is searched.
//!
//! ```
//! use grundy::{Outcome, kayles, nim};
//!
//! assert_eq!(nim().at([1, 2, 3]).misere().outcome()?, Outcome::Previous);
//! assert_eq!(kayles().at(9).misere().outcome()?, Outcome::Previous);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Evidence.** An answer says what it rests on, and is as good as the weakest thing it used.
//!
//! ```
//! let answer = grundy::wythoff().at((4, 7)).solve()?;
//! assert!(answer.evidence.is_proved());
//! assert_eq!(answer.moves.count, Some(0u8.into()));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Your own rules as text.** What is recognised is answered by a theorem, everything else from the rule.
//!
//! ```
//! use grundy::{Nat, game};
//!
//! let mine = game("{n -> a & n-a for a in 1.. if a < n-a}")?;
//! assert_eq!(mine.value(50)?, Nat::from(0u8));
//! assert!(mine.reading().contains("recognised as the code 4!"));
//! // the move from 3 to 3 does not get smaller
//! assert!(matches!(game("{n -> n}")?.value(3), Err(grundy::Error::Bad(_))));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! **Your own rules in Rust**, for positions that are no numbers: implement [`rules::Rules`], and they can be added to
//! any other game.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::rules::{Rules, Visitor};
//! use grundy::{Game, take};
//!
//! /// Remove one letter, or a pair of equal neighbours.
//! #[derive(Debug)]
//! struct Letters;
//!
//! impl Rules for Letters {
//!     type Position = String;
//!     fn options(&self, word: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
//!         let letters: Vec<char> = word.chars().collect();
//!         for i in 0..letters.len() {
//!             let without = |n: usize| letters[..i].iter().chain(&letters[i + n..]).collect::<String>();
//!             visit(&[without(1)])?;
//!             if letters.get(i + 1) == Some(&letters[i]) {
//!                 visit(&[without(2)])?;
//!             }
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let letters = Game::from_rules("letters", Letters);
//! let sum = letters.at_position("aab".to_owned()) + take([1, 3, 4]).at(9);
//! assert!(sum.solve()?.evidence.is_proved());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The names above work without limits of time and memory. Programs that answer strangers hand a [`Context`] with a
//! [`Budget`] to the questions whose names end in `_with`, and keep a [`Session`] for texts with `let`:
//!
//! ```
//! use std::time::Duration;
//! use grundy::{Budget, Context, Session, SolveOptions};
//!
//! let mut session = Session::new();
//! session.define("let t[m] = {n -> n-k for k in 1..m};")?;
//! let cx = Context::new(Budget { time: Some(Duration::from_secs(1)), ..Budget::UNLIMITED });
//! let answer = session.position("t[3](21) + nim(5)")?.solve_with(&SolveOptions::default().with_limit(1), &cx)?;
//! assert!(answer.is_complete());
//! # Ok::<(), grundy::Error>(())
//! ```

/// What the README and the book show in Rust.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/rust.md")]
mod documents {}

#[macro_use]
mod options;
pub mod parametric;

pub mod answer;
pub mod claim;
#[cfg(test)]
mod corpus;
pub mod emit;
pub mod equal_games;
mod front;
pub mod game;
pub mod guess;
pub mod loopy;
pub mod period;
mod plan;
pub mod play;
mod position;
mod questions;
pub mod scene;
mod scope;
pub mod session;
mod solve;
#[cfg(test)]
mod theorems;

#[doc(hidden)]
pub use grundy_core::locked;
#[cfg(test)]
use grundy_core::testing;
pub use grundy_core::{context, error, evidence, memory, number, outcome, process, rules};
pub use grundy_graph as graph;
pub use grundy_notation as notation;
use grundy_rules::{automatic, engine, rule, statement};
pub use grundy_rules::{place, words};
pub use grundy_sequence::store;

// a game
pub use front::{dawsons_kayles, euclid, game, grundys_game, kayles, lasker, nim, take, wythoff};
pub use game::nimbers::store::NimberStore;
pub use game::{Game, GameQuestion};
pub use parametric::Ranges;
pub use plan::quotient_store::QuotientStore;
pub use position::{GameGraph, Position};
pub use session::Session;

// a question
pub use context::{Budget, Context, Method, Spent, Stopped};
pub use emit::Language;
pub use solve::{CountOptions, MovesOptions, PeriodOptions, QuotientOptions, SolveOptions, TableOptions, solve_exec};

// an answer
pub use answer::{Answer, Move};
pub use error::{Diagnostic, Error, ErrorKind, FaultCode, Result};
pub use evidence::{Evidence, Status, Theorem};
pub use grundy_core::mex::mex;
pub use number::Nat;
pub use outcome::{Convention, Outcome};
pub use words::{Sentence, Words};
