//! The nim-heaps `*n`: the game in which any number may be taken from a heap.

use std::sync::LazyLock;

use grundy_core::{Int, Nat};
use grundy_sequence::set::IntSet;

use super::{Component, Game, Kind, Place, Shape};
use crate::rule::ir;

impl Game {
    /// The nim-heaps, `*n`.
    pub(crate) fn star() -> Game {
        static STAR: LazyLock<Game> = LazyLock::new(|| {
            let one = ir::Expr::Constant(Int::ONE);
            let from_one = ir::Item::Range { from: one.clone(), to: None, step: one };
            let written = ir::Set { items: vec![from_one], except: Vec::new() };
            Game::new("*".to_owned(), Shape::Heap, Kind::Take(IntSet::all(), written))
        });
        STAR.clone()
    }

    /// Is it the game of the nim-heaps, `*n`?
    pub(crate) fn is_star(&self) -> bool {
        matches!(self.kind(), Kind::Take(..)) && *self == Game::star()
    }
}

impl Component {
    /// What stands for a position with nothing left: \*0.
    pub(crate) fn nothing() -> Component {
        Component { game: Game::star(), place: Place::heap(Nat::ZERO) }
    }
}
