//! Closed forms: theorems that answer without a table.

use std::fmt::Debug;

use grundy_core::{Evidence, Nat, NatPeriod, Outcome, Theorem};

use super::fold::Fold;
use crate::place::Place;
use crate::statement::Spelt;
use crate::words::Words;

/// Some options of a place, all of them in the law's own game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// How many there are, exactly; options that leave the same parts (parts unordered, heaps of size 0 left out)
    /// count once.
    pub count: Nat,
    /// The first of them in the stated order: each is a list of parts, sorted, without heaps of size 0 (a single
    /// heap of size 0 where nothing is left); ordered by the numbers in it, a prefix first.
    pub first: Vec<Vec<Place>>,
}

impl From<grundy_sequence::Listing> for Listing {
    /// Heaps as places.
    fn from(heaps: grundy_sequence::Listing) -> Self {
        let place = |heap: Nat| Place::heap(heap);
        let first = heaps.first.into_iter().map(|parts| parts.into_iter().map(place).collect()).collect();
        Listing { count: heaps.count, first }
    }
}

/// A line on the blackboard: how a law is put to use at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Working {
    /// A sentence without its full stop: `12 = 8 + 3 + 1, and the least part is 1`.
    Say(Words),
    /// The value is the xor of these numbers.
    Xor {
        /// What they are: `stairs 1 and 3`.
        what: Words,
        /// Each with its name: `stair 1`, 3.
        rows: Vec<(Words, Nat)>,
    },
    /// The ones of each binary column of the place's numbers are counted; P exactly if each count is a multiple of this.
    Ones(u64),
}

/// Which numbers can give a place a value, the other numbers as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Candidates {
    /// All of them are among these.
    Among(Vec<Nat>),
    /// None is above this one.
    UpTo(Nat),
    /// They have no end; these are the first of them, a hundred or more.
    First(Vec<Nat>),
    /// The number does not matter.
    All,
}

/// A theorem about one game in normal play, as a procedure.
///
/// A law is attached to a game only after the *whole* rule was recognised; see [`crate::rule::family`].
pub trait Law: Debug + Send + Sync {
    /// The theorem, with its source.
    fn theorem(&self) -> &'static Theorem;

    /// What an answer by the law rests on.
    fn evidence(&self) -> Evidence {
        Evidence::theorem(self.theorem())
    }

    /// The law in words, for this game: `g(n) = n mod 4`.
    fn words(&self) -> Words;

    /// What the theorem says, as claims in the notation: about `n`, or about `a` and `b` (`n` and `q` where the
    /// second is a memory). Each is true of every place that the law covers.
    fn claims(&self) -> Vec<Spelt> {
        Vec::new()
    }

    /// The same about places that are written with so many numbers, a, b, c, … where they are more than one: `fibonaccinim(8)`
    /// leaves out how many may be taken, and a row of two piles may have a shorter law than one of three.
    fn claims_of(&self, _numbers: usize) -> Vec<Spelt> {
        self.claims()
    }

    /// h(n), as it is written with n, where the law is g(n) = 1 + g(h(n)) for every heap n with an option.
    fn one_more_than(&self) -> Option<String> {
        None
    }

    /// The law as one term of every number of a list, of every second one, or of every pair, where it is that.
    fn fold(&self) -> Option<Fold> {
        None
    }

    /// Which numbers at this coordinate can give the place this value, where the law says; what stands there is not
    /// looked at.
    fn candidates(&self, _place: &[Nat], _coordinate: usize, _value: &Nat) -> Option<Candidates> {
        None
    }

    /// A number at this coordinate from which on all numbers have the same outcome, in normal and in misère play. What stands
    /// there is not looked at.
    fn steady_from(&self, _place: &[Nat], _coordinate: usize) -> Option<Nat> {
        None
    }

    /// How the law is put to use at this place, step by step; nothing where its words say all.
    fn working(&self, _place: &[Nat]) -> Vec<Working> {
        Vec::new()
    }

    /// The Grundy value, or `None` where the law gives the outcome alone.
    fn value(&self, place: &[Nat]) -> Option<Nat>;

    /// The outcome; `None` where the law does not cover the place.
    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let zero = self.value(place)? == Nat::ZERO;
        Some(Outcome::lost_if(zero))
    }

    /// Who wins in misère play and by which theorem, where one is known.
    fn misere(&self, _place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        None
    }

    /// The P-positions of misère play as a claim about `n`, and the theorem behind it, where that is known.
    fn misere_claim(&self) -> Option<(&'static Theorem, Spelt)> {
        None
    }

    /// The options that win in misère play of a place whose outcome [`Law::misere`] tells, if the law lists them.
    fn misere_winning(&self, _place: &[Nat], _limit: usize) -> Option<Listing> {
        None
    }

    /// The options that have this value, if the law finds them without trying all.
    fn options_with_value(&self, _place: &[Nat], _target: &Nat, _limit: usize) -> Option<Listing> {
        None
    }

    /// The same where all may be too many to look for: then some of them, and no count.
    fn all_or_some_with_value(
        &self,
        place: &[Nat],
        target: &Nat,
        limit: usize,
    ) -> Option<(Option<Nat>, Vec<Vec<Place>>)> {
        self.options_with_value(place, target, limit).map(|listing| (Some(listing.count), listing.first))
    }

    /// The options that are P-positions, if the law finds them without trying all.
    fn winning_options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        self.options_with_value(place, &Nat::ZERO, limit)
    }

    /// The period of the values of a one-heap game, if they have one: preperiod and period are the least.
    fn period(&self) -> Option<NatPeriod> {
        None
    }

    /// All options, if they can be counted without listing them.
    fn options(&self, _place: &[Nat], _limit: usize) -> Option<Listing> {
        None
    }
}
