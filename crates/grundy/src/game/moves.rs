//! The moves of a game: one by one, all of them, those of a given value, those that win.

use std::ops::ControlFlow;

use super::automatic::is_far;
use super::knowledge::{Knowledge, Plan};
use super::options::{Options, Parts, canonical};
use super::{Component, Game, Kind, Place};
use crate::context::{Context, Spent};
use crate::engine::breaks::CodeEngine;
use crate::engine::subtraction::SubtractionEngine;
use crate::error::{Diagnostic, Error, Result};
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;

/// Options are listed one by one up to so many; beyond, only laws count them.
const LISTED: u64 = 50_000_000;

impl Game {
    /// Visits every option of a place, once or more often, as the parts that it leaves.
    ///
    /// # Errors
    /// An expression of the rule without a value; a spent budget.
    pub(crate) fn each_option(
        &self,
        place: &Place,
        cx: &Context,
        visit: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        let own = |place: Place| Component { game: self.clone(), place };
        match self.kind() {
            Kind::Take(set, _) => {
                let Some(n) = to_u64(&place[0]) else { return Err(self.too_many_options(place, cx)) };
                for k in set.members_up_to(n) {
                    cx.tick(1)?;
                    if visit(&[own(Place::from_iter([Nat::from(n - k)]))]).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Kind::Code(code) => {
                let Some(n) = to_u64(&place[0]) else { return Err(self.too_many_options(place, cx)) };
                let mut stopped = None;
                let flow = crate::engine::breaks::options(code, n, &mut |parts| {
                    if let Err(s) = cx.tick(1) {
                        stopped = Some(s);
                        return ControlFlow::Break(());
                    }
                    if parts.is_empty() {
                        return visit(&[own(Place::from_iter([Nat::ZERO]))]);
                    }
                    let parts: Parts = parts.iter().map(|&p| own(Place::from_iter([Nat::from(p)]))).collect();
                    visit(&parts)
                });
                stopped.map_or(Ok(flow), |s| Err(s.into()))
            }
            Kind::Rule(_) => {
                let known = self.knowledge()?;
                let Some(rule) = &known.rule else { return Ok(ControlFlow::Continue(())) };
                let running = matches!(known.termination, Some(crate::rule::measure::Termination::Running));
                let mut trouble = None;
                let flow = rule.options(place, cx, &mut |alternative, parts| {
                    if running && let Err(e) = known.running.test(self, rule.rule(), place, alternative, parts) {
                        trouble = Some(e);
                        return ControlFlow::Break(());
                    }
                    let parts: Parts = parts
                        .iter()
                        .map(|(game, place)| Component {
                            game: game.map_or_else(|| self.clone(), Game::clone),
                            place: place.clone(),
                        })
                        .collect();
                    visit(&parts)
                })?;
                trouble.map_or(Ok(flow), Err)
            }
            Kind::Graph(graph) => {
                let followers = crate::number::to_usize(&place[0]).and_then(|v| graph.followers.get(v));
                for &w in followers.into_iter().flatten() {
                    cx.tick(1)?;
                    if visit(&[own(Place::from_iter([Nat::from(w)]))]).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Kind::Native(native) => {
                let numbers: Option<Vec<u64>> = place.iter().map(to_u64).collect();
                let Some(numbers) = numbers else { return Err(self.too_many_options(place, cx)) };
                let mut trouble = None;
                let mut tick = || match cx.tick(1) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stopped) => {
                        trouble = Some(stopped);
                        ControlFlow::Break(())
                    }
                };
                let mut flow = native.options(&numbers, &mut |numbers| {
                    tick()?;
                    visit(&[own(numbers.iter().map(|&n| Nat::from(n)).collect())])
                });
                if flow.is_continue() {
                    flow = native.options_elsewhere(&numbers, &mut |text, numbers| {
                        tick()?;
                        match self.elsewhere(text) {
                            Some(game) => {
                                visit(&[Component { game, place: numbers.iter().map(|&n| Nat::from(n)).collect() }])
                            }
                            None => ControlFlow::Continue(()),
                        }
                    });
                }
                trouble.map_or(Ok(flow), |s| Err(s.into()))
            }
            Kind::Custom(custom) => custom.each_option(self, place, cx, visit),
            Kind::Compound(compound) => compound.each_option(self, place, cx, visit),
            Kind::Refused(fault) => Err((**fault).clone().into()),
            Kind::Union(games) => {
                for game in games {
                    let flow = game.each_option(place, cx, &mut |parts| {
                        let rebound: Parts = parts
                            .iter()
                            .map(|c| if c.game == *game { own(c.place.clone()) } else { c.clone() })
                            .collect();
                        visit(&rebound)
                    })?;
                    if flow.is_break() {
                        return Ok(flow);
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// As [`Game::each_option`], all of them; the first error of the visitor ends it and comes back.
    ///
    /// # Errors
    /// As [`Game::each_option`]; what the visitor says.
    pub(crate) fn try_each_option(
        &self,
        place: &Place,
        cx: &Context,
        mut visit: impl FnMut(&[Component]) -> Result<()>,
    ) -> Result<()> {
        let mut trouble = None;
        let _ = self.each_option(place, cx, &mut |parts| match visit(parts) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                trouble = Some(error);
                ControlFlow::Break(())
            }
        })?;
        trouble.map_or(Ok(()), Err)
    }

    /// The game with this text, for moves that leave a row game.
    fn elsewhere(&self, text: &'static str) -> Option<Game> {
        if let Some((_, game)) = self.tables().elsewhere.iter().find(|(t, _)| *t == text) {
            return Some(game.clone());
        }
        let game = crate::session::Session::new().game(text).ok()?.game;
        self.tables().elsewhere.push((text, game.clone()));
        Some(game)
    }

    pub(super) fn too_many_options(&self, place: &Place, cx: &Context) -> Error {
        let shown = self.show(std::slice::from_ref(place));
        cx.stopped(Spent::Nodes, Some(format!("the options of {shown} one by one"))).into()
    }

    /// All options in canonical form, sorted, without repetition.
    ///
    /// # Errors
    /// As [`Game::each_option`].
    pub(crate) fn every_option(&self, place: &Place, cx: &Context) -> Result<Vec<Parts>> {
        let mut all = Vec::new();
        let listed = self.try_each_option(place, cx, |parts| {
            if all.len() % 1024 == 0 {
                cx.reserve(1024 * 120)?;
            }
            all.push(canonical(parts));
            Ok(())
        });
        cx.release(all.len().div_ceil(1024) as u64 * 1024 * 120);
        listed?;
        Ok(Options::of(all, usize::MAX).first)
    }

    /// All options: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Game::each_option`].
    pub(crate) fn options(&self, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        let known = self.knowledge()?;
        if let Some(listing) = known.law.as_ref().and_then(|law| law.options(place, limit)) {
            return Ok(Options::of_listing(self, listing));
        }
        match &known.plan {
            Plan::Subtraction(set) => {
                let mut tables = self.tables();
                let engine = tables.subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
                if let Some(listing) = engine.options(&place[0], limit, cx)? {
                    return Ok(Options::of_listing(self, listing));
                }
            }
            Plan::Code(code) => {
                let mut tables = self.tables();
                let engine = tables.code.get_or_insert_with(|| CodeEngine::new(code.clone()));
                if let Some(listing) = engine.options(&place[0], limit, cx)? {
                    return Ok(Options::of_listing(self, listing));
                }
            }
            Plan::Rule | Plan::Product(_) | Plan::Search | Plan::Loopy => {}
        }
        if let Some(compound) = self.compound() {
            return compound.moves(self, place, limit, cx);
        }
        self.refuse_long_lists(place, known, cx)?;
        let all = self.every_option(place, cx)?;
        Ok(Options { count: Nat::from(all.len()), first: all.into_iter().take(limit).collect() })
    }

    /// The options of a given value: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn options_with_value(
        &self,
        place: &Place,
        target: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Options> {
        let known = self.knowledge()?;
        if let Some(listing) = known.law.as_ref().and_then(|law| law.options_with_value(place, target, limit)) {
            return Ok(Options::of_listing(self, listing));
        }
        match &known.plan {
            Plan::Subtraction(set) => {
                let mut tables = self.tables();
                let engine = tables.subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
                if let Some(listing) = engine.options_with_value(&place[0], target, limit, cx)? {
                    return Ok(Options::of_listing(self, listing));
                }
            }
            Plan::Code(code) => {
                let mut tables = self.tables();
                let engine = tables.code.get_or_insert_with(|| CodeEngine::new(code.clone()));
                if let Some(listing) = engine.options_with_value(&place[0], target, limit, cx)? {
                    return Ok(Options::of_listing(self, listing));
                }
            }
            Plan::Product(games) => return self.product_options(games, place, target, limit, cx),
            Plan::Rule if is_far(place) => {
                if let Some(options) = self.far_moves(place, target, limit, cx)? {
                    return Ok(options);
                }
            }
            Plan::Rule | Plan::Search | Plan::Loopy => {}
        }
        if let Some(compound) = self.compound()
            && let Some(options) = compound.options_by_law(self, place, target, limit, cx)?
        {
            return Ok(options);
        }
        self.refuse_long_lists(place, known, cx)?;
        let mut found = Vec::new();
        for parts in self.every_option(place, cx)? {
            if crate::loopy::labelled::value_of(&parts, cx)?.finite() == Some(target) {
                found.push(parts);
            }
        }
        Ok(Options::of(found, limit))
    }

    /// Options of a sum written as one place: one coordinate changes.
    fn product_options(
        &self,
        games: &[Game],
        place: &Place,
        target: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Options> {
        let mut values = Vec::with_capacity(games.len());
        for (game, n) in games.iter().zip(place) {
            values.push(game.value_at(&Place::from_iter([n.clone()]), cx)?);
        }
        let total = values.iter().fold(Nat::ZERO, |sum, v| sum ^ v);
        let mut count = Nat::ZERO;
        let mut first = Vec::new();
        for (i, game) in games.iter().enumerate() {
            let wanted = &total ^ &values[i] ^ target;
            let found = game.options_with_value(&Place::from_iter([place[i].clone()]), &wanted, limit, cx)?;
            count += &found.count;
            for parts in found.first {
                let [part] = parts.as_slice() else {
                    return Err(Diagnostic::rule("a coordinate cannot split").into());
                };
                let mut changed = place.clone();
                changed[i] = part.place[0].clone();
                first.push(vec![Component { game: self.clone(), place: changed }]);
            }
        }
        Ok(Options { count, ..Options::of(first, limit) })
    }

    /// Lists of options that cannot end in reasonable time are refused before they start.
    fn refuse_long_lists(&self, place: &Place, known: &Knowledge, cx: &Context) -> Result<()> {
        let estimate = match (self.kind(), &known.plan) {
            (Kind::Take(set, _), _) if set.is_finite() => return Ok(()),
            (Kind::Take(..) | Kind::Code(_), _) => to_u64(&place[0]),
            _ => return Ok(()),
        };
        match estimate {
            Some(n) if n <= LISTED => Ok(()),
            _ => Err(self.too_many_options(place, cx)),
        }
    }

    /// The winning options of a place whose outcome a law gave.
    ///
    /// # Errors
    /// A spent budget, where the law does not list them and there are too many options to try.
    pub(crate) fn winning_by_law(&self, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        let known = self.knowledge()?;
        let Some(law) = &known.law else { return Ok(Options::default()) };
        if let Some(listing) = law.winning_options(place, limit) {
            return Ok(Options::of_listing(self, listing));
        }
        let mut wins = Vec::new();
        self.try_each_option(place, cx, |parts| {
            if let [part] = parts
                && part.game == *self
                && law.outcome(&part.place) == Some(Outcome::Previous)
            {
                wins.push(parts.to_vec());
            }
            Ok(())
        })?;
        Ok(Options::of(wins, limit))
    }
}
