//! Positions are added and multiplied: `take([1, 3, 4]).at(21) + 3 * kayles().at(5)`.
//!
//! What cannot be joined (two conventions, two meanings of one name, a `?`) makes a position whose first question
//! tells so.

use std::ops::{Add, Mul};

use grundy_core::{Convention, Diagnostic, Nat};
use grundy_notation::ast;

use super::{Node, Position, Term, Text};
use crate::game::{Component, Game};

impl Position {
    /// The same sum in misère play, where a player who cannot move wins. It is said of the whole sum, last.
    ///
    /// ```
    /// use grundy::{Outcome, nim};
    /// assert_eq!(nim().at([1, 1, 1]).misere().outcome()?, Outcome::Previous);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn misere(self) -> Position {
        self.under(Convention::Misere)
    }

    /// The definitions that its spelling needs.
    pub(super) fn definitions(&self) -> &[ast::Definition] {
        match &self.text {
            Text::Read(query) => &query.definitions,
            Text::Made(definitions) => definitions,
        }
    }

    fn reason_not_to_join(&self, other: &Position) -> Option<Diagnostic> {
        if self.convention != other.convention {
            return Some(
                Diagnostic::input("normal and misère play are added")
                    .suggest("say `misere` of the whole sum: `(a + b).misere()`"),
            );
        }
        if self.hole.is_some() || other.hole.is_some() {
            return Some(Diagnostic::input("a position with `?` is added").suggest("write the whole sum as one text"));
        }
        let (mine, others) = (self.definitions(), other.definitions());
        let clash = mine
            .iter()
            .find(|d| others.iter().any(|o| o.name.text == d.name.text && o.to_string() != d.to_string()))?;
        Some(
            Diagnostic::input(format!("`{}` means one game here and another there", clash.name.text))
                .suggest("give one of the definitions another name"),
        )
    }
}

impl Game {
    /// A position of a compound, made of these components: `game("selective")?.of([nim().at(3), kayles().at(4)])`.
    ///
    /// What does not fit is told by the first question asked about the position, or a sum it is in: a game that is no
    /// compound, no component or more than a thousand, a component in misère play or with `?`, one that need not end.
    ///
    /// ```
    /// use grundy::{Outcome, game, kayles, nim};
    /// let both = game("selective")?.of([nim().at(3), kayles().at(4)]);
    /// assert_eq!(both.to_string(), "selective(nim(3), kayles(4))");
    /// assert_eq!(both.winning_moves()?.moves[0].to, "selective(nim(0), kayles(1, 1))");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn of(&self, components: impl IntoIterator<Item = Position>) -> Position {
        let Some(rules) = self.any() else {
            let fault = Diagnostic::input(format!("`{}` is not a compound of positions", self.text()));
            return Position::faulty(self, fault.suggest("`at` takes its numbers"));
        };
        // the sum of all tells what cannot stand together
        let components: Vec<Position> = components.into_iter().collect();
        let joined = components.iter().cloned().reduce(Add::add);
        if let Some(Position { fault: Some(fault), .. }) = &joined {
            return Position::faulty(self, (**fault).clone());
        }
        if joined.as_ref().is_some_and(|sum| sum.hole.is_some() || sum.convention == Convention::Misere) {
            let fault = Diagnostic::input(format!("a component of `{}` has `?`, or is in misère play", self.text()));
            return Position::faulty(self, fault.suggest("say `misere` of the whole, last"));
        }
        let sums = components.iter().map(|position| {
            let mut sum = Vec::new();
            position.each(&mut |game, place, copies| {
                sum.push((Component { game: game.clone(), place: place.clone() }, copies.clone()));
            });
            sum
        });
        let definitions = joined.as_ref().map_or_else(Vec::new, |sum| sum.definitions().to_vec());
        match rules.join(self, sums.collect()) {
            Ok(place) => Position::of_places(self.clone(), vec![place], Text::Made(definitions)),
            Err(fault) => Position::faulty(self, fault),
        }
    }
}

/// The sum: a move is a move in one of the two.
impl Add for Position {
    type Output = Position;

