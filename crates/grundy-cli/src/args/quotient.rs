//! The verb `quotient`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy quotient kayles
  grundy quotient nim --heaps 7
  grundy quotient 0.123 --table
  grundy quotient kayles --certificate kayles.cert
  grundy quotient 0.07 --time 1h --store dawson.quotient
  grundy quotient 'nodekayles(\"path:6\")' --json")]
pub(crate) struct Quotient {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Go up to heap N (default: until it is that of the whole game, up to 200)
    #[arg(short = 'n', long, value_name = "N", alias = "to", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) heaps: Option<u64>,
    /// Tell the heaps at which the quotient grew
    #[arg(long)]
    pub(crate) partial: bool,
    /// Print the table of products
    #[arg(long)]
    pub(crate) table: bool,
    /// Print the presentation for LaTeX
    #[arg(long, conflicts_with = "json")]
    pub(crate) latex: bool,
    /// Write the certificate to F, in place of what is there, for `grundy verify F`
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,
    /// Draw the Cayley graph to F, in place of what is there: an arrow from each element to its product with each generator
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Keep what is certified in F (in a directory: in a file of the game's name), and go on from what is there
    #[arg(long, value_name = "F", value_hint = ValueHint::AnyPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
