//! The theorems by name, for answers and documentation.
//!
//! **Sprague–Grundy.** Let every play end. Give each position the mex of the values of its options, and a sum the xor
//! of the values of its summands; then the player to move loses exactly if the value is 0.
//!
//! **Window.** Let S be a finite set of positive numbers, s its greatest, and g(n) = mex {g(n−t) : t ∈ S, t ≤ n}. If
//! g(n+p) = g(n) for all n with n0 ≤ n < n0+s, then for all n ≥ n0. *Proof.* Induction: for n ≥ n0+s the options of n
//! and of n+p are n−t ≥ n0 and n−t+p, with the same values. ∎

use crate::evidence::Theorem;
use crate::game::compound::{conjunctive, continued, diminished, ordinal, selective, shortened, upto};

use super::{
    at_most_half, coprime, divisors, euclid, initial_segment, lasker, limited, mark, misere_nim, moore, nim, powers,
    take_at_least, take_up_to, wythoff,
};

pub use grundy_core::evidence::SPRAGUE_GRUNDY;

/// Finite subtraction sets: a window that repeats repeats for ever.
pub static WINDOW_PERIOD: Theorem = Theorem {
    id: "window-period",
    statement: "the values of a finite subtraction set are periodic from n0 as soon as one window as long as its greatest number repeats there",
    reference: "",
};

static ALL: &[&Theorem] = &[
    &SPRAGUE_GRUNDY,
    &WINDOW_PERIOD,
    &nim::THEOREM,
    &take_up_to::THEOREM,
    &take_at_least::THEOREM,
    &lasker::THEOREM,
    &powers::ODD,
    &powers::EVEN,
    &divisors::PROPER,
    &divisors::ALL,
    &coprime::THEOREM,
    &at_most_half::THEOREM,
    &initial_segment::THEOREM,
    &initial_segment::AT_LEAST_HALF,
    &mark::THEOREM,
    &wythoff::CLASSIC,
    &wythoff::GENERAL,
    &euclid::ZERO_ALLOWED,
    &euclid::POSITIVE,
    &limited::THEOREM,
    &misere_nim::THEOREM,
    &moore::THEOREM,
    &crate::engine::graph::SMITH,
    &conjunctive::THEOREM,
    &continued::THEOREM,
    &selective::THEOREM,
    &shortened::THEOREM,
    &diminished::THEOREM,
    &ordinal::THEOREM,
    &upto::ONE,
    &upto::FEW,
    &upto::ONE_MORE,
    &upto::MOORE,
];

/// All theorems that answers of this crate's closed forms may name.
#[must_use]
pub fn all() -> &'static [&'static Theorem] {
    ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut ids: Vec<_> = all().iter().map(|t| t.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all().len());
        assert!(all().iter().all(|t| !t.statement.is_empty() && !t.statement.contains('\n')));
    }
}
