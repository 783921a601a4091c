//! Sums in which the play of some component need not end.
//!
//! **Values** add by the rule of [`Value`](crate::loopy::Value). **Winning moves** are those to a sum of value 0.
//!
//! **Which winning move to play.** Winning moves can be played in circles. Let X be the xor of the components whose play
//! ends, Λ = X + the sum of the labels of the others, and C the counters of their labels (see
//! [`SmithValues`](crate::engine::graph::SmithValues)), summed for each game and compared from the game that was made
//! last on, since a rule can hand over to games made before it only. The reply that is named leads to the sum of value 0 with the
//! least (Λ, C). *It wins in finitely many moves.* Take a sum of value 0 and a move of the opponent. If it lowers the
//! label of a component, or X, some component can be lowered as in Nim, and Λ falls. If it raises a label, or makes it
//! infinite, the component can be moved back to its label with a smaller counter, or out of its game: Λ does not rise and
//! C falls. If it raises X, X can be moved back, and the components whose play ends are nearer to their end. So (Λ, C)
//! never rises, and once it stays for ever, all moves are in components whose play ends. ∎ (After C. A. B. Smith 1966;
//! A. S. Fraenkel and Y. Yesha, The generalized Sprague–Grundy function and its invariance under certain mappings,
//! J. Combin. Theory A 43, 1986.)
//!
//! Where a move may leave several parts of such a game, the sum of their labels is no measure. Then, and in misère play,
//! the whole sum is one vertex of a graph, and the reply has the least remoteness.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use grundy_core::{Context, Convention, Error, Evidence, Int, Nat, Outcome, Result, Stopped, evidence::SPRAGUE_GRUNDY};
use rustc_hash::FxHashMap;

use super::list::{OptionsOf, list};
use super::{SolveOptions, as_far_as, blank};
use crate::answer::{Answer, ComponentValue, Move, MoveList, ValueStatus};
use crate::game::Component;
use crate::game::options::{Options, Parts};
use crate::game::show_components;
use crate::loopy::Value;
use crate::loopy::labelled::{Labelled, value_of};
use crate::plan::Found;
use crate::position::Position;
use crate::position::graph::single_components;
use crate::words::Sentence;

/// Need the play of some component not end?
pub(super) fn concerns(position: &Position) -> bool {
    let mut any = false;
    position.each(&mut |game, _, count| any |= *count > Nat::ZERO && game.is_loopy());
    any
}

/// A distinct component, how often it occurs, and its value if it could be found.
pub(super) struct Valued {
    pub(super) component: Component,
    pub(super) count: Nat,
    pub(super) found: Option<Found<Value>>,
}

const NAME: &str = "reachable graph";

impl Valued {
    pub(super) fn value(&self) -> Option<&Value> {
        self.found.as_ref().map(|found| &found.what)
    }
}

/// The values of all components, as far as the budget goes.
pub(super) fn work(position: &Position, cx: &Context) -> Result<(Vec<Valued>, Option<Stopped>)> {
    let mut stopped = None;
    let mut all = Vec::new();
    for (component, count) in position.components() {
        let found = if count == Nat::ZERO {
            Ok(Found::new(Value::ZERO, Evidence::trivial(), NAME))
        } else {
            component.game.find(&component.place, cx)
        };
        let found = as_far_as(&mut stopped, found)?;
        all.push(Valued { component, count, found });
    }
    Ok((all, stopped))
}

/// The value of the whole sum. Two infinite components are enough to know it.
pub(super) fn total(all: &[Valued]) -> Option<Value> {
    let infinite = |v: &&Valued| matches!(v.value(), Some(Value::Infinite(_))) && v.count > Nat::ZERO;
    if all.iter().filter(infinite).fold(Nat::ZERO, |sum, v| sum + &v.count) > Nat::ONE {
        return Some(Value::Infinite(Vec::new()));
    }
    all.iter().try_fold(Value::ZERO, |sum, v| Some(&sum + &v.value()?.copies(&v.count)))
}

/// The value of the sum without one copy of a component.
pub(super) fn rest(all: &[Valued], without: &Component) -> Option<Value> {
    all.iter().try_fold(Value::ZERO, |sum, v| {
        let count = if v.component == *without { &v.count - Nat::ONE } else { v.count.clone() };
        Some(&sum + &v.value()?.copies(&count))
    })
}

