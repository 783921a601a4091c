//! Games and places in them.
//!
//! A [`Game`] is shared and cheap to clone; it owns what was learnt about it (its family, its tables), so that equal
//! components anywhere in a session are worked once.

pub mod any;
pub mod boards;
pub mod catalogue;
mod codes;
pub mod coins;
mod component;
pub(crate) mod compound;
pub(crate) mod derived;
pub mod drawing;
pub(crate) mod each;
mod entry;
mod graph;
pub(crate) mod knowledge;
pub(crate) mod learnt;
pub(crate) mod limits;
pub(crate) mod members;
mod moves;
pub(crate) mod nimbers;
pub(crate) mod open_sum;
pub(crate) mod open_text;
pub(crate) mod options;
pub mod problems;
mod properties;
mod query;
mod range;
mod reading;
pub mod rows;
pub(crate) mod slice;
mod star;
pub mod terms;
pub mod typed;
pub(crate) mod union;
mod values;
mod words;

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use grundy_sequence::code::Code;
use grundy_sequence::set::IntSet;

use crate::context::Context;
use crate::error::Diagnostic;
use crate::rule::growth::growing_move;
use crate::rule::ir::{self, Named, OtherGame};
use crate::rule::set::int_set;
use drawing::{Asked, Drawn};
use entry::{Entry, Expand};
use knowledge::Knowledge;

pub(crate) use crate::engine::fold::{Every, Fold, Join, Listed};
pub use crate::engine::law::{Candidates, Law, Listing, Working};
pub use crate::place::{AnyPosition, Coordinate, Coordinates, Place, Shape};
pub use any::{AnyGame, GameRule, OptionVisitor, Visited};
pub use component::Component;
pub(crate) use component::{one_by_one, show_components};
pub(crate) use compound::Compound;
pub use graph::Graph;
pub(crate) use query::letters;
pub use query::{GameQuestion, Opened};
pub use range::RangeGraph;
pub use values::Values;

/// A game: rules, and everything that was learnt about them.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    id: u32,
    text: String,
    shape: Shape,
    kind: Kind,
    /// The game of the catalogue that it is, under whatever name.
    entry: Option<&'static Entry>,
    knowledge: OnceLock<Arc<Knowledge>>,
    /// What the planner keeps: the engines of this game with what they learnt.
    strategies: OnceLock<Box<dyn Any + Send + Sync>>,
    learnt: learnt::Store,
}

/// What a game is made of.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// A subtraction game: the set, and as it was written.
    Take(IntSet, ir::Set),
    /// A take-and-break code.
    Code(Code),
    /// A rule in braces, or a union of rules, sets and codes brought to one rule.
    Rule(ir::Rule),
    /// Anything else.
    Other(Arc<dyn AnyGame>),
    /// No game: the first question is answered by what is wrong with it.
    Refused(Box<Diagnostic>),
}

static NEXT_ID: AtomicU32 = AtomicU32::new(0);

impl Game {
    /// A game that prints as `text`.
    pub(crate) fn new(text: String, shape: Shape, kind: Kind) -> Self {
        Game::with_entry(text, shape, kind, None)
    }

    /// A game of the catalogue.
    pub(crate) fn with_entry(text: String, shape: Shape, kind: Kind, entry: Option<&'static Entry>) -> Self {
        Game(Arc::new(Inner {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            text,
            shape,
            kind,
            entry,
            knowledge: OnceLock::new(),
            strategies: OnceLock::new(),
            learnt: learnt::Store::default(),
        }))
    }

    /// The game of a code, under its own spelling.
    pub(crate) fn of_code(code: Code) -> Self {
        Game::new(code.to_string(), Shape::Heap, Kind::Code(code))
    }

    /// The subtraction game of a set, under the set's own spelling.
    ///
    /// # Errors
    /// A set that is too large, or holds 0.
    pub(crate) fn of_set(written: ir::Set) -> Result<Self, Diagnostic> {
        let set = int_set(&written)?;
        Ok(Game::new(format!("take[{set}]"), Shape::Heap, Kind::Take(set, written)))
    }

    /// Components of this game, written together: `kayles(5, 2)`, `wythoff((4, 7), (1, 2))`, `*5`.
    #[must_use]
    pub fn show(&self, places: &[Place]) -> String {
        let alone = if self.is_star() { Some("*") } else { self.any().filter(|rules| rules.is_bare()).map(|_| "") };
        if let Some(sign) = alone {
            let each: Vec<String> = places.iter().map(|place| format!("{sign}{}", self.show_place(place))).collect();
            return each.join(" + ");
        }
        // what is joined by commas is a compound, not a sum of compounds; a row of one number has no list of its own
        let alone_each = match self.shape() {
            Shape::Positions => true,
            Shape::Row => places.iter().any(|place| place.len() < 2),
            _ => false,
        };
        if alone_each && places.len() > 1 {
            let each: Vec<String> = places.iter().map(|place| self.show(std::slice::from_ref(place))).collect();
            return each.join(" + ");
        }
        let bare = !matches!(self.shape(), Shape::Tuple(_) | Shape::Row) || places.len() == 1;
        let mut text = format!("{}(", self.text());
        for (i, place) in places.iter().enumerate() {
            if i > 0 {
                text.push_str(", ");
            }
            let (open, close) = if bare { ("", "") } else { ("(", ")") };
            text.push_str(open);
            let shown = self.show_place(place);
            // as the notation prints a list within a list
            text.push_str(&if bare { shown } else { shown.replace(", ", ",") });
            text.push_str(close);
        }
        text.push(')');
        text
    }

