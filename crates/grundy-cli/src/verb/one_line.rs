//! One line of `solve -`: `N 5`, `P 0`, `D -`, `N -`, `? 6 9`, `error LINE:COLUMN message`.

use std::borrow::Cow;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use grundy::answer::Answer;
use grundy::notation::Span;
use grundy::session::Spelling;
use grundy::{Diagnostic, Error, ErrorKind, Nat, Outcome, Session, SolveOptions, Spent, Stopped, memory};
use grundy_form::explanation::Spoken;

use crate::guard;
use crate::render::unanswered::{self, Asked};
use crate::render::{diagnostics, json};
use crate::setting::Setting;
use crate::terminal::{self, Terminal};
use crate::verb::beside::Beside;
use crate::verb::compressed;
use crate::verb::source;

/// Names of so many lines may be needed together.
const TOGETHER: usize = 16;

/// What happened to some lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// One was bad.
    pub(crate) bad: bool,
    /// One was over its budget.
    pub(crate) spent: bool,
}

impl Tally {
    /// Takes in what happened to others.
    pub(crate) fn add(&mut self, other: Tally) {
        self.bad |= other.bad;
        self.spent |= other.spent;
    }
}

/// How a line is answered of which nothing is known.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Voice {
    /// As an object.
    Json,
    /// In words of this language.
    Text(Spoken),
}

impl Voice {
    /// As an object, or in the language of the terminal.
    pub(crate) fn of(json: bool, terminal: &Terminal) -> Voice {
        if json { Voice::Json } else { Voice::Text(terminal.spoken()) }
    }
}

/// What an earlier start of the program found out about lines, by their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past {
    /// Lines that broke a budget without hearing of it, and which one.
    pub(crate) refused: Vec<(u64, Spent)>,
    /// Lines that were cut off for no fault of theirs, and how long they had been in work.
    pub(crate) begun: Vec<(u64, Duration)>,
}

impl Past {
    /// Which budget the line broke, if it did.
    pub(crate) fn refused(&self, line: u64) -> Option<Spent> {
        self.refused.iter().find(|(known, _)| *known == line).map(|(_, spent)| *spent)
    }

    /// How much of its time the line has had.
    pub(crate) fn begun(&self, line: u64) -> Duration {
        self.begun.iter().find(|(known, _)| *known == line).map_or(Duration::ZERO, |(_, time)| *time)
    }
}

/// Answers lines in a session of its own.
pub(crate) struct Answerer<'a> {
    session: Session,
    known: Vec<String>,
    beside: Beside,
    setting: &'a Setting,
    wanted: &'a SolveOptions,
    json: bool,
    past: Past,
}

