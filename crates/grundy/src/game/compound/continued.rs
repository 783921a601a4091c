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

use super::{Compound, Law, Made, Play, Scale, Seen, Sum, Turn, without_brackets};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Theorem;
use crate::game::catalogue::Bracket;
use crate::number::Nat;

/// Greatest suspense.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "continued-suspense",
    statement: "the suspense of a continued conjunctive compound is the greatest of the suspenses of its components, and the player to move loses exactly if it is even",
    reference: "C. A. B. Smith, Graphs and composite games, 1966; J. H. Conway, On Numbers and Games, chapter 14, 1976",
};

/// The compound.
#[derive(Debug)]
struct Continued;

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    without_brackets("continued", arguments, Continued)
}

impl Play for Continued {
    fn turn(&self) -> Turn {
        Turn { all: true, most: usize::MAX, first_ends: false, cuts: false }
    }

    fn words(&self) -> String {
        "a move is a move in every component that still has one; the play is over when no component has a move"
            .to_owned()
    }

    fn law(&self, _: &Compound, _: &[Sum], _: &Context) -> Result<Option<Box<dyn Law>>> {
        Ok(Some(Box::new(GreatestSuspense)))
    }
}

struct GreatestSuspense;

impl Law for GreatestSuspense {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn scale(&self) -> Scale {
        Scale::Suspense
    }

    fn see(&self, seen: &mut Seen, class: &Nat) {
        match seen.first_mut() {
            Some(greatest) if *greatest >= *class => {}
            Some(greatest) => *greatest = class.clone(),
            None => seen.push(class.clone()),
        }
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.first().is_none_or(|greatest| greatest % 2u8 == 0)
    }
}
