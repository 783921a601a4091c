//! The verbs about claims: `prove`, `guess`, and `emit`, which prints what is known as a program.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use grundy::emit::{Language, Wanted};

use super::{Common, Spoken, Text};
use crate::budget;

#[derive(Debug, Args)]
#[command(after_help = "A claim is `P: condition` (the P-positions are exactly these), `g = value`,
`period P from N [saltus S]`, or one about every position: `P => condition`,
`condition => N`, `g <= 8`. A bare game of one coordinate has the variable n, of two a and b; a rule its own names.
Exit code 1: refuted. Exit code 3: true as far as it was compared, not proved.

Examples:
  grundy prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'
  grundy prove wythoff 'P: min(a,b) = floor(phi*abs(a-b))'
  grundy prove kayles 'period 12 from 71'
  grundy prove kayles 'g <= 8'
  grundy prove lasker 'g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n'")]
pub(crate) struct Prove {
    /// A game, or a position with variables (left out: `--file` or standard input)
    #[arg(value_name = "GAME")]
    pub(crate) first: String,
    /// What is claimed of all its positions
    #[arg(value_name = "CLAIM", conflicts_with = "file")]
    pub(crate) second: Option<String>,
    /// Read the game from FILE (`-` is standard input)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Without a proof: compare positions whose coordinates have a sum of up to N (default: about 200000 positions)
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,
    /// Write the proof to F, in place of what is there, for `grundy verify F`
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,
    /// Print the automata and the sentence in the format of another program: walnut
    #[arg(long, value_name = "FORMAT", value_parser = ["walnut"])]
    pub(crate) export: Option<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

/// The programming languages.
fn languages() -> impl TypedValueParser<Value = Language> {
    let of = |name, meaning| PossibleValue::new(name).help(meaning);
    PossibleValuesParser::new([
        of("cpp", "C++17").aliases(["c++", "cxx", "cc"]),
        of("c", "C99"),
        of("python", "Python 3.8").aliases(["py", "python3"]),
        of("rust", "Rust, edition 2021").alias("rs"),
        of("java", "Java 11"),
    ])
    .try_map(|name| name.to_lowercase().parse())
}

/// The kinds of programs.
fn styles() -> impl TypedValueParser<Value = Wanted> {
    let of = |name, meaning| PossibleValue::new(name).help(meaning);
    PossibleValuesParser::new([
        of("auto", "A formula, else a period, else a table, else a recursion"),
        of("table", "A table filled by mex from the rule; in misère play the tables of the quotient"),
        of("dfs", "A recursion that remembers what it computed"),
    ])
    .try_map(|name| name.parse())
}

#[derive(Debug, Args)]
#[command(
    after_help = "The program has grundy(n) or grundy(a, b), and first_wins: of a list of heaps, or of the numbers.
Where a law gives the outcome alone there is only first_wins.

Examples:
  grundy emit 'take[1,3,4]' --lang cpp > take.cpp
  grundy emit wythoff --lang java
  grundy emit nim --lang cpp --moves
  grundy emit '{n -> n-k for k in 1..n//3}' --lang python --max 10^4
  grundy emit kayles --lang c --style table --max 1000"
)]
pub(crate) struct Emit {
    #[command(flatten)]
    pub(crate) text: Text,
    /// The language
    #[arg(long, value_parser = languages(), value_name = "LANG", ignore_case = true)]
    pub(crate) lang: Language,
    /// The largest number in the program's input (default: 10^18 for formulas and periods, what takes about a second for
    /// tables)
    #[arg(long, value_name = "N", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) max: Option<u64>,
    /// The kind of program
    #[arg(long, value_parser = styles(), default_value = "auto", value_name = "STYLE")]
    pub(crate) style: Wanted,
    /// Add a function that lists the winning moves
    #[arg(long)]
    pub(crate) moves: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
#[command(after_help = "Numbers alone are the terms of a sequence, which is looked up in the index.
The simplest comes first. What is refuted is not told; `grundy prove GAME CLAIM` judges a claim again.

Examples:
  grundy guess 'take[1,3,4]'
  grundy guess '{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}'
  grundy guess 'misere take[1..3]' --json
  grundy guess staircase
  grundy guess '{n -> n-1; (n+1)//2 if n > 1}' --export walnut
  grundy guess 1,2,3,1,4,3,2,1,4,2,6")]
pub(crate) struct Guess {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Compute the places whose coordinates have a sum of up to N (default: about 2000 heaps, fewer pairs and rows)
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,
    /// Write the proof of the law that automata give to F, in place of what is there, for `grundy verify F`
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,
    /// Print the automata of this law and the sentence in the format of another program: walnut
    #[arg(long, value_name = "FORMAT", value_parser = ["walnut"])]
    pub(crate) export: Option<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
