//! What can be written on the command line. Help, man page and completions come from this one list.

mod canonical;
mod claims;
mod common;
mod counting;
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
mod web;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory as _, Parser, Subcommand};
use grundy_form::unanswered::Asked;

pub(crate) use canonical::Canonical;
pub(crate) use claims::{Emit, EmitLanguage, EmitStyle, Guess, Prove};
pub(crate) use common::{Common, Language, Spoken, Text, is_chinese_here};
pub(crate) use counting::Count;
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

/// One verb, one question.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Solve),
    #[command(visible_alias = "value")]
    Sg(Sg),
    Mex(Mex),
    Nimber(Nimber),
    Explain(Explain),
    Moves(Moves),
    Scene(Scene),
    Table(Table),
    Period(Period),
    Verify(Verify),
    Same(Same),
    Guess(Guess),
    #[command(visible_alias = "check")]
    Prove(Prove),
    Count(Count),
    Stress(Stress),
    Emit(Emit),
    Quotient(Quotient),
    Canonical(Canonical),
    Sweep(Sweep),
    Label(Label),
    Play(Play),
    List(List),
    Describe(Describe),
    Repl(Repl),
    Web(Web),
    Completions(Completions),
    Man(Man),
}

/// The first example of a verb's help.
pub(crate) fn example(verb: &str) -> Option<String> {
    let command = Arguments::command();
    let help = command.find_subcommand(verb)?.get_after_help()?.to_string();
    help.lines().find_map(|line| line.trim().strip_prefix("grundy ")).map(|words| format!("grundy {words}"))
}

impl Verb {
    /// What is asked; of verbs of many questions, what each of them is.
    pub(crate) fn asked(&self) -> Asked {
        match self {
            Verb::Explain(_) => Asked::Explain,
            Verb::Moves(_) => Asked::Moves,
            Verb::Scene(_) => Asked::Scene,
            Verb::Table(_) => Asked::Table,
            Verb::Period(_) => Asked::Period,
            Verb::Same(_) => Asked::Same,
            Verb::Guess(_) => Asked::Guess,
            Verb::Prove(_) => Asked::Prove,
            Verb::Count(_) => Asked::Count,
            Verb::Emit(_) => Asked::Emit,
            Verb::Quotient(_) => Asked::Quotient,
            Verb::Canonical(_) => Asked::Canonical,
            Verb::Verify(_) => Asked::Verify,
            _ => Asked::Solve,
        }
    }

    /// Is there one question, which may end the program when it spends its budget?
    pub(crate) fn is_one_question(&self) -> bool {
        match self {
            Verb::Solve(solve) => !solve.text.is_lines() || solve.exec.is_some(),
            Verb::Sg(_) | Verb::Mex(_) | Verb::Nimber(_) => true,
            Verb::Explain(_)
            | Verb::Moves(_)
            | Verb::Scene(_)
            | Verb::Table(_)
            | Verb::Period(_)
            | Verb::Same(_)
            | Verb::Guess(_)
            | Verb::Prove(_)
            | Verb::Count(_)
            | Verb::Emit(_)
            | Verb::Quotient(_)
            | Verb::Canonical(_) => true,
            _ => false,
        }
    }

