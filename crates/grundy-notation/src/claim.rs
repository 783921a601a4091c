//! Claims: what `prove` is asked to prove.
//!
//! `prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'` has a [`Subject`], a position with variables or a bare game, and a
//! [`Claim`] about it. A bare game of one coordinate has the variable `n`, of two `a` and `b`; a rule in braces its
//! own names.

use std::sync::Arc;

use grundy_core::number::Nat;
use grundy_core::outcome::Outcome;

use super::ast::{Cond, Definition, Expr, Game, Position};

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subject {
    /// `let` definitions, in order.
    pub definitions: Vec<Definition>,
    /// Is `misere` written in front?
    pub misere: bool,
    /// All positions of a game, or those of one form.
    pub of: Form,
}

/// All positions of a game, or those of one form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Form {
    /// `kayles`
    Game(Arc<Game>),
    /// `nim(a, b, c)`
    Position(Position),
}

/// A statement about all positions of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Claim {
    /// `P: xor(a,b) = 0`: the P-positions are exactly those for which the condition holds.
    Previous(Cond),
    /// `g = n % 4`: the Grundy value.
    Value(Value),
    /// `P => a = b`, `a = b => N`, `g <= 9`, `n > 20 => g > 0`: true of every position.
    Every(Every),
    /// `period 12 from 71`, `period 4 from 0 saltus 2`: G(n + period) = G(n) + saltus for all n from `from` on.
    Period {
        /// At least 1.
        period: Nat,
        /// From here on.
        from: Nat,
        /// Growth in a period; `None` where nothing is written, which means 0.
        saltus: Option<Nat>,
    },
}

/// What is true of every position, if the first side is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Every {
    /// If this is so …
    pub given: Option<Side>,
    /// … then this.
    pub then: Side,
    /// Does one of them name the Grundy value `g`?
    pub value: bool,
}

/// A side of an implication.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Side {
    /// `P`, `N`: it is such a position.
    Winner(Outcome),
    /// `P and a > 0`: it is such a position, and this holds.
    Both(Outcome, Box<Cond>),
    /// A condition on the coordinates and on the value `g`.
    Holds(Box<Cond>),
}

/// `n+1 if n % 4 = 3 else n`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Value {
    /// The value …
    pub expr: Expr,
    /// … if this holds, and else that.
    pub otherwise: Option<(Cond, Box<Value>)>,
}