impl<'a> Answerer<'a> {
    /// With no definitions yet.
    pub(crate) fn new(setting: &'a Setting, wanted: &'a SolveOptions, json: bool, past: Past) -> Answerer<'a> {
        Answerer { session: fresh(setting), known: Vec::new(), beside: Beside::default(), setting, wanted, json, past }
    }

    /// How many definitions it knows.
    pub(crate) fn known(&self) -> usize {
        self.known.len()
    }

    /// Takes over definitions that others have found to be good.
    pub(crate) fn catch_up(&mut self, log: Vec<String>) {
        for text in log {
            if !self.session.define(&text).unwrap_or(false) {
                self.beside.add(&text);
            }
            self.known.push(text);
        }
    }

    /// Forgets what the session has learnt where that takes half of the budget of memory.
    pub(crate) fn tidy(&mut self) {
        if self.setting.budget.memory.is_some_and(|most| memory::total() > most.max(memory::LEAST) / 2) {
            self.start_again();
        }
    }

    /// Reads a line of definitions, which is added to the log; none if the line asks something after them. Those are in the log, too,
    /// for the lines that follow.
    pub(crate) fn define(
        &mut self,
        number: u64,
        line: &[u8],
        out: &mut Vec<u8>,
        log: &mut Vec<String>,
    ) -> Option<Tally> {
        // a line that is not text is told so when it is answered
        let text = std::str::from_utf8(line).ok()?;
        if let Some(spent) = self.past.refused(number) {
            return Some(refusal(number, line, spent, self.voice(), out));
        }
        match self.session.define(text) {
            Ok(true) => {
                self.known.push(text.to_owned());
                log.push(text.to_owned());
                Some(Tally::default())
            }
            Ok(false) => {
                if self.beside.add(text) {
                    self.known.push(text.to_owned());
                    log.push(text.to_owned());
                }
                None
            }
            // in front of a position a definition may use those of the lines above, too
            Err(fault) if self.beside.defining(text, &fault).is_some() && self.beside.add(text) => {
                self.known.push(text.to_owned());
                log.push(text.to_owned());
                None
            }
            Err(fault) => Some(self.fault(number, text, &fault, out)),
        }
    }

    /// Answers one line, without its end, into `out`.
    pub(crate) fn answer(&mut self, number: u64, line: &[u8], out: &mut Vec<u8>) -> Tally {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let at = error.valid_up_to();
                let fault = compressed::fault("-", line, "grundy solve -")
                    .unwrap_or_else(|| Diagnostic::input("the line is not UTF-8 text").at(Span::new(at, at)));
                let good = std::str::from_utf8(&line[..at]).unwrap_or("");
                return self.fault(number, good, &fault, out);
            }
        };
        let start = text.trim_start();
        if start.is_empty() || start.starts_with('#') {
            return Tally::default();
        }
        if let Some(spent) = self.past.refused(number) {
            return refusal(number, line, spent, self.voice(), out);
        }
        let before = out.len();
        // a fault of the program in one line must not take the others with it
        match catch_unwind(AssertUnwindSafe(|| self.solve_with_definitions(number, text))) {
            Ok(Ok(Reply::Whole(answer))) => self.write(&answer, number, out),
            Ok(Ok(Reply::Brief(outcome, value))) => {
                brief(outcome, value.as_ref(), out);
                Tally::default()
            }
            Ok(Err(Error::Bad(fault))) => self.fault(number, text, &self.session.heard().placed(*fault), out),
            Ok(Err(Error::Stopped(stopped))) => spent(number, text, &stopped, self.voice(), out),
            Err(_) => {
                out.truncate(before);
                self.start_again();
                let fault = Diagnostic::new(ErrorKind::Io, "a fault in the program itself; please report this line");
                self.fault(number, text, &fault, out)
            }
        }
    }

    /// As [`Answerer::solve`]. Names that are not known otherwise may be such that lines above defined for their own positions.
    fn solve_with_definitions(&mut self, number: u64, text: &str) -> grundy::Result<Reply> {
        let alone = self.solve(number, text);
        let mut whole = text.to_owned();
        let mut told = None;
        for _ in 0..TOGETHER {
            let Err(Error::Bad(fault)) = told.as_ref().unwrap_or(&alone) else { break };
            let Some(defined) = self.beside.defining(&whole, fault) else { break };
            whole.insert_str(0, &defined);
            told = Some(self.solve(number, &whole));
        }
        match told {
            None => alone,
            // a fault in the line itself is told where it stands there
            Some(Err(Error::Bad(mut fault))) => {
                let front = whole.len() - text.len();
                let own = |span: Span| span.start.checked_sub(front).map(|start| Span::new(start, span.end - front));
                let Some(span) = fault.span.and_then(own) else { return alone };
                fault.span = Some(span);
                Err(Error::Bad(fault))
            }
            Some(told) => told,
        }
    }

    fn solve(&mut self, number: u64, text: &str) -> grundy::Result<Reply> {
        let context = || self.setting.context().begun(self.past.begun(number));
        let whole = self.json || self.wanted.value || self.wanted.guess;
        // lines need not have a parameter, so that its values are put in where they are missing
        let given = &self.setting.values;
        if !whole && !text.contains('?') && given.names().is_empty() {
            let (outcome, value) = self.session.outcome_and_value(text, context)?;
            return Ok(Reply::Brief(outcome, value));
        }
        let position = match self.session.position(text) {
            Err(fault) if !given.names().is_empty() => self.session.position_with(text, given).map_err(|_| fault)?,
            read => read?,
        };
        let context = context();
        if whole || position.has_unknown() {
            return Ok(Reply::Whole(Box::new(position.solve_with(self.wanted, &context)?)));
        }
        let (outcome, value) = position.outcome_and_value(&context)?;
        Ok(Reply::Brief(outcome, value))
    }

    fn voice(&self) -> Voice {
        Voice::of(self.json, &self.setting.terminal)
    }

    /// A new session with the same definitions: the old one may be half changed.
    fn start_again(&mut self) {
        self.session = fresh(self.setting);
        for text in &self.known {
            let _ = self.session.define(text);
        }
    }

    /// The line that is too long to be read.
    pub(crate) fn too_long(&self, number: u64, out: &mut Vec<u8>) -> Tally {
        self.fault(
            number,
            "",
            &Diagnostic::input(format!("the line is longer than {} bytes", self.setting.limits.text)),
            out,
        )
    }

    fn write(&self, answer: &Answer, number: u64, out: &mut Vec<u8>) -> Tally {
        // writing to memory cannot fail
        if self.json {
            let _ = json::answer(out, answer);
        } else if let Some(stopped) = answer.stopped.as_ref().filter(|_| answer.outcome.is_none()) {
            let _ = writeln!(out, "error {number}:1 {}", one_line(self.setting.terminal.words(&stopped.words())));
        } else if let Some(numbers) = &answer.unknown {
            out.push(b'?');
            for n in numbers {
                let _ = write!(out, " {n}");
            }
            out.push(b'\n');
        } else {
            brief(answer.outcome, answer.value.as_ref(), out);
        }
        Tally { bad: false, spent: answer.stopped.is_some() }
    }

    fn fault(&self, number: u64, text: &str, fault: &Diagnostic, out: &mut Vec<u8>) -> Tally {
        if self.json {
            let _ = json::error(out, fault, Some(text), Some(number));
        } else {
            let column = fault.span.map_or(1, |span| span.in_characters(text).0 + 1);
            let _ = writeln!(
                out,
                "error {number}:{column} {}",
                one_line(&in_words(&of_numbers(fault, text), &self.setting.terminal))
            );
        }
        Tally { bad: true, spent: false }
    }
}

