//! The verbs about one position: who wins, the value, the moves and the reasons.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use grundy::SolveOptions;

use super::{Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy 'nim(3,5,7)'
  grundy solve 'take[1,3,4](21, 17) + kayles(9)' --json
  grundy solve 'let t[m] = {n -> n-k for k in 1..m}; t[3](21) + 2*t[5](40)'
  grundy solve 'nim(3,5,?)'
  grundy solve --exec './options' '5 7'
  grundy solve - < positions.txt")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Show at most N winning moves (default: as many as two lines hold; 100 with --why and --json)
    #[arg(long, value_name = "N", value_parser = budget::size, allow_hyphen_values = true)]
    pub(crate) limit: Option<usize>,
    /// Compute the value even where a theorem gives the outcome alone
    #[arg(long)]
    pub(crate) value: bool,
    /// Answer with an unproved pattern where nothing better is known, and say so
    #[arg(long)]
    pub(crate) guess: bool,
    /// Write the proof of one component (automata, a period, a rule in braces, Cram, Node and Arc Kayles, Nimstring, Sprouts) as
    /// a file that `verify` checks
    #[arg(long, value_name = "FILE", conflicts_with = "exec")]
    pub(crate) certificate: Option<PathBuf>,
    /// Keep the values that a search on a board finds in F (in a directory: in a file of the game's name), and go on from
    /// those that are there
    #[arg(long, value_name = "F", value_hint = ValueHint::AnyPath, conflicts_with = "exec")]
    pub(crate) store: Option<PathBuf>,
    /// With `-`: one JSON object per line
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Ask the program CMD for the options of a position; TEXT is the start
    #[arg(long, value_name = "CMD", conflicts_with = "file")]
    pub(crate) exec: Option<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

/// So many winning moves are listed by default.
const MOVES: usize = 100;

impl Solve {
    /// What the library is asked; the moves are listed only where somebody reads them.
    pub(crate) fn wanted(&self, moves: bool) -> SolveOptions {
        let limit = if moves { self.limit.unwrap_or(MOVES) } else { 0 };
        SolveOptions::default().with_limit(limit).with_value(self.value).with_guess(self.guess).with_moves(moves)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy sg nim 3 4 5
  grundy value 'kayles(9)'")]
pub(crate) struct Sg {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Ask the program CMD for the options of a position; TEXT is the start
    #[arg(long, value_name = "CMD", conflicts_with = "file")]
    pub(crate) exec: Option<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy explain 'nim(13,12,8)'
  grundy explain 'mex(0,1,2,4)'
  grundy explain 'kayles(5, 2)' --page > why.html")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) text: Text,
    /// As a fragment of a web page
    #[arg(long, conflicts_with = "latex")]
    pub(crate) html: bool,
    /// As a whole page, which a browser opens
    #[arg(long, conflicts_with = "latex")]
    pub(crate) page: bool,
    /// As a fragment of a LaTeX document (uses amsmath)
    #[arg(long)]
    pub(crate) latex: bool,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy moves 'kayles(9)'
  grundy moves 'nim(10^18)' --limit 3
  grundy moves '2*nim(1) + nim(2)' --winning --json")]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Only the moves that win
    #[arg(long)]
    pub(crate) winning: bool,
    /// Show at most N moves
    #[arg(long, value_name = "N", default_value = "100", value_parser = budget::size, allow_hyphen_values = true)]
    pub(crate) limit: usize,
    /// Keep the values that a search on a board finds in F, as `solve --store F` does
    #[arg(long, value_name = "F", value_hint = ValueHint::AnyPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
