//! What is known at once of all members of a family of boards, graphs or rows of coins: `turtles(n)`, `cram("2xn")`.
//!
//! ```text
//! nodekayles("path:n")     the code 0.137, heap n
//! turtles(n)               a law: g = n+1
//! ```

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use grundy_core::number::to_u64;
use grundy_core::{Nat, NatPeriod, Outcome, Theorem};
use grundy_sequence::code::Code;

use super::Law;
use crate::statement::Spelt;
use crate::words::Words;

/// The members of a family together.
#[derive(Debug, Clone)]
pub enum Members {
    /// Member n is heap n of this code, with the same moves; 0 is a member.
    Code(Code),
    /// The same where 0 is none.
    CodeFromOne(Code),
    /// A theorem tells values or outcomes by the number.
    Law(Arc<dyn Law>),
}

/// A theorem about the members of a family, by their numbers.
pub(crate) struct ByNumber {
    theorem: &'static Theorem,
    words: Words,
    claims: Vec<Spelt>,
    /// The smallest number of a member.
    first: u64,
    tells: Tells,
    /// Preperiod, period and saltus of the values, the least, where they have some.
    period: Option<[u64; 3]>,
}

/// What a theorem tells of a member.
pub(crate) enum Tells {
    /// Its value, where that has at most 128 bits.
    Value(Box<dyn Fn(u64) -> Option<u128> + Send + Sync>),
    /// Is it P?
    Previous(fn(u64) -> bool),
    /// Is the one with these numbers P? `None`: the theorem does not say.
    OfNumbers(fn(&[u64]) -> Option<bool>),
}

impl ByNumber {
    /// The law that says this of the members from `first` on; the claims say the same of n.
    pub(crate) fn members(
        theorem: &'static Theorem,
        words: Words,
        claims: &[Spelt],
        period: Option<[u64; 3]>,
        first: u64,
        tells: Tells,
    ) -> Members {
        Members::Law(Arc::new(ByNumber { theorem, words, claims: claims.to_vec(), first, tells, period }))
    }

    /// The same where one formula gives all values, in the notation and as a function, with preperiod, period and saltus. The preperiod is
    /// the smallest member at least.
    pub(crate) fn formula(
        theorem: &'static Theorem,
        formula: &str,
        period: [u64; 3],
        first: u64,
        value: fn(u64) -> u64,
    ) -> Members {
        let words = Words::same(format!("g = {formula}"));
        let tells = Tells::Value(Box::new(move |n| Some(value(n).into())));
        ByNumber::members(theorem, words, &[Spelt::values(formula)], Some(period), first, tells)
    }

    /// The same where a condition tells the P-positions.
    pub(crate) fn lost(
        theorem: &'static Theorem,
        condition: &str,
        chinese: &str,
        first: u64,
        previous: fn(u64) -> bool,
    ) -> Members {
        let words = Words::new(format!("P exactly if {condition}"), format!("P 当且仅当 {chinese}"));
        let claims = [Spelt::p_positions(condition)];
        ByNumber::members(theorem, words, &claims, None, first, Tells::Previous(previous))
    }

    fn number(&self, place: &[Nat]) -> Option<u64> {
        let [n] = place else { return None };
        self.member(n)
    }

    fn member(&self, n: &Nat) -> Option<u64> {
        to_u64(n).filter(|&n| n >= self.first)
    }
}

impl fmt::Debug for ByNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByNumber").field("theorem", &self.theorem.id).finish_non_exhaustive()
    }
}

impl Law for ByNumber {
    fn theorem(&self) -> &'static Theorem {
        self.theorem
    }

    fn words(&self) -> Words {
        self.words.clone()
    }

    fn claims(&self) -> Vec<Spelt> {
        self.claims.clone()
    }

    fn period(&self) -> Option<NatPeriod> {
        let [preperiod, period, saltus] = self.period?.map(Nat::from);
        Some(NatPeriod { preperiod, period, saltus })
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        match &self.tells {
            Tells::Value(value) => value(self.number(place)?).map(Nat::from),
            Tells::Previous(_) | Tells::OfNumbers(_) => None,
        }
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        Some(Outcome::lost_if(match &self.tells {
            Tells::Value(value) => value(self.number(place)?)? == 0,
            Tells::Previous(is) => is(self.number(place)?),
            Tells::OfNumbers(is) => is(&place.iter().map(|n| self.member(n)).collect::<Option<Vec<u64>>>()?)?,
        }))
    }
}

/// A side of a family of rectangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// So many squares.
    Given(u64),
    /// The letter with this number.
    Open(usize),
}

/// The rows and the columns of a family of rectangles: `2xn`, `nxn`, `axb`.
pub(crate) fn sides(parts: &[&str], letters: &[usize]) -> Option<[Side; 2]> {
    match (parts, letters) {
        (["", "x", ""], &[rows, columns]) => Some([Side::Open(rows), Side::Open(columns)]),
        (["", columns], &[letter]) => Some([Side::Open(letter), Side::Given(columns.strip_prefix('x')?.parse().ok()?)]),
        ([rows, ""], &[letter]) => Some([Side::Given(rows.strip_suffix('x')?.parse().ok()?), Side::Open(letter)]),
        _ => None,
    }
}
