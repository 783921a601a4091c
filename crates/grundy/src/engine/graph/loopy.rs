//! A value of Smith's theory: a number, or ∞(K).

use std::fmt;

use crate::outcome::Outcome;

/// The loopy Grundy value of a position: finite, or infinite with the set K of finite values among the followers.
///
/// Sums: a + b = a ⊕ b; a + ∞(K) = ∞({a ⊕ k : k ∈ K}); ∞(K) + ∞(L) = ∞(∅). (Smith 1966, Fraenkel–Perl 1975.)
///
/// ```
/// use grundy::Outcome;
/// use grundy::engine::graph::LoopyValue;
///
/// let sum = LoopyValue::Finite(3).plus(&LoopyValue::Infinite(vec![1, 3]));
/// assert_eq!(sum, LoopyValue::Infinite(vec![0, 2]));
/// assert_eq!(sum.outcome(), Outcome::Next);
/// assert_eq!(sum.to_string(), "∞{0,2}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoopyValue {
    /// As good as a heap of Nim.
    Finite(u32),
    /// ∞(K), K ascending.
    Infinite(Vec<u32>),
}

impl LoopyValue {
    /// The value of a sum.
    #[must_use]
    pub fn plus(&self, other: &LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a ^ b),
            (LoopyValue::Finite(a), LoopyValue::Infinite(set)) | (LoopyValue::Infinite(set), LoopyValue::Finite(a)) => {
                let mut set: Vec<u32> = set.iter().map(|k| a ^ k).collect();
                set.sort_unstable();
                LoopyValue::Infinite(set)
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(Vec::new()),
        }
    }

    /// Who wins: 0 is P, another number N; ∞(K) is N if 0 ∈ K, else a draw.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Finite(0) => Outcome::Previous,
            LoopyValue::Finite(_) => Outcome::Next,
            LoopyValue::Infinite(set) if set.contains(&0) => Outcome::Next,
            LoopyValue::Infinite(_) => Outcome::Draw,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn finite(&self) -> Option<u32> {
        match self {
            LoopyValue::Finite(value) => Some(*value),
            LoopyValue::Infinite(_) => None,
        }
    }

    /// The set K, if the value is infinite.
    #[must_use]
    pub fn infinite(&self) -> Option<&[u32]> {
        match self {
            LoopyValue::Finite(_) => None,
            LoopyValue::Infinite(set) => Some(set),
        }
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Finite(value) => write!(f, "{value}"),
            LoopyValue::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞{{{}}}", set.join(","))
            }
        }
    }
}
