//! Games whose rules are written in Rust on positions of a type of their own, as members of any sum.
//!
//! [`Rules`] is typed: each game has positions of its own type, which suits engines. A sum holds games of many types, and
//! so do catalogue, page and Python; there [`AnyGame`] stands. [`Game::from_rules`] makes the one of the other, where
//! positions can be printed and sent to another thread:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::rules::{Rules, Visitor};
//! use grundy::{Game, take};
//!
//! /// Take one stone, or split a heap into two unequal heaps.
//! #[derive(Debug)]
//! struct TakeOrSplit;
//!
//! impl Rules for TakeOrSplit {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         if n > 0 {
//!             visit(&[n - 1])?;
//!         }
//!         (1..n.div_ceil(2)).try_for_each(|a| visit(&[a, n - a]))
//!     }
//! }
//!
//! let mine = Game::from_rules("takeorsplit", TakeOrSplit);
//! let sum = mine.at_position(6u32) + take([1, 3, 4]).at(9);
//! assert_eq!(sum.winning_moves()?.moves[0].to, "takeorsplit(2, 4)");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Options are listed in the order of their texts. Values come from the search of the boards
//! ([`grundy_search::nimbers`]): by couples, on as many threads as the context says.

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Error, ErrorKind, Evidence, Nat, NormalPlay, Outcome, Result, Rules, Theorem};

use super::any::{OptionVisitor, Visited, visited};
use super::nimbers::{Kept, Plainly, searched};
use super::options::Parts;
use super::{AnyGame, Component, Game, Place, Shape};

/// What rules say by [`NormalPlay::pairing`].
pub static PAIRING: Theorem = Theorem {
    id: "pairing",
    statement: "Declared by the rules of the game: in this position every move has an image, another move that is still there \
                after it, so the second player answers with it and wins (P), or one move leaves such a position (N)",
    chinese: "由游戏规则声明：此局面中每步都有一个像，即另一步，且走后仍可走，所以后手以像应对而取胜（P），或者有一步走到这样的局面（N）",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982, chapter 1 (Tweedledum and Tweedledee)",
};

/// Rules on one type of positions, each brought to its parts and their canonical forms as soon as it is met; and the search
/// for the values of positions that fall apart.
#[derive(Debug)]
struct Typed<R: NormalPlay> {
    rules: R,
    values: Kept<R>,
}

impl<R> Typed<R>
where
    R: NormalPlay + Clone + Sync,
    R::Position: Display + Send + Sync + 'static,
{
    fn new(rules: R) -> Self {
        Typed { values: Kept::new(rules.clone()), rules }
    }

    /// The canonical parts of a position.
    fn canonical_parts(&self, position: &R::Position) -> impl Iterator<Item = Place> {
        let parts = self.rules.split(self.rules.canonical(position.clone())).into_iter();
        parts.map(|part| Place::of(self.rules.canonical(part)))
    }
}

impl<R> AnyGame for Typed<R>
where
    R: NormalPlay + Clone + Send + Sync + 'static,
    R::Position: Display + Send + Sync + 'static,
{
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn has_own_search(&self) -> bool {
        true
    }

    fn valued(&self, place: &Place, cx: &Context) -> Option<Result<(Nat, Evidence)>> {
        match self.values.value_of(place.position()?, cx) {
            // the search of sums names the position as it prints
            Err(Error::Bad(fault)) if fault.kind == ErrorKind::Rule => None,
            value => Some(value.map(|value| (Nat::from(value), searched()))),
        }
    }

    fn is_worth(&self, place: &Place, number: u64, cx: &Context) -> Option<Result<bool>> {
        Some(self.values.is_of(place.position()?, number, cx))
    }

    fn told(&self, place: &Place) -> Option<(Outcome, &'static Theorem)> {
        let outcome = self.rules.pairing(place.position()?).filter(|outcome| *outcome != Outcome::Draw)?;
        Some((outcome, &PAIRING))
    }

    fn excluded(&self, place: &Place, cx: &Context) -> Vec<u64> {
        place.position().map_or_else(Vec::new, |position| self.values.excluded_of(position, cx))
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(position) = place.position() else { return Ok(ControlFlow::Continue(())) };
        visited(|trouble| {
            Ok(self.rules.options(position, &mut |parts| {
                trouble.keep(cx.tick(1))?;
                let places = parts.iter().flat_map(|part| self.canonical_parts(part));
                let components: Parts = places.map(|place| Component { game: game.clone(), place }).collect();
                visit(&components)
            }))
        })
    }

    fn accept(&self, place: &Place) -> Option<Vec<Place>> {
        Some(self.canonical_parts(place.position()?).collect())
    }

    fn words(&self) -> Option<String> {
        Some("rules written in Rust.".to_owned())
    }
}

impl Game {
    /// A game with rules written in Rust; `name` is how it prints. See [`crate::game::typed`] for an example.
    ///
    /// The name is for people: the notation does not learn it. The rules must say the same whenever they are asked.
    #[must_use]
    pub fn from_rules<R>(name: &str, rules: R) -> Game
    where
        R: Rules + Send + Sync + 'static,
        R::Position: Display + Send + Sync + 'static,
    {
        Game::of_any(name, Typed::new(Plainly(Arc::new(rules))))
    }

    /// As [`Game::from_rules`], with rules that say more about normal play: reductions that keep values, bounds, sizes by
    /// which a search orders its work, who wins by symmetry ([`NormalPlay::pairing`], which answers name as their reason).
    /// Misère play never asks for them.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::Game;
    /// use grundy::rules::{NormalPlay, Rules, Visitor};
    ///
    /// /// Colour a vertex of a row none of whose neighbours is coloured: a row falls apart.
    /// #[derive(Debug)]
    /// struct Row;
    ///
    /// impl Rules for Row {
    ///     type Position = u32;
    ///     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
    ///         (0..n).try_for_each(|v| visit(&[v.saturating_sub(1), (n - v).saturating_sub(2)]))
    ///     }
    /// }
    ///
    /// impl NormalPlay for Row {
    ///     fn size(&self, n: &u32) -> u32 {
    ///         *n
    ///     }
    ///     fn bound(&self, n: &u32) -> u64 {
    ///         u64::from(n.div_ceil(2))
    ///     }
    /// }
    ///
    /// let row = Game::from_normal_play("row", Row);
    /// assert_eq!(row.at_position(30u32).value()?, "nodekayles(\"path:30\")".parse::<grundy::Position>()?.value()?);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn from_normal_play<R>(name: &str, rules: R) -> Game
    where
        R: NormalPlay + Send + Sync + 'static,
        R::Position: Display + Send + Sync + 'static,
    {
        Game::of_any(name, Typed::new(Arc::new(rules)))
    }
}

#[cfg(test)]
mod tests;
