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
//! use grundy::{Nat, Outcome, loopy::Value};
//!
//! let a = Value::infinite([1u8, 3]);
//! assert_eq!(a.outcome(), Outcome::Draw);
//! let sum = &a + &Value::from(Nat::from(1u8));
//! assert_eq!(sum.to_string(), "∞{0,2}");
//! assert_eq!(sum.outcome(), Outcome::Next);
//! assert_eq!((&sum + &a).to_string(), "∞{}");
//! ```

use std::fmt;
use std::ops::Add;

use crate::number::{Nat, shorten};
use crate::outcome::Outcome;

/// The value of a position in normal play: a number, or ∞(K).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// The position behaves like the heap of Nim of this size.
    Finite(Nat),
    /// ∞(K): K in ascending order, without repetition.
    Infinite(Vec<Nat>),
}

impl Value {
    /// The value 0.
    pub const ZERO: Value = Value::Finite(Nat::ZERO);

    /// ∞(K) of these numbers, in any order.
    #[must_use]
    pub fn infinite<N: Into<Nat>>(numbers: impl IntoIterator<Item = N>) -> Self {
        let mut numbers: Vec<Nat> = numbers.into_iter().map(Into::into).collect();
        numbers.sort();
        numbers.dedup();
        Value::Infinite(numbers)
    }

    /// The number, if it is one.
    #[must_use]
    pub fn finite(&self) -> Option<&Nat> {
        match self {
            Value::Finite(value) => Some(value),
            Value::Infinite(_) => None,
        }
    }

    /// K, if the value is ∞(K).
    #[must_use]
    pub fn loopy(&self) -> Option<&[Nat]> {
        match self {
            Value::Finite(_) => None,
            Value::Infinite(numbers) => Some(numbers),
        }
    }

    /// Who wins a position of this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(value) if *value == Nat::ZERO => Outcome::Previous,
            Value::Finite(_) => Outcome::Next,
            Value::Infinite(numbers) if numbers.first() == Some(&Nat::ZERO) => Outcome::Next,
            Value::Infinite(_) => Outcome::Draw,
        }
    }

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
impl Add for &Value {
    type Output = Value;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "games are added, and their values by xor")]
    fn add(self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Finite(a), Value::Infinite(k)) | (Value::Infinite(k), Value::Finite(a)) => {
                Value::infinite(k.iter().map(|k| k ^ a))
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(Vec::new()),
        }
    }
}

/// `3`, `∞{0,2}`, `∞{}`; numbers over 30 digits are shortened.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Finite(value) => f.pad(&shorten(value)),
            Value::Infinite(numbers) => {
                let list: Vec<String> = numbers.iter().map(shorten).collect();
                f.pad(&format!("∞{{{}}}", list.join(",")))
            }
        }
    }
}
