//! A child process that answers each line with one line.
//!
//! It has a process group of its own, which ends with the question. Three threads hold its pipes, so that whatever it does, and
//! does not do, nobody waits longer than the budget; the last line of its stderr stands in errors.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use grundy_core::process::Group;

use crate::context::{Context, Spent};
use crate::error::{Diagnostic, ErrorKind, Result};

/// The longest line a child may answer with.
const LINE: u64 = 64 << 20;
/// Of a line on stderr so many bytes are told.
const SAID: u64 = 500;
/// So many lines of stderr are told.
const REMARKS: usize = 50;
/// So many characters of a position stand in an error.
const SHOWN: usize = 60;
/// How often clock and cancel flag are looked at while the child is silent.
const PATIENCE: Duration = Duration::from_millis(20);
/// So long a child may think about one position, where the question has no limit of its own.
const SILENCE: Duration = Duration::from_secs(60);
/// So long the last words of a child that ended may take.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A line of the child, or why there is none.
type Line = io::Result<Vec<u8>>;

/// What joins us to the child. The group goes first, and the threads at its pipes with it.
pub(super) struct Child {
    group: Group,
    program: String,
    /// Lines are written and read by threads of their own, so that a child that does neither cannot outlast the budget.
    input: Sender<String>,
    lines: Receiver<Line>,
    /// A budget ended before the line that answers this one came.
    owed: Option<String>,
    /// The last line on stderr, when that is over.
    last_words: Receiver<String>,
}

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

/// Has the child nothing more to say?
fn is_end(line: Option<&Line>) -> bool {
    line.is_none_or(|line| line.as_ref().map_or(true, Vec::is_empty))
}

impl Child {
    pub(super) fn start(program: &[String], said: impl Fn(&str) + Send + 'static) -> Result<Self> {
        let Some((name, arguments)) = program.split_first() else {
            return Err(Diagnostic::input("the command names no program").into());
        };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::start(&mut command).map_err(|e| failed(format!("`{name}` cannot be started: {e}")))?;
        let child = group.child();
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(format!("`{name}` has no pipes")).into());
        };
        let (sender, lines) = sync_channel(1);
        let (input, positions) = channel();
        let (last, last_words) = channel();
        thread::spawn({
            let sender = sender.clone();
            move || write(stdin, &positions, &sender)
        });
        thread::spawn(move || read(stdout, &sender));
        // nobody need wait for it
        thread::spawn(move || last.send(listen(stderr, said)));
        Ok(Child { group, program: name.clone(), input, lines, owed: None, last_words })
    }

    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// The line that answers this one.
    ///
    /// # Errors
    /// A child that ended, or printed what nobody asked for; a spent budget.
    pub(super) fn ask(&mut self, position: &str, cx: &Context) -> Result<String> {
        let line = self.answer(position, cx)?;
        self.text(position, line, cx)
    }

    /// The same, or nothing from a child that ended.
    ///
    /// # Errors
    /// As [`Child::ask`].
    pub(super) fn ask_again(&mut self, position: &str, cx: &Context) -> Result<Option<String>> {
        let line = self.answer(position, cx)?;
        if is_end(line.as_ref()) {
            return Ok(None);
        }
        self.text(position, line, cx).map(Some)
    }

    fn answer(&mut self, position: &str, cx: &Context) -> Result<Option<Line>> {
        if let Some(owed) = self.owed.take() {
            let late = self.wait(&owed, cx)?;
            if is_end(late.as_ref()) {
                return Ok(late);
            }
        }
        match self.lines.try_recv().ok() {
            None => {}
            end if is_end(end.as_ref()) => return Ok(end),
            line => return Err(self.unasked(line).into()),
        }
        // where nobody writes any more, the child is gone
        if self.input.send(format!("{position}\n")).is_err() {
            return Ok(None);
        }
        self.wait(position, cx)
    }

    /// The line that answers this one, which was written.
    fn wait(&mut self, position: &str, cx: &Context) -> Result<Option<Line>> {
        let asked = Instant::now();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) if cx.time_left().is_none() && asked.elapsed() > SILENCE => {
                    let _ = self.group.end();
                    let (program, shown, seconds) = (&self.program, shown(position), SILENCE.as_secs());
                    return Err(failed(format!("`{program}` printed nothing for `{shown}` in {seconds} seconds"))
                        .suggest("an empty line, where a position has no options")
                        .into());
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stopped) = cx.check() {
                        self.owed = Some(position.to_owned());
                        return Err(stopped.into());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn unasked(&self, line: Option<Line>) -> Diagnostic {
        let line = line.and_then(io::Result::ok).unwrap_or_default();
        let line = shown(String::from_utf8_lossy(&line).trim_end());
        failed(format!("`{}` printed a line that was not asked for: `{line}`", self.program))
            .suggest("all options of a position on one line, with blanks between them")
    }

    fn text(&mut self, position: &str, line: Option<Line>, cx: &Context) -> Result<String> {
        let asked = shown(position);
        let why = match line {
            Some(Ok(line)) if line.ends_with(b"\n") => {
                return Ok(String::from_utf8(line)
                    .map_err(|_| failed(format!("`{}` printed bytes that are not text", self.program)))?);
            }
            Some(Ok(line)) if line.len() as u64 == LINE => {
                let _ = self.group.end();
                return Err(cx.engine_limit(Spent::Memory, format!("a line of more than {} MiB", LINE >> 20)).into());
            }
            Some(Ok(line)) if !line.is_empty() => format!("gave no whole line for `{asked}`"),
            Some(Err(error)) => format!("ended while it was asked for the options of `{asked}`: {error}"),
            Some(Ok(_)) | None => format!("ended without giving the options of `{asked}`"),
        };
        let _ = self.group.end();
        let said = self.last_words.recv_timeout(LAST_WORDS).unwrap_or_default();
        let said = if said.is_empty() { said } else { format!("; it said: {said}") };
        Err(failed(format!("`{}` {why}{said}", self.program)).into())
    }
}

