//! What the answers at many places of a game rest on together: the reasons of a table.
//!
//! A table of a million cells asks for numbers alone, and each is given by one strategy or another. Of every strategy that
//! answered, the last place is kept, and its reasons are made when all cells are told: the engine that gave a value holds
//! what it said before. Outcomes, whole pieces and the values of boards come with their reasons: of each engine the last
//! computation counts, all theorems and the weakest status.
//!
//! Cost: a place for each strategy; a value is asked for again for each that answered.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::outcome::Judged;
use super::strategy::At;
use super::{Found, outcome_of, unanswered};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::{AnyGame, Game, Place};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Outcome;

/// So many nodes may be spent on reasons after the budget was spent.
const READ_OUT: u64 = 1 << 20;

/// Asks a game about many places.
#[derive(Debug)]
pub(crate) struct Reasons<'g> {
    game: &'g Game,
    /// The last place of which a strategy told the value, by the number of the strategy in the list.
    valued: SmallVec<[Option<Place>; 4]>,
    /// By engine.
    told: BTreeMap<Cow<'static, str>, Evidence>,
    by_law: bool,
    by_labels: bool,
}

impl<'g> Reasons<'g> {
    pub(crate) fn new(game: &'g Game) -> Self {
        Reasons { game, valued: SmallVec::new(), told: BTreeMap::new(), by_law: false, by_labels: false }
    }

    /// The Grundy value of a place.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn value_at(&mut self, place: &Place, cx: &Context) -> Result<Nat> {
        // its theorems and its search tell different places; an ordinal sum keeps no values
        if self.game.any().is_some_and(AnyGame::has_own_search) || self.game.is_worked_out_anew() {
            let found = self.game.find_value(place, cx)?;
            return Ok(self.heard(found));
        }
        let answered = self.game.rung(place, |strategy, at| strategy.number(at, cx))?;
        let (strategy, value) = answered.ok_or_else(unanswered)?;
        if strategy >= self.valued.len() {
            self.valued.resize(strategy + 1, None);
        }
        self.valued[strategy] = Some(place.clone());
        Ok(value)
    }

    /// The value of a place of a game whose play need not end.
    ///
    /// # Errors
    /// As [`Game::loopy_value`].
    pub(crate) fn loopy_value(&mut self, place: &Place, cx: &Context) -> Result<Value> {
        self.by_labels = true;
        self.game.loopy_value(place, cx)
    }

    /// Who wins the place alone in normal play.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn outcome_at(&mut self, place: &Place, cx: &Context) -> Result<Outcome> {
        // the same as its strategy says, without reasons made for each place
        if let Some(outcome) = self.game.law().and_then(|law| law.outcome(place)) {
            self.by_law = true;
            return Ok(outcome);
        }
        let game = self.game;
        Ok(match game.judged(place, || self.value_at(place, cx), cx)? {
            Judged::Told(found) => self.heard(found).outcome,
            Judged::Valued(value) => outcome_of(&value),
        })
    }

    /// Takes the answer over.
    pub(crate) fn heard<T>(&mut self, found: Found<T>) -> T {
        let Found { what, evidence, engine } = found;
        let told = self.told.entry(engine).or_insert_with(Evidence::trivial);
        told.computations.clear();
        told.add(&evidence);
        what
    }

    /// What all answers so far rest on, as well proved as the weakest of them.
    ///
    /// # Errors
    /// Reasons that are not at hand; faults of the rule.
    pub(crate) fn evidence(&self, cx: &Context) -> Result<Evidence> {
        let cx = &cx.reading_out(READ_OUT);
        let mut evidence = Evidence::trivial();
        if let Some(law) = self.game.law().filter(|_| self.by_law) {
            evidence.add(&law.evidence());
        }
        let strategies = self.game.strategies()?;
        for (strategy, place) in strategies.ladder.iter().zip(&self.valued) {
            let Some(place) = place else { continue };
            let at = At { game: self.game, known: self.game.knowledge()?, place };
            let found = match strategy.value(at, cx)? {
                Some(found) => found,
                // a store leaves the reasons to the engine that computed what it keeps
                None => self.game.find(place, cx)?,
            };
            evidence.add(&found.evidence);
        }
        if self.by_labels {
            evidence.add(&self.game.with_labelled(|labelled| Ok(labelled.evidence()))?);
        }
        self.told.values().for_each(|why| evidence.add(why));
        Ok(evidence)
    }
}

impl Game {
    /// Is its value worked out anew whenever it is asked for, from lists of options? Those of ordinal sums are, and so are those of
    /// families and sums of these.
    fn is_worked_out_anew(&self) -> bool {
        self.within(&|game| game.compound().is_some_and(|compound| compound.turn().cuts)).is_some()
    }

    /// Who wins the place alone, without reasons.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn outcome_at(&self, place: &Place, cx: &Context) -> Result<Outcome> {
        Reasons::new(self).outcome_at(place, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::learnt::Wish;
    use crate::guess::learn;
    use crate::outcome::Convention;
    use crate::session::Session;
    use crate::words::Words;

    #[test]
    fn every_strategy_that_answered_is_heard() {
        let cx = Context::default();
        let text = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
        let game = Session::new().game(text).unwrap().game;
        learn(&game, Convention::Normal, 1, Wish::Values, &cx).unwrap();
        let heap = |n: u64| Place::heap(n);
        let alone = |n: u64| game.find_value(&heap(n), &cx).unwrap().evidence;
        let (near, far) = (alone(20), alone(1_000_000_000));
        assert_ne!(near, far);
        // the table answers near heaps, the formula far ones, whichever comes last
        for heaps in [[20, 1_000_000_000], [1_000_000_000, 20]] {
            let mut reasons = Reasons::new(&game);
            for n in heaps {
                assert_eq!(reasons.value_at(&heap(n), &cx).unwrap(), game.value_at(&heap(n), &cx).unwrap());
            }
            let all = reasons.evidence(&cx).unwrap();
            assert_eq!(all, far.clone().and(&near));
            assert!(all.is_proved());
        }
    }

    #[test]
    fn the_weakest_answer_stands_for_all() {
        let cx = Context::default();
        let game = Session::new().game("nim").unwrap().game;
        let mut reasons = Reasons::new(&game);
        reasons.heard(Found::new((), Evidence::guess(Words::same("seen")), "search"));
        reasons.heard(Found::new((), Evidence::computed(Words::same("all 5 positions")), "search"));
        reasons.heard(Found::new((), Evidence::computed(Words::same("all 9 positions")), "search"));
        let all = reasons.evidence(&cx).unwrap();
        assert_eq!((all.status_name(), all.by().english.as_str()), ("guess", "all 9 positions"));
    }
}
