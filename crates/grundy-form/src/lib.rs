//! The forms of answers and of budgets that the program and the Python package share, so that they cannot disagree.
//!
//! An answer of the library becomes JSON ([`json`], schema 1, and a module for each longer one), and an explanation
//! becomes parts in one language ([`explanation`]) that are set as HTML ([`html`]) or LaTeX ([`latex`]), a graph of moves a picture
//! ([`layers`]), the drawing of a position another ([`board`]); nothing is computed here. Tables become CSV, JSON, NumPy or Parquet
//! ([`columns`]). [`budget`] reads `30s`, `4GiB`, `10^9`, and asks the system for its free memory.

pub mod binary;
pub mod board;
pub mod budget;
pub mod canonical;
pub mod catalogue;
pub mod cayley;
pub mod columns;
pub mod count;
pub mod emit;
pub mod explanation;
pub mod guess;
pub mod html;
pub mod json;
pub mod label;
pub mod latex;
pub mod layers;
pub mod letters;
pub mod markup;
pub mod nimber;
pub mod period;
pub mod plain;
pub mod play;
pub mod prove;
pub mod quotient;
pub mod same;
pub mod scene;
mod sheet;
pub mod unanswered;
pub mod verify;
pub mod words;
pub mod works;
