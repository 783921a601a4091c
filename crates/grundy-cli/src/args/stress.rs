//! The verb `stress`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Spoken, Text};
use crate::budget;

/// What numbers in a program's answers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Answers {
    /// What the first answers suggest
    Auto,
    /// Grundy values
    Values,
    /// 0: the player to move loses; anything else: wins
    Outcomes,
}

#[derive(Debug, Args)]
#[command(
    after_help = "In TEMPLATE {heaps} stands for the numbers, {lines} for one per line, {k} for how many, {text} for
the position as grundy reads it, {n} or {a} {b} {c} for single numbers, a letter of the rule such as {m} for its value,
which --for says (default: 1..5); \\n ends a line. Of a row of coins the numbers are the places of the heads, from 0, and
{row} is the row, as TTHTH; of a board they are its rows and columns.

Exit code 1: the program errs; 4: it cannot be started.

Examples:
  grundy stress 'take[1,3,4]' --cmd './a.out'
  grundy stress nim --cmd 'python3 mine.py' --heaps 3 --format '1\\n{k}\\n{heaps}'
  grundy stress 'take[1..m]' --cmd ./bash --format '{n} {m}' --for m=1..8
  grundy stress wythoff --cmd ./wythoff --format '{a} {b}' --first Alice --second Bob
  grundy stress mockturtles --cmd ./coins --format '{k}\\n{heaps}'"
)]
pub(crate) struct Stress {
    #[command(flatten)]
    pub(crate) text: Text,
    /// The program and its arguments, split as a shell does
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    pub(crate) cmd: String,
    /// How a position is written for the program
    #[arg(long, value_name = "TEMPLATE", default_value = "{heaps}", allow_hyphen_values = true)]
    pub(crate) format: String,
    /// How long to look for an error; making it small takes as long again at most
    #[arg(long, value_name = "S", default_value = "10", value_parser = budget::time, allow_hyphen_values = true)]
    pub(crate) seconds: Duration,
    /// For the random positions: the same seed gives the same ones
    #[arg(long, value_name = "N", default_value = "1", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Positions of exactly K heaps (default: 1 to 4, or 1 where the program reads no more)
    #[arg(long, value_name = "K", value_parser = budget::positive, allow_hyphen_values = true)]
    pub(crate) heaps: Option<u64>,
    /// The largest number (default: 300 for heaps, 60 for pairs, less where search is dear)
    #[arg(long, value_name = "N", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) max: Option<u64>,
    /// The smallest number
    #[arg(long, value_name = "N", default_value = "0", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) min: u64,
    /// What numbers in the answers mean
    #[arg(long, value_enum, default_value = "auto", value_name = "WHAT")]
    pub(crate) answers: Answers,
    /// What the program prints where the player to move wins
    #[arg(long, value_name = "WORDS", requires = "second", allow_hyphen_values = true)]
    pub(crate) first: Option<String>,
    /// What the program prints where the player to move loses
    #[arg(long, value_name = "WORDS", requires = "first", allow_hyphen_values = true)]
    pub(crate) second: Option<String>,
    /// Time for one run
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = budget::time, allow_hyphen_values = true)]
    pub(crate) run_time: Duration,
    /// Memory for one run and all processes it starts (watched on Linux)
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = budget::memory, allow_hyphen_values = true)]
    pub(crate) run_memory: u64,
    /// Output of one run
    #[arg(long, value_name = "SIZE", default_value = "64k", value_parser = budget::text, allow_hyphen_values = true)]
    pub(crate) run_output: usize,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
