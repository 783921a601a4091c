//! Games whose rules somebody else wrote in Rust, as members of any sum.
//!
//! [`Rules`] is typed: each game has positions of a type of its own, which suits engines. A sum holds games of many
//! types, and so do catalogue, page and Python; there [`AnyGame`] stands, which every [`Rules`] type implements whose
//! positions can be printed and sent to another thread. [`Game::from_rules`] makes a game of it:
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
//! Positions are numbered when they are first met, and the number is the place: tables are keyed by it, and two
//! positions share one only if they are equal ([`Eq`], never a hash alone). Options are listed in the order in which
//! they were met. Cost: a hash and a copy of each position met, twice its size and about 64 bytes in memory.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::options::Parts;
use super::{Component, Game, Kind, Place, Shape};
use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::number::{Int, Nat, to_u64, to_usize};
use crate::position::{Position, Text};
use crate::rule::ir;
use crate::rules::Rules;
use crate::set::IntSet;

/// A position whose type is forgotten. Every type that can be compared, hashed and printed is one.
pub trait AnyPosition: Debug + Display + Send + Sync + 'static {
    /// The position, to be cast back to its type.
    fn as_any(&self) -> &dyn Any;
    /// Are both of one type and equal?
    fn is_equal(&self, other: &dyn AnyPosition) -> bool;
    /// Equal positions hash alike.
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<P: Eq + Hash + Debug + Display + Send + Sync + 'static> AnyPosition for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<P>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// One part of what a move leaves.
#[derive(Debug, Clone)]
pub enum Part {
    /// A position of the same game.
    Own(Arc<dyn AnyPosition>),
    /// The move hands over: a position of other games, of a few components. Its convention is not looked at, for the
    /// whole sum has one.
    Elsewhere(Position),
}

/// Rules whose type of positions is forgotten: what [`Game::from_rules`] takes.
///
/// Implemented for every [`Rules`] type whose positions are `Display + Send + Sync`. Implement it yourself where a
/// move hands over to another game ([`Part::Elsewhere`]).
pub trait AnyGame: Debug + Send + Sync {
    /// Is this a position of the game?
    fn accepts(&self, position: &dyn AnyPosition) -> bool;

    /// The independent parts that the position is the sum of, each in canonical form; sound in every convention.
    fn parts(&self, position: Arc<dyn AnyPosition>) -> Vec<Arc<dyn AnyPosition>> {
        vec![position]
    }

