//! A proved automaton as an engine: places of any size, in the time of reading their digits.
//!
//! [`law_of_rule`] learns the P-positions or the value relation of a rule as an automaton and proves it for all places
//! ([`crate::automatic`]). Then the outcome of (10^30, 10^40) costs a few hundred steps, and the moves into the law are
//! read off an automaton of pairs ([`Targets`]) without trying the options one by one.
//!
//! The search costs some 10^7 steps at most (up to a quarter of a second), so it is asked only where tables would be too
//! large, or where reasons are asked for. A law that is not found is no answer: other engines go on.

use std::sync::{Arc, OnceLock};

use grundy_automata::engine::Built;
use grundy_automata::formula::Formula;
use grundy_automata::linear::Linear;
use grundy_automata::search::{Law, Question, Settings};
use grundy_automata::{Engine, Numeration, Obstacle, Relation, Targets, levels};
use grundy_core::period::Period;
use grundy_core::{Context, Error, Evidence, Nat, Outcome, Result};

use super::cells::LineCells;
use super::{
    KERNEL, LEVELS, MEX, MISERE, automata_in_words, law_of_rule, moves_of_rule, states_in_words, system_in_chinese,
};
use crate::engine::law::Listing;
use crate::place::Place;
use crate::rule::ir::Rule;
use crate::rule::measure::{Termination, termination};
use crate::words::{Sentence, Words};

/// The search may cost so many nodes …
const NODES: u64 = 12_000_000;
/// … in misère play so many, where the labels come from a table, whose options cost little each.
const MISERE_NODES: u64 = 120_000_000;
/// … and for single values so many, most of them in the proof.
const LEVELS_NODES: u64 = 40_000_000;
/// So many numbers are told that give a place a value.
const NUMBERS: usize = 100;
/// Rules with more coordinates have alphabets that are too large.
pub const COORDINATES: usize = 3;
/// Moves that leave several parts are compared one by one, up to so many.
const SPLITS: u64 = 4096;

/// A law by automata, proved for all places.
#[derive(Debug)]
pub struct AutomaticLaw {
    /// What was proved: the set of P-positions, or the relation of values.
    pub law: Law,
    /// The moves that it was proved of.
    pub question: Question,
    /// `None`: they are too large.
    targets: OnceLock<Option<Targets>>,
}

/// What a search may cost.
#[must_use]
pub fn price(question: Question) -> u64 {
    match question {
        Question::Kernel | Question::Values => NODES,
        Question::Misere => MISERE_NODES,
        Question::Levels(_) => LEVELS_NODES,
    }
}

impl AutomaticLaw {
    /// Looks for the law of a rule.
    ///
    /// # Errors
    /// A spent budget, be it the part that such a search may cost.
    pub fn find(rule: &Rule, question: Question, cx: &Context) -> Result<Option<AutomaticLaw>> {
        if rule.arity > COORDINATES {
            return Ok(None);
        }
        let usual = Settings::default();
        // three coordinates have large alphabets outside base 2
        let systems = if rule.arity == COORDINATES { vec![Numeration::BINARY] } else { usual.systems };
        let settings = Settings { systems, deepest: 4, states: 600, cells: 1 << 20, cap: 20_000 };
        match law_of_rule(rule, question, &settings, cx) {
            Ok(found) => {
                let law = found.law().cloned();
                Ok(law.map(|law| AutomaticLaw::of(law, question)))
            }
            Err(stopped @ Error::Stopped(_)) => Err(stopped),
            // a rule that automata cannot say
            Err(Error::Bad(_)) => Ok(None),
        }
    }

    /// Looks for the sets of the values 0, 1, … of a rule of lines; `None` if two of them are not found.
    ///
    /// # Errors
    /// A spent budget, be it the part that such a search may cost.
    pub fn find_levels(rule: &Rule, cx: &Context) -> Result<Option<AutomaticLaw>> {
        let Some(mut cells) = LineCells::of(rule)? else { return Ok(None) };
        if !matches!(termination(rule), Termination::Proved(_)) {
            return Ok(None);
        }
        let settings = levels::Settings::default();
        let found = levels::levels(&mut |engine| moves_of_rule(rule, engine), &mut cells, &settings, cx);
        match found.map_err(Error::from) {
            Ok(found) => Ok(found.map(|(law, most)| AutomaticLaw::of(law, Question::Levels(most)))),
            Err(stopped @ Error::Stopped(_)) => Err(stopped),
            Err(Error::Bad(_)) => Ok(None),
        }
    }

    /// A law that was proved elsewhere.
    #[must_use]
    pub fn of(law: Law, question: Question) -> Self {
        AutomaticLaw { law, question, targets: OnceLock::new() }
    }

