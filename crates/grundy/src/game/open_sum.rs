//! Sums with numbers left open: `nim(a, b, 2)`, `kayles(a) + kayles(b)`, `2*wythoff(n, n)`, each a game of as many numbers as
//! there are letters.
//!
//! A move is one in one of the games and leaves that sum. What is asked of a place is asked of the sum that it stands for.

use std::ops::ControlFlow;

use grundy_core::{Context, Diagnostic, Nat, Result};

use super::any::{OptionVisitor, Visited};
use super::{AnyGame, Component, Game, Place, Shape, one_by_one};

/// A component with its number of copies.
#[derive(Debug, Clone)]
pub struct Summand {
    /// How often it stands there.
    pub copies: Nat,
    /// The game.
    pub game: Game,
    /// The coordinates of its place.
    pub place: Vec<Coordinate>,
}

/// A coordinate of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coordinate {
    /// A number.
    Number(Nat),
    /// A variable by number.
    Variable(usize),
}

impl Coordinate {
    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<&Nat> {
        match self {
            Coordinate::Number(n) => Some(n),
            Coordinate::Variable(_) => None,
        }
    }

    /// The number of the variable, if it is one.
    pub(crate) fn variable(&self) -> Option<usize> {
        match self {
            Coordinate::Number(_) => None,
            Coordinate::Variable(v) => Some(*v),
        }
    }

    /// The number where the variables have these values.
    pub(crate) fn at(&self, values: &[Nat]) -> Nat {
        match self {
            Coordinate::Number(n) => n.clone(),
            Coordinate::Variable(v) => values.get(*v).cloned().unwrap_or_default(),
        }
    }
}

impl Summand {
    /// Do its copies cancel, whatever one is worth?
    pub(crate) fn cancels(&self) -> bool {
        &self.copies % 2u8 == 0 && (self.copies.is_zero() || self.game.copies_cancel())
    }

    /// The component where the variables have these values, with its copies.
    ///
    /// # Errors
    /// The numbers are no place of the game.
    pub(crate) fn at(&self, values: &[Nat]) -> Result<(Component, Nat), Diagnostic> {
        let place: Place = self.place.iter().map(|c| c.at(values)).collect();
        if let Some(slice) = self.game.slice().filter(|slice| slice.is_closed()) {
            let component = Component { game: slice.game.clone(), place: slice.whole(&place)? };
            return Ok((component, self.copies.clone()));
        }
        let place = self.game.place(place)?;
        Ok((Component { game: self.game.clone(), place }, self.copies.clone()))
    }

    /// The game of one heap that the component is, whatever its copies; `None`: more than one coordinate is a variable, or its game is one
    /// of lists.
    pub(crate) fn heap(&self, name: &str) -> Option<Game> {
        let open: Vec<usize> =
            self.place.iter().enumerate().filter(|(_, c)| c.number().is_none()).map(|(i, _)| i).collect();
        match (self.game.shape(), &open[..]) {
            (Shape::Heap, [0]) => Some(self.game.clone()),
            (Shape::Tuple(n), [open]) if self.place.len() == n => {
                let given: Place = self.place.iter().map(|c| c.number().cloned().unwrap_or_default()).collect();
                Some(self.game.sliced(given, *open, name))
            }
            _ => None,
        }
    }

    /// The same of the whole game, if its game is one with a coordinate left open.
    pub(crate) fn unsliced(&self) -> Option<Summand> {
        let slice = self.game.slice()?;
        let open = slice.coordinate()?;
        let given = slice.given()?;
        let mut place: Vec<Coordinate> = given.iter().cloned().map(Coordinate::Number).collect();
        place[open] = self.place.first()?.clone();
        Some(Summand { copies: self.copies.clone(), game: slice.game.clone(), place })
    }

