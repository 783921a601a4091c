//! The language: text to syntax tree and back.
//!
//! A [`Reader`] reads one text after the other and remembers `let` names and the games it has seen. `Display` of every
//! node of [`ast`] spells it canonically, and reading that gives the node back:
//!
//! ```
//! use grundy_notation::names::Games;
//! use grundy_notation::{Limits, Reader};
//!
//! let mut reader = Reader::new(Limits::default(), Games::NONE);
//! let query = reader.query("{n->n-k for k in{1,3 ,4}}(21,17)+.77( 9 )")?;
//! assert_eq!(query.to_string(), "{n -> n-k for k in {1,3,4}}(21, 17) + 0.77(9)");
//!
//! // a fault has a place and a suggestion
//! let fault = reader.query("{n -> n-1(5)").unwrap_err();
//! assert_eq!(fault.suggestion.as_deref(), Some("close the `{` with `}`"));
//! # Ok::<(), grundy_core::error::Diagnostic>(())
//! ```
//!
//! The notation knows no game by name: the names that texts may use are handed to the reader ([`names::Games`]).
//!
//! What people type beside that is read as its strict form ([`lenient`]), after strict reading failed.
//!
//! Cost of reading: linear in the length of the text.

pub mod ast;
pub mod choices;
pub mod claim;
pub mod family;
pub mod lenient;
pub mod lexer;
mod limits;
mod memo;
pub mod names;
mod nearest;
pub mod notes;
mod parser;
mod print;
mod reader;
mod renamed;
mod respelt;
mod series;
pub mod substitute;

#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod testing;

pub use grundy_core::span::Span;
pub use limits::Limits;
pub use memo::extent;
pub use nearest::nearest;
pub use reader::Reader;
pub use renamed::renamed;
pub use respelt::Respelt;
