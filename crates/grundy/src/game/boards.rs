//! Boards and graphs: games whose positions are written as texts, `chomp("3x4")`.
//!
//! One file a game, with its entry in the catalogue and its rules; this file lists them.
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

pub(crate) mod arckayles;
pub mod board;
pub(crate) mod brussels;
pub(crate) mod cells;
pub(crate) mod chomp;
pub(crate) mod clobber;
mod connected;
pub(crate) mod cram;
pub(crate) mod dotsandcoins;
pub(crate) mod geography;
pub mod graph;
pub(crate) mod hackenbush;
pub(crate) mod nimstring;
pub(crate) mod nodekayles;
pub(crate) mod nogo;
pub(crate) mod notakto;
pub(crate) mod posets;
pub(crate) mod proof;
pub(crate) mod sprouts;
pub(crate) mod strings;
pub(crate) mod subsets;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod treblecross;

use std::fmt::Display;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use grundy_core::{
    Context, Diagnostic, ErrorKind, Evidence, Nat, NormalPlay, Outcome, Result, Rules, Theorem, Turn, number::to_u64,
};

use super::any::{OptionVisitor, Visited, visited};
use super::drawing::{Asked, Drawn};
use super::entry::{self, Bracket, Entry};
use super::members::Members;
use super::nimbers::store::{Keyed, Kind, NimberStore, Writer};
use super::nimbers::{Kept, Plainly, Values};
use super::options::Parts;
use super::{AnyGame, Component, Game, Listed, Place, Shape};

/// The games on boards and graphs, in the order in which they are listed.
pub(super) const ENTRIES: &[Entry] = &[
    arckayles::ENTRY,
    brussels::ENTRY,
    chomp::ENTRY,
    clobber::ENTRY,
    cram::ENTRY,
    dotsandcoins::ENTRY,
    geography::ENTRY,
    hackenbush::ENTRY,
    nimstring::ENTRY,
    nodekayles::ENTRY,
    nogo::ENTRY,
    notakto::ENTRY,
    posets::ENTRY,
    sprouts::ENTRY,
    subsets::ENTRY,
    treblecross::ENTRY,
];

/// The theorems that these games name.
#[cfg(test)]
pub(crate) static THEOREMS: &[&crate::Theorem] = &[
    &brussels::EULER,
    &chomp::MIRROR,
    &chomp::STEALING,
    &cram::POINT_SYMMETRY,
    &cram::TWO_ROWS,
    &geography::MATCHING,
    &hackenbush::COLON,
    &hackenbush::FUSION,
    &hackenbush::BRANCHES,
    &nodekayles::EVEN_CYCLE,
    &nodekayles::CYCLES,
    &nodekayles::GRID_SYMMETRY,
    &nodekayles::STARS,
    &nimstring::LOONY,
    &posets::STEALING,
    &treblecross::STRETCHES,
];

