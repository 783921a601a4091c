//! The verb `table`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Spoken, Text};
use crate::budget::{self, Corner};

/// What a table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// Grundy values
    Values,
    /// Who wins: N, P or D
    Outcomes,
    /// The P-positions
    P,
    /// The Grundy value, and as exponent the misère values beside 0, 1, 2, … heaps of 2
    Genus,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One line per cell, with a header
    Csv,
    /// One JSON object
    Json,
    /// As the OEIS keeps sequences: index and value
    Bfile,
    /// A NumPy array
    Npy,
    /// Columns (needs a build with the feature `parquet`)
    Parquet,
}

impl Format {
    /// Is it for programs, with no room for a remark?
    pub(crate) fn is_data(self) -> bool {
        !matches!(self, Format::Text | Format::Json)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy table 'take[1,3,4]' --to 30
  grundy table wythoff --to 12
  grundy table wythoff --to 3,5 --format csv
  grundy table kayles --to 143 --width 12
  grundy table 'misere take[1..3]' --show outcomes --to 9
  grundy table kayles --to 300 --svg kayles.svg")]
pub(crate) struct Table {
    #[command(flatten)]
    pub(crate) text: Text,
    /// First index; `M,N` for two coordinates
    #[arg(long, value_name = "M", value_parser = budget::corner, allow_hyphen_values = true)]
    pub(crate) from: Option<Corner>,
    /// Last index; `M,N` for two coordinates (left out: 100 places, or 13 a side, or fewer where a search takes long)
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::corner, allow_hyphen_values = true)]
    pub(crate) to: Option<Corner>,
    /// What to show (default: values; in misère play outcomes)
    #[arg(long, value_enum, value_name = "WHAT", hide_default_value = true)]
    pub(crate) show: Option<Shown>,
    /// Entries in a row of the text form or of the wrapped picture (default: what the terminal holds; a period)
    #[arg(long, value_name = "W", value_parser = budget::positive, allow_hyphen_values = true)]
    pub(crate) width: Option<u64>,
    /// How to write it
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Draw values against heaps and the wrapped picture, or a heat map, to F, in place of what is there
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// The same picture as PNG (needs a build with the feature `png`)
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// Keep the values in DIR, and go on from those that are there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