/// A text of the child, short enough for an error.
pub(super) fn shown(position: &str) -> String {
    let short: String = position.chars().take(SHOWN).collect();
    if short.len() < position.len() { short + "…" } else { short }
}

/// Writes what is asked, until nobody asks, or nobody reads.
fn write(mut stdin: ChildStdin, positions: &Receiver<String>, answers: &SyncSender<Line>) {
    for position in positions {
        if let Err(error) = stdin.write_all(position.as_bytes()).and_then(|()| stdin.flush()) {
            let _ = answers.send(Err(error));
            return;
        }
    }
}

/// Reads answers, until the child is done, or nobody listens.
fn read(stdout: ChildStdout, answers: &SyncSender<Line>) {
    let mut output = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(LINE).read_until(b'\n', &mut line);
        let last = !matches!(read, Ok(n) if n > 0);
        if answers.send(read.map(|_| line)).is_err() || last {
            return;
        }
    }
}

/// Tells the first lines of stderr, each cut; what follows is read so that the child does not wait, and dropped. The
/// last line is given back.
fn listen(stderr: ChildStderr, said: impl Fn(&str)) -> String {
    let mut errors = BufReader::new(stderr);
    let (mut line, mut last, mut told) = (Vec::new(), String::new(), 0);
    loop {
        line.clear();
        match (&mut errors).take(SAID).read_until(b'\n', &mut line) {
            Ok(n) if n > 0 => {}
            _ => return last,
        }
        let cut = !line.ends_with(b"\n");
        if cut && skip_line(&mut errors).is_err() {
            return last;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        if text.is_empty() {
            continue;
        }
        last = if cut && line.len() as u64 == SAID { format!("{text}…") } else { text.to_owned() };
        told += 1;
        match told {
            ..=REMARKS => said(&last),
            _ if told == REMARKS + 1 => said("…"),
            _ => {}
        }
    }
}

/// Passes over the rest of a line, however long it is.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (end, size) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (true, at + 1),
            None => (buffer.is_empty(), buffer.len()),
        };
        input.consume(size);
        if end {
            return Ok(());
        }
    }
}
