//! Laws by automata of a game, looked for once, and the places that need them.

use std::sync::Arc;

use grundy_automata::search::Question;

use super::knowledge::{Plan, volume};
use super::learnt::{Law as Learning, Learnt, Wish};
use super::options::Options;
use super::questions::Tables;
use super::{Game, Place};
use crate::context::Context;
use crate::engine::automatic::{AutomaticLaw, price};
use crate::engine::rule_tables::RuleTables;
use crate::error::{Error, Result};
use crate::number::Nat;

/// A table of more places takes seconds: then a law is looked for first.
const FAR: u64 = 1 << 26;
/// Before a law is looked for, tables and memo may spend so much: rules that divide reach few places from a huge number.
const TRIAL: u64 = 100_000;

/// Is the place out of reach of tables?
pub(crate) fn is_far(place: &[Nat]) -> bool {
    volume(place).is_none_or(|v| v > FAR)
}

impl Game {
    /// The law of the P-positions or values as a proved automaton, if one is found at small cost. It is looked for once.
    ///
    /// # Errors
    /// A spent budget; a rule that is not a game.
    pub(crate) fn automatic_law(&self, question: Question, cx: &Context) -> Result<Option<Arc<AutomaticLaw>>> {
        let knowledge = self.knowledge()?;
        if let Some(known) = self.known_law(question) {
            return Ok(Some(known));
        }
        let price = price(question);
        let nodes = cx.nodes_left().map_or(price, |left| left.min(price));
        let (convention, wish) = (question.convention(), Wish::Automaton(question));
        // the family's own spelling has fewer loops than some that are written
        let spelt = knowledge.rule.as_ref().map(|prepared| prepared.rule().clone());
        let Some(rule) = spelt.or_else(|| self.kind().as_rule()) else { return Ok(None) };
        if self.learnt().was_sought(convention, rule.arity, wish, nodes) {
            return Ok(None);
        }
        let before = cx.enter("automata");
        let part = cx.part(price);
        let found = AutomaticLaw::find(&rule, question, &part);
        cx.tick(part.nodes().min(cx.nodes_left().unwrap_or(u64::MAX)))?;
        cx.enter(before);
        let law = match found {
            Ok(law) => law.map(AutomaticLaw::shared),
            Err(Error::Stopped(_)) => {
                // the clock and the flag are everybody's; the part alone is not the budget
                cx.check()?;
                None
            }
            Err(bad) => return Err(bad),
        };
        self.learnt().sought(convention, rule.arity, wish, nodes);
        if let Some(law) = &law {
            self.learnt().keep(Learnt {
                convention,
                names: rule.names,
                text: law.words(),
                claim: None,
                law: Learning::Automaton(Arc::clone(law)),
                evidence: law.evidence(),
                weight: 12 + law.law.set.states() as u32,
            });
        }
        Ok(law)
    }

    /// A law that was found before.
    pub(crate) fn known_law(&self, question: Question) -> Option<Arc<AutomaticLaw>> {
        self.learnt().automaton(question)
    }

    /// Is the place out of reach of tables, and the game one whose law might be an automaton?
    pub(crate) fn asks_automata(&self, place: &Place) -> bool {
        is_far(place)
            && matches!(self.known().map(|k| &k.plan), Some(Plan::Rule))
            && self.outcome_by_law(place).is_none()
    }

    /// The same in misère play, where the laws of values say nothing and periods of single heaps are looked for first.
    pub(crate) fn asks_automata_in_misere(&self, place: &Place) -> bool {
        is_far(place)
            && self.known().is_some_and(|known| known.rule.is_some() && !matches!(known.plan, Plan::Subtraction(_)))
    }

    /// The value of a far place by a short trial of the usual engines, if that is enough.
    ///
    /// # Errors
    /// An expression of the rule without a value; a spent budget, but not the trial's.
    pub(crate) fn value_on_trial(&self, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        let known = self.knowledge()?;
        let part = cx.part(TRIAL);
        let value = {
            let mut tables = self.tables();
            let Tables { rule, sparse, .. } = &mut *tables;
            rule.get_or_insert_with(RuleTables::default).value(self, known, place, sparse, &part)
        };
        cx.tick(part.nodes().min(cx.nodes_left().unwrap_or(u64::MAX)))?;
        match value {
            Ok(value) => Ok(Some(value)),
            Err(Error::Stopped(_)) => {
                cx.check()?;
                Ok(None)
            }
            Err(bad) => Err(bad),
        }
    }

    /// The value of a far place: a short trial, then the law of values, if it is an automaton.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(super) fn far_value(&self, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        if let Some(law) = self.known_law(Question::Values)
            && let Some(value) = law.value(place)
        {
            return Ok(Some(value));
        }
        if let Some(value) = self.value_on_trial(place, cx)? {
            return Ok(Some(value));
        }
        Ok(self.automatic_law(Question::Values, cx)?.and_then(|law| law.value(place)))
    }

    /// The moves of a far place to this value, by the law of values; `None` where there is none.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn far_moves(&self, place: &Place, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(law) = self.known_law(Question::Values) else { return Ok(None) };
        Ok(law.moves_to(place, value, limit, cx)?.map(|listing| Options::of_listing(self, listing)))
    }

    /// The moves of a place into a law of its P-positions.
    ///
    /// # Errors
    /// A spent budget; more moves than the automata tell.
    pub(crate) fn moves_into(&self, law: &AutomaticLaw, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        match law.moves_to(place, &Nat::ZERO, limit, cx)? {
            Some(listing) => Ok(Options::of_listing(self, listing)),
            None => Err(self.too_many_options(place, cx)),
        }
    }
}
