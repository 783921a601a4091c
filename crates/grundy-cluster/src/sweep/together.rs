//! A sweep by workers of several processes, which need no common disk.
//!
//! The first worker of the first process hands out numbers of parts, two to each worker. A finished part comes back with
//! its rows, which is the request for the next one; the first process writes it whole or not at all.
//!
//! ```text
//! first worker ── part 12 ──▶ worker 3 ── part 12, rows ──▶ first worker ── part 12 is written, part 31 ──▶ worker 3
//! ```
//!
//! Each worker keeps the rows of its parts in the journals of its own process's directory, and forgets them when the part
//! is written. At the beginning all processes tell which parts they have rows of: those are computed where the rows are,
//! so no finished row is lost. A part that a process has as a file is only sent.
//!
//! At the end the workers share the comparisons of games that may be equal.
//!
//! A worker looks for messages between two rows: the first one must not keep the others waiting.

mod desk;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundy::{Context, Diagnostic, Error, Family, Spent, Stopped};
use serde::{Deserialize, Serialize};
use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilderSession;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Probe;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::worker::Worker;

use self::desk::Desk;
use super::equal::{self, Batch, Search, Verdict};
use super::part::{self, Part};
use super::run::all_rows;
use super::{Format, Options, Plan, Summary};
use crate::clock::Clock;
use crate::crew::{Crew, Network, Shared, Step, Work, agree, finish, scatter};

const WORK: Work = Work { engine: "sweep", subject: "family", kept: "finished rows" };

/// So many parts are in the hands of a worker, the next one waiting.
const IN_FLIGHT: usize = 2;

/// So long a worker computes before it looks for messages, and not longer than a row.
const SLICE: Duration = Duration::from_millis(2);

/// Works on all parts of a shard that are not in the directory of the first process. Each process calls this with the
/// same family, plan and options, and a directory that it may share with others or not.
///
/// All get the same summary; where the run ended early, one of their own directory. `cx` is as for [`run`](super::run()).
///
/// A run over several processes leaves some sleeping threads behind.
///
/// # Errors
/// Files that cannot be written or read, a directory that holds another sweep. Another process did not come, does not
/// belong to this run, or died: finished rows stay where they are.
pub fn together(
    directory: &Path,
    family: &Family,
    plan: &Plan,
    format: &'static dyn Format,
    options: &Options,
    network: Option<&Network>,
    cx: &Context,
) -> Result<Summary, Diagnostic> {
    let of = plan.rows_of_shard(options.shard, options.shards);
    let job = Arc::new(Job {
        directory: directory.to_owned(),
        family: family.clone(),
        plan: plan.clone(),
        format,
        workers: options.workers.max(1),
        shard: options.shard % options.shards.max(1),
        shards: options.shards.max(1),
        rows: AtomicU64::new(0),
    });
    let crew = Crew { work: &WORK, workers: job.workers, network, fingerprint: job.fingerprint() };
    let known = Arc::clone(&job);
    let look = |_: &Shared| {
        cx.progress(known.rows.load(Ordering::Relaxed), Some(of));
        if options.cancel.load(Ordering::Relaxed) {
            return Err(Stopped { spent: Spent::Cancelled, engine: WORK.engine, needed: None });
        }
        cx.check()
    };
    match crew.run(cx, look, move |worker, shared| job.work(worker, shared)) {
        Ok(summary) => Ok(summary),
        Err(Error::Stopped(stopped)) => {
            // it may have ended before there was a directory
            plan.settle(directory)?;
            let mut summary = Summary { stopped: Some(stopped), ..Summary::default() };
            all_rows(directory, plan, format, &mut summary)?;
            Ok(summary)
        }
        Err(Error::Bad(fault)) => Err(*fault),
    }
}

/// What one worker is told to do.
#[derive(Debug)]
struct Job {
    directory: PathBuf,
    family: Family,
    plan: Plan,
    format: &'static dyn Format,
    /// Of each process.
    workers: usize,
    shard: u64,
    shards: u64,
    /// Rows that are finished, for the progress.
    rows: AtomicU64,
}

