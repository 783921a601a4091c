//! Values of games whose play need not end.
//!
//! A position of such a game either has a natural number as its value, and then behaves in every sum like the heap of
//! Nim of that size, or its value is ∞(K): it can be moved to exactly the numbers of K, and to no number can both
//! players be held. Sums (C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1, 1966):
//!
//! | | b | ∞(L) |
//! |---|---|---|
//! | **a** | a ⊕ b | ∞({a ⊕ l : l ∈ L}) |
//! | **∞(K)** | ∞({k ⊕ b : k ∈ K}) | ∞(∅) |
//!
//! 0 is a P-position, every other number an N-position; ∞(K) is an N-position if 0 ∈ K, for then one can move to 0,
//! and else a draw.
//!
//! ```
//! use grundy_core::{Nat, Outcome, loopy::Value};
//!
//! let a = Value::infinite([1u8, 3]);
//! assert_eq!(a.outcome(), Outcome::Draw);
//! let sum = &a + &Value::from(Nat::from(1u8));
//! assert_eq!(sum.to_string(), "∞{0,2}");
//! assert_eq!(sum.outcome(), Outcome::Next);
//! assert_eq!((&sum + &a).to_string(), "∞{}");
//! ```

use std::fmt;
use std::ops::{Add, BitXor};

use crate::number::{Nat, shorten};
use crate::outcome::Outcome;

/// The value of a position in normal play, with numbers of this type: a number, or ∞(K).
///
/// A game's positions have a [`Value`]; vertices of an explicit graph have a label of 32 bits, for there it is less than
/// the number of vertices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Loopy<N> {
    /// The position behaves like the heap of Nim of this size.
    Finite(N),
    /// ∞(K): K in ascending order, without repetition.
    Infinite(Vec<N>),
}

/// The value of a position in normal play, with numbers of any size.
pub type Value = Loopy<Nat>;

impl<N> Loopy<N> {
    /// ∞(K) of these numbers, in any order.
    #[must_use]
    pub fn infinite<M: Into<N>>(numbers: impl IntoIterator<Item = M>) -> Self
    where
        N: Ord,
    {
        let mut numbers: Vec<N> = numbers.into_iter().map(Into::into).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Loopy::Infinite(numbers)
    }

    /// The number, if it is one.
    #[must_use]
    pub fn finite(&self) -> Option<&N> {
        match self {
            Loopy::Finite(value) => Some(value),
            Loopy::Infinite(_) => None,
        }
    }

    /// K, if the value is ∞(K).
    #[must_use]
    pub fn loopy(&self) -> Option<&[N]> {
        match self {
            Loopy::Finite(_) => None,
            Loopy::Infinite(numbers) => Some(numbers),
        }
    }

    /// Who wins a position of this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome
    where
        N: Default + PartialEq,
    {
        let zero = N::default();
        match self {
            Loopy::Finite(value) if *value == zero => Outcome::Previous,
            Loopy::Finite(_) => Outcome::Next,
            Loopy::Infinite(numbers) if numbers.first() == Some(&zero) => Outcome::Next,
            Loopy::Infinite(_) => Outcome::Draw,
        }
    }
}

impl Value {
    /// The value 0.
    pub const ZERO: Value = Loopy::Finite(Nat::ZERO);

    /// The value of so many copies side by side.
    #[must_use]
    pub fn copies(&self, count: &Nat) -> Value {
        use dashu_int::ops::BitTest;
        match self {
            _ if *count == Nat::ZERO => Value::ZERO,
            Value::Infinite(_) if *count > Nat::ONE => Value::Infinite(Vec::new()),
            Value::Finite(_) if !count.bit(0) => Value::ZERO,
            one => one.clone(),
        }
    }
}

impl From<Nat> for Value {
    fn from(value: Nat) -> Self {
        Value::Finite(value)
    }
}

/// The value of the sum.
impl<N: Ord> Add for &Loopy<N>
where
    for<'a> &'a N: BitXor<Output = N>,
{
    type Output = Loopy<N>;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "games are added, and their values by xor")]
    fn add(self, other: &Loopy<N>) -> Loopy<N> {
        match (self, other) {
            (Loopy::Finite(a), Loopy::Finite(b)) => Loopy::Finite(a ^ b),
            (Loopy::Finite(a), Loopy::Infinite(k)) | (Loopy::Infinite(k), Loopy::Finite(a)) => {
                Loopy::infinite(k.iter().map(|k| k ^ a))
            }
            (Loopy::Infinite(_), Loopy::Infinite(_)) => Loopy::Infinite(Vec::new()),
        }
    }
}

/// `3`, `∞{0,2}`, `∞{}`; numbers over 30 digits are shortened.
impl<N: Clone + Into<Nat>> fmt::Display for Loopy<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |number: &N| shorten(&number.clone().into());
        match self {
            Loopy::Finite(value) => f.pad(&short(value)),
            Loopy::Infinite(numbers) => {
                let list: Vec<String> = numbers.iter().map(short).collect();
                f.pad(&format!("∞{{{}}}", list.join(",")))
            }
        }
    }
}
