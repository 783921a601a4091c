//! Laws by automata of a game, looked for once, and the far places that need them.
//!
//! A place is *far* if a table up to there takes seconds: its places are many, or the heap has as many moves as tokens.
//! Rules that divide reach few places even from a huge number, so tables and memo have a short trial first; then the law of
//! the values is looked for.

use std::borrow::Cow;
use std::sync::Arc;

use super::strategy::{At, Stage, Strategy};
use super::tables::Tables;
use super::{Found, Told};
use crate::automatic::proved::{AutomaticLaw, price};
use crate::context::Context;
use crate::error::Result;
use crate::game::Game;
use crate::game::knowledge::{Knowledge, volume};
use crate::game::learnt::{Law, Learnt, Wish};
use crate::game::options::Options;
use crate::loopy::Value;
use crate::number::Nat;
use crate::rule::ir::{Item, Rule};
use grundy_automata::search::Question;

/// A table of more places takes seconds: then a law is looked for first.
const FAR: u64 = 1 << 26;
/// Before a law is looked for, tables and memo may spend so much.
const TRIAL: u64 = 100_000;

const NAME: &str = "automaton";

/// Is the place out of reach of tables?
pub(crate) fn is_far(place: &[Nat]) -> bool {
    volume(place).is_none_or(|v| v > FAR)
}

/// A heap with so many tokens is far where each takes a loop over all smaller ones: some 2^29 options.
const DEAR: u64 = 1 << 15;

/// Is the place out of reach of tables, or does one take seconds?
fn asks_for_a_law(at: At<'_>) -> bool {
    is_far(at.place) || at.place.len() == 1 && volume(at.place).is_none_or(|v| v > DEAR) && has_many_moves(at.known)
}

/// Does a loop of the rule grow with the heap?
fn has_many_moves(known: &Knowledge) -> bool {
    let grows = |item: &Item| match item {
        Item::Range { to, .. } => to.as_ref().is_none_or(|to| to.holds_variable(&|_| true)),
        Item::Nested(set) => !set.items.is_empty(),
        Item::Primes | Item::Odds | Item::Evens => true,
        Item::One(_) | Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Divisors(_) => false,
    };
    known.rule.as_ref().is_some_and(|rule| {
        let mut loops = rule.rule().alternatives.iter().flat_map(|alternative| &alternative.loops);
        loops.any(|each| each.set.items.iter().any(grows))
    })
}

/// The wish for single values; how many are told is seen when they are found.
const LEVELS: Question = Question::Levels(0);

/// Looks for a law of a rule.
type Find<'f> = dyn Fn(&Rule, &Context) -> Result<Option<AutomaticLaw>> + 'f;

/// The law of the values and P-positions of far places.
#[derive(Debug)]
pub(super) struct ByAutomaton {
    pub(super) tables: Arc<Tables>,
}

impl ByAutomaton {
    fn by_law(law: &AutomaticLaw, at: At<'_>) -> Option<Found<Value>> {
        Some(Found::new(Value::Finite(law.value(at.place)?), law.evidence(), NAME))
    }
}

