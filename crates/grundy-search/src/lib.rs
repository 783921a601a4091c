//! Searches over the rules of impartial games: values, outcomes, misère play, winning moves. Implement
//! [`Rules`](grundy_core::Rules) for a type, and [`Memo`] answers:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::{Context, Convention, Outcome, Rules, Visitor};
//! use grundy_search::Memo;
//!
//! /// Kayles on a row of pins: a ball takes one pin or two that stand side by side.
//! #[derive(Debug)]
//! struct Kayles;
//!
//! impl Rules for Kayles {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         (1..=2.min(n)).try_for_each(|k| (0..=n - k).try_for_each(|left| visit(&[left, n - k - left])))
//!     }
//! }
//!
//! let cx = Context::default();
//! let mut memo = Memo::new(&Kayles);
//! assert_eq!(memo.value(&11, &cx)?, 6);
//! assert_eq!(memo.sum_value(&[11, 10], &cx)?, 4);
//! assert_eq!(memo.winning_moves(&[5, 5, 3], Convention::Normal, &cx)?.len(), 1);
//! // who takes the last pin loses
//! assert_eq!(memo.outcome(&[9], Convention::Misere, &cx)?, Outcome::Previous);
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! | module | one sentence |
//! |---|---|
//! | [`walk`] | the one walker: depth first with a stack of its own, cycles are found, what was finished is kept |
//! | [`options`] | frames of a walk: the mex of sums, and outcomes that stop at the first winning move |
//! | [`memo`] | values, outcomes and winning moves of anything that implements `Rules` |
//! | [`nimbers`] | values of positions that fall apart: couples, pruning, plain mex over one set of hooks |
//! | [`entailing`] | games in which some moves keep the turn: values and loony positions |
//! | [`misere`] | misère outcomes of sums of any games, by simplest forms, trees of options and proof numbers |
//! | [`genus`] | misère values beside copies of \*2: the genus of a position |
//! | [`canonical`] | misère canonical forms: the simplest game that may stand for a position in every sum, as the books write it |
//! | [`quotient`] | misère quotients with their certificate: sums of any number of components by one product |
//!
//! **What misère may call.** [`Rules::canonical`](grundy_core::Rules::canonical) and
//! [`Rules::split`](grundy_core::Rules::split) are sound in every convention, and every search uses them. Reductions that
//! keep values only, [`NormalPlay`](grundy_core::NormalPlay), are used by [`Nimbers`] alone, which has no misère question to be
//! asked.

pub mod canonical;
mod component;
pub mod entailing;
pub mod genus;
pub mod memo;
pub mod misere;
pub mod nimbers;
pub mod options;
pub mod quotient;
pub mod walk;

pub use memo::{Memo, Move};
pub use misere::MisereSearch;
pub use nimbers::Nimbers;
