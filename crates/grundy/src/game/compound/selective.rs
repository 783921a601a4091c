//! The selective compound: a move is one move in each of some components, at least one, and the play is over when all
//! are.
//!
//! Example: `selective(nim(3), kayles(4))`. Both components are won, so the player to move empties nim(3) and moves
//! kayles(4) to a lost position at once; then both are lost, and whatever the opponent moves in is answered there.
//!
//! **Theorem.** The compound is lost for the player to move exactly if every component is. *Proof.* If all are lost, every
//! move makes those that it moves in won. If some are won, the move that makes all of these lost is there. ∎
//!
//! Cost: the outcome of each component. Reference: C. A. B. Smith, *Graphs and composite games*, 1966.

use super::lost::all_lost;
use super::{Fixed, Made, Turn, without_brackets};
use crate::evidence::Theorem;
use crate::game::entry::Bracket;

/// Every component is lost.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "selective",
    statement: "in a selective compound the player to move loses exactly if he would lose every component played alone",
    chinese: "在选择和中，轮到者输当且仅当他在每个分量单独的对局中都输",
    reference: "C. A. B. Smith, Graphs and composite games, 1966",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words = "a move is one move in each of one or more components; the play is over when no component has a move";
    let turn = Turn { all: false, most: usize::MAX, first_ends: false, cuts: false };
    without_brackets("selective", arguments, Fixed { words, turn, law: Some(all_lost(&THEOREM)) })
}