/// What the values rest on.
pub(super) fn evidence(all: &[Valued]) -> Evidence {
    let mut evidence = Evidence::trivial();
    let known = || all.iter().filter(|v| v.count > Nat::ZERO).filter_map(|v| Some((v, v.found.as_ref()?)));
    // the labels of a game grow from component to component, and the last ones hold what was said before
    let last: FxHashMap<u32, &Found<Value>> =
        known().filter(|(v, _)| v.component.game.is_loopy()).map(|(v, found)| (v.component.game.id(), found)).collect();
    for (v, found) in known() {
        evidence.add(&last.get(&v.component.game.id()).unwrap_or(&found).evidence);
    }
    if all.iter().filter(|v| !v.component.game.is_loopy()).count() > 1 {
        evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    }
    evidence
}

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let (all, mut stopped) = work(position, cx)?;
    let mut answer = blank(position);
    answer.engine = NAME.to_owned();
    answer.components = all
        .iter()
        .map(|v| ComponentValue {
            component: v.component.clone(),
            position: show_components(std::slice::from_ref(&v.component)),
            count: v.count.clone(),
            value: v.value().and_then(Value::finite).cloned(),
            loopy: v.value().and_then(Value::loopy).map(<[Nat]>::to_vec),
            evidence: Evidence::trivial(),
        })
        .collect();
    answer.evidence = evidence(&all);
    if let Some(value) = total(&all) {
        // what was not found does not matter: two infinite values never end
        stopped = None;
        answer.outcome = Some(value.outcome());
        match value {
            Value::Finite(value) => {
                answer.value = Some(value);
                answer.value_status = ValueStatus::Exact;
            }
            Value::Infinite(numbers) => {
                answer.loopy = Some(numbers);
                answer.value_status = ValueStatus::None;
            }
        }
        if options.moves {
            let (table, trouble) = winning(&all, options.limit, cx)?;
            stopped = trouble;
            answer.moves =
                list(position, &table, options.limit, cx, &mut |_, _| (Some(Value::ZERO), Some(Outcome::Previous)));
            let several = answer.moves.count.as_ref().is_some_and(|count| *count > Nat::ONE);
            if several && !position.splits() {
                answer.strategy = match reply(position, Outcome::Previous, cx) {
                    Ok(reply) => reply.map(|m| Sentence::new("nearer-than-others", [m.from, m.to])),
                    Err(Error::Stopped(_)) => None,
                    Err(bad) => return Err(bad),
                };
            }
        }
    }
    if answer.outcome.is_none()
        && let Some(lone) = super::alone::lone(position)
    {
        // a win or a loss may be certain though the value is not
        let found = lone.game.with_labelled(|labelled| {
            let outcome = labelled.outcome(std::slice::from_ref(&lone), cx).ok();
            Ok((outcome.map(|(outcome, _)| outcome), labelled.evidence()))
        });
        (answer.outcome, answer.evidence) = found?;
    }
    answer.stopped = stopped;
    Ok(answer)
}

/// The target that a component has to be moved to, so that the sum is 0.
fn target(all: &[Valued], component: &Component) -> Option<Nat> {
    match rest(all, component)? {
        Value::Finite(value) => Some(value),
        Value::Infinite(_) => None,
    }
}

/// The moves to sums of value 0, component by component.
fn winning(all: &[Valued], limit: usize, cx: &Context) -> Result<(OptionsOf, Option<Stopped>)> {
    let mut stopped = None;
    let mut table = OptionsOf::default();
    let wins = total(all).is_some_and(|value| value.outcome() == Outcome::Next);
    for v in all.iter().filter(|v| v.count > Nat::ZERO) {
        let found = match target(all, &v.component) {
            Some(target) if wins => {
                let Component { game, place } = &v.component;
                as_far_as(&mut stopped, game.options_with_value(place, &target, limit, cx))?
            }
            _ => Some(Options::default()),
        };
        table.insert(v.component.clone(), found);
    }
    Ok((table, stopped))
}

