//! What was learnt about a game: statements about all its places, each proved once and used by every verb.
//!
//! ```text
//! {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}
//!     g = 0 if n = 0 else n-1 if n%8 = 0 else n+1 if n%8 = 7 else n       normal play, one coordinate
//!     P: n = 0                                                            normal play, one coordinate
//! ```
//!
//! A statement comes with its evidence, the convention and the number of coordinates that it speaks of, and can be
//! evaluated at a place of any size: a claim by its expression, an automaton by reading digits, a period by the heap
//! that the place comes down to, an equal game by that game's own law. Nothing that is only checked is kept here, so
//! what is found here may be said as proved. The searches that fill the store are [`crate::guess`] and the search for
//! automata; a search that found nothing is remembered with what it might cost, and not repeated for less.
//!
//! Cost: a look walks the list, a few statements at most; claims that would try many numbers are given up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy_automata::search::Question;

use super::{Game, Place};
use crate::automatic::proved::AutomaticLaw;
use crate::context::Context;
use crate::engine::scale::{About, Scale};
use crate::engine::strip::Rows;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::number::{Nat, to_u64};
use crate::outcome::{Convention, Outcome};
use crate::statement::evaluate;
use crate::statement::repeating::period_of;
use crate::statement::{Claim, Spelt, weight};
use crate::words::{Sentence, Words};
use grundy_core::period::{NatPeriod, Period};

/// Evaluating a claim at one place may cost so many nodes.
const NODES: u64 = 100_000;
/// Reading the period off a formula may cost so many.
const PERIOD_NODES: u64 = 10_000_000;

/// What a statement says, in a form that can be evaluated.
#[derive(Debug, Clone)]
pub(crate) enum Law {
    /// A formula of the values, a set of P-positions, or a period.
    Claim(Claim),
    /// An automaton that reads the digits of the coordinates.
    Automaton(Arc<AutomaticLaw>),
    /// G(n) = H(n + shift) for every heap n with n + shift ≥ 0; the other game has its own law.
    Equal {
        /// H.
        game: Game,
        /// How far its heaps are ahead.
        shift: i64,
    },
    /// The values on some rows, however far out.
    Rows(Arc<Rows>),
    /// Values or outcomes that repeat by a factor.
    Scale(Arc<Scale>),
    /// Only words: the closed form of the game, which it evaluates itself.
    Words,
}

impl Law {
    /// The values of heaps repeat.
    pub(crate) fn period(NatPeriod { preperiod: from, period, saltus }: NatPeriod) -> Self {
        Law::Claim(Claim::Period { period, from, saltus })
    }

    /// The period, where it is one in machine words.
    fn as_period(&self) -> Option<Period> {
        let Law::Claim(Claim::Period { period, from, saltus }) = self else { return None };
        Some(Period { preperiod: to_u64(from)?, period: to_u64(period)?, saltus: to_u64(saltus)? })
    }
}

/// That the values of heaps repeat, in a sentence.
pub(crate) fn words_of_period(NatPeriod { preperiod, period, saltus }: &NatPeriod) -> Words {
    let key = if *saltus == Nat::ZERO { "guess-period" } else { "guess-period-saltus" };
    Sentence::new(key, [period, preperiod, saltus].map(Nat::to_string)).into()
}

/// A statement that is proved for all places of a game with so many coordinates.
#[derive(Debug, Clone)]
pub(crate) struct Learnt {
    /// For this convention.
    pub(crate) convention: Convention,
    /// The names of the coordinates; their number is that of the places spoken of.
    pub(crate) names: Vec<String>,
    /// In words.
    pub(crate) words: Words,
    /// As a claim, where it is one: `P: a = b`, `g = xor(a,b)`, `period 7 from 0`.
    pub(crate) claim: Option<Spelt>,
    /// What it says.
    pub(crate) law: Law,
    /// How it is proved.
    pub(crate) evidence: Evidence,
    /// How long it is; of several the shortest is told.
    pub(crate) weight: u32,
    /// The automata that prove a claim, which know the moves as well.
    pub(crate) proof: Option<Arc<AutomaticLaw>>,
}

impl Learnt {
    /// The least period of the values of heaps.
    pub(crate) fn period(period: NatPeriod, evidence: Evidence) -> Self {
        let claim = Spelt::from(&period);
        Learnt {
            convention: Convention::Normal,
            names: vec!["n".to_owned()],
            words: words_of_period(&period),
            weight: weight(&claim.body()),
            claim: Some(claim),
            law: Law::period(period),
            evidence,
            proof: None,
        }
    }

