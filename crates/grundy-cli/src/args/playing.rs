//! The verbs of those who draw and play.

use clap::Args;

use super::{Common, Text};
use crate::budget;

/// What to draw for a position, and which parts a move presses (JSON).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy scene 'kayles(9)'
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
    #[command(flatten)]
    pub(crate) common: Common,
}
