//! The verbs of those who draw and play.

use std::path::PathBuf;

use clap::Args;

use super::{Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy scene 'kayles(9)'
  grundy scene 'mockturtles(\"HTTH\")' --draw
  grundy scene 'mockturtles(\"HTTH\")' --svg coins.svg
  grundy scene 'nim(3, 5, 7)' --line 10")]
pub(crate) struct Scene {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Take at most N moves
    #[arg(long, value_name = "N", default_value = "1000", value_parser = budget::size, allow_hyphen_values = true)]
    pub(crate) limit: usize,
    /// Wrap rows after N things
    #[arg(long, value_name = "N", default_value = "25", value_parser = budget::positive, allow_hyphen_values = true)]
    pub(crate) line: u64,
    /// Draw it with characters instead, with a winning move marked: the coins to turn
    #[arg(long, conflicts_with = "json")]
    pub(crate) draw: bool,
    /// Draw it to FILE as SVG too, marked alike
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy play 'nim(3, 5, 7)'
  grundy play 'kayles(12)' --second --level 3
  grundy play 'chomp(\"4x5\")' --seed 7")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) text: Text,
    /// You move first (the default)
    #[arg(long, conflicts_with = "second")]
    pub(crate) first: bool,
    /// The program moves first
    #[arg(long)]
    pub(crate) second: bool,
    /// How well the program plays: 0 any move, 1 careless, 2 careful, 3 perfect
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(0..=3))]
    pub(crate) level: u64,
    /// The same seed, the same replies
    #[arg(long, value_name = "N", default_value = "0", value_parser = budget::number)]
    pub(crate) seed: u64,
    /// Go on after these moves, by their numbers in the list of moves: `4,0,12`
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    pub(crate) moves: Vec<usize>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
