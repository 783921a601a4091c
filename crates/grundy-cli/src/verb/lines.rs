//! `solve -`: one line in, one line out, in order.
//!
//! A few lines are answered as they come, one after the other. A long input is cut into batches that several threads
//! answer; lines without an answer and answers that are not written wait in one [queue](queue::Queue). `let` lines are
//! barriers: a batch knows how many of them stood above it, and each thread catches up before it starts.
//!
//! What is answered goes out before a slow line is done, and a line that breaks its budget without hearing of it ends
//! no run: [`watch`].

mod batch;
mod queue;
mod watch;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use grundy::{Diagnostic, ErrorKind};

use crate::again;
use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::verb::one_line::{Answerer, Voice};
use crate::verb::output::not_read_from;
use batch::{Batch, Kind};
use grundy::SolveOptions;
use queue::SharedQueue;

/// So many lines are answered before other threads are asked to help.
const SHORT_INPUT: u64 = 4096;
/// Batches that may wait for one thread.
const QUEUE: usize = 4;
/// Stack of a helping thread: as much as the main thread has.
const STACK: usize = 8 << 20;

/// Answers standard input.
pub(crate) fn run(options: &Solve, setting: &Setting) -> Result<Exit, Failure> {
    not_read_from(Path::new("-"))?;
    let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = setting.threads.unwrap_or_else(available);
    let left = again::state();
    let alone = if threads == 1 {
        u64::MAX
    } else if setting.threads.is_some() && left.is_none() {
        0
    } else {
        SHORT_INPUT
    };
    if !setting.form.has_lines() {
        let fault = Diagnostic::input("`solve -` answers each line by a line");
        return Err(Failure::plain(fault.suggest("ask for --jsonl, or for one position")));
    }
    let json = options.jsonl || setting.json;
    let shared = Arc::new(SharedQueue::new(setting.limits.text, left));
    watch::start(&shared, &setting.budget, Voice::of(json, &setting.terminal));
    let job = Job { wanted: options.wanted(json).with_details(json), json, setting, threads, shared: &shared };
    let answered = job.answer(alone);
    shared.close();
    answered.map_err(|error| {
        Failure::plain(Diagnostic::new(ErrorKind::Io, format!("standard input cannot be read: {error}")))
    })??;
    let mut queue = shared.lock();
    queue.write_all();
    if let Some(fault) = queue.fault.take() {
        return Err(fault.into());
    }
    Ok(if setting.cancel.is_set() {
        Exit::Spent
    } else if queue.tally.bad {
        Exit::BadInput
    } else if queue.tally.spent {
        Exit::Spent
    } else {
        Exit::Answered
    })
}

struct Job<'a> {
    wanted: SolveOptions,
    json: bool,
    setting: &'a Setting,
    threads: usize,
    shared: &'a SharedQueue,
}

impl Job<'_> {
    fn answerer(&self) -> Answerer<'_> {
        let past = self.shared.lock().past.clone();
        Answerer::new(self.setting, &self.wanted, self.json, past)
    }

    /// Answers up to `alone` lines in this thread, the others together with helpers.
    fn answer(&self, alone: u64) -> io::Result<Result<(), Failure>> {
        let mut answerer = self.answerer();
        loop {
            let mut queue = self.shared.lock();
            if self.setting.cancel.is_set() {
                return Ok(Ok(()));
            }
            if queue.open.is_empty() && queue.answered >= alone {
                queue.alone = false;
                break;
            }
            let batch = queue.begin(|_| true);
            drop(queue);
            match batch {
                Some(batch) => self.work(&batch, &mut answerer),
                None if self.shared.cut(1)? => {}
                None => return Ok(Ok(())),
            }
        }
        self.answer_together(answerer)
    }

    fn answer_together(&self, mut reader: Answerer<'_>) -> io::Result<Result<(), Failure>> {
        thread::scope(|scope| {
            let helpers = (0..self.threads).map_while(|k| {
                let helper = thread::Builder::new().name(format!("solve-{k}")).stack_size(STACK);
                helper.spawn_scoped(scope, || self.help()).ok()
            });
            let helpers = helpers.count();
            if helpers == 0 {
                let fault = Diagnostic::new(ErrorKind::Io, "no thread can be started").suggest("--threads 1");
                return Ok(Err(Failure::plain(fault)));
            }
            let read = self.hand_out(&mut reader, helpers * QUEUE);
            self.shared.close();
            read.map(Ok)
        })
    }

    /// Cuts the input into batches for the helpers; definitions are read here.
    fn hand_out(&self, reader: &mut Answerer<'_>, most: usize) -> io::Result<()> {
        while !self.setting.cancel.is_set() && self.shared.cut(most)? {
            let definition = self.shared.lock().begin(|kind| kind == Kind::Definition);
            if let Some(batch) = definition {
                self.define(&batch, reader);
            }
            self.shared.call();
        }
        Ok(())
    }

    /// One helper: answers batches until there are no more.
    fn help(&self) {
        let mut answerer = self.answerer();
        while let Some(batch) = self.shared.next() {
            self.work(&batch, &mut answerer);
            if self.setting.cancel.is_set() {
                return;
            }
        }
    }

    /// Reads a line of definitions; one that asks something after them is left to others.
    fn define(&self, batch: &Batch, answerer: &mut Answerer<'_>) {
        watch::at_work(batch);
        self.catch_up(batch, answerer);
        let Some((number, line)) = batch.lines().next() else { return };
        let (mut out, mut defined) = (Vec::new(), Vec::new());
        match answerer.define(number, line, &mut out, &mut defined) {
            Some(tally) => {
                batch.answered(&out, tally);
                self.shared.finished(batch, &mut defined);
            }
            None => {
                self.shared.lock().definitions.append(&mut defined);
                batch.is_no_definition();
            }
        }
    }

    /// Answers the lines of a batch.
    fn work(&self, batch: &Batch, answerer: &mut Answerer<'_>) {
        let kind = batch.progress().kind;
        if kind == Kind::Definition {
            return self.define(batch, answerer);
        }
        watch::at_work(batch);
        self.catch_up(batch, answerer);
        let mut out = Vec::new();
        for (number, line) in batch.lines() {
            if self.setting.cancel.is_set() {
                return;
            }
            out.clear();
            answerer.tidy();
            let tally = if kind == Kind::TooLong {
                answerer.too_long(number, &mut out)
            } else {
                answerer.answer(number, line, &mut out)
            };
            batch.answered(&out, tally);
        }
        self.shared.finished(batch, &mut Vec::new());
    }

    fn catch_up(&self, batch: &Batch, answerer: &mut Answerer<'_>) {
        if answerer.known() < batch.definitions {
            let log = self.shared.lock().definitions[answerer.known()..batch.definitions].to_vec();
            answerer.catch_up(log);
        }
    }
}
