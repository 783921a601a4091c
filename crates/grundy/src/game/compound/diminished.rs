//! The diminished disjunctive compound: a move is a move in one component, and the play is over as soon as one component
//! is.
//!
//! Example: in `diminished(take[1..3](5), nim(2))` nim(2) can be emptied at once, which ends the play: N.
//!
//! **Foreclosed values.** A position that is over is *over*; one with an option that is over is *foreclosed*, for whoever
//! has to move there wins; any other has the mex of the values of its options, the foreclosed ones left out (nobody moves
//! to them willingly).
//!
//! **Theorem.** If a component is over, the player to move has lost; else if one is foreclosed, he wins; else he loses
//! exactly if the xor of the foreclosed values is 0. *Proof.* The first two are the rules. In the third case moves to
//! foreclosed positions lose, and the rest is Nim with moves that may be reversed, as with Sprague and Grundy. A position
//! with only foreclosed options has the value 0 and is lost, as it should be. ∎
//!
//! Cost: the foreclosed value of each component. Reference: J. H. Conway, *On Numbers and Games*, chapter 14, 1976.

use super::scale::{FORECLOSED, OVER, VALUES};
use super::{ByClass, Fixed, Made, Scale, Turn, without_brackets};
use crate::evidence::Theorem;
use crate::game::entry::Bracket;
use crate::number::Nat;

/// Foreclosed values.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "diminished-foreclosed",
    statement: "in a diminished disjunctive compound the player to move loses if a component is over, else wins if one can be ended by a move, else loses exactly if the xor of the foreclosed values is 0",
    chinese: "在缩减析取和中，若有分量已结束，轮到者输；否则若有分量可一步结束，轮到者胜；否则轮到者输当且仅当预截值的异或为 0",
    reference: "J. H. Conway, On Numbers and Games, chapter 14, 1976",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words = "a move is a move in one component; the play is over as soon as one component has no move";
    let turn = Turn { all: false, most: 1, first_ends: true, cuts: false };
    without_brackets("diminished", arguments, Fixed { words, turn, law: Some(FORECLOSED_VALUES) })
}

const FORECLOSED_VALUES: ByClass = ByClass {
    theorem: &THEOREM,
    scale: Scale::Foreclosed,
    // kept: what is the worst seen, and the xor of the values; nothing more once one is over
    see: |seen, class| {
        if seen.is_empty() {
            seen.extend([Nat::from(VALUES), Nat::ZERO]);
        }
        let worst = class.min(&seen[0]).clone();
        seen[0] = worst;
        if seen[0] < Nat::from(VALUES) {
            seen[1] = Nat::ZERO;
        } else {
            seen[1] ^= class - VALUES;
        }
    },
    is_previous: |seen| match seen.as_slice() {
        [worst, _] if *worst == Nat::from(OVER) => true,
        [worst, _] if *worst == Nat::from(FORECLOSED) => false,
        [_, xor] => *xor == Nat::ZERO,
        _ => true,
    },
};
