//! Tame games of misère play: what a position is worth in sums, and the theorem by which these are won as sums of Nim are.
//!
//! A position has its Grundy value g and its *misère value* g⁻: 1 without a move, else the mex of the misère values of the
//! options. It is *fickle* if (g, g⁻) is (0, 1) or (1, 0), and *firm* if both are the same. A position is *tame* if it and
//! all that can be reached from it are fickle or firm. Several positions that a move leaves are
//! taken as one: firm if one of them is, with the xor of the g; if all are fickle, with g⁻ the other one of 0 and 1.
//!
//! **Theorem.** A sum of tame positions whose values g have the xor x is P exactly if x = 0 where one of them is firm, and
//! exactly if x = 1 where all are fickle.
//!
//! *Proof*, by induction; call a sum *lost* if the theorem says so. An option has another g and another g⁻ than its position.
//! So the options of a fickle position are the other fickle one, or firm of 2 or more.
//!
//! - *A lost sum has no lost option.* All fickle, x = 1: one component becomes the other fickle one, and x = 0; or firm of
//!   2 or more, and x ≥ 2. One firm, x = 0: x changes; where that leaves all fickle and x = 1, a firm 0 became a fickle 1, or
//!   a firm 1 a fickle 0, but these have the same g⁻.
//! - *A sum that is not lost has no move or a lost option.* All fickle, x = 0: a fickle 1 has an option with g = 0, which is
//!   the fickle 0; if there is no fickle 1, a fickle 0 with a move has an option with g⁻ = 0, which is the fickle 1. One firm,
//!   x > 0: as in Nim a component of value v with w = v⊕x < v has an option with g = w, so x becomes 0. That is lost if a
//!   firm one is left. Else v was the only firm one, and w is 0 or 1; v has an option with g⁻ = w too, which is firm, and
//!   x = 0, or fickle of the other value, and x = 1. ∎
//!
//! **Subtraction games are tame**, whatever their set; a heap is fickle exactly if g is 0 or 1 (Ferguson).
//!
//! *Proof.* Let s be the least number that may be taken. (1) g(n) = 1 exactly if n ≥ s and g(n−s) = 0, by induction: if
//! g(n−s) = 0 and an option n−t had the value 1, then g(n−t−s) = 0, and n−s would have an option of its own value; so 0 is among
//! the options of n, and 1 is not. If g(n) = 1 and g(n−s) > 0, then n−s has an option n−s−t of value 0, so g(n−t) = 1, and n would
//! have an option of its own value. (2) A heap n with a move has an option of value 0 or 1: n−s if g(n−s) = 0; else n−s has an
//! option n−s−t of value 0, and g(n−t) = 1 by (1). (3) So by induction g⁻ is g with 0 and 1 swapped: without a move it is 1; if 0
//! and 1 are both among the options, both mex are the same, 2 or more; if just 0 is, g = 1 and g⁻ = 0; if just 1 is, g = 0 and
//! g⁻ = 1; and one of them is, by (2). ∎
//!
//! References: T. S. Ferguson, *On sums of graph games with last player losing*, 1974; J. H. Conway, *On Numbers and Games*,
//! 1976, chapter 12; V. A. Gurvich, N. B. Ho, *On tame, pet, domestic, and miserable impartial games*, 2018.

use grundy_core::{Nat, Theorem};

/// Sums of tame positions.
pub(crate) static TAME: Theorem = Theorem {
    id: "misere-tame",
    statement: "tame games: if in each position the value in normal and that in misère play are 0 and 1, 1 and 0 (fickle), or equal (firm), a sum is a P-position of misère play exactly if the xor of the normal values is 0, or 1 where all components are fickle (Conway)",
    chinese: "驯服的游戏：若每个局面在普通与反常规则下的值为 0 与 1、1 与 0（易变），或相等（坚定），则一个和在反常规则下是 P 局面，当且仅当各普通值异或为 0；若各分量都易变，则当且仅当异或为 1（Conway）",
    reference: "J. H. Conway, On Numbers and Games, 1976",
};

/// Subtraction games.
pub(crate) static FERGUSON: Theorem = Theorem {
    id: "misere-subtraction",
    statement: "subtraction games are tame: in misère play a heap has its normal value, but that 0 and 1 are swapped (Ferguson)",
    chinese: "减法游戏都是驯服的：反常规则下一堆的值等于其普通值，只是 0 与 1 互换（Ferguson）",
    reference: "T. S. Ferguson, On sums of graph games with last player losing, 1974",
};

/// What a tame position is worth in sums of misère play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tame {
    /// The Grundy value.
    pub(crate) value: Nat,
    /// Does its misère value differ from that, so that both are 0 and 1?
    pub(crate) fickle: bool,
}

impl Tame {
    /// One that is fickle exactly if its value is 0 or 1.
    pub(super) fn like_nim(value: Nat) -> Tame {
        Tame { fickle: value <= Nat::ONE, value }
    }
}
