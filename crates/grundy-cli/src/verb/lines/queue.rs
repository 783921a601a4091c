//! The lines between standard input and standard output: those that are read, in work, or answered and not yet written.
//!
//! ```text
//! standard input ─► input ─► batches, in the order of the input ─► out ─► standard output
//!                             │ begun by any thread │
//! ```
//!
//! All of it is in one place, under a lock that nobody holds while a line is in work. So the run can be taken down at any
//! moment: answers go out up to the first line that has none, and everything from there on is what is left to do.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use grundy::{Spent, locked};
use serde_json::{Value, json};

use super::batch::{Batch, Kind};
use crate::again::State;
use crate::verb::input::{Input, Next};
use crate::verb::one_line::{Past, Tally};
use crate::{guard, stdout};

/// Lines and bytes of one batch at most.
const BATCH_LINES: u64 = 256;
const BATCH_BYTES: usize = 1 << 16;
/// Bytes of all batches that are not answered.
const OPEN_BYTES: usize = 4 << 20;
/// So many bytes are written in one go.
const WRITE: usize = 1 << 16;

/// The queue that all threads share, and what they wait for.
#[derive(Debug)]
pub(crate) struct SharedQueue {
    queue: Mutex<Queue>,
    /// A batch is there for a helper, or there will be none.
    work: Condvar,
    /// There is room for more batches.
    room: Condvar,
    /// The pause is over.
    busy: Condvar,
}

/// Lines in the order of the input, cut into batches, and their answers.
#[derive(Debug)]
pub(super) struct Queue {
    input: Input,
    /// The longest line, in bytes.
    longest: usize,
    /// Number of the last line that was taken from the input.
    taken: u64,
    /// What was taken and is not answered to its end, in order.
    pub(super) open: VecDeque<Arc<Batch>>,
    open_bytes: usize,
    /// The `let` lines, in order.
    pub(super) definitions: Vec<String>,
    out: Vec<u8>,
    pub(super) tally: Tally,
    /// What an earlier start found out, and what the next one is to know.
    pub(super) past: Past,
    /// The lines in work when somebody looked, and since when each has been.
    pub(super) seen: Vec<(u64, Instant)>,
    /// Lines that were answered since the program started, this time.
    pub(super) answered: u64,
    /// Is one line in work at a time?
    pub(super) alone: bool,
    /// Nothing will be added.
    pub(super) closed: bool,
    /// Is there nothing to be read for the moment?
    idle: bool,
    /// Does somebody wait for the end of a pause?
    paused: bool,
    pub(super) fault: Option<io::Error>,
}

impl SharedQueue {
    /// An empty queue, or what an earlier start of the program left.
    pub(super) fn new(longest: usize, left: Option<State>) -> SharedQueue {
        let mut queue = Queue {
            input: Input::new(longest),
            longest,
            taken: 0,
            open: VecDeque::new(),
            open_bytes: 0,
            definitions: Vec::new(),
            out: Vec::new(),
            tally: Tally::default(),
            past: Past::default(),
            seen: Vec::new(),
            answered: 0,
            alone: true,
            closed: false,
            idle: false,
            paused: false,
            fault: None,
        };
        if let Some(left) = left {
            queue.resume(left);
        }
        SharedQueue { queue: Mutex::new(queue), work: Condvar::new(), room: Condvar::new(), busy: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        locked(self.queue.lock())
    }

    /// The same for a thread that may have been cut off while it had the lock, or that of a batch.
    pub(super) fn patiently(&self) -> Option<MutexGuard<'_, Queue>> {
        let queue = guard::patiently(&self.queue)?;
        queue.open.iter().all(|batch| batch.is_free()).then_some(queue)
    }

    /// Cuts lines off the input, when there is room for what helpers are to do; reads more where none is here. `false` at
    /// the end. Nobody but the reader calls this.
    pub(super) fn cut(&self, most: usize) -> io::Result<bool> {
        let mut queue = self.lock();
        while !queue.closed && (queue.open.len() >= most || queue.open_bytes >= OPEN_BYTES) {
            queue = locked(self.room.wait(queue));
        }
        if queue.closed {
            return Ok(false);
        }
        if !queue.cut() {
            let closed = queue.closed;
            drop(queue);
            return if closed { Ok(false) } else { self.read().map(|()| true) };
        }
        if std::mem::take(&mut queue.paused) {
            self.busy.notify_all();
        }
        Ok(true)
    }

