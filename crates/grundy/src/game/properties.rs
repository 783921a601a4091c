//! Properties of a game and of its places: its law, how its coordinates are lowered, whose turn it is.

use std::sync::Arc;

use super::knowledge::{Knowledge, Plan};
use super::{AnyGame, Component, Game, Kind, Law, Place, Shape};
use crate::engine::closed_form as law;
use crate::error::{Diagnostic, ErrorKind, Result};
use crate::evidence::Theorem;
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::rule::measure::{Termination, termination};
use crate::rules::Turn;
use crate::words::Words;
use grundy_sequence::set::IntSet;

impl Component {
    /// Has the play of every sum with the component ended?
    pub(crate) fn is_over(&self) -> bool {
        self.game.any().is_some_and(|rules| rules.is_over(&self.place))
    }

    /// Whose turn it is after the component became these parts.
    pub(crate) fn turn_after(&self, parts: &[Component]) -> Turn {
        match (self.game.any(), parts) {
            (Some(rules), [part]) if part.game == self.game => rules.turn(&self.place, &part.place),
            _ => Turn::Passes,
        }
    }
}

impl Game {
    /// What is known about the game.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn knowledge(&self) -> Result<&Arc<Knowledge>, Diagnostic> {
        if let Some(known) = self.0.knowledge.get() {
            return Ok(known);
        }
        let known = Knowledge::of(self)?;
        Ok(self.0.knowledge.get_or_init(|| Arc::new(known)))
    }

    pub(super) fn known(&self) -> Option<&Arc<Knowledge>> {
        self.knowledge().ok()
    }

    /// Checks a place and brings it to its canonical form.
    ///
    /// # Errors
    /// The wrong number of coordinates, or numbers that the game does not allow.
    pub(crate) fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        let place = match self.any() {
            Some(rules) => rules.place(place)?,
            None => place,
        };
        match self.shape() {
            Shape::Tuple(n) => match self.short_form() {
                None if place.len() == n => Ok(place),
                Some(expand) => expand(&place).ok_or_else(|| {
                    let numbers: Vec<String> = place.iter().map(crate::number::shorten).collect();
                    Diagnostic::input(format!("`{}` has no place ({})", self.text(), numbers.join(", ")))
                }),
                None => {
                    let fault = Diagnostic::input(format!(
                        "`{}` has {n} numbers per place, and {} {} given",
                        self.text(),
                        place.len(),
                        if place.len() == 1 { "is" } else { "are" }
                    ));
                    Err(match self.entry() {
                        Some(entry) => fault.suggest(entry.example),
                        None => fault,
                    })
                }
            },
            _ => Ok(place),
        }
    }

    /// Are all numbers, in the right count, a place in its canonical form?
    pub(crate) fn takes_all(&self) -> bool {
        self.any().is_none() && self.short_form().is_none()
    }

    /// As [`Game::place`], of numbers.
    ///
    /// # Errors
    /// As [`Game::place`].
    pub(crate) fn place_at(&self, numbers: &[u64]) -> Result<Place, Diagnostic> {
        self.place(numbers.iter().map(|&n| Nat::from(n)).collect())
    }

    /// Is it known that every play ends, with a move of the other player after each? Otherwise imitation may go on for ever.
    pub(crate) fn ends(&self) -> bool {
        match self.kind() {
            Kind::Rule(rule) => matches!(termination(rule), Termination::Proved(_)),
            Kind::Take(..) | Kind::Code(_) => true,
            Kind::Other(rules) => rules.ends(),
            Kind::Refused(_) => false,
        }
    }

    /// Does a fault of [`Game::place`] say that these numbers make no place: two coins on one square, a cycle of two vertices?
    pub(crate) fn is_no_place(&self, fault: &Diagnostic) -> bool {
        let may_be_none = matches!(self.shape(), Shape::Text | Shape::Row | Shape::Tuple(_));
        fault.kind == ErrorKind::Input && (may_be_none || self.may_have_gaps())
    }

    /// Is it a game of open numbers, of which some may make no place?
    pub(crate) fn may_have_gaps(&self) -> bool {
        self.is_slice() || self.open_sum().is_some()
    }

    /// How many numbers a row of the game has in a table, where nobody says.
    #[must_use]
    pub fn row_length(&self) -> usize {
        self.any().map_or(2, AnyGame::row_length)
    }

    /// The largest number that may stand at a coordinate where so many are written; `None`: there is none.
    #[must_use]
    pub fn largest(&self, coordinate: usize, numbers: usize) -> Option<u64> {
        self.any().and_then(|rules| rules.largest(coordinate, numbers))
    }

    /// May a number stand for a place that is a text?
    pub(crate) fn reads_numbers(&self) -> bool {
        self.any().is_some_and(AnyGame::reads_numbers)
    }

    /// How many numbers stand for a start position, where places are texts.
    pub(crate) fn start_numbers(&self) -> Option<usize> {
        self.any().and_then(AnyGame::start_numbers)
    }

    /// What places are worth, where moves may keep the turn or end the play.
    pub(crate) fn entailing(&self) -> Option<&'static Theorem> {
        self.any().and_then(AnyGame::entailing)
    }

    /// May moves keep the turn or end the play?
    pub(crate) fn is_entailing(&self) -> bool {
        self.entailing().is_some()
    }

    /// The first game of which this holds: this one, the one of a family, or one of a sum with open numbers.
    pub(crate) fn within(&self, holds: &dyn Fn(&Game) -> bool) -> Option<&Game> {
        if holds(self) {
            return Some(self);
        }
        let of_slice = self.slice().and_then(|slice| slice.game.within(holds));
        of_slice.or_else(|| self.open_sum()?.summands().iter().find_map(|summand| summand.game.within(holds)))
    }

    /// May a place be loony? In a family or a sum with open numbers a member may.
    pub(crate) fn may_be_loony(&self) -> bool {
        self.within(&Game::is_entailing).is_some()
    }

    /// Do two copies of a place cancel, whatever one is worth? Who moves second answers in the other copy: that needs an end of the
    /// play, and two loony places are loony.
    pub(crate) fn copies_cancel(&self) -> bool {
        self.ends() && !self.may_be_loony()
    }

    /// Refuses games in which moves may keep the turn.
    pub(crate) fn must_pass(&self) -> Result<(), Diagnostic> {
        if !self.is_entailing() {
            return Ok(());
        }
        let what =
            format!("moves of `{}` may keep the turn or end the play: it is solved alone and in sums", self.text());
        Err(Diagnostic::unsupported(what))
    }

    /// Who wins a place in normal play, where a theorem of the game tells at once.
    pub(crate) fn told(&self, place: &Place) -> Option<(Outcome, &'static Theorem)> {
        self.any()?.told(place)
    }

    /// Do several groups in parentheses make up one place?
    pub(crate) fn pairs_in_one_place(&self) -> bool {
        self.any().is_some_and(|rules| rules.group_length().is_some())
    }

    /// The game's law, which brings its evidence.
    pub(crate) fn law(&self) -> Option<&dyn Law> {
        self.known()?.law.as_deref()
    }

    /// The law of a one-heap game that gives the values, not the outcomes alone.
    pub(crate) fn law_of_values(&self) -> Option<&dyn Law> {
        self.law().filter(|law| law.value(&[Nat::ZERO]).is_some())
    }

    /// The law of Nim, if a heap of this game is a heap of Nim of the same size: a bar of one row of Chomp is one of one less.
    pub(crate) fn law_of_nim(&self) -> Option<&dyn Law> {
        let is_nim = |law: &&dyn Law| {
            law.theorem().id == law::nim::THEOREM.id && law.value(&[Nat::ONE]).is_some_and(|value| value.is_one())
        };
        self.law().filter(|_| self.shape() == Shape::Heap).filter(is_nim)
    }

    /// The game's law in words, and its source.
    pub(crate) fn law_words(&self) -> Option<(Words, String)> {
        let law = self.law()?;
        Some((law.words(), law.theorem().reference.to_owned()))
    }

    /// The set, if a heap of this game is a heap of a subtraction game.
    pub(crate) fn subtraction_set(&self) -> Option<&IntSet> {
        self.known()?.set().filter(|_| self.shape() == Shape::Heap)
    }

    /// The largest number that may be taken, where these are finitely many: smaller heaps know nothing of it.
    pub(crate) fn largest_taken(&self) -> Option<u64> {
        if let Some(sum) = self.open_sum() {
            return sum.largest_taken();
        }
        to_u64(&self.subtraction_set().filter(|set| set.is_finite())?.max()?)
    }

    /// Is a heap of this game a heap of Nim?
    pub(crate) fn is_nim(&self) -> bool {
        self.law_of_nim().is_some()
    }

    /// The theorem by which sums of heaps of this game are won in misère play as sums of heaps of Nim are.
    pub(crate) fn misere_nim(&self) -> Option<&'static Theorem> {
        if self.is_nim() {
            return Some(&law::misere_nim::THEOREM);
        }
        let Plan::Code(code) = &self.known()?.plan else { return None };
        let becomes_less = self.shape() == Shape::Heap && code.lowers_at_will() && !code.zero.allows_any();
        becomes_less.then_some(&law::misere_nim::LIKE_NIM)
    }

    /// Can every smaller value of this coordinate, of so many, be reached at once? Then at most one value of it is P.
    pub(crate) fn lowers_at_will(&self, coordinate: usize, numbers: usize) -> bool {
        match self.any() {
            Some(rules) => rules.lowers_at_will(coordinate, numbers),
            None => self.known().is_some_and(|k| k.free_coordinates.contains(&coordinate)),
        }
    }
}
