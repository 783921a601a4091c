//! Games whose whole list of numbers is one component: stairs, coins on a strip, piles in a row.
//!
//! `staircase(3, 0, 5, 2)` is one position, not a sum. One file a game; each has a function `game` that makes it from
//! what stands in the brackets, the rules ([`Row`]) and, where a theorem is known, its
//! [`Law`]. The tests at the foot of each file hold the rules against a second, plain reading of them,
//! and the law against brute force.

pub mod antonim;
pub mod end_nim;
pub mod kotzig;
pub mod moore;
pub mod new_stone;
pub mod nim_with_pass;
pub mod northcott;
pub mod poker_nim;
pub mod silver_dollar;
pub mod silver_dollar_bag;
mod squares;
pub mod staircase;
pub mod thirty_one;
pub mod welter;

#[cfg(test)]
pub(super) mod brute_force;
#[cfg(test)]
mod tests;

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::number::{shorten, to_u64};
use grundy_core::{Context, Diagnostic, Nat};

use super::any::{OptionVisitor, Visited, visited};
use super::drawing::{Asked, Drawn};
use super::entry::{self, Bracket};
use super::{AnyGame, Component, Game, GameRule, Law, Listing, Place, Shape, Working, letters};
use crate::engine::closed_form::listing::count_up;
use crate::rule::ir::{Alternative, Expr, Guard, Item, Loop, Part, Rule, Set};
use crate::statement::Spelt;
use crate::words::Words;

/// Takes an option in another game: that game, and the place in it in canonical form. May say stop.
pub type Elsewhere<'a> = dyn FnMut(&Game, &[u64]) -> ControlFlow<()> + 'a;

/// Rules of a row game. Every move leaves one component: a row again, or ([`Row::options_elsewhere`]) a row of another
/// game.
///
/// Coordinates above 2^64 − 1 are answered by [`Row::law`] or not at all.
pub trait Row: Debug + Send + Sync {
    /// Brings a place as written to its full, canonical form (`thirtyone(0)` to the long form; sorted where the
    /// order has no meaning), or says what is wrong with it.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`](crate::ErrorKind::Input) diagnostic.
    fn place(&self, place: Place) -> Result<Place, Diagnostic>;

    /// Visits each option once or more often, in canonical form, until the visitor stops.
    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Visits the options that leave a place of another game: `nimpass(3, 4)` passes to `nimpass[0](3, 4)`. They come on
    /// top of those of [`Row::options`]; most games have none.
    fn options_elsewhere(&self, _place: &[u64], _visit: &mut Elsewhere<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// As [`AnyGame::elsewhere_with_value`].
    fn elsewhere_with_value(&self, _place: &[Nat], _target: &Nat) -> Vec<Component> {
        Vec::new()
    }

    /// As [`AnyGame::group_length`].
    fn group_length(&self) -> Option<usize> {
        None
    }

    /// As [`AnyGame::lowers_at_will`].
    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        false
    }

    /// As [`AnyGame::row_length`].
    fn row_length(&self) -> usize {
        2
    }

    /// As [`AnyGame::largest`].
    fn largest(&self, _coordinate: usize, _numbers: usize) -> Option<u64> {
        None
    }

    /// The closed form, where there is one.
    fn law(&self) -> Option<Arc<dyn Law>> {
        None
    }

    /// As [`AnyGame::as_rule`].
    fn as_rule(&self, _numbers: usize) -> Option<GameRule> {
        None
    }

    /// As [`AnyGame::draw`]: piles in a row are drawn without it.
    fn draw(&self, _asked: &Asked<'_>) -> Option<Drawn> {
        None
    }

    /// How a place prints between the parentheses, where it is not just its numbers (`northcott((1,6),(3,4))`).
    fn show(&self, _place: &[Nat]) -> Option<String> {
        None
    }
}

impl AnyGame for Arc<dyn Row> {
    fn shape(&self) -> Shape {
        Shape::Row
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let numbers: Option<Vec<u64>> = place.iter().map(to_u64).collect();
        let Some(numbers) = numbers else { return Err(game.too_many_options(place, cx)) };
        visited(|trouble| {
            // a walk of many squares is written out at each move
            let mut take = |game: &Game, row: &[u64]| {
                trouble.keep(cx.tick(1 + row.len() as u64 / 256))?;
                visit(&[Component::new(game, row.iter().map(|&n| Nat::from(n)))])
            };
            let flow = (**self).options(&numbers, &mut |row| take(game, row));
            Ok(if flow.is_break() { flow } else { (**self).options_elsewhere(&numbers, &mut take) })
        })
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        (**self).place(numbers)
    }

    fn show(&self, place: &Place) -> String {
        (**self).show(place).unwrap_or_else(|| place.to_string())
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        (**self).law()
    }

    fn elsewhere_with_value(&self, place: &Place, target: &Nat) -> Vec<Component> {
        (**self).elsewhere_with_value(place, target)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        (**self).draw(asked)
    }

    fn as_rule(&self, numbers: usize) -> Option<GameRule> {
        (**self).as_rule(numbers)
    }

    fn ends(&self) -> bool {
        true
    }

    fn group_length(&self) -> Option<usize> {
        (**self).group_length()
    }

    fn lowers_at_will(&self, coordinate: usize, numbers: usize) -> bool {
        (**self).lowers_at_will(coordinate, numbers)
    }

    fn row_length(&self) -> usize {
        (**self).row_length()
    }

    fn largest(&self, coordinate: usize, numbers: usize) -> Option<u64> {
        (**self).largest(coordinate, numbers)
    }
}

