//! The conjunctive compound: every move is a move in every component, and the play is over as soon as one component is.
//!
//! Example: `conjunctive(nim(2), take[1,2](3))`. nim(2) can be emptied at once (remoteness 1), take[1,2](3) is lost in two
//! moves (remoteness 2). The first to end decides: min(1, 2) = 1 is odd, so the player to move wins by emptying nim(2).
//!
//! **Theorem.** The remoteness of the compound is the least remoteness of its components; it is lost for the player to
//! move exactly if that is even. *Idea.* Each player hurries where he wins and delays where he loses, so that the
//! component that is over first is the one of the least remoteness, and all the others are then still under way.
//!
//! Cost: the remoteness of each component. References: Steinhaus 1925; C. A. B. Smith, *Graphs and composite games*, 1966.

use super::{ByClass, Fixed, Made, Scale, Turn, without_brackets};
use crate::evidence::Theorem;
use crate::game::entry::Bracket;

/// Least remoteness.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "conjunctive-remoteness",
    statement: "the remoteness of a conjunctive compound is the least of the remotenesses of its components, and the player to move loses exactly if it is even",
    chinese: "合取和的步数是各分量步数中最小的，轮到者输当且仅当它为偶数",
    reference: "H. Steinhaus, Definitions for a theory of games and pursuit, 1925; C. A. B. Smith, Graphs and composite games, 1966",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words = "a move is a move in every component at once; the play is over as soon as one component has no move";
    let turn = Turn { all: true, most: usize::MAX, first_ends: true, cuts: false };
    without_brackets("conjunctive", arguments, Fixed { words, turn, law: Some(LEAST_REMOTENESS) })
}

const LEAST_REMOTENESS: ByClass = ByClass {
    theorem: &THEOREM,
    scale: Scale::Remoteness,
    see: |seen, class| {
        if seen.first().is_none_or(|least| class < least) {
            *seen = vec![class.clone()];
        }
    },
    is_previous: |seen| seen.first().is_none_or(|least| least % 2u8 == 0),
};
