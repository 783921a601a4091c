//! The options of a place, one by one: as a player sees them, and as searches go over them.
//!
//! Both are the same but for boards: a move keeps the frame in which the board was written, a search goes over its
//! independent parts in canonical form ([`AnyGame::parts`](super::AnyGame::parts)).

use std::ops::ControlFlow;

use grundy_core::{Budget, Context, Diagnostic, Error, Nat, Result, number::to_u64};
use grundy_sequence::code::Code;
use grundy_sequence::set::IntSet;

use super::any::{OptionVisitor, Visited, visited};
use super::options::Parts;
use super::{Component, Game, Kind, Place};
use crate::rule::ir::OtherGame;
use crate::rule::measure::Termination;

/// The parts that a move leaves, each split into independent ones in canonical form.
pub(crate) fn independent<'a>(parts: &'a [Component], room: &'a mut Parts) -> &'a [Component] {
    if parts.iter().all(|part| part.game.any().is_none()) {
        return parts;
    }
    room.clear();
    for part in parts {
        match part.game.any().and_then(|rules| rules.parts(&part.place)) {
            None => room.push(part.clone()),
            Some(places) => {
                let component = |place| Component { game: part.game.clone(), place };
                room.extend(places.into_iter().map(component));
            }
        }
    }
    room
}

/// Only a message depends on this look at a place.
const LOOK: u64 = 1 << 16;

impl Game {
    /// Visits every option of a place, once or more often, as the parts that it leaves: what a player sees.
    ///
    /// # Errors
    /// An expression of the rule without a value; a spent budget.
    pub(crate) fn each_move(&self, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        match self.kind() {
            Kind::Take(set, _) => self.each_subtraction(set, place, cx, visit),
            Kind::Code(code) => self.each_break(code, place, cx, visit),
            Kind::Rule(_) => self.each_by_rule(place, cx, visit),
            Kind::Other(rules) => rules.each_option(self, place, cx, &mut |parts| match parts {
                [] => visit(&[Component::nothing()]),
                parts => visit(parts),
            }),
            Kind::Refused(fault) => Err((**fault).clone().into()),
        }
    }

    /// As [`Game::each_move`], with every part split into independent ones in canonical form: what searches go over.
    ///
    /// # Errors
    /// As [`Game::each_move`].
    pub(crate) fn each_option(&self, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        // searches take it for granted that the turn passes
        self.must_pass()?;
        let mut room = Parts::new();
        self.each_move(place, cx, &mut |parts| visit(independent(parts, &mut room)))
    }

    /// As [`Game::each_option`], all of them; the first error of the visitor ends it and comes back.
    ///
    /// # Errors
    /// As [`Game::each_option`]; what the visitor says.
    pub(crate) fn try_each_option(
        &self,
        place: &Place,
        cx: &Context,
        visit: impl FnMut(&[Component]) -> Result<()>,
    ) -> Result<()> {
        all(visit, |visit| self.each_option(place, cx, visit))
    }

    /// As [`Game::each_move`], all of them; the first error of the visitor ends it and comes back.
    ///
    /// # Errors
    /// As [`Game::each_move`]; what the visitor says.
    pub(crate) fn try_each_move(
        &self,
        place: &Place,
        cx: &Context,
        visit: impl FnMut(&[Component]) -> Result<()>,
    ) -> Result<()> {
        all(visit, |visit| self.each_move(place, cx, visit))
    }

    fn each_subtraction(&self, set: &IntSet, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(n) = to_u64(&place[0]) else { return Err(self.too_many_options(place, cx)) };
        for k in set.members_up_to(n) {
            cx.tick(1)?;
            if visit(&[Component::new(self, [Nat::from(n - k)])]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn each_break(&self, code: &Code, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(n) = to_u64(&place[0]) else { return Err(self.too_many_options(place, cx)) };
        visited(|trouble| {
            Ok(grundy_sequence::take_and_break::options(code, n, &mut |parts| {
                trouble.keep(cx.tick(1))?;
                if parts.is_empty() {
                    return visit(&[Component::new(self, [Nat::ZERO])]);
                }
                let parts: Parts = parts.iter().map(|&p| Component::new(self, [Nat::from(p)])).collect();
                visit(&parts)
            }))
        })
    }

    fn each_by_rule(&self, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let known = self.knowledge()?;
        let Some(rule) = &known.rule else { return Ok(ControlFlow::Continue(())) };
        let running = matches!(known.termination, Some(Termination::Running | Termination::Refuted { .. }));
        visited(|trouble| {
            rule.options(place, cx, &mut |alternative, parts| {
                if running {
                    trouble.keep(known.running.test(self, rule.rule(), place, alternative, parts))?;
                }
                let component = |(game, place): &(Option<&OtherGame>, Place)| Component {
                    game: game.map_or(self, Game::other).clone(),
                    place: place.clone(),
                };
                let parts: Parts = parts.iter().map(component).collect();
                visit(&parts)
            })
        })
    }

    /// A move that is known not to get smaller: what holds for all positions cannot be said then.
    ///
    /// # Errors
    /// The move, with what may have been meant.
    pub(crate) fn must_get_smaller(&self) -> Result<(), Diagnostic> {
        let Some(Termination::Refuted { message, from, .. }) = &self.knowledge()?.termination else { return Ok(()) };
        // who makes the move is told more
        let cx = Context::new(Budget { nodes: Some(LOOK), ..Budget::UNLIMITED });
        if let Err(Error::Bad(fault)) = self.try_each_option(from, &cx, |_| Ok(())) {
            return Err(*fault);
        }
        let fault = Diagnostic::rule(message.clone());
        Err(fault.suggest("every part of every move must be smaller; a rule with cycles must say `loopy`"))
    }

    /// The numbers that the stated order compares: the coordinates of a place; of a compound, those of its components.
    pub(crate) fn coordinates_of(&self, place: &Place, into: &mut Vec<Nat>) {
        match self.any() {
            Some(rules) => rules.numbers(place, into),
            None => into.extend(place.iter().cloned()),
        }
    }

    /// The stated order of two places.
    pub(crate) fn compare_places(&self, a: &Place, b: &Place) -> std::cmp::Ordering {
        self.any().map_or_else(|| a.cmp(b), |rules| rules.compare(a, b))
    }
}

/// Visits all; the first error of the visitor ends it and comes back.
fn all(
    mut visit: impl FnMut(&[Component]) -> Result<()>,
    each: impl FnOnce(&mut OptionVisitor<'_>) -> Visited,
) -> Result<()> {
    visited(|trouble| each(&mut |parts| trouble.keep(visit(parts)))).map(|_| ())
}
