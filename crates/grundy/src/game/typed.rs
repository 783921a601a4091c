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
mod tests {
    use super::*;
    use crate::rules::Visitor;
    use crate::{Position, game, kayles, nim};

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
        fn shape(&self) -> Shape {
            Shape::Text
        }

        fn accept(&self, place: &Place) -> Option<Vec<Place>> {
            place.position::<u64>().map(|_| vec![place.clone()])
        }

        fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
            let Some(&n) = place.position::<u64>() else { return Ok(ControlFlow::Continue(())) };
            for k in 1..=n.min(2) {
                cx.tick(1)?;
                let row = |n: u64| Component::new(&kayles(), [Nat::from(n)]);
                let own = Component { game: game.clone(), place: Place::of(n - k) };
                let mut flow = visit(&[own]);
                if flow.is_continue() && (n - k) % 2 == 0 {
                    flow = visit(&[row(n - k), row(n - k), row(1)]);
                }
                if flow.is_break() {
                    return Ok(flow);
                }
            }
            Ok(ControlFlow::Continue(()))
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

    /// A ring of so many chairs, or a row of them: nobody takes a chair beside one that is taken.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    enum Chairs {
        Ring(u32),
        Row(u32),
    }

    impl Display for Chairs {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{self:?}")
        }
    }

    #[derive(Debug)]
    struct Seats {
        declares: bool,
    }

    impl Rules for Seats {
        type Position = Chairs;

        fn options(&self, chairs: &Chairs, visit: &mut Visitor<'_, Chairs>) -> ControlFlow<()> {
            match *chairs {
                Chairs::Ring(n) => visit(&[Chairs::Row(n.saturating_sub(3))]),
                Chairs::Row(n) => (0..n).try_for_each(|at| {
                    visit(&[Chairs::Row(at.saturating_sub(1)), Chairs::Row((n - at).saturating_sub(2))])
                }),
            }
        }
    }

    impl NormalPlay for Seats {
        fn pairing(&self, chairs: &Chairs) -> Option<Outcome> {
            match *chairs {
                _ if !self.declares => None,
                Chairs::Ring(n) => (n % 2 == 0).then_some(Outcome::Previous),
                Chairs::Row(0) => Some(Outcome::Previous),
                // the chair in the middle, then the image
                Chairs::Row(n) => (n % 2 == 1).then_some(Outcome::Next),
            }
        }
    }

    #[test]
    fn declared_symmetry_is_the_reason() {
        let [declared, silent] = [true, false].map(|declares| Game::from_normal_play("seats", Seats { declares }));
        let small = Context::new(grundy_core::Budget { nodes: Some(300_000), ..grundy_core::Budget::UNLIMITED });
        for (chairs, outcome) in [(Chairs::Ring(100_000), Outcome::Previous), (Chairs::Row(10_001), Outcome::Next)] {
            let place = declared.at_position(chairs);
            let answer = place.solve_with(&crate::SolveOptions::default(), &small).unwrap();
            assert_eq!((answer.outcome, answer.stopped), (Some(outcome), None), "{place}");
            assert_eq!(answer.evidence.theorems, [&PAIRING]);
            assert!(answer.evidence.is_proved());
            let named: Vec<&str> = answer.result.moves.moves.iter().map(|m| m.to.as_str()).collect();
            assert_eq!(named, if outcome == Outcome::Next { vec!["seats(Row(4999), Row(4999))"] } else { vec![] });
        }
        for n in 3..40 {
            for chairs in [Chairs::Ring(n), Chairs::Row(n)] {
                let [declared, silent] = [&declared, &silent].map(|game| game.at_position(chairs.clone()));
                assert_eq!(declared.value(), silent.value(), "{chairs}");
                let [with, without] = [&declared, &silent].map(|place| (place.clone() + nim().at(1)).outcome());
                assert_eq!(with, without, "{chairs}");
                if n < 9 {
                    // misère play does not ask for it
                    assert_eq!(declared.misere().outcome(), silent.misere().outcome(), "{chairs}");
                }
            }
        }
    }

    /// Nim, whose empty heap is said to win.
    #[derive(Debug)]
    struct Boastful;

    impl Rules for Boastful {
        type Position = u8;

        fn options(&self, &n: &u8, visit: &mut Visitor<'_, u8>) -> ControlFlow<()> {
            (0..n).try_for_each(|m| visit(&[m]))
        }
    }

    impl NormalPlay for Boastful {
        fn pairing(&self, &n: &u8) -> Option<Outcome> {
            (n == 0).then_some(Outcome::Next)
        }
    }

    #[test]
    fn a_declared_winner_of_a_lost_position_is_a_fault() {
        let game = Game::from_normal_play("boastful", Boastful);
        for method in [None, Some(grundy_core::Method::Mex)] {
            let cx = Context::default().with_method(method);
            let answer = game.at_position(0u8).solve_with(&crate::SolveOptions::default(), &cx);
            let told = answer.map(|answer| (answer.outcome, answer.value.clone()));
            assert!(told.as_ref().is_err_and(|fault| fault.to_string().contains("but the value is 0")), "{told:?}");
        }
    }

    /// A small position has its value and the move that leaves nothing beside its reason.
    #[test]
    fn declared_symmetry_of_a_small_position() {
        let seats = Game::from_normal_play("seats", Seats { declares: true });
        let answer = seats.at_position(Chairs::Row(1)).solve().unwrap();
        assert_eq!((answer.outcome, &answer.value), (Some(Outcome::Next), &Some(Nat::ONE)));
        assert_eq!(
            (answer.evidence.theorems[0], &answer.result.moves.moves[0].to[..]),
            (&PAIRING, "seats(Row(0), Row(0))")
        );
    }

    #[test]
    fn a_move_may_hand_over() {
        let handing = Game::of_any("handing", Handing);
        let same = game("{n -> n-k | 2*n-2*n for k in 1..2}").unwrap().value(3).is_err();
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
