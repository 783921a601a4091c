//! Options made by another program.
//!
//! The child process reads one position a line and answers with one line: the options, separated by blanks, the parts
//! of an option joined by `+`; an empty line says that there are none. Memo, budget and cycle check are ours. A
//! position is any text without blanks and `+`. A line that nobody asked for is a fault: taken for the answer to another
//! position it would make all values wrong.
//!
//! The child has a process group of its own, which ends with the question. Three threads hold its pipes, so that whatever
//! it does, and does not do, nobody waits longer than the budget; the last line of its stderr stands in errors.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::ops::ControlFlow;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use grundy_core::locked;
use grundy_core::process::Group;

use super::{SolveOptions, solve};
use crate::answer::{Answer, Reading};
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{AnyGame, Component, Game, OptionVisitor, Place, Shape, Visited};
use crate::outcome::Convention;
use crate::position::{Position, Text};
use crate::words::Words;

/// The longest line a child may answer with.
const LINE: u64 = 64 << 20;
/// Of a line on stderr so many bytes are told.
const SAID: u64 = 500;
/// So many lines of stderr are told.
const REMARKS: usize = 50;
/// So many characters of a position stand in an error.
const SHOWN: usize = 60;

impl Position {
    /// A position whose options another program prints: `START`, or `START + START`, with `misere` in front.
    ///
    /// `program` is the command and its arguments; no shell is involved.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the program cannot be started; no position to start from. A program that ends early is told
    /// by the question that needs it.
    ///
    /// ```no_run
    /// use grundy::{Position, nim};
    /// let board = Position::of_program(&["./options".to_owned()], "START")?;
    /// assert!((board + nim().at(3)).solve()?.is_complete());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn of_program(program: &[String], start: &str) -> Result<Position> {
        Position::of_generator(&Generator::start(program, |_| {})?, start)
    }

    fn of_generator(generator: &Generator, start: &str) -> Result<Position> {
        let (convention, start) = match start.trim().strip_prefix("misere ") {
            Some(rest) => (Convention::Misere, rest.trim()),
            None => (Convention::Normal, start.trim()),
        };
        if start.is_empty() {
            return Err(Diagnostic::input("there is no position to start from")
                .suggest("'START', or 'START + START'")
                .into());
        }
        let game = Game::of_any("", generator.clone());
        let components = parts(start).map(|place| Component { game: game.clone(), place }).collect();
        Ok(Position::of_components(components, Text::Made(Vec::new())).under(convention))
    }
}

/// Solves a position whose options another program prints: `'START', or 'START + START'`.
///
/// `program` is the command and its arguments; no shell is involved. `start` may be a sum of positions joined by `+`,
/// with `misere` in front. `said` is handed the first lines that the program prints on stderr, each cut to 500 bytes.
///
/// # Errors
/// [`ErrorKind::Io`] if the program cannot be started, ends early, is silent for a minute or prints lines that nobody asked for;
/// a play that does not end.
pub fn solve_exec(
    program: &[String],
    start: &str,
    options: &SolveOptions,
    said: impl Fn(&str) + Send + 'static,
    cx: &Context,
) -> Result<Answer> {
    let generator = Generator::start(program, said)?;
    let position = Position::of_generator(&generator, start)?;
    let mut answer = solve(&position, &SolveOptions { guess: false, ..*options }, cx)?;
    if answer.is_complete() {
        generator.has_said_all()?;
    }
    answer.reading = vec![Reading::sentence(format!("options from `{}`", program.join(" ")))];
    answer.engine = "generic memo".to_owned();
    let computed = Evidence::computed(Words::new(
        "search of everything reachable, with the options that the program gave",
        "用程序给出的后继搜索了一切可达局面",
    ));
    answer.evidence = if answer.outcome.is_some() { computed.clone() } else { Evidence::nothing() };
    answer.components.iter_mut().for_each(|component| component.evidence = computed.clone());
    Ok(answer)
}

/// The parts of an option or of the start.
fn parts(text: &str) -> impl Iterator<Item = Place> {
    text.split('+').map(str::trim).filter(|p| !p.is_empty()).map(|p| Place::of(p.to_owned()))
}

/// A line of the child, or why there is none.
type Line = io::Result<Vec<u8>>;

/// The rules as a child process tells them.
#[derive(Clone)]
struct Generator {
    program: String,
    child: Arc<Mutex<Talk>>,
}

