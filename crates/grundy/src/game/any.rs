//! What every game offers that the engines do not know better: the one kind of game beside sets, codes and rules as data.
//!
//! [`AnyGame`] is object-safe. Rows ([`super::rows`]), tokens on graphs (`super::graph`), compounds
//! (`super::compound`), unions (`super::union`), boards and games of your own ([`super::typed`]) go through it.
//! Whoever has rules on one type of positions writes [`Rules`](crate::rules::Rules) and takes [`Game::from_rules`]; the
//! trait itself is for games of which a move may hand over to another game:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::context::Context;
//! use grundy::game::{AnyGame, Component, OptionVisitor, Place, Shape, Visited};
//! use grundy::{Game, Nat, kayles};
//!
//! /// Take one stone; who leaves an even number may hand over to Kayles instead.
//! #[derive(Debug)]
//! struct Handing(Game);
//!
//! impl AnyGame for Handing {
//!     fn shape(&self) -> Shape {
//!         Shape::Heap
//!     }
//!
//!     fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
//!         cx.tick(1)?;
//!         let Some(left) = u64::try_from(&place[0]).ok().and_then(|n| n.checked_sub(1)) else {
//!             return Ok(ControlFlow::Continue(()));
//!         };
//!         let mut flow = visit(&[Component::new(game, [Nat::from(left)])]);
//!         if flow.is_continue() && left % 2 == 0 {
//!             flow = visit(&[Component::new(&self.0, [Nat::from(left)])]);
//!         }
//!         Ok(flow)
//!     }
//! }
//!
//! let handing = Game::of_any("handing", Handing(kayles()));
//! assert_eq!(handing.at(5).moves()?.moves[1].to, "kayles(4)");
//! # Ok::<(), grundy::Error>(())
//! ```

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::drawing::{Asked, Drawn};
use super::members::Members;
use super::nimbers::store::NimberStore;
use super::{Component, Game, Kind, Law, Listed, Place, Shape};
use crate::context::Context;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::{Evidence, Theorem};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::rule::ir;
use crate::rules::Turn;

/// Takes the parts that an option leaves, in any games. May say stop.
pub type OptionVisitor<'a> = dyn FnMut(&[Component]) -> ControlFlow<()> + 'a;

/// Whether all options were visited, or the visitor said stop.
pub type Visited = Result<ControlFlow<()>>;

/// The error that ended a visit.
#[derive(Debug, Default)]
pub(crate) struct Trouble(Option<Error>);

impl Trouble {
    /// Keeps the error, if there is one, and ends the visit.
    pub(crate) fn keep(&mut self, done: Result<(), impl Into<Error>>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0 = Some(error.into());
                ControlFlow::Break(())
            }
        }
    }
}

/// A visit in which the visitor may meet an error: that comes back.
pub(crate) fn visited(each: impl FnOnce(&mut Trouble) -> Visited) -> Visited {
    let mut trouble = Trouble::default();
    let flow = each(&mut trouble)?;
    trouble.0.map_or(Ok(flow), Err)
}

/// The rule of a game on places of a fixed length.
#[doc(hidden)] // rules as data are not promised
#[derive(Debug, Clone)]
pub struct GameRule {
    /// The rule.
    pub rule: ir::Rule,
    /// Only these places are positions; `None`: all are.
    pub domain: Option<ir::Cond>,
}

/// A game as everybody sees it. The rules must say the same whenever they are asked.
pub trait AnyGame: Any + Debug + Send + Sync {
    /// What stands between the parentheses.
    fn shape(&self) -> Shape;

    /// Visits every option once or more often, each as the parts that it leaves (none: nothing is left), until the
    /// visitor stops. Loops tick the context.
    ///
    /// # Errors
    /// A spent budget; a place whose options have no end.
    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited;

