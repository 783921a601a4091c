//! What may stand between the parentheses of [`Game::at`](crate::Game::at): a number, a pair, a list.

use grundy_core::number::{Int, Nat};

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
