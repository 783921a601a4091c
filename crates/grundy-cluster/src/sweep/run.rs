//! Working on a sweep: threads take one part after the other until none is left.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy::locked;
use grundy::session::Family;
use grundy::{Context, Diagnostic, Error, Spent, Stopped, memory};

use super::equal::{self, Batch, Search, Verdict};
use super::journal::Journal;
use super::part;
use super::{Format, Plan, Row, Summary, cannot};
use crate::clock::Clock;
use crate::files;

/// So often the budget is looked at.
const PAUSE: Duration = Duration::from_millis(2);

/// How a run goes about its work; nothing here changes a row.
#[derive(Debug, Clone)]
pub struct Options {
    /// Work on the parts whose number leaves this remainder …
    pub shard: u64,
    /// … divided by this number of shards, at least 1.
    pub shards: u64,
    /// Threads, at least 1.
    pub workers: usize,
    /// Set from outside to end the run.
    pub cancel: Arc<AtomicBool>,
}

/// What the workers share.
struct Shared<'a> {
    directory: &'a Path,
    family: &'a Family,
    plan: &'a Plan,
    format: Format,
    options: &'a Options,
    next: AtomicU64,
    rows: AtomicU64,
    elsewhere: AtomicU64,
    /// The first thing that went wrong; everybody stops.
    trouble: Mutex<Option<Error>>,
}

/// Works on all parts of a shard that are not there yet, and tells where the whole sweep stands.
///
/// `cx` is asked whether the time is spent, and told about the progress; what a row may cost is in the plan.
///
/// # Errors
/// Files that cannot be written or read, a directory that holds another sweep.
pub fn run(
    directory: &Path,
    family: &Family,
    plan: &Plan,
    format: Format,
    options: &Options,
    cx: &Context,
) -> Result<Summary, Diagnostic> {
    plan.settle(directory)?;
    let of = plan.rows_of_shard(options.shard, options.shards);
    let shared = Shared {
        directory,
        family,
        plan,
        format,
        options,
        next: AtomicU64::new(options.shard % options.shards),
        rows: AtomicU64::new(0),
        elsewhere: AtomicU64::new(0),
        trouble: Mutex::new(None),
    };
    cx.enter("sweep");
    files::tidy(directory);
    let cpu = shared.crowd(of, cx, || shared.work());
    let elsewhere = shared.elsewhere.load(Ordering::Relaxed);
    let mut summary = Summary { elsewhere, cpu, stopped: shared.stopped()?, ..Summary::default() };
    let rows = all_rows(directory, plan, format, &mut summary)?;
    // equal values say nothing in misère play
    if summary.parts < plan.parts() || summary.stopped.is_some() || plan.misere {
        return Ok(summary);
    }
    if let Some(mut search) = Search::begin(directory, &rows, &mut summary)? {
        loop {
            let batches = search.batches();
            if batches.is_empty() {
                break;
            }
            search.learn(shared.compare(&batches, of, &mut summary.cpu, cx));
            summary.stopped = shared.stopped()?;
            if summary.stopped.is_some() {
                return Ok(summary);
            }
        }
        search.finish(directory, &mut summary)?;
    }
    Ok(summary)
}

