//! Misère play: the theorem for Nim, the certified period for one subtraction heap, and search for all else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use grundy_search::MisereSearch;

use super::alone::{self, lone};
use super::list::{OptionsOf, list};
use super::{SolveOptions, blank};
use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::context::{Context, Spent};
use crate::engine::closed_form::misere_nim::{self, misere_nim};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::options::{Options, Parts};
use crate::game::show_components;
use crate::loopy::labelled::Labelled;
use crate::number::{Nat, to_u64};
use crate::outcome::{Convention, Outcome};
use crate::plan::sparse::cycle;
use crate::position::Position;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let mut answer = blank(position);
    answer.value_status = ValueStatus::None;
    answer.components = position
        .components()
        .into_iter()
        .map(|(component, count)| ComponentValue {
            position: show_components(std::slice::from_ref(&component)),
            count,
            value: None,
            loopy: None,
            evidence: Evidence::trivial(),
        })
        .collect();
    let mut judge = Judge::new();
    if let Some(found) = by_automaton(position, options, cx)? {
        return Ok(found);
    }
    let result = judge.position(position, cx).and_then(|outcome| {
        answer.outcome = Some(outcome);
        if options.moves {
            answer.moves = winning(position, outcome, options.limit, &mut judge, cx)?;
        }
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(Error::Stopped(s)) => answer.stopped = Some(s),
        Err(bad) => return Err(bad),
    }
    answer.evidence = judge.evidence(position);
    answer.engine = judge.engine();
    answer.strategy = nim_heaps(&position.components()).map(|heaps| misere_nim(&heaps).strategy);
    Ok(answer)
}

/// A lone component far away: a short search, then the law of its misère P-positions, if automata prove one.
fn by_automaton(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Option<Answer>> {
    let Some(lone) = lone(position).filter(|lone| lone.game.asks_automata_in_misere(&lone.place)) else {
        return Ok(None);
    };
    if cx.trial(TRIAL, |part| Judge::new().position(position, part))?.is_some() {
        return Ok(None);
    }
    let Some(told) = lone.game.misere_by_automaton(&lone.place, cx)? else { return Ok(None) };
    let moves = || lone.game.misere_moves(&lone.place, options.limit, cx);
    alone::solve(position, &lone, told, options, cx, moves).map(Some)
}

/// A search may look at so many positions before a law is asked for.
const TRIAL: u64 = 100_000;

fn winning(position: &Position, outcome: Outcome, limit: usize, judge: &mut Judge, cx: &Context) -> Result<MoveList> {
    if outcome != Outcome::Next {
        return Ok(MoveList { moves: Vec::new(), count: Some(Nat::ZERO) });
    }
    let distinct = position.components();
    let mut table = OptionsOf::default();
    for (i, (component, count)) in distinct.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        let found = match judge.nim_moves(&distinct, i, limit) {
            Some(found) => found,
            None => {
                let mut wins = Vec::new();
                for parts in component.game.every_option(&component.place, cx)? {
                    if judge.after(&distinct, i, &parts, cx)? == Outcome::Previous {
                        wins.push(parts);
                    }
                }
                Options::of(wins, limit)
            }
        };
        table.insert(component.clone(), Some(found));
    }
    Ok(list(position, &table, limit, &mut |_, _| (None, Some(Outcome::Previous))))
}

/// Heap sizes with multiplicity, if every component is a heap of Nim.
fn nim_heaps(components: &[(Component, Nat)]) -> Option<Vec<(Nat, Nat)>> {
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

    /// The outcome of a position.
    pub(super) fn position(&mut self, position: &Position, cx: &Context) -> Result<Outcome> {
        self.sum(&position.components(), cx)
    }

    /// The outcome after the component `moved` (one copy of it) became `parts`.
    pub(super) fn after(
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

    pub(crate) fn sum(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Outcome> {
        if let Some(heaps) = nim_heaps(sum) {
            self.theorem = true;
            return Ok(misere_nim(&heaps).outcome);
        }
        let live: Vec<&(Component, Nat)> = sum.iter().filter(|(_, count)| *count > Nat::ZERO).collect();
        if let [(component, count)] = live.as_slice()
            && *count == Nat::ONE
            && let Some(found) = component.game.misere_alone(&component.place, cx)?
        {
            // the last evidence of an engine holds what it said before
            self.alone.insert(found.engine, found.evidence);
            return Ok(found.what);
        }
        let mut all = Vec::new();
        for (component, count) in live {
            let copies = to_u64(count).filter(|&n| n + all.len() as u64 <= COMPONENTS).ok_or_else(|| {
                cx.enter("misère search");
                cx.stopped(Spent::Memory, Some(format!("a search over {count} copies")))
            })?;
            all.extend(std::iter::repeat_n(component.clone(), copies as usize));
        }
        if all.iter().any(|c| c.game.is_loopy()) {
            return self.graph.outcome(&all, cx).map(|(outcome, _)| outcome);
        }
        self.searched = true;
        self.search.outcome(&all, cx)
    }

    /// Winning moves from one component by the theorem of misère Nim.
    fn nim_moves(&mut self, distinct: &[(Component, Nat)], moved: usize, limit: usize) -> Option<Options> {
        let heaps = nim_heaps(distinct)?;
        self.theorem = true;
        let game = &distinct[moved].0.game;
        let moves = misere_nim(&heaps).moves.into_iter().filter(|(heap, _)| *heap == moved);
        let parts = |size: Nat| vec![Component { game: game.clone(), place: [size].into_iter().collect() }];
        Some(Options::of(moves.map(|(_, size)| parts(size)).collect(), limit))
    }

    pub(super) fn evidence(&self, position: &Position) -> Evidence {
        debug_assert_eq!(position.convention, Convention::Misere);
        self.evidence_of_sums()
    }

    /// What the judgements so far rest on.
    pub(super) fn evidence_of_sums(&self) -> Evidence {
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

    fn engine(&self) -> String {
        let theorem = self.theorem.then_some("closed form");
        let searched = self.searched.then_some("misère search");
        let graph = (self.graph.vertices() > 0).then_some("reachable graph");
        let used: Vec<&str> =
            theorem.into_iter().chain(self.alone.keys().map(AsRef::as_ref)).chain(searched).chain(graph).collect();
        if used.is_empty() { "misère search".to_owned() } else { used.join(", ") }
    }
}
