//! Places of a game of which one number is open: `wythoff(n, 4)`, a game of one heap n; `nodekayles("path:n")`, a family of
//! boards or graphs. Of a text and of a compound several may be: `cram("axb")`, `conjunctive(nim(a), nim(b))`.
//!
//! A move leads into the whole game. So every question about one heap can be asked of a slice: its values, its period,
//! laws, tables.

use std::sync::Arc;

use grundy_core::{Context, Diagnostic, Nat, Result};

use super::any::{OptionVisitor, Visited};
use super::compound::must_fit;
use super::members::Members;
use super::open_sum::{Summand, add_copies, shown};
use super::open_text::OpenText;
use super::{AnyGame, Game, Law, Place, Shape};

/// A game with one number left open.
#[derive(Debug)]
pub(crate) struct Slice {
    /// The whole game.
    pub(crate) game: Game,
    open: Open,
    /// What is known of all its places together.
    law: Option<Arc<dyn Law>>,
    /// The game of one heap with the same moves, of which some heaps are no places.
    same: Option<Game>,
}

/// Where the number is open.
#[derive(Debug)]
enum Open {
    /// At this coordinate; the others, with 0 for it.
    Coordinate(usize, Place),
    /// In a text.
    Text(OpenText),
    /// In the components of a compound, of so many letters.
    Components(Vec<Vec<Summand>>, usize),
}

/// The first number of which most families have a member.
const FIRST: u64 = 3;

/// So many members of a family of boards or graphs are looked at where nothing is said: each is a search of its own.
pub(crate) const MEMBERS: u64 = 40;

impl Slice {
    /// The place of the whole game that a heap stands for.
    ///
    /// # Errors
    /// The number makes no place, such as a cycle of two vertices.
    pub(crate) fn whole(&self, heap: &Place) -> Result<Place, Diagnostic> {
        match &self.open {
            Open::Coordinate(open, given) => {
                let mut place = given.clone();
                place[*open] = heap.first().cloned().unwrap_or_default();
                self.game.place(place)
            }
            Open::Text(text) => self.game.read_place(&text.with(heap)),
            Open::Components(components, _) => {
                let sum = |summands: &Vec<Summand>| {
                    let mut sum = Vec::new();
                    for summand in summands {
                        let (component, copies) = summand.at(heap)?;
                        add_copies(&mut sum, component, copies);
                    }
                    Ok(sum)
                };
                let sums = components.iter().map(sum).collect::<Result<Vec<_>, Diagnostic>>()?;
                self.game.any().map_or_else(|| Ok(Place::new()), |rules| rules.join(&self.game, sums))
            }
        }
    }

    /// Is it a compound with open numbers in its components?
    pub(crate) fn is_of_components(&self) -> bool {
        matches!(self.open, Open::Components(..))
    }

