//! Sums in misère play: the ladder of what tells who wins.
//!
//! | rung | tells |
//! |---|---|
//! | Bouton's theorem | sums of heaps of Nim, and of codes that are won like Nim |
//! | the strategies of a lone component ([`Strategy::misere`](super::strategy::Strategy::misere)) | single subtraction heaps by their misère period, compounds, far places by a proved law |
//! | two values for each component, where all are tame ([`tame`](super::tame)) | sums of subtraction heaps, and of many rules |
//! | a short search, then the common misère quotient of the games ([`quotient`](super::quotient)) | sums of heaps, of any size where the quotient is that of the whole game |
//! | a search that knows whose turn it is ([`turns`](super::turns)) | sums in which moves may keep the turn |
//! | labels of the graph of sums | where the play of some component need not end |
//! | a search over multisets of components | all else: see [`grundy_search::misere`] |
//!
//! Grundy values alone say nothing here: what one component is worth depends on the others, unless all are tame.

mod before;
mod by_quotient;
mod by_values;

use std::borrow::Cow;
use std::collections::BTreeMap;

use grundy_core::memory::is_in_a_hurry;
use grundy_search::MisereSearch;
use rustc_hash::FxHashMap;

use super::automaton::is_far;
use super::misere_tables::fits;
use super::quotient::{Shared, opened};
use super::sparse::cycle;
use super::strategy::Stage;
use super::tame::Tame;
use super::turns::Turns;
use super::{Found, names_of_engines};
use crate::context::{Context, Spent};
use crate::engine::closed_form::misere_nim::{self, MisereNim, misere_nim};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, Theorem};
use crate::game::options::{Options, Parts};
use crate::game::{Component, Game, Place, one_by_one};
use crate::loopy::labelled::Labelled;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::rules::Turn;
use crate::words::Words;

use before::{must_be_listed, opened_sums};
pub(crate) use by_quotient::Product;
pub(crate) use by_values::TameSum;

/// What the theorem of misère Nim says of a sum, if every component is a heap that is won like one of Nim.
#[derive(Debug)]
pub(crate) struct LikeNim {
    pub(crate) told: MisereNim,
    pub(crate) theorem: &'static Theorem,
}

impl LikeNim {
    pub(crate) fn of(components: &[(Component, Nat)]) -> Option<LikeNim> {
        let mut theorem = &misere_nim::THEOREM;
        let mut heaps = Vec::with_capacity(components.len());
        for (component, count) in components {
            let of = component.game.misere_nim()?;
            if of.id != theorem.id {
                theorem = &misere_nim::LIKE_NIM;
            }
            heaps.push((component.place[0].clone(), count.clone()));
        }
        Some(LikeNim { told: misere_nim(&heaps), theorem })
    }
}

/// A sum that is won, whose winning moves are asked component by component; what all of them need is worked out once.
pub(crate) struct Won<'s> {
    distinct: &'s [(Component, Nat)],
    nim: Option<LikeNim>,
    /// What the components are worth, once that was asked; `None` if they are not all tame.
    tame: Option<Option<by_values::Worth>>,
    /// The classes of what stands beside each component, in the quotient as it was when that was asked.
    beside: Option<by_quotient::Beside>,
}

impl<'s> Won<'s> {
    pub(crate) fn new(distinct: &'s [(Component, Nat)]) -> Won<'s> {
        Won { distinct, nim: LikeNim::of(distinct), tame: None, beside: None }
    }
}

/// The components of which there are copies.
fn live(sum: &[(Component, Nat)]) -> impl Iterator<Item = &(Component, Nat)> {
    sum.iter().filter(|(_, count)| *count > Nat::ZERO)
}

/// The only component of a sum, if there is exactly one.
fn lone(sum: &[(Component, Nat)]) -> Option<&Component> {
    let mut live = live(sum);
    match (live.next(), live.next()) {
        (Some((component, count)), None) if *count == Nat::ONE => Some(component),
        _ => None,
    }
}

impl grundy_search::misere::Component for Component {
    fn each_option(&self, cx: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        self.game.try_each_option(&self.place, cx, visit)
    }

    fn size(&self) -> u32 {
        self.game.any().map_or(0, |rules| rules.extent(&self.place))
    }