/// Rules on positions that are written as texts.
pub trait Written: Rules<Position: Display + Send + Sync + 'static> + Send + Sync + 'static {
    /// The position that a text means; what it prints is read back as the same.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic; its span counts from the start of the text.
    fn read(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// As [`AnyGame::draw`]: boards and graphs of the types in this folder are drawn without it.
    fn draw(&self, _asked: &Asked<'_>) -> Option<Drawn> {
        None
    }

    /// As [`Written::read`], with something named behind the text: `start=0`.
    ///
    /// # Errors
    /// As [`Written::read`]; of the kind [`ErrorKind::Parse`] where the name is not known. Without a span the fault is about the
    /// value, or the name.
    fn read_named(&self, _text: &str, name: &str, _value: &str) -> Result<Self::Position, Diagnostic> {
        Err(Diagnostic::new(ErrorKind::Parse, format!("there is no place called `{name}`")))
    }

    /// As [`AnyGame::heap_text`].
    fn heap_text(&self, _number: &Nat) -> Option<String> {
        None
    }

    /// How a position prints between the parentheses.
    fn show(&self, position: &Self::Position) -> String {
        format!("\"{position}\"")
    }

    /// How much work and memory an option of this position is, beside that of a small board.
    fn weight(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// How large a position is: in misère sums those above [`grundy_search::misere::LARGE`] are opened only where the search
    /// comes to them.
    fn extent(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// As [`AnyGame::members`].
    fn members(&self, _parts: &[&str], _letters: &[usize]) -> Option<Members> {
        None
    }

    /// How many numbers stand for a start position: two for boards of rows and columns, which a table then shows.
    fn numbers(&self) -> Option<usize> {
        None
    }

    /// As [`AnyGame::is_start`].
    fn is_start(&self, _number: u64) -> bool {
        false
    }
}

/// What rules read back from what a position prints, in canonical form.
fn read_back<R: Written>(rules: &R, written: &[u8]) -> Result<R::Position, Diagnostic> {
    let text = std::str::from_utf8(written).map_err(|_| Diagnostic::input("a position is no text"))?;
    rules.read(text)
}

fn printed<P: Display>() -> Writer<P> {
    // a list of bytes takes all that is written
    Box::new(|position, out| _ = write!(out, "{position}"))
}

impl<R: Written + NormalPlay> Keyed for R {
    const KIND: Kind = Kind::Texts;

    fn writer(&self) -> Writer<R::Position> {
        printed()
    }

    fn component(&self, written: &[u8]) -> Result<Option<R::Position>, Diagnostic> {
        read_back(self, written).map(Some)
    }
}

impl<R: Written> Keyed for Plainly<R> {
    const KIND: Kind = Kind::Texts;

    fn writer(&self) -> Writer<R::Position> {
        printed()
    }

    fn component(&self, written: &[u8]) -> Result<Option<R::Position>, Diagnostic> {
        read_back(&*self.0, written).map(Some)
    }
}

/// Options of positions of this weight are not listed: each is as large as the position.
const HEAVY: u64 = 1 << 13;

/// Written rules as a game, what finds its values, and where these are kept.
#[derive(Debug)]
struct Whole<R: Written>(Arc<R>, Box<dyn Values<R::Position>>, OnceLock<Arc<NimberStore>>);

impl<R: Written> Whole<R> {
    fn new(rules: R) -> Self {
        let rules = Arc::new(rules);
        let values = Box::new(Kept::new(Plainly(Arc::clone(&rules))));
        Whole(rules, values, OnceLock::new())
    }
}

impl<R: Written> AnyGame for Whole<R> {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn members(&self, parts: &[&str], letters: &[usize]) -> Option<Members> {
        self.0.members(parts, letters)
    }

    fn valued(&self, place: &Place, cx: &Context) -> Option<Result<(Nat, Evidence)>> {
        let found = self.1.value(place.position()?, cx);
        let rests = |evidence: Evidence| match self.2.get() {
            Some(store) => evidence.and(&store.evidence()),
            None => evidence,
        };
        Some(found.map(|(value, evidence)| (Nat::from(value), rests(evidence))))
    }

    fn certificate(&self, place: &Place, comment: &str, cx: &Context) -> Option<Result<String>> {
        self.1.certificate(place.position()?, comment, cx)
    }

    fn fold(&self) -> Option<Listed> {
        self.1.fold()
    }

    fn misere_fold(&self) -> Option<Listed> {
        self.1.misere_fold()
    }

    fn keeps_values(&self) -> bool {
        self.1.keeps()
    }

    fn keep_values(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        if self.2.get().is_some() {
            return Err(Diagnostic::input("the values of this game are kept in a store already").into());
        }
        self.1.keep_in(store, cx)?;
        // nobody else can have been faster: the file is locked
        let _ = self.2.set(Arc::clone(store));
        Ok(())
    }

    fn store(&self) -> Option<&NimberStore> {
        self.2.get().map(|store| &**store)
    }

    fn is_worth(&self, place: &Place, number: u64, cx: &Context) -> Option<Result<bool>> {
        self.1.is(place.position()?, number, cx)
    }

    fn has_own_search(&self) -> bool {
        true
    }

    fn told(&self, place: &Place) -> Option<(Outcome, &'static Theorem)> {
        self.1.told(place.position()?)
    }

    fn told_misere(&self, place: &Place) -> Option<(Outcome, &'static Theorem)> {
        self.1.told_misere(place.position()?)
    }

    fn tame(&self, place: &Place) -> Option<(u64, bool, &'static Theorem)> {
        self.1.tame(place.position()?)
    }

    fn lasts(&self, place: &Place) -> Option<(u64, &'static Theorem)> {
        self.1.lasts(place.position()?)
    }

    fn tells_all(&self, place: &Place) -> bool {
        place.position().is_some_and(|position| self.1.tells_all(position))
    }

    fn entailing(&self) -> Option<&'static Theorem> {
        self.1.entailing()
    }

    /// All of them fill, take or cut; but a move may keep the turn.
    fn ends(&self) -> bool {
        self.entailing().is_none()
    }

    fn is_over(&self, place: &Place) -> bool {
        place.position().is_some_and(|position| self.1.is_over(position))
    }

    fn worth(&self, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        let Some(position) = place.position() else { return Ok(None) };
        Ok(self.1.worth(position, cx)?.map(Nat::from))
    }

    fn turn(&self, from: &Place, to: &Place) -> Turn {
        from.position().zip(to.position()).map_or(Turn::Passes, |(from, to)| self.1.turn(from, to))
    }

    fn read_named(&self, _game: &Game, text: &str, name: &str, value: &str) -> Result<Place, Diagnostic> {
        self.0.read_named(text, name, value).map(Place::of)
    }

    fn heap_text(&self, number: &Nat) -> Option<String> {
        self.0.heap_text(number)
    }

    fn extent(&self, place: &Place) -> u32 {
        place.position().map_or(0, |position| self.0.extent(position))
    }

    fn search_cost(&self, place: &Place) -> Option<u64> {
        self.1.cost(place.position()?)
    }

    fn excluded(&self, place: &Place, cx: &Context) -> Vec<u64> {
        place.position().map_or_else(Vec::new, |position| self.1.excluded(position, cx))
    }

    fn start_numbers(&self) -> Option<usize> {
        self.0.numbers()
    }

    fn is_start(&self, number: &Nat) -> bool {
        to_u64(number).is_some_and(|number| self.0.is_start(number))
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        let texts: Option<Vec<String>> = numbers.iter().map(|n| to_u64(n).map(|n| n.to_string())).collect();
        match texts.filter(|texts| self.0.numbers() == Some(texts.len())) {
            Some(texts) => self.0.read(&texts.join("x")).map(Place::of),
            None => Ok(numbers),
        }
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(position) = place.position() else { return Ok(ControlFlow::Continue(())) };
        let weight = self.0.weight(position);
        if weight > HEAVY {
            return Err(game.too_many_options(place, cx));
        }
        let component = |part: &R::Position| Component { game: game.clone(), place: Place::of(part.clone()) };
        visited(|trouble| {
            Ok(self.0.options(position, &mut |parts| {
                trouble.keep(cx.tick(weight))?;
                visit(&parts.iter().map(component).collect::<Parts>())
            }))
        })
    }

    fn read(&self, _game: &Game, text: &str) -> Result<Place, Diagnostic> {
        self.0.read(text).map(Place::of)
    }

    fn accept(&self, place: &Place) -> Option<Vec<Place>> {
        place.position::<R::Position>().map(|_| vec![place.clone()])
    }

    fn show(&self, place: &Place) -> String {
        place.position().map_or_else(String::new, |position| self.0.show(position))
    }

    fn parts(&self, place: &Place) -> Option<Vec<Place>> {
        let parts = self.0.split(place.position::<R::Position>()?.clone());
        Some(parts.into_iter().map(|part| Place::of(self.0.canonical(part))).collect())
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        self.0.draw(asked)
    }
}

/// Draws positions of the types that several games share: boards and graphs.
pub(super) fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    board::drawing::draw(asked).or_else(|| graph::drawing::draw(asked))
}

/// A board game as the catalogue keeps it: nothing stands in its brackets.
///
/// # Errors
/// Something does.
pub fn made(name: &str, brackets: &[Bracket], rules: impl Written) -> entry::Made {
    nothing_in(name, brackets)?;
    Ok(Arc::new(Whole::new(rules)))
}

/// As [`made`], with what finds the values of positions.
pub(crate) fn made_with<R: Written>(
    name: &str,
    brackets: &[Bracket],
    rules: R,
    values: impl Values<R::Position> + 'static,
) -> entry::Made {
    nothing_in(name, brackets)?;
    Ok(Arc::new(Whole(Arc::new(rules), Box::new(values), OnceLock::new())))
}

fn nothing_in(name: &str, brackets: &[Bracket]) -> Result<(), Diagnostic> {
    if brackets.is_empty() {
        return Ok(());
    }
    Err(Diagnostic::input(format!("`{name}` has nothing in brackets")).suggest(format!("write {name}(\"…\")")))
}

impl Game {
    /// A game whose positions are written as texts; `name` is how it prints. See [`crate::game::boards`].
    #[must_use]
    pub fn from_written(name: &str, rules: impl Written) -> Game {
        Game::of_any(name, Whole::new(rules))
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
