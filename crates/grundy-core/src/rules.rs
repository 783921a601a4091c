//! The one abstraction: a move leads to a sum.
//!
//! Whoever writes [`Rules`] for a type gets values, outcomes, winning moves, misère play and sums from the generic
//! engines above. Options come one by one and the visitor can stop at once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::rules::{Rules, Visitor};
//!
//! /// Split a heap into two unequal heaps.
//! #[derive(Debug)]
//! struct Grundy;
//!
//! impl Rules for Grundy {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
//!         for a in 1..n.div_ceil(2) {
//!             visit(&[a, n - a])?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::outcome::Outcome;

/// Takes one option: the components that the move leaves (none: everything is gone). May say stop.
pub type Visitor<'a, P> = dyn FnMut(&[P]) -> ControlFlow<()> + 'a;

/// The rules of an impartial game.
pub trait Rules: Debug {
    /// A component. Two that are equal must have equal options.
    type Position: Clone + Eq + Hash + Debug;

    /// Visits every option of `position` once or more often, each a sum of components, until the visitor stops.
    ///
    /// The play must end: no position may be reached from itself.
    fn options(&self, position: &Self::Position, visit: &mut Visitor<'_, Self::Position>) -> ControlFlow<()>;

    /// A representative of all positions isomorphic to this one. Sound in every convention.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Parts that can never influence each other; their sum is the position. Sound in every convention.
    fn split(&self, position: Self::Position) -> Vec<Self::Position> {
        vec![position]
    }
}

/// What is sound in **normal play only**: reductions that keep the Grundy value but not the game tree, and what searches
/// for values like to know.
///
/// Misère engines cannot call it, for they only ask for [`Rules`]. Every method has a default, so any rules can say
/// `impl NormalPlay for …  {}`.
pub trait NormalPlay: Rules {
    /// The Grundy value, where a theorem gives it without a search.
    fn known_value(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Who wins by pairing moves, as by a symmetry of the position; `None`: none is known.
    ///
    /// [`Outcome::Previous`]: every move has an image, another move that is still there after it, and the second player
    /// answers with it. [`Outcome::Next`]: one move leaves such a position. It is a declaration, trusted as
    /// [`Rules::canonical`] is, and answers name it as their reason. It is asked of independent parts in canonical form, and
    /// often: it should be quick.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy_core::{NormalPlay, Outcome, Rules, Visitor};
    ///
    /// /// Take one pin of a row, or two that are adjacent.
    /// #[derive(Debug)]
    /// struct Pins;
    ///
    /// impl Rules for Pins {
    ///     type Position = u32;
    ///     fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
    ///         (1..=n.min(2)).try_for_each(|k| (0..=n - k).try_for_each(|a| visit(&[a, n - k - a])))
    ///     }
    /// }
    ///
    /// impl NormalPlay for Pins {
    ///     /// Take the middle of the row, then answer on the left what is taken on the right.
    ///     fn pairing(&self, &n: &u32) -> Option<Outcome> {
    ///         Some(if n > 0 { Outcome::Next } else { Outcome::Previous })
    ///     }
    /// }
    ///
    /// assert_eq!(Pins.is_zero(&9), Some(false));
    /// ```
    fn pairing(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// Is the value 0? Where the value is known, or a strategy ([`NormalPlay::pairing`]) tells.
    fn is_zero(&self, position: &Self::Position) -> Option<bool> {
        match self.known_value(position) {
            Some(value) => Some(value == 0),
            None => match self.pairing(position)? {
                Outcome::Previous => Some(true),
                Outcome::Next => Some(false),
                Outcome::Draw => None,
            },
        }
    }

    /// A bound that the value does not exceed, such as the length of the longest play.
    fn bound(&self, _position: &Self::Position) -> u64 {
        u64::MAX
    }

    /// How large a component is: searches look at sums of small components first.
    fn size(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// For how many nodes an option of this position counts: for more than one where it takes long to make, as on a large graph.
    fn effort(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// Components whose sum has the value of this position; they may be smaller than independent parts in canonical form.
    fn reduced(&self, position: Self::Position) -> Vec<Self::Position> {
        self.split(position).into_iter().map(|part| self.canonical(part)).collect()
    }

    /// As [`Rules::options`], each option as [`NormalPlay::reduced`] components: what searches for values go over. Rules that
    /// can do the whole at once say so here.
    fn reduced_options(&self, position: &Self::Position, visit: &mut Visitor<'_, Self::Position>) -> ControlFlow<()> {
        let mut components = Vec::new();
        self.options(position, &mut |parts| {
            components.clear();
            components.extend(parts.iter().flat_map(|part| self.reduced(part.clone())));
            visit(&components)
        })
    }
}

/// Rules that are borrowed or shared are rules.
macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<R: Rules> Rules for $pointer {
            type Position = R::Position;

            fn options(&self, position: &R::Position, visit: &mut Visitor<'_, R::Position>) -> ControlFlow<()> {
                (**self).options(position, visit)
            }

            fn canonical(&self, position: R::Position) -> R::Position {
                (**self).canonical(position)
            }

            fn split(&self, position: R::Position) -> Vec<R::Position> {
                (**self).split(position)
            }
        }

        impl<R: NormalPlay> NormalPlay for $pointer {
            fn known_value(&self, position: &R::Position) -> Option<u64> {
                (**self).known_value(position)
            }

            fn pairing(&self, position: &R::Position) -> Option<Outcome> {
                (**self).pairing(position)
            }

            fn is_zero(&self, position: &R::Position) -> Option<bool> {
                (**self).is_zero(position)
            }

            fn bound(&self, position: &R::Position) -> u64 {
                (**self).bound(position)
            }

            fn size(&self, position: &R::Position) -> u32 {
                (**self).size(position)
            }

            fn effort(&self, position: &R::Position) -> u64 {
                (**self).effort(position)
            }

            fn reduced(&self, position: R::Position) -> Vec<R::Position> {
                (**self).reduced(position)
            }

            fn reduced_options(&self, position: &R::Position, visit: &mut Visitor<'_, R::Position>) -> ControlFlow<()> {
                (**self).reduced_options(position, visit)
            }
        }
    )*};
}

through!(&R, Arc<R>);

/// Whose turn it is after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The opponent's, as usual.
    Passes,
    /// That of the player who moved: the move is *entailing*.
    Stays,
    /// Nobody's: who moved has won the whole sum, in misère play lost it.
    Ends,
}

impl Turn {
    /// Does such a move win, if this is who wins what it leaves? (Where the play ended, that is as where no move is left.)
    #[must_use]
    pub fn wins(self, left: Outcome) -> bool {
        match self {
            Turn::Stays => left == Outcome::Next,
            Turn::Passes | Turn::Ends => left == Outcome::Previous,
        }
    }
}

/// Takes one move: whose turn it is afterwards, and the components that it leaves. May say stop.
pub type TurnVisitor<'a, P> = dyn FnMut(Turn, &[P]) -> ControlFlow<()> + 'a;

/// The rules of a game in which some moves keep the turn, such as Nimstring. It is not [`Rules`], so no engine that takes the
/// turn for granted can be asked.
pub trait Entailing: Debug {
    /// A component. Two that are equal must have equal moves.
    type Position: Clone + Eq + Hash + Debug;

    /// Visits every move once or more often until the visitor stops. The play must end.
    fn moves(&self, position: &Self::Position, visit: &mut TurnVisitor<'_, Self::Position>) -> ControlFlow<()>;

    /// Parts that can never influence each other, each as a representative of all that are isomorphic to it.
    fn parts(&self, position: Self::Position) -> Vec<Self::Position> {
        vec![position]
    }
}