/// Rules as data on rows of so many numbers: every number in turn may lose k = 1, 2, …, under these conditions, and one
/// other number gets what it lost.
fn steps(
    length: usize,
    conditions: &dyn Fn(usize) -> Vec<Guard>,
    gets: &dyn Fn(usize) -> Option<usize>,
    measure: Option<Expr>,
) -> Rule {
    let k = || Expr::Variable(length);
    let one = || Expr::from(1);
    let step = |i: usize| {
        let coordinates = (0..length).map(|j| match j {
            _ if j == i => Expr::Variable(j) - k(),
            _ if gets(i) == Some(j) => Expr::Variable(j) + k(),
            _ => Expr::Variable(j),
        });
        let all = Set { items: vec![Item::Range { from: one(), to: None, step: one() }], except: Vec::new() };
        Alternative {
            loops: vec![Loop { name: "k".to_owned(), set: all }],
            guards: conditions(i),
            parts: vec![Part { game: None, coordinates: coordinates.collect() }],
            text: "k counters further".to_owned(),
        }
    };
    Rule {
        arity: length,
        names: (0..length).map(super::query::letter).collect(),
        alternatives: (0..length).map(step).collect(),
        measure: measure.map(|measure| vec![measure]),
        loopy: false,
    }
}

/// In a [`Fold`](super::Fold): the number minus the one before it.
fn difference() -> Expr {
    Expr::Variable(0) - Expr::Variable(1)
}

/// What a constructor of a row game gives.
type Made = Result<Arc<dyn Row>, Diagnostic>;

/// The row game as the catalogue keeps it.
pub(super) fn row(made: Made) -> entry::Made {
    made.map(|row| Arc::new(row) as Arc<dyn AnyGame>)
}

/// The game, where nothing may stand in its brackets.
fn without_brackets(name: &str, arguments: &[Bracket], game: impl Row + 'static) -> Made {
    if arguments.is_empty() {
        return Ok(Arc::new(game));
    }
    Err(Diagnostic::input(format!("the game “{name}” has nothing in brackets")).suggest(format!("write {name}(…)")))
}

/// The argument as a number alone.
fn one_number(name: &str, what: &str, argument: &Bracket) -> Result<u64, Diagnostic> {
    match argument {
        Bracket::Numbers(numbers) if numbers.len() == 1 => Ok(numbers[0]),
        Bracket::Numbers(_) => Err(Diagnostic::input(format!("in “{name}” one number stands for {what}, not a set"))),
        Bracket::Text(_) | Bracket::Word(_) | Bracket::Game(_) => {
            Err(Diagnostic::input(format!("in “{name}” a number belongs in the brackets: {what}")))
        }
    }
}

/// Sorted, without zeros; one zero where nothing is left. For heaps whose order has no meaning.
fn ascending_heaps(mut place: Place) -> Place {
    place.retain(|n| *n != Nat::ZERO);
    place.sort_unstable();
    if place.is_empty() {
        place.push(Nat::ZERO);
    }
    place
}

/// The same for small numbers, into a buffer that is used again.
fn ascending_heaps_into(row: &[u64], buffer: &mut Vec<u64>) {
    buffer.clear();
    buffer.extend(row.iter().copied().filter(|&n| n > 0));
    buffer.sort_unstable();
    if buffer.is_empty() {
        buffer.push(0);
    }
}

/// Visits `row` with one entry replaced by each smaller number.
fn reduce_one_heap(row: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut changed = row.to_vec();
    for at in 0..row.len() {
        for left in 0..row[at] {
            changed[at] = left;
            visit(&changed)?;
        }
        changed[at] = row[at];
    }
    ControlFlow::Continue(())
}

/// `place` with one entry replaced.
fn with(place: &[Nat], at: usize, value: Nat) -> Place {
    let mut changed = Place::from(place);
    changed[at] = value;
    changed
}

/// The xor of all heaps.
fn heaps(place: &[Nat]) -> Working {
    let rows = place.iter().map(|n| (heap_of(n), n.clone())).collect();
    Working::Xor { what: Words::new("the heaps", "各堆"), rows }
}

/// What a row of columns is called.
pub(crate) fn heap_of(n: &Nat) -> Words {
    let n = shorten(n);
    Words::new(format!("heap of {n}"), format!("{n} 枚的堆"))
}

/// What is claimed of so many numbers where the value is their xor.
fn xor_of_all(numbers: usize) -> Vec<Spelt> {
    match numbers {
        0 => Vec::new(),
        1 => vec![Spelt::values("n")],
        _ => vec![Spelt::values(format!("xor({})", letters(numbers).join(",")))],
    }
}

/// The xor of all numbers but that of this coordinate.
fn xor_of_others(place: &[Nat], coordinate: usize) -> Nat {
    place.iter().enumerate().filter(|(at, _)| *at != coordinate).fold(Nat::ZERO, |xor, (_, n)| xor ^ n)
}

/// The options of Nim on these heaps, in their order, that have this value.
fn nim_options_with_value(place: &[Nat], target: &Nat, limit: usize) -> Listing {
    let change = place.iter().fold(target.clone(), |xor, n| xor ^ n);
    let mut found: Vec<Place> = Vec::new();
    for (at, heap) in place.iter().enumerate() {
        let left = heap ^ &change;
        if left < *heap {
            found.push(with(place, at, left));
        }
    }
    found.sort_unstable();
    let count = Nat::from(found.len());
    Listing { count, first: found.into_iter().take(limit).map(|place| vec![place]).collect() }
}
