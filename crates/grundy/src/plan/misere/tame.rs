//! Sums of tame games in misère play: each component by two values, and all of them by the rule of misère Nim.
//!
//! A position has its Grundy value g and its *misère value* g⁻: 1 without a move, else the mex of the misère values of the
//! options. It is *fickle* if (g, g⁻) is (0, 1) or (1, 0), and *firm* if both are the same. A position is *tame* if it and
//! all that can be reached from it are fickle or firm. Several positions that a move leaves count as one: firm if one of them
//! is, with the xor of the g; if all are fickle, g⁻ is the other one of 0 and 1.
//!
//! **Theorem.** A sum of tame positions whose values g have the xor x is P exactly if x = 0 where one of them is firm, and
//! exactly if x = 1 where all are fickle.
//!
//! *Proof*, by induction; call a sum *lost* if the theorem says so. An option has another g and another g⁻ than its position.
//! So the options of a fickle position are the other fickle one, or firm of 2 or more.
//!
//! - *A lost sum has no lost option.* All fickle, x = 1: one component becomes the other fickle one, and x = 0; or firm of
//!   2 or more, and x ≥ 2. One firm, x = 0: x changes; where that leaves all fickle and x = 1, a firm 0 became a fickle 1, or
//!   a firm 1 a fickle 0, but these have the same g⁻.
//! - *A sum that is not lost has no move or a lost option.* All fickle, x = 0: a fickle 1 has an option with g = 0, which is
//!   the fickle 0; if there is no fickle 1, a fickle 0 with a move has an option with g⁻ = 0, which is the fickle 1. One firm,
//!   x > 0: as in Nim a component of value v with w = v⊕x < v has an option with g = w, so x becomes 0. That is lost if a
//!   firm one is left. Else v was the only firm one, and w is 0 or 1; v has an option with g⁻ = w too, which is firm, and
//!   x = 0, or fickle of the other value, and x = 1. ∎
//!
//! **Subtraction games are tame**, whatever their set; a heap is fickle exactly if g is 0 or 1 (Ferguson).
//!
//! *Proof.* Let s be the least number that may be taken. (1) If g(n) = 0, g(n+s) = 1: else n+s had an option n+s−t of value 1,
//! and by induction, as below, g(n−t) = 0 would be an option of n. [g(m) = 1 gives g(m−s) = 0: else m−s had an option m−s−t of
//! value 0, and m−t, an option of m, had the value 1 by (1).] (2) A heap n with a move has an option of value 0 or 1: n−s, if
//! g(n−s) = 0; else n−s has an option n−s−t of value 0, and g(n−t) = 1 by (1). (3) So by induction g⁻ is g with 0 and 1
//! swapped: without a move 1. If 0 and 1 are both among the options, both mex are the same, 2 or more; if just 0 is, g = 1
//! and g⁻ = 0; if just 1 is, g = 0 and g⁻ = 1. ∎
//!
//! References: T. S. Ferguson, *On sums of graph games with last player losing*, 1974; J. H. Conway, *On Numbers and Games*,
//! 1976, chapter 12; V. A. Gurvich, N. B. Ho, *On tame, pet, domestic, and miserable impartial games*, 2018.

use grundy_core::{Context, Evidence, Nat, Outcome, Result, Theorem};

use super::{Judge, lone};
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::plan::misere_tables::fits;
use crate::plan::strategy::At;
use crate::plan::{Found, unless_stopped};
use crate::words::Sentence;

/// Sums of tame positions.
pub(crate) static TAME: Theorem = Theorem {
    id: "misere-tame",
    statement: "tame games: if in each position the value in normal and that in misère play are 0 and 1, 1 and 0 (fickle), or equal (firm), a sum is a P-position of misère play exactly if the xor of the normal values is 0, or 1 where all components are fickle (Conway)",
    chinese: "驯服的游戏：若每个局面在普通与反常规则下的值为 0 与 1、1 与 0（易变），或相等（坚定），则一个和在反常规则下是 P 局面，当且仅当各普通值异或为 0；若各分量都易变，则当且仅当异或为 1（Conway）",
    reference: "J. H. Conway, On Numbers and Games, 1976",
};

/// Subtraction games.
pub(crate) static FERGUSON: Theorem = Theorem {
    id: "misere-subtraction",
    statement: "subtraction games are tame: in misère play a heap has its normal value, but that 0 and 1 are swapped (Ferguson)",
    chinese: "减法游戏都是驯服的：反常规则下一堆的值等于其普通值，只是 0 与 1 互换（Ferguson）",
    reference: "T. S. Ferguson, On sums of graph games with last player losing, 1974",
};

/// What a tame position is worth in sums of misère play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tame {
    /// The Grundy value.
    pub(crate) value: Nat,
    /// Does its misère value differ from that, so that both are 0 and 1?
    pub(crate) fickle: bool,
}

impl Tame {
    /// One that is fickle exactly if its value is 0 or 1.
    pub(in crate::plan) fn like_nim(value: Nat) -> Tame {
        Tame { fickle: value <= Nat::ONE, value }
    }
}

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

/// Are the positions of the game that a move leaves fickle exactly if their values are 0 or 1?
fn is_fickle_by_value(game: &Game) -> bool {
    game.misere_nim().is_some() || game.subtraction_set().is_some()
}

/// Nodes for the values of one component, after which other ways to judge the sum are tried.
const NODES: u64 = 1 << 28;

impl Game {
    /// Is there a way to tell whether its places are tame?
    fn may_be_tame(&self) -> Result<bool> {
        Ok(is_fickle_by_value(self) || fits(self.knowledge()?))
    }

    /// What the place is worth in sums of misère play, where it is known to be tame.
    fn tame(&self, place: &Place, cx: &Context) -> Result<Option<Found<Tame>>> {
        if let Some(theorem) = self.misere_nim() {
            let tame = Tame::like_nim(place[0].clone());
            return Ok(Some(Found::new(tame, Evidence::theorem(theorem), "closed form")));
        }
        self.climb(place, |strategy, at: At<'_>| strategy.tame(at, cx))
    }
}

/// The components of which there are copies.
fn live(sum: &[(Component, Nat)]) -> impl Iterator<Item = (&Component, &Nat)> {
    sum.iter().filter(|(_, count)| *count > Nat::ZERO).map(|(component, count)| (component, count))
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
            if !is_known(self, component) && (self.untamed.contains(game) || !game.may_be_tame()?) {
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
        distinct: &[(Component, Nat)],
        moved: usize,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Options>> {
        let Component { game, place } = &distinct[moved].0;
        if lone(distinct).is_some() || !game.is_nim() && game.subtraction_set().is_none() {
            return Ok(None);
        }
        let mut others = distinct.to_vec();
        others[moved].1 -= Nat::ONE;
        let Some(others) = self.tame(&others, cx)? else { return Ok(None) };
        let wanted = if others.fickle { others.xor ^ Nat::ONE } else { others.xor };
        unless_stopped(game.options_with_value(place, &wanted, limit, cx).map(Some))
    }
}

#[cfg(test)]
mod tests;
