//! The verb about families of games: `sweep`.

use std::path::PathBuf;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, Args, ValueEnum, ValueHint};

use super::{Spoken, Text};
use crate::budget;

/// How the rows of a sweep are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SweepFormat {
    /// One line per row, with a header
    Csv,
    /// Columns (needs a build with the feature `parquet`)
    Parquet,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy sweep 'take[S] for S subset of {1..12}' -o sets
  grundy sweep 'octal codes of up to 3 digits' -o octal --to 10^5 --workers 2
  grundy sweep 'octal codes of up to 2 digits' -o quotients --misere
  grundy sweep 'octal codes of up to 5 digits' -o octal5 --shard 1/10")]
#[command(arg = elsewhere("hosts"), arg = elsewhere("process"))]
pub(crate) struct Sweep {
    #[command(flatten)]
    pub(crate) text: Text,
    /// The directory of the rows; made if it is not there
    #[arg(short, long = "output", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Compute each game up to heap N where no period is proved before (default: 10^4, with --misere 1000)
    #[arg(short = 'n', long, value_name = "N", alias = "limit", value_parser = budget::number)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,
    /// Work on the i-th of n shares only, i from 1 (0 counts as n)
    #[arg(long, value_name = "i/n", value_parser = shard, allow_hyphen_values = true)]
    pub(crate) shard: Option<(u64, u64)>,
    /// Work with N threads (default: `--threads`, else what the machine has)
    #[arg(long, value_name = "N", value_parser = budget::threads, allow_hyphen_values = true)]
    pub(crate) workers: Option<usize>,
    /// How the rows are written
    #[arg(long, value_enum, default_value = "csv")]
    pub(crate) format: SweepFormat,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

/// An option of labels, which somebody may look for here too.
fn elsewhere(name: &'static str) -> Arg {
    let help = "processes and machines share a sweep by its directory; without a common one, by `--shard i/n`";
    Arg::new(name).long(name).hide(true).value_parser(UnknownArgumentValueParser::suggest(help))
}

/// `1/10`
fn shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || "a share is written 1/10: the first of ten".to_owned();
    let (i, n) = text.split_once('/').ok_or_else(wrong)?;
    let (i, n): (u64, u64) = (i.trim().parse().map_err(|_| wrong())?, n.trim().parse().map_err(|_| wrong())?);
    match n {
        0 => Err("there is at least one share".to_owned()),
        n if i > n => Err(format!("there is no share {i} of {n}")),
        n => Ok((i, n)),
    }
}

#[cfg(test)]
mod tests {
    use super::shard;

    #[test]
    fn shares_are_read() {
        assert_eq!(shard("1/10"), Ok((1, 10)));
        assert_eq!(shard("0/2"), Ok((0, 2)));
        for wrong in ["", "3", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