/// What the first worker and another one tell each other.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Message {
    to: usize,
    from: usize,
    part: u64,
    what: What,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum What {
    /// Work on the part.
    Begin,
    /// The part as a file.
    Whole(Vec<u8>),
    /// A process of another run works on the part.
    Elsewhere,
    /// The part is written; so many rows are finished.
    Written(u64),
}

type Output<'a> = OutputBuilderSession<'a, usize, CapacityContainerBuilder<Vec<Message>>>;

/// A part of which a process has rows: the process, the part, and whether they are in a journal.
type Kept = (u64, u64, bool);

/// Worker, and the numbers of a summary: rows, parts, by status, longest period; parts elsewhere, classes, games in them.
type Told = (usize, (Rows, (u64, Option<u64>, u64)));
type Rows = (u64, u64, [u64; 5], Option<(String, i64)>);

impl Job {
    /// A number that processes with another sweep do not share.
    fn fingerprint(&self) -> u32 {
        let what = format!("{:?} {}/{}", self.plan, self.shard, self.shards);
        crc32fast::hash(what.as_bytes())
    }

    fn process(&self, worker: usize) -> usize {
        worker / self.workers
    }

    /// The same summary for all.
    fn work(self: &Arc<Self>, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Summary> {
        let mut clock = Clock::start();
        let kept = self.settle(worker, shared)?;
        let mut hands = Hands::new(self, shared, worker.index());
        if worker.index() == 0 {
            hands.desk = Some(Desk::new(self, worker.peers(), kept));
        }
        let desk = hands.give_and_take(worker, shared)?;
        let mut cpu = clock.lap();
        let mut summary = Summary::default();
        if let Some(desk) = desk {
            summary.elsewhere = desk.elsewhere;
            self.classes(worker, shared, &mut summary)?;
        } else {
            // until there is nothing more to compare
            while self.compare(worker, shared, Vec::new())?.is_some() {}
        }
        cpu += clock.lap();
        let all = agree(worker, shared, &[cpu])?;
        summary.cpu = all.into_iter().flatten().collect();
        self.tell(worker, shared, &mut summary)?;
        Ok(summary)
    }

    /// The first worker reads all rows, and finds the classes of equal games with the others if no part is missing.
    fn classes(&self, worker: &mut Worker, shared: &Arc<Shared>, summary: &mut Summary) -> Step {
        let all = all_rows(&self.directory, &self.plan, self.format, summary);
        let rows = all.map_err(|fault| shared.fail(fault))?;
        if summary.parts == self.plan.parts() {
            let begun = Search::begin(&self.directory, &rows, summary).map_err(|fault| shared.fail(fault))?;
            if let Some(mut search) = begun {
                while let Some(verdicts) = self.compare(worker, shared, search.batches())? {
                    search.learn(verdicts);
                }
                return search.finish(&self.directory, summary).map_err(|fault| shared.fail(fault));
            }
        }
        self.compare(worker, shared, Vec::new()).map(|_| ())
    }

    /// All workers compare the games of the first one, which gets the verdicts; `None`: there were none.
    fn compare(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        batches: Vec<Batch>,
    ) -> Step<Option<Vec<Vec<Verdict>>>> {
        let count = agree(worker, shared, &[batches.len() as u64])?.into_iter().flatten().sum::<u64>();
        if count == 0 {
            return Ok(None);
        }
        let peers = worker.peers() as u64;
        let own = self.deal(worker, shared, (0..).zip(batches).collect(), move |&(at, _)| at % peers)?;
        let mut verdicts = Vec::new();
        for (at, batch) in own {
            shared.check()?;
            let verdict =
                equal::compare(&batch, &self.plan.limits, shared.flag()).map_err(|error| shared.fail(error))?;
            verdicts.push((at, verdict));
        }
        let mut all = self.deal(worker, shared, verdicts, |_| 0)?;
        all.sort_unstable_by_key(|&(at, _)| at);
        Ok(Some(all.into_iter().map(|(_, verdict)| verdict).collect()))
    }

    /// Sends records to the workers they are for.
    fn deal<D: ExchangeData>(
        &self,
        worker: &mut Worker,
        shared: &Shared,
        records: Vec<D>,
        route: impl Fn(&D) -> u64 + 'static,
    ) -> Step<Vec<D>> {
        let heard: Rc<RefCell<Vec<D>>> = Rc::default();
        let hears = Rc::clone(&heard);
        let mut records = records.into_iter();
        scatter(
            worker,
            shared,
            move |out| {
                out.extend(records.by_ref().take(1 << 10));
                Ok(records.len() > 0)
            },
            route,
            move |data| hears.borrow_mut().append(data),
        )?;
        Ok(heard.take())
    }

    /// Makes sure of the directories, and tells the first worker what parts they hold rows of.
    fn settle(&self, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Vec<Kept>> {
        let index = worker.index();
        let settle = || self.plan.settle(&self.directory).map_err(|fault| shared.fail(fault));
        if index == 0 {
            settle()?;
        }
        // a shared directory is made by the first one
        agree(worker, shared, &[])?;
        let mut own = Vec::new();
        if index.is_multiple_of(self.workers) {
            if index > 0 {
                settle()?;
            }
            let process = self.process(index) as u64;
            let listed = |journal| {
                let plan = &self.plan;
                let found = if journal { plan.begun(&self.directory) } else { plan.finished(&self.directory) };
                found.map_err(|fault| shared.fail(fault))
            };
            if index > 0 {
                own.extend(listed(false)?.into_iter().map(|part| (process, part, false)));
            }
            own.extend(listed(true)?.into_iter().map(|part| (process, part, true)));
        }
        self.deal(worker, shared, own, |_| 0)
    }

    /// The numbers of the first worker's summary go to all.
    fn tell(&self, worker: &mut Worker, shared: &Shared, summary: &mut Summary) -> Step {
        let peers = if worker.index() == 0 { worker.peers() } else { 0 };
        let Summary { done, parts, by_status, longest, elsewhere, classes, equal, .. } = summary.clone();
        let numbers = ((done, parts, by_status, longest), (elsewhere, classes, equal));
        let told: Vec<Told> = (0..peers).map(|to| (to, numbers.clone())).collect();
        for (_, ((done, parts, by_status, longest), (elsewhere, classes, equal))) in
            self.deal(worker, shared, told, |&(to, _)| to as u64)?
        {
            *summary =
                Summary { done, parts, by_status, longest, elsewhere, classes, equal, ..std::mem::take(summary) };
        }
        Ok(())
    }
}

impl Job {
    fn path(&self, part: u64) -> PathBuf {
        self.plan.part(&self.directory, part)
    }

    fn count(&self, part: u64) -> u64 {
        self.plan.rows_of(part).count() as u64
    }
}

/// What a worker has in hand.
#[derive(Debug)]
struct Hands {
    job: Arc<Job>,
    shared: Arc<Shared>,
    index: usize,
    /// Only the first worker has one.
    desk: Option<Desk>,
    queue: VecDeque<u64>,
    now: Option<(u64, Part)>,
    /// Parts on their way to the disk of the first process.
    sent: BTreeMap<u64, Part>,
    out: Vec<Message>,
}

impl Hands {
    fn new(job: &Arc<Job>, shared: &Arc<Shared>, index: usize) -> Hands {
        let (job, shared) = (Arc::clone(job), Arc::clone(shared));
        let (queue, sent, out) = (VecDeque::new(), BTreeMap::new(), Vec::new());
        Hands { job, shared, index, desk: None, queue, now: None, sent, out }
    }

    /// The dataflow: one operator, whose messages come back to it.
    fn give_and_take(self, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Option<Desk>> {
        let probe = ProbeHandle::new();
        let hands = Rc::new(RefCell::new(self));
        let mine = Rc::clone(&hands);
        worker.dataflow::<usize, _, _>(|scope| {
            let activator = scope;
            let (handle, cycle) = scope.feedback::<Vec<Message>>(1);
            cycle
                .unary(Exchange::new(|m: &Message| m.to as u64), "sweep", move |capability, info| {
                    let activator = activator.activator_for(info.address);
                    let mut held = Some(capability);
                    let mut begun = false;
                    move |input, output: &mut Output<'_>| {
                        let mut hands = mine.borrow_mut();
                        if !begun {
                            begun = true;
                            let first = hands.desk.as_mut().map(Desk::open);
                            hands.out.extend(first.into_iter().flatten());
                        }
                        input.for_each_time(|time, data| {
                            for message in data.flat_map(std::mem::take) {
                                hands.hear(message);
                            }
                            held = Some(time.retain(output.output_index()));
                        });
                        let more = hands.go_on();
                        if let Some(capability) = &held
                            && !hands.out.is_empty()
                        {
                            output.session(capability).give_iterator(hands.out.drain(..));
                        }
                        if more {
                            activator.activate();
                        } else {
                            held = None;
                        }
                    }
                })
                .probe_with(&probe)
                .connect_loop(handle);
        });
        finish(worker, shared, &probe)?;
        let desk = hands.borrow_mut().desk.take();
        Ok(desk)
    }

    fn hear(&mut self, message: Message) {
        let done = match (message.what, &mut self.desk) {
            (What::Begin, _) => {
                self.queue.push_back(message.part);
                Ok(())
            }
            (What::Written(rows), _) => {
                self.job.rows.fetch_max(rows, Ordering::Relaxed);
                self.forget(message.part)
            }
            (what, Some(desk)) => desk.take(Message { what, ..message }).map(|told| self.out.extend(told)),
            (_, None) => Ok(()),
        };
        if let Err(fault) = done {
            self.shared.fail(fault);
        }
    }

    /// A part is written: its journal goes, also one that an earlier run left behind.
    fn forget(&mut self, part: u64) -> Result<(), Diagnostic> {
        let known = match self.sent.remove(&part) {
            Some(known) => Some(known),
            None if self.job.plan.journal(&self.job.directory, part).exists() => {
                Part::begin(&self.job.plan, &self.job.directory, part)?
            }
            None => None,
        };
        known.map_or(Ok(()), Part::finish)
    }

    /// Computes for a little while; is there more to do?
    fn go_on(&mut self) -> bool {
        let began = Instant::now();
        while !self.shared.stopped() && began.elapsed() < SLICE {
            match self.step() {
                Ok(true) => {}
                Ok(false) => return false,
                Err(error) => {
                    self.shared.fail(error);
                }
            }
        }
        !self.shared.stopped()
    }

    /// One row, or what comes before the first and after the last one.
    fn step(&mut self) -> Result<bool, Error> {
        let job = &self.job;
        if let Some((number, part)) = &mut self.now {
            if part.row(&job.plan, &job.family, self.shared.flag())? {
                job.rows.fetch_add(1, Ordering::Relaxed);
                return Ok(true);
            }
            let (number, bytes) = (*number, part.encode(job.format)?);
            self.sent.extend(self.now.take());
            self.send(number, What::Whole(bytes));
            return Ok(true);
        }
        let Some(number) = self.queue.pop_front() else { return Ok(false) };
        if job.path(number).exists() {
            // an earlier run of this process alone, or another process that shares the directory
            let (bytes, _) = part::read(&job.plan, &job.directory, number, job.format)?;
            job.rows.fetch_add(job.count(number), Ordering::Relaxed);
            self.send(number, What::Whole(bytes));
            return Ok(true);
        }
        match Part::begin(&job.plan, &job.directory, number)? {
            Some(part) => self.now = Some((number, part)),
            None => self.send(number, What::Elsewhere),
        }
        Ok(true)
    }

    fn send(&mut self, part: u64, what: What) {
        self.out.push(Message { to: 0, from: self.index, part, what });
    }
}
