//! What all verbs need to answer: budget, cancel flag, the way to print, where to write.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::notation::Limits;
use grundy::session::Heard;
use grundy::{Budget, Context, Diagnostic, ErrorKind, Ranges};

use crate::args::{self, Text, Verb};
use crate::budget;
use crate::cancel::Cancel;
use crate::exit::{Failure, Source};
use crate::guard;
use crate::progress::Progress;
use crate::render::unanswered::Asked;
use crate::terminal::{self, Terminal};
use crate::verb::output::not_read_from;

/// The common options in force.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// JSON instead of text.
    pub(crate) json: bool,
    /// Only what the notation says is read.
    pub(crate) strict: bool,
    /// All texts are about misère play.
    pub(crate) misere: bool,
    /// Values for the parameters of games.
    pub(crate) values: Ranges,
    /// Is standard input read by somebody else, such as the prompt?
    pub(crate) input_is_taken: bool,
    /// Readings that may have been meant otherwise, to be told before the answer.
    pub(crate) notes: Arc<Mutex<Vec<String>>>,
    /// Threads, where the user said how many.
    pub(crate) threads: Option<usize>,
    /// How values are searched, where the user said it.
    pub(crate) method: Option<grundy::Method>,
    /// Limits on each question.
    pub(crate) budget: Budget,
    /// Limits on what is read.
    pub(crate) limits: Limits,
    /// Ctrl-C.
    pub(crate) cancel: Cancel,
    /// What stdout looks like.
    pub(crate) terminal: Terminal,
    /// What is asked.
    pub(crate) asked: Asked,
    /// Does the program end when this question spends its budget without hearing of it?
    pub(crate) guarded: bool,
}

impl Setting {
    /// From the options; what is not said has its default.
    pub(crate) fn new(verb: &Verb, cancel: Cancel) -> Setting {
        let common = verb.common();
        let memory = common.memory.unwrap_or_else(budget::default_memory);
        let usual = Limits::default();
        let limits = Limits {
            text: common.max_text.unwrap_or(usual.text),
            nesting: common.max_nesting.unwrap_or(usual.nesting),
            definitions: common.max_definitions.unwrap_or(usual.definitions),
            digits: common.max_digits.unwrap_or(usual.digits),
        };
        Setting {
            limits,
            json: common.json,
            strict: common.strict,
            misere: common.misere,
            values: common.values.clone().unwrap_or_default(),
            input_is_taken: false,
            notes: Arc::default(),
            threads: common.threads,
            method: common.method.map(Into::into),
            budget: Budget { time: common.time, memory: Some(memory), nodes: common.nodes },
            cancel,
            terminal: Terminal {
                why: common.why,
                quiet: common.quiet,
                chinese: verb.is_chinese(),
                ..Terminal::stdout()
            },
            asked: verb.asked(),
            guarded: verb.is_one_question(),
        }
    }

    /// A context without progress, for one of many short questions. What belongs to one question shares its time.
    pub(crate) fn context(&self) -> Context {
        Context::new(self.budget)
            .begun(guard::elapsed())
            .with_cancel(self.cancel.flag())
            .with_threads(self.threads.unwrap_or(1))
            .with_method(self.method)
    }

    /// So many nanoseconds are left for writing a long answer, where time is limited: a tenth more than was allowed; after
    /// Ctrl-C hardly any.
    pub(crate) fn time_to_write(&self) -> Option<u64> {
        if self.cancel.is_set() {
            return Some(WHILE_ENDING.as_nanos() as u64);
        }
        let time = self.budget.time?;
        let allowed = time.saturating_add(time / 10).saturating_add(Duration::from_millis(50));
        Some(u64::try_from(allowed.saturating_sub(guard::elapsed()).as_nanos()).unwrap_or(u64::MAX))
    }

    /// Works on one question with a fresh budget while progress is shown; it is gone before the answer is printed.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&Context) -> T) -> T {
        let progress = Progress::start(self.terminal.quiet);
        let context = match progress.report() {
            Some(report) => self.context().with_progress(report),
            None => self.context(),
        };
        work(&context)
    }

    /// Prints one answer, as JSON or for people.
    pub(crate) fn print(
        &self,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.tell_notes(self.json);
        print(|out| {
            if self.json {
                return json(out);
            }
            self.write_notes(out)?;
            text(out)
        })
    }

    /// Writes the notes before an answer for people.
    pub(crate) fn write_notes(&self, out: &mut dyn Write) -> io::Result<()> {
        for note in self.take_notes().iter().filter(|_| !self.terminal.quiet) {
            writeln!(out, "{}", self.terminal.wrap("note: ", &terminal::readable(note)))?;
        }
        Ok(())
    }

    /// Keeps what is to be told before the answer.
    pub(crate) fn note(&self, notes: &[String]) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(notes);
    }

    fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells the notes on standard error, where standard output is for a machine.
    pub(crate) fn tell_notes(&self, machine: bool) {
        if machine && !self.terminal.quiet {
            for note in self.take_notes() {
                eprintln!("note: {}", terminal::readable(&note));
            }
        }
    }
}

