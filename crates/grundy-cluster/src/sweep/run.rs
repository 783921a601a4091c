//! Working on a sweep: threads take one part after the other until none is left.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use grundy::{Context, Diagnostic, Error, Family, Stopped};

use super::part::{Part, decode};
use super::{Format, Plan, Row, Status, cannot, equal, write_whole};
use crate::clock::Clock;

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

/// Where a sweep stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows of all finished parts.
    pub done: u64,
    /// Finished parts.
    pub parts: u64,
    /// Rows by [`Status::ALL`].
    pub by_status: [u64; 5],
    /// The game with the longest proved period.
    pub longest: Option<(String, i64)>,
    /// Parts of this shard that another process was working on.
    pub elsewhere: u64,
    /// Classes of games with equal values, once all parts are there.
    pub classes: Option<u64>,
    /// The games in them.
    pub equal: u64,
    /// The CPU time of each worker's thread in nanoseconds; 0 where the system does not tell, none where a run of
    /// several processes ended early.
    pub cpu: Vec<u64>,
    /// Why the run ended before its shard was done.
    pub stopped: Option<Stopped>,
}

/// What the workers share.
struct Shared<'a> {
    directory: &'a Path,
    family: &'a Family,
    plan: &'a Plan,
    format: &'a dyn Format,
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
    format: &dyn Format,
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
    let cpu = thread::scope(|scope| {
        let workers: Vec<_> = (0..options.workers.max(1)).map(|_| scope.spawn(|| shared.work())).collect();
        cx.enter("sweep");
        // the budget is looked at here: a context stays with its thread
        while workers.iter().any(|w| !w.is_finished()) {
            if let Err(stopped) = cx.check() {
                shared.fail(stopped.into());
            }
            cx.progress(shared.rows.load(Ordering::Relaxed), Some(of));
            thread::sleep(PAUSE);
        }
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|fault| resume_unwind(fault))).collect()
    });
    let mut summary = Summary { elsewhere: shared.elsewhere.into_inner(), cpu, ..Summary::default() };
    match shared.trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(Error::Bad(fault)) => return Err(*fault),
        Some(Error::Stopped(stopped)) => summary.stopped = Some(stopped),
        None => {}
    }
    let rows = all_rows(directory, plan, format, &mut summary)?;
    classes(directory, plan, &rows, &mut summary, cx)?;
    Ok(summary)
}

/// Finds the classes of equal games when all rows are there.
pub(super) fn classes(
    directory: &Path,
    plan: &Plan,
    rows: &[Row],
    summary: &mut Summary,
    cx: &Context,
) -> Result<(), Diagnostic> {
    if summary.parts == plan.parts() && summary.stopped.is_none() {
        match equal::settle(directory, plan, rows, cx) {
            Ok(classes) => {
                summary.equal = classes.iter().map(|c| c.members.len() as u64).sum();
                summary.classes = Some(classes.len() as u64);
            }
            Err(Error::Stopped(stopped)) => summary.stopped = Some(stopped),
            Err(Error::Bad(fault)) => return Err(*fault),
        }
    }
    Ok(())
}

impl Shared<'_> {
    fn fail(&self, error: Error) {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.options.cancel.store(true, Ordering::Relaxed);
    }

    /// Takes one part after the other, and tells the CPU time it took.
    fn work(&self) -> u64 {
        let mut clock = Clock::start();
        loop {
            let part = self.next.fetch_add(self.options.shards, Ordering::Relaxed);
            if part >= self.plan.parts() || self.options.cancel.load(Ordering::Relaxed) {
                break;
            }
            if let Err(error) = self.part(part) {
                self.fail(error);
                break;
            }
        }
        clock.lap()
    }

    fn part(&self, part: u64) -> Result<(), Error> {
        let path = self.plan.part(self.directory, part);
        if path.exists() {
            self.rows.fetch_add(self.plan.rows_of(part).count() as u64, Ordering::Relaxed);
            return Ok(());
        }
        let Some(mut work) = Part::begin(self.plan, self.directory, part)? else {
            self.elsewhere.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        // somebody may have finished it before we had the lock
        if !path.exists() {
            while work.row(self.plan, self.family, &self.options.cancel)? {
                self.rows.fetch_add(1, Ordering::Relaxed);
            }
            write_whole(&path, &work.encode(self.format)?).map_err(|e| cannot("written", &path, &e))?;
        }
        Ok(work.finish()?)
    }
}

/// The rows of all finished parts, whoever finished them.
pub(super) fn all_rows(
    directory: &Path,
    plan: &Plan,
    format: &dyn Format,
    summary: &mut Summary,
) -> Result<Vec<Row>, Diagnostic> {
    let mut all = Vec::new();
    for part in plan.finished(directory)? {
        let path = plan.part(directory, part);
        let bytes = fs::read(&path).map_err(|e| cannot("read", &path, &e))?;
        all.extend(decode(plan, &path, part, &bytes, format)?);
        summary.parts += 1;
    }
    summary.done = all.len() as u64;
    for row in &all {
        let at = Status::ALL.iter().position(|s| *s == row.status).unwrap_or(0);
        summary.by_status[at] += 1;
        let longest = summary.longest.as_ref().map_or(0, |l| l.1);
        if row.status == Status::Proved && row.period.is_some_and(|p| p > longest) {
            summary.longest = Some((row.game.clone(), row.period.unwrap_or(0)));
        }
    }
    Ok(all)
}