impl Shared<'_> {
    fn fail(&self, error: Error) {
        locked(self.trouble.lock()).get_or_insert(error);
        self.options.cancel.store(true, Ordering::Relaxed);
    }

    /// Why the run ends early, if it does.
    fn stopped(&self) -> Result<Option<Stopped>, Diagnostic> {
        match locked(self.trouble.lock()).clone() {
            Some(Error::Bad(fault)) => Err(*fault),
            Some(Error::Stopped(stopped)) => Ok(Some(Stopped { resumes: true, ..stopped })),
            None => Ok(None),
        }
    }

    /// Lets all workers do the same, and looks at the budget meanwhile: a context stays with its thread. Tells the CPU
    /// time of each.
    fn crowd(&self, of: u64, cx: &Context, work: impl Fn() + Sync) -> Vec<u64> {
        let timed = || {
            let mut clock = Clock::start();
            work();
            clock.lap()
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.options.workers.max(1)).map(|_| scope.spawn(timed)).collect();
            while workers.iter().any(|w| !w.is_finished()) {
                if let Err(stopped) = cx.check().and_then(|()| room(cx)) {
                    self.fail(stopped.into());
                }
                cx.progress(self.rows.load(Ordering::Relaxed), Some(of));
                thread::sleep(PAUSE);
            }
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|fault| resume_unwind(fault))).collect()
        })
    }

    /// Takes one part after the other.
    fn work(&self) {
        loop {
            let part = self.next.fetch_add(self.options.shards, Ordering::Relaxed);
            if part >= self.plan.parts() || self.options.cancel.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = self.part(part) {
                return self.fail(error);
            }
        }
    }

    /// Compares games, until something goes wrong.
    fn compare(&self, batches: &[Batch], of: u64, cpu: &mut [u64], cx: &Context) -> Vec<Vec<Verdict>> {
        let next = AtomicUsize::new(0);
        let verdicts = Mutex::new(vec![Vec::new(); batches.len()]);
        let more = self.crowd(of, cx, || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(batch) = batches.get(at).filter(|_| !self.options.cancel.load(Ordering::Relaxed)) else {
                    return;
                };
                match equal::compare(batch, &self.plan.limits, &self.options.cancel) {
                    Ok(found) => {
                        if let Some(place) = locked(verdicts.lock()).get_mut(at) {
                            *place = found;
                        }
                    }
                    Err(error) => return self.fail(error),
                }
            }
        });
        cpu.iter_mut().zip(more).for_each(|(cpu, more)| *cpu += more);
        locked(verdicts.into_inner())
    }

    /// Works on a part from where its journal ends, unless another worker has it.
    fn part(&self, number: u64) -> Result<(), Error> {
        let path = self.plan.part(self.directory, number);
        if path.exists() {
            self.rows.fetch_add(self.plan.rows_of(number).count() as u64, Ordering::Relaxed);
            return Ok(());
        }
        let Some(mut journal) = Journal::open(self.plan, self.directory, number)? else {
            self.elsewhere.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        // somebody may have finished it before we had the lock
        if !path.exists() {
            for row in self.plan.rows_of(number) {
                if journal.rows().iter().all(|known| known.number != row) {
                    let game = self.family.member(row)?;
                    let compute = if self.plan.misere { Row::misere } else { Row::compute };
                    journal.add(compute(row, &game, &self.plan.limits, &self.options.cancel)?)?;
                }
                self.rows.fetch_add(1, Ordering::Relaxed);
            }
            let mut rows = journal.rows().to_vec();
            rows.sort_by_key(|row| row.number);
            let bytes =
                self.format.encode(&rows, self.plan.misere).map_err(|error| cannot("written", &path, &error))?;
            part::write(self.plan, self.directory, number, &bytes)?;
        }
        Ok(journal.finish()?)
    }
}

/// All workers together may hold what the budget allows: what a row may take is said by the plan, so that it is the same
/// on every machine, and a run with less than that may have to end.
fn room(cx: &Context) -> Result<(), Stopped> {
    match cx.budget().memory {
        Some(most) if memory::total() > most.max(memory::LEAST) => Err(cx.stopped(Spent::Memory, None)),
        _ => Ok(()),
    }
}

/// The rows of all finished parts, whoever finished them.
pub(super) fn all_rows(
    directory: &Path,
    plan: &Plan,
    format: Format,
    summary: &mut Summary,
) -> Result<Vec<Row>, Diagnostic> {
    let mut all = Vec::new();
    for number in plan.finished(directory)? {
        all.extend(part::read(plan, directory, number, format)?);
        summary.parts += 1;
    }
    summary.count(&all);
    Ok(all)
}
