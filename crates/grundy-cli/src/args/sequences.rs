//! The verbs about sequences of values: `period`, `verify`, `same`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "Exit code 1: no period up to the limit.

Examples:
  grundy period kayles
  grundy period 0.156 --certificate 0.156.cert
  grundy period dawsonschess --known 10^4
  grundy period 'take[1.. except 2..4]' --json")]
pub(crate) struct Period {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Look at heaps up to N (default: 10^6)
    #[arg(short = 'n', long, value_name = "N", alias = "limit", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,
    /// Write the proof to F, in place of what is there, for `grundy verify F`
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,
    /// Compare with the known games on heaps up to N, shifted by at most four heaps; 0: not at all
    #[arg(long, value_name = "N", default_value = "2000", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) known: u64,
    /// Keep the values in DIR, and go on from those that are there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit code 1: the certificate is false or about another game, or a term is wrong.

Examples:
  grundy verify kayles.cert
  grundy verify kayles.cert --game kayles
  grundy verify b071461.txt --game 0.77")]
pub(crate) struct Verify {
    /// A certificate; or with `--game` values: `index value` per line, or a list (`-` is standard input)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The game that the certificate should be about, or whose values the file should hold
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit code 1: they differ.

Examples:
  grundy same 0.161 0.36
  grundy same dawsonskayles 0.07 --to 1000")]
pub(crate) struct Same {
    /// The first game (left out: `--file` or standard input)
    #[arg(value_name = "GAME")]
    pub(crate) first: String,
    /// The second game
    #[arg(value_name = "GAME", conflicts_with = "file")]
    pub(crate) second: Option<String>,
    /// Read the first game from FILE (`-` is standard input)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Compare heaps up to N (default: 10^4)
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