    fn add(mut self, other: Position) -> Position {
        if self.fault.is_none() {
            self.fault = match &other.fault {
                Some(fault) => Some(fault.clone()),
                None => self.reason_not_to_join(&other).map(Box::new),
            };
        }
        let mut definitions = self.definitions().to_vec();
        for definition in other.definitions() {
            if !definitions.iter().any(|d| d.name.text == definition.name.text) {
                definitions.push(definition.clone());
            }
        }
        self.terms.extend(other.terms);
        self.text = Text::Made(definitions);
        self
    }
}

/// So many copies, joined by `+`.
impl Mul<Nat> for Position {
    type Output = Position;

    fn mul(mut self, copies: Nat) -> Position {
        if self.hole.is_some() && self.fault.is_none() {
            let fault = Diagnostic::input("`?` is in a component with copies").suggest("write the component once");
            self.fault = Some(Box::new(fault));
        }
        self.text = Text::Made(self.definitions().to_vec());
        match self.terms.as_mut_slice() {
            [term] => term.copies *= copies,
            _ => {
                let inner = std::mem::take(&mut self.terms);
                self.terms = vec![Term { copies, node: Node::Group(inner) }];
            }
        }
        self
    }
}

impl Mul<u64> for Position {
    type Output = Position;

    fn mul(self, copies: u64) -> Position {
        self * Nat::from(copies)
    }
}

/// So many copies: `3 * kayles().at(5)`.
impl Mul<Position> for u64 {
    type Output = Position;

    fn mul(self, position: Position) -> Position {
        position * self
    }
}

impl Mul<Position> for Nat {
    type Output = Position;

    fn mul(self, position: Position) -> Position {
        position * self
    }
}

#[cfg(test)]
mod tests {
    use crate::{Nat, Outcome, Position, kayles, nim, take};

    fn read(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn sums_print_as_they_are_read() {
        let sum = take([1, 3, 4]).at([21, 17]) + 3 * (kayles().at(5) + nim().at(2)) + 2 * kayles().at(5) * 5;
        let text = "take[1,3,4](21, 17) + 3*(kayles(5) + nim(2)) + 10*kayles(5)";
        assert_eq!(sum.to_string(), text);
        assert_eq!(read(text).to_string(), text);
        assert_eq!(sum.value().unwrap(), read(text).value().unwrap());
        assert_eq!(sum.components(), read(text).components());
        assert_eq!(sum.misere().to_string(), format!("misere {text}"));
        assert_eq!((Nat::from(2u8) * nim().at(2)).outcome().unwrap(), Outcome::Previous);
    }

    #[test]
    fn definitions_are_joined() {
        let sum = read("let t = {n -> n-1}; t(5)") + read("let u = {n -> n-2}; let t = {n -> n-1}; u(5) + t(1)");
        assert_eq!(sum.to_string(), "let t = {n -> n-1}; let u = {n -> n-2}; t(5) + u(5) + t(1)");
        assert_eq!(read(&sum.to_string()).value(), sum.value());
        let clash = read("let t = {n -> n-1}; t(5)") + read("let t = {n -> n-2}; t(5)");
        assert!(clash.value().unwrap_err().to_string().contains("`t` means one game here and another there"));
    }

    #[test]
    fn what_cannot_be_joined_is_told() {
        for wrong in [
            nim().at(1).misere() + nim().at(2),
            read("nim(1, ?)") + nim().at(2),
            3 * read("nim(1, ?)"),
            nim().at(-1) + nim().at(3),
            nim().at(3) + nim().at([0u64; 0]),
        ] {
            assert!(wrong.solve().is_err() && wrong.outcome().is_err() && wrong.explain().is_err(), "{wrong}");
            assert!(wrong.moves().is_err() && wrong.value().is_err() && wrong.winning_moves().is_err(), "{wrong}");
        }
        assert_eq!(read("nim(3, 5, ?)").solve().unwrap().unknown, Some(vec![Nat::from(6u8)]));
        assert!(read("nim(3, 5, ?)").outcome().is_err());
        assert!(read("misere nim(3, 5)").value().is_err());
    }

    #[test]
    fn misere_is_said_of_the_whole_sum() {
        let sum = (nim().at([1, 2]) + nim().at(3)).misere();
        assert_eq!(sum.outcome().unwrap(), Outcome::Previous);
        assert_eq!((3 * nim().at(1)).misere().outcome().unwrap(), Outcome::Previous);
        assert_eq!((3 * nim().at(1)).outcome().unwrap(), Outcome::Next);
    }
}
