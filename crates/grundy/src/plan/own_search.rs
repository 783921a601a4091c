//! Games that find values by a search or a theorem of their own: boards and graphs.
//!
//! A theorem that tells who wins goes first where it says P, for then the value is 0 as well. Where it says N, the value and
//! all moves that win are looked for unless that is dear.

use std::borrow::Cow;

use grundy_core::{Context, Evidence, Nat, Outcome, Result, number::to_u64};

use super::strategy::{At, Stage, Strategy};
use super::{Found, Told};
use crate::game::nimbers::ENGINE;
use crate::game::options::{Options, canonical};
use crate::game::{AnyGame, Component, Game, Place};
use crate::loopy::{Value, labelled::value_of};

/// A theorem that tells no value answers first where a search would need so many nodes.
const DEAR: u64 = 1 << 21;

/// Moves that a theorem does not name are looked for so long.
const TRIAL: u64 = 20_000;

const THEOREM: &str = "closed form";
const MISERE: &str = "misère search";

/// The parts without those that cancel: equal ones, in pairs.
fn odd_ones(parts: &[Component]) -> Vec<&Component> {
    let mut odd: Vec<&Component> = Vec::new();
    for part in parts {
        match odd.iter().position(|other| *other == part) {
            Some(at) => _ = odd.swap_remove(at),
            None => odd.push(part),
        }
    }
    odd
}

impl Game {
    /// Is the value of a place told by a theorem alone, and a search of its options dear?
    pub(super) fn is_told_unsearched(&self, place: &Place) -> bool {
        let dear = |rules: &dyn AnyGame| rules.search_cost(place).is_none_or(|nodes| nodes >= DEAR);
        self.any().is_some_and(|rules| rules.told(place).is_some() && dear(rules))
    }

    /// Does a theorem tell who wins a place, while nobody can say what its value costs? Then the theorem goes first.
    pub(super) fn is_told_at_unknown_cost(&self, place: &Place) -> bool {
        self.any().is_some_and(|rules| rules.search_cost(place).is_none() && rules.told(place).is_some())
    }

    /// Have the parts of an option this value? A game with a search of its own is asked that, not what value they have.
    ///
    /// # Errors
    /// A spent budget; faults of the rule.
    pub(super) fn are_worth(&self, parts: &[Component], value: &Nat, cx: &Context) -> Result<bool> {
        let rules = self.any().filter(|rules| rules.has_own_search());
        if let ([part], Some(rules), Some(number)) = (parts, rules, to_u64(value))
            && part.game == *self
        {
            let asked = match rules.told(&part.place) {
                Some((Outcome::Previous, _)) => Some(Ok(number == 0)),
                Some((Outcome::Next, _)) if number == 0 => Some(Ok(false)),
                _ => rules.is_worth(&part.place, number, cx),
            };
            if let Some(is) = asked {
                return is;
            }
        }
        Ok(value_of(parts, cx)?.finite() == Some(value))
    }
}

/// Asks the game.
#[derive(Debug)]
pub(super) struct OwnSearch;

impl Strategy for OwnSearch {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        at.game.any()?.has_own_search().then_some(ENGINE.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        let rules = at.game.any()?;
        match rules.told(at.place) {
            Some((Outcome::Previous, _)) => Some(0),
            _ => rules.search_cost(at.place),
        }
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some(rules) = at.game.any() else { return Ok(None) };
        if let Some((Outcome::Previous, theorem)) = rules.told(at.place) {
            return Ok(Some(Found::new(Value::ZERO, Evidence::theorem(theorem), THEOREM)));
        }
        let Some(found) = rules.valued(at.place, cx) else { return Ok(None) };
        let (value, evidence) = found?;
        let engine = if !evidence.theorems.is_empty() { THEOREM } else { ENGINE };
        Ok(Some(Found::new(Value::Finite(value), evidence, engine)))
    }

    fn outcome(&self, at: At<'_>, stage: Stage, _cx: &Context) -> Result<Option<Found<Told>>> {
        let Some((outcome, theorem)) = at.game.any().and_then(|rules| rules.told(at.place)) else { return Ok(None) };
        let dear = || self.cost(at).is_none_or(|nodes| nodes >= DEAR);
        if outcome == Outcome::Previous || stage == Stage::Last || dear() {
            return Ok(Some(Found::new(outcome.into(), Evidence::theorem(theorem), THEOREM)));
        }
        Ok(None)
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some(rules) = at.game.any() else { return Ok(None) };
        if let Some((outcome, theorem)) = rules.told_misere(at.place) {
            return Ok(Some(Found::new(outcome, Evidence::theorem(theorem), THEOREM)));
        }
        let judged = rules.judged_misere(at.place, cx).transpose()?;
        Ok(judged.map(|(outcome, evidence)| Found::new(outcome, evidence, MISERE)))
    }

    /// Whether an option has this value is asked, not what value it has.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if !at.game.any().is_some_and(AnyGame::has_own_search) || to_u64(value).is_none() {
            return Ok(None);
        }
        let mut found = Vec::new();
        for parts in at.game.every_option(at.place, cx)? {
            if at.game.are_worth(&parts, value, cx)? {
                found.push(parts);
            }
        }
        Ok(Some(Options::of(found, limit)))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(rules) = at.game.any().filter(|rules| rules.told(at.place).is_some()) else { return Ok(None) };
        let is_lost = |part: &Component| {
            let told = || rules.told(&part.place).is_some_and(|(outcome, _)| outcome == Outcome::Previous);
            part.is_empty_heap() || part.game == *at.game && told()
        };
        // of the options of a large board only those that win are kept and sorted
        let mut wins = Vec::new();
        at.game.try_each_move(at.place, cx, |parts| {
            if odd_ones(parts).into_iter().all(is_lost) {
                wins.push(canonical(parts));
            }
            Ok(())
        })?;
        if wins.is_empty() && rules.search_cost(at.place).is_none() {
            // the theorem names no move: a search may, and nobody knows that it is dear
            let found = cx.trial(TRIAL, |part| self.options_with_value(at, &Nat::ZERO, limit, part))?;
            return Ok(Some(found.flatten().unwrap_or_else(|| Options::some(Vec::new()))));
        }
        Ok(Some(Options::of(wins, limit)))
    }
}