    /// Reads more of standard input, and waits if there is none: then what is answered goes out first.
    fn read(&self) -> io::Result<()> {
        let mut queue = self.lock();
        queue.idle = true;
        queue.write_if_idle();
        drop(queue);
        // the lock is not held while waiting
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, poll};
            let stdin = io::stdin();
            // what goes wrong here, reading tells
            while poll(&mut [PollFd::new(&stdin, PollFlags::IN)], None) == Err(rustix::io::Errno::INTR) {}
            let mut queue = self.lock();
            queue.idle = false;
            queue.input.fill(&mut stdin.lock())
        }
        #[cfg(not(unix))]
        {
            use std::io::Read as _;
            let mut piece = vec![0; BATCH_BYTES];
            let got = io::stdin().lock().read(&mut piece)?;
            let mut queue = self.lock();
            queue.idle = false;
            queue.input.fill(&mut piece.get(..got).unwrap_or_default())
        }
    }

    /// The next batch for a helper; none at the end.
    pub(super) fn next(&self) -> Option<Arc<Batch>> {
        let mut queue = self.lock();
        loop {
            if let Some(batch) = queue.begin(|kind| kind != Kind::Definition) {
                return Some(batch);
            }
            if queue.closed {
                return None;
            }
            queue = locked(self.work.wait(queue));
        }
    }

    /// Helpers look again.
    pub(super) fn call(&self) {
        self.work.notify_all();
    }

    /// A batch is answered, and what it defined is in force: what stands in order goes out.
    pub(super) fn finished(&self, batch: &Batch, defined: &mut Vec<String>) {
        batch.progress().done = true;
        let mut queue = self.lock();
        queue.definitions.append(defined);
        let open = queue.open.len();
        queue.collect();
        if queue.open.len() < open && !queue.alone {
            self.room.notify_one();
        }
        queue.write_if_idle();
    }

    /// Nothing is added any more; everybody hears it.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
        self.room.notify_all();
        self.busy.notify_all();
    }

    /// Waits while nothing is open; none at the end.
    pub(super) fn wait_for_work(&self) -> Option<MutexGuard<'_, Queue>> {
        let mut queue = self.lock();
        while queue.open.is_empty() {
            if queue.closed {
                return None;
            }
            queue.paused = true;
            queue = locked(self.busy.wait(queue));
        }
        Some(queue)
    }
}

impl Queue {
    /// Cuts off lines that are here; `false` where more must be read, or where all is read and `closed` says so. A
    /// definition stands in a batch of its own, which is the last.
    fn cut(&mut self) -> bool {
        let mut batch = self.batch(Kind::Questions);
        let mut single = None;
        while self.taken + 1 - batch.first < BATCH_LINES && batch.text.len() < BATCH_BYTES {
            match self.input.take() {
                None => break,
                Some(Next::End) => {
                    self.closed = true;
                    break;
                }
                // as long as needed to be too long again, should it be read again
                Some(Next::TooLong) => {
                    single = Some((Kind::TooLong, vec![b'x'; self.longest + 1]));
                    break;
                }
                Some(Next::Line(line)) if is_definition(line) => {
                    single = Some((Kind::Definition, line.to_vec()));
                    break;
                }
                Some(Next::Line(line)) => batch.push(line),
            }
            self.taken += 1;
        }
        let any = !batch.is_empty() || single.is_some();
        if !batch.is_empty() {
            self.open(batch);
        }
        if let Some((kind, line)) = single {
            let mut batch = self.batch(kind);
            self.taken += 1;
            batch.push(&line);
            self.open(batch);
        }
        any
    }

    /// A batch for the lines that are taken next.
    fn batch(&self, kind: Kind) -> Batch {
        Batch::new(kind, self.taken + 1, self.definitions.len())
    }

    fn open(&mut self, batch: Batch) {
        self.open_bytes += batch.text.len();
        self.open.push_back(Arc::new(batch));
    }

    /// The first batch of the wanted kind that nobody works on.
    pub(super) fn begin(&mut self, wanted: impl Fn(Kind) -> bool) -> Option<Arc<Batch>> {
        self.open.iter().find(|batch| batch.begin(&wanted)).map(Arc::clone)
    }

