//! Options made by another program.
//!
//! The child process reads one position a line and answers with one line: the options, separated by blanks, the parts
//! of an option joined by `+`; an empty line says that there are none. Memo, budget and cycle check are ours. A
//! position is any text without blanks and `+`.

use std::cell::RefCell;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use super::SolveOptions;
use crate::answer::{Answer, ComponentValue, Cost, Move, MoveList, ValueStatus};
use crate::context::Context;
use crate::engine::memo::Memo;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::rules::{Rules, Visitor};

/// The longest line a child may answer with.
const LINE: u64 = 64 << 20;

/// Solves a position whose options another program prints: `solve --exec './gen' 'START'`.
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
            .suggest("solve --exec './gen' 'START'")
            .into());
    }
    let rules = Generator::start(program)?;
    let position: Vec<String> = parts(start);
    let mut memo = Memo::new(&rules);
    let result = answer(&mut memo, &position, convention, options, cx);
    if let Some(trouble) = rules.trouble.borrow_mut().take() {
        return Err(trouble.into());
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
    Answer {
        query: if convention == Convention::Misere { format!("misere {sum}") } else { sum },
        convention,
        reading: Vec::new(),
        outcome: None,
        value: None,
        value_status: if convention == Convention::Misere { ValueStatus::None } else { ValueStatus::NotComputed },
        evidence: Evidence::computed("search of everything reachable, with the options that the program gave"),
        components: Vec::new(),
        moves: MoveList::default(),
        strategy: None,
        guess: None,
        unknown: None,
        engine: "generic memo".to_owned(),
        cost: Cost::default(),
        stopped: None,
    }
}

fn answer(
    memo: &mut Memo<'_, Generator>,
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
        answer.components.push(ComponentValue { position: p, count: Nat::from(count), value, evidence });
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

/// The rules as a child process tells them.
struct Generator {
    program: String,
    child: RefCell<Child>,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
    trouble: RefCell<Option<Diagnostic>>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("program", &self.program).finish_non_exhaustive()
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        let mut child = self.child.borrow_mut();
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn io(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

impl Generator {
    fn start(program: &[String]) -> Result<Self> {
        let Some((name, arguments)) = program.split_first() else {
            return Err(Diagnostic::input("--exec names no program").into());
        };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| io(format!("`{name}` cannot be started: {e}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io(format!("`{name}` has no pipes")).into());
        };
        Ok(Generator {
            program: name.clone(),
            child: RefCell::new(child),
            pipes: RefCell::new((input, BufReader::new(output))),
            trouble: RefCell::new(None),
        })
    }

    fn ask(&self, position: &str) -> std::result::Result<String, Diagnostic> {
        use std::io::Read as _;
        let mut pipes = self.pipes.borrow_mut();
        let gone = |e: std::io::Error| {
            io(format!("`{}` ended while it was asked for the options of `{position}`: {e}", self.program))
        };
        writeln!(pipes.0, "{position}").and_then(|()| pipes.0.flush()).map_err(gone)?;
        let mut line = Vec::new();
        let read = (&mut pipes.1).take(LINE).read_until(b'\n', &mut line).map_err(gone)?;
        if read == 0 {
            return Err(io(format!("`{}` ended without giving the options of `{position}`", self.program)));
        }
        if !line.ends_with(b"\n") {
            return Err(io(format!("`{}` gave no whole line for `{position}`", self.program)));
        }
        String::from_utf8(line).map_err(|_| io(format!("`{}` printed bytes that are no text", self.program)))
    }
}

impl Rules for Generator {
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