/// Standard output, buffered; whoever uses it flushes at the end, and has the answer.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    guard::end();
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// After Ctrl-C what is known is written for so long.
const WHILE_ENDING: Duration = Duration::from_millis(60);

/// Is standard output a file that the question writes (`-o -`, `--format csv`)?
static ASIDE: AtomicBool = AtomicBool::new(false);

/// From now on answers go to standard error, or again to standard output.
pub(crate) fn stand_aside(aside: bool) {
    ASIDE.store(aside, Ordering::Relaxed);
}

/// Do answers go to standard error?
pub(crate) fn stands_aside() -> bool {
    ASIDE.load(Ordering::Relaxed)
}

/// Writes one answer and flushes it.
pub(crate) fn print(render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if stands_aside() {
        guard::end();
        let mut out = BufWriter::new(io::stderr().lock());
        render(&mut out)?;
        out.flush()?;
        return Ok(());
    }
    print_data(render)
}

/// Writes what standard output is for, whoever stands aside, and flushes it.
pub(crate) fn print_data(render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = stdout();
    let _writing = guard::Writing::begin();
    render(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Opens a file for reading. A named pipe without a writer would block for ever, so it is refused; what the shell hands
/// over as `/dev/fd/…` has its writer.
///
/// # Errors
/// What the system says; a named pipe.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let handed = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        if !handed && path.metadata()?.file_type().is_fifo() {
            return Err(io::Error::other("it is a named pipe; say `-` and send the text to standard input"));
        }
    }
    File::open(path)
}

/// The text of the question, from the command line, a file or standard input.
pub(crate) fn read_text(text: &Text, setting: &Setting) -> Result<Source, Failure> {
    let source = read(text, setting)?;
    if setting.guarded {
        guard::question(&source.text, setting);
    }
    Ok(source)
}

/// A game and what is said of it, by their names; where one text alone is typed, the game stands in a file or comes from
/// standard input.
pub(crate) fn read_two(
    [game, other]: [&'static str; 2],
    first: &str,
    second: Option<&str>,
    file: Option<&PathBuf>,
    setting: &Setting,
) -> Result<(Source, Source), Failure> {
    match second {
        Some(second) => Ok((Source::typed(game, first), Source::typed(other, second))),
        None => {
            let text = Text { words: Vec::new(), file: file.cloned() };
            if text.file.is_none() && io::stdin().is_terminal() {
                return Err(one_missing(game, other));
            }
            let source = read_what_is_there(&text, setting)?.ok_or_else(|| one_missing(game, other))?;
            Ok((source, Source::typed(other, first)))
        }
    }
}

/// The fault of one text where two are needed.
fn one_missing(game: &str, other: &str) -> Failure {
    let fault = Diagnostic::input(format!("one text is there, and two are needed: a {game} and a {other}"));
    Failure::plain(fault.suggest(match other {
        "claim" => "grundy prove 'take[1,3,4]' 'n % 7 in {0,2}'",
        _ => "grundy same kayles 0.77",
    }))
}

fn read(text: &Text, setting: &Setting) -> Result<Source, Failure> {
    read_what_is_there(text, setting)?.ok_or_else(|| nothing_asked(setting.asked))
}

/// `None`: standard input has nothing.
fn read_what_is_there(text: &Text, setting: &Setting) -> Result<Option<Source>, Failure> {
    if !text.words.is_empty() {
        return Ok(Some(Source::typed("question", &text.words.join(" "))));
    }
    let input = Path::new("-");
    let path = match &text.file {
        Some(path) => path.as_path(),
        None if setting.input_is_taken || io::stdin().is_terminal() => return Ok(None),
        None => input,
    };
    not_read_from(path)?;
    let name = path.to_string_lossy().into_owned();
    let io_error = |error: io::Error| {
        Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be read: {error}")))
    };
    let mut bytes = Vec::new();
    let most = setting.limits.text as u64 + 1;
    // the text may come from somebody who takes his time
    setting.cancel.set_waiting(true);
    let read = if name == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    setting.cancel.set_waiting(false);
    read.map_err(io_error)?;
    if bytes.len() > setting.limits.text {
        return Err(too_long(format!("the file {name:?} is longer than {} bytes", setting.limits.text)));
    }
    let read = String::from_utf8(bytes)
        .map_err(|_| Failure::plain(Diagnostic::input(format!("the file {name:?} is not UTF-8 text"))))?;
    if text.file.is_none() && read.trim().is_empty() {
        return Ok(None);
    }
    let read = read.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(read);
    Ok(Some(Source { name, text: read, typed: text.file.is_none(), heard: Heard::default() }))
}

/// The fault of a question without a text.
fn nothing_asked(asked: Asked) -> Failure {
    let example = args::example(asked.verb()).unwrap_or_else(|| "grundy 'nim(3,5,7)'".to_owned());
    Failure::plain(Diagnostic::input("nothing is asked").suggest(format!("{example}; `grundy --help` says more")))
}

/// The fault of a text over the limit.
pub(crate) fn too_long(message: String) -> Failure {
    Failure::plain(Diagnostic::input(message).suggest("`--max-text SIZE` allows more"))
}
