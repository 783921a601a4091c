//! Which numbers give a place a value, the other numbers as they are: `kayles(?)`, `wythoff(10^20, ?)`.
//!
//! | where | told |
//! |---|---|
//! | one heap whose values repeat, or of Nim | the heaps themselves: [`super::residues`], which is asked first |
//! | a place of a law | what the law says |
//! | a pair far away | what the automata of single values say |
//! | values that grow without end | the largest number that may have the value |
//! | a game that bounds the number | the largest number there is |
//!
//! All but the heaps are to be tried one by one.

use grundy_core::{Context, Evidence, Nat, Result};

use super::automaton::is_far;
use crate::game::{Candidates, Game, Place};

/// Where the numbers are that were looked for.
#[derive(Debug)]
pub(crate) enum Numbers {
    /// Where the game's law says.
    ByLaw(Candidates),
    /// All of them are among these.
    Among(Vec<Nat>),
    /// None is above this one.
    UpTo(Nat),
    /// Any number may be one.
    Any,
}

impl Game {
    /// Which numbers at this coordinate may give the place this value; what stands there is not looked at.
    ///
    /// # Errors
    /// A spent budget; faults of the rule.
    pub(crate) fn numbers_of_value(
        &self,
        place: &Place,
        coordinate: usize,
        value: &Nat,
        cx: &Context,
    ) -> Result<(Numbers, Evidence)> {
        // the reasons of numbers that are tried come with their values
        if let Some(candidates) = self.law().and_then(|law| law.candidates(place, coordinate, value)) {
            return Ok((Numbers::ByLaw(candidates), Evidence::trivial()));
        }
        if self.is_far_pair(place, coordinate)
            && let Some(law) = self.levels_law(cx)?
            && let Some(numbers) = law.numbers(place, coordinate, value, cx)?
        {
            return Ok((Numbers::Among(numbers), Evidence::trivial()));
        }
        if let Some((last, why)) = self.last_with_value(value, cx)? {
            return Ok((Numbers::UpTo(last), why));
        }
        let largest = self.largest(coordinate, place.len());
        Ok((largest.map_or(Numbers::Any, |last| Numbers::UpTo(Nat::from(last))), Evidence::trivial()))
    }

    /// Looks for the law of single values, where [`Game::numbers_of_value`] will ask for it: of a pair of which the other
    /// number is far away and the game's own law does not tell. `sum`: other components stand beside it.
    ///
    /// # Errors
    /// A spent budget; faults of the rule.
    pub(crate) fn learn_single_values(&self, place: &Place, coordinate: usize, sum: bool, cx: &Context) -> Result<()> {
        let is_told = || self.law().is_some_and(|law| law.candidates(place, coordinate, &Nat::ZERO).is_some());
        if self.is_far_pair(place, coordinate) && (sum || !is_told()) {
            self.levels_law(cx)?;
        }
        Ok(())
    }

    /// Is the other number of a pair so large that no table reaches it?
    fn is_far_pair(&self, place: &[Nat], coordinate: usize) -> bool {
        let two = place.len() == 2 && self.kind().as_rule().is_some() && !self.is_loopy();
        two && is_far(&[place[1 - coordinate].clone(), place[1 - coordinate].clone()])
    }
}
