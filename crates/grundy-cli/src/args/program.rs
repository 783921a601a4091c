//! The verbs about the catalogue and the program itself.

use clap::Args;

use super::Spoken;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy list
  grundy list coins
  grundy list hdu
  grundy list --lang zh")]
pub(crate) struct List {
    /// Only games and judges' problems of which a name, the rule or the group has these words
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy describe wythoff
  grundy describe 'HDU 5795'
  grundy describe P-position
  grundy describe 威佐夫博弈 --lang zh")]
pub(crate) struct Describe {
    /// Name or alias, English or Chinese; a judge's problem: "POJ 1704"; a word of the theory: mex
    #[arg(value_name = "NAME", required = true, num_args = 1..)]
    pub(crate) name: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
pub(crate) struct Repl {
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) common: Spoken,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy man | man -l -")]
pub(crate) struct Man {
    #[command(flatten)]
    pub(crate) common: Spoken,
}