    /// Visits every option of `position` once or more often, each as the parts that it leaves, until the visitor
    /// stops. The play must end: no position may be reached from itself.
    fn each_option(
        &self,
        position: &dyn AnyPosition,
        visit: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

impl<R> AnyGame for R
where
    R: Rules + Send + Sync,
    R::Position: Display + Send + Sync + 'static,
{
    fn accepts(&self, position: &dyn AnyPosition) -> bool {
        position.as_any().is::<R::Position>()
    }

    fn parts(&self, position: Arc<dyn AnyPosition>) -> Vec<Arc<dyn AnyPosition>> {
        let Some(typed) = (*position).as_any().downcast_ref::<R::Position>() else { return vec![position] };
        let parts = self.split(self.canonical(typed.clone())).into_iter();
        parts.map(|part| Arc::new(self.canonical(part)) as Arc<dyn AnyPosition>).collect()
    }

    fn each_option(
        &self,
        position: &dyn AnyPosition,
        visit: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(position) = position.as_any().downcast_ref::<R::Position>() else {
            return ControlFlow::Continue(());
        };
        self.options(position, &mut |parts| visit(parts.iter().map(|part| Part::Own(Arc::new(part.clone()))).collect()))
    }
}

/// Rules written in Rust with the positions that were met so far.
pub struct Custom {
    rules: Box<dyn AnyGame>,
    met: Mutex<Met>,
}

#[derive(Default)]
struct Met {
    numbers: FxHashMap<Key, usize>,
    positions: Vec<Arc<dyn AnyPosition>>,
}

#[derive(Clone)]
struct Key(Arc<dyn AnyPosition>);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        (*self.0).is_equal(&*other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Custom").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// What the tables of one numbered position take, beside the position itself.
const BYTES: usize = 64;

/// A part handed over has so many components at most.
const HANDED_OVER: u64 = 1000;

impl Custom {
    fn met(&self) -> MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a position, which gets a number if it is new.
    fn place(&self, position: Arc<dyn AnyPosition>, cx: &Context) -> Result<Place> {
        let mut met = self.met();
        let key = Key(position);
        let number = match met.numbers.get(&key) {
            Some(&number) => number,
            None => {
                cx.reserve((2 * size_of_val(&*key.0) + BYTES) as u64)?;
                let number = met.positions.len();
                met.positions.push(Arc::clone(&key.0));
                met.numbers.insert(key, number);
                number
            }
        };
        Ok(Place::from_iter([Nat::from(number)]))
    }

    fn position(&self, place: &[Nat]) -> Option<Arc<dyn AnyPosition>> {
        self.met().positions.get(to_usize(place.first()?)?).cloned()
    }

    /// How a place prints between the parentheses.
    pub(super) fn show(&self, place: &[Nat]) -> String {
        self.position(place).map(|p| p.to_string()).unwrap_or_default()
    }

    /// As [`Game::each_option`].
    pub(super) fn each_option(
        &self,
        game: &Game,
        place: &Place,
        cx: &Context,
        visit: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        let Some(position) = self.position(place) else { return Ok(ControlFlow::Continue(())) };
        let mut trouble = None;
        let flow = self.rules.each_option(&*position, &mut |parts| match cx
            .tick(1)
            .map_err(Error::from)
            .and_then(|()| self.components(game, parts, cx))
        {
            Ok(components) => visit(&components),
            Err(e) => {
                trouble = Some(e);
                ControlFlow::Break(())
            }
        });
        trouble.map_or(Ok(flow), Err)
    }

    fn components(&self, game: &Game, parts: Vec<Part>, cx: &Context) -> Result<Parts> {
        let mut components = Parts::new();
        for part in parts {
            match part {
                Part::Own(position) => {
                    for part in self.rules.parts(position) {
                        components.push(Component { game: game.clone(), place: self.place(part, cx)? });
                    }
                }
                Part::Elsewhere(position) => {
                    for (component, copies) in position.sound()?.components() {
                        let copies = to_u64(&copies).filter(|&n| n + components.len() as u64 <= HANDED_OVER);
                        let Some(copies) = copies else {
                            let message = format!("a move of `{}` leaves more than 1000 components", game.text());
                            return Err(Diagnostic::rule(message).into());
                        };
                        components.extend(std::iter::repeat_n(component, copies as usize));
                    }
                }
            }
        }
        if components.is_empty() {
            components.push(nothing());
        }
        Ok(components)
    }
}

/// Where nothing is left: \*0.
pub(crate) fn nothing() -> Component {
    Component { game: Game::star(), place: Place::from_iter([Nat::ZERO]) }
}

impl Game {
    /// A game with rules written in Rust; `name` is how it prints. See [`crate::game::custom`] for an example.
    ///
    /// The name is for people: the notation does not learn it. The rules must say the same whenever they are asked.
    #[must_use]
    pub fn from_rules(name: &str, rules: impl AnyGame + 'static) -> Game {
        let custom = Custom { rules: Box::new(rules), met: Mutex::default() };
        Game::new(name.to_owned(), Shape::Vertex, Kind::Custom(Arc::new(custom)))
    }

    /// A position of a game made by [`Game::from_rules`], brought to its canonical parts.
    ///
    /// What does not fit the game is told by the first question asked about the position, or a sum it is in.
    #[must_use]
    pub fn at_position(&self, position: impl AnyPosition) -> Position {
        let Kind::Custom(custom) = self.kind() else {
            let fault = Diagnostic::input(format!("`{}` has no positions of a type of its own", self.text()));
            return Position::faulty(self, fault.suggest("`at` takes its numbers"));
        };
        if !custom.rules.accepts(&position) {
            let fault = Diagnostic::input(format!("{position:?} is no position of `{}`", self.text()));
            return Position::faulty(self, fault.suggest("its type is not that of the rules: `6` alone is an `i32`"));
        }
        let cx = Context::default();
        match custom.components(self, vec![Part::Own(Arc::new(position))], &cx) {
            Ok(components) => Position::of_components(components, Text::Made(Vec::new())),
            Err(Error::Bad(fault)) => Position::faulty(self, *fault),
            Err(Error::Stopped(s)) => Position::faulty(self, Diagnostic::input(s.to_string())),
        }
    }

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Visitor;
    use crate::{Outcome, game, kayles, nim};

    /// A row of pins as text: take one, or two that are adjacent; the string is split at blanks.
    #[derive(Debug)]
    struct Pins;

    impl Rules for Pins {
        type Position = String;

        fn options(&self, row: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
            for taken in 1..=2 {
                for from in 0..(row.len() + 1).saturating_sub(taken) {
                    let mut left = row.clone();
                    left.replace_range(from..from + taken, &" ".repeat(taken));
                    visit(&[left])?;
                }
            }
            ControlFlow::Continue(())
        }

        fn split(&self, rows: String) -> Vec<String> {
            rows.split_whitespace().map(str::to_owned).collect()
        }
    }

    /// Take one or two stones; who leaves an even number may hand over to Kayles instead.
    #[derive(Debug)]
    struct Handing;

    impl AnyGame for Handing {
        fn accepts(&self, position: &dyn AnyPosition) -> bool {
            position.as_any().is::<u64>()
        }

        fn each_option(
            &self,
            position: &dyn AnyPosition,
            visit: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            let Some(&n) = position.as_any().downcast_ref::<u64>() else { return ControlFlow::Continue(()) };
            for k in 1..=n.min(2) {
                visit(vec![Part::Own(Arc::new(n - k))])?;
                if (n - k) % 2 == 0 {
                    visit(vec![Part::Elsewhere(2 * kayles().at(n - k) + kayles().at(1))])?;
                }
            }
            ControlFlow::Continue(())
        }
    }

    #[derive(Debug)]
    struct Circle;

    impl Rules for Circle {
        type Position = u8;
        fn options(&self, &n: &u8, visit: &mut Visitor<'_, u8>) -> ControlFlow<()> {
            visit(&[(n + 1) % 5])
        }
    }

    #[test]
    fn rules_in_rust_agree_with_the_catalogue_in_any_sum() {
        let pins = Game::from_rules("pins", Pins);
        for n in 0..12 {
            let row = pins.at_position("|".repeat(n));
            assert_eq!(row.value(), kayles().value(n), "{n}");
            assert_eq!((row.clone() + kayles().at(n)).outcome(), Ok(Outcome::Previous));
            let sums = [row.clone() + nim().at(2), kayles().at(n) + nim().at(2)];
            let [mine, theirs] = sums.map(|sum| sum.misere().outcome());
            assert_eq!(mine, theirs, "{n}");
            let wins = (row + nim().at(3)).winning_moves().unwrap();
            let theirs = (kayles().at(n) + nim().at(3)).winning_moves().unwrap();
            assert_eq!(wins.count.is_some_and(|c| c > Nat::ZERO), theirs.count.is_some_and(|c| c > Nat::ZERO));
        }
        let two = pins.at_position("|| |||".to_owned());
        assert_eq!(two.to_string(), "pins(||, |||)");
        assert_eq!(two.value(), kayles().at([2, 3]).value());
        assert_eq!(pins.at_position("|".to_owned()).moves().unwrap().moves[0].to, "*0");
    }

    #[test]
    fn a_move_may_hand_over() {
        let handing = Game::from_rules("handing", Handing);
        let same = game("{n -> n-k | 2*n-2*n for k in 1..2}").is_err();
        assert!(same, "a rule in braces that does not end is refused");
        let mut values = Vec::new();
        for n in 0..30u64 {
            let mut options = Vec::new();
            for k in 1..=n.min(2) {
                let below = (n - k) as usize;
                options.push(values[below]);
                if below.is_multiple_of(2) {
                    options.push(1);
                }
            }
            values.push(crate::mex(options));
            assert_eq!(handing.at_position(n).value(), Ok(Nat::from(values[n as usize])), "{n}");
        }
        assert!(handing.at_position(5u64).misere().outcome().is_ok());
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let circle = Game::from_rules("circle", Circle);
        let message = circle.at_position(3u8).value().unwrap_err().to_string();
        assert!(message.contains("circle(3)"), "{message}");
        assert!(circle.at_position(3u8).misere().outcome().is_err());
        assert!(circle.at_position(3u16).value().is_err());
        assert!(circle.at(3).value().is_err());
        assert!(nim().at_position(3u8).value().is_err());
        assert!(circle.values().next().unwrap().is_err());
    }

    #[test]
    fn games_positions_and_answers_travel_between_threads() {
        fn travels<T: Send + Sync>() {}
        travels::<Game>();
        travels::<Position>();
        travels::<crate::Answer>();
        let pins = Game::from_rules("pins", Pins);
        let value = std::thread::spawn(move || pins.at_position("||||".to_owned()).value()).join().unwrap();
        assert_eq!(value, Ok(Nat::ONE));
    }
}
