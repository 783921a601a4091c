//! Boards and graphs: games whose positions are written as texts, `chomp("3x4")`.
//!
//! One file a game, with its entry in the catalogue and its rules; the list of them stands in `catalogue/boards.rs`.
//! [`board`] and [`graph`] read and print the text forms that they share. [`Written`] is what such a game says beside its
//! [`Rules`]; it goes for games of your own as well:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::game::boards::{Written, board::Board};
//! use grundy::rules::{Rules, Visitor};
//! use grundy::{Diagnostic, Game};
//!
//! /// Block a free square.
//! #[derive(Debug)]
//! struct Block;
//!
//! impl Rules for Block {
//!     type Position = Board;
//!     fn options(&self, board: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
//!         board.marked(b'.').try_for_each(|(row, column)| {
//!             let mut left = board.clone();
//!             left.set(row, column, b'#');
//!             visit(&[left])
//!         })
//!     }
//! }
//!
//! impl Written for Block {
//!     fn read(&self, text: &str) -> Result<Board, Diagnostic> {
//!         Board::read(text, ".#")
//!     }
//! }
//!
//! let block = Game::from_written("block", Block);
//! assert_eq!(block.at_text("..|.#").moves()?.moves[0].to, "block(\"#.|.#\")");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A move keeps the frame: the whole board is printed, not cropped, turned or split. Searches go over independent parts in
//! canonical form ([`Rules::split`], [`Rules::canonical`]). Options are listed in the order of their texts.

pub mod board;
pub mod graph;

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Diagnostic, Result, Rules, Stopped};

use super::any::OptionVisitor;
use super::catalogue::{self, Bracket};
use super::drawing::{Asked, Drawn};
use super::options::Parts;
use super::{AnyGame, Component, Game, Place, Shape};

/// Rules on positions that are written as texts.
pub trait Written: Rules<Position: Display + Send + Sync + 'static> + Send + Sync + 'static {
    /// The position that a text means; what it prints is read back as the same.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`](crate::ErrorKind::Input) diagnostic; its span counts from the start of the text.
    fn read(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// As [`AnyGame::draw`]: boards and graphs of the types in this folder are drawn without it.
    fn draw(&self, _asked: &Asked<'_>) -> Option<Drawn> {
        None
    }
}

/// Written rules as a game.
#[derive(Debug)]
struct Whole<R>(R);

impl<R: Written> AnyGame for Whole<R> {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn each_option(
        &self,
        game: &Game,
        place: &Place,
        cx: &Context,
        visit: &mut OptionVisitor<'_>,
    ) -> Result<ControlFlow<()>> {
        let Some(position) = place.position() else { return Ok(ControlFlow::Continue(())) };
        let mut stopped: Option<Stopped> = None;
        let flow = self.0.options(position, &mut |parts| {
            if let Err(s) = cx.tick(1) {
                stopped = Some(s);
                return ControlFlow::Break(());
            }
            let component = |part: &R::Position| Component { game: game.clone(), place: Place::of(part.clone()) };
            visit(&parts.iter().map(component).collect::<Parts>())
        });
        stopped.map_or(Ok(flow), |s| Err(s.into()))
    }

    fn read(&self, _game: &Game, text: &str) -> Result<Place, Diagnostic> {
        self.0.read(text).map(Place::of)
    }

    fn accept(&self, place: &Place) -> Option<Vec<Place>> {
        place.position::<R::Position>().map(|_| vec![place.clone()])
    }

    fn show(&self, place: &Place) -> String {
        format!("\"{place}\"")
    }

    fn parts(&self, place: &Place) -> Option<Vec<Place>> {
        let parts = self.0.split(place.position::<R::Position>()?.clone());
        Some(parts.into_iter().map(|part| Place::of(self.0.canonical(part))).collect())
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        self.0.draw(asked)
    }
}

/// A board game as the catalogue keeps it: nothing stands in its brackets.
///
/// # Errors
/// Something does.
pub fn made(name: &str, brackets: &[Bracket], rules: impl Written) -> catalogue::Made {
    if brackets.is_empty() {
        return Ok(Arc::new(Whole(rules)));
    }
    Err(Diagnostic::input(format!("`{name}` has nothing in brackets")).suggest(format!("write {name}(\"…\")")))
}

impl Game {
    /// A game whose positions are written as texts; `name` is how it prints. See [`crate::game::boards`].
    #[must_use]
    pub fn from_written(name: &str, rules: impl Written) -> Game {
        Game::of_any(name, Whole(rules))
    }

    /// The place that a name or a text means.
    ///
    /// # Errors
    /// What is wrong with the text; its span counts from the start of the text.
    pub(crate) fn read_place(&self, text: &str) -> Result<Place, Diagnostic> {
        match self.any() {
            Some(rules) => rules.read(self, text),
            None => Err(Diagnostic::input(format!("`{}` has numbers, not a text", self.text()))),
        }
    }
}
