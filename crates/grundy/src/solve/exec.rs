//! Options made by another program.
//!
//! The child process reads one position a line and answers with one line: the options, separated by blanks, the parts
//! of an option joined by `+`; an empty line says that there are none. Memo, budget and cycle check are ours. A
//! position is any text without blanks and `+`.
//!
//! A child that prints more than one line for a position answers another position with the rest, and all values are wrong. So
//! the first positions are asked once more before an answer is given: they must have the same options again.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy_core::locked;

use self::child::{Child, shown};
use super::{SolveOptions, blank, solve};
use crate::answer::{Answer, MoveList, Reading, ValueStatus};
use crate::context::{Budget, Context};
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{AnyGame, Component, Game, OptionVisitor, Place, Shape, Visited};
use crate::outcome::Convention;
use crate::position::{Position, Text};
use crate::words::Words;

mod child;

/// So many positions are asked once more.
const AGAIN: usize = 8;
/// So long that may take where the budget is spent, and so large a part of a budget of time.
const LATE: Duration = Duration::from_secs(1);
const LATE_PART: u32 = 10;

impl Position {
    /// A position whose options another program prints: `START`, or `START + START`, with `misere` in front.
    ///
    /// `program` is the command and its arguments; no shell is involved.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the program cannot be started; no position to start from. A program that ends early is told
    /// by the question that needs it, and so is one that prints other options where a position is asked twice.
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
        let fault = if parts(start).next().is_none() {
            Some("there is no position to start from")
        } else if start.contains(['\n', '\r']) {
            Some("a position is one line: there is a line break in this one")
        } else {
            None
        };
        if let Some(fault) = fault {
            return Err(Diagnostic::input(fault).suggest("'START', or 'START + START'").into());
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
/// [`ErrorKind::Io`] if the program cannot be started, ends early, is silent for a minute where there is no limit of time, prints
/// lines that nobody asked for or other options when it is asked again; a play that does not end.
pub fn solve_exec(
    program: &[String],
    start: &str,
    options: &SolveOptions,
    said: impl Fn(&str) + Send + 'static,
    cx: &Context,
) -> Result<Answer> {
    let generator = Generator::start(program, said)?;
    let position = Position::of_generator(&generator, start)?;
    let mut answer = match solve(&position, &SolveOptions { guess: false, ..*options }, cx) {
        Ok(answer) => answer,
        // lines in wrong places may look like rules that are wrong
        Err(fault) => {
            generator.confirm(&mut blank(&position), cx)?;
            return Err(fault);
        }
    };
    generator.confirm(&mut answer, cx)?;
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

/// The rules as a child process tells them.
#[derive(Clone)]
struct Generator {
    program: String,
    asked: Arc<Mutex<Asked>>,
}

/// The child, and what it said first.
struct Asked {
    child: Child,
    /// Positions with their options, sorted.
    first: Vec<(String, Vec<String>)>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("program", &self.program).finish_non_exhaustive()
    }
}

/// The options that a line tells, the parts of each joined by `+` without blanks.
fn options(line: &str) -> Vec<String> {
    // blanks around `+` belong to it
    let joined = line.split('+').map(str::trim).collect::<Vec<_>>().join("+");
    joined.split_whitespace().map(str::to_owned).collect()
}

impl Generator {
    fn start(program: &[String], said: impl Fn(&str) + Send + 'static) -> Result<Self> {
        let child = Child::start(program, said)?;
        let program = child.program().to_owned();
        Ok(Generator { program, asked: Arc::new(Mutex::new(Asked { child, first: Vec::new() })) })
    }

    fn options(&self, position: &str, cx: &Context) -> Result<Vec<String>> {
        let mut asked = locked(self.asked.lock());
        let options = options(&asked.child.ask(position, cx)?);
        asked.remember(position, &options)?;
        Ok(options)
    }

    /// Asks the first positions once more; without the time for it nothing is said.
    fn confirm(&self, answer: &mut Answer, cx: &Context) -> Result<()> {
        let mut asked = locked(self.asked.lock());
        let time = cx.budget().time.map_or(LATE, |time| LATE.min(time / LATE_PART));
        let late = cx.beyond(Budget { time: Some(time), ..Budget::UNLIMITED });
        let cx = if answer.stopped.is_some() { &late } else { cx };
        match asked.confirm(cx) {
            Err(Error::Stopped(stopped)) => {
                (answer.outcome, answer.moves) = (None, MoveList::default());
                if answer.value.take().is_some() {
                    answer.value_status = ValueStatus::NotComputed;
                }
                answer.components.clear();
                answer.stopped.get_or_insert(stopped);
                Ok(())
            }
            done => done,
        }
    }
}

impl Asked {
    /// Keeps the options of the first positions, and compares them with what was said before.
    fn remember(&mut self, position: &str, options: &[String]) -> Result<()> {
        let mut options = options.to_vec();
        options.sort_unstable();
        match self.first.iter().find(|(first, _)| first == position) {
            Some((_, before)) if *before != options => {
                let (program, shown) = (self.child.program(), shown(position));
                let fault = format!("`{program}` printed other options for `{shown}` when it was asked again");
                Err(Diagnostic::new(ErrorKind::Io, fault)
                    .suggest("all options of a position on one line, with blanks between them")
                    .into())
            }
            None if self.first.len() < AGAIN => {
                self.first.push((position.to_owned(), options));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A child that ended has nothing more to say: each of its lines was asked for.
    fn confirm(&mut self, cx: &Context) -> Result<()> {
        for (position, _) in self.first.clone() {
            let Some(line) = self.child.ask_again(&position, cx)? else { return Ok(()) };
            self.remember(&position, &options(&line))?;
        }
        Ok(())
    }
}

impl AnyGame for Generator {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        for option in self.options(&place.to_string(), cx)? {
            cx.tick(1)?;
            let components = parts(&option).map(|place| Component { game: game.clone(), place });
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