/// Judges the sum after a move.
pub(super) fn after(all: &[Valued], component: &Component, parts: &Parts, cx: &Context) -> Result<Option<Value>> {
    match rest(all, component) {
        Some(rest) => Ok(Some(&rest + &value_of(parts, cx)?)),
        None => Ok(None),
    }
}

/// How a move changes the measure (Λ, C) that a winner lowers.
#[derive(Debug)]
struct Change {
    labels: Int,
    /// By game, the game made last first; what does not change is left out.
    counters: BTreeMap<Reverse<u32>, i128>,
}

impl Change {
    /// When a component with the label `own` becomes `parts`; `ending` is the xor of all components whose play ends.
    /// `None` if a part has no number.
    fn of(component: &Component, own: &Nat, parts: &Parts, ending: &Nat, cx: &Context) -> Result<Option<Change>> {
        let mut change = Change { labels: -Int::from(ending.clone()), counters: BTreeMap::new() };
        let mut xor = ending.clone();
        if component.game.is_loopy() {
            change.labels -= Int::from(own.clone());
            change.count(component, -1);
        } else {
            xor ^= own;
        }
        for part in parts {
            let Value::Finite(value) = part.value(cx)? else { return Ok(None) };
            if part.game.is_loopy() {
                change.labels += Int::from(value);
                change.count(part, 1);
            } else {
                xor ^= value;
            }
        }
        change.labels += Int::from(xor);
        change.counters.retain(|_, by| *by != 0);
        Ok(Some(change))
    }

    fn count(&mut self, component: &Component, sign: i128) {
        *self.counters.entry(Reverse(component.game.id())).or_default() += sign * i128::from(counter(component));
    }

    fn is_better_than(&self, other: &Change) -> bool {
        let counters = || {
            let mut games: Vec<Reverse<u32>> = self.counters.keys().chain(other.counters.keys()).copied().collect();
            games.sort_unstable();
            games.dedup();
            let by = |change: &Change, game| change.counters.get(game).copied().unwrap_or(0);
            let differ = games.iter().map(|game| by(self, game).cmp(&by(other, game)));
            differ.fold(Ordering::Equal, Ordering::then)
        };
        self.labels.cmp(&other.labels).then_with(counters).is_lt()
    }
}

/// The counter of a component's label; 0 where the play ends.
pub(super) fn counter(component: &Component) -> u64 {
    if !component.game.is_loopy() {
        return 0;
    }
    component.game.with_labelled(|labelled| Ok(labelled.counter(component))).unwrap_or(0)
}

/// The move to play to a sum of this outcome.
pub(super) fn reply(position: &Position, to: Outcome, cx: &Context) -> Result<Option<Move>> {
    let found = position.chosen(to, cx)?;
    Ok(found.and_then(|(component, parts)| position.as_move(component, parts, to)))
}

impl Position {
    /// The component to move and the parts it becomes, so that the sum has this outcome.
    pub(super) fn chosen(&self, to: Outcome, cx: &Context) -> Result<Option<(Component, Parts)>> {
        match self.convention {
            Convention::Normal if to == Outcome::Draw => self.normal_draw(cx),
            Convention::Normal if !self.splits() => self.normal_win(cx),
            convention => self.by_remoteness(convention, to, cx),
        }
    }

    /// A move of a component, as told to people: of equal components the first one is moved.
    fn as_move(&self, component: Component, parts: Parts, to: Outcome) -> Option<Move> {
        let table = OptionsOf::from_iter([(component, Some(Options { count: Some(Nat::ONE), first: vec![parts] }))]);
        let value = (to == Outcome::Previous && self.convention == Convention::Normal).then_some(Value::ZERO);
        list(self, &table, 1, &Context::default(), &mut |_, _| (value.clone(), Some(to))).moves.into_iter().next()
    }

    /// May a move leave several parts whose play need not end?
    fn splits(&self) -> bool {
        let mut any = false;
        self.each(&mut |game, _, count| any |= *count > Nat::ZERO && game.splits_loopy());
        any
    }

