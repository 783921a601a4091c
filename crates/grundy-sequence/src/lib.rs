//! Values of heaps: how long sequences of Grundy values are computed, proved periodic, and kept.
//!
//! A heap from which a number of a set may be taken, or taken and the rest split as the digits of a code say, has one
//! value for each size. This crate computes millions of them a second, each from the rule, and proves periods by
//! theorems whose hypotheses it checks. It reads no text and knows no game by name.
//!
//! | module | one sentence |
//! |---|---|
//! | [`set`] | sets of positive numbers as stretches that repeat: `1,3,4`, `1..`, `odds`, primes |
//! | [`code`] | take-and-break codes: Kayles is `0.77` |
//! | [`listing`] | some options of a heap, counted exactly |
//! | [`store`] | what was computed, kept in a directory: one append log with checksums, states replaced whole |
//! | [`heap`] | long sequences of octal codes in dense and sparse space, and the search for a period in constant memory |
//! | [`period`] | periods that are proved, repetitions that are seen, published periods |
//! | [`subtraction`] | subtraction games: windows of one-hot words, residue classes, stretches between large numbers |
//! | [`take_and_break`] | any take-and-break code: tables, proofs of periods, options |
//! | [`certificate`] | a proved period written so that `grundy-verify` can check it |
//!
//! Each module uses only those above it.
//!
//! ```
//! use grundy_core::{Context, Nat, Period};
//! use grundy_sequence::code::Code;
//! use grundy_sequence::subtraction::SubtractionEngine;
//! use grundy_sequence::take_and_break::CodeEngine;
//!
//! let cx = Context::default();
//! let mut game = SubtractionEngine::new([1, 3, 4].into_iter().collect());
//! // 0 1 0 1 2 3 2, again and again: the heap of 10^100 is answered from the first seven values
//! let (value, evidence) = game.value(&Nat::from(10u8).pow(100), &cx)?;
//! assert!(value == Nat::from(2u8) && evidence.is_proved());
//!
//! let (period, _) = CodeEngine::new(Code::octal(0, [7, 7])).period(None, &cx)?.expect("Kayles has a period");
//! assert_eq!(period, Period { preperiod: 71, period: 12, saltus: 0 });
//! # Ok::<(), grundy_core::Error>(())
//! ```

pub mod certificate;
pub mod code;
pub mod heap;
pub mod listing;
pub mod period;
mod progressions;
pub mod set;
pub mod store;
pub mod subtraction;
pub mod take_and_break;

pub use code::Code;
pub use listing::{Listed, Listing};
pub use set::IntSet;
