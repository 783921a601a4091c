//! Families of games: what `sweep` is asked to go through.
//!
//! `take[S] for S subset of {1..12}` is a game with parameters and where they come from;
//! `octal codes of up to 3 digits` is a list of its own. Names of parameters may start with an upper-case letter.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use super::ast::{Cond, Definition, Game, Name, Set};

/// A family of games.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Family {
    /// `let` definitions, in order.
    pub definitions: Vec<Definition>,
    /// What its members are.
    pub of: Members,
}

/// How the members of a family are given.
#[allow(clippy::large_enum_variant, reason = "there is one of it a text")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Members {
    /// All codes `0.d1d2…` with at most so many digits below a base, 8 or 16.
    Codes {
        /// 8: octal, 16: hexadecimal.
        base: u32,
        /// The most digits behind the point.
        digits: u32,
    },
    /// A game with parameters.
    Games {
        /// The game, in which names of parameters stand.
        game: Arc<Game>,
        /// The parameters in order; a later one may depend on earlier ones.
        draws: Vec<Draw>,
        /// Which of them are members; `None`: all.
        cond: Option<Cond>,
    },
}

/// Where a parameter comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Its name.
    pub name: Name,
    /// Is it a subset (`for S subset of {1..4}`) or a member (`for m in 1..4`)?
    pub subset: bool,
    /// Of this set.
    pub set: Set,
}

impl Display for Family {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for definition in &self.definitions {
            write!(f, "{definition} ")?;
        }
        match &self.of {
            Members::Codes { base, digits } => {
                let name = if *base == 8 { "octal" } else { "hexadecimal" };
                write!(f, "{name} codes of up to {digits} digit{}", if *digits == 1 { "" } else { "s" })
            }
            Members::Games { game, draws, cond } => {
                game.fmt(f)?;
                for draw in draws {
                    write!(f, " for {} {} {}", draw.name, if draw.subset { "subset of" } else { "in" }, draw.set)?;
                }
                match cond {
                    Some(cond) => write!(f, " if {cond}"),
                    None => Ok(()),
                }
            }
        }
    }
}