    fn cycle(&self) -> Error {
        cycle(&self.game, &self.place).into()
    }
}

/// Judges misère sums, and remembers what it judged them by.
#[derive(Debug)]
pub(crate) struct Judge {
    search: MisereSearch<Component>,
    theorem: Option<&'static Theorem>,
    /// What told single components, by engine.
    alone: BTreeMap<Cow<'static, str>, Evidence>,
    searched: bool,
    /// The graph of all sums, where the play of some component need not end.
    graph: Labelled,
    /// Sums in which moves may keep the turn.
    turns: Turns,
    /// The quotient that sums are judged by, once a short search was not enough.
    quotient: Option<Shared>,
    /// Components that it judged, the farthest heap of each game.
    judged: Vec<Component>,
    /// It did not help within its part of the budget.
    unfit: bool,
    /// What tame components are worth.
    tamed: FxHashMap<Component, Tame>,
    /// Games of which a component is not known to be tame.
    untamed: Vec<Game>,
}

/// Millions of sums, which a process that is late leaves to the system.
impl Drop for Judge {
    fn drop(&mut self) {
        if is_in_a_hurry() {
            std::mem::forget(std::mem::take(&mut self.turns));
            std::mem::forget(std::mem::take(&mut self.search));
        }
    }
}

/// A sum after the component `moved` (one copy of it) became `parts`.
fn after(distinct: &[(Component, Nat)], moved: usize, parts: &Parts) -> Vec<(Component, Nat)> {
    let mut sum = distinct.to_vec();
    sum[moved].1 -= Nat::ONE;
    for part in parts {
        match sum.iter_mut().find(|(c, _)| c == part) {
            Some((_, count)) => *count += Nat::ONE,
            None => sum.push((part.clone(), Nat::ONE)),
        }
    }
    sum
}

/// A search from a lone component may cost so many nodes before a law is asked for.
const TRIAL: u64 = 2_000_000;
/// Single components of a sum that is searched, at most.
const COMPONENTS: usize = 100_000;

impl Judge {
    pub(crate) fn new() -> Self {
        Judge {
            search: MisereSearch::new(),
            theorem: None,
            alone: BTreeMap::new(),
            searched: false,
            graph: Labelled::new(Convention::Misere),
            turns: Turns::default(),
            quotient: None,
            judged: Vec::new(),
            unfit: false,
            tamed: FxHashMap::default(),
            untamed: Vec::new(),
        }
    }

