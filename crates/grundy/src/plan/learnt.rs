//! Laws that were proved of all places of a game: [`crate::game::learnt`], as the last rung.
//!
//! ```text
//! let R = {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}
//!     R(5000)     take-and-break table, whatever was learnt
//!     R(10^9)     the table is refused; the formula that was proved of R has the value
//! ```
//!
//! Far heaps of sets and codes are asked first, where a law of their values was learnt: a sequence may be long.
//!
//! Nothing is searched for here but, in misère play and for places far away, an automaton, and laws of sequences that take long
//! ([`Learn`]). What engines answer they
//! answer as if nothing had been learnt; a law answers what they refuse. Cost: an expression, or the digits of the place.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_automata::search::Question;

use super::automaton::is_far;
use super::heaps::Heaps;
use super::strategy::{At, Stage, Strategy};
use super::{Found, Learn, Told};
use crate::context::Context;
use crate::error::Result;
use crate::game::knowledge::volume;
use crate::game::learnt::Wish;
use crate::game::options::Options;
use crate::game::{Component, Place, learnt};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};

/// Moves from places among the first so many are tried one by one.
const NEAR: u64 = 1 << 16;

/// Options of a far heap that are looked at may cost so many nodes.
const OPTIONS: u64 = 100_000;

/// The store of the game.
#[derive(Debug)]
pub(super) struct ByLaw;

/// The same before the engines of sequences, for heaps that no table reaches soon.
#[derive(Debug)]
pub(super) struct ByLawAfar;

impl Strategy for ByLawAfar {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if !is_far(at.place) {
            return Ok(None);
        }
        ByLaw.value(at, cx)
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if is_far(at.place) { by_law_of_values(at, value, limit, cx) } else { Ok(None) }
    }
}

/// The options of this value where a law tells the values: they are few, and looked at one by one.
fn by_law_of_values(at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
    let law = at.game.learnt();
    if law.value(at.place, cx)?.is_none() {
        return Ok(None);
    }
    let Some(all) = cx.trial(OPTIONS, |part| at.game.every_option(at.place, part))? else { return Ok(None) };
    let mut found = Vec::new();
    for parts in all {
        let mut sum = Nat::ZERO;
        for part in &parts {
            sum ^= match law.value(&part.place, cx)? {
                Some(told) if part.game == *at.game => told.is,
                _ => part.game.value_at(&part.place, cx)?,
            };
        }
        if sum == *value {
            found.push(parts);
        }
    }
    Ok(Some(Options::of(found, limit)))
}

/// Heaps of a sequence are worked out for so many nodes before laws are looked for, which cost little.
pub(crate) const FIRST_NODES: u64 = 20_000_000;
/// Smaller heaps cost less.
const SHORT: u64 = 1 << 13;

/// Sequences that take long, after a trial: laws are looked for once, before they are worked out to the end.
#[derive(Debug)]
pub(super) struct ByLawOfLong(pub(super) Arc<Heaps>);

impl Strategy for ByLawOfLong {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if at.place[0] < Nat::from(SHORT) || self.0.known(&at.place[0]).is_some() {
            return Ok(None);
        }
        // where the time is up, the engine that was at work is told
        let before = cx.enter(self.0.at_work());
        if let Some(found) = cx.trial(FIRST_NODES, |part| self.0.value(at, part))? {
            cx.enter(before);
            return Ok(found);
        }
        cx.enter(before);
        at.game.look_for(Convention::Normal, 1, Wish::Values, cx)?;
        ByLaw.value(at, cx)
    }

    /// What the law told, and the sequence does not know yet.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if at.place[0] < Nat::from(SHORT) || self.0.known(&at.place[0]).is_some() {
            return Ok(None);
        }
        match by_law_of_values(at, value, limit, cx)? {
            Some(listed) => Ok(Some(listed)),
            None => ByLaw.options_with_value(at, value, limit, cx),
        }
    }
}

fn found<T, U>(found: learnt::Found<T>, wrap: impl FnOnce(T) -> U) -> Found<U> {
    Found::new(wrap(found.is), found.by.evidence.clone(), found.by.engine())
}

/// The moves to places of this value, or to P-positions, where an automaton lists them.
fn moves(at: At<'_>, question: Question, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
    if volume(at.place).is_some_and(|places| places <= NEAR) {
        return Ok(None);
    }
    let Some(law) = at.game.learnt().moves(question) else { return Ok(None) };
    let listing = law.moves_to(at.place, value, limit, cx)?;
    Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
}

impl Strategy for ByLaw {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        Ok(at.game.learnt().value(at.place, cx)?.map(|law| found(law, Value::Finite)))
    }

    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        let told = if stage == Stage::Last { at.game.learnt().outcome(at.place, Convention::Normal, cx) } else { None };
        Ok(told.map(|law| found(law, Told::from)))
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        if !is_far(at.place) {
            return Ok(None);
        }
        if stage == Stage::Last && at.known.rule.is_some() {
            at.game.automatic_law(Question::Misere, cx)?;
        }
        let told = at.game.learnt().outcome(at.place, Convention::Misere, cx);
        Ok(told.map(|law| found(law, |outcome| outcome)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if let Some(listed) = moves(at, Question::Values, value, limit, cx)? {
            return Ok(Some(listed));
        }
        // a heap that becomes every smaller one, of which that of this size has this value; there may be more
        let ([heap], &[0]) = (at.place.as_slice(), at.known.free_coordinates.as_slice()) else { return Ok(None) };
        let place: Place = [value.clone()].into_iter().collect();
        if value >= heap || at.game.learnt().value(&place, cx)?.is_none_or(|law| law.is != *value) {
            return Ok(None);
        }
        let part = Component { game: at.game.clone(), place };
        Ok(Some(Options { count: None, first: vec![vec![part]] }))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if let Some(listed) = moves(at, Question::Kernel, &Nat::ZERO, limit, cx)? {
            return Ok(Some(listed));
        }
        if at.game.learnt().outcome(at.place, Convention::Normal, cx).is_none() {
            return Ok(None);
        }
        let mut wins = Vec::new();
        for parts in at.game.every_option(at.place, cx)? {
            cx.tick(1)?;
            // a law of single places says nothing about what a split leaves
            let after = match parts.as_slice() {
                [only] => only.game.outcome_at_last(&only.place, cx)?,
                _ => None,
            };
            let Some(after) = after else { return Ok(None) };
            if after.what.outcome == Outcome::Previous {
                wins.push(parts);
            }
        }
        Ok(Some(Options::of(wins, limit)))
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        moves(at, Question::Misere, &Nat::ZERO, limit, cx)
    }
}
