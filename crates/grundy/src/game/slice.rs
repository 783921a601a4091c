//! A game of several coordinates of which all but one are given: `wythoff(n, 4)`, a game of one heap n.
//!
//! A move leads into the whole game. So every question about one heap can be asked of a slice: its values, its period,
//! laws, tables.

use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Result};

use super::any::OptionVisitor;
use super::{AnyGame, Game, Place, Shape};

/// A game with one coordinate left open.
#[derive(Debug)]
pub(crate) struct Slice {
    /// The whole game.
    pub(crate) game: Game,
    /// The coordinate that is open.
    pub(crate) open: usize,
    /// The others, with 0 for the open one.
    given: Place,
}

impl Slice {
    /// The place of the whole game that a heap stands for.
    pub(crate) fn whole(&self, heap: &Place) -> Place {
        let mut place = self.given.clone();
        place[self.open] = heap.first().cloned().unwrap_or_default();
        place
    }
}

impl AnyGame for Slice {
    fn shape(&self) -> Shape {
        Shape::Heap
    }

    fn each_option(
        &self,
        _: &Game,
        place: &Place,
        cx: &Context,
        visit: &mut OptionVisitor<'_>,
    ) -> Result<ControlFlow<()>> {
        self.game.each_move(&self.whole(place), cx, visit)
    }

    fn show(&self, place: &Place) -> String {
        self.game.show(&[self.whole(place)])
    }

    fn is_bare(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn splits_loopy(&self) -> bool {
        self.game.splits_loopy()
    }

    fn words(&self) -> Option<String> {
        Some(format!("one coordinate of {} is open, the others are given.", self.game.text()))
    }
}

impl Game {
    /// The game of one heap that is left where all coordinates but one are given; the place has 0 for the open one.
    pub(crate) fn sliced(&self, given: Place, open: usize, name: &str) -> Game {
        let shown = |(i, n): (usize, &Nat)| if i == open { name.to_owned() } else { n.to_string() };
        let coordinates: Vec<String> = given.iter().enumerate().map(shown).collect();
        let text = format!("{}({})", self.text(), coordinates.join(", "));
        Game::of_any(&text, Slice { game: self.clone(), open, given })
    }

    /// What it is a slice of.
    pub(crate) fn slice(&self) -> Option<&Slice> {
        self.rules_of()
    }
}
