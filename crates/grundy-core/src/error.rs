//! What can go wrong with a question, said so that the asker can mend it.

use std::fmt;

use crate::span::Span;
use crate::stopped::Stopped;

/// The kind of a fault in the input, as data formats spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The text cannot be read, or a name is unknown.
    Parse,
    /// The rule is not a game: it may not end, or an expression has no value.
    Rule,
    /// Known, but not built yet.
    Unsupported,
    /// Well-formed, but impossible numbers, vertices, boards or options.
    Input,
    /// The machine failed: a file, a child process.
    Io,
}

/// As [`ErrorKind::name`] says it.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ErrorKind {
    /// `parse`, `rule`, `unsupported`, `input` or `io`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Parse => "parse",
            ErrorKind::Rule => "rule",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Input => "input",
            ErrorKind::Io => "io",
        }
    }
}

/// A fault that programs tell from others of its kind: what its reader may do about it is known.
///
/// ```
/// use grundy_core::FaultCode;
/// assert_eq!(FaultCode::UnknownName.name(), "unknown-name");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultCode {
    /// A name that means nothing where it stands.
    UnknownName,
    /// A name where a game is expected, and there is no such game.
    UnknownGame,
    /// A name that is known, but means something else than what is expected where it stands.
    MisplacedName,
    /// A number of copies without the `*` behind it.
    MissingStar,
    /// Two terms of a sum without the `+` between them.
    MissingPlus,
    /// A text that can be read in two ways.
    TwoReadings,
    /// A move that the position does not have.
    NoMove,
}

impl FaultCode {
    /// As data formats spell it: `unknown-name`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultCode::UnknownName => "unknown-name",
            FaultCode::UnknownGame => "unknown-game",
            FaultCode::MisplacedName => "misplaced-name",
            FaultCode::MissingStar => "missing-star",
            FaultCode::MissingPlus => "missing-plus",
            FaultCode::TwoReadings => "two-readings",
            FaultCode::NoMove => "no-move",
        }
    }
}

/// A fault in the input: what, where, and one suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of fault.
    pub kind: ErrorKind,
    /// One sentence, without the text of the question.
    pub message: String,
    /// The place in the question's text, where there is one (bytes; see [`Span::in_characters`]).
    pub span: Option<Span>,
    /// What to write instead, or what was expected.
    pub suggestion: Option<String>,
    /// What only some faults have.
    pub more: Option<Box<More>>,
}

/// What machines are told of a fault beside its sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct More {
    /// Which fault it is, where its kind says too little.
    pub code: Option<FaultCode>,
    /// What may be written in place of which piece of the question, so that it can be read.
    pub fixes: Vec<(Span, String)>,
    /// A game as it is written, and as the suggestion writes it.
    pub rewritten: Option<(String, String)>,
}

