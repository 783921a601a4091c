//! Options made by another program.
//!
//! The child process reads one position a line and answers with one line: the options, separated by blanks, the parts
//! of an option joined by `+`; an empty line says that there are none. Memo, budget and cycle check are ours. A
//! position is any text without blanks and `+`.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{SolveOptions, solve};
use crate::answer::{Answer, Reading};
use crate::context::Context;
use crate::error::{Diagnostic, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{AnyGame, Component, Game, OptionVisitor, Place, Shape};
use crate::outcome::Convention;
use crate::position::{Position, Text};

/// The longest line a child may answer with.
const LINE: u64 = 64 << 20;

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
        let (convention, start) = match start.trim().strip_prefix("misere ") {
            Some(rest) => (Convention::Misere, rest.trim()),
            None => (Convention::Normal, start.trim()),
        };
        if start.is_empty() {
            return Err(Diagnostic::input("there is no position to start from")
                .suggest("'START', or 'START + START'")
                .into());
        }
        let game = Game::of_any("", Generator::start(program)?);
        let components = parts(start).map(|place| Component { game: game.clone(), place }).collect();
        Ok(Position::of_components(components, Text::Made(Vec::new())).under(convention))
    }
}

/// Solves a position whose options another program prints: `'START', or 'START + START'`.
///
/// `program` is the command and its arguments; no shell is involved. `start` may be a sum of positions joined by `+`,
/// with `misere` in front.
///
/// # Errors
/// [`ErrorKind::Io`] if the program cannot be started or ends early; a play that does not end.
pub fn solve_exec(program: &[String], start: &str, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let position = Position::of_program(program, start)?;
    let mut answer = solve(&position, &SolveOptions { guess: false, ..*options }, cx)?;
    answer.reading = vec![Reading::sentence(format!("options from `{}`", program.join(" ")))];
    answer.engine = "generic memo".to_owned();
    answer.evidence = Evidence::computed("search of everything reachable, with the options that the program gave");
    let evidence = answer.evidence.clone();
    answer.components.iter_mut().for_each(|component| component.evidence = evidence.clone());
    Ok(answer)
}

/// The parts of an option or of the start.
fn parts(text: &str) -> impl Iterator<Item = Place> {
    text.split('+').map(str::trim).filter(|p| !p.is_empty()).map(|p| Place::of(p.to_owned()))
}

/// A line of the child, or why there is none.
type Line = io::Result<Vec<u8>>;

/// The rules as a child process tells them.
struct Generator {
    program: String,
    child: Mutex<Talk>,
}

/// What joins us to the child.
struct Talk {
    child: Child,
    input: ChildStdin,
    /// Lines are read by a thread of their own, so that a silent child cannot outlast the budget.
    lines: Receiver<Line>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("program", &self.program).finish_non_exhaustive()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How often clock and cancel flag are looked at while the child is silent.
const PATIENCE: Duration = Duration::from_millis(20);

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

impl Generator {
    fn start(program: &[String]) -> Result<Self> {
        let Some((name, arguments)) = program.split_first() else {
            return Err(Diagnostic::input("the command names no program").into());
        };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| failed(format!("`{name}` cannot be started: {e}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(format!("`{name}` has no pipes")).into());
        };
        let (sender, lines) = sync_channel(1);
        // ends when the child does, or when nobody listens any more
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = (&mut output).take(LINE).read_until(b'\n', &mut line);
                let last = !matches!(read, Ok(n) if n > 0);
                if sender.send(read.map(|_| line)).is_err() || last {
                    return;
                }
            }
        });
        Ok(Generator { program: name.clone(), child: Mutex::new(Talk { child, input, lines }) })
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, position: &str, cx: &Context) -> Result<String> {
        let gone = |e: io::Error| {
            failed(format!("`{}` ended while it was asked for the options of `{position}`: {e}", self.program))
        };
        let mut talk = self.talk();
        writeln!(talk.input, "{position}").and_then(|()| talk.input.flush()).map_err(gone)?;
        let line = loop {
            match talk.lines.recv_timeout(PATIENCE) {
                Ok(line) => break line.map_err(gone)?,
                Err(RecvTimeoutError::Timeout) => cx.check()?,
                Err(RecvTimeoutError::Disconnected) => break Vec::new(),
            }
        };
        if line.is_empty() {
            return Err(failed(format!("`{}` ended without giving the options of `{position}`", self.program)).into());
        }
        if !line.ends_with(b"\n") {
            return Err(failed(format!("`{}` gave no whole line for `{position}`", self.program)).into());
        }
        let text = String::from_utf8(line)
            .map_err(|_| failed(format!("`{}` printed bytes that are no text", self.program)))?;
        Ok(text)
    }
}

impl AnyGame for Generator {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn each_option(
        &self,
        game: &Game,
        place: &Place,
        cx: &Context,
        visit: &mut OptionVisitor<'_>,
    ) -> Result<ControlFlow<()>> {
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
