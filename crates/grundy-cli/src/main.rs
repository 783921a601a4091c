//! The program `grundy`: arguments in, the library's answers out.
//!
//! One file a verb (`verb/`), one file a renderer (`render/`). Renderers compute nothing.

mod again;
mod allocator;
mod args;
mod argv;
mod cancel;
mod exit;
mod flags;
mod graph;
mod guard;
mod manual;
mod nearest;
mod progress;
mod render;
mod setting;
mod stress;
mod terminal;
mod verb;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind as ClapKind};
use clap::{CommandFactory, Parser};
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
        Err(failure) => report(failure, json, chinese).into(),
    }
}

fn run(arguments: Vec<OsString>) -> Result<Exit, Failure> {
    let words = match argv::normalise(arguments).map_err(Failure::plain)? {
        Request::Chapter(chapter) => {
            setting::print(|out| out.write_all(chapter.text.as_bytes()))?;
            return Ok(Exit::Answered);
        }
        Request::Parse(words) => words,
    };
    let arguments = match Arguments::try_parse_from([OsString::from("grundy")].into_iter().chain(words)) {
        Ok(arguments) => arguments,
        Err(error) if matches!(error.kind(), ClapKind::DisplayHelp | ClapKind::DisplayVersion) => {
            error.print()?;
            return Ok(Exit::Answered);
        }
        Err(error) => return Err(Failure::plain(usage_error(&error))),
    };
    let cancel = Cancel::default();
    cancel.listen();
    let setting = Setting::new(&arguments.verb, cancel);
    setting::stand_aside(arguments.verb.writes_to_stdout(setting.json));
    verb::run(&arguments.verb, &mut Session::with_limits(setting.limits), &setting)
}

/// `--npy`, where the verb has `--format npy`.
fn format_meant(error: &clap::Error, text: &str) -> Option<String> {
    let unknown = error.get(ContextKind::InvalidArg)?.to_string();
    let verb = verb_of(text)?;
    let command = Arguments::command();
    let formats = command.find_subcommand(verb)?.get_arguments().find(|known| known.get_id() == "format")?;
    let format = unknown.strip_prefix("--")?;
    let known = formats.get_possible_values().iter().any(|value| value.matches(format, false));
    known.then(|| format!("`--format {format}`"))
}

/// The verb of whose arguments the parser speaks.
fn verb_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("Usage: grundy "))?.split(' ').next()
}

/// What may stand behind the options that a verb needs: "`--lang` is one of cpp, c, python, rust, java".
fn choices(verb: &str) -> Option<String> {
    let command = Arguments::command();
    let needed = command.find_subcommand(verb)?.get_arguments().filter(|known| known.is_required_set());
    let told = needed.filter_map(|known| {
        let values = known.get_possible_values();
        let names: Vec<&str> =
            values.iter().filter(|value| !value.is_hide_set()).map(clap::builder::PossibleValue::get_name).collect();
        (!names.is_empty()).then(|| Some(format!("`--{}` is one of {}", known.get_long()?, names.join(", "))))?
    });
    Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
}

/// What the argument parser says, as a diagnostic: its first paragraph, then its tips.
pub(crate) fn usage_error(error: &clap::Error) -> Diagnostic {
    if error.kind() == ClapKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Diagnostic::input("nothing is asked").suggest("grundy 'nim(3,5,7)'; `grundy --help` says more");
    }
    let text = error.render().to_string();
    let (mut message, mut tips) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            // of an option that there is not it would say how to ask a question of that name
            if !tip.starts_with("to pass '-") || tip["to pass '-".len()..].starts_with(|c: char| c.is_ascii_digit()) {
                tips.push(tip.to_owned());
            }
        } else if !line.is_empty() {
            message.push(line);
        }
    }
    tips.extend(format_meant(error, &text));
    let message = message.join(" ");
    let diagnostic = Diagnostic::input(message);
    if !tips.is_empty() {
        return diagnostic.suggest(tips.join("; "));
    }
    let example = || args::example(verb_of(&text)?);
    match Some(error.kind()).filter(|kind| *kind == ClapKind::MissingRequiredArgument).and_then(|_| example()) {
        Some(example) => match verb_of(&text).and_then(choices) {
            Some(choices) => diagnostic.suggest(format!("{example}; {choices}")),
            None => diagnostic.suggest(format!("{example}; `--help` says more")),
        },
        None => diagnostic.suggest("`--help` lists the options"),
    }
}

fn internal_fault() -> Failure {
    Failure::plain(Diagnostic::new(ErrorKind::Io, "a fault in the program itself; please report it"))
}

/// Tells the user why there is no answer. A reader that went away has had enough: that is success.
pub(crate) fn report(failure: Failure, json: bool, chinese: bool) -> Exit {
    let (exit, told) = match failure {
        Failure::Bad { diagnostic, source } => {
            let diagnostic = flags::in_flags(*diagnostic);
            let text = source.as_ref().map(|s| s.text.as_str());
            let told = if json {
                setting::print(|out| render::json::error(out, &diagnostic, text, None))
            } else {
                render::diagnostics::eprint(&diagnostic, source.as_deref(), chinese);
                Ok(())
            };
            (Exit::of(diagnostic.kind), told)
        }
        Failure::Stopped { asked, query, stopped } => {
            let told = setting::print(|out| {
                if json {
                    render::unanswered::json(out, asked, &query, &stopped)
                } else {
                    render::text::stopped(out, &stopped, &Terminal { chinese, ..Terminal::stdout() })
                }
            });
            (Exit::Spent, told)
        }
        Failure::Output(error) => (Exit::Machine, Err(Failure::Output(error))),
    };
    match told {
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(Failure::Output(error)) => {
            let fault = Diagnostic::new(ErrorKind::Io, format!("the answer cannot be written: {error}"));
            render::diagnostics::eprint(&fault, None, chinese);
            Exit::Machine
        }
        Ok(()) | Err(_) => exit,
    }
}
