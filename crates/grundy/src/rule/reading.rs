//! Rules for tests, from their texts, as they are written: [`as_linear`](super::divisor::as_linear) and
//! [`as_sets`](super::steps::as_sets) have not touched them.

use grundy_notation::ast::Simple;
use grundy_notation::names::Games;
use grundy_notation::{Limits, Reader};

use super::ir::Rule;
use super::lower;

/// Reads `{n -> n-k for k in 1..; …}`; no move leaves a part of another game.
pub(crate) fn rule(text: &str) -> Rule {
    let read = Reader::new(Limits::default(), Games::NONE).game(text);
    let read = read.unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let [Simple::Rule(rule)] = &read.game.alternatives[..] else { panic!("{text}: no rule") };
    let lowered = lower::as_written(rule, &mut |game| panic!("{text}: a part of {game}"));
    lowered.unwrap_or_else(|fault| panic!("{text}: {fault}"))
}
