//! Sums in normal play: what the components are worth, and what the whole is worth.
//!
//! | a component | is worth |
//! |---|---|
//! | whose play ends | a number (Sprague–Grundy) |
//! | whose play need not end | a number or ∞(K) ([`Value`]) |
//! | in which moves may keep the turn | a number, or it is loony ([`grundy_search::entailing`]) |
//!
//! A sum with a loony component is won by whoever moves. Otherwise the values are added. A move that keeps the turn wins
//! where what is left is won for the player to move, any other where it is lost.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapters 12 and 16.

use std::cmp::Reverse;

use dashu_int::ops::BitTest;
use grundy_core::evidence::SPRAGUE_GRUNDY;
use grundy_core::{Context, Evidence, Nat, Outcome, Result, Stopped, Turn};
use rustc_hash::FxHashMap;

use super::{Found, as_far_as, below, names_of_engines};
use crate::game::options::{Options, Parts};
use crate::game::{Component, Game, Shape};
use crate::loopy::Value;
use crate::position::Position;
use crate::words::Words;

/// How the play of a sum goes on, in normal play or in misère play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Play {
    /// It ends, and the turn passes with every move.
    Ends,
    /// That of some component need not end.
    Loopy,
    /// Some moves keep the turn.
    Entailing,
}

impl Play {
    /// How a sum is played.
    pub(crate) fn of(position: &Position) -> Self {
        let mut play = Play::Ends;
        position.each(&mut |game, _, count| play = play.max(Play::of_copies(game, count)));
        play
    }

    fn of_copies(game: &Game, count: &Nat) -> Self {
        if game.is_entailing() {
            Play::Entailing
        } else if *count > Nat::ZERO && game.is_loopy() {
            Play::Loopy
        } else {
            Play::Ends
        }
    }
}

/// What a component or a sum is worth in normal play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Worth {
    /// A number or ∞(K).
    Value(Value),
    /// Whoever moves wins, whatever stands beside it.
    Loony,
}

impl Worth {
    /// The number 0.
    pub(crate) const ZERO: Worth = Worth::Value(Value::ZERO);

    /// The value, if it is not loony.
    pub(crate) fn value(&self) -> Option<&Value> {
        match self {
            Worth::Value(value) => Some(value),
            Worth::Loony => None,
        }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<&Nat> {
        self.value().and_then(Value::finite)
    }

    /// Who wins.
    pub(crate) fn outcome(&self) -> Outcome {
        self.value().map_or(Outcome::Next, Value::outcome)
    }

    fn plus(&self, other: &Worth) -> Worth {
        self.value().zip(other.value()).map_or(Worth::Loony, |(a, b)| Worth::Value(a + b))
    }

    /// Of a component; where the turn may stay nothing is known of infinite values beside it.
    ///
    /// # Errors
    /// As [`Game::find`](crate::game::Game::find).
    fn of(component: &Component, play: Play, cx: &Context) -> Result<Found<Worth>> {
        let Component { game, place } = component;
        let (Some(rules), Some(theorem)) = (game.any(), game.entailing()) else {
            return Ok(match play {
                Play::Entailing => game.find_value(place, cx)?.map(|number| Worth::Value(Value::Finite(number))),
                _ => game.find(place, cx)?.map(Worth::Value),
            });
        };
        let worth = rules.worth(place, cx)?.map_or(Worth::Loony, |number| Worth::Value(Value::Finite(number)));
        let how = Words::new("what every position that decides is worth", "起决定作用的各局面的值");
        let evidence = Evidence::theorem(theorem).and(&Evidence::computed(how));
        Ok(Found::new(worth, evidence, "search with loony values"))
    }

    /// The same without its reasons.
    fn alone(component: &Component, play: Play, cx: &Context) -> Result<Worth> {
        match play {
            Play::Entailing => Ok(Worth::of(component, play, cx)?.what),
            _ => component.value(cx).map(Worth::Value),
        }
    }
}

/// What a sum is worth after a move, nothing where that ended the play, and who wins it.
pub(crate) type AfterMove = (Option<Worth>, Outcome);

/// So many components are many …
const MANY: usize = 16;
/// … and so many places may lie below one that is asked for early.
const SHARED: u64 = 1 << 24;

/// A distinct component of a sum.
#[derive(Debug, Clone)]
pub(crate) struct Summand {
    /// The component.
    pub(crate) component: Component,
    /// How often it occurs; 0 for copies of 0.
    pub(crate) count: Nat,
    /// What it is worth, if that was found.
    pub(crate) found: Option<Found<Worth>>,
}

impl Summand {
    /// What it is worth, if that was found.
    pub(crate) fn worth(&self) -> Option<&Worth> {
        self.found.as_ref().map(|found| &found.what)
    }

