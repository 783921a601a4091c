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

/// A theorem about the members of a family.
pub(crate) struct ByNumber {
    theorem: &'static Theorem,
    words: Words,
    claims: Vec<Spelt>,
    /// The smallest member.
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
            Tells::Previous(_) => None,
        }
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let n = self.number(place)?;
        Some(Outcome::lost_if(match &self.tells {
            Tells::Value(value) => value(n)? == 0,
            Tells::Previous(is) => is(n),
        }))
    }
}

/// The rows and the columns of a family of rectangles, `None` where they are the number: `2xn`, `nxn`.
pub(crate) fn sides(parts: &[&str]) -> Option<[Option<u64>; 2]> {
    let side = |text: &str| if text == "n" { Some(None) } else { text.parse().ok().map(Some) };
    let text = parts.join("n");
    let (rows, columns) = text.split_once('x')?;
    Some([side(rows)?, side(columns)?])
}
