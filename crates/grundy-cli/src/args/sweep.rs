//! The verb about families of games: `sweep`.

use std::path::PathBuf;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, Args, ValueEnum, ValueHint};

use super::{Spoken, Text};
use crate::budget;

/// How the rows of a sweep are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SweepFormat {
    /// A line a row, with a header
    Csv,
    /// Columns (needs a build with the feature `parquet`)
    Parquet,
}

/// A row of facts for each game of a family: period, how far it is proved, largest value, what it cost.
///
/// A family is a game with parameters, `take[S] for S subset of {1..12}`, `{n -> n-k for k in {a,b}} for a in 1..5 for
/// b in a+1..9 if a + b != 7`, or `octal codes of up to 4 digits` (or `hexadecimal`). The rows stand in DIR in parts,
/// each written whole or not at all. A run that was stopped or killed goes on where it was, with any number of workers;
/// other processes and machines that see DIR may work at the same time. The rows are the same however they came about.
/// When the last one is there, `equal.csv` tells which of the games have equal values (not with `--misere`).
///
/// `--to` and `--nodes` hold for each row and belong to the sweep, as the family does: a row that reaches `--nodes` is
/// finished, with the status `stopped`, so that a sweep is complete when all of its rows are there, whatever their
/// status. `--time` ends the run and changes no row; `--memory` limits how many rows are worked on at a time.
///
/// `--misere` tells the misère quotient of each game: its order and that of P, tame or wild, the period of the classes of
/// heaps; `proved` is the quotient of the whole game, all others are certified to a heap. A row ends at 2·10^7 nodes where
/// `--nodes` says nothing.
///
/// Machines without a common disk each take a share, `--shard i/n`; then the files of all shares are copied into one
/// directory, and the same command without `--shard` finds the equal games.
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
