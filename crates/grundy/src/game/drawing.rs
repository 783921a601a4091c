//! What to draw for a place, and which parts of the drawing a move presses.
//!
//! ```text
//! kayles(9)     ● ● ● ● ●  ● ● ● ●       press pins 3 and 4: what is left is kayles(2, 5)
//!               0 1 2 3 4  5 6 7 8
//! ```
//!
//! Here are the parts of a drawing, and the shapes that games are drawn in, one file each. A shape knows no game: it reads
//! the parts to press off what a move leaves. Where it cannot tell, the move has no press, and whoever asked lists it
//! ([`crate::scene`]).
//!
//! A game draws itself ([`AnyGame::draw`](super::AnyGame::draw)), mostly by one of these shapes. Without a drawing of its
//! own, a game of numbers has the shape of its coordinates, and a game of boards or graphs is drawn by
//! [`board::drawing`](super::boards::board::drawing) or [`graph::drawing`](super::boards::graph::drawing).
//!
//! Lengths are cells, `y` grows downward, and a part stands at its middle.
//!
//! Cost: linear in the parts drawn and in the moves, but for the shapes that say otherwise.

pub mod cards;
pub(crate) mod cells;
pub mod circle;
mod edge;
pub mod grid;
pub mod heap;
pub(super) mod layout;
pub(crate) mod network;
pub mod piles;
pub(crate) mod regions;
mod row;
pub mod strip;

use grundy_core::Nat;
use grundy_core::number::to_usize;
use grundy_sequence::code::Digit;

use super::{Component, Game, Kind, Place, Shape};
use crate::words::Words;

/// What is to be drawn: places of one game, and the moves in them.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Game,
    /// One place, or several where the game [draws them together](super::AnyGame::draws_together).
    pub places: &'a [Place],
    /// The moves: which place, and what is left of it.
    pub moves: &'a [(usize, &'a [Component])],
    /// So many parts may be drawn.
    pub room: usize,
    /// So many things stand in a row before it wraps.
    pub line: usize,
}

impl<'a> Asked<'a> {
    /// The first place; the only one, unless the game draws several together.
    #[must_use]
    pub fn place(&self) -> &'a Place {
        &self.places[0]
    }

    /// The numbers of the place, where each fits the machine and there is room for a thing a unit.
    fn small(&self) -> Option<Vec<usize>> {
        let numbers: Vec<usize> = self.place().iter().map(to_usize).collect::<Option<_>>()?;
        numbers.iter().try_fold(0usize, |sum, n| sum.checked_add(*n)).filter(|sum| *sum <= self.room)?;
        Some(numbers)
    }

    /// The numbers that each move leaves, where it leaves one place of the same game.
    fn left(&self) -> Vec<Option<Vec<usize>>> {
        let numbers = |left: &[Component]| match left {
            [one] if one.game == *self.game => one.place.iter().map(to_usize).collect(),
            _ => None,
        };
        self.moves.iter().map(|(_, left)| numbers(left)).collect()
    }

    /// Ways to press, made from each move.
    pub(super) fn pressed(&self, press: impl FnMut(&(usize, &[Component])) -> Vec<Press>) -> Vec<Vec<Press>> {
        self.moves.iter().map(press).collect()
    }
}

/// A drawing with the ways to press each move, in the order of the moves.
#[derive(Debug, Clone, Default)]
pub struct Drawn {
    /// What is drawn, in the order of painting.
    pub parts: Vec<Part>,
    /// For each move the ways to press it; none: the drawing does not show it.
    pub presses: Vec<Vec<Press>>,
}

impl Drawn {
    /// The drawing further right and down, with `prefix` before the names of its parts.
    pub(crate) fn moved(mut self, prefix: &str, [x, y]: [f64; 2]) -> Drawn {
        let shift = |part: &mut Part| {
            part.id.insert_str(0, prefix);
            part.at = [part.at[0] + x, part.at[1] + y];
            part.to = part.to.map(|to| [to[0] + x, to[1] + y]);
        };
        self.parts.iter_mut().for_each(shift);
        for press in self.presses.iter_mut().flatten() {
            press.press.iter_mut().chain(&mut press.takes).for_each(|id| id.insert_str(0, prefix));
            press.puts.iter_mut().for_each(shift);
        }
        self
    }
}

/// What a part looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it; the manual draws them")]
pub enum Form {
    Stone,
    Pin,
    Coin,
    Cell,
    Gap,
    Domino,
    Stroke,
    Joint,
    Ground,
    Node,
    Arc,
    Token,
    Text,
    Bar,
}

