//! Components: a place with its game, one summand of a position.

use super::{Game, Place};
use crate::number::{Nat, to_usize};

/// A game and a place in it: one summand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Component {
    /// The game.
    pub game: Game,
    /// The place.
    pub place: Place,
}

impl Component {
    /// A place given by its numbers.
    pub fn new(game: &Game, numbers: impl IntoIterator<Item = Nat>) -> Self {
        Component { game: game.clone(), place: numbers.into_iter().collect() }
    }
}

/// The components of a sum one by one, each as often as it is there.
///
/// # Errors
/// They are more than `most` together: how many copies were too many.
pub(crate) fn one_by_one(sum: impl IntoIterator<Item = (Component, Nat)>, most: usize) -> Result<Vec<Component>, Nat> {
    let mut all = Vec::new();
    for (component, copies) in sum {
        match to_usize(&copies).filter(|&copies| copies <= most - all.len()) {
            Some(copies) => all.extend(std::iter::repeat_n(component, copies)),
            None => return Err(copies),
        }
    }
    Ok(all)
}

/// A list of components as text: parts of one game together, parts of different games joined by `+`.
#[must_use]
pub(crate) fn show_components(parts: &[Component]) -> String {
    let groups = parts.chunk_by(|a, b| a.game == b.game);
    let texts: Vec<String> =
        groups.map(|g| g[0].game.show(&g.iter().map(|c| c.place.clone()).collect::<Vec<_>>())).collect();
    texts.join(" + ")
}