/// What joins us to the child. The group goes first, and the threads at its pipes with it.
struct Talk {
    group: Group,
    /// Lines are written and read by threads of their own, so that a child that does neither cannot outlast the budget.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// The last line on stderr, when that is over.
    last_words: Receiver<String>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("program", &self.program).finish_non_exhaustive()
    }
}

/// How often clock and cancel flag are looked at while the child is silent.
const PATIENCE: Duration = Duration::from_millis(20);
/// So long a child may think about one position, where the question has no limit of its own.
const SILENCE: Duration = Duration::from_secs(60);
/// So long a child may take to end when all was asked.
const FAREWELL: Duration = Duration::from_secs(1);
/// So long the last words of a child that ended may take.
const LAST_WORDS: Duration = Duration::from_millis(200);

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

impl Generator {
    fn start(program: &[String], said: impl Fn(&str) + Send + 'static) -> Result<Self> {
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
        let talk = Talk { group, input: Some(input), lines, last_words };
        Ok(Generator { program: name.clone(), child: Arc::new(Mutex::new(talk)) })
    }

    /// When all was asked: the child sees the end of its input, and nothing more may come.
    fn has_said_all(&self) -> Result<()> {
        let mut talk = self.talk();
        talk.input = None;
        let asked = Instant::now();
        while asked.elapsed() < FAREWELL {
            match talk.lines.recv_timeout(PATIENCE) {
                Ok(Ok(line)) if !line.is_empty() => return Err(self.unasked(&line).into()),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(_) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn unasked(&self, line: &[u8]) -> Diagnostic {
        let line = shown(String::from_utf8_lossy(line).trim_end());
        failed(format!("`{}` printed more than one line for a position: `{line}` was not asked for", self.program))
            .suggest("all options of a position on one line, with blanks between them")
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        locked(self.child.lock())
    }

    fn ask(&self, position: &str, cx: &Context) -> Result<String> {
        let mut talk = self.talk();
        if let Ok(Ok(line)) = talk.lines.try_recv()
            && !line.is_empty()
        {
            return Err(self.unasked(&line).into());
        }
        // where nobody writes any more, the child is gone
        let mut line = None;
        if talk.input.as_ref().is_some_and(|input| input.send(format!("{position}\n")).is_ok()) {
            let asked = Instant::now();
            line = loop {
                match talk.lines.recv_timeout(PATIENCE) {
                    Ok(line) => break Some(line),
                    Err(RecvTimeoutError::Timeout) if cx.budget().time.is_none() && asked.elapsed() > SILENCE => {
                        let _ = talk.group.end();
                        let (program, shown) = (&self.program, shown(position));
                        let seconds = SILENCE.as_secs();
                        return Err(failed(format!("`{program}` printed nothing for `{shown}` in {seconds} seconds"))
                            .suggest("an empty line, where a position has no options")
                            .into());
                    }
                    Err(RecvTimeoutError::Timeout) => cx.check()?,
                    Err(RecvTimeoutError::Disconnected) => break None,
                }
            };
        }
        let asked = shown(position);
        let why = match line {
            Some(Ok(line)) if line.ends_with(b"\n") => {
                return Ok(String::from_utf8(line)
                    .map_err(|_| failed(format!("`{}` printed bytes that are not text", self.program)))?);
            }
            Some(Ok(line)) if line.len() as u64 == LINE => {
                let _ = talk.group.end();
                return Err(cx.engine_limit(Spent::Memory, format!("a line of more than {} MiB", LINE >> 20)).into());
            }
            Some(Ok(line)) if !line.is_empty() => format!("gave no whole line for `{asked}`"),
            Some(Err(error)) => format!("ended while it was asked for the options of `{asked}`: {error}"),
            Some(Ok(_)) | None => format!("ended without giving the options of `{asked}`"),
        };
        let _ = talk.group.end();
        let said = talk.last_words.recv_timeout(LAST_WORDS).unwrap_or_default();
        let said = if said.is_empty() { said } else { format!("; it said: {said}") };
        Err(failed(format!("`{}` {why}{said}", self.program)).into())
    }
}

/// A text of the child, short enough for an error.
fn shown(position: &str) -> String {
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

impl AnyGame for Generator {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let line = self.ask(&place.to_string(), cx)?;
        // blanks around `+` belong to it
        let joined = line.split('+').map(str::trim).collect::<Vec<_>>().join("+");
        for option in joined.split_whitespace() {
            cx.tick(1)?;
            let components = parts(option).map(|place| Component { game: game.clone(), place });
            if visit(&components.collect::<Vec<_>>()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_bare(&self) -> bool {
        true
    }
}
