//! The verb `count`.

use clap::Args;

use super::{Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy count nim --heaps 3 --max 7
  grundy count kayles --heaps 3 --max 10^6
  grundy count 'take[1..3]' --heaps 2 --max 9 --min 1 --unordered
  grundy count 'misere nim' --heaps 3 --max 10^18 --json")]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) text: Text,
    /// How many heaps
    #[arg(long, value_name = "K", default_value = "1", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) heaps: u64,
    /// The largest heap
    #[arg(short = 'n', long, visible_alias = "to", value_name = "M", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) max: u64,
    /// The smallest heap
    #[arg(long, value_name = "N", default_value = "0", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) min: u64,
    /// Count multisets of heaps: their order means nothing
    #[arg(long)]
    pub(crate) unordered: bool,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