    /// Its value, if that was found.
    pub(crate) fn value(&self) -> Option<&Value> {
        self.worth().and_then(Worth::value)
    }

    /// Its number, if it has one that was found.
    pub(crate) fn number(&self) -> Option<&Nat> {
        self.worth().and_then(Worth::number)
    }

    /// Is it sure to be worth a number, so that two copies cancel?
    pub(crate) fn is_number(&self) -> bool {
        !self.component.game.is_loopy() && !self.component.game.is_entailing()
    }

    /// Do so many copies count, whatever one is worth? Where nobody knows that the play ends, copies cancel once a number was found.
    fn counts(&self, copies: &Nat) -> bool {
        let cancel = self.is_number() && (self.component.game.ends() || self.number().is_some());
        if cancel { copies.bit(0) } else { *copies > Nat::ZERO }
    }
}

/// The components of a sum with what they are worth, as far as that was found.
#[derive(Debug)]
pub(crate) struct Sum {
    /// The distinct components.
    pub(crate) summands: Vec<Summand>,
    play: Play,
    /// What all together are worth, if that is known.
    total: Option<Worth>,
}

/// Places of two coordinates or more share a table, which is filled once if the largest of many is asked for first. All others stay
/// in their order.
fn largest_first(summands: &[Summand]) -> Vec<usize> {
    let size = |at: &usize| {
        let Component { game, place } = &summands[*at].component;
        match game.shape() {
            Shape::Tuple(_) => below(place),
            _ => 0,
        }
    };
    let mut order: Vec<usize> = (0..summands.len()).collect();
    if summands.len() < MANY {
        return order;
    }
    // a place out of reach comes last: it may take all of the budget
    order.sort_by_key(|at| Reverse(Some(size(at)).filter(|size| *size <= SHARED)));
    order
}

impl Sum {
    /// A sum in which all that can be known is known.
    pub(crate) fn new(summands: Vec<Summand>, play: Play) -> Self {
        let mut sum = Sum { summands, play, total: None };
        sum.total = sum.without(None);
        sum
    }

    /// Works each component that counts for the whole, as far as the budget goes.
    ///
    /// An even number of copies of a number cancels whatever the number is: who moves second answers in the other copy. That
    /// needs an end of the play: of a game that is not known to end the value is worked out first.
    ///
    /// # Errors
    /// Faults of a rule.
    pub(crate) fn of_components(components: Vec<(Component, Nat)>, cx: &Context) -> Result<(Self, Option<Stopped>)> {
        let mut stopped = None;
        let play = components.iter().map(|(component, count)| Play::of_copies(&component.game, count)).max();
        let play = play.unwrap_or(Play::Ends);
        let mut summands: Vec<Summand> =
            components.into_iter().map(|(component, count)| Summand { component, count, found: None }).collect();
        for at in largest_first(&summands) {
            let summand = &mut summands[at];
            if summand.counts(&summand.count) {
                summand.found = as_far_as(&mut stopped, Worth::of(&summand.component, play, cx))?;
            }
        }
        Ok((Sum::new(summands, play), stopped))
    }

    /// Works each distinct component once, as far as the budget goes.
    ///
    /// Where copies cancel and their number is dear, it is worked only if the whole is not 0, for then a move in one of
    /// them may win.
    ///
    /// # Errors
    /// Faults of a rule.
    pub(crate) fn of(position: &Position, cx: &Context) -> Result<(Self, Option<Stopped>)> {
        let (mut sum, mut stopped) = Sum::of_components(position.components(), cx)?;
        let wins = sum.total.as_ref().is_some_and(|total| *total != Worth::ZERO);
        for summand in sum.summands.iter_mut().filter(|s| s.is_number() && s.found.is_none() && !s.count.bit(0)) {
            let Component { game, place } = &summand.component;
            if game.value_is_cheap(place) || (wins && summand.count > Nat::ZERO) {
                summand.found = as_far_as(&mut stopped, Worth::of(&summand.component, sum.play, cx))?;
            }
        }
        Ok((sum, stopped))
    }

    /// What the sum is worth, if that is known.
    pub(crate) fn total(&self) -> Option<&Worth> {
        self.total.as_ref()
    }

