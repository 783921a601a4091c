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

use super::{Compound, Law, Made, Play, Scale, Seen, Sum, Turn, without_brackets};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Theorem;
use crate::game::catalogue::Bracket;
use crate::number::Nat;

/// One is over, or every one is lost.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "shortened-selective",
    statement: "in a shortened selective compound the player to move loses exactly if some component is over or he would lose every component played alone",
    reference: "C. A. B. Smith, Graphs and composite games, 1966",
};

/// The compound.
#[derive(Debug)]
struct Shortened;

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    without_brackets("shortened", arguments, Shortened)
}

impl Play for Shortened {
    fn turn(&self) -> Turn {
        Turn { all: false, most: usize::MAX, first_ends: true, cuts: false }
    }

    fn words(&self) -> String {
        "a move is one move in each of one or more components; the play is over as soon as one component has no move"
            .to_owned()
    }

    fn law(&self, _: &Compound, _: &[Sum], _: &Context) -> Result<Option<Box<dyn Law>>> {
        Ok(Some(Box::new(OverOrAllLost)))
    }
}

struct OverOrAllLost;

impl Law for OverOrAllLost {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn scale(&self) -> Scale {
        Scale::Ending
    }

    /// Kept: nothing; 0 once one is over; else 2 once one is won.
    fn see(&self, seen: &mut Seen, class: &Nat) {
        if *class == Nat::ONE || seen.first() == Some(&Nat::ZERO) {
            return;
        }
        seen.clear();
        seen.push(class.clone());
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.first().is_none_or(|kept| *kept == Nat::ZERO)
    }
}
