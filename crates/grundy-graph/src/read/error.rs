//! What can go wrong with an edge list.

use std::borrow::Cow;
use std::{fmt, io};

use grundy_core::{Diagnostic, Error, ErrorKind, Stopped};

use super::line::LineFault;

/// Why an edge list cannot be read. Its `Display` makes the sentence, and it becomes an [`Error`] with a suggestion.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ReadError {
    /// A line is at fault.
    Line {
        /// The name of the file.
        file: String,
        /// The number of the line, from 1.
        line: u64,
        /// How the line begins.
        text: String,
        /// What is wrong.
        fault: LineFault,
    },
    /// A graph in another form than an edge list is at fault.
    Place {
        /// The name of the file.
        file: String,
        /// What it is.
        form: &'static str,
        /// The line, from 1.
        line: u64,
        /// The character in it, from 1.
        column: u64,
        /// What is wrong.
        why: String,
    },
    /// The file is written in a form that is not read, or not here.
    Form {
        /// The name of the file.
        file: String,
        /// What it is.
        form: &'static str,
    },
    /// Lines of three numbers, which may be arcs with weights or rows of neighbours.
    TwoForms(String),
    /// Lines end in a carriage return alone, as on old Macintoshes.
    Returns(String),
    /// A line is longer than 1 MiB.
    TooLong(String),
    /// The file holds Parquet, where text is expected.
    Parquet(String),
    /// Vertices have names, where only numbers can be read.
    Names(String),
    /// The file cannot be read again from a place in it.
    NotOrdinary(String),
    /// The system refuses to read the file.
    Unreadable {
        /// The name of the file.
        file: String,
        /// What the system says.
        why: String,
    },
    /// The file changed while it was read.
    Changed(String),
    /// Another fault, or a spent budget.
    Other(Error),
}

impl ReadError {
    /// A fault of this line.
    pub(super) fn at_line(fault: LineFault, text: String, line: u64, name: &str) -> ReadError {
        ReadError::Line { file: name.to_owned(), line, text, fault }
    }

    /// Why the file cannot be read; invalid data is a line that is too long.
    pub(super) fn unreadable(error: io::Error, name: &str) -> ReadError {
        match error.kind() {
            io::ErrorKind::InvalidData => ReadError::TooLong(name.to_owned()),
            _ => ReadError::Unreadable { file: name.to_owned(), why: error.to_string() },
        }
    }

    fn kind(&self) -> ErrorKind {
        match self {
            ReadError::Line { fault: LineFault::Word(_) | LineFault::Number(_) | LineFault::Large(_), .. }
            | ReadError::Parquet(_)
            | ReadError::NotOrdinary(_) => ErrorKind::Input,
            ReadError::Form { .. } => ErrorKind::Unsupported,
            ReadError::Unreadable { .. } | ReadError::Changed(_) => ErrorKind::Io,
            _ => ErrorKind::Parse,
        }
    }

    /// The sentence, with what to do.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.kind(), self.to_string());
        match self.suggestion() {
            Some(suggestion) => diagnostic.suggest(suggestion),
            None => diagnostic,
        }
    }

    fn suggestion(&self) -> Option<Cow<'static, str>> {
        if let ReadError::Line { fault: LineFault::Sign { sign, ends }, .. } = self {
            let (u, v) = &**ends;
            return Some(Cow::Owned(match sign.as_str() {
                "->" | "→" => {
                    format!("write `{u} {v}`, as on the other lines; a name with such a sign stands in quotation marks")
                }
                "--" => format!("an edge without a direction is two arcs, `{u} {v}` and `{v} {u}`"),
                _ => format!("write `{u} {v}` or `{u} -> {v}`; a name with such a sign stands in quotation marks"),
            }));
        }
        Some(Cow::Borrowed(match self {
            ReadError::Line { fault, .. } => match fault {
                LineFault::Shape => {
                    "write two vertices `u v` or `u,v`, or one alone; a file of neighbours ends in .adjlist"
                }
                LineFault::Word(_) | LineFault::Number(_) => "the vertices of a graph are all numbers or all names",
                LineFault::Large(_) => "at most 2^64 - 1",
                LineFault::Wide(_) => "numbers below 2^32 - 2, or label it in memory",
                LineFault::Sign { .. } | LineFault::Encoding => return None,
            },
            ReadError::Form { .. } => {
                "edge lists, arcs `a -> b`, adjacency lists and matrices, GraphML, node-link JSON, MatrixMarket and graph6 are \
                 read; several workers and graphs beyond memory need an edge list of numbers"
            }
            ReadError::TwoForms(_) => "name it with the extension .adjlist or .edgelist",
            ReadError::Returns(_) => "end them with line feeds: tr '\\r' '\\n' < FILE > NEW",
            ReadError::Parquet(_) => {
                "name it with the extension .parquet; several workers and graphs beyond memory need it as text"
            }
            ReadError::Names(_) => "several workers and graphs beyond memory need an edge list of numbers",
            ReadError::NotOrdinary(_) => "readers that share a file must be able to seek in it",
            _ => return None,
        }))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Line { file, line, text, fault } => {
                write!(f, "line {line} of {file:?} ")?;
                match fault {
                    LineFault::Shape => write!(f, "is not an arc: {text:?}"),
                    LineFault::Word(word) => write!(f, "has the name {word:?} among numbers: {text:?}"),
                    LineFault::Number(number) => write!(f, "has the number {number} among names: {text:?}"),
                    LineFault::Large(number) => write!(f, "has a number that is too large: {number}"),
                    LineFault::Wide(number) => {
                        let who = "several workers and graphs beyond memory";
                        write!(f, "has a number that is too large for {who}: {number}")
                    }
                    LineFault::Sign { sign, .. } => {
                        write!(f, "is not an arc: {text:?}; {sign:?} between two vertices is not read")
                    }
                    LineFault::Encoding => write!(f, "is not UTF-8 text: {text:?}"),
                }
            }
            ReadError::Place { file, form, line, column, why } => {
                write!(f, "line {line}, column {column} of {file:?}, read as {form}: {why}")
            }
            ReadError::Form { file, form } => write!(f, "the file {file:?} is {form}, which is not read here"),
            ReadError::TwoForms(file) => write!(
                f,
                "lines of {file:?} have three numbers: an arc with its weight, or a vertex with two neighbours?"
            ),
            ReadError::Returns(file) => write!(f, "lines of {file:?} end in a carriage return alone"),
            ReadError::TooLong(file) => write!(f, "the file {file:?} cannot be read: a line is longer than 1 MiB"),
            ReadError::Parquet(file) => write!(f, "the file {file:?} is a Parquet file"),
            ReadError::Names(file) => write!(f, "the vertices in the file {file:?} have names"),
            ReadError::NotOrdinary(file) => write!(f, "{file} is not an ordinary file"),
            ReadError::Unreadable { file, why } => write!(f, "{file} cannot be read: {why}"),
            ReadError::Changed(file) => write!(f, "the file {file:?} changed while it was read"),
            ReadError::Other(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        match error {
            ReadError::Other(error) => error,
            fault => fault.diagnostic().into(),
        }
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> ReadError {
        ReadError::Other(error)
    }
}

impl From<Diagnostic> for ReadError {
    fn from(fault: Diagnostic) -> ReadError {
        ReadError::Other(fault.into())
    }
}

impl From<Stopped> for ReadError {
    fn from(stopped: Stopped) -> ReadError {
        ReadError::Other(stopped.into())
    }
}
