//! Options made by another program.
//!
//! The child process reads one position a line and answers with one line: the options, separated by blanks, the parts
//! of an option joined by `+`; an empty line says that there are none. Memo, budget and cycle check are ours. A
//! position is any text without blanks and `+`.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::SolveOptions;
use crate::answer::{Answer, ComponentValue, Cost, Move, MoveList, Solution, ValueStatus};
use crate::context::Context;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::rules::{Rules, Visitor};
use grundy_search::Memo;

/// The longest line a child may answer with.
const LINE: u64 = 64 << 20;

/// Solves a position whose options another program prints: `'START', or 'START + START'`.
///
/// `program` is the command and its arguments; no shell is involved. `start` may be a sum of positions joined by `+`,
/// with `misere` in front.
///
/// # Errors
/// [`ErrorKind::Io`] if the program cannot be started or ends early; a play that does not end.
pub fn solve_exec(program: &[String], start: &str, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let clock = Instant::now();
    let (convention, start) = match start.trim().strip_prefix("misere ") {
        Some(rest) => (Convention::Misere, rest.trim()),
        None => (Convention::Normal, start.trim()),
    };
    if start.is_empty() {
        return Err(Diagnostic::input("there is no position to start from")
            .suggest("'START', or 'START + START'")
            .into());
    }
    let rules = Generator::start(program, cx)?;
    let position: Vec<String> = parts(start);
    let mut memo = Memo::new(&rules);
    let mut result = answer(&mut memo, &position, convention, options, cx);
    // what stopped the child matters more than what the memo made of it
    if let Some(trouble) = rules.trouble.borrow_mut().take() {
        result = Err(trouble);
    }
    let mut answer = match result {
        Ok(answer) => answer,
        Err(Error::Stopped(stopped)) => {
            let mut answer = blank(&position, convention);
            answer.stopped = Some(stopped);
            answer
        }
        Err(bad) => return Err(bad),
    };
    answer.reading = vec![format!("options from `{}`", program.join(" "))];
    answer.cost = Cost { seconds: clock.elapsed().as_secs_f64(), nodes: cx.nodes() };
    Ok(answer)
}

fn blank(position: &[String], convention: Convention) -> Answer {
    let sum = position.join(" + ");
    let query = if convention == Convention::Misere { format!("misere {sum}") } else { sum };
    let value_status = if convention == Convention::Misere { ValueStatus::None } else { ValueStatus::NotComputed };
    let solution = Solution { value_status, engine: "generic memo".to_owned(), ..Solution::default() };
    let mut answer = Answer::new(query, convention, Vec::new(), solution);
    answer.evidence = Evidence::computed("search of everything reachable, with the options that the program gave");
    answer
}

fn answer(
    memo: &mut Memo<'_, Generator<'_>>,
    position: &[String],
    convention: Convention,
    options: &SolveOptions,
    cx: &Context,
) -> Result<Answer> {
    let mut answer = blank(position, convention);
    answer.outcome = Some(memo.outcome(position, convention, cx)?);
    if convention == Convention::Normal {
        answer.value = Some(Nat::from(memo.sum_value(position, cx)?));
        answer.value_status = ValueStatus::Exact;
    }
    let mut distinct: Vec<(String, usize)> = Vec::new();
    for p in position {
        match distinct.iter_mut().find(|(q, _)| q == p) {
            Some((_, count)) => *count += 1,
            None => distinct.push((p.clone(), 1)),
        }
    }
    for (p, count) in distinct {
        let value = match convention {
            Convention::Normal => Some(Nat::from(memo.value(&p, cx)?)),
            Convention::Misere => None,
        };
        let evidence = answer.evidence.clone();
        answer.components.push(ComponentValue { position: p, count: Nat::from(count), value, loopy: None, evidence });
    }
    if options.moves {
        let mut wins: Vec<Move> = Vec::new();
        for found in memo.winning_moves(position, convention, cx)? {
            // equal components are listed each
            for (index, component) in position.iter().enumerate() {
                if *component == position[found.component] {
                    let mut after = position.to_vec();
                    after.splice(index..=index, found.parts.iter().cloned());
                    wins.push(Move {
                        component: Nat::from(index),
                        from: component.clone(),
                        to: found.parts.join(" + "),
                        position: after.join(" + "),
                        value: (convention == Convention::Normal).then_some(Nat::ZERO),
                        loopy: None,
                        outcome: Some(Outcome::Previous),
                    });
                }
            }
        }
        wins.sort_by(|a, b| (&a.component, &a.to).cmp(&(&b.component, &b.to)));
        wins.dedup();
        let count = Some(Nat::from(wins.len()));
        wins.truncate(options.limit);
        answer.moves = MoveList { moves: wins, count };
    }
    Ok(answer)
}

/// The parts of an option or of the start.
fn parts(text: &str) -> Vec<String> {
    text.split('+').map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect()
}

/// A line of the child, or why there is none.
type Line = io::Result<Vec<u8>>;

/// The rules as a child process tells them.
struct Generator<'a> {
    program: String,
    child: RefCell<Child>,
    input: RefCell<ChildStdin>,
    /// Lines are read by a thread of their own, so that a silent child cannot outlast the budget.
    lines: Receiver<Line>,
    cx: &'a Context,
    trouble: RefCell<Option<Error>>,
}

impl fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("program", &self.program).finish_non_exhaustive()
    }
}

impl Drop for Generator<'_> {
    fn drop(&mut self) {
        let mut child = self.child.borrow_mut();
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// How often clock and cancel flag are looked at while the child is silent.
const PATIENCE: Duration = Duration::from_millis(20);

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

impl<'a> Generator<'a> {
    fn start(program: &[String], cx: &'a Context) -> Result<Self> {
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
        Ok(Generator {
            program: name.clone(),
            child: RefCell::new(child),
            input: RefCell::new(input),
            lines,
            cx,
            trouble: RefCell::new(None),
        })
    }

    fn ask(&self, position: &str) -> Result<String> {
        let gone = |e: io::Error| {
            failed(format!("`{}` ended while it was asked for the options of `{position}`: {e}", self.program))
        };
        let mut input = self.input.borrow_mut();
        writeln!(input, "{position}").and_then(|()| input.flush()).map_err(gone)?;
        let line = loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => break line.map_err(gone)?,
                Err(RecvTimeoutError::Timeout) => self.cx.check()?,
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

impl Rules for Generator<'_> {
    type Position = String;

    fn options(&self, position: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
        match self.ask(position) {
            Ok(line) => {
                // blanks around `+` belong to it
                let joined = line.split('+').map(str::trim).collect::<Vec<_>>().join("+");
                joined.split_whitespace().try_for_each(|option| visit(&parts(option)))
            }
            Err(trouble) => {
                self.trouble.borrow_mut().get_or_insert(trouble);
                ControlFlow::Break(())
            }
        }
    }
}