    /// The automaton, where the statement is one.
    pub(crate) fn automaton(&self) -> Option<&Arc<AutomaticLaw>> {
        match &self.law {
            Law::Automaton(law) => Some(law),
            _ => None,
        }
    }

    /// Does it give Grundy values?
    pub(crate) fn gives_values(&self) -> bool {
        match &self.law {
            Law::Claim(claim) => matches!(claim, Claim::Value(_) | Claim::Period { .. }),
            Law::Automaton(law) => law.question == Question::Values,
            Law::Equal { .. } => true,
            Law::Scale(scale) => scale.about == About::Values,
            // of some places only
            Law::Rows(_) | Law::Words => false,
        }
    }

    /// Which engine answers where the statement is used.
    pub(crate) fn engine(&self) -> &'static str {
        match &self.law {
            Law::Claim(Claim::Period { .. }) => "period",
            Law::Claim(Claim::Value(_)) => "proved formula",
            Law::Claim(Claim::Previous(_) | Claim::Every(..)) => "proved law",
            Law::Automaton(_) => "automaton",
            Law::Equal { .. } => "equal game",
            Law::Rows(_) => "repeating rows",
            Law::Scale(_) => "repetition by a factor",
            Law::Words => "closed form",
        }
    }

    /// The value that the statement gives a place of the game.
    fn value(&self, of: &Game, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        Ok(match &self.law {
            Law::Claim(Claim::Period { period, from, saltus }) => {
                let n = &place[0];
                if n < from {
                    return Ok(None);
                }
                let rounds = (n - from) / period;
                // without a round the table is asked, and that is what the question began with
                if rounds == Nat::ZERO {
                    return Ok(None);
                }
                let first = from + (n - from) % period;
                Some(of.value_at(&[first].into_iter().collect(), cx)? + rounds * saltus)
            }
            Law::Claim(claim) => claim.value(place, &self.names, cx),
            Law::Automaton(law) => law.value(place),
            Law::Equal { game, shift } => {
                let distance = Nat::from(shift.unsigned_abs());
                let n = match *shift {
                    0.. => &place[0] + distance,
                    _ if place[0] < distance => return Ok(None),
                    _ => &place[0] - distance,
                };
                let law = game.knowledge()?.law.clone();
                law.and_then(|law| law.value(&[n]))
            }
            Law::Rows(rows) => rows.value(place),
            Law::Scale(scale) if scale.about == About::Values => scale.value(&place[0]).map(Nat::from),
            Law::Scale(_) | Law::Words => None,
        })
    }

    /// Is it a P-position, as far as the statement tells?
    fn previous(&self, place: &Place, cx: &Context) -> Option<bool> {
        match &self.law {
            Law::Claim(claim) => claim.previous(place, &self.names, cx),
            Law::Automaton(law) => Some(law.is_previous(place)),
            Law::Rows(rows) => Some(rows.value(place)? == Nat::ZERO),
            Law::Scale(scale) => Some(scale.value(&place[0])? == 0),
            Law::Equal { .. } | Law::Words => None,
        }
    }

    /// Does the statement say all that another one says, of more rows?
    fn replaces(&self, other: &Learnt) -> bool {
        match (&self.law, &other.law) {
            (Law::Rows(new), Law::Rows(old)) => new.covers(old),
            _ => false,
        }
    }
}

impl Claim {
    /// The value that a formula gives a place; `None` where it has none, or is no formula.
    fn value(&self, place: &[Nat], names: &[String], cx: &Context) -> Option<Nat> {
        let Claim::Value(cases) = self else { return None };
        let part = cx.part(NODES);
        let value = evaluate::value_of_any(cases, place, names, "a proved formula", &part);
        Nat::try_from(value.ok()?).ok()
    }

    /// Does a law of P-positions, or a formula of values, make the place a P-position?
    fn previous(&self, place: &[Nat], names: &[String], cx: &Context) -> Option<bool> {
        match self {
            Claim::Previous(statement) => {
                let part = cx.part(NODES);
                evaluate::holds_for_any(statement, place, names, "a proved law", &part).ok()
            }
            Claim::Value(_) => Some(self.value(place, names, cx)? == Nat::ZERO),
            Claim::Every(..) | Claim::Period { .. } => None,
        }
    }
}

/// An answer from the store.
#[derive(Debug, Clone)]
pub(crate) struct Found<T> {
    /// A value or an outcome.
    pub(crate) is: T,
    /// The statement that gave it.
    pub(crate) by: Arc<Learnt>,
}

