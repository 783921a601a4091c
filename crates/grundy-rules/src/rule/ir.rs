//! A rule as engines see it: names resolved, parameters filled in, chains of comparisons taken apart.
//!
//! `{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}` becomes two [`Alternative`]s, each with one loop. Variables are
//! numbers: the coordinates first (`a` = 0, `b` = 1), then the loop variables of the alternative in order (`k` = 2).
//!
//! **Meaning of an alternative at a position.** Loops are entered from the first to the last; a guard is tested as
//! soon as all its variables are bound (so what it excludes is never evaluated); then the parts are evaluated; if
//! any coordinate of any part is negative, it is not a move.

use std::ops;

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

pub use super::other::Named;
pub use super::other::OtherGame;

/// A rule: what one may do from a position of `arity` coordinates.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Number of coordinates.
    pub arity: usize,
    /// Names of the coordinates, for messages.
    pub names: Vec<String>,
    /// All the ways to move.
    pub alternatives: Vec<Alternative>,
    /// The measure behind `by`, if declared.
    pub measure: Option<Vec<Expr>>,
    /// Is `loopy` said?
    pub loopy: bool,
}

/// One way to move: loops, guards, and the parts that are left.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// Variable number `arity + i` runs over the `i`-th set.
    pub loops: Vec<Loop>,
    /// All must hold. Sorted by [`Guard::depth`].
    pub guards: Vec<Guard>,
    /// The components left; never empty.
    pub parts: Vec<Part>,
    /// The move as it was written, for messages.
    pub text: String,
}

/// `for k in S`
#[derive(Debug, Clone)]
pub struct Loop {
    /// The variable's name, for messages.
    pub name: String,
    /// Its range; may use coordinates and earlier loop variables.
    pub set: Set,
}

/// A condition with the number of loops that must be entered before it can be tested.
#[derive(Debug, Clone)]
pub struct Guard {
    /// 0: only coordinates occur; `i`: the `i`-th loop variable (from 1) is the last that occurs.
    pub depth: usize,
    /// What must hold.
    pub cond: Cond,
}

/// A component that is left.
#[derive(Debug, Clone)]
pub struct Part {
    /// The game it leads into; `None`: the rule's own (of a union: the whole union).
    pub game: Option<OtherGame>,
    /// Its coordinates.
    pub coordinates: Vec<Expr>,
}

/// A set of integers that may depend on variables.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// The union of these …
    pub items: Vec<Item>,
    /// … without these.
    pub except: Vec<Set>,
}

/// One entry of a set.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A number.
    One(Expr),
    /// `from..to step s`; `to = None`: in a loop up to the size of the position, in a condition without end.
    Range {
        /// First.
        from: Expr,
        /// Last, inclusive.
        to: Option<Expr>,
        /// Distance, at least 1.
        step: Expr,
    },
    /// 1, b, b², …
    Powers(Expr),
    /// 1, 4, 9, …
    Squares,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 3, 5, …
    Odds,
    /// 2, 4, 6, …
    Evens,
    /// The divisors of a number, itself included; of 0: none.
    Divisors(Expr),
    /// A set in brackets, e.g. what a parameter stands for.
    Nested(Box<Set>),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    /// All of these (none: true).
    All(Vec<Cond>),
    /// At least one of these (none: false).
    Any(Vec<Cond>),
    /// The opposite.
    Not(Box<Cond>),
    /// A comparison.
    Compare(Expr, Relation, Expr),
    /// Membership.
    In(Expr, Set),
}

/// An integer expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A constant.
    Constant(Int),
    /// A coordinate or loop variable by number.
    Variable(usize),
    /// `-x`
    Negative(Box<Expr>),
    /// `x + y` …
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A function.
    Call(Function, Vec<Expr>),
}

/// The functions of expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it; NOTATION lists them")]
pub enum Function {
    Min,
    Max,
    Gcd,
    Xor,
    BitAnd,
    BitOr,
    IntegerSquareRoot,
    Log2,
    PopCount,
    Absolute,
    LowBit,
    TwoAdicOrder,
    BitLength,
    Mex,
    /// Claims only: ⌊(a + b·√d) / c⌋ of a, b, c ≥ 1.
    FloorSurd(u64),
    /// Claims only: the smallest part as a sum of Schwenk's numbers for this c ≥ 2, which are Fibonacci's for 2.
    SmallestPart(u32),
}

impl Function {
    /// Those that rules may call, with their names.
    pub const NAMES: &[(&str, Function)] = &[
        ("min", Function::Min),
        ("max", Function::Max),
        ("gcd", Function::Gcd),
        ("xor", Function::Xor),
        ("band", Function::BitAnd),
        ("bor", Function::BitOr),
        ("isqrt", Function::IntegerSquareRoot),
        ("log2", Function::Log2),
        ("popcount", Function::PopCount),
        ("abs", Function::Absolute),
        ("lowbit", Function::LowBit),
        ("v2", Function::TwoAdicOrder),
        ("bits", Function::BitLength),
        ("mex", Function::Mex),
    ];
}

impl Expr {
    /// The number that stands here, if it is one and fits.
    #[must_use]
    pub fn literal(&self) -> Option<i64> {
        match self {
            Expr::Constant(c) => i64::try_from(c).ok(),
            _ => None,
        }
    }

    /// `a + b`, `a // b` …, as it stands.
    #[must_use]
    pub fn binary(operator: Operator, a: Expr, b: Expr) -> Expr {
        Expr::Binary(operator, Box::new(a), Box::new(b))
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Expr {
        Expr::Constant(number.into())
    }
}

impl ops::Add<Expr> for Expr {
    type Output = Expr;

    fn add(self, other: Expr) -> Expr {
        Expr::Binary(Operator::Add, Box::new(self), Box::new(other))
    }
}

impl ops::Sub<Expr> for Expr {
    type Output = Expr;

    fn sub(self, other: Expr) -> Expr {
        Expr::Binary(Operator::Subtract, Box::new(self), Box::new(other))
    }
}

impl ops::Mul<Expr> for Expr {
    type Output = Expr;

    fn mul(self, other: Expr) -> Expr {
        Expr::Binary(Operator::Multiply, Box::new(self), Box::new(other))
    }
}
