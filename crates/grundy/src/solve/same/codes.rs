//! Codes, or a code and a set, that agree on the heaps that were asked for: their periods are looked for, and further heaps are compared.

use grundy_core::period::NatPeriod;
use grundy_sequence::code::{Code, Digit};

use super::{both_computed, first_difference, value};
use crate::answer::Equality;
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::Game;
use crate::period::search::search;

/// A proof of the period of each may take so many heaps and nodes: no clock, for two machines must tell the same.
const PROVED_WITHIN: u64 = 10_000_000;
const NODES: u64 = 200_000_000;
/// Where none is found, the values are compared up to here, each doubling for as many nodes.
const COMPARED: u64 = 100_000;

/// Are heaps computed behind those that were asked for?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Further {
    Looked,
    Left,
}

/// What was found beyond the heaps that were asked for.
#[allow(clippy::large_enum_variant, reason = "there is one of it a question")]
pub(super) enum Beyond {
    Differ(Evidence),
    /// They agree up to this heap; the periods that were proved.
    Agree(u64, [Option<(NatPeriod, Evidence)>; 2]),
}

/// The codes of both games, without zeros at the end.
pub(super) fn codes(games: [&Game; 2]) -> Option<[Code; 2]> {
    let [a, b] = games.map(|game| game.knowledge().ok()?.code().map(trimmed));
    Some([a?, b?])
}

/// Is one of them a code, and the other one too or a set, whose periods engines prove and whose values cost little?
pub(super) fn are_looked_at(games: [&Game; 2]) -> bool {
    let known = games.map(|game| game.knowledge().map(|known| (known.code().is_some(), known.set().is_some())));
    let [Ok(a), Ok(b)] = known else { return false };
    a.0 && (b.0 || b.1) || b.0 && a.1
}

fn trimmed(code: &Code) -> Code {
    let mut code = code.clone();
    while code.repeating.is_empty() && code.digits.last() == Some(&Digit::default()) {
        code.digits.pop();
    }
    code
}

/// Looks beyond `to`, up to which these two agree.
///
/// # Errors
/// A spent budget.
pub(super) fn beyond(
    games: [&Game; 2],
    to: u64,
    further: Further,
    answer: &mut Equality,
    cx: &Context,
) -> Result<Beyond> {
    let mut periods = [None, None];
    let [within, last] = match further {
        Further::Looked => [PROVED_WITHIN, COMPARED],
        Further::Left => [to, to],
    };
    for (game, period) in games.into_iter().zip(&mut periods) {
        let part = cx.part(NODES);
        let searched = search(game, within, false, &part);
        cx.tick(part.nodes())?;
        *period = searched?.proved.map(|proved| (proved.period.into(), proved.evidence));
        if period.is_none() {
            // one alone decides nothing
            break;
        }
    }
    let mut up_to = to;
    while up_to < last && periods.iter().any(Option::is_none) {
        let last = up_to.saturating_mul(2).clamp(1, last);
        let found = cx.trial(NODES, |part| {
            // the far end first, so that a table is laid out once
            for game in games {
                value(game, last, part)?;
            }
            first_difference(games, up_to + 1, last, answer, &Evidence::trivial(), part)
        })?;
        match found {
            None => break,
            Some(Some(_)) => return Ok(Beyond::Differ(both_computed())),
            Some(None) => (up_to, answer.compared_to) = (last, Some(last)),
        }
    }
    Ok(Beyond::Agree(up_to, periods))
}
