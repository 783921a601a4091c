//! What all verbs need to answer: the budget, the cancel flag, how to print.

use std::borrow::Cow;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::locked;
use grundy::notation::Limits;
use grundy::words::fault_in_chinese;
use grundy::{Budget, Context, Ranges};
use grundy_form::unanswered::{self, Asked};

use crate::args::Verb;
use crate::budget;
use crate::cancel::Cancel;
use crate::exit::Failure;
use crate::form::Form;
use crate::guard;
use crate::progress::Progress;
use crate::stdout::{Writing, stands_aside};
use crate::terminal::{self, Terminal};

/// The common options in force.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// The form of the answer.
    pub(crate) form: Form,
    /// Is the answer written from its object?
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
    /// The name of the verb.
    pub(crate) verb: &'static str,
    /// Does the program end when this question spends its budget without hearing of it?
    pub(crate) guarded: bool,
}

impl Setting {
    /// From the options; what is not said has its default.
    pub(crate) fn new(verb: &Verb, cancel: Cancel) -> Setting {
        let common = verb.common();
        let form = common.form().unwrap_or_default();
        let memory = common.memory.unwrap_or_else(budget::default_memory);
        let usual = Limits::default();
        let limits = Limits {
            text: common.max_text.unwrap_or(usual.text),
            nesting: common.max_nesting.unwrap_or(usual.nesting),
            definitions: common.max_definitions.unwrap_or(usual.definitions),
            digits: common.max_digits.unwrap_or(usual.digits),
        };
        let terminal = Terminal::stdout();
        let terminal = if form.is_page() { terminal.as_page() } else { terminal };
        Setting {
            limits,
            form,
            json: form.is_object(),
            strict: common.strict,
            misere: common.misere,
            values: common.values.clone().unwrap_or_default(),
            input_is_taken: false,
            notes: Arc::default(),
            threads: common.threads,
            method: common.method.map(Into::into),
            budget: Budget { time: common.time, memory: Some(memory), nodes: common.nodes },
            cancel,
            terminal: Terminal { why: common.why, quiet: common.quiet, chinese: verb.is_chinese(), ..terminal },
            asked: verb.asked(),
            verb: verb.name(),
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

    /// Guards the question from the moment at which its text is there; a second text belongs to the same question.
    pub(crate) fn guard(&self, text: &str) {
        let (text, asked, form, spoken) = (text.trim().to_owned(), self.asked, self.form, self.terminal.spoken());
        guard::one(&self.budget, self.json, move |out, stopped| {
            form.write(out, spoken, |out| unanswered::json(out, asked, &text, stopped))
        });
    }

    /// So many nanoseconds are left for writing a long answer, where time is limited: a tenth more than was allowed, and a little
    /// in any case, for what was computed is of no use unwritten; after Ctrl-C hardly any.
    pub(crate) fn time_to_write(&self) -> Option<u64> {
        if self.cancel.is_set() {
            return Some(WHILE_ENDING.as_nanos() as u64);
        }
        let time = self.budget.time?;
        let allowed = time.saturating_add(time / 10).saturating_add(Duration::from_millis(50));
        let left = allowed.saturating_sub(guard::elapsed()).max(time / 20 + WHILE_ENDING);
        Some(u64::try_from(left.as_nanos()).unwrap_or(u64::MAX))
    }

    /// Works on one question with a fresh budget while progress is shown; it is gone before the answer is printed.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&Context) -> T) -> T {
        self.ask_while_told(None, work)
    }

    /// The same; where there is progress to show, a line stands above it.
    pub(crate) fn ask_while_told<T>(&self, line: Option<String>, work: impl FnOnce(&Context) -> T) -> T {
        let progress = Progress::start(self.terminal.quiet, line);
        let context = match progress.report() {
            Some(report) => self.context().with_progress(report),
            None => self.context(),
        };
        work(&context)
    }

    /// Prints one answer: its object in the form that was asked for, or its text.
    pub(crate) fn print(
        &self,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.print_as(None, json, text)
    }

    /// The same, where the text is code in this language, if any.
    pub(crate) fn print_as(
        &self,
        code: Option<&str>,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.tell_notes(self.json);
        print(|out| {
            if self.json {
                return self.form.write_page(out, self.terminal.spoken(), code, json, text);
            }
            self.write_notes(out)?;
            text(out)
        })
    }

    /// Writes the notes before an answer for people.
    pub(crate) fn write_notes(&self, out: &mut dyn Write) -> io::Result<()> {
        for note in self.take_notes().iter().filter(|_| !self.terminal.quiet) {
            let (head, note) = self.in_words(note);
            writeln!(out, "{}", self.terminal.wrap(head, &terminal::readable(&note)))?;
        }
        Ok(())
    }

    /// A note in the language of the terminal, and what stands before it.
    fn in_words<'n>(&self, note: &'n str) -> (&'static str, Cow<'n, str>) {
        let chinese = Some(note).filter(|_| self.terminal.chinese).and_then(fault_in_chinese);
        chinese.map_or(("note: ", note.into()), |chinese| ("注意：", chinese.into()))
    }

    /// Keeps what is to be told before the answer.
    pub(crate) fn note(&self, notes: &[String]) {
        locked(self.notes.lock()).extend_from_slice(notes);
    }

    fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut *locked(self.notes.lock()))
    }

    /// Tells the notes on standard error, where standard output is for a machine.
    pub(crate) fn tell_notes(&self, machine: bool) {
        if machine && !self.terminal.quiet {
            for note in self.take_notes() {
                let (head, note) = self.in_words(&note);
                eprintln!("{head}{}", terminal::readable(&note));
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
    let _writing = Writing::begin();
    render(&mut out)?;
    out.flush()?;
    Ok(())
}