    /// What is left without one copy of a component. A loony component and two infinite values are enough to know it.
    fn without(&self, moved: Option<usize>) -> Option<Worth> {
        let (mut all, mut infinite) = (Some(Worth::ZERO), Nat::ZERO);
        for (index, summand) in self.summands.iter().enumerate() {
            let copies = if moved == Some(index) { &summand.count - Nat::ONE } else { summand.count.clone() };
            if !summand.counts(&copies) {
                continue;
            }
            match summand.worth() {
                None => all = None,
                Some(Worth::Loony) => return Some(Worth::Loony),
                Some(Worth::Value(value)) => {
                    infinite += if value.finite().is_none() { copies.clone() } else { Nat::ZERO };
                    all = all.map(|all| all.plus(&Worth::Value(value.copies(&copies))));
                }
            }
        }
        if infinite > Nat::ONE { Some(Worth::Value(Value::Infinite(Vec::new()))) } else { all }
    }

    /// What the sum is worth without one copy of this summand.
    pub(crate) fn rest(&self, index: usize) -> Option<Worth> {
        if self.total.is_none() && self.play == Play::Ends {
            return None;
        }
        match (self.total.as_ref().and_then(Worth::number), self.summands[index].worth()) {
            (Some(_), None) => None,
            (Some(total), Some(Worth::Value(Value::Finite(own)))) => Some(Worth::Value(Value::Finite(total ^ own))),
            _ => self.without(Some(index)),
        }
    }

    /// What the sum is worth after a move, and who wins it; `None` where that is not known.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn after(&self, moved: &Component, parts: &Parts, cx: &Context) -> Result<Option<AfterMove>> {
        if moved.turn_after(parts) == Turn::Ends {
            return Ok(Some((None, Outcome::Previous)));
        }
        let index = self.summands.iter().position(|s| s.component == *moved);
        let Some(rest) = index.and_then(|index| self.rest(index)) else { return Ok(None) };
        let after = parts
            .iter()
            .try_fold(rest, |sum, part| Ok::<_, crate::Error>(sum.plus(&Worth::alone(part, self.play, cx)?)))?;
        let outcome = after.outcome();
        Ok(Some((Some(after), outcome)))
    }

    /// The options of one component that win; `None` where they are not known.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn winning(&self, index: usize, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let component = &self.summands[index].component;
        let Component { game, place } = component;
        if game.is_entailing() {
            let mut wins = Vec::new();
            for parts in game.every_option(place, cx)? {
                let Some((_, outcome)) = self.after(component, &parts, cx)? else { return Ok(None) };
                if component.turn_after(&parts).wins(outcome) {
                    wins.push(parts);
                }
            }
            return Ok(Some(Options::of(wins, limit)));
        }
        let Some(rest) = self.rest(index) else { return Ok(None) };
        // who leaves a loony or an infinite component does not win
        let Some(target) = rest.number() else { return Ok(Some(Options::default())) };
        let listed = |cx: &Context| game.options_with_value(place, target, limit, cx);
        match game.is_told_unsearched(place) {
            true => cx.trial(TOLD, listed),
            false => listed(cx).map(Some),
        }
    }

    /// Is it seen without a search that this option of a component, a number among numbers, wins?
    pub(crate) fn is_known_to_win(&self, index: usize, parts: &Parts, cx: &Context) -> bool {
        let game = &self.summands[index].component.game;
        let rest = (self.play == Play::Ends).then(|| self.rest(index)).flatten();
        rest.as_ref().and_then(Worth::number).is_some_and(|rest| game.are_worth(parts, rest, cx).unwrap_or(false))
    }

    /// What the worth of the whole rests on.
    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::trivial();
        let numbers = || self.summands.iter().filter(|s| s.is_number());
        if numbers().count() > 1 || numbers().any(|s| s.count > Nat::ONE) {
            evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
        }
        let known = || self.summands.iter().filter_map(|s| Some((&s.component.game, s.found.as_ref()?)));
        // the labels of a game grow from component to component, and the last ones hold what was said before
        let last: FxHashMap<u32, &Found<Worth>> =
            known().filter(|(game, _)| game.is_loopy()).map(|(game, found)| (game.id(), found)).collect();
        known().for_each(|(game, found)| evidence.add(&last.get(&game.id()).unwrap_or(&found).evidence));
        evidence
    }

    /// The engines that told what the components are worth, and those that would have told the others.
    pub(crate) fn engines(&self) -> String {
        let name = |s: &Summand| match &s.found {
            Some(found) => found.engine.clone(),
            None => s.component.game.engine_for(&s.component.place).into(),
        };
        let names: Vec<_> = self.summands.iter().map(name).collect();
        if names.is_empty() { "nothing to do".to_owned() } else { names_of_engines(names.iter().map(AsRef::as_ref)) }
    }
}

/// Moves in a component of which a theorem told the value are looked for so long.
const TOLD: u64 = 100_000;

#[cfg(test)]
mod tests;
