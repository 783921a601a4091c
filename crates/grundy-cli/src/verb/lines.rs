//! `solve -`: one line in, one line out, in order.
//!
//! A few lines are answered as they come, one after the other. A long input is cut into batches that several threads
//! answer; thread k has every n-th batch, so that the answers need only be collected in turn. `let` lines are
//! barriers: a batch knows how many of them stood above it, and each thread catches up before it starts.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;

use grundy::{Diagnostic, ErrorKind};

use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::setting::{self, Setting};
use crate::verb::input::{Lines, Next};
use crate::verb::one_line::{Answerer, Tally};
use crate::verb::solve;
use grundy::SolveOptions;

/// So many lines are answered before other threads are asked to help.
const SHORT_INPUT: u64 = 4096;
/// Lines and bytes of one batch at most.
const BATCH_LINES: u64 = 256;
const BATCH_BYTES: usize = 1 << 16;
/// Batches that may wait for one thread.
const QUEUE: usize = 4;
/// Stack of a helping thread: as much as the main thread has.
const STACK: usize = 8 << 20;

/// Answers standard input.
pub(crate) fn run(options: &Solve, setting: &Setting) -> Result<Exit, Failure> {
    let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = setting.threads.unwrap_or_else(available);
    let alone = if threads == 1 {
        u64::MAX
    } else if setting.threads.is_some() {
        0
    } else {
        SHORT_INPUT
    };
    let job = Job { wanted: solve::asked(options, options.jsonl || setting.json), options, setting, threads };
    let mut lines = Lines::new(io::stdin().lock(), setting.limits.text);
    let tally = job.answer(&mut lines, alone)?;
    Ok(if tally.bad {
        Exit::BadInput
    } else if tally.spent || setting.cancel.is_set() {
        Exit::Spent
    } else {
        Exit::Answered
    })
}

struct Job<'a> {
    wanted: SolveOptions,
    options: &'a Solve,
    setting: &'a Setting,
    threads: usize,
}

/// Lines for one thread.
enum Batch {
    /// Lines with their ends, the number of the first, and how many definitions are in force.
    Lines { text: Vec<u8>, first: u64, definitions: usize },
    /// What the reader has answered itself.
    Done(Vec<u8>, Tally),
}

type Definitions = Arc<RwLock<Vec<String>>>;

fn reading(error: io::Error) -> Failure {
    Failure::plain(Diagnostic::new(ErrorKind::Io, format!("standard input cannot be read: {error}")))
}

