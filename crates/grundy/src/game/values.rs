//! The values of a game in a row: g(0), g(1), g(2), …

use std::iter::FusedIterator;

use grundy_core::{Context, Diagnostic, Nat, Outcome, Result};

use super::{Game, Place, Shape};
use crate::place::Coordinates;

/// The Grundy values of a game of one number, from 0 on; ends after a fault.
#[derive(Debug)]
pub struct Values {
    game: Game,
    next: u64,
    ended: bool,
    cx: Context,
}

impl Iterator for Values {
    type Item = Result<Nat>;

    fn next(&mut self) -> Option<Result<Nat>> {
        if self.ended {
            return None;
        }
        let value = if self.game.shape() == Shape::Heap {
            self.game.value_at(&Place::heap(self.next), &self.cx)
        } else {
            Err(Diagnostic::input(format!("the places of `{}` are not single numbers", self.game.text())).into())
        };
        match self.next.checked_add(1) {
            Some(next) if value.is_ok() => self.next = next,
            _ => self.ended = true,
        }
        Some(value)
    }
}

impl FusedIterator for Values {}

impl Game {
    /// The Grundy value of a place. Unlimited time and memory; [`Position::solve_with`](crate::Position::solve_with) takes a budget, and tells what
    /// the value rests on.
    ///
    /// # Errors
    /// A place that the game does not have, a rule that is not a game, a plan that no machine could finish.
    ///
    /// ```
    /// use grundy::{take, wythoff};
    /// assert_eq!(take([1, 3, 4]).value(16)?, 0u8.into());
    /// assert_eq!(wythoff().value((4, 7))?, 0u8.into());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn value(&self, numbers: impl Coordinates) -> Result<Nat> {
        self.at(numbers).value()
    }

    /// Who wins from a place in normal play.
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn outcome(&self, numbers: impl Coordinates) -> Result<Outcome> {
        self.at(numbers).outcome()
    }

    /// The values g(0), g(1), g(2), … of a game of one number.
    ///
    /// A fault of the game is the last item. Each value is computed once and stays known to the game.
    ///
    /// ```
    /// use grundy::{Nat, take};
    /// let values: Vec<Nat> = take([1, 3, 4]).values().take(8).collect::<Result<_, _>>()?;
    /// assert_eq!(values, [0u8, 1, 0, 1, 2, 3, 2, 0].map(Nat::from));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn values(&self) -> Values {
        Values { game: self.clone(), next: 0, ended: false, cx: Context::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game, kayles, wythoff};

    #[test]
    fn one_by_one_is_not_dearer_than_a_table() {
        let one_by_one = game("{n -> n-k*k for k in 1..; n-2*k for k in 1..3 if k < n}").unwrap();
        let values: Vec<Nat> = one_by_one.values().take(3000).collect::<Result<_>>().unwrap();
        let at_once = one_by_one.value(2999).unwrap();
        assert_eq!(values[2999], at_once);
        let (mut last, mut count) = (Nat::ZERO, 0);
        for value in kayles().values().take(10_000) {
            (last, count) = (value.unwrap(), count + 1);
        }
        assert_eq!((last, count), (kayles().value(9_999).unwrap(), 10_000));
    }

    #[test]
    fn pairs_have_no_row_of_values() {
        let mut values = wythoff().values();
        assert!(values.next().unwrap().is_err());
        assert!(values.next().is_none());
    }
}