    /// The text of the question, where one belongs to the verb.
    fn text(&self) -> Option<&Text> {
        match self {
            Verb::Solve(Solve { text, .. })
            | Verb::Sg(Sg { text, .. })
            | Verb::Nimber(Nimber { text, .. })
            | Verb::Explain(Explain { text, .. })
            | Verb::Moves(Moves { text, .. })
            | Verb::Scene(Scene { text, .. })
            | Verb::Play(Play { text, .. })
            | Verb::Table(Table { text, .. })
            | Verb::Period(Period { text, .. })
            | Verb::Guess(Guess { text, .. })
            | Verb::Count(Count { text, .. })
            | Verb::Stress(Stress { text, .. })
            | Verb::Emit(Emit { text, .. })
            | Verb::Quotient(Quotient { text, .. })
            | Verb::Canonical(Canonical { text, .. })
            | Verb::Sweep(Sweep { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// Does it read standard input where it is told to, by `-`?
    pub(crate) fn reads_input(&self) -> bool {
        let file = match self {
            Verb::Verify(verify) => Some(&verify.file),
            Verb::Label(label) => label.graph.as_ref(),
            Verb::Prove(prove) => prove.file.as_ref(),
            Verb::Same(same) => same.file.as_ref(),
            _ => self.text().and_then(|text| text.file.as_ref()),
        };
        file.is_some_and(|file| file.as_os_str() == "-") || self.text().is_some_and(Text::is_lines)
    }

    /// The files that it writes beside its answer.
    fn outputs(&self) -> Vec<Option<&PathBuf>> {
        match self {
            Verb::Table(table) => vec![table.svg.as_ref(), table.png.as_ref()],
            Verb::Solve(solve) => vec![solve.certificate.as_ref()],
            Verb::Period(period) => vec![period.certificate.as_ref()],
            Verb::Prove(prove) => vec![prove.certificate.as_ref()],
            Verb::Quotient(quotient) => vec![quotient.certificate.as_ref(), quotient.svg.as_ref()],
            Verb::Scene(scene) => vec![scene.svg.as_ref()],
            Verb::Label(label) => vec![label.output.as_ref(), label.dot.as_ref(), label.svg.as_ref()],
            _ => Vec::new(),
        }
    }

    /// Is standard output for data, an output `-` or a table that is none for people? Then all else has to stand aside; who
    /// asks for JSON too hears there that the two contradict each other.
    pub(crate) fn writes_to_stdout(&self, json: bool) -> bool {
        let is_data = |table: &Table| !json && table.format.is_some_and(Format::is_data);
        self.outputs().into_iter().flatten().any(|path| path.as_os_str() == "-")
            || matches!(self, Verb::Table(table) if is_data(table))
    }

    /// Is the text to be Chinese? The locale counts where somebody reads it on a terminal.
    pub(crate) fn is_chinese(&self) -> bool {
        match self.spoken() {
            Ok(Spoken { lang: Some(language), .. }) => *language == Language::Zh,
            Ok(_) => is_chinese_here(),
            Err(_) => false,
        }
    }

    /// The options that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self.spoken() {
            Ok(spoken) => spoken,
            Err(common) => common,
        }
    }

    /// The options of a verb that answers in words; the common ones alone of `emit`.
    fn spoken(&self) -> Result<&Spoken, &Common> {
        match self {
            Verb::Emit(Emit { common, .. }) => Err(common),
            Verb::Solve(Solve { common, .. })
            | Verb::Sg(Sg { common, .. })
            | Verb::Mex(Mex { common, .. })
            | Verb::Nimber(Nimber { common, .. })
            | Verb::Explain(Explain { common, .. })
            | Verb::Moves(Moves { common, .. })
            | Verb::Scene(Scene { common, .. })
            | Verb::Play(Play { common, .. })
            | Verb::Table(Table { common, .. })
            | Verb::Period(Period { common, .. })
            | Verb::Verify(Verify { common, .. })
            | Verb::Same(Same { common, .. })
            | Verb::Guess(Guess { common, .. })
            | Verb::Prove(Prove { common, .. })
            | Verb::Count(Count { common, .. })
            | Verb::Stress(Stress { common, .. })
            | Verb::Quotient(Quotient { common, .. })
            | Verb::Canonical(Canonical { common, .. })
            | Verb::Sweep(Sweep { common, .. })
            | Verb::Label(Label { common, .. })
            | Verb::List(List { common, .. })
            | Verb::Describe(Describe { common, .. })
            | Verb::Repl(Repl { common, .. })
            | Verb::Web(Web { common, .. })
            | Verb::Completions(Completions { common, .. })
            | Verb::Man(Man { common, .. }) => Ok(common),
        }
    }
}

/// The options of a command that take a value in the next argument, long names with dashes and short ones.
pub(crate) fn options_with_values(command: &clap::Command) -> Vec<OsString> {
    let arguments = command.get_subcommands().flat_map(clap::Command::get_arguments);
    let mut names = Vec::new();
    for argument in arguments.filter(|a| matches!(a.get_action(), ArgAction::Set | ArgAction::Append)) {
        names.extend(argument.get_long().map(|long| OsString::from(format!("--{long}"))));
        names.extend(argument.get_short().map(|short| OsString::from(format!("-{short}"))));
    }
    names
}
