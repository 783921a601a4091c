//! What was learnt about a game: statements about all its places, each proved once and used by every verb.
//!
//! ```text
//! {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}
//!     g = 0 if n = 0 else n-1 if n%8 = 0 else n+1 if n%8 = 7 else n       normal play, one coordinate
//!     P: n = 0                                                            normal play, one coordinate
//! ```
//!
//! A [statement](Learnt) comes with its evidence, the convention and the number of coordinates that it speaks of, and can be
//! evaluated at a place of any size. Nothing that is only checked is kept here, so
//! what is found here may be said as proved. The searches that fill the store are [`crate::guess`] and the search for
//! automata; a search that found nothing is remembered with what it might cost, and not repeated for less.
//!
//! Cost: a look walks the list, a few statements at most; claims that would try many numbers are given up.

mod statement;

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, ThreadId};

use grundy_automata::search::Question;
use grundy_core::locked;
use grundy_core::period::Period;

use super::{Game, Place};
use crate::automatic::proved::AutomaticLaw;
use crate::context::Context;
use crate::engine::scale::{About, Scale};
use crate::engine::strip::Rows;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::statement::Claim;
use crate::statement::repeating::period_of;
use crate::words::Words;

pub(crate) use statement::{Law, Learnt, words_of_period};

/// Reading the period off a formula may cost so many nodes.
const PERIOD_NODES: u64 = 10_000_000;

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

/// A search that came to its end, to the end of its trial, or is under way.
#[derive(Debug, Clone, Copy)]
struct Search {
    convention: Convention,
    length: usize,
    wish: Wish,
    /// With so many nodes.
    nodes: u64,
    /// The thread that is at it; `None`: it has ended.
    by: Option<ThreadId>,
}

impl Search {
    /// Is it over, or under way in the thread that asks?
    fn is_known_here(&self) -> bool {
        self.by.is_none_or(|thread| thread == thread::current().id())
    }
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
        locked(self.game.0.learnt.0.lock())
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
        assert!(statement.evidence.is_proved(), "{}", statement.words.english);
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

    /// Was this looked for already, with at least so many nodes, or does this very thread look for it? What another thread looks for is
    /// not known before it has ended: who asks meanwhile looks as well, so that its answer is the same whoever else asks.
    pub(crate) fn was_sought(&self, convention: Convention, length: usize, wish: Wish, nodes: u64) -> bool {
        let same = |s: &Search| (s.convention, s.length, s.wish) == (convention, length, wish);
        self.inner().searches.iter().any(|s| same(s) && s.nodes >= nodes && s.is_known_here())
    }

    /// Remembers that this thread begins a search: who asks for the same on the way does not begin again.
    pub(crate) fn begun(&self, convention: Convention, length: usize, wish: Wish, nodes: u64) {
        self.remember(Search { convention, length, wish, nodes, by: Some(thread::current().id()) });
    }

    /// Remembers a search that has ended.
    pub(crate) fn sought(&self, convention: Convention, length: usize, wish: Wish, nodes: u64) {
        self.remember(Search { convention, length, wish, nodes, by: None });
    }

    /// In the place of what was known of it here.
    fn remember(&self, search: Search) {
        self.forget(search.convention, search.length, search.wish);
        self.inner().searches.push(search);
    }

    /// Forgets a search that was broken off.
    pub(crate) fn forget(&self, convention: Convention, length: usize, wish: Wish) {
        let same = |s: &Search| (s.convention, s.length, s.wish) == (convention, length, wish);
        self.inner().searches.retain(|s| !(same(s) && s.is_known_here()));
    }
}
