//! The law of the compounds that are lost exactly if every component is: [`super::selective`] always, [`super::upto`]
//! where it moves in few components. Each rests on a theorem of its own.

use super::{Law, Scale, Seen};
use crate::evidence::Theorem;
use crate::number::Nat;

/// Lost exactly if every component is lost, by this theorem.
pub(super) struct AllLost(pub(super) &'static Theorem);

impl Law for AllLost {
    fn theorem(&self) -> &'static Theorem {
        self.0
    }

    fn scale(&self) -> Scale {
        Scale::Outcome
    }

    /// Kept: nothing; 1 once one is won.
    fn see(&self, seen: &mut Seen, class: &Nat) {
        if *class != Nat::ZERO && seen.is_empty() {
            seen.push(Nat::ONE);
        }
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.is_empty()
    }
}
