//! Which family is this rule? Answered only by a proof that the rule *is* the family's rule.
//!
//! `{x -> b & x-b for b in 1..x-1 if 2*b <= x; x -> x-j for j in 1..x}` is Lasker's Nim, the code `4.[3]`: a
//! candidate is read off the [pieces](super::pieces), spelt as a rule ([`rule_of`]), and the two are compared by
//! mutual inclusion, all positions at once. One option more or less anywhere, and the comparison fails; spelling,
//! order and needless guards change nothing, because they do not change the set of moves.
//!
//! Parts are unordered, and an empty heap is no part where heap 0 has no options: the games are then the same in
//! every convention. Cost: usually well below a millisecond, capped ([`WORK`]).

mod heap;
mod progression;
mod quotients;
mod slow;
mod spelling;
mod tuple;

use grundy_automata::linear::Work;
use grundy_sequence::code::Code;

use super::ir::{Expr, Rule, Set};
use super::pieces::{Pieces, pieces};

pub use slow::is_root;
pub use spelling::rule_of;

/// A family of rules about which a theorem or an engine is known.
#[derive(Debug, Clone, PartialEq)]
pub enum Family {
    /// Take a number of this constant set: `{n -> n-k for k in S}`.
    Subtraction(Set),
    /// A take-and-break code.
    Code(Code),
    /// Take a divisor of n, n itself included.
    AllDivisors,
    /// Take a divisor of n, n itself excluded.
    ProperDivisors,
    /// Take a divisor of n that is neither 1 nor n.
    InnerDivisors,
    /// Leave a divisor of n, n itself excluded.
    LeaveDivisor,
    /// Divide by any number from `least` to n − `less`, and round down, or up.
    Quotients {
        /// At least 2.
        least: u64,
        /// At least 0.
        less: u64,
        /// Are quotients rounded up?
        up: bool,
    },
    /// Take k in 1..n with gcd(k, n) = 1.
    Coprime,
    /// Take 1 to ⌊n/2⌋.
    AtMostHalf,
    /// Take 1 to ⌊(times·n + plus)/over⌋; 1 ≤ times < over, plus < over.
    AtMostShare {
        /// a
        times: i64,
        /// b
        plus: i64,
        /// c
        over: i64,
    },
    /// Take 1 to h(n), where h (variable 0 is n) grows without end, from each heap to the next by 0 or 1. Where it is below 0, or n
    /// is 0, nothing may be taken.
    AtMostSlow(Expr),
    /// The options are exactly 0, …, h(n); variable 0 of the expression is n. h is non-decreasing, −1 ≤ h(n) < n.
    InitialSegment(Expr),
    /// n − 1 or ⌊n/2⌋, for n ≥ 1.
    Mark,
    /// Any number from one heap, or i, j ≥ 1 from the two with |i − j| < k.
    Wythoff {
        /// At least 1; 1 is Wythoff's game.
        k: u64,
    },
    /// (a, b) to (a − k·b, b) for b ≥ 1 or (a, b − k·a) for a ≥ 1, k ≥ 1, 0 allowed.
    Euclid,
    /// The same, but what gets smaller stays at least 1.
    EuclidPositive,
    /// (n, q) to (n − j, factor·j) for 1 ≤ j ≤ q.
    Limited {
        /// At least 1; 2 is Fibonacci Nim.
        factor: u64,
    },
    /// Every move changes one coordinate, by a rule that does not look at the others: a sum of one-heap games.
    Product(Vec<Family>),
}

/// Combinations of constraints that one question may cost.
pub const WORK: u64 = 400_000;

/// The family of a rule, if it is proved to be one.
#[must_use]
pub fn recognise(rule: &Rule) -> Option<Family> {
    if let Some(family) = quotients::recognise(rule) {
        return Some(family);
    }
    by_pieces(rule).or_else(|| slow::recognise(rule))
}

/// The families that pieces of a rule are compared with.
fn by_pieces(rule: &Rule) -> Option<Family> {
    let mut work = Work::new(WORK);
    let Pieces { pieces, may_fail } = pieces(rule, &mut work)?;
    if may_fail {
        return None;
    }
    if rule.arity == 1 { heap::recognise(pieces, &mut work) } else { tuple::recognise(&pieces, rule.arity, &mut work) }
}

/// The pieces of a family's own rule; `None` where the family has no such spelling.
#[must_use]
pub fn pieces_of(family: &Family, work: &mut Work) -> Option<Pieces> {
    pieces(&rule_of(family)?, work)
}

#[cfg(test)]
mod tests;
