//! How the program ends: five exit codes, and the failures that lead to the last three.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use grundy::game::terms;
use grundy::session::Heard;
use grundy::{Diagnostic, Error, ErrorKind, FaultCode, Session, Stopped};
use grundy_form::unanswered::Asked;

/// What the exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Answered.
    Answered = 0,
    /// The answer is no: no period, a difference, a false certificate.
    No = 1,
    /// Bad input, unsupported, damaged file.
    BadInput = 2,
    /// Budget spent or cancelled.
    Spent = 3,
    /// The machine failed.
    Machine = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// The exit code that an error of this kind deserves.
    pub(crate) fn of(kind: ErrorKind) -> Exit {
        if kind == ErrorKind::Io { Exit::Machine } else { Exit::BadInput }
    }
}

/// A text and where it came from, kept for the caret under the place of an error.
#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    /// `question`, or the name of a file.
    pub(crate) name: String,
    /// What was read.
    pub(crate) text: String,
    /// Did somebody type it, so that numbers alone may be heaps?
    pub(crate) typed: bool,
    /// How it was understood.
    pub(crate) heard: Heard,
}

impl Source {
    /// A text from the command line or the prompt.
    pub(crate) fn typed(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), text: text.to_owned(), typed: true, heard: Heard::default() }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is at fault, or a file cannot be read.
    Bad {
        /// What is wrong.
        diagnostic: Box<Diagnostic>,
        /// The text it speaks of, if it speaks of one.
        source: Option<Box<Source>>,
    },
    /// The budget is spent before anything was known about this question.
    Stopped {
        /// What was asked.
        asked: Asked,
        /// The question as it was asked.
        query: String,
        /// What ran out.
        stopped: Stopped,
    },
    /// The answer could not be written.
    Output(io::Error),
}

impl Failure {
    /// A fault that lies in no text: options, files.
    pub(crate) fn plain(diagnostic: Diagnostic) -> Failure {
        Failure::Bad { diagnostic: Box::new(diagnostic), source: None }
    }

    /// What the library says about this text.
    pub(crate) fn about(source: &Source) -> impl FnOnce(Error) -> Failure + '_ {
        move |error| match error {
            Error::Bad(diagnostic) => Failure::Bad {
                diagnostic: Box::new(misplaced(source.heard.placed(*diagnostic), &source.text)),
                source: Some(Box::new(source.clone())),
            },
            Error::Stopped(stopped) => {
                Failure::Stopped { asked: Asked::default(), query: source.text.trim().to_owned(), stopped }
            }
        }
    }

    /// The same, of a question of this kind.
    pub(crate) fn of(mut self, kind: Asked) -> Failure {
        if let Failure::Stopped { asked, .. } = &mut self {
            *asked = kind;
        }
        self
    }

    /// A fault in reading this text.
    pub(crate) fn reading(source: &Source) -> impl FnOnce(Diagnostic) -> Failure + '_ {
        move |diagnostic| Failure::about(source)(diagnostic.into())
    }
}

/// What is no game may be a word of the theory, the name of a file, or a claim.
fn misplaced(fault: Diagnostic, text: &str) -> Diagnostic {
    // `misere nim` is a game too
    if let Some(term) = terms::find(text).filter(|_| Session::new().game(text).is_err()) {
        let name = term.name.replace('\'', "’");
        let name = if name.contains(' ') { format!("'{name}'") } else { name };
        return fault.suggest(format!("`describe {name}` says what that is"));
    }
    if !fault.is(FaultCode::UnknownGame) {
        return fault;
    }
    let text = text.trim();
    if text.starts_with("P:") || text.starts_with("g =") || text.starts_with("g=") {
        return fault.suggest("a claim stands behind its game: prove GAME CLAIM");
    }
    let is_file = text.len() <= 255 && !text.contains(char::is_whitespace) && Path::new(text).is_file();
    if is_file { fault.suggest(format!("a file is read by `-f {text}`")) } else { fault }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
