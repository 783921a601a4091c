//! Sums in misère play: the ladder of what tells who wins.
//!
//! | rung | tells |
//! |---|---|
//! | Bouton's theorem | sums of heaps of Nim |
//! | the strategies of a lone component ([`Strategy::misere`](super::strategy::Strategy::misere)) | single subtraction heaps by their misère period, compounds, far places by a proved law |
//! | labels of the graph of sums | where the play of some component need not end |
//! | a search over multisets of components | all else: see [`grundy_search::misere`] |
//!
//! Values say nothing here, so what one component is worth depends on the others: only lone components have laws.

use std::borrow::Cow;
use std::collections::BTreeMap;

use grundy_search::MisereSearch;

use super::automaton::is_far;
use super::sparse::cycle;
use crate::context::{Context, Spent};
use crate::engine::closed_form::misere_nim::{self, misere_nim};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::options::{Options, Parts};
use crate::loopy::labelled::Labelled;
use crate::number::{Nat, to_u64};
use crate::outcome::{Convention, Outcome};

/// Heap sizes with multiplicity, if every component is a heap of Nim.
pub(crate) fn nim_heaps(components: &[(Component, Nat)]) -> Option<Vec<(Nat, Nat)>> {
    components.iter().map(|(c, count)| c.game.is_nim().then(|| (c.place[0].clone(), count.clone()))).collect()
}

impl grundy_search::misere::Component for Component {
    fn each_option(&self, cx: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        self.game.try_each_option(&self.place, cx, visit)
    }

    fn cycle(&self) -> Error {
        cycle(&self.game, &self.place).into()
    }
}

/// Judges misère sums, and remembers what it judged them by.
#[derive(Debug)]
pub(crate) struct Judge {
    search: MisereSearch<Component>,
    theorem: bool,
    /// What told single components, by engine.
    alone: BTreeMap<Cow<'static, str>, Evidence>,
    searched: bool,
    /// The graph of all sums, where the play of some component need not end.
    graph: Labelled,
}

/// A search over what a lone component can become may look at so many sums before a law is asked for.
const TRIAL: u64 = 100_000;
/// The search takes sums of so many single components at most.
const COMPONENTS: u64 = 100_000;

impl Judge {
    pub(crate) fn new() -> Self {
        Judge {
            search: MisereSearch::new(),
            theorem: false,
            alone: BTreeMap::new(),
            searched: false,
            graph: Labelled::new(Convention::Misere),
        }
    }

    /// The outcome after the component `moved` (one copy of it) became `parts`.
    pub(crate) fn after(
        &mut self,
        distinct: &[(Component, Nat)],
        moved: usize,
        parts: &Parts,
        cx: &Context,
    ) -> Result<Outcome> {
        let mut sum = distinct.to_vec();
        sum[moved].1 -= Nat::ONE;
        for part in parts {
            match sum.iter_mut().find(|(c, _)| c == part) {
                Some((_, count)) => *count += Nat::ONE,
                None => sum.push((part.clone(), Nat::ONE)),
            }
        }
        self.sum(&sum, cx)
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn sum(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Outcome> {
        if let Some(heaps) = nim_heaps(sum) {
            self.theorem = true;
            return Ok(misere_nim(&heaps).outcome);
        }
        let live: Vec<&(Component, Nat)> = sum.iter().filter(|(_, count)| *count > Nat::ZERO).collect();
        if let [(component, count)] = live.as_slice()
            && *count == Nat::ONE
            && let Some(outcome) = self.lone(component, cx)?
        {
            return Ok(outcome);
        }
        let mut all = Vec::new();
        for (component, count) in live {
            let copies = to_u64(count).filter(|&n| n + all.len() as u64 <= COMPONENTS).ok_or_else(|| {
                cx.enter("misère search");
                cx.beyond(Spent::Memory, format!("a search over {count} copies"))
            })?;
            all.extend(std::iter::repeat_n(component.clone(), copies as usize));
        }
        if all.iter().any(|c| c.game.is_loopy()) {
            return self.graph.outcome(&all, cx).map(|(outcome, _)| outcome);
        }
        self.searched = true;
        self.search.outcome(&all, cx)
    }

    /// Who wins a lone component, where that is told without a search, or by a short one.
    fn lone(&mut self, component: &Component, cx: &Context) -> Result<Option<Outcome>> {
        let Component { game, place } = component;
        let mut found = game.misere_alone(place, false, cx)?;
        if found.is_none() && is_far(place) && !game.is_loopy() {
            let alone = std::slice::from_ref(component);
            if let Some(outcome) = cx.trial(TRIAL, |part| self.search.outcome(alone, part))? {
                self.searched = true;
                return Ok(Some(outcome));
            }
            found = game.misere_alone(place, true, cx)?;
        }
        Ok(found.map(|found| {
            // the last evidence of an engine holds what it said before
            self.alone.insert(found.engine, found.evidence);
            found.what
        }))
    }

    /// Winning moves from one component by the theorem of misère Nim.
    pub(crate) fn nim_moves(&mut self, distinct: &[(Component, Nat)], moved: usize, limit: usize) -> Option<Options> {
        let heaps = nim_heaps(distinct)?;
        self.theorem = true;
        let game = &distinct[moved].0.game;
        let moves = misere_nim(&heaps).moves.into_iter().filter(|(heap, _)| *heap == moved);
        let parts = |size: Nat| vec![Component { game: game.clone(), place: [size].into_iter().collect() }];
        Some(Options::of(moves.map(|(_, size)| parts(size)).collect(), limit))
    }

    /// What the judgements so far rest on.
    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::trivial();
        if self.theorem {
            evidence.add(&Evidence::theorem(&misere_nim::THEOREM));
        }
        self.alone.values().for_each(|why| evidence.add(why));
        if self.searched {
            let sums = self.search.len();
            evidence.add(&Evidence::computed(format!("misère search of all {sums} sums that matter")));
        }
        if self.graph.vertices() > 0 {
            evidence.add(&self.graph.evidence());
        }
        evidence
    }

    /// The engines that told, in words.
    pub(crate) fn engine(&self) -> String {
        let theorem = self.theorem.then_some("closed form");
        let searched = self.searched.then_some("misère search");
        let graph = (self.graph.vertices() > 0).then_some("reachable graph");
        let used: Vec<&str> =
            theorem.into_iter().chain(self.alone.keys().map(AsRef::as_ref)).chain(searched).chain(graph).collect();
        if used.is_empty() { "misère search".to_owned() } else { used.join(", ") }
    }
}
