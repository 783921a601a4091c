//! Who wins, and under which convention.

use std::fmt;

/// The outcome class of a position under best play.
///
/// ```
/// use grundy_core::outcome::Outcome;
/// assert_eq!(Outcome::Next.to_string(), "N");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// P: the player who has just moved wins; the player to move loses.
    Previous,
    /// N: the player to move wins.
    Next,
    /// D: neither player can force the end (only games with cycles).
    Draw,
}

impl Outcome {
    /// P if this holds, else N: of a value that is 0, of a position without a winning move.
    #[must_use]
    pub fn lost_if(lost: bool) -> Self {
        if lost { Outcome::Previous } else { Outcome::Next }
    }

    /// N if this holds, else P.
    #[must_use]
    pub fn won_if(won: bool) -> Self {
        Outcome::lost_if(!won)
    }

    /// The letter of the field: `P`, `N` or `D`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Outcome::Previous => 'P',
            Outcome::Next => 'N',
            Outcome::Draw => 'D',
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// As [`Convention::name`] says it.
impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What it means to have no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}

impl Convention {
    /// `normal` or `misere`, as data formats spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        }
    }
}