    /// The summands that it stands for, if its game is a sum with open numbers; else itself.
    pub(crate) fn opened(&self) -> Vec<Summand> {
        let Some(sum) = self.game.open_sum() else { return vec![self.clone()] };
        let named = |c: &Coordinate| match c {
            Coordinate::Number(_) => c.clone(),
            Coordinate::Variable(v) => self.place[*v].clone(),
        };
        let opened = |s: &Summand| Summand {
            copies: &s.copies * &self.copies,
            game: s.game.clone(),
            place: s.place.iter().map(named).collect(),
        };
        sum.summands.iter().map(opened).collect()
    }
}

/// A sum with numbers left open.
#[derive(Debug)]
pub(crate) struct OpenSum {
    summands: Vec<Summand>,
    /// The letters, as they were typed.
    names: Vec<String>,
}

/// Adds copies of a component to a sum whose components are distinct.
pub(crate) fn add_copies(sum: &mut Vec<(Component, Nat)>, component: Component, copies: Nat) {
    match sum.iter_mut().find(|(known, _)| *known == component) {
        Some((_, count)) => *count += copies,
        None => sum.push((component, copies)),
    }
}

/// A place stands for so many components at most.
const COMPONENTS: usize = 1 << 12;

impl OpenSum {
    /// The game of which this is every place of so many numbers: `fibonaccinim(n,q)`.
    pub(crate) fn whole(&self) -> Option<&Game> {
        let [only] = &self.summands[..] else { return None };
        let in_order = only.place.iter().enumerate().all(|(at, coordinate)| coordinate.variable() == Some(at));
        let fits = match only.game.shape() {
            Shape::Heap => self.names.len() == 1,
            // `fibonaccinim(n)` stands for a place of two
            Shape::Tuple(numbers) => self.names.len() == numbers,
            _ => true,
        };
        (only.copies.is_one() && in_order && fits && only.place.len() == self.names.len()).then_some(&only.game)
    }

    /// The letters of the open numbers.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The games of which the one open number is the heap, without those whose copies cancel; `None`: it stands twice in a place, or in
    /// a list.
    pub(crate) fn heaps(&self, name: &str) -> Option<Vec<Game>> {
        let odd = self.summands.iter().filter(|s| !s.cancels());
        let open = odd.filter(|s| s.place.iter().any(|c| c.variable().is_some()));
        open.map(|s| s.heap(name)).collect()
    }

    /// The games of one heap each, where every letter is the heap of one of them, in the order in which they stand; a family of which
    /// another game has the members is that game. Their values are added by xor.
    pub(crate) fn one_for_each(&self) -> Option<Vec<Game>> {
        let is_own = |(at, s): (usize, &Summand)| {
            s.copies.is_one() && s.place == [Coordinate::Variable(at)] && s.game.shape() == Shape::Heap
        };
        let each = self.names.len() == self.summands.len() && self.summands.iter().enumerate().all(is_own);
        let game = |s: &Summand| s.game.slice().and_then(|slice| slice.same()).unwrap_or(&s.game).clone();
        each.then(|| self.summands.iter().map(game).collect())
    }

    /// Its games.
    pub(crate) fn summands(&self) -> &[Summand] {
        &self.summands
    }

    /// Its only game, of which one copy is there.
    pub(crate) fn alone(&self) -> Option<&Summand> {
        match &self.summands[..] {
            [alone] if alone.copies == Nat::ONE => Some(alone),
            _ => None,
        }
    }

    /// The largest number that may be taken from one of its heaps, if that is known of all.
    pub(crate) fn largest_taken(&self) -> Option<u64> {
        self.heaps("n")?.iter().map(Game::largest_taken).max().flatten()
    }

    /// Is one of its games one of lists, such as `moore[2](n, 3, 5)`?
    pub(crate) fn has_lists(&self) -> bool {
        self.summands.iter().any(|s| s.game.shape() == Shape::Row)
    }

    /// The components without an open number, but for those whose copies cancel.
    ///
    /// # Errors
    /// The numbers make no place of one of the games.
    pub(crate) fn fixed(&self) -> Result<Vec<Component>, Diagnostic> {
        let odd = self.summands.iter().filter(|s| !s.cancels());
        let fixed = odd.filter(|s| s.place.iter().all(|c| c.variable().is_none()));
        fixed.map(|s| Ok(s.at(&[])?.0)).collect()
    }