/// What is looked for where nothing is learnt yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wish {
    /// A statement that tells who wins, the shortest.
    Reason,
    /// A statement that gives Grundy values.
    Values,
    /// An automaton.
    Automaton(Question),
    /// A repetition by a factor.
    Scale(About),
    /// A period that the remainders of what is taken prove.
    Remainders,
}

/// A search that came to its end, or to the end of its trial.
#[derive(Debug, Clone, Copy)]
struct Search {
    convention: Convention,
    length: usize,
    wish: Wish,
    /// With so many nodes.
    nodes: u64,
}

/// What was learnt, behind a lock of its own.
#[derive(Debug, Default)]
pub(super) struct Store(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    statements: Vec<Arc<Learnt>>,
    searches: Vec<Search>,
}

/// What was learnt about one game: [`Game::learnt`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knowing<'g> {
    game: &'g Game,
}

impl Game {
    /// What was proved of all places of this game so far.
    pub(crate) fn learnt(&self) -> Knowing<'_> {
        Knowing { game: self }
    }
}

impl Knowing<'_> {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.game.0.learnt.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The statements about places of so many coordinates, the shortest first.
    pub(crate) fn about(&self, convention: Convention, length: usize) -> Vec<Arc<Learnt>> {
        let fits = |s: &&Arc<Learnt>| s.convention == convention && s.names.len() == length;
        self.inner().statements.iter().filter(fits).cloned().collect()
    }

    /// The value of a place by a statement that is known; nothing is searched for.
    ///
    /// # Errors
    /// Faults of the rule. A spent budget is none here: the statement does not answer.
    pub(crate) fn value(&self, place: &Place, cx: &Context) -> Result<Option<Found<Nat>>> {
        for by in self.about(Convention::Normal, place.len()) {
            match by.value(self.game, place, cx) {
                Ok(Some(is)) => return Ok(Some(Found { is, by })),
                Ok(None) | Err(Error::Stopped(_)) => {}
                Err(bad) => return Err(bad),
            }
        }
        Ok(None)
    }

    /// Who wins from a lone place, by a statement that is known; nothing is searched for.
    pub(crate) fn outcome(&self, place: &Place, convention: Convention, cx: &Context) -> Option<Found<Outcome>> {
        self.about(convention, place.len()).into_iter().find_map(|by| {
            let is = Outcome::lost_if(by.previous(place, cx)?);
            Some(Found { is, by })
        })
    }

    /// The automaton that answers this question, if it is known.
    pub(crate) fn automaton(&self, question: Question) -> Option<Arc<AutomaticLaw>> {
        let inner = self.inner();
        inner.statements.iter().filter_map(|s| s.automaton()).find(|law| law.answers(question)).cloned()
    }

    /// The automaton whose moves answer this question: one that was found, or that proves a formula.
    pub(crate) fn moves(&self, question: Question) -> Option<Arc<AutomaticLaw>> {
        let inner = self.inner();
        let all = inner.statements.iter().filter_map(|s| s.automaton().or(s.proof.as_ref()));
        all.into_iter().find(|law| law.answers(question)).cloned()
    }

    /// The rows that hold a place, along this coordinate.
    pub(crate) fn rows(&self, place: &[Nat], open: usize) -> Option<(Arc<Rows>, Arc<Learnt>)> {
        self.about(Convention::Normal, place.len()).into_iter().find_map(|by| match &by.law {
            Law::Rows(rows) if rows.open() == open && rows.holds(place) => Some((Arc::clone(rows), Arc::clone(&by))),
            _ => None,
        })
    }

    /// The values or outcomes that repeat by a factor.
    pub(crate) fn scale(&self, convention: Convention, about: About) -> Option<(Arc<Scale>, Arc<Learnt>)> {
        self.about(convention, 1).into_iter().find_map(|by| match &by.law {
            Law::Scale(scale) if scale.about == about => Some((Arc::clone(scale), Arc::clone(&by))),
            _ => None,
        })
    }

    /// The period of the values of a heap that was proved as such.
    pub(crate) fn kept_period(&self) -> Option<(Period, Evidence)> {
        self.about(Convention::Normal, 1).iter().find_map(|by| Some((by.law.as_period()?, by.evidence.clone())))
    }

    /// The period of the values of a heap that was proved, or that follows from a proved formula, with the evidence.
    pub(crate) fn period(&self, cx: &Context) -> Option<(Period, Evidence)> {
        self.about(Convention::Normal, 1).iter().find_map(|by| {
            // those that are kept are the smallest
            if let Some(period) = by.law.as_period() {
                return Some((period, by.evidence.clone()));
            }
            let Law::Claim(claim @ Claim::Value(_)) = &by.law else { return None };
            let part = cx.part(PERIOD_NODES);
            let period = period_of(claim, &by.names, &part)?;
            let formula = by.claim.as_ref().map_or_else(|| by.words.clone(), |claim| Words::same(claim.to_string()));
            let how = Evidence::computed(Words::new(
                format!("the formula {} repeats", formula.english),
                format!("公式 {} 是周期的", formula.chinese),
            ));
            Some((period, by.evidence.clone().and(&how)))
        })
    }

    /// The automaton that gives the values of heaps, if one is known, with its evidence.
    fn values_of_heaps(&self) -> Option<(Arc<AutomaticLaw>, Evidence)> {
        let all = self.about(Convention::Normal, 1);
        all.iter()
            .filter(|by| by.gives_values())
            .find_map(|by| Some((Arc::clone(by.automaton()?), by.evidence.clone())))
    }

    /// Why the values of heaps repeat so, where the automaton that gives them decides it; the period need not be the least.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn repetition(&self, found: Period, cx: &Context) -> Result<Option<Evidence>> {
        let Some((law, evidence)) = self.values_of_heaps() else { return Ok(None) };
        if cx.trial(PERIOD_NODES, |part| law.repeats(found, part))? != Some(true) {
            return Ok(None);
        }
        let from = found.preperiod;
        let how = Words::new(
            format!("automata decide that no heap from {from} on breaks the period"),
            format!("由自动机判定：从 {from} 起没有堆打破这个周期"),
        );
        Ok(Some(evidence.and(&Evidence::computed(how))))
    }

    /// Why the values of heaps have no period, where the automaton that gives them decides it.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn no_repetition(&self, cx: &Context) -> Result<Option<Evidence>> {
        if let Some((_, by)) = self.scale(Convention::Normal, About::Values) {
            let how = Words::new(
                "the runs of equal values grow without bound, and never is one the last, so there is no period",
                "相同值连成的段无限增长，且没有最后一段，所以没有周期",
            );
            return Ok(Some(by.evidence.clone().and(&Evidence::computed(how))));
        }
        let Some((law, evidence)) = self.values_of_heaps() else { return Ok(None) };
        if cx.trial(PERIOD_NODES, |part| law.never_repeats(part))? != Some(true) {
            return Ok(None);
        }
        let how = Words::new(
            "automata decide that the values repeat from no heap on, with a saltus or without one",
            "由自动机判定：从任何堆起值都不重复，无论有没有增量",
        );
        Ok(Some(evidence.and(&Evidence::computed(how))))
    }

    /// Keeps a statement; what says the same in the same words is kept once.
    ///
    /// Only what is proved for all places may be put here.
    pub(crate) fn keep(&self, statement: Learnt) -> Arc<Learnt> {
        debug_assert!(statement.evidence.is_proved(), "{}", statement.words.english);
        let mut inner = self.inner();
        let same = |s: &&Arc<Learnt>| {
            (s.convention, s.names.len(), &s.words) == (statement.convention, statement.names.len(), &statement.words)
        };
        if let Some(known) = inner.statements.iter().find(same) {
            return Arc::clone(known);
        }
        let kept = Arc::new(statement);
        inner.statements.retain(|s| !kept.replaces(s));
        let at = inner.statements.partition_point(|s| s.weight <= kept.weight);
        inner.statements.insert(at, Arc::clone(&kept));
        kept
    }

    /// Was this looked for already, with at least so many nodes?
    pub(crate) fn was_sought(&self, convention: Convention, length: usize, wish: Wish, nodes: u64) -> bool {
        let same = |s: &Search| (s.convention, s.length, s.wish) == (convention, length, wish);
        self.inner().searches.iter().any(|s| same(s) && s.nodes >= nodes)
    }

    /// Remembers a search, from its beginning on.
    pub(crate) fn sought(&self, convention: Convention, length: usize, wish: Wish, nodes: u64) {
        self.forget(convention, length, wish);
        self.inner().searches.push(Search { convention, length, wish, nodes });
    }

    /// Forgets a search that was broken off.
    pub(crate) fn forget(&self, convention: Convention, length: usize, wish: Wish) {
        self.inner().searches.retain(|s| (s.convention, s.length, s.wish) != (convention, length, wish));
    }
}
