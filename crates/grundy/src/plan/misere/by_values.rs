//! Sums of tame positions by the values of their components: who wins, which moves win, how to play.
//!
//! What a component is worth is told by [`Strategy::tame`](crate::plan::strategy::Strategy::tame), and the theorem
//! stands in [`crate::plan::tame`].

use grundy_core::{Context, Evidence, Nat, Outcome, Result};

use super::{Judge, Won, live, lone};
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::plan::misere_tables::fits;
use crate::plan::strategy::At;
use crate::plan::tame::{TAME, Tame};
use crate::plan::{Found, unless_stopped};
use crate::words::Sentence;

/// A sum of tame positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TameSum {
    /// The components, how many copies of each, and what one is worth.
    pub(crate) components: Vec<(Component, Nat, Tame)>,
    /// The xor of their values.
    pub(crate) xor: Nat,
    /// Are all of them fickle?
    pub(crate) fickle: bool,
}

impl TameSum {
    /// How to win, or why not, in one sentence; the sum has a move.
    pub(crate) fn strategy(&self) -> Sentence {
        let by_value = self.components.iter().all(|(component, ..)| is_fickle_by_value(&component.game));
        Sentence::bare(match (self.outcome(), self.fickle, by_value) {
            (Outcome::Previous, false, _) => "tame-zero",
            (Outcome::Previous, true, true) => "tame-values-one",
            (Outcome::Previous, true, false) => "tame-fickle-one",
            (_, false, true) => "tame-values-play",
            (_, false, false) => "tame-fickle-play",
            (_, true, true) => "tame-values-make-one",
            (_, true, false) => "tame-fickle-make-one",
        })
    }

    /// Who wins, by the theorem.
    pub(crate) fn outcome(&self) -> Outcome {
        let lost = if self.fickle { self.xor == Nat::ONE } else { self.xor == Nat::ZERO };
        Outcome::lost_if(lost)
    }
}

/// What a tame sum without one of its components is worth.
pub(super) struct Worth {
    /// Of each component of which there are copies.
    tame: Vec<Option<Tame>>,
    xor: Nat,
    /// How many components are not fickle, copies counted.
    firm: Nat,
}

impl Worth {
    fn of(sum: &TameSum, distinct: &[(Component, Nat)]) -> Worth {
        let firm =
            sum.components.iter().filter(|(.., tame)| !tame.fickle).fold(Nat::ZERO, |all, (_, count, _)| all + count);
        // the components of the sum are those with copies, in order
        let mut told = sum.components.iter().map(|(.., tame)| tame.clone());
        let tame = distinct.iter().map(|(_, count)| if count.is_zero() { None } else { told.next() }).collect();
        Worth { tame, xor: sum.xor.clone(), firm }
    }

    /// What one copy of this component should be worth, so that the sum is lost.
    fn wanted(&self, moved: usize) -> Option<Nat> {
        let own = self.tame.get(moved)?.as_ref()?;
        let others = &self.xor ^ &own.value;
        let are_fickle = self.firm == Nat::from(u8::from(!own.fickle));
        Some(if are_fickle { others ^ Nat::ONE } else { others })
    }
}

/// Are the positions of the game that a move leaves fickle exactly if their values are 0 or 1?
fn is_fickle_by_value(game: &Game) -> bool {
    game.misere_nim().is_some() || game.subtraction_set().is_some()
}

/// Nodes for the values of one component, after which other ways to judge the sum are tried.
const NODES: u64 = 1 << 28;

impl Component {
    /// Is there a way to tell whether it is tame?
    fn may_be_tame(&self) -> Result<bool> {
        let is_told = self.game.any().is_some_and(|rules| rules.tame(&self.place).is_some());
        let is_rule = fits(self.game.knowledge()?) || self.game.strategies()?.stretches.is_some();
        Ok(is_told || is_fickle_by_value(&self.game) || is_rule)
    }
}

