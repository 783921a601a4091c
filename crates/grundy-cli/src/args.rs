//! What can be written on the command line. Help, man page and completions come from this one list.

mod canonical;
mod claims;
mod common;
mod counting;
mod deferred;
mod label;
mod nimber;
mod playing;
mod position;
mod processes;
mod program;
mod quotient;
mod sequences;
mod stress;
mod sweep;
mod table;
mod verb;
mod web;

use std::ffi::OsString;

use clap::{ArgAction, Command, CommandFactory as _, Parser};

pub(crate) use canonical::Canonical;
pub(crate) use claims::{Emit, Guess, Prove};
pub(crate) use common::{Common, Language, Spoken, Text, is_chinese_here};
pub(crate) use counting::Count;
pub(crate) use deferred::Deferred;
pub(crate) use label::{Label, LabelFormat};
pub(crate) use nimber::{Mex, Nimber, NimberFormat};
pub(crate) use playing::{Play, Scene};
pub(crate) use position::{Explain, Moves, Sg, Solve};
pub(crate) use processes::Processes;
pub(crate) use program::{Completions, Describe, List, Man, Repl};
pub(crate) use quotient::Quotient;
pub(crate) use sequences::{Period, Same, Verify};
pub(crate) use stress::{Answers, Stress};
pub(crate) use sweep::{Sweep, SweepFormat};
pub(crate) use table::{Format, Shown, Table};
pub(crate) use verb::Verb;
pub(crate) use web::Web;

/// Ask any impartial game who wins, which moves win, and why.
///
/// `grundy 'POSITION'` without a verb is `grundy solve 'POSITION'`. Exit codes: 0 answered, 1 the answer is no,
/// 2 bad input or not supported, 3 budget spent or cancelled, 4 the machine failed.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "Examples:
  grundy 'nim(3,5,7)'
  grundy 'take[1,3,4](21, 17) + kayles(9)'
  grundy 'misere nim(1,2,3)'
  grundy '{n -> n-k for k in 1..n//2}(12, 7)'
  grundy table 'take[1,3,4]' --to 30
  grundy explain 'nim(13,12,8)'
  grundy list

Chapters of the manual: grundy help notation, grundy help claims, grundy help json")]
pub(crate) struct Arguments {
    /// The question.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The program with the options of all its verbs.
pub(crate) fn program() -> Command {
    let mut program = Arguments::command();
    program.build();
    program
}

/// The first example of a verb's help.
pub(crate) fn example(verb: &str) -> Option<String> {
    let command = program();
    let help = command.find_subcommand(verb)?.get_after_help()?.to_string();
    help.lines().find_map(|line| line.trim().strip_prefix("grundy ")).map(|words| format!("grundy {words}"))
}

/// The options of a command that take a value in the next argument, long names with dashes and short ones.
pub(crate) fn options_with_values(command: &Command) -> Vec<OsString> {
    let arguments = command.get_subcommands().flat_map(Command::get_arguments);
    let mut names = Vec::new();
    for argument in arguments.filter(|a| matches!(a.get_action(), ArgAction::Set | ArgAction::Append)) {
        names.extend(argument.get_long().map(|long| OsString::from(format!("--{long}"))));
        names.extend(argument.get_short().map(|short| OsString::from(format!("-{short}"))));
    }
    names
}