    /// The outcome after the component `moved` (one copy of it) became `parts`. Where that ended the play, the player who
    /// moved has lost.
    pub(crate) fn after(
        &mut self,
        distinct: &[(Component, Nat)],
        moved: usize,
        parts: &Parts,
        cx: &Context,
    ) -> Result<Outcome> {
        if distinct[moved].0.turn_after(parts) == Turn::Ends {
            return Ok(Outcome::Next);
        }
        self.sum(&after(distinct, moved, parts), cx)
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn sum(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Outcome> {
        let sum = &*opened_sums(sum)?;
        if let Some(LikeNim { told, theorem }) = LikeNim::of(sum) {
            self.theorem = Some(theorem);
            return Ok(told.outcome);
        }
        let lone = lone(sum);
        if let Some(component) = lone
            && let Some(found) = component.game.misere_alone(&component.place, Stage::First, cx)?
        {
            return Ok(self.told(found));
        }
        if lone.is_none()
            && let Some(tame) = self.tame(sum, cx)?
        {
            return Ok(tame.outcome());
        }
        let by_table = lone.filter(|component| component.game.knowledge().is_ok_and(|known| fits(known)));
        let far = lone.filter(|component| by_table.is_none() && is_far(&component.place));
        if let Some(component) = by_table
            && let Some(outcome) = self.alone(component, cx)?
        {
            return Ok(outcome);
        }
        if let Some(outcome) = self.by_quotient(sum, cx)? {
            return Ok(outcome);
        }
        if let Some(component) = far
            && let Some(outcome) = self.alone(component, cx)?
        {
            return Ok(outcome);
        }
        let all = one_by_one(live(sum).cloned(), COMPONENTS).map_err(|copies| {
            cx.enter("misère search");
            cx.engine_limit(Spent::Memory, format!("a search over {copies} copies"))
        })?;
        if all.iter().any(Component::is_over) {
            return Ok(Outcome::Next);
        }
        if all.iter().any(|c| c.game.is_entailing()) {
            return self.turns.outcome(&all, cx);
        }
        if all.iter().any(|c| c.game.is_loopy()) {
            return self.graph.outcome(&all, cx).map(|(outcome, _)| outcome);
        }
        all.iter().try_for_each(|component| must_be_listed(component, cx))?;
        self.searched = true;
        self.search.outcome(&all, cx)
    }

    /// Were quotients of heaps looked for in vain, so that each sum is searched by itself?
    pub(crate) fn searches_heaps(&self) -> bool {
        self.unfit
    }

    /// What a law of a lone component tells.
    fn told(&mut self, found: Found<Outcome>) -> Outcome {
        // the last evidence of an engine holds what it said before
        self.alone.insert(found.engine, found.evidence);
        found.what
    }

    /// Who wins a lone component: by a short search, a law or a table.
    fn alone(&mut self, component: &Component, cx: &Context) -> Result<Option<Outcome>> {
        let Component { game, place } = component;
        if game.is_loopy() {
            return Ok(None);
        }
        let alone = std::slice::from_ref(component);
        if let Some(outcome) = cx.trial(TRIAL, |part| self.search.outcome(alone, part))? {
            self.searched = true;
            return Ok(Some(outcome));
        }
        Ok(game.misere_alone(place, Stage::Last, cx)?.map(|found| self.told(found)))
    }

    /// The options of one component that win, of a sum that is won: by a theorem, by a law of a lone component, by classes
    /// that repeat, or tried one by one.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn winning(&mut self, won: &mut Won<'_>, moved: usize, limit: usize, cx: &Context) -> Result<Options> {
        if let Some(found) = self.nim_moves(won, moved, limit) {
            return Ok(found);
        }
        let distinct = won.distinct;
        let component = &distinct[moved].0;
        if lone(distinct).is_some()
            && let Some(found) = component.game.misere_winning(&component.place, limit, cx)?
        {
            return Ok(found);
        }
        if let Some(found) = self.tame_moves(won, moved, limit, cx)? {
            return Ok(found);
        }
        if let Some(found) = self.winning_by_classes(won, moved, limit, cx)? {
            return Ok(found);
        }
        let mut wins = Vec::new();
        let options = match component.game.each_of_few(&component.place, cx) {
            Err(Error::Stopped(stopped)) => {
                return self.lowered(won, moved, cx)?.ok_or_else(|| stopped.into());
            }
            listed => listed?,
        };
        for parts in options {
            let turn = component.turn_after(&parts);
            let by_classes = if turn == Turn::Ends { None } else { self.after_by_classes(won, moved, &parts) };
            let outcome = match by_classes {
                Some(outcome) => outcome,
                None => self.after(distinct, moved, &parts, cx)?,
            };
            if turn.wins(outcome) {
                wins.push(parts);
            }
        }
        Ok(Options::of(wins, limit))
    }

    /// Has a search come to the sum after this option, and found it lost?
    pub(crate) fn is_known_to_win(
        &mut self,
        distinct: &[(Component, Nat)],
        moved: usize,
        parts: &Parts,
        cx: &Context,
    ) -> bool {
        if !self.searched || distinct[moved].0.turn_after(parts) != Turn::Passes {
            return false;
        }
        let Ok(all) = one_by_one(after(distinct, moved, parts), COMPONENTS) else { return false };
        let is_searched = |c: &Component| !c.is_over() && !c.game.is_entailing() && !c.game.is_loopy();
        all.iter().all(is_searched) && self.search.is_known_to_be_lost(&all, cx).unwrap_or(false)
    }

    /// Winning moves from a heap of Nim by the theorem.
    fn nim_moves(&mut self, won: &Won<'_>, moved: usize, limit: usize) -> Option<Options> {
        let game = &won.distinct[moved].0.game;
        let LikeNim { told, theorem } = won.nim.as_ref().filter(|_| game.is_nim())?;
        self.theorem = Some(theorem);
        // ascending by heap
        let from = told.moves.partition_point(|(heap, _)| *heap < moved);
        let moves = told.moves[from..].iter().take_while(|(heap, _)| *heap == moved);
        let parts = |size: &Nat| vec![Component { game: game.clone(), place: Place::heap(size.clone()) }];
        Some(Options::of(moves.map(|(_, size)| parts(size)).collect(), limit))
    }

    /// What the judgements so far rest on.
    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::trivial();
        if let Some(theorem) = self.theorem {
            evidence.add(&Evidence::theorem(theorem));
        }
        self.alone.values().for_each(|why| evidence.add(why));
        if self.searched {
            evidence.add(&searched(self.search.len()));
        }
        if self.turns.len() > 0 {
            evidence.add(&searched(self.turns.len()));
        }
        if let Some(shared) = &self.quotient {
            evidence.add(&opened(shared).evidence(&self.judged));
        }
        if self.graph.vertices() > 0 {
            evidence.add(&self.graph.evidence());
        }
        evidence
    }

    /// The engines that told, in words.
    pub(crate) fn engine(&self) -> String {
        let theorem = self.theorem.map(|_| "closed form");
        let alone = self.alone.keys().map(AsRef::as_ref);
        let searched = self.searched.then_some("misère search");
        let quotient = self.quotient.is_some().then_some("misère quotient");
        let graph = (self.graph.vertices() > 0).then_some("reachable graph");
        let used = names_of_engines(theorem.into_iter().chain(alone).chain(searched).chain(quotient).chain(graph));
        if used.is_empty() { "misère search".to_owned() } else { used }
    }
}

/// Everything that decides was opened.
fn searched(sums: usize) -> Evidence {
    Evidence::computed(match sums {
        1 => Words::new("misère search: one sum matters", "反常规则下的搜索：只涉及一个和"),
        sums => Words::new(
            format!("misère search of all {sums} sums that matter"),
            format!("反常规则下搜索了全部 {sums} 个有关的和"),
        ),
    })
}