    /// Brings numbers as written to their full, canonical form, or says what is wrong with them.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic.
    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        Ok(numbers)
    }

    /// Reads a place from a name or a text, where those stand between the parentheses. A span in the diagnostic counts
    /// from the start of the text.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic.
    fn read(&self, game: &Game, _text: &str) -> Result<Place, Diagnostic> {
        Err(match self.shape() {
            Shape::Text => Diagnostic::input(format!("positions of `{}` are not read from text", game.text()))
                .suggest("`at_position` takes them"),
            _ => Diagnostic::input(format!("`{}` has numbers, not a text", game.text())),
        })
    }

    /// What is known of the texts with one number between these parts: `path:n` of Node Kayles. Where a number stands alone for a
    /// position, the parts are empty.
    fn members(&self, _parts: &[&str], _letters: &[usize]) -> Option<Members> {
        None
    }

    /// Makes a place of positions of other games, each a list of components with their copies.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic.
    fn join(&self, game: &Game, _positions: Vec<Vec<(Component, Nat)>>) -> Result<Place, Diagnostic> {
        Err(Diagnostic::input(format!("`{}` is not a compound of positions", game.text()))
            .suggest("`at` takes its numbers"))
    }

    /// The components that a position of a type of its own stands for; `None`: it is none of this game.
    fn accept(&self, _position: &Place) -> Option<Vec<Place>> {
        None
    }

    /// As [`AnyGame::read`], of a text with something named behind it: `start=0`. Spans count as there.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic; one of the kind [`ErrorKind::Parse`] where the name is not known. Without a span it
    /// is about the value, or the name.
    fn read_named(&self, game: &Game, _text: &str, name: &str, _value: &str) -> Result<Place, Diagnostic> {
        Err(Diagnostic::new(ErrorKind::Parse, format!("`{}` has no place called `{name}`", game.text())))
    }

    /// Does a number stand for a start position, where places are texts?
    fn reads_numbers(&self) -> bool {
        self.start_numbers() == Some(1)
    }

    /// The text of the place that people mean by a number, where places are texts and numbers do not stand for them: a stalk of
    /// so many edges. It is advised, and not read.
    fn heap_text(&self, _number: &Nat) -> Option<String> {
        None
    }

    /// Is this number known to stand for a start position? Then that need not be made to find out.
    fn is_start(&self, _number: &Nat) -> bool {
        false
    }

    /// How a place prints between the parentheses.
    fn show(&self, place: &Place) -> String {
        place.to_string()
    }

    /// Do places print without the name of the game?
    fn is_bare(&self) -> bool {
        false
    }

    /// The independent parts of a place, each turned so that places which differ by a symmetry are one: sound in every
    /// convention. Searches go over these; moves are shown as they were found. `None`: the place as it is.
    fn parts(&self, _place: &Place) -> Option<Vec<Place>> {
        None
    }

    /// The value in normal play with its reasons, by a search or a theorem of the game's own; `None`: it has none.
    fn valued(&self, _place: &Place, _cx: &Context) -> Option<Result<(Nat, Evidence)>> {
        None
    }

    /// Is the value in normal play this number? `None`: it is found by the value.
    fn is_worth(&self, _place: &Place, _number: u64, _cx: &Context) -> Option<Result<bool>> {
        None
    }

    /// The proof of its value in normal play as a text that another program can check; `None`: there is none.
    fn certificate(&self, _place: &Place, _comment: &str, _cx: &Context) -> Option<Result<String>> {
        None
    }

    /// Does its search find values that a store can keep?
    fn keeps_values(&self) -> bool {
        false
    }

    /// Begins its search with what this store holds, and keeps in it what is found.
    ///
    /// # Errors
    /// A file that is not to be believed; values that are kept already.
    fn keep_values(&self, _store: &Arc<NimberStore>, _cx: &Context) -> Result<()> {
        Ok(())
    }

    /// Where its values are kept.
    fn store(&self) -> Option<&NimberStore> {
        None
    }

    /// Does it find values on its own?
    fn has_own_search(&self) -> bool {
        false
    }

    /// Who wins in normal play, where a theorem tells at once.
    fn told(&self, _place: &Place) -> Option<(Outcome, &'static Theorem)> {
        None
    }

    /// Who wins the place alone in misère play, where a theorem tells at once.
    fn told_misere(&self, _place: &Place) -> Option<(Outcome, &'static Theorem)> {
        None
    }

    /// What the place is worth in sums of misère play, where a theorem says that it and all that can be reached are tame: its
    /// value, and whether it is fickle.
    fn tame(&self, _place: &Place) -> Option<(u64, bool, &'static Theorem)> {
        None
    }

    /// How many moves are left of the place alone, where a theorem says that this does not depend on how one plays: then
    /// that is its remoteness and its suspense.
    fn lasts(&self, _place: &Place) -> Option<(u64, &'static Theorem)> {
        None
    }

    /// Who wins the place alone in misère play, by a search of the game's own; `None`: it has none.
    fn judged_misere(&self, _place: &Place, _cx: &Context) -> Option<Result<(Outcome, Evidence)>> {
        None
    }

    /// How large a place is, as [`Component::size`](grundy_search::misere::Component::size) of misère sums.
    fn extent(&self, _place: &Place) -> u32 {
        0
    }

    /// Does the theorem tell of every option of this place? Then what it tells of them are all moves that win.
    fn tells_all(&self, _place: &Place) -> bool {
        false
    }

    /// What places are worth, where moves may keep the turn or end the play: then [`AnyGame::worth`] tells it, and no search
    /// that takes the turn for granted is asked. `None`: every move passes the turn.
    fn entailing(&self) -> Option<&'static Theorem> {
        None
    }

    /// Has the play of every sum with this place ended? Only where [moves may end it](AnyGame::entailing).
    fn is_over(&self, _place: &Place) -> bool {
        false
    }

    /// The value of a place where moves may keep the turn; `None`: it is loony, so whoever moves wins every sum with it.
    ///
    /// # Errors
    /// A spent budget.
    fn worth(&self, _place: &Place, _cx: &Context) -> Result<Option<Nat>> {
        Ok(None)
    }

    /// Whose turn it is after a move.
    fn turn(&self, _from: &Place, _to: &Place) -> Turn {
        Turn::Passes
    }

    /// How many nodes the game's own search may need for the value, roughly.
    fn search_cost(&self, _place: &Place) -> Option<u64> {
        None
    }

    /// Values that the place is known not to have, where the game's own search ran out of budget.
    fn excluded(&self, _place: &Place, _cx: &Context) -> Vec<u64> {
        Vec::new()
    }

    /// How many numbers stand for a start position, where places are texts: rows and columns of a board.
    fn start_numbers(&self) -> Option<usize> {
        None
    }

    /// The closed form, where there is one.
    fn law(&self) -> Option<Arc<dyn Law>> {
        None
    }

    /// What a theorem computes of a place that is given as a list of numbers, where there is no [law](AnyGame::law).
    #[doc(hidden)] // programs are made of it, in a form that is not promised
    fn fold(&self) -> Option<Listed> {
        None
    }

    /// The same of who wins in misère play.
    #[doc(hidden)] // as above
    fn misere_fold(&self) -> Option<Listed> {
        None
    }

    /// The options of this value that leave a place of another game: those of the same game are listed by the
    /// [law](AnyGame::law). Asked only where the law lists options by their value.
    fn elsewhere_with_value(&self, _place: &Place, _target: &Nat) -> Vec<Component> {
        Vec::new()
    }

    /// Need the play not end?
    fn is_loopy(&self) -> bool {
        false
    }

    /// May a move leave several parts whose play need not end?
    fn splits_loopy(&self) -> bool {
        false
    }

    /// Is it proved that every play ends?
    fn ends(&self) -> bool {
        false
    }

    /// May a heap of size 0 have moves?
    fn may_move_from_zero(&self) -> bool {
        true
    }

    /// How many numbers one written group has where several groups in parentheses make up *one* place:
    /// `northcott((1,6),(3,4))` is the place 1, 6, 3, 4 with groups of 2. `None`: several groups are a sum.
    fn group_length(&self) -> Option<usize> {
        None
    }

    /// Can every smaller value of this number, of so many, be reached at once, whatever the others are? Then at most one
    /// value of it makes a P-position.
    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        false
    }

    /// How many numbers a row of the game has in a table, where nobody says.
    fn row_length(&self) -> usize {
        2
    }

    /// The largest number that may stand at a coordinate where so many are written; `None`: there is none.
    fn largest(&self, _coordinate: usize, _numbers: usize) -> Option<u64> {
        None
    }

    /// How many places there are, where they are numbered from 0.
    fn number_of_places(&self) -> Option<u64> {
        None
    }

    /// The same rules as data, on places of so many numbers, where they can be said so: automata prove claims with them.
    #[doc(hidden)] // rules as data are not promised
    fn as_rule(&self, _numbers: usize) -> Option<GameRule> {
        None
    }

    /// What to draw for places of the game, and which parts a move presses: see [`crate::game::drawing`]. `None`: it is
    /// drawn as its [shape](AnyGame::shape) says.
    fn draw(&self, _asked: &Asked<'_>) -> Option<Drawn> {
        None
    }

    /// Do all places of a position stand on one drawing, as tokens on a graph do?
    fn draws_together(&self) -> bool {
        false
    }

    /// What the game is, in words that follow `name: `.
    fn words(&self) -> Option<String> {
        None
    }

    /// The numbers that the stated order of options compares first.
    fn numbers(&self, place: &Place, into: &mut Vec<Nat>) {
        into.extend(place.iter().cloned());
    }

    /// The stated order of two places.
    fn compare(&self, a: &Place, b: &Place) -> Ordering {
        a.cmp(b)
    }
}

impl Game {
    /// A game with rules of its own; `name` is how it prints.
    ///
    /// The name is for people: the notation does not learn it.
    #[must_use]
    pub fn of_any(name: &str, rules: impl AnyGame) -> Game {
        let shape = rules.shape();
        Game::new(name.to_owned(), shape, Kind::Other(Arc::new(rules)))
    }

    /// The rules of its own, if the game has such.
    #[must_use]
    pub fn any(&self) -> Option<&dyn AnyGame> {
        match self.kind() {
            Kind::Other(rules) => Some(&**rules),
            _ => None,
        }
    }

    /// The rules, if they are of this type.
    pub(crate) fn rules_of<R: AnyGame>(&self) -> Option<&R> {
        let rules: &dyn Any = self.any()?;
        rules.downcast_ref()
    }
}