    /// The text with letters that it is.
    pub(crate) fn text(&self) -> Option<&OpenText> {
        match &self.open {
            Open::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Is one letter open in its text, or in the components of a compound?
    fn is_family_of_one(&self) -> bool {
        match &self.open {
            Open::Text(text) => text.names().len() == 1,
            Open::Components(_, letters) => *letters == 1,
            Open::Coordinate(..) => false,
        }
    }

    /// Is nothing open in its text or its components, so that it is one place of the whole game?
    pub(crate) fn is_closed(&self) -> bool {
        match &self.open {
            Open::Text(text) => text.names().is_empty(),
            Open::Components(_, letters) => *letters == 0,
            Open::Coordinate(..) => false,
        }
    }

    /// The game of one heap with the same moves.
    pub(crate) fn same(&self) -> Option<&Game> {
        self.same.as_ref()
    }

    /// The other coordinates, where one is open, with 0 for that one.
    pub(crate) fn given(&self) -> Option<&Place> {
        match &self.open {
            Open::Coordinate(_, given) => Some(given),
            Open::Text(_) | Open::Components(..) => None,
        }
    }

    /// The coordinate that is open, where it is one.
    pub(crate) fn coordinate(&self) -> Option<usize> {
        match self.open {
            Open::Coordinate(open, _) => Some(open),
            Open::Text(_) | Open::Components(..) => None,
        }
    }
}

impl AnyGame for Slice {
    fn shape(&self) -> Shape {
        match &self.open {
            Open::Components(_, letters) if *letters != 1 => Shape::Tuple(*letters),
            Open::Text(text) if text.names().len() != 1 => Shape::Tuple(text.names().len()),
            _ => Shape::Heap,
        }
    }

    fn each_option(&self, _: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        self.game.each_move(&self.whole(place)?, cx, visit)
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        let is_start = |number: &Nat| self.game.any().is_some_and(|rules| rules.is_start(number));
        match (&self.open, numbers.as_slice()) {
            // a law may tell of a million of them: none is made
            (Open::Text(text), [number]) if text.is_a_letter() && is_start(number) => {}
            _ => _ = self.whole(&numbers)?,
        }
        Ok(numbers)
    }

    fn show(&self, place: &Place) -> String {
        self.whole(place).map_or_else(|_| place.to_string(), |place| self.game.show(&[place]))
    }

    fn is_bare(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        self.game.ends()
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        self.law.clone()
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn splits_loopy(&self) -> bool {
        self.game.splits_loopy()
    }

    fn words(&self) -> Option<String> {
        Some(match &self.open {
            Open::Coordinate(..) => format!("one coordinate of {} is open, the others are given.", self.game.text()),
            Open::Text(text) if text.names().len() == 1 => {
                format!("one number in a text of {} is open.", self.game.text())
            }
            Open::Text(text) if text.names().len() > 1 => {
                format!("numbers in a text of {} are open.", self.game.text())
            }
            Open::Text(_) | Open::Components(_, 0) => format!("one position of {}.", self.game.text()),
            Open::Components(_, 1) => format!("one number in a component of {} is open.", self.game.text()),
            Open::Components(..) => format!("numbers in components of {} are open.", self.game.text()),
        })
    }
}

impl Game {
    /// The game of one heap that is left where all coordinates but one are given; the place has 0 for the open one.
    pub(crate) fn sliced(&self, given: Place, open: usize, name: &str) -> Game {
        let shown = |(i, n): (usize, &Nat)| if i == open { name.to_owned() } else { n.to_string() };
        let coordinates: Vec<String> = given.iter().enumerate().map(shown).collect();
        let text = format!("{}({})", self.text(), coordinates.join(", "));
        Game::of_any(&text, Slice { game: self.clone(), open: Open::Coordinate(open, given), law: None, same: None })
    }

    /// The family of places whose texts have these letters.
    pub(crate) fn with_text(&self, open: OpenText) -> Game {
        let members = self.any().and_then(|rules| rules.members(&open.parts(), open.letters()));
        let (law, same) = match members {
            Some(Members::Code(code)) => return Game::of_code(code),
            Some(Members::CodeFromOne(code)) => (None, Some(Game::of_code(code))),
            Some(Members::Law(law)) => (Some(law), None),
            None => (None, None),
        };
        let text = format!("{}({})", self.text(), open.spelt(open.names()));
        Game::of_any(&text, Slice { game: self.clone(), open: Open::Text(open), law, same })
    }

    /// The compound whose components have these open numbers.
    ///
    /// # Errors
    /// Components of which no small numbers make a place; such that a compound does not take.
    pub(crate) fn with_components(&self, components: Vec<Vec<Summand>>, names: &[String]) -> Result<Game, Diagnostic> {
        components.iter().flatten().try_for_each(|summand| must_fit(&summand.game))?;
        let text: Vec<String> = components
            .iter()
            .map(|sum| sum.iter().map(|summand| shown(summand, names)).collect::<Vec<_>>().join(" + "))
            .collect();
        let open = Open::Components(components, names.len());
        let slice = Slice { game: self.clone(), open, law: None, same: None };
        // zeros make a place of most games, 0, 1, 2, … of those whose numbers must differ, and these from 3 on of boards and graphs
        let letters = || 0..names.len() as u64;
        let some =
            [letters().map(|_| 0).collect::<Vec<u64>>(), letters().collect(), letters().map(|n| n + FIRST).collect()];
        let mut tried = some.iter().map(|numbers| slice.whole(&numbers.iter().map(|&n| Nat::from(n)).collect()));
        if let Some(Err(fault)) = tried.next() {
            tried.find(Result::is_ok).ok_or(fault)??;
        }
        Ok(Game::of_any(&format!("{}({})", self.text(), text.join(", ")), slice))
    }

    /// Is this a game with one number of its place left open: `wythoff(n, 4)`, `nodekayles("path:n")`?
    #[must_use]
    pub fn is_slice(&self) -> bool {
        self.slice().is_some()
    }

    /// Is this a compound with open numbers in its components?
    pub(crate) fn is_of_components(&self) -> bool {
        self.slice().is_some_and(Slice::is_of_components)
    }

    /// Is this a family of boards or graphs, or of compounds, no table of which tells one member from the others? A sum is, where
    /// one of its games is.
    pub(crate) fn is_family(&self) -> bool {
        match self.open_sum() {
            Some(sum) => sum.summands().iter().any(|summand| summand.game.is_family() && !summand.game.is_closed()),
            None => self.slice().is_some_and(|slice| slice.coordinate().is_none()),
        }
    }

    /// The smallest n that makes a board or a graph of a family, if one of the first does: `chomp("2xn")` begins at 1. Of a sum or a
    /// compound the first that makes one of each of its families.
    pub(crate) fn smallest_member(&self) -> Option<u64> {
        if let Some(sum) = self.open_sum() {
            let families = sum.summands().iter().filter(|summand| summand.place.len() == 1);
            return families.filter_map(|summand| summand.game.smallest_member()).max();
        }
        let slice = self.slice().filter(|slice| slice.is_family_of_one())?;
        (0..=MEMBERS).find(|n| slice.whole(&Place::heap(*n)).is_ok())
    }

    /// Where the members of each of its families begin that have no member 0, by the names of its letters.
    pub(crate) fn first_members(&self, names: &[String]) -> Vec<(String, u64)> {
        let mut firsts: Vec<(String, u64)> = Vec::new();
        let mut begins = |name: &String, first: Option<u64>| match (first, firsts.iter_mut().find(|(n, _)| n == name)) {
            (Some(first), Some((_, known))) => *known = first.max(*known),
            (Some(first), None) if first > 0 => firsts.push((name.clone(), first)),
            _ => {}
        };
        match self.open_sum() {
            Some(sum) => sum.summands().iter().for_each(|summand| {
                if let [place] = &summand.place[..]
                    && let Some(name) = place.variable().and_then(|v| names.get(v))
                {
                    begins(name, summand.game.smallest_member());
                }
            }),
            None => names.iter().take(1).for_each(|name| begins(name, self.smallest_member())),
        }
        firsts
    }

    /// Is this a game of boards or graphs in whose text letters stand for numbers?
    pub(crate) fn is_text_with_letters(&self) -> bool {
        self.slice().is_some_and(|slice| slice.text().is_some() && !slice.is_closed())
    }

    /// The text of the family that has the same letter wherever it has one: `cram("nxn")` of `cram("axb")`.
    pub(crate) fn with_one_letter(&self) -> Option<String> {
        let slice = self.slice()?;
        let text = slice.text()?;
        Some(format!("{}({})", slice.game.text(), text.spelt(&vec!["n"; text.names().len()])))
    }

    /// Is it one place of a game of boards or graphs?
    pub(crate) fn is_closed(&self) -> bool {
        self.slice().is_some_and(Slice::is_closed)
    }

    /// What it is a slice of.
    pub(crate) fn slice(&self) -> Option<&Slice> {
        self.rules_of()
    }
}