    /// Is it a P-position, of the convention that the law is about?
    pub fn is_previous(&self, place: &[Nat]) -> bool {
        match self.question {
            Question::Values | Question::Levels(_) => self.law.set.contains_big(&[place, &[Nat::ZERO]].concat()),
            Question::Kernel | Question::Misere => self.law.set.contains_big(place),
        }
    }

    /// Who wins, in the convention that the law is about.
    pub fn outcome(&self, place: &[Nat]) -> Outcome {
        Outcome::lost_if(self.is_previous(place))
    }

    /// The Grundy value, from a law of values; `None` where a law of single values says only that it is larger.
    pub fn value(&self, place: &[Nat]) -> Option<Nat> {
        if !self.question.has_values() {
            return None;
        }
        let value = self.law.set.slice(place, 1)?.first.pop()?.pop()?;
        self.tells(&value).then_some(value)
    }

    /// Do the values of a lone coordinate repeat so: G(n + period) = G(n) + saltus for all n from the preperiod on? False also
    /// where the law does not tell it. Decided for all n at once, by the automaton of the places that break it.
    ///
    /// # Errors
    /// A spent budget.
    pub fn repeats(&self, found: Period, cx: &Context) -> Result<bool> {
        let [from, period, saltus] = [found.preperiod, found.period, found.saltus].map(i64::try_from);
        let (Ok(from), Ok(period), Ok(saltus)) = (from, period, saltus) else { return Ok(false) };
        if !self.is_of_one_heap() {
            return Ok(false);
        }
        let (n, value) = (Linear::variable(0), Linear::variable(1));
        let Some((later, larger)) = n.shifted(period).zip(value.shifted(saltus)) else { return Ok(false) };
        let breaks = Formula::compare(&n, Relation::GreaterEqual, &Linear::constant(from))
            .map(|behind| Formula::all([behind, self.gives(n, value), self.gives(later, larger).negated()]));
        let mut engine = Engine::new(self.law.numeration, cx);
        told(breaks.and_then(|breaks| engine.decide(&Formula::exists([0, 1], breaks))))
            .map(|broken| broken == Some(false))
    }

    /// Is it sure that the values of a lone coordinate repeat in no way, with a saltus or without one?
    ///
    /// # Errors
    /// A spent budget.
    pub fn never_repeats(&self, cx: &Context) -> Result<bool> {
        if !self.is_of_one_heap() {
            return Ok(false);
        }
        let [period, saltus, from, n, value] = [0, 1, 2, 3, 4].map(Linear::variable);
        let Some((later, larger)) = n.plus(&period).zip(value.plus(&saltus)) else { return Ok(false) };
        let one = Linear::constant(1);
        let sentence = Formula::compare(&n, Relation::GreaterEqual, &from).and_then(|behind| {
            let breaks = Formula::all([behind, self.gives(n, value), self.gives(later, larger).negated()]);
            let repeats = Formula::exists([3, 4], breaks).negated();
            let positive = Formula::compare(&period, Relation::GreaterEqual, &one)?;
            Ok(Formula::exists([0, 1, 2], Formula::all([positive, repeats])))
        });
        let mut engine = Engine::new(self.law.numeration, cx);
        told(sentence.and_then(|sentence| engine.decide(&sentence))).map(|repeats| repeats == Some(false))
    }

    fn is_of_one_heap(&self) -> bool {
        self.question == Question::Values && self.law.set.tracks() == 2
    }

    /// The law as a formula: this place has this value.
    fn gives(&self, place: Linear, value: Linear) -> Formula {
        Formula::Member(Arc::clone(&self.law.set), vec![place, value])
    }

    /// Is this the question that it answers, for any number of single values?
    pub fn answers(&self, question: Question) -> bool {
        self.question == question || self.question.most().is_some() && question.most().is_some()
    }

    /// Is this value told apart from larger ones?
    pub fn tells(&self, value: &Nat) -> bool {
        self.question.most().is_none_or(|most| *value < Nat::from(most))
    }

