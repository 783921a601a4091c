//! The verbs about numbers without a game: `mex` and `nimber`.

use clap::{Args, ValueEnum};

use super::{Spoken, Text};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy mex 0 1 3")]
pub(crate) struct Mex {
    /// The numbers
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub(crate) numbers: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy nimber '3*5 + 7^-1'
  grundy nimber --why '6*9'
  grundy nimber 'solve(x^2 + x = 1)'
  grundy nimber --table 15")]
pub(crate) struct Nimber {
    #[command(flatten)]
    pub(crate) text: Text,
    /// The products of 0 to N in place of an expression
    #[arg(long, value_name = "N", conflicts_with_all = ["words", "file"])]
    pub(crate) table: Option<u16>,
    /// How the table is written
    #[arg(long, value_enum, default_value_t = NimberFormat::Text, requires = "table")]
    pub(crate) format: NimberFormat,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

/// How a table of products is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NimberFormat {
    /// For people
    Text,
    /// One line per row
    Csv,
    /// An array for a paper
    Latex,
    /// A picture
    Svg,
}
