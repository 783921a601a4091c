//! The normal form of a rule: a union of pieces, each a conjunction of linear constraints, congruences and literals.
//!
//! `{n -> n-k for k in 1..n//2}` is one piece over `n` and the part `p`: `n ≥ 0`, `p ≥ 0`, `n − p ≥ 1` and
//! `2(n − p) ≤ n`. The loop variable is gone, since `k = n − p`; so every spelling of the rule gives the same points
//! `(n, p)`, and two rules are equal exactly if their pieces have the same points (`super::inclusion`).
//!
//! Cost: a few microseconds a piece; more than [`MOST_PIECES`] are given up on.

use grundy_automata::linear::Work;

use super::expansion::expand;
use super::ir::Rule;
use super::piece::{MOST_PIECES, Piece};

/// The pieces of a rule.
#[derive(Debug, Clone)]
pub struct Pieces {
    /// Their union is the rule.
    pub pieces: Vec<Piece>,
    /// An expression may have no value somewhere, so that the rule is an error there.
    pub may_fail: bool,
}

/// Brings a rule to pieces; `None` if that fails or is too long.
#[must_use]
pub fn pieces(rule: &Rule, work: &mut Work) -> Option<Pieces> {
    let mut out = Pieces { pieces: Vec::new(), may_fail: false };
    for alternative in 0..rule.alternatives.len() {
        let more = pieces_of_alternative(rule, alternative, work)?;
        out.may_fail |= more.may_fail;
        out.pieces.extend(more.pieces);
        if out.pieces.len() > MOST_PIECES {
            return None;
        }
    }
    Some(out)
}

/// Brings one alternative to pieces.
#[must_use]
pub fn pieces_of_alternative(rule: &Rule, alternative: usize, work: &mut Work) -> Option<Pieces> {
    let (raw, may_fail) = expand(rule, alternative, work).ok()?;
    let mut pieces = Vec::new();
    for piece in raw {
        pieces.extend(piece.settled(work).ok()?);
        if pieces.len() > MOST_PIECES || work.spent() {
            return None;
        }
    }
    Some(Pieces { pieces, may_fail })
}