impl Form {
    /// The word of data formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Stone => "stone",
            Form::Pin => "pin",
            Form::Coin => "coin",
            Form::Cell => "cell",
            Form::Gap => "gap",
            Form::Domino => "domino",
            Form::Stroke => "stroke",
            Form::Joint => "joint",
            Form::Ground => "ground",
            Form::Node => "node",
            Form::Arc => "arc",
            Form::Token => "token",
            Form::Text => "text",
            Form::Bar => "bar",
        }
    }
}

/// One thing that is drawn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// Its name, different from those of all other parts.
    pub id: String,
    /// What it looks like.
    pub form: Form,
    /// Its middle; the first end of a line.
    pub at: [f64; 2],
    /// The other end of a line, a domino, a bar.
    pub to: Option<[f64; 2]>,
    /// What is written on it.
    pub text: Option<String>,
    /// A kind of its form: `blocked`, `heads`, `tails`, `visited`, `label`, `row`, `column`; the colours of stones are `x` and `o`.
    pub tone: Option<&'static str>,
    /// What to call it aloud.
    pub say: Option<Words>,
}

impl Part {
    /// A part with its middle here.
    #[must_use]
    pub fn new(id: impl Into<String>, form: Form, at: [f64; 2]) -> Part {
        Part { id: id.into(), form, at, to: None, text: None, tone: None, say: None }
    }

    /// A part that goes to another point.
    #[must_use]
    pub fn to(mut self, to: [f64; 2]) -> Part {
        self.to = Some(to);
        self
    }

    /// With something written on it.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Part {
        self.text = Some(text.into());
        self
    }

    /// Of this kind.
    #[must_use]
    pub fn tone(mut self, tone: &'static str) -> Part {
        self.tone = Some(tone);
        self
    }

    /// Called so.
    #[must_use]
    pub fn say(mut self, english: impl Into<String>, chinese: impl Into<String>) -> Part {
        self.say = Some(Words::new(english, chinese));
        self
    }
}

/// One way to press a move.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Press {
    /// The parts to press.
    pub press: Vec<String>,
    /// The parts that go away.
    pub takes: Vec<String>,
    /// The parts that come.
    pub puts: Vec<Part>,
}

impl Press {
    /// Presses these parts.
    #[must_use]
    pub fn of(press: impl IntoIterator<Item = String>) -> Press {
        Press { press: press.into_iter().collect(), ..Press::default() }
    }

    /// These parts go away.
    #[must_use]
    pub fn takes(mut self, takes: impl IntoIterator<Item = String>) -> Press {
        self.takes.extend(takes);
        self
    }

    /// This part comes.
    #[must_use]
    pub fn puts(mut self, part: Part) -> Press {
        self.puts.push(part);
        self
    }
}

/// Draws a place of numbers as its coordinates say, but for games of the catalogue that look otherwise.
pub(super) fn by_shape(asked: &Asked<'_>) -> Option<Drawn> {
    if let Some(style) = asked.game.entry().and_then(|entry| style(entry.name)) {
        return style(asked);
    }
    match asked.game.shape() {
        Shape::Heap => heap::draw(asked),
        Shape::Tuple(2) => grid::draw(asked).or_else(|| piles::draw(asked)),
        Shape::Tuple(_) | Shape::Row => piles::draw(asked),
        Shape::Vertex | Shape::Positions | Shape::Text => None,
    }
}

/// A shape.
type Style = fn(&Asked<'_>) -> Option<Drawn>;

/// The games written in the notation that look otherwise than their coordinates say.
fn style(name: &str) -> Option<Style> {
    match name {
        "nimble" => Some(|asked| strip::draw(asked).or_else(|| heap::draw(asked))),
        "fibonaccinim" => Some(heap::draw_first),
        _ => None,
    }
}

/// May a move of the game leave two heaps and take something between them? Then the heaps are rows.
fn breaks(game: &Game) -> bool {
    match game.kind() {
        Kind::Code(code) => code.digits.iter().chain(&code.repeating).any(Digit::splits),
        _ => false,
    }
}

/// The sizes of the heaps that a move leaves, where it leaves heaps.
fn sizes(left: &[Component]) -> Option<Vec<Nat>> {
    let size = |c: &Component| match (c.game.shape(), c.place.as_slice()) {
        (Shape::Heap, [n]) => Some(n.clone()),
        _ => None,
    };
    left.iter().map(size).collect()
}
