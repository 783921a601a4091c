//! Impartial combinatorial games after Sprague and Grundy.

pub mod answer;
pub mod context;
pub mod engine;
pub mod error;
pub mod evidence;
pub mod game;
pub mod nimber;
pub mod notation;
pub mod number;
pub mod outcome;
pub mod rule;
pub mod rules;
pub mod set;

pub use context::{Budget, Context, Spent, Stopped};
pub use error::{Diagnostic, Error, ErrorKind, Result};
pub use evidence::{Evidence, Status, Theorem};
pub use nimber::mex;
pub use number::Nat;
pub use outcome::{Convention, Outcome};
