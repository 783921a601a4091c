//! The program `grundy`: arguments in, the library's answers out.
//!
//! One file a verb (`verb/`), one file a renderer (`render/`). Renderers compute nothing.
//!
//! Modules import in one direction: how the program ends (`exit`) and what it is asked (`args`) know nothing else; then
//! come `render`, `guard` and `cancel`, which end work that breaks a budget, the `setting` of a question, and the verbs.

mod again;
mod allocator;
mod args;
mod argv;
mod cancel;
mod exit;
mod flags;
mod form;
mod graph;
mod guard;
mod manual;
mod progress;
mod render;
mod report;
mod setting;
mod shell;
mod stdout;
mod stress;
mod terminal;
mod usage;
mod verb;

use std::ffi::OsString;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind as ClapKind;
use grundy::{Diagnostic, ErrorKind};

use crate::args::Arguments;
use crate::argv::Request;
use crate::cancel::Cancel;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::terminal::Terminal;
use grundy::Session;
pub(crate) use grundy_form::budget;

#[global_allocator]
static ALLOCATOR: grundy::memory::Counting = grundy::memory::Counting::or_else(allocator::refused);

fn main() -> ExitCode {
    allocator::give_back();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let json = argv::wants_json(&arguments);
    let chinese = argv::wants_chinese(&arguments);
    // a fault of this program is not to be hidden, but nobody needs a backtrace to report it
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(io::stderr(), "grundy: a fault in the program itself, at {place}; please report it");
    }));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(arguments))).unwrap_or_else(|_| Err(internal_fault()));
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => report::report(failure, json, chinese).into(),
    }
}

fn run(arguments: Vec<OsString>) -> Result<Exit, Failure> {
    let mut words = match argv::normalise(arguments).map_err(Failure::plain)? {
        Request::Chapter(chapter) => {
            setting::print(|out| out.write_all(chapter.set(Terminal::stdout().prose()).as_bytes()))?;
            return Ok(Exit::Answered);
        }
        Request::Parse(words) => words,
    };
    let chinese = argv::spoken_beside_program(&mut words);
    let arguments = match Arguments::try_parse_from([OsString::from("grundy")].iter().chain(&words)) {
        Ok(arguments) => arguments,
        Err(error) if matches!(error.kind(), ClapKind::DisplayHelp | ClapKind::DisplayVersion) => {
            error.print()?;
            return Ok(Exit::Answered);
        }
        Err(error) => return Err(Failure::plain(usage::fault(&error, &words))),
    };
    let cancel = Cancel::default();
    cancel.listen();
    let mut setting = Setting::new(&arguments.verb, cancel);
    setting.terminal.chinese = chinese.unwrap_or(setting.terminal.chinese);
    stdout::stand_aside(arguments.verb.writes_to_stdout(setting.json));
    // what games learnt goes back to the system with the process: to free it piece by piece may take longer than the answer
    let mut session = ManuallyDrop::new(Session::with_limits(setting.limits));
    verb::run(&arguments.verb, &mut session, &setting)
}

fn internal_fault() -> Failure {
    Failure::plain(Diagnostic::new(ErrorKind::Io, "a fault in the program itself; please report it"))
}