impl Strategy for ByAutomaton {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        (asks_for_a_law(at) && at.game.known_law(Question::Values).is_some()).then(|| NAME.into())
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if !asks_for_a_law(at) {
            return Ok(None);
        }
        let known = at.game.known_law(Question::Values);
        if let Some(found) = known.and_then(|law| Self::by_law(&law, at)) {
            return Ok(Some(found));
        }
        if let Some(found) = cx.trial(TRIAL, |part| self.tables.find(at, part))? {
            return Ok(Some(found));
        }
        if let Some(law) = at.game.learnt().value(at.place, cx)? {
            return Ok(Some(Found::new(Value::Finite(law.is), law.by.evidence.clone(), law.by.engine())));
        }
        let law = at.game.automatic_law(Question::Values, cx)?;
        if let Some(found) = law.and_then(|law| Self::by_law(&law, at)) {
            return Ok(Some(found));
        }
        let law = if is_far(at.place) { at.game.levels_law(cx)? } else { None };
        Ok(law.and_then(|law| Self::by_law(&law, at)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        if !asks_for_a_law(at) {
            return Ok(None);
        }
        self.value(at, cx)?.map(|found| super::strategy::finite(at, found.what)).transpose()
    }

    /// P-positions of several coordinates: their law is smaller than that of the values, and often the only one.
    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        if !asks_for_a_law(at) {
            return Ok(None);
        }
        // of one heap the law of the values comes first
        if stage == Stage::First && (at.place.len() < 2 || cx.trial(TRIAL, |part| self.tables.get(at, part))?.is_some())
        {
            return Ok(None);
        }
        let law = at.game.automatic_law(Question::Kernel, cx)?;
        Ok(law.map(|law| Found::new(law.outcome(at.place).into(), law.evidence(), NAME)))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(law) = at.game.known_law(Question::Kernel) else { return Ok(None) };
        let listing = law.moves_to(at.place, &Nat::ZERO, limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if !asks_for_a_law(at) {
            return Ok(None);
        }
        let law = match at.game.known_law(Question::Values) {
            Some(law) => Some(law),
            None if is_far(at.place) => at.game.levels_law(cx)?,
            None => None,
        };
        let Some(law) = law else { return Ok(None) };
        if !law.tells(value) {
            // to look at the options one by one, each far out too, leads nowhere
            return Err(at.game.too_many_options(at.place, cx));
        }
        let listing = law.moves_to(at.place, value, limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }
}

impl Game {
    /// The law of the P-positions or values as a proved automaton, if one is found at small cost. It is looked for once.
    ///
    /// # Errors
    /// A spent budget; a rule that is not a game.
    pub(crate) fn automatic_law(&self, question: Question, cx: &Context) -> Result<Option<Arc<AutomaticLaw>>> {
        self.sought_law(question, cx, &|rule, part| AutomaticLaw::find(rule, question, part))
    }

    /// The sets of the values 0, 1, … as a proved automaton, where they have one and the relation of all values has none. It
    /// is looked for once.
    ///
    /// # Errors
    /// As [`Game::automatic_law`].
    pub(crate) fn levels_law(&self, cx: &Context) -> Result<Option<Arc<AutomaticLaw>>> {
        self.sought_law(LEVELS, cx, &AutomaticLaw::find_levels)
    }

    fn sought_law(&self, question: Question, cx: &Context, find: &Find<'_>) -> Result<Option<Arc<AutomaticLaw>>> {
        if let Some(known) = self.known_law(question) {
            return Ok(Some(known));
        }
        let price = price(question);
        let nodes = cx.nodes_left().map_or(price, |left| left.min(price));
        let (convention, wish) = (question.convention(), Wish::Automaton(question));
        let Some(rule) = self.rule_of_laws()? else { return Ok(None) };
        if self.learnt().was_sought(convention, rule.arity, wish, nodes) {
            return Ok(None);
        }
        let before = cx.enter("automata");
        let found = cx.trial(price, |part| find(&rule, part))?;
        cx.enter(before);
        let law = found.flatten().map(AutomaticLaw::shared);
        self.learnt().sought(convention, rule.arity, wish, nodes);
        if let Some(law) = &law {
            self.learnt().keep(Learnt {
                convention,
                names: rule.names,
                words: law.said(),
                claim: None,
                law: Law::Automaton(Arc::clone(law)),
                evidence: law.evidence(),
                weight: 12 + law.law.set.states() as u32,
                proof: None,
            });
        }
        Ok(law)
    }

    /// The rule of which laws by automata speak: the family's own spelling has fewer loops than some that are written.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn rule_of_laws(&self) -> Result<Option<Rule>> {
        let spelt = self.knowledge()?.rule.as_ref().map(|prepared| prepared.rule().clone());
        Ok(spelt.or_else(|| self.kind().as_rule()))
    }

    /// A law that was found before.
    pub(crate) fn known_law(&self, question: Question) -> Option<Arc<AutomaticLaw>> {
        self.learnt().automaton(question)
    }
}
