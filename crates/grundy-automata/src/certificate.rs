//! Proofs that can be checked again by products of automata alone.
//!
//! A certificate holds the moves in numbers, the automaton of the law, for each kind of move a *strategy* (an automaton of
//! positions and chosen moves: the first kind that wins, with the least choice), and *covers*. A cover of a set X by
//! strategies is a deterministic automaton for at least X in which every state carries states of strategies, such that the
//! carried states of a successor are reached from carried ones, and an accepting state carries an accepting one; so
//! every member of X has a choice. It spares the checker the subset construction.
//!
//! With P the law, M(v,w) a kind of move, and all words valid, the checker shows (every line is a product and a test for
//! emptiness):
//!
//! * `kernel`: P(v), M(v,w), P(w) never hold together; a strategy implies its M and P(w); everything that is not in P is in
//!   the cover `win`;
//! * `misere`: the same, except that what is neither in P nor in `win` has no move, and P is in the cover `mobile` of
//!   automata that imply a move;
//! * `values`: R(v,g), M(v,w), "w has value g" never hold together, where the value of several parts is the xor of
//!   theirs; a strategy on (v,h) implies M and "w has value h"; R(v,g) and h < g imply that (v,h) is in `win`; every v is in
//!   the cover `total` of R itself.
//! * `levels`: as `values` for the values below a number. Each strategy has a cover of its own, and for each cover `shown` is
//!   an automaton inside it; R(v,g) and h < g imply that (v,h) is in one of these. For Wythoff's cells of value 1 one cover of all
//!   strategies has more than 4 million states, these together some thousands.
//!
//! And play ends: the measure falls with every part of every move. The crate `grundy-verify` checks this with code of its
//! own, and says why it suffices. Format: see [`Certificate::to_text`].

mod build;
mod choice;
mod cover;
mod text;
mod told;

use std::sync::Arc;

use crate::dfa::Dfa;
use crate::formula::{Formula, Variable};
use crate::linear::Linear;
use crate::numeration::Numeration;
use crate::search::Question;

pub use choice::Choice;
pub use cover::Cover;
pub use text::sum_to_text;
pub use told::Told;

/// One kind of move, without quantifiers.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// Variables 0 … arity−1 are the position; the others are chosen.
    pub variables: usize,
    /// The coordinates of each part, as variables.
    pub parts: Vec<Vec<Variable>>,
    /// When it is a move: no "there is" inside.
    pub condition: Formula,
    /// As it was written.
    pub text: String,
}

/// A proof by automata.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The numeration system.
    pub numeration: Numeration,
    /// Which equation.
    pub question: Question,
    /// Number of coordinates.
    pub arity: usize,
    /// Linear forms in the coordinates with natural coefficients, which fall lexicographically.
    pub measure: Vec<Linear>,
    /// The moves.
    pub kinds: Vec<Kind>,
    /// The set of P-positions, or of (position, value).
    pub law: Arc<Dfa>,
    /// One for each kind: tracks are the position, for values the value h, the chosen variables of the kind and, for several
    /// parts, the values of the parts.
    pub strategies: Vec<Dfa>,
    /// The cover of what has to win, by all strategies; for levels one for each strategy.
    pub wins: Vec<Cover>,
    /// Levels: for each strategy what its cover holds, as a smaller automaton.
    pub shown: Vec<Dfa>,
    /// Misère: one for each kind, the position and the chosen variables of a move; and the cover of P by them.
    pub mobile: Option<(Vec<Dfa>, Cover)>,
    /// Values: the cover of all positions by the law, whose last track is chosen.
    pub total: Option<Cover>,
}
