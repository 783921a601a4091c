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

use super::{Compound, Law, Made, Play, Scale, Seen, Sum, Turn, without_brackets};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Theorem;
use crate::game::catalogue::Bracket;
use crate::number::Nat;

/// Least remoteness.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "conjunctive-remoteness",
    statement: "the remoteness of a conjunctive compound is the least of the remotenesses of its components, and the player to move loses exactly if it is even",
    reference: "H. Steinhaus, Definitions for a theory of games and pursuit, 1925; C. A. B. Smith, Graphs and composite games, 1966",
};

/// The compound.
#[derive(Debug)]
struct Conjunctive;

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    without_brackets("conjunctive", arguments, Conjunctive)
}

impl Play for Conjunctive {
    fn turn(&self) -> Turn {
        Turn { all: true, most: usize::MAX, first_ends: true, cuts: false }
    }

    fn words(&self) -> String {
        "a move is a move in every component at once; the play is over as soon as one component has no move".to_owned()
    }

    fn law(&self, _: &Compound, _: &[Sum], _: &Context) -> Result<Option<Box<dyn Law>>> {
        Ok(Some(Box::new(LeastRemoteness)))
    }
}

struct LeastRemoteness;

impl Law for LeastRemoteness {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn scale(&self) -> Scale {
        Scale::Remoteness
    }

    fn see(&self, seen: &mut Seen, class: &Nat) {
        match seen.first_mut() {
            Some(least) if *least <= *class => {}
            Some(least) => *least = class.clone(),
            None => seen.push(class.clone()),
        }
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.first().is_none_or(|least| least % 2u8 == 0)
    }
}
