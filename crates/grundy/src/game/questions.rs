//! Questions to a game: values, evidence and laws, each answered by the engine that fits.

use std::sync::{Arc, MutexGuard, PoisonError};

use grundy_automata::search::Question;
use grundy_sequence::heap::{PeriodSearch, ReturningWindow};
use grundy_sequence::period::ProvedPeriod;
use grundy_sequence::set::IntSet;
use grundy_sequence::subtraction::SubtractionEngine;
use grundy_sequence::take_and_break::CodeEngine;
use rustc_hash::FxHashMap;

use super::automatic::is_far;
use super::knowledge::{Knowledge, Plan, volume};
use super::{AnyGame, Game, Kind, Place, Shape};
use crate::context::{Context, Spent};
use crate::engine::closed_form as law;
use crate::engine::rule_tables::RuleTables;
use crate::engine::sparse::{Reach, Sparse};
use crate::error::{Diagnostic, Result};
use crate::evidence::Evidence;
use crate::loopy::Value;
use crate::loopy::labelled::Labelled;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};

/// What has been computed about a game so far.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(super) subtraction: Option<SubtractionEngine>,
    pub(super) code: Option<CodeEngine>,
    /// A period of a code that a returning window proves.
    window: Option<Arc<ReturningWindow>>,
    pub(super) rule: Option<RuleTables>,
    pub(super) sparse: Sparse,
    /// What values rest on that are in no table (asked for one by one).
    evidence: FxHashMap<Nat, Evidence>,
    /// What was reached, where the play need not end.
    labelled: Option<Labelled>,
}

/// Evidence is kept for so many single values.
const REMEMBERED: usize = 10_000;

fn remember(evidence: &mut FxHashMap<Nat, Evidence>, n: &Nat, (value, why): (Nat, Evidence)) -> Nat {
    if evidence.len() >= REMEMBERED {
        evidence.clear();
    }
    evidence.insert(n.clone(), why);
    value
}

/// A table that settles the value although a law gives the outcome may visit so many places.
const CHEAP: u64 = 5_000;

/// A period is looked for among so many values where it would only help.
const PERIODS: u64 = 1 << 20;

