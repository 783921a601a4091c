//! The law of the compounds that are lost exactly if every component is: [`super::selective`] always, [`super::upto`]
//! where it moves in few components. Each rests on a theorem of its own.

use super::{ByClass, Scale};
use crate::evidence::Theorem;
use crate::number::Nat;

/// Lost exactly if every component is lost, by this theorem.
pub(super) fn all_lost(theorem: &'static Theorem) -> ByClass {
    ByClass {
        theorem,
        scale: Scale::Outcome,
        // kept: nothing; 1 once one is won
        see: |seen, class| {
            if *class != Nat::ZERO && seen.is_empty() {
                seen.push(Nat::ONE);
            }
        },
        is_previous: |seen| seen.is_empty(),
    }
}
