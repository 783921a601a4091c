//! The shortened selective compound: a move is one move in each of some components, at least one, and the play is over as
//! soon as one component is.
//!
//! Example: in `shortened(nim(3), kayles(4))` the player to move wins by emptying nim(3), whatever becomes of kayles(4).
//!
//! **Theorem.** The compound is lost for the player to move exactly if some component is over, or every component is lost.
//! *Proof.* With one over there is no move. If all are lost and none is over, a move makes some of them won and ends none
//! (an end would be a lost option of a lost position). If none is over and some are won, making all of these lost either
//! ends the play or leaves all lost. ∎
//!
//! Cost: the outcome of each component. Reference: C. A. B. Smith, *Graphs and composite games*, 1966.

use super::{ByClass, Fixed, Made, Scale, Turn, without_brackets};
use crate::evidence::Theorem;
use crate::game::entry::Bracket;
use crate::number::Nat;

/// One is over, or every one is lost.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "shortened-selective",
    statement: "in a shortened selective compound the player to move loses exactly if some component is over or he would lose every component played alone",
    chinese: "在缩短选择和中，轮到者输当且仅当有分量已结束，或他在每个分量单独的对局中都输",
    reference: "C. A. B. Smith, Graphs and composite games, 1966",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words =
        "a move is one move in each of one or more components; the play is over as soon as one component has no move";
    let turn = Turn { all: false, most: usize::MAX, first_ends: true, cuts: false };
    without_brackets("shortened", arguments, Fixed { words, turn, law: Some(OVER_OR_ALL_LOST) })
}

const OVER_OR_ALL_LOST: ByClass = ByClass {
    theorem: &THEOREM,
    scale: Scale::Ending,
    // kept: nothing; 0 once one is over; else 2 once one is won
    see: |seen, class| {
        if *class != Nat::ONE && seen.first() != Some(&Nat::ZERO) {
            *seen = vec![class.clone()];
        }
    },
    is_previous: |seen| seen.first().is_none_or(|kept| *kept == Nat::ZERO),
};