    /// Takes the answers up to the first line that has none.
    fn collect(&mut self) {
        while let Some(batch) = self.open.front() {
            let mut progress = batch.progress();
            self.out.append(&mut progress.out);
            if !progress.done {
                break;
            }
            self.tally.add(progress.tally);
            self.answered += progress.lines as u64;
            drop(progress);
            self.open_bytes -= batch.text.len();
            self.open.pop_front();
        }
        if self.out.len() >= WRITE {
            self.write();
        }
    }

    /// Writes what stands in order, also of a batch that is not finished.
    pub(super) fn write_all(&mut self) {
        self.collect();
        self.write();
    }

    fn write(&mut self) {
        if self.out.is_empty() {
            return;
        }
        if let Err(error) = stdout::write_past_lock(&self.out) {
            // nobody reads the answers any more: there is nothing left to do
            self.fault.get_or_insert(error);
            self.closed = true;
            self.open.clear();
            self.open_bytes = 0;
        }
        self.out.clear();
    }

    /// Somebody may wait for these answers before he asks more.
    fn write_if_idle(&mut self) {
        if self.idle && self.open.is_empty() {
            self.write();
        }
    }

    /// Looks which lines are in work, and tells the one that has been there for longer than `limit`.
    pub(super) fn late(&mut self, limit: Option<Duration>) -> Option<u64> {
        let now = Instant::now();
        let since = |line| {
            let known = self.seen.iter().find(|(known, _)| *known == line).map(|(_, since)| *since);
            (line, known.or_else(|| now.checked_sub(self.past.begun(line))).unwrap_or(now))
        };
        self.seen = self.open.iter().filter_map(|batch| batch.line_in_work()).map(since).collect();
        let late = |since: Instant| limit.is_some_and(|limit| since.elapsed() > limit);
        self.seen.iter().find(|(_, since)| late(*since)).map(|(line, _)| *line)
    }

    /// What is left to do, for another start of the program; the answers so far are written.
    pub(super) fn state(&mut self) -> State {
        self.write_all();
        let mut rest = Vec::new();
        let (mut next, mut definitions) = (self.taken + 1, self.definitions.len());
        if let Some(batch) = self.open.front() {
            let progress = batch.progress();
            (next, definitions) = (batch.first + progress.lines as u64, batch.definitions);
            self.tally.add(progress.tally);
            rest.extend_from_slice(batch.rest(&progress));
        }
        for batch in self.open.iter().skip(1) {
            rest.extend_from_slice(&batch.text);
        }
        rest.extend_from_slice(self.input.rest());
        let refusals = self.past.refused.iter().map(|(line, spent)| json!([line, spent.name()]));
        // what is asked again goes on with the time that is left to it
        let begun = self.seen.iter().map(|(line, since)| json!([line, since.elapsed().as_micros() as u64]));
        let head = json!({
            "next": next,
            "skipping": self.input.is_skipping(),
            "definitions": self.definitions.get(..definitions),
            "refusals": refusals.collect::<Value>(),
            "begun": begun.collect::<Value>(),
            "bad": self.tally.bad,
            "spent": self.tally.spent,
        });
        State { head: head.to_string(), rest }
    }

    fn resume(&mut self, left: State) {
        let head: Value = serde_json::from_str(&left.head).unwrap_or_default();
        let next = head["next"].as_u64().unwrap_or(1);
        self.taken = next.saturating_sub(1);
        self.input = Input::resumed(self.longest, left.rest, head["skipping"] == true);
        let texts = head["definitions"].as_array().into_iter().flatten();
        self.definitions = texts.filter_map(|text| text.as_str().map(str::to_owned)).collect();
        for refusal in head["refusals"].as_array().into_iter().flatten() {
            let spent = [Spent::Time, Spent::Memory].into_iter().find(|spent| refusal[1] == spent.name());
            if let (Some(line), Some(spent)) = (refusal[0].as_u64().filter(|&line| line >= next), spent) {
                self.past.refused.push((line, spent));
            }
        }
        for begun in head["begun"].as_array().into_iter().flatten() {
            if let (Some(line), Some(micros)) = (begun[0].as_u64().filter(|&line| line >= next), begun[1].as_u64()) {
                self.past.begun.push((line, Duration::from_micros(micros)));
            }
        }
        self.tally = Tally { bad: head["bad"] == true, spent: head["spent"] == true };
    }
}

/// Does the line begin with `let`?
pub(super) fn is_definition(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.strip_prefix(b"let").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

#[cfg(test)]
mod tests;