impl Game {
    /// What the place is worth in sums of misère play, where it is known to be tame.
    fn tame(&self, place: &Place, cx: &Context) -> Result<Option<Found<Tame>>> {
        if let Some(theorem) = self.misere_nim() {
            let tame = Tame::like_nim(place[0].clone());
            return Ok(Some(Found::new(tame, Evidence::theorem(theorem), "closed form")));
        }
        if let Some((value, fickle, theorem)) = self.any().and_then(|rules| rules.tame(place)) {
            let tame = Tame { value: Nat::from(value), fickle };
            return Ok(Some(Found::new(tame, Evidence::theorem(theorem), "closed form")));
        }
        self.climb(place, |strategy, at: At<'_>| strategy.tame(at, cx))
    }
}

impl Judge {
    /// The sum by the values of its components, if all of them are tame.
    ///
    /// # Errors
    /// Faults of a rule.
    pub(crate) fn tame(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Option<TameSum>> {
        let is_known = |judge: &Judge, component: &Component| judge.tamed.contains_key(component);
        for (component, _) in live(sum) {
            let Component { game, .. } = component;
            if !is_known(self, component) && (self.untamed.contains(game) || !component.may_be_tame()?) {
                return Ok(None);
            }
        }
        // what is said of one component is a reason only where all are tame
        let mut fresh = Vec::new();
        for (component, _) in live(sum).filter(|(component, _)| !is_known(self, component)) {
            let Component { game, place } = component;
            // half of a budget is left for the search
            let trial = cx.nodes_left().map_or(NODES, |left| NODES.min(left / 2));
            let Some(found) = cx.trial(trial, |part| game.tame(place, part))?.flatten() else {
                self.untamed.push(game.clone());
                return Ok(None);
            };
            fresh.push((component.clone(), found));
        }
        for (component, Found { what, evidence, engine }) in fresh {
            self.alone.entry(engine).or_insert_with(|| Evidence::theorem(&TAME)).add(&evidence);
            self.tamed.insert(component, what);
        }
        Ok(self.tame_sum(sum))
    }

    /// The same, if the components were looked at.
    pub(crate) fn tame_sum(&self, sum: &[(Component, Nat)]) -> Option<TameSum> {
        let mut found = TameSum { components: Vec::with_capacity(sum.len()), xor: Nat::ZERO, fickle: true };
        for (component, count) in live(sum) {
            let tame = self.tamed.get(component)?;
            if count % 2u8 == 1 {
                found.xor ^= &tame.value;
            }
            found.fickle &= tame.fickle;
            found.components.push((component.clone(), count.clone(), tame.clone()));
        }
        Some(found).filter(|found| !found.components.is_empty())
    }

    /// The winning moves of a heap whose options are fickle exactly if their values are 0 or 1, by their values.
    pub(super) fn tame_moves(
        &mut self,
        won: &mut Won<'_>,
        moved: usize,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Options>> {
        let Component { game, place } = &won.distinct[moved].0;
        if lone(won.distinct).is_some() || !game.is_nim() && game.subtraction_set().is_none() {
            return Ok(None);
        }
        let Some(wanted) = self.wanted(won, moved, cx)? else { return Ok(None) };
        unless_stopped(game.options_with_value(place, &wanted, limit, cx).map(Some))
    }

    /// A winning move of a heap that may become every smaller one and is worth its size; there may be more of them.
    pub(super) fn lowered(&mut self, won: &mut Won<'_>, moved: usize, cx: &Context) -> Result<Option<Options>> {
        let Component { game, place } = &won.distinct[moved].0;
        if game.misere_nim().is_none() {
            return Ok(None);
        }
        let Some(wanted) = self.wanted(won, moved, cx)?.filter(|wanted| *wanted < place[0]) else {
            return Ok(None);
        };
        let part = Component { game: game.clone(), place: [wanted].into_iter().collect() };
        Ok(Some(Options::some(vec![vec![part]])))
    }

    /// What one component should be worth, of those whose positions are fickle exactly if their values are 0 or 1.
    fn wanted(&mut self, won: &mut Won<'_>, moved: usize, cx: &Context) -> Result<Option<Nat>> {
        let distinct = won.distinct;
        if lone(distinct).is_some() {
            return Ok(Some(Nat::ONE));
        }
        if won.tame.is_none() {
            won.tame = Some(self.tame(distinct, cx)?.map(|sum| Worth::of(&sum, distinct)));
        }
        if let Some(Some(worth)) = &won.tame {
            return Ok(worth.wanted(moved));
        }
        // the one that is moved may be another kind of game
        let stays = |(at, (_, count)): &(usize, &(Component, Nat))| *count > Nat::from(u8::from(*at == moved));
        let mut staying = distinct.iter().enumerate().filter(stays);
        if staying.any(|(_, (component, _))| self.untamed.contains(&component.game)) {
            return Ok(None);
        }
        let mut others = distinct.to_vec();
        others[moved].1 -= Nat::ONE;
        let others = self.tame(&others, cx)?;
        Ok(others.map(|others| if others.fickle { others.xor ^ Nat::ONE } else { others.xor }))
    }
}

#[cfg(test)]
mod tests;