    /// From a law of single values of two coordinates: the numbers at this coordinate with which a place has this value.
    /// `None` where the law does not tell them.
    ///
    /// # Errors
    /// A spent budget.
    pub fn numbers(&self, place: &[Nat], coordinate: usize, value: &Nat, cx: &Context) -> Result<Option<Vec<Nat>>> {
        if place.len() != 2 || !self.question.has_values() || !self.tells(value) {
            return Ok(None);
        }
        let tracks = if coordinate == 0 { [2, 0, 1] } else { [0, 2, 1] };
        let turned = match Engine::new(self.law.numeration, cx).retracked(&self.law.set, &tracks, 3) {
            Ok(turned) => turned,
            Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped.into()),
            Err(_) => return Ok(None),
        };
        let slice = turned.slice(&[place[1 - coordinate].clone(), value.clone()], NUMBERS);
        Ok(slice.filter(|slice| slice.count <= Nat::from(NUMBERS)).map(|slice| slice.first.concat()))
    }

    /// The moves to P-positions, or, from a law of values, to this value. `None` where the automaton of moves is too large,
    /// or too many moves leave several parts.
    ///
    /// # Errors
    /// A spent budget.
    pub fn moves_to(&self, place: &[Nat], value: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        if !self.tells(value) {
            return Ok(None);
        }
        let Some(targets) = self.targets(cx)? else { return Ok(None) };
        let with_value = [place, std::slice::from_ref(value)].concat();
        let from = if self.question.has_values() { &with_value[..] } else { place };
        let splits = self.law.moves.moves.iter().any(|m| m.parts > 1);
        let looked = if splits { SPLITS as usize } else { limit };
        let Some(found) = targets.from(from, looked) else { return Ok(None) };
        cx.tick(found.iter().map(|(_, slice)| slice.first.len() as u64).sum())?;
        let arity = place.len();
        let part = |numbers: &[Nat]| -> Place { numbers.iter().cloned().collect() };
        let mut first: Vec<Vec<Place>> = Vec::new();
        let mut count = Nat::ZERO;
        for (parts, slice) in &found {
            if splits && slice.count > Nat::from(SPLITS) {
                return Ok(None);
            }
            count += &slice.count;
            first.extend(slice.first.iter().map(|numbers| match parts {
                1 => vec![part(numbers)],
                _ => kept(numbers.chunks(arity).map(part).collect()),
            }));
        }
        first.sort();
        first.dedup();
        if splits {
            // two ways to the same parts are one move
            count = Nat::from(first.len());
            first.truncate(limit);
        }
        Ok(Some(Listing { count, first }))
    }

    fn targets(&self, cx: &Context) -> Result<Option<&Targets>> {
        if let Some(known) = self.targets.get() {
            return Ok(known.as_ref());
        }
        let built = cx.trial(price(self.question), |part| {
            match Engine::new(self.law.numeration, part).targets(&self.law, self.question) {
                Ok(targets) => Ok(Some(targets)),
                Err(Obstacle::Stopped(stopped)) => Err(stopped.into()),
                Err(_) => Ok(None),
            }
        })?;
        // a trial that was spent says nothing: a larger budget may do
        Ok(built.and_then(|targets| self.targets.get_or_init(|| targets).as_ref()))
    }

    /// What is said of the law: an automaton, its size, its numeration.
    pub fn said(&self) -> Words {
        let count = self.law.set.states();
        let chinese = system_in_chinese(self.law.numeration);
        let common = [self.system(), states_in_words(count), chinese, count.to_string()];
        let sentence = match self.question {
            Question::Values => Sentence::new("automaton-accepts-values", common),
            Question::Kernel | Question::Misere => Sentence::new("automaton-accepts-p", common),
            Question::Levels(most) => {
                let below = (0..most - 1).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
                Sentence::new("automaton-tells", common.into_iter().chain([below, (most - 1).to_string()]))
            }
        };
        sentence.into()
    }

    /// The numeration system in words.
    pub fn system(&self) -> String {
        let system = self.law.numeration;
        match system.restricted() {
            None => system.to_string(),
            Some(_) if system == Numeration::ZECKENDORF => "the Zeckendorf numeration".to_owned(),
            Some(a) => format!("the Ostrowski numeration of {a}"),
        }
    }

    /// The equation, and the sizes of its automata.
    pub fn evidence(&self) -> Evidence {
        let theorem = match self.question {
            Question::Values => &MEX,
            Question::Misere => &MISERE,
            Question::Kernel => &KERNEL,
            Question::Levels(_) => &LEVELS,
        };
        let Law { numeration, set, sizes, .. } = &self.law;
        let words = automata_in_words(*numeration, ["law", "规律"], set.states(), *sizes);
        Evidence::theorem(theorem).and(&Evidence::computed(words))
    }

    /// The law, shared.
    pub fn shared(self) -> Arc<AutomaticLaw> {
        Arc::new(self)
    }
}

/// What automata decide; `None` where they cannot say it.
fn told(decided: Built<bool>) -> Result<Option<bool>> {
    match decided {
        Ok(decided) => Ok(Some(decided)),
        Err(Obstacle::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// Parts in canonical form: sorted, heaps of size 0 left out unless nothing else is left.
fn kept(mut parts: Vec<Place>) -> Vec<Place> {
    parts.sort();
    let first = parts.first().cloned();
    if parts.iter().all(|p| p.len() == 1) {
        parts.retain(|p| p[0] != Nat::ZERO);
    }
    if parts.is_empty() {
        parts.extend(first);
    }
    parts
}
