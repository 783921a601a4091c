//! Theorems that answer without a table: value, outcome, moves.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, Nat, Outcome, Result, Spent};

use super::strategy::{At, Stage, Strategy};
use super::tame::{FERGUSON, Tame};
use super::{Found, Told};
use crate::game::knowledge::is_long;
use crate::game::options::{Options, Parts};
use crate::game::{Law, Listing};
use crate::loopy::Value;

const NAME: &str = "closed form";

/// So many moves are tried one by one for those that win, where nobody set a budget: some seconds.
const TRIED: u64 = 20_000_000;

/// The law of a family, attached when the whole rule was recognised.
#[derive(Debug)]
pub(super) struct ClosedForm(pub(super) Arc<dyn Law>);

impl ClosedForm {
    /// The value of a heap of a subtraction game, which is tame whatever tells its values; and what that rests on. Sets without large
    /// numbers have windows of values in misère play.
    fn of_set(&self, at: At<'_>) -> Option<(Nat, Evidence)> {
        let value = at.game.subtraction_set().filter(|set| is_long(set)).and_then(|_| self.0.value(at.place))?;
        Some((value, self.0.evidence().and(&Evidence::theorem(&FERGUSON))))
    }

    /// What the law listed of the game itself, and the options of this value in other games.
    fn with_others(at: At<'_>, listed: Options, value: &Nat, limit: usize) -> Options {
        let others = at.game.any().map_or_else(Vec::new, |rules| rules.elsewhere_with_value(at.place, value));
        listed.and(others, limit)
    }
}

impl Strategy for ClosedForm {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        self.0.value(at.place).map(|_| NAME.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        self.0.value(at.place).map(|_| 0)
    }

    fn value(&self, at: At<'_>, _cx: &Context) -> Result<Option<Found<Value>>> {
        Ok(self.0.value(at.place).map(|value| Found::new(Value::Finite(value), self.0.evidence(), NAME)))
    }

    fn number(&self, at: At<'_>, _cx: &Context) -> Result<Option<Nat>> {
        Ok(self.0.value(at.place))
    }

    fn outcome(&self, at: At<'_>, _stage: Stage, _cx: &Context) -> Result<Option<Found<Told>>> {
        Ok(self.0.outcome(at.place).map(|outcome| Found::new(outcome.into(), self.0.evidence(), NAME)))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, _cx: &Context) -> Result<Option<Found<Outcome>>> {
        if let Some((outcome, theorem)) = self.0.misere(at.place) {
            return Ok(Some(Found::new(outcome, Evidence::theorem(theorem), NAME)));
        }
        let tame = self.of_set(at);
        Ok(tame.map(|(value, why)| Found::new(Outcome::lost_if(value == Nat::ONE), why, NAME)))
    }

    fn tame(&self, at: At<'_>, _cx: &Context) -> Result<Option<Found<Tame>>> {
        Ok(self.of_set(at).map(|(value, why)| Found::new(Tame::like_nim(value), why, NAME)))
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, _cx: &Context) -> Result<Option<Options>> {
        let listed = self.0.misere_winning(at.place, limit).or_else(|| {
            let (value, _) = self.of_set(at)?;
            if value == Nat::ONE {
                Some(Listing::default())
            } else {
                self.0.options_with_value(at.place, &Nat::ONE, limit)
            }
        });
        Ok(listed.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options(&self, at: At<'_>, limit: usize, _cx: &Context) -> Result<Option<Options>> {
        Ok(self.0.options(at.place, limit).map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, _cx: &Context) -> Result<Option<Options>> {
        let found = self.0.all_or_some_with_value(at.place, value, limit);
        Ok(found.map(|(count, first)| {
            let listed = Options::of_listing(at.game, Listing { first, ..Listing::default() });
            Self::with_others(at, Options { count, ..listed }, value, limit)
        }))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        match self.0.outcome(at.place) {
            None => return Ok(None),
            Some(Outcome::Next) => {}
            Some(_) => return Ok(Some(Options::default())),
        }
        if let Some(listing) = self.0.winning_options(at.place, limit) {
            let listed = Options::of_listing(at.game, listing);
            return Ok(Some(Self::with_others(at, listed, &Nat::ZERO, limit)));
        }
        if let Some(some) = self.options_with_value(at, &Nat::ZERO, limit, cx)? {
            return Ok(Some(some));
        }
        let tried = |cx: &Context| -> Result<Vec<Parts>> {
            let mut wins = Vec::new();
            at.game.try_each_option(at.place, cx, |parts| {
                if let [part] = parts
                    && part.game == *at.game
                    && self.0.outcome(&part.place) == Some(Outcome::Previous)
                {
                    wins.push(parts.to_vec());
                }
                Ok(())
            })?;
            Ok(wins)
        };
        let wins = if cx.is_limited() { Some(tried(cx)?) } else { cx.trial(TRIED, tried)? };
        let needed = "a trial of all moves; within a budget of time or nodes it is made";
        let wins = wins.ok_or_else(|| cx.engine_limit(Spent::Nodes, needed))?;
        Ok(Some(Options::of(wins, limit)))
    }
}
