//! Rules of impartial games as data: what is known of a whole rule, tables of its values, laws and their proofs.
//!
//! A rule in the notation is lowered to [loops, conditions and parts](rule::ir). From these is told whether play ends
//! ([`rule::measure`]), which known family the rule is ([`rule::family`], answered only by a proof), and what a place may become
//! ([`rule::eval`]). Engines work out tables from any rule, or answer numbers of any size by a theorem.
//!
//! ```
//! use grundy_core::{Context, Convention, Nat};
//! use grundy_notation::ast::Simple;
//! use grundy_notation::names::Games;
//! use grundy_notation::{Limits, Reader};
//! use grundy_rules::engine::closed_form::at_most_half::AtMostHalf;
//! use grundy_rules::engine::dense::DenseTable;
//! use grundy_rules::engine::law::Law;
//! use grundy_rules::rule::column::NoForeign;
//! use grundy_rules::rule::family::{Family, recognise};
//! use grundy_rules::rule::lower::lower;
//!
//! let read = Reader::new(Limits::default(), Games::NONE).game("{n -> n-k for k in 1..n//2}")?;
//! let [Simple::Rule(rule)] = &read.game.alternatives[..] else { panic!("one rule was written") };
//! let rule = lower(rule, &mut |other| panic!("no part of {other}"))?;
//!
//! // a table of any rule, from its moves
//! let mut table = DenseTable::new(&rule, Convention::Normal)?;
//! table.extend_to(12, &NoForeign, &Context::default())?;
//! assert_eq!(table.values(), [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6]);
//!
//! // the rule is proved to be this family's, whose theorem answers numbers of any size
//! assert_eq!(recognise(&rule), Some(Family::AtMostHalf));
//! let n = Nat::from(10u8).pow(100) - Nat::ONE;
//! assert!(AtMostHalf.value(&[n]).is_some());
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! | module | one sentence |
//! |---|---|
//! | [`words`] | sentences in two languages |
//! | [`place`] | where a game stands: numbers, or a position of any type |
//! | [`rule`] | rules as data: analysis, measure, recognition, evaluation |
//! | [`statement`] | claims as data, evaluated at numbers of any size |
//! | [`engine`] | one folder an engine: tables, closed forms, rows that repeat |
//! | [`automatic`] | laws of rules by automata |
//!
//! Each module uses only those above it.

pub mod automatic;
pub mod engine;
pub mod place;
pub mod rule;
pub mod statement;
pub mod words;
