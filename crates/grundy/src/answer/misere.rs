//! What is found out for misère sums: quotients and canonical forms.

use grundy_core::Outcome;
use grundy_search::canonical::{Temper, Written};
use grundy_search::genus::Genus;
use grundy_search::quotient::monoid::Monoid;
use grundy_search::quotient::presentation::Presentation;
use grundy_search::quotient::repeats::Repetition;

/// What `quotient` finds out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MisereQuotient {
    /// The heaps 0 to this one are certified; of a position, `None`.
    pub heaps: Option<u64>,
    /// Q and P.
    pub monoid: Monoid,
    /// Generators, relations, and the words of the elements.
    pub presentation: Presentation,
    /// The classes of the heaps from 0 on; of a position, of its distinct components.
    pub phi: Vec<u32>,
    /// Numbers that make no position of a game with an open number, `welter(n, 3)`: of their classes nothing is said.
    pub gaps: Vec<u64>,
    /// The components that `phi` speaks of, where they are not heaps 0, 1, ….
    pub components: Vec<String>,
    /// The n for which it is the quotient of Nim with heaps below 2^n; `None`: wild.
    pub tame: Option<u32>,
    /// From where the classes repeat, and how, where the periodicity theorem gives it: then this is the quotient of the whole
    /// game.
    pub repetition: Option<Repetition>,
    /// What certificates hold: the rule in numbers and the classes of what was added.
    pub(crate) certified: Certified,
    /// The heaps that made the quotient grow, with what it was from there on.
    pub growth: Vec<Growth>,
    /// The genus of the first heaps, as far as it cost little; of a position, of its components.
    pub genus: Vec<Option<Genus>>,
}

/// What `canonical` finds out: the simplest game that may stand for a position in every misère sum.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CanonicalForm {
    /// The form as the books write it, with letters where it is long.
    pub written: Written,
    /// How many different positions can be reached in it, itself included.
    pub positions: usize,
    /// The longest play.
    pub birthday: u32,
    /// The genus.
    pub genus: Genus,
    /// How it behaves beside Nim.
    pub temper: Temper,
    /// Who wins it alone.
    pub outcome: Outcome,
}

/// The rule that a misère quotient was certified for, in the words of certificates, and the classes of its components.
#[derive(Debug, Clone, Default)]
pub(crate) struct Certified {
    pub(crate) rule: String,
    pub(crate) phi: Vec<u32>,
}

/// A heap that made a misère quotient grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The heap.
    pub heap: u64,
    /// The order of the quotient of the heaps up to this one.
    pub order: usize,
    /// How many of its elements are classes of P-positions.
    pub lost: usize,
}