impl Game {
    /// What is known about the game.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn knowledge(&self) -> Result<&Arc<Knowledge>, Diagnostic> {
        if let Some(known) = self.0.knowledge.get() {
            return Ok(known);
        }
        let known = Knowledge::of(self)?;
        Ok(self.0.knowledge.get_or_init(|| Arc::new(known)))
    }

    pub(super) fn known(&self) -> Option<&Arc<Knowledge>> {
        self.knowledge().ok()
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks a place and brings it to its canonical form.
    ///
    /// # Errors
    /// The wrong number of coordinates, or numbers that the game does not allow.
    pub(crate) fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        let place = match self.any() {
            Some(rules) => rules.place(place)?,
            None => place,
        };
        match self.shape() {
            Shape::Tuple(n) => match self.short_form() {
                None if place.len() == n => Ok(place),
                Some(expand) => expand(&place).ok_or_else(|| {
                    let numbers: Vec<String> = place.iter().map(crate::number::shorten).collect();
                    Diagnostic::input(format!("`{}` has no place ({})", self.text(), numbers.join(", ")))
                }),
                None => Err(Diagnostic::input(format!(
                    "`{}` has {n} numbers a place, and {} {} given",
                    self.text(),
                    place.len(),
                    if place.len() == 1 { "is" } else { "are" }
                ))),
            },
            _ => Ok(place),
        }
    }

    /// Do several groups in parentheses make up one place?
    pub(crate) fn pairs_in_one_place(&self) -> bool {
        self.any().is_some_and(|rules| rules.group_length().is_some())
    }

    /// The Grundy value of a place.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget, or a plan that the budget does not allow.
    pub(crate) fn value_at(&self, place: &Place, cx: &Context) -> Result<Nat> {
        let known = self.knowledge()?;
        if let Some(law) = &known.law
            && let Some(value) = law.value(place)
        {
            return Ok(value);
        }
        if let Some(value) = self.kept_value(place) {
            return Ok(value);
        }
        if let Some(compound) = self.compound()
            && let Some(value) = compound.value_by_law(place, cx)?
        {
            return Ok(value);
        }
        match &known.plan {
            Plan::Subtraction(set) => {
                let mut tables = self.tables();
                let Tables { subtraction, evidence, .. } = &mut *tables;
                let engine = subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
                if let Some(value) = engine.known(&place[0]) {
                    return Ok(value);
                }
                engine.value(&place[0], cx).map(|found| remember(evidence, &place[0], found))
            }
            Plan::Code(code) => {
                let mut tables = self.tables();
                let Tables { code: engine, evidence, .. } = &mut *tables;
                let engine = engine.get_or_insert_with(|| CodeEngine::new(code.clone()));
                if let Some(value) = engine.known(&place[0]) {
                    return Ok(Nat::from(value));
                }
                engine.value(&place[0], cx).map(|found| remember(evidence, &place[0], found))
            }
            Plan::Rule => {
                if is_far(place)
                    && let Some(value) = self.far_value(place, cx)?
                {
                    return Ok(value);
                }
                let mut tables = self.tables();
                let Tables { rule, sparse, .. } = &mut *tables;
                rule.get_or_insert_with(RuleTables::default).value(self, known, place, sparse, cx)
            }
            Plan::Product(games) => games
                .iter()
                .zip(place)
                .try_fold(Nat::ZERO, |sum, (game, n)| Ok(sum ^ game.value_at(&Place::from_iter([n.clone()]), cx)?)),
            Plan::Search => {
                cx.enter("sparse memo");
                // taken out while it is at work: moves may lead to other games, which are kept in the same tables
                let mut sparse = std::mem::take(&mut self.tables().sparse);
                let result = sparse.value(self, place, Reach::All, cx, &mut |part| part.game.value_at(&part.place, cx));
                self.tables().sparse = sparse;
                result?.ok_or_else(|| cx.stopped(Spent::Nodes, None).into())
            }
            Plan::Loopy => match self.loopy_value(place, cx)? {
                Value::Finite(value) => Ok(value),
                infinite @ Value::Infinite(_) => {
                    let shown = self.show(std::slice::from_ref(place));
                    let message =
                        format!("{shown} has the value {infinite}, which is no number: its play need not end");
                    Err(Diagnostic::unsupported(message).into())
                }
            },
        }
    }

    /// The labels of what was reached in this game, taken out while they are at work: moves may lead to other games.
    pub(crate) fn with_labelled<T>(&self, work: impl FnOnce(&mut Labelled) -> T) -> T {
        let kept = self.tables().labelled.take();
        let mut labelled = kept.unwrap_or_else(|| Labelled::new(Convention::Normal));
        let result = work(&mut labelled);
        self.tables().labelled = Some(labelled);
        result
    }

    /// What a value of this place rests on, once it was computed.
    pub(crate) fn evidence(&self, place: &Place) -> Evidence {
        let Some(known) = self.known() else { return Evidence::trivial() };
        if let Some(law) = &known.law
            && law.value(place).is_some()
        {
            return self.law_evidence();
        }
        if let Some(compound) = self.compound() {
            return compound.evidence(place);
        }
        if let Some(evidence) = self.read_evidence(place) {
            return evidence;
        }
        let tables = self.tables();
        match &known.plan {
            Plan::Subtraction(_) | Plan::Code(_) => {
                if let Some(evidence) = tables.evidence.get(&place[0]) {
                    return evidence.clone();
                }
                drop(tables);
                let mut tables = self.tables();
                let n = &place[0];
                // a value that is at hand tells where it comes from at no cost; nothing is computed here
                let cx = Context::default();
                let asked = match &mut *tables {
                    Tables { subtraction: Some(engine), .. } if engine.known(n).is_some() => engine.value(n, &cx),
                    Tables { code: Some(engine), .. } if engine.known(n).is_some() => engine.value(n, &cx),
                    _ => return Evidence::guess("this value was not computed"),
                };
                asked.map_or_else(|_| Evidence::guess("this value was not computed"), |(_, evidence)| evidence)
            }
            Plan::Rule if is_far(place) && self.known_law(Question::Values).is_some() => {
                drop(tables);
                self.known_law(Question::Values).map_or_else(Evidence::trivial, |law| law.evidence())
            }
            Plan::Rule => {
                let reached = tables.rule.as_ref().is_some_and(|r| r.is_dense_at(place));
                drop(tables);
                let mut evidence = Evidence::computed(if reached {
                    "a table of all values up to this place, computed from the rule".to_owned()
                } else {
                    "the values of everything reachable, computed from the rule".to_owned()
                });
                // parts that are handed over bring the reasons of their games
                for other in &known.others {
                    evidence.add(&other.law_evidence());
                }
                evidence
            }
            Plan::Product(games) => {
                drop(tables);
                let mut evidence = Evidence::theorem(&law::theorems::SPRAGUE_GRUNDY);
                for (game, n) in games.iter().zip(place) {
                    evidence.add(&game.evidence(&Place::from_iter([n.clone()])));
                }
                evidence
            }
            Plan::Search => Evidence::computed("the values of everything reachable, computed from the rule"),
            Plan::Loopy => {
                drop(tables);
                self.with_labelled(|labelled| labelled.evidence())
            }
        }
    }

    /// The engine that answers for this place, in words.
    pub(crate) fn engine(&self, place: &Place) -> String {
        let Some(known) = self.known() else { return "none".to_owned() };
        if known.law.as_ref().is_some_and(|law| law.value(place).is_some()) {
            return "closed form".to_owned();
        }
        if self.compound().is_some_and(|compound| compound.turn().cuts) {
            return "law of ordinal sums".to_owned();
        }
        match &known.plan {
            Plan::Subtraction(_) => "subtraction sequence".to_owned(),
            Plan::Code(_) => "take-and-break sequence".to_owned(),
            Plan::Rule if is_far(place) && self.known_law(Question::Values).is_some() => "automaton".to_owned(),
            Plan::Rule if self.tables().rule.as_ref().is_some_and(|r| r.is_dense_at(place)) => "dense table".to_owned(),
            Plan::Rule | Plan::Search => "sparse memo".to_owned(),
            Plan::Loopy => "reachable graph".to_owned(),
            Plan::Product(games) => {
                let mut names: Vec<String> = Vec::new();
                for (game, n) in games.iter().zip(place) {
                    let name = game.engine(&Place::from_iter([n.clone()]));
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names.join(", ")
            }
        }
    }

    /// The outcome where a theorem gives it.
    pub(crate) fn outcome_by_law(&self, place: &Place) -> Option<Outcome> {
        self.known()?.law.as_ref()?.outcome(place)
    }

    /// Is the value to be had for little, or by a law?
    pub(crate) fn value_is_cheap(&self, place: &Place) -> bool {
        let by_law = self.known().and_then(|k| k.law.as_ref()).and_then(|law| law.value(place)).is_some();
        // the number of a place in a compound says nothing about its size
        by_law || self.compound().is_none() && volume(place).is_some_and(|v| v <= CHEAP)
    }

    /// The evidence of the game's law.
    pub(crate) fn law_evidence(&self) -> Evidence {
        match self.known().and_then(|k| k.law.as_ref()) {
            Some(law) => Evidence::theorem(law.theorem()),
            None => Evidence::trivial(),
        }
    }

    /// The game's law in words, and its source.
    pub(crate) fn law_words(&self) -> Option<(String, String)> {
        let law = self.known()?.law.as_ref()?;
        Some((law.words(), law.theorem().reference.to_owned()))
    }

    /// The misère outcome of one heap alone, where a certified period gives it.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn misere_by_period(&self, place: &Place, cx: &Context) -> Result<Option<(Outcome, Evidence)>> {
        let known = self.knowledge()?;
        let Plan::Subtraction(set) = &known.plan else { return Ok(None) };
        let mut tables = self.tables();
        let engine = tables.subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
        engine.misere_outcome(&place[0], cx).map(Some)
    }

    /// The set, if a heap of this game is a heap of a subtraction game.
    pub(crate) fn subtraction_set(&self) -> Option<&IntSet> {
        match &self.known()?.plan {
            Plan::Subtraction(set) if self.shape() == Shape::Heap => Some(set),
            _ => None,
        }
    }

    /// Is a heap of this game a heap of Nim?
    pub(crate) fn is_nim(&self) -> bool {
        self.shape() == Shape::Heap
            && self.known().and_then(|k| k.law.as_ref()).is_some_and(|law| law.theorem().id == law::nim::THEOREM.id)
    }

    /// Can every smaller value of this coordinate be reached at once? Then at most one value of it is P.
    pub(crate) fn lowers_at_will(&self, coordinate: usize) -> bool {
        match self.any() {
            Some(rules) => rules.lowers_at_will(coordinate),
            None => self.known().is_some_and(|k| k.free_coordinates.contains(&coordinate)),
        }
    }

    /// The largest heap that may have this value, where the values grow without end in a proved way.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn last_with_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        let known = self.knowledge()?;
        let Plan::Subtraction(set) = &known.plan else { return Ok(None) };
        let mut tables = self.tables();
        let engine = tables.subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
        let Some((period, why)) = engine.period(Some(PERIODS), cx)? else { return Ok(None) };
        if period.saltus == 0 {
            return Ok(None);
        }
        // a heap beyond preperiod + t·period has a value of at least t·saltus
        let rounds = value / Nat::from(period.saltus) + Nat::ONE;
        Ok(Some((Nat::from(period.preperiod) + (rounds + Nat::ONE) * Nat::from(period.period), why)))
    }

    /// The period of a one-heap game that its engine proves from the first `limit` values at most, with the theorem;
    /// for sets that repeat, also where the state returned and after how many heaps.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn proved_period(&self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        let known = self.knowledge()?;
        let mut tables = self.tables();
        match &known.plan {
            Plan::Subtraction(set) => {
                let engine = tables.subtraction.get_or_insert_with(|| SubtractionEngine::new(set.clone()));
                Ok(engine.proved_period(limit, cx)?)
            }
            Plan::Code(code) => {
                if let Some(window) = &tables.window {
                    return Ok(Some(ProvedPeriod::from(window)));
                }
                let engine = tables.code.get_or_insert_with(|| CodeEngine::new(code.clone()));
                engine.proved_period(limit, cx)
            }
            Plan::Rule | Plan::Product(_) | Plan::Search | Plan::Loopy => Ok(None),
        }
    }

    /// A search in constant memory that goes on behind the values of a code known so far, if that can be.
    pub(crate) fn period_search(&self) -> Option<PeriodSearch> {
        PeriodSearch::new(self.tables().code.as_ref()?.heaps()?)
    }

    /// Takes over what a search of [`Game::period_search`] has proved.
    pub(crate) fn remember_return(&self, found: ReturningWindow) -> ProvedPeriod {
        let window = Arc::new(found);
        let proved = ProvedPeriod::from(&window);
        self.tables().window = Some(window);
        proved
    }

    /// How the game was read, for people.
    #[must_use]
    pub fn reading(&self) -> String {
        let text = self.text();
        let words = crate::game::catalogue::find(text.split('[').next().unwrap_or(text)).map(|e| e.rule_english);
        let family = self.known().and_then(|k| k.family.clone());
        if let Some(words) = self.any().and_then(AnyGame::words) {
            return format!("{text}: {words}");
        }
        match (text, words, family) {
            ("*", _, _) => "*n: the nim-heap of size n".to_owned(),
            (_, Some(words), Some(family)) if !family.starts_with(text) => {
                format!("{text}: {words} Recognised as {family}.")
            }
            (_, Some(words), _) => format!("{text}: {words}"),
            (_, None, Some(family)) if family != text => format!("{text}: recognised as {family}."),
            (_, None, Some(_)) => format!("{text}: a game of its own name."),
            (_, None, None) => match self.kind() {
                Kind::Rule(_) if self.is_loopy() => {
                    format!("{text}: a rule whose play need not end; everything that can be reached is labelled.")
                }
                _ => format!("{text}: a rule that no known family covers; computed from the rule."),
            },
        }
    }
}
