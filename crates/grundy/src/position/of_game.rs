//! Positions of one game: from numbers, from a text, from a value of the rules' own type.
//!
//! A place that the game does not have is told by the first question about the position, or about a sum it is in.

use super::{Position, Text};
use crate::error::Diagnostic;
use crate::game::options::Parts;
use crate::game::{Component, Game};
use crate::number::{Int, Nat};
use crate::place::{AnyPosition, Coordinates, Place, Shape};

impl Game {
    /// A position of this game: `take([1, 3, 4]).at(21)`, `wythoff().at((4, 7))`.
    ///
    /// Several numbers are several heaps, as in the notation: `kayles().at([5, 2])` is the sum of two rows. In games
    /// of a fixed number of coordinates, and in row games, all of them are one place.
    ///
    /// A place that the game does not have is told by the first question about the position, or about a sum it is in.
    ///
    /// ```
    /// use grundy::{kayles, wythoff};
    /// assert_eq!(kayles().at([5, 2]).to_string(), "kayles(5, 2)");
    /// assert!(wythoff().at(4).solve().is_err());
    /// ```
    #[must_use]
    pub fn at(&self, numbers: impl Coordinates) -> Position {
        match self.places(numbers.numbers()) {
            Ok(places) => Position::of_places(self.clone(), places, Text::Made(Vec::new())),
            Err(fault) => Position::faulty(self, fault),
        }
    }

    /// A position given by its text, between quotation marks or not: `game("chomp")?.at_text("3x4")`.
    ///
    /// What does not fit the game is told by the first question asked about the position, or a sum it is in.
    #[must_use]
    pub fn at_text(&self, text: &str) -> Position {
        match self.read_place(text) {
            Ok(place) => Position::of_places(self.clone(), vec![place], Text::Made(Vec::new())),
            Err(fault) => Position::faulty(self, fault),
        }
    }

    /// A position of a game with positions of a type of its own, such as [`Game::from_rules`] makes.
    ///
    /// What does not fit the game is told by the first question asked about the position, or a sum it is in.
    #[must_use]
    pub fn at_position(&self, position: impl AnyPosition) -> Position {
        let Some(rules) = self.any().filter(|rules| rules.shape() == Shape::Text) else {
            let fault = Diagnostic::input(format!("`{}` has no positions of a type of its own", self.text()));
            return Position::faulty(self, fault.suggest("`at` takes its numbers"));
        };
        let place = Place::of(position);
        let Some(parts) = rules.accept(&place) else {
            let fault = Diagnostic::input(format!("{place:?} is not a position of `{}`", self.text()));
            return Position::faulty(self, fault.suggest("its type is not that of the rules: `6` alone is an `i32`"));
        };
        let mut parts: Parts = parts.into_iter().map(|place| Component { game: self.clone(), place }).collect();
        if parts.is_empty() {
            parts.push(Component::nothing());
        }
        Position::of_components(parts, Text::Made(Vec::new()))
    }

    fn places(&self, numbers: Vec<Int>) -> Result<Vec<Place>, Diagnostic> {
        let mut place = Place::new();
        for number in numbers {
            match Nat::try_from(number) {
                Ok(number) => place.push(number),
                Err(_) => return Err(Diagnostic::input("the numbers of a place are 0, 1, 2, …")),
            }
        }
        match self.shape() {
            Shape::Heap if place.is_empty() => {
                Err(Diagnostic::input(format!("`{}` needs a number", self.text())).suggest("at(5)"))
            }
            Shape::Heap => place.into_iter().map(|n| self.place(Place::heap(n))).collect(),
            Shape::Vertex | Shape::Text | Shape::Positions => {
                Err(Diagnostic::input(format!("the places of `{}` are not numbers", self.text()))
                    .suggest("a vertex is named in a text, positions of your own rules go to `at_position`"))
            }
            Shape::Tuple(_) | Shape::Row => Ok(vec![self.place(place)?]),
        }
    }
}
