//! Impartial combinatorial games after Sprague and Grundy.
//!
//! You write the rules of an impartial game, grundy tells you who wins, which moves win, why, and how far that is
//! proved.
//!
//! ```
//! use grundy::{Context, Nat, Outcome, Session, SolveOptions, solve};
//!
//! let mut session = Session::new();
//! let position = session.position("take[1,3,4](21, 17) + kayles(9)")?;
//! let answer = solve(&position, &SolveOptions::default(), &Context::default())?;
//!
//! assert_eq!(answer.outcome, Some(Outcome::Next));
//! assert_eq!(answer.value, Some(Nat::from(5u8)));
//! assert_eq!(answer.moves.moves[0].to, "kayles(2, 6)");
//! assert!(answer.evidence.is_proved());
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod answer;
pub mod context;
pub mod engine;
pub mod error;
pub mod evidence;
mod front;
pub mod game;
pub mod nimber;
pub mod notation;
pub mod number;
pub mod outcome;
pub mod period;
mod position;
pub mod rule;
pub mod rules;
mod session;
pub mod set;
mod solve;

pub use answer::Answer;
pub use context::{Budget, Context, Spent, Stopped};
pub use error::{Diagnostic, Error, ErrorKind, Result};
pub use evidence::{Evidence, Status, Theorem};
pub use front::{dawsons_kayles, euclid, game, grundys_game, kayles, lasker, nim, take, wythoff};
pub use game::Game;
pub use nimber::mex;
pub use number::Nat;
pub use outcome::{Convention, Outcome};
pub use position::Position;
pub use session::{GameQuestion, Session};
pub use solve::{
    MovesOptions, SolveOptions, TableOptions, explain, explain_position, moves, outcome_and_value, solve, solve_exec,
    table,
};