/// A line of numbers alone is no position in a stream, where it may be a slip; it says what it would be.
fn of_numbers<'f>(fault: &'f Diagnostic, text: &str) -> Cow<'f, Diagnostic> {
    match source::numbers_alone(text) {
        Some(numbers) => Cow::Owned(fault.clone().suggest(format!("nim({})", numbers.join(",")))),
        None => Cow::Borrowed(fault),
    }
}

/// The fault in the language of the text, as far as it is known in Chinese.
fn in_words(fault: &Diagnostic, terminal: &Terminal) -> String {
    if !terminal.chinese {
        return fault.to_string();
    }
    let message = diagnostics::told(&fault.message, terminal);
    match &fault.suggestion {
        Some(suggestion) => format!("{message}（{}）", diagnostics::told(suggestion, terminal)),
        None => message.into_owned(),
    }
}

/// The answer to a line that was given up.
pub(crate) fn refusal(number: u64, line: &[u8], spent: Spent, voice: Voice, out: &mut Vec<u8>) -> Tally {
    self::spent(number, &String::from_utf8_lossy(line), &guard::unknown(spent), voice, out)
}

/// The answer to a line of which nothing is known, because its budget is spent.
fn spent(number: u64, text: &str, stopped: &Stopped, voice: Voice, out: &mut Vec<u8>) -> Tally {
    // writing to memory cannot fail
    match voice {
        Voice::Json => drop(unanswered::json(out, Asked::Solve, text.trim(), stopped)),
        Voice::Text(spoken) => {
            drop(writeln!(out, "error {number}:1 {}", one_line(spoken.words(&stopped.words()))));
        }
    }
    Tally { bad: false, spent: true }
}

/// A session without definitions; numbers alone are no lines.
fn fresh(setting: &Setting) -> Session {
    let mut session = Session::with_limits(setting.limits);
    session.set_spelling(if setting.strict { Spelling::Strict } else { Spelling::Lenient });
    session.set_misere(setting.misere);
    session
}

/// What one line asks for.
enum Reply {
    /// Outcome and value, without the words around them.
    Brief(Option<Outcome>, Option<Nat>),
    Whole(Box<Answer>),
}

/// `N 5`, `P 0`, `N -`.
fn brief(outcome: Option<Outcome>, value: Option<&Nat>, out: &mut Vec<u8>) {
    out.push(outcome.map_or(b'-', |o| o.letter() as u8));
    // writing to memory cannot fail
    match value.map(|value| (value, u64::try_from(value))) {
        Some((_, Ok(small))) => drop(writeln!(out, " {small}")),
        Some((value, Err(_))) => drop(writeln!(out, " {value}")),
        None => out.extend_from_slice(b" -\n"),
    }
}

/// The message without line ends or anything else that is not shown.
fn one_line(message: &str) -> String {
    terminal::mask(&message.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(one_line("a\r\nb\tc\x1b"), "a  b c\u{fffd}");
    }
}