    /// How a place prints between the parentheses.
    #[must_use]
    pub fn show_place(&self, place: &Place) -> String {
        self.any().map_or_else(|| place.to_string(), |rules| rules.show(place))
    }

    /// Draws places of a game: as its rules say, else by their shape. A game without a drawing has no parts.
    pub(crate) fn draw(asked: &Asked<'_>) -> Drawn {
        let own = asked.game.any().and_then(|rules| rules.draw(asked));
        let drawn = own.or_else(|| match asked.game.shape() {
            Shape::Text => boards::draw(asked),
            _ => drawing::by_shape(asked),
        });
        drawn.unwrap_or_else(|| Drawn { parts: Vec::new(), presses: vec![Vec::new(); asked.moves.len()] })
    }

    /// The same rules with nothing learnt: what is asked of it does not depend on what was asked before.
    #[must_use]
    pub fn unlearnt(&self) -> Self {
        Game::with_entry(self.text().to_owned(), self.shape(), self.kind().clone(), self.entry())
    }

    /// A number that no other game of this process has.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// The canonical spelling.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// How many coordinates a place has.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.0.shape
    }

    /// The game of the catalogue that it is, under whatever name.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.0.entry
    }

    /// How a short place becomes a full one: `fibonaccinim(n)` means `fibonaccinim(n, n-1)`.
    pub(crate) fn short_form(&self) -> Option<Expand> {
        self.entry()?.expand
    }

    /// May a heap of size 0 have moves?
    pub(crate) fn may_move_from_zero(&self) -> bool {
        match self.kind() {
            Kind::Rule(_) => self.knowledge().is_ok_and(|known| known.moves_from_zero),
            Kind::Other(rules) => rules.may_move_from_zero(),
            Kind::Take(..) | Kind::Code(_) | Kind::Refused(_) => false,
        }
    }

    /// Need the play not end? Then its values are those of [`crate::loopy`].
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.knowledge().is_ok_and(|known| known.is_loopy())
    }

    /// Refuses places from which positions plainly grow without end: no graph holds them.
    ///
    /// # Errors
    /// The growing move.
    pub(crate) fn must_stay_small(&self, place: &Place, cx: &Context) -> Result<(), Diagnostic> {
        let Kind::Rule(rule) = self.kind() else { return Ok(()) };
        let Some(growing) = growing_move(rule, place, cx) else { return Ok(()) };
        let message = format!("the move `{}` leads to larger and larger positions without end", growing.text);
        Err(Diagnostic::rule(message).suggest("a bound behind the move: `if` and a condition"))
    }

    /// May a move leave several parts whose play need not end?
    pub(crate) fn splits_loopy(&self) -> bool {
        self.knowledge().is_ok_and(|known| known.splits)
    }

    /// Refuses what has no meaning, or no method, where the play need not end.
    pub(crate) fn must_end(&self, question: &str) -> Result<(), Diagnostic> {
        if !self.is_loopy() {
            return Ok(());
        }
        Err(Diagnostic::unsupported(format!("{question}: the play of `{}` need not end", self.text()))
            .suggest("`solve`, `moves`, `explain` and `table` answer such games position by position"))
    }

    /// What belongs to the game and only its keeper understands, made when it is first asked for. There is one keeper: the
    /// planner, which stands above the games.
    pub(crate) fn slot<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let kept = self.0.strategies.get_or_init(|| Box::new(make()));
        // `downcast_ref` of the box itself would look for the box
        (**kept).downcast_ref().unwrap_or_else(|| unreachable!("the slot of a game has one keeper"))
    }

    /// The game that a move of a rule leads into.
    pub(crate) fn other(other: &OtherGame) -> &Game {
        other.get().unwrap_or_else(|| unreachable!("only a game is made another game"))
    }

    /// What it is made of.
    pub(crate) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// The names that a rule in braces gives its coordinates; empty for other games.
    ///
    /// ```
    /// assert_eq!(grundy::game("{(left,right) -> (left-1,right)}")?.coordinate_names(), ["left", "right"]);
    /// assert!(grundy::kayles().coordinate_names().is_empty());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn coordinate_names(&self) -> &[String] {
        match self.kind() {
            Kind::Rule(rule) => &rule.names,
            Kind::Take(..) | Kind::Code(_) | Kind::Other(_) | Kind::Refused(_) => &[],
        }
    }
}

impl Named for Game {
    fn id(&self) -> u32 {
        self.0.id
    }

    fn text(&self) -> &str {
        &self.0.text
    }

    fn shape(&self) -> Shape {
        self.0.shape
    }

    fn is_nim(&self) -> bool {
        Game::is_nim(self)
    }

    fn takes_all(&self) -> bool {
        Game::takes_all(self)
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        Game::place(self, numbers)
    }

    fn show(&self, places: &[Place]) -> String {
        Game::show(self, places)
    }
}

impl From<Game> for OtherGame {
    fn from(game: Game) -> Self {
        OtherGame::new(game)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.0.text).finish()
    }
}
