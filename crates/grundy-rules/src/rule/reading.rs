//! Rules for tests, from their texts: as they are written, or as games have them, which
//! `as_linear` and `as_sets` have tidied.

use std::ops::ControlFlow;

use grundy_core::number::to_u64;
use grundy_core::{Context, Diagnostic, Nat};
use grundy_notation::ast::{self, Simple};
use grundy_notation::names::Games;
use grundy_notation::{Limits, Reader};

use super::eval::Prepared;
use super::ir::Rule;
use super::lower;

/// Reads `{n -> n-k for k in 1..; …}` as it is written; no move leaves a part of another game.
pub fn rule(text: &str) -> Rule {
    read(text, lower::as_written)
}

/// The same, tidied.
pub fn tidied(text: &str) -> Rule {
    read(text, lower::lower)
}

fn read(text: &str, lower: impl FnOnce(&ast::Rule, &mut lower::FindGame<'_>) -> Result<Rule, Diagnostic>) -> Rule {
    let read = Reader::new(Limits::default(), Games::NONE).game(text);
    let read = read.unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let [Simple::Rule(rule)] = &read.game.alternatives[..] else { panic!("{text}: no rule") };
    lower(rule, &mut |game| panic!("{text}: a part of {game}")).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// What may be taken from the heap, without repetition, from the least on.
#[must_use]
pub fn taken(rule: &Rule, heap: u64) -> Vec<u64> {
    let mut taken = Vec::new();
    let prepared = Prepared::new(rule).expect("a rule");
    let _ = prepared
        .options(&[Nat::from(heap)], &Context::default(), &mut |_, parts| {
            taken.push(heap - to_u64(&parts[0].1[0]).expect("less than the heap"));
            ControlFlow::Continue(())
        })
        .expect("no budget");
    taken.sort_unstable();
    taken.dedup();
    taken
}
