//! What may stand between the parentheses of [`Game::at`]: a number, a pair, a list.

use super::{Game, Place, Shape};
use crate::error::Diagnostic;
use crate::number::{Int, Nat};
use crate::position::{Position, Text};

/// One number of a place. Negative ones are told apart when the place is made.
pub trait Coordinate {
    /// The number.
    fn number(self) -> Int;
}

macro_rules! coordinate {
    ($($number:ty),*) => {
        $(impl Coordinate for $number {
            fn number(self) -> Int {
                Int::from(self)
            }
        })*
    };
}

coordinate!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, Nat);

impl Coordinate for &Nat {
    fn number(self) -> Int {
        Int::from(self.clone())
    }
}

/// The numbers of a place: `21`, `(4, 7)`, `[0, 2, 5]`, a `Vec`, a [`Nat`].
pub trait Coordinates {
    /// All numbers in order.
    fn numbers(self) -> Vec<Int>;
}

impl<T: Coordinate> Coordinates for T {
    fn numbers(self) -> Vec<Int> {
        vec![self.number()]
    }
}

impl<A: Coordinate, B: Coordinate> Coordinates for (A, B) {
    fn numbers(self) -> Vec<Int> {
        vec![self.0.number(), self.1.number()]
    }
}

impl<A: Coordinate, B: Coordinate, C: Coordinate> Coordinates for (A, B, C) {
    fn numbers(self) -> Vec<Int> {
        vec![self.0.number(), self.1.number(), self.2.number()]
    }
}

impl<T: Coordinate, const N: usize> Coordinates for [T; N] {
    fn numbers(self) -> Vec<Int> {
        self.into_iter().map(Coordinate::number).collect()
    }
}

impl<T: Coordinate> Coordinates for Vec<T> {
    fn numbers(self) -> Vec<Int> {
        self.into_iter().map(Coordinate::number).collect()
    }
}

impl<T: Coordinate + Clone> Coordinates for &[T] {
    fn numbers(self) -> Vec<Int> {
        self.iter().cloned().map(Coordinate::number).collect()
    }
}

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
            Shape::Heap => place.into_iter().map(|n| self.place(Place::from_iter([n]))).collect(),
            Shape::Vertex | Shape::Text | Shape::Positions => {
                Err(Diagnostic::input(format!("the places of `{}` are no numbers", self.text()))
                    .suggest("a vertex is named in a text, positions of your own rules go to `at_position`"))
            }
            Shape::Tuple(_) | Shape::Row => Ok(vec![self.place(place)?]),
        }
    }
}
