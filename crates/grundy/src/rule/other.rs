//! Another game, as a rule sees it: a move may lead into it, and nothing is asked of it but its name and its shape.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::place::{Place, Shape};

/// What a rule asks of a game.
pub(crate) trait Named: Debug + Send + Sync + Any {
    /// A number that no other game has.
    fn id(&self) -> u32;
    /// The canonical spelling.
    fn text(&self) -> &str;
    /// What stands between its parentheses.
    fn shape(&self) -> Shape;
    /// Is a heap of it a heap of Nim?
    fn is_nim(&self) -> bool;
    /// Places of this game, written together.
    fn show(&self, places: &[Place]) -> String;
}

/// The game that a part of a move leads into. Cheap to clone.
///
/// Number and shape are kept beside the game, for tables ask for them at each option.
#[derive(Clone)]
pub struct OtherGame {
    id: u32,
    shape: Shape,
    game: Arc<dyn Named>,
}

impl OtherGame {
    /// A move may lead into this game.
    pub(crate) fn new(game: impl Named) -> Self {
        OtherGame { id: game.id(), shape: game.shape(), game: Arc::new(game) }
    }

    /// A number that no other game has.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The canonical spelling.
    #[must_use]
    pub fn text(&self) -> &str {
        self.game.text()
    }

    /// What stands between its parentheses.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Is a heap of it a heap of Nim? Then its heap without stones is nothing in a sum.
    pub(crate) fn is_nim(&self) -> bool {
        self.game.is_nim()
    }

    /// The game itself, if it is of this type.
    pub(crate) fn get<G: Named>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.game;
        game.downcast_ref()
    }
}

impl Debug for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}
