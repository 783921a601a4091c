//! Tame, restive, restless or wild: how a form behaves beside Nim.
//!
//! A form is *tame* if it and all its positions have the genus of a position of Nim: 0^02, 1^13, 0^120, 1^031, or
//! n^n(n⊕2). Sums of tame forms are tame, and are played like the positions of Nim with the same genera. If all options are
//! tame and the form is not, just one of its Grundy value g and its misère value g₀ is 0 or 1. It is *restive* if g is: beside
//! heaps of Nim it counts as a heap of g₀ where each of these is 0, 1, g₀ or g₀ ⊕ 1, else as one of g; then who wins is what
//! normal play says. It is *restless* if g₀ is 0 or 1: there is no easy rule. All others are *wild*.
//!
//! Reference: J. H. Conway, On Numbers and Games, 1976, chapter 12, theorem 73 and what follows it.

use super::{Form, Forms};

/// How a form behaves beside Nim, in Conway's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Temper {
    /// All positions have the genus of a position of Nim.
    Tame,
    /// All options are tame, and the Grundy value is 0 or 1.
    Restive,
    /// All options are tame, and the misère value is 0 or 1.
    Restless,
    /// Some option is not tame.
    Wild,
}

impl Temper {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Temper::Tame => "tame",
            Temper::Restive => "restive",
            Temper::Restless => "restless",
            Temper::Wild => "wild",
        }
    }
}

impl<C> Forms<C> {
    /// How a form behaves beside Nim.
    #[must_use]
    pub fn temper(&self, form: Form) -> Temper {
        let mut followers = self.followers(form);
        let genera = self.genera(&followers);
        let is_tame = |form: &Form| genera.get(form).is_some_and(crate::genus::Genus::is_tame);
        if followers.iter().all(is_tame) {
            return Temper::Tame;
        }
        // the form itself is the last one
        followers.pop();
        match genera.get(&form) {
            Some(genus) if followers.iter().all(is_tame) => match (genus.value(), genus.term(0)) {
                (0 | 1, _) => Temper::Restive,
                (_, 0 | 1) => Temper::Restless,
                _ => Temper::Wild,
            },
            _ => Temper::Wild,
        }
    }
}
