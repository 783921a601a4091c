//! A game as it is asked about: under a convention, in the words of the text that named it.
//!
//! [`Session::game`](crate::Session::game) reads one; [`Game::under`] makes one of a game. The questions themselves are
//! methods of it: [`GameQuestion::table_with`] and its neighbours.

use std::path::PathBuf;

use grundy_sequence::store::Store;

use super::{Game, Kind, Shape};
use crate::context::Context;
use crate::error::Diagnostic;
use crate::outcome::Convention;

/// What a store held for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opened {
    /// The file of values; `None` where a closed form gives them and nothing is stored.
    pub path: Option<PathBuf>,
    /// So many values were read.
    pub values: u64,
    /// So many bytes of a block that was not finished were cut off.
    pub cut: u64,
}

/// A game with the convention it is asked under.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GameQuestion {
    /// Normal or misère.
    pub convention: Convention,
    /// The game.
    pub game: Game,
    /// The canonical spelling, with definitions and `misere`.
    pub query: String,
    /// The names that claims about it give its coordinates, where their number is known: a rule's own names where the
    /// rule is written out, else `n`, or `a`, `b`, ….
    pub variables: Vec<String>,
}

impl Game {
    /// The game with a convention, to be asked.
    ///
    /// ```
    /// use grundy::{Convention, nim};
    /// assert_eq!(nim().under(Convention::Misere).query, "misere nim");
    /// ```
    #[must_use]
    pub fn under(&self, convention: Convention) -> GameQuestion {
        let misere = if convention == Convention::Misere { "misere " } else { "" };
        let variables = match self.kind() {
            Kind::Rule(rule) => rule.names.clone(),
            _ => self.usual_variables(),
        };
        GameQuestion { convention, game: self.clone(), query: format!("{misere}{}", self.text()), variables }
    }
}

impl GameQuestion {
    /// Reads what a store holds of the game's values, and stores those that are computed from now on, slice by slice.
    ///
    /// Codes with at most two parts go on where they were. Other games of one heap give what is stored at once; to go
    /// beyond, their engines compute from the start. Linear in the file; a byte a value below 256. `last` is the last heap
    /// that will be asked for, if that is known.
    ///
    /// # Errors
    /// Misère play and games that are not of one heap; a last heap beyond the memory budget, before anything is read; a
    /// file of another game or version, or a damaged one; a spent budget.
    ///
    /// ```
    /// use grundy::{Context, Session, TableOptions, store::Store};
    ///
    /// # let directory = std::env::temp_dir().join(format!("grundy-doc-{}", std::process::id()));
    /// let question = Session::new().game("0.6")?;
    /// let cx = Context::default();
    /// question.keep(&Store::open(&directory)?, Some(999), &cx)?;
    /// question.table_with(&TableOptions::default().with_to(vec![999]), &cx)?;
    /// assert_eq!(question.game.sync_store()?, 1000);
    /// # drop(std::fs::remove_dir_all(directory));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn keep(&self, store: &Store, last: Option<u64>, cx: &Context) -> crate::Result<Opened> {
        if self.convention == Convention::Misere {
            return Err(Diagnostic::unsupported("a store keeps Grundy values, and misère play has none").into());
        }
        self.game.attach_store(store, &self.query, last, cx)
    }

    /// The names of so many coordinates: for rows, whose number of coordinates is open, the usual ones.
    pub(crate) fn names(&self, length: usize) -> Vec<String> {
        if self.variables.len() == length { self.variables.clone() } else { letters(length) }
    }
}

impl Game {
    /// The names of coordinates in claims about a game whose rule is not written out.
    pub(crate) fn usual_variables(&self) -> Vec<String> {
        match self.shape() {
            Shape::Heap => vec!["n".to_owned()],
            Shape::Row if self.row_length() == 1 => vec!["n".to_owned()],
            Shape::Tuple(n) => letters(n),
            Shape::Row | Shape::Vertex | Shape::Text | Shape::Positions => Vec::new(),
        }
    }
}

/// The names of so many coordinates: `a`, `b`, …
pub(crate) fn letters(count: usize) -> Vec<String> {
    (0..count).map(letter).collect()
}

/// `a`, `b`, … without letters that mean something in claims.
pub(super) fn letter(i: usize) -> String {
    const LETTERS: &str = "abcdefhijklmnopqrstuvwxyz";
    LETTERS.chars().nth(i).map_or_else(|| format!("a{i}"), String::from)
}
