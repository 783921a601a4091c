//! Ranges with parameters: what the theorem on intervals ([`crate::claim::interval`]) says of all members.

use grundy_automata::linear::Linear;
use grundy_notation::ast::{Argument, Item, SetAtom, Simple};

use super::ParametricGame;
use crate::claim::interval::{Law, bounds, least_from, stated};
use crate::game::{GameQuestion, Kind};

/// The least value of a form where every parameter is at least 1; `None` where none is known.
pub(super) fn least(form: &Linear) -> Option<i64> {
    least_from(form, 1)
}

/// The ranges that are the whole set of a `take`: a member where one of them is empty is no game.
pub(super) fn ranges_of_takes(game: &ParametricGame) -> impl Iterator<Item = &Item> {
    game.tree.alternatives.iter().filter_map(|simple| match simple {
        Simple::Named { name, arguments } if name.text == "take" => match &arguments[..] {
            [Argument::Set(set)] if set.except.is_empty() => match &set.base {
                SetAtom::Item(item) => Some(item),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// What the theorem says of the game, as claims about the heap and the parameters.
pub(super) fn claims(game: &ParametricGame, lifted: &GameQuestion) -> Vec<Law> {
    match &game.variables[..] {
        [heap] => claims_of(game, lifted, heap),
        _ => Vec::new(),
    }
}

/// The same of the heap with this name.
pub(super) fn claims_of(game: &ParametricGame, lifted: &GameQuestion, heap: &str) -> Vec<Law> {
    let Kind::Rule(rule) = lifted.game.kind() else { return Vec::new() };
    // of `take` an empty range is no game; of a rule it is a game without moves
    let is_take = ranges_of_takes(game).next().is_some();
    match bounds(rule, 1, is_take) {
        Some(bounds) if bounds.heap == 0 && game.variables.len() == 1 => {
            let names: Vec<String> = std::iter::once(heap.to_owned()).chain(game.parameters.iter().cloned()).collect();
            stated(&bounds, &names, game.convention)
        }
        _ => Vec::new(),
    }
}