impl Diagnostic {
    /// A fault without a place. Words of the message that go on for more than two hundred characters are cut: what they
    /// quote may be a line of a megabyte.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Diagnostic { kind, message: shortened(message.into()), span: None, suggestion: None, more: None }
    }

    /// The text cannot be read.
    #[must_use]
    pub fn parse(span: Span, message: impl Into<String>) -> Self {
        Diagnostic::new(ErrorKind::Parse, message).at(span)
    }

    /// The rule is not a game.
    #[must_use]
    pub fn rule(message: impl Into<String>) -> Self {
        Diagnostic::new(ErrorKind::Rule, message)
    }

    /// Impossible numbers.
    #[must_use]
    pub fn input(message: impl Into<String>) -> Self {
        Diagnostic::new(ErrorKind::Input, message)
    }

    /// Known, but not built.
    #[must_use]
    pub fn unsupported(message: impl Into<String>) -> Self {
        Diagnostic::new(ErrorKind::Unsupported, message)
    }

    /// With a place in the text.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }

    /// With the code of this fault.
    #[must_use]
    pub fn coded(mut self, code: FaultCode) -> Self {
        self.more.get_or_insert_default().code = Some(code);
        self
    }

    /// A stable word for this fault: the name of its code, or of its kind where it has none.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.fault_code().map_or(self.kind.name(), FaultCode::name)
    }

    /// Is it this fault?
    #[must_use]
    pub fn is(&self, code: FaultCode) -> bool {
        self.fault_code() == Some(code)
    }

    fn fault_code(&self) -> Option<FaultCode> {
        self.more.as_ref()?.code
    }

    /// With something that may be written in place of a piece of the question.
    #[must_use]
    pub fn fix(mut self, span: Span, insert: impl Into<String>) -> Self {
        self.more.get_or_insert_default().fixes.push((span, insert.into()));
        self
    }

    /// What may be written in place of which piece of the question, so that it can be read.
    #[must_use]
    pub fn fixes(&self) -> &[(Span, String)] {
        self.more.as_ref().map_or(&[], |more| &more.fixes)
    }

    /// The suggestion writes this game in another way.
    #[must_use]
    pub fn rewriting(mut self, game: impl Into<String>, instead: impl Into<String>) -> Self {
        self.more.get_or_insert_default().rewritten = Some((game.into(), instead.into()));
        self
    }

    /// With the whole question in the suggestion, where that writes a game of it in another way: the place stays.
    ///
    /// ```
    /// use grundy_core::Diagnostic;
    /// let fault = Diagnostic::rule("…").suggest("`{n -> n-1}`").rewriting("{n -> n}", "{n -> n-1}");
    /// assert_eq!(fault.within("{n -> n}(9) + nim(3)").suggestion.unwrap(), "`{n -> n-1}(9) + nim(3)`");
    /// ```
    #[must_use]
    pub fn within(mut self, question: &str) -> Self {
        let rewritten = self.more.as_mut().and_then(|more| more.rewritten.take());
        if let (Some((game, instead)), Some(suggestion)) = (rewritten, &self.suggestion)
            && question.contains(&game)
        {
            let whole = question.replace(&game, &instead);
            return self.clone().suggest(suggestion.replacen(&instead, &whole, 1)).rewriting(question, whole);
        }
        self
    }

    /// With a suggestion. One that nobody could read is left out.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into()).filter(|suggestion| suggestion.len() <= MESSAGE);
        self
    }
}

/// The longest word of a message, what is kept at the beginning and at the end of a longer one, and the longest message.
const WORD: usize = 200;
const HEAD: usize = 60;
const TAIL: usize = 8;
const MESSAGE: usize = 4000;

/// A message without its longest words; the end of a word stays, for quotation marks close there.
fn shortened(message: String) -> String {
    if message.len() <= WORD {
        return message;
    }
    let mut short = String::new();
    for word in message.split_inclusive(char::is_whitespace) {
        if word.len() <= WORD {
            short.push_str(word);
        } else {
            let head = word.char_indices().nth(HEAD).map_or(word.len(), |(at, _)| at);
            let tail = word.char_indices().rev().nth(TAIL - 1).map_or(0, |(at, _)| at).max(head);
            short.extend([&word[..head], "…", &word[tail..]]);
        }
        if short.len() > MESSAGE {
            short.push('…');
            break;
        }
    }
    short
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(s) = &self.suggestion {
            write!(f, " ({s})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The input is at fault.
    Bad(Box<Diagnostic>),
    /// The budget is spent.
    Stopped(Stopped),
}

impl Error {
    /// A fault with the whole question in its suggestion ([`Diagnostic::within`]).
    #[must_use]
    pub fn within(self, question: impl FnOnce() -> String) -> Self {
        match self {
            Error::Bad(fault) if fault.more.as_ref().is_some_and(|more| more.rewritten.is_some()) => {
                fault.within(&question()).into()
            }
            other => other,
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(d: Diagnostic) -> Self {
        Error::Bad(Box::new(d))
    }
}

impl From<Stopped> for Error {
    fn from(s: Stopped) -> Self {
        Error::Stopped(s)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bad(d) => d.fmt(f),
            Error::Stopped(s) => s.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The result of most questions.
pub type Result<T, E = Error> = std::result::Result<T, E>;