    fn normal_win(&self, cx: &Context) -> Result<Option<(Component, Parts)>> {
        let (all, stopped) = work(self, cx)?;
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        if total(&all).is_none_or(|value| value.outcome() != Outcome::Next) {
            return Ok(None);
        }
        let ending = all.iter().filter(|v| !v.component.game.is_loopy());
        let ending = ending.fold(Value::ZERO, |sum, v| match v.value() {
            Some(value) => &sum + &value.copies(&v.count),
            None => sum,
        });
        let ending = ending.finite().cloned().unwrap_or(Nat::ZERO);
        let mut best: Option<(Change, Component, Parts)> = None;
        for v in all.iter().filter(|v| v.count > Nat::ZERO) {
            let Some(target) = target(&all, &v.component) else { continue };
            let loopy = v.component.game.is_loopy();
            let own = v.value().and_then(Value::finite).cloned().unwrap_or(Nat::ZERO);
            // options of one value in a component whose play ends have one measure
            let limit = if loopy { usize::MAX } else { 1 };
            let found = v.component.game.options_with_value(&v.component.place, &target, limit, cx)?;
            for parts in found.first {
                let Some(change) = Change::of(&v.component, &own, &parts, &ending, cx)? else { continue };
                if best.as_ref().is_none_or(|(least, ..)| change.is_better_than(least)) {
                    best = Some((change, v.component.clone(), parts));
                }
            }
        }
        Ok(best.map(|(_, component, parts)| (component, parts)))
    }

    fn normal_draw(&self, cx: &Context) -> Result<Option<(Component, Parts)>> {
        let (all, _) = work(self, cx)?;
        match total(&all) {
            Some(value) if value.outcome() == Outcome::Draw => {}
            _ => return Ok(None),
        }
        for v in all.iter().filter(|v| v.count > Nat::ZERO) {
            for parts in v.component.game.every_option(&v.component.place, cx)? {
                if after(&all, &v.component, &parts, cx)?.is_some_and(|value| value.outcome() == Outcome::Draw) {
                    return Ok(Some((v.component.clone(), parts)));
                }
            }
        }
        Ok(None)
    }

    /// By the graph of all reachable sums: to the nearest end, or to any draw.
    fn by_remoteness(&self, convention: Convention, to: Outcome, cx: &Context) -> Result<Option<(Component, Parts)>> {
        let mut graph = Labelled::new(convention);
        let sum = single_components(self, cx)?;
        let wanted = if to == Outcome::Draw { Outcome::Draw } else { Outcome::Next };
        if graph.outcome(&sum, cx)?.0 != wanted {
            return Ok(None);
        }
        let mut best: Option<(u32, Component, Parts)> = None;
        for (component, count) in self.components() {
            if count == Nat::ZERO {
                continue;
            }
            let Some(at) = sum.iter().position(|c| *c == component) else { continue };
            component.game.try_each_option(&component.place, cx, |parts| {
                let after: Vec<Component> = [&sum[..at], parts, &sum[at + 1..]].concat();
                let (outcome, remoteness) = graph.outcome(&after, cx)?;
                let remoteness = remoteness.unwrap_or(0);
                if outcome == to && best.as_ref().is_none_or(|(least, ..)| remoteness < *least) {
                    let parts = crate::game::options::canonical(parts);
                    best = Some((remoteness, component.clone(), parts));
                }
                Ok(())
            })?;
        }
        Ok(best.map(|(_, component, parts)| (component, parts)))
    }
}

/// Every move with the value it leads to.
pub(super) fn moves(
    position: &Position,
    table: &OptionsOf,
    limit: usize,
    cx: &Context,
) -> Result<(MoveList, Evidence, Option<Stopped>)> {
    let (all, stopped) = work(position, cx)?;
    let mut trouble = None;
    let moves = list(position, table, limit, cx, &mut |component, parts| match after(&all, component, parts, cx) {
        Ok(value) => {
            let outcome = value.as_ref().map(Value::outcome);
            (value, outcome)
        }
        Err(e) => {
            trouble.get_or_insert(e);
            (None, None)
        }
    });
    match trouble {
        None => Ok((moves, evidence(&all), stopped)),
        Some(Error::Stopped(s)) => Ok((moves, evidence(&all), stopped.or(Some(s)))),
        Some(bad) => Err(bad),
    }
}
