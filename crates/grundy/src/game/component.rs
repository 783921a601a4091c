//! Components: a place with its game, one summand of a position.

use super::{Game, Place};
use crate::number::Nat;

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

/// A list of components as text: parts of one game together, parts of different games joined by `+`.
#[must_use]
pub(crate) fn show_components(parts: &[Component]) -> String {
    let groups = parts.chunk_by(|a, b| a.game == b.game);
    let texts: Vec<String> =
        groups.map(|g| g[0].game.show(&g.iter().map(|c| c.place.clone()).collect::<Vec<_>>())).collect();
    texts.join(" + ")
}
