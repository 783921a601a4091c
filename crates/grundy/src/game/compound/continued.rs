//! The continued conjunctive compound: every move is a move in every component that is not over, and the play is over
//! when all are.
//!
//! Example: `continued(nim(2), take[1,2](3))`. The suspense of nim(2) is 1, that of take[1,2](3) is 2: the component that
//! lasts longer decides, max(1, 2) = 2 is even, and the player to move loses.
//!
//! **Theorem.** The suspense of the compound is the greatest suspense of its components; it is lost for the player to move
//! exactly if that is even. *Idea.* Each player delays where he wins and hurries where he loses, so that the component
//! that is over last is the one of the greatest suspense.
//!
//! Cost: the suspense of each component. Reference: C. A. B. Smith, *Graphs and composite games*, 1966.

use super::{ByClass, Fixed, Made, Scale, Turn, without_brackets};
use crate::evidence::Theorem;
use crate::game::entry::Bracket;

/// Greatest suspense.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "continued-suspense",
    statement: "the suspense of a continued conjunctive compound is the greatest of the suspenses of its components, and the player to move loses exactly if it is even",
    chinese: "连续合取和的悬念数是各分量悬念数中最大的，轮到者输当且仅当它为偶数",
    reference: "C. A. B. Smith, Graphs and composite games, 1966; J. H. Conway, On Numbers and Games, chapter 14, 1976",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words = "a move is a move in every component that still has one; the play is over when no component has a move";
    let turn = Turn { all: true, most: usize::MAX, first_ends: false, cuts: false };
    without_brackets("continued", arguments, Fixed { words, turn, law: Some(GREATEST_SUSPENSE) })
}

const GREATEST_SUSPENSE: ByClass = ByClass {
    theorem: &THEOREM,
    scale: Scale::Suspense,
    see: |seen, class| {
        if seen.first().is_none_or(|greatest| class > greatest) {
            *seen = vec![class.clone()];
        }
    },
    is_previous: |seen| seen.first().is_none_or(|greatest| greatest % 2u8 == 0),
};
