//! Another game, as a rule sees it: a move may lead into it, and nothing is asked of it but its name and its shape.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use grundy_core::Diagnostic;

use super::trouble::{Step, Trouble};
use crate::place::{Place, Shape};

/// What a rule asks of a game.
pub trait Named: Debug + Send + Sync + Any {
    /// A number that no other game has.
    fn id(&self) -> u32;
    /// The canonical spelling.
    fn text(&self) -> &str;
    /// What stands between its parentheses.
    fn shape(&self) -> Shape;
    /// Is a heap of it a heap of Nim?
    fn is_nim(&self) -> bool;
    /// Are the numbers of a place as they are given, whatever they are?
    fn takes_all(&self) -> bool;
    /// Checks the numbers of a place and brings them to their canonical form.
    ///
    /// # Errors
    /// Why they are no place.
    fn place(&self, numbers: Place) -> Result<Place, Diagnostic>;
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
    takes_all: bool,
    game: Arc<dyn Named>,
}

impl OtherGame {
    /// A move may lead into this game.
    pub fn new(game: impl Named) -> Self {
        OtherGame { id: game.id(), shape: game.shape(), takes_all: game.takes_all(), game: Arc::new(game) }
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
    #[must_use]
    pub fn is_nim(&self) -> bool {
        self.game.is_nim()
    }

    /// Are these numbers a place in its canonical form, whatever they are?
    #[must_use]
    pub fn takes_all(&self) -> bool {
        self.takes_all
    }

    /// The canonical form of a place that a move leads to.
    ///
    /// # Errors
    /// [`Trouble::NoPlace`].
    pub fn put(&self, numbers: Place) -> Step<Place> {
        self.game.place(numbers.clone()).map_err(|fault| {
            let shown = self.game.show(&[numbers]);
            Trouble::NoPlace(Box::new([shown, fault.message]))
        })
    }

    /// The game itself, if it is of this type.
    #[must_use]
    pub fn get<G: Named>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.game;
        game.downcast_ref()
    }
}

impl Debug for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}
