//! What every engine of grundy speaks. No text is read here, and no game is known by name.
//!
//! | module | one sentence |
//! |---|---|
//! | [`number`] | naturals and integers of any size |
//! | [`prime`] | the test for prime numbers, and the primes that divide a number |
//! | [`mex`](mod@mex) | the minimal excluded value |
//! | [`hadamard`] | the Walsh–Hadamard transform, for counting by xor |
//! | [`outcome`] | who wins, and by which convention |
//! | [`loopy`] | values of games whose play need not end: a number, or ∞(K) |
//! | [`period`] | a sequence that repeats, with or without growth |
//! | [`evidence`] | how far an answer is proved, and by which theorems |
//! | [`memory`] | an allocator that counts what each thread holds |
//! | [`context`] | budget, cancel flag and progress of one question |
//! | [`digest`](mod@digest) | the checksum of certificates |
//! | [`error`] | what can go wrong with a question |
//! | [`process`] | programs that we start, and that end with everything they started |
//! | [`span`] | places in a text, for errors |
//! | [`rules`] | the rules of a game: a move leads to a sum |
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::rules::{Rules, Visitor};
//! use grundy_core::{Budget, Context, Evidence, Words, mex};
//!
//! /// Take one, two or three from a heap.
//! #[derive(Debug)]
//! struct Bash;
//!
//! impl Rules for Bash {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         (1..=n.min(3)).try_for_each(|k| visit(&[n - k]))
//!     }
//! }
//!
//! let cx = Context::new(Budget { nodes: Some(1_000), ..Budget::UNLIMITED });
//! let mut values: Vec<u64> = Vec::new();
//! for n in 0..12 {
//!     cx.tick(1)?;
//!     let mut seen = Vec::new();
//!     let _ = Bash.options(&n, &mut |parts| {
//!         seen.push(values[parts[0] as usize]);
//!         ControlFlow::Continue(())
//!     });
//!     values.push(mex(seen));
//! }
//! assert_eq!(values[9..], [1, 2, 3]);
//! assert!(Evidence::computed(Words::new("a table of 12 values", "12 个值的表")).is_proved());
//! # Ok::<(), grundy_core::Error>(())
//! ```

pub mod context;
pub mod digest;
pub mod error;
pub mod evidence;
pub mod hadamard;
mod lock;
pub mod loopy;
pub mod memory;
pub mod mex;
pub mod number;
pub mod outcome;
pub mod period;
pub mod prime;
pub mod process;
pub mod rules;
pub mod span;
mod stopped;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod testing;
mod words;

pub use context::{Budget, Context, Method, Spent, Stopped};
pub use digest::{Digest, digest};
pub use error::{Diagnostic, Error, ErrorKind, FaultCode, Result};
pub use evidence::{Evidence, Status, Theorem};
pub use lock::locked;
pub use loopy::Loopy;
pub use mex::mex;
pub use number::{Int, Nat};
pub use outcome::{Convention, Outcome};
pub use period::{NatPeriod, Period};
pub use rules::{Entailing, NormalPlay, Rules, Turn, TurnVisitor, Visitor};
pub use span::Span;
pub use words::{Words, by_pattern};
