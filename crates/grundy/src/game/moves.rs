//! The moves of a game: one by one, all of them, those of a given value, those that win.

use grundy_sequence::subtraction::SubtractionEngine;
use grundy_sequence::take_and_break::CodeEngine;

use super::automatic::is_far;
use super::knowledge::{Knowledge, Plan};
use super::options::{Options, Parts, canonical};
use super::{Component, Game, Kind, Place};
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, Error, Result};
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;

/// Options are listed one by one up to so many; beyond, only laws count them.
const LISTED: u64 = 50_000_000;

impl Game {
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
        let listed = self.try_each_move(place, cx, |parts| {
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
        self.try_each_move(place, cx, |parts| {
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