    /// The distinct components that a place stands for, with their copies.
    ///
    /// # Errors
    /// The numbers make no place of one of the games.
    pub(crate) fn components(&self, place: &[Nat]) -> Result<Vec<(Component, Nat)>, Diagnostic> {
        let mut all = Vec::with_capacity(self.summands.len());
        for summand in &self.summands {
            let (component, copies) = summand.at(place)?;
            add_copies(&mut all, component, copies);
        }
        Ok(all)
    }
}

impl AnyGame for OpenSum {
    fn shape(&self) -> Shape {
        if self.names.len() == 1 { Shape::Heap } else { Shape::Tuple(self.names.len()) }
    }

    fn each_option(&self, _: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let all = one_by_one(self.components(place)?, COMPONENTS).map_err(|copies| {
            Diagnostic::unsupported(format!("a move in one of {copies} copies leaves too many parts to list"))
        })?;
        for (at, moved) in all.iter().enumerate() {
            // copies have the same moves
            if all[..at].contains(moved) {
                continue;
            }
            let others: Vec<Component> =
                all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c.clone()).collect();
            let flow = moved.game.each_move(&moved.place, cx, &mut |parts| {
                let mut left = others.clone();
                left.extend_from_slice(parts);
                visit(&left)
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        self.components(&numbers)?;
        Ok(numbers)
    }

    fn show(&self, place: &Place) -> String {
        let show = |s: &Summand| {
            let (component, copies) = s.at(place).ok()?;
            let shown = component.game.show(&[component.place]);
            Some(if copies == Nat::ONE { shown } else { format!("{copies}*{shown}") })
        };
        let all: Option<Vec<String>> = self.summands.iter().map(show).collect();
        all.map_or_else(|| place.to_string(), |all| all.join(" + "))
    }

    fn is_bare(&self) -> bool {
        true
    }

    fn words(&self) -> Option<String> {
        Some("some numbers of the sum are left open.".to_owned())
    }
}

/// The component as it is written, with these names of its open numbers.
pub(crate) fn shown(summand: &Summand, names: &[String]) -> String {
    let name = |c: &Coordinate| match c {
        Coordinate::Number(n) => n.to_string(),
        Coordinate::Variable(v) => names[*v].clone(),
    };
    let place: Vec<String> = summand.place.iter().map(name).collect();
    let copies = if summand.copies == Nat::ONE { String::new() } else { format!("{}*", summand.copies) };
    if summand.game.is_of_components() {
        // its letters have these names in it
        return format!("{copies}{}", summand.game.text());
    }
    match summand.game.slice().and_then(|slice| Some((&slice.game, slice.text()?))) {
        Some((game, text)) => format!("{copies}{}({})", game.text(), text.spelt(&place)),
        None => format!("{copies}{}({})", summand.game.text(), place.join(", ")),
    }
}

impl Game {
    /// The game that a sum is whose open numbers have these names.
    ///
    /// # Errors
    /// Games whose play need not end, or in which moves keep the turn.
    pub(crate) fn of_open_sum(summands: Vec<Summand>, names: &[String]) -> Result<Game, Diagnostic> {
        for Summand { game, .. } in &summands {
            if game.is_loopy() || game.is_entailing() {
                let message = format!("no coordinate of `{}` can be left open in a sum", game.text());
                return Err(Diagnostic::unsupported(message));
            }
        }
        let text: Vec<String> = summands.iter().map(|summand| shown(summand, names)).collect();
        Ok(Game::of_any(&text.join(" + "), OpenSum { summands, names: names.to_vec() }))
    }

    /// The sum that it is, if it is one with open numbers.
    pub(crate) fn open_sum(&self) -> Option<&OpenSum> {
        self.rules_of()
    }
}
