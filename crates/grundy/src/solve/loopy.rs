//! Sums in which the play of some component need not end.
//!
//! **Values** add by the rule of [`Value`](crate::loopy::Value). **Winning moves** are those to a sum of value 0.
//!
//! **Which winning move to play.** Winning moves can be played in circles. Let X be the xor of the components whose play
//! ends, Λ = X + the sum of the labels of the others, and C the counters of their labels (see
//! [`SmithValues`](grundy_graph::SmithValues)), summed for each game and compared from the game that was made
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

use dashu_int::ops::BitTest;
use grundy_core::{Context, Convention, Int, Nat, Outcome, Result};

use super::list::{OptionsOf, list};
use crate::answer::{Answer, Move, MoveList};
use crate::game::Component;
use crate::game::options::{Options, Parts};
use crate::loopy::Value;
use crate::loopy::labelled::Labelled;
use crate::plan::sums::{Sum, Summand};
use crate::plan::unless_stopped;
use crate::position::Position;
use crate::position::graph::single_components;
use crate::words::Sentence;

/// Who wins a lone component whose value is not known: a win or a loss may be certain all the same.
pub(super) fn without_value(mut answer: Answer, only: &Component, cx: &Context) -> Result<Answer> {
    (answer.outcome, answer.evidence) = only.game.with_labelled(|labelled| {
        let outcome = labelled.outcome(std::slice::from_ref(only), cx).ok();
        Ok((outcome.map(|(outcome, _)| outcome), labelled.evidence()))
    })?;
    Ok(answer)
}

/// Which of several winning moves makes progress.
pub(super) fn nearer(position: &Position, moves: &MoveList, cx: &Context) -> Result<Option<Sentence>> {
    if position.splits() || moves.count.as_ref().is_none_or(|count| *count <= Nat::ONE) {
        return Ok(None);
    }
    let reply = unless_stopped(reply(position, Outcome::Previous, cx))?;
    Ok(reply.map(|m| Sentence::new("nearer-than-others", [m.from, m.to])))
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
        let table = OptionsOf::from_iter([(component, Some(Options::of(vec![parts], 1)))]);
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
        let (sum, stopped) = Sum::of(self, cx)?;
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        if sum.total().is_none_or(|total| total.outcome() != Outcome::Next) {
            return Ok(None);
        }
        let ending = sum.summands.iter().filter(|s| !s.component.game.is_loopy() && s.count.bit(0));
        let ending = ending.filter_map(Summand::number).fold(Nat::ZERO, |xor, number| xor ^ number);
        let mut best: Option<(Change, Component, Parts)> = None;
        for (index, summand) in sum.summands.iter().enumerate().filter(|(_, s)| s.count > Nat::ZERO) {
            let component = &summand.component;
            let own = summand.number().cloned().unwrap_or(Nat::ZERO);
            // options of one value in a component whose play ends have one measure
            let limit = if component.game.is_loopy() { usize::MAX } else { 1 };
            for parts in sum.winning(index, limit, cx)?.unwrap_or_default().first {
                let Some(change) = Change::of(component, &own, &parts, &ending, cx)? else { continue };
                if best.as_ref().is_none_or(|(least, ..)| change.is_better_than(least)) {
                    best = Some((change, component.clone(), parts));
                }
            }
        }
        Ok(best.map(|(_, component, parts)| (component, parts)))
    }

    fn normal_draw(&self, cx: &Context) -> Result<Option<(Component, Parts)>> {
        let (sum, _) = Sum::of(self, cx)?;
        if sum.total().is_none_or(|total| total.outcome() != Outcome::Draw) {
            return Ok(None);
        }
        for Summand { component, .. } in sum.summands.iter().filter(|s| s.count > Nat::ZERO) {
            for parts in component.game.every_option(&component.place, cx)? {
                if let Some((_, Outcome::Draw)) = sum.after(component, &parts, cx)? {
                    return Ok(Some((component.clone(), parts)));
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