impl Job<'_> {
    fn answerer(&self) -> Answerer<'_> {
        Answerer::new(self.setting, &self.wanted, self.options.jsonl || self.setting.json)
    }

    /// Answers up to `alone` lines in this thread, the others together with helpers.
    fn answer<R: Read>(&self, lines: &mut Lines<R>, alone: u64) -> Result<Tally, Failure> {
        let mut out = setting::stdout();
        let mut answerer = self.answerer();
        let mut tally = Tally::default();
        let (mut line, mut answer) = (Vec::new(), Vec::new());
        let mut number = 0;
        let mut definitions = Vec::new();
        while number < alone {
            if !lines.is_ready() {
                out.flush()?;
                self.setting.cancel.set_waiting(true);
            }
            let next = lines.read(&mut line).map_err(reading)?;
            self.setting.cancel.set_waiting(false);
            if next == Next::End || self.setting.cancel.is_set() {
                out.flush()?;
                return Ok(tally);
            }
            number += 1;
            answer.clear();
            if next == Next::TooLong {
                tally.add(answerer.too_long(number, &mut answer));
            } else if !(is_definition(&line)
                && answerer.define(number, &line, &mut answer, &mut definitions, &mut tally))
            {
                tally.add(answerer.answer(number, &line, &mut answer));
            }
            out.write_all(&answer)?;
        }
        out.flush()?;
        drop(out);
        tally.add(self.answer_together(lines, number, answerer, definitions)?);
        Ok(tally)
    }

    fn answer_together<R: Read>(
        &self,
        lines: &mut Lines<R>,
        answered: u64,
        reader: Answerer<'_>,
        definitions: Vec<String>,
    ) -> Result<Tally, Failure> {
        let definitions: Definitions = Arc::new(RwLock::new(definitions));
        thread::scope(|scope| {
            let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
            for k in 0..self.threads {
                let (input, batches) = sync_channel(QUEUE);
                let (answers, output) = sync_channel(QUEUE);
                let definitions = Arc::clone(&definitions);
                let helper = thread::Builder::new().name(format!("solve-{k}")).stack_size(STACK);
                let started = helper.spawn_scoped(scope, move || self.help(&batches, &answers, &definitions));
                if started.is_err() {
                    break;
                }
                inputs.push(input);
                outputs.push(output);
            }
            if inputs.is_empty() {
                let fault = Diagnostic::new(ErrorKind::Io, "no thread can be started").suggest("--threads 1");
                return Err(Failure::plain(fault));
            }
            let writer = scope.spawn(move || collect(&outputs));
            let read = self.hand_out(lines, answered, reader, &definitions, &inputs);
            drop(inputs);
            let written = writer.join().unwrap_or_else(|_| Err(io::Error::other("a thread ended early")));
            read?;
            Ok(written?)
        })
    }

    /// Cuts the input into batches and hands them out in turn.
    fn hand_out<R: Read>(
        &self,
        lines: &mut Lines<R>,
        answered: u64,
        mut reader: Answerer<'_>,
        definitions: &Definitions,
        inputs: &[SyncSender<Batch>],
    ) -> Result<(), Failure> {
        let mut number = answered;
        let mut line = Vec::new();
        let mut batch = Vec::new();
        let mut first = number + 1;
        let mut in_force = definitions.read().unwrap_or_else(PoisonError::into_inner).len();
        let mut turn = inputs.iter().cycle();
        // a closed channel means that nobody reads the answers any more; the writer knows why
        let mut send = |batch: Batch| turn.next().is_some_and(|input| input.send(batch).is_ok());
        loop {
            let full = number + 1 - first >= BATCH_LINES || batch.len() >= BATCH_BYTES;
            if !batch.is_empty() && (full || !lines.is_ready()) {
                let text = std::mem::take(&mut batch);
                if !send(Batch::Lines { text, first, definitions: in_force }) {
                    return Ok(());
                }
            }
            if batch.is_empty() {
                first = number + 1;
            }
            self.setting.cancel.set_waiting(!lines.is_ready());
            let next = lines.read(&mut line).map_err(reading)?;
            self.setting.cancel.set_waiting(false);
            if self.setting.cancel.is_set() {
                return Ok(());
            }
            let mut done: Option<(Vec<u8>, Tally)> = None;
            match next {
                Next::End => {
                    if !batch.is_empty() {
                        send(Batch::Lines { text: batch, first, definitions: in_force });
                    }
                    return Ok(());
                }
                Next::TooLong => {
                    number += 1;
                    let mut out = Vec::new();
                    let tally = reader.too_long(number, &mut out);
                    done = Some((out, tally));
                }
                Next::Line => {
                    number += 1;
                    if is_definition(&line) {
                        let (mut out, mut tally) = (Vec::new(), Tally::default());
                        let mut log = definitions.write().unwrap_or_else(PoisonError::into_inner);
                        if reader.define(number, &line, &mut out, &mut log, &mut tally) {
                            done = Some((out, tally));
                        }
                    }
                }
            }
            if let Some((out, tally)) = done {
                let text = std::mem::take(&mut batch);
                if !text.is_empty() && !send(Batch::Lines { text, first, definitions: in_force }) {
                    return Ok(());
                }
                in_force = definitions.read().unwrap_or_else(PoisonError::into_inner).len();
                if !out.is_empty() && !send(Batch::Done(out, tally)) {
                    return Ok(());
                }
                continue;
            }
            batch.extend_from_slice(&line);
            batch.push(b'\n');
        }
    }

    /// One helper: answers its batches until there are no more.
    fn help(&self, batches: &Receiver<Batch>, answers: &SyncSender<(Vec<u8>, Tally)>, definitions: &Definitions) {
        let mut answerer = self.answerer();
        while let Ok(batch) = batches.recv() {
            let answer = match batch {
                Batch::Done(out, tally) => (out, tally),
                Batch::Lines { text, first, definitions: in_force } => {
                    answerer.catch_up(&definitions.read().unwrap_or_else(PoisonError::into_inner), in_force);
                    let mut out = Vec::with_capacity(text.len());
                    let mut tally = Tally::default();
                    for (number, line) in
                        (first..).zip(text.strip_suffix(b"\n").unwrap_or(&text).split(|&b| b == b'\n'))
                    {
                        if self.setting.cancel.is_set() {
                            break;
                        }
                        tally.add(answerer.answer(number, line, &mut out));
                    }
                    (out, tally)
                }
            };
            if answers.send(answer).is_err() {
                return;
            }
        }
    }
}

/// Writes the answers in the order of the questions; flushes when the next one is not there yet.
fn collect(outputs: &[Receiver<(Vec<u8>, Tally)>]) -> io::Result<Tally> {
    let mut out = setting::stdout();
    let mut tally = Tally::default();
    for output in outputs.iter().cycle() {
        let answer = match output.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                out.flush()?;
                match output.recv() {
                    Ok(answer) => answer,
                    Err(_) => break,
                }
            }
        };
        out.write_all(&answer.0)?;
        tally.add(answer.1);
    }
    out.flush()?;
    Ok(tally)
}

/// Does the line begin with `let`?
fn is_definition(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.strip_prefix(b"let").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_told_from_names() {
        assert!(is_definition(b"  let t = kayles;") && is_definition(b"let"));
        assert!(!is_definition(b"letter(3)") && !is_definition(b"nim(3)"));
    }
}
