//! The language: text to syntax tree and back.
//!
//! A [`Reader`] reads one text after the other and remembers `let` names and the games it has seen. `Display` of every
//! node of [`ast`] spells it canonically, and reading that gives the node back:
//!
//! ```
//! use grundy::game::catalogue;
//! use grundy::notation::{Limits, Reader};
//!
//! let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
//! let query = reader.query("take[ 1,3 ,4](21,17)+kayles( 9 )")?;
//! assert_eq!(query.to_string(), "take[1,3,4](21, 17) + kayles(9)");
//! # Ok::<(), grundy::Diagnostic>(())
//! ```
//!
//! What people type beside that is read as its strict form (`lenient`), after strict reading failed.
//!
//! Cost of reading: linear in the length of the text.

pub mod ast;
pub(crate) mod choices;
pub mod claim;
pub mod family;
pub(crate) mod lenient;
pub(crate) mod lexer;
mod limits;
mod memo;
pub mod names;
mod nearest;
pub(crate) mod notes;
mod parser;
mod print;
mod reader;
mod renamed;
mod respelt;
mod series;
pub(crate) mod substitute;

#[cfg(test)]
pub(crate) mod arbitrary;
#[cfg(test)]
mod tests;

pub use grundy_core::span::Span;
pub use limits::Limits;
pub(crate) use memo::extent;
pub use nearest::nearest;
pub use reader::Reader;
pub(crate) use renamed::renamed;
pub use respelt::Respelt;
