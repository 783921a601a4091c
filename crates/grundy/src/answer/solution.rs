//! What is found out about one position: outcome, value, components, moves.

use grundy_core::{Evidence, Nat, Outcome};

use super::Move;
use crate::game::Component;
use crate::words::{Sentence, Words};

/// What `solve` finds out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Solution {
    /// The outcome, if known.
    pub outcome: Option<Outcome>,
    /// The Grundy value, if there is one and it is known.
    pub value: Option<Nat>,
    /// The numbers K, ascending, where the value is ∞(K): see [`crate::loopy::Value`].
    pub loopy: Option<Vec<Nat>>,
    /// What `value` means.
    pub value_status: ValueStatus,
    /// The distinct components in order of first appearance.
    pub components: Vec<ComponentValue>,
    /// The winning moves.
    pub moves: MoveList,
    /// A winning strategy in words, where a theorem gives one (misère Nim).
    pub strategy: Option<Sentence>,
    /// The period of a single heap, and which heap it puts in the place of this one, where that was asked and is known.
    pub period: Option<Words>,
    /// A pattern that suggests the value where it is out of reach; nothing rests on it.
    pub guess: Option<Words>,
    /// For a position with `?`: the numbers that make it a P-position, sorted.
    pub unknown: Option<Vec<Nat>>,
    /// Those numbers as one condition, `? % 7 in {0,2}`, where they have no end and are known; `unknown` holds the first.
    pub unknown_set: Option<String>,
    /// Numbers that the value is known not to be, where it was not found.
    pub excluded: Vec<u64>,
    /// The engines that worked, in words.
    pub engine: String,
    /// How many moves there are in all, winning or not, where that was asked and is known.
    pub options: Option<Nat>,
    /// How many moves the play lasts if the winner hurries and the loser does not, where that was asked and is known.
    pub remoteness: Option<u32>,
}

/// What stands behind a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueStatus {
    /// It is the Grundy value.
    Exact,
    /// There is none: misère play, an infinite value, a draw.
    None,
    /// There is none, for some component is loony: whoever moves wins (moves may keep the turn).
    Loony,
    /// Not computed: a theorem gave the outcome alone, or the budget was spent.
    #[default]
    NotComputed,
}

impl ValueStatus {
    /// The word that data formats use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ValueStatus::Exact => "exact",
            ValueStatus::None => "none",
            ValueStatus::Loony => "loony",
            ValueStatus::NotComputed => "not_computed",
        }
    }
}

/// One distinct component and its value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ComponentValue {
    /// The component.
    pub component: Component,
    /// The component as a position.
    pub position: String,
    /// How often it occurs.
    pub count: Nat,
    /// Its Grundy value, if known and meaningful.
    pub value: Option<Nat>,
    /// K, where its value is ∞(K).
    pub loopy: Option<Vec<Nat>>,
    /// What its value rests on.
    pub evidence: Evidence,
}

/// Some moves of a position.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct MoveList {
    /// The first ones in the stated order.
    pub moves: Vec<Move>,
    /// How many there are in all, if that could be established.
    pub count: Option<Nat>,
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter()
    }
}

impl MoveList {
    /// Are there more than are listed?
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.count.as_ref().is_none_or(|c| *c > Nat::from(self.moves.len()))
    }
}
