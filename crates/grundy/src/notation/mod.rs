//! The language: text to syntax tree and back.
//!
//! [`parse_query`] and [`parse_game`] read, [`print`] spells canonically. The grammar is in the module `parser`.

pub mod ast;
pub mod names;
mod span;

pub use span::Span;
