//! Working on a sweep: threads take one part after the other until none is left.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use grundy::{Context, Diagnostic, Error, Family, Stopped};

use super::journal::Journal;
use super::{Format, Plan, Row, Status, cannot, damaged, equal, write_whole};

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
    let mine = |part: &u64| part % options.shards == options.shard % options.shards;
    let of: u64 = (0..plan.parts()).filter(mine).map(|p| plan.rows_of(p).count() as u64).sum();
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
    thread::scope(|scope| {
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
    });
    let mut summary = Summary { elsewhere: shared.elsewhere.into_inner(), ..Summary::default() };
    match shared.trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(Error::Bad(fault)) => return Err(*fault),
        Some(Error::Stopped(stopped)) => summary.stopped = Some(stopped),
        None => {}
    }
    let rows = all_rows(directory, plan, format, &mut summary)?;
    if summary.parts == plan.parts() && summary.stopped.is_none() {
        match equal::settle(directory, plan, &rows, cx) {
            Ok(classes) => {
                summary.equal = classes.iter().map(|c| c.members.len() as u64).sum();
                summary.classes = Some(classes.len() as u64);
            }
            Err(Error::Stopped(stopped)) => summary.stopped = Some(stopped),
            Err(Error::Bad(fault)) => return Err(*fault),
        }
    }
    Ok(summary)
}

impl Shared<'_> {
    fn fail(&self, error: Error) {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.options.cancel.store(true, Ordering::Relaxed);
    }

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

    fn part(&self, part: u64) -> Result<(), Error> {
        let path = self.plan.part(self.directory, part);
        let numbers = self.plan.rows_of(part);
        if path.exists() {
            self.rows.fetch_add(numbers.count() as u64, Ordering::Relaxed);
            return Ok(());
        }
        let kept = self.plan.journal(self.directory, part);
        let journal = Journal::open(&kept).map_err(|e| cannot("written", &kept, &e))?;
        let Some(mut journal) = journal else {
            self.elsewhere.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        // somebody may have finished it before we had the lock
        if !path.exists() {
            for number in numbers {
                if journal.rows().iter().any(|row| row.number == number) {
                    self.rows.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                let game = self.family.member(number)?;
                let row = Row::compute(number, &game, &self.plan.limits, &self.options.cancel)?;
                journal.add(row).map_err(|e| cannot("written", &kept, &e))?;
                self.rows.fetch_add(1, Ordering::Relaxed);
            }
            let mut rows = journal.rows().to_vec();
            rows.sort_by_key(|row| row.number);
            let bytes = self.format.encode(&rows).map_err(|why| damaged(&path, &why))?;
            write_whole(&path, &bytes).map_err(|e| cannot("written", &path, &e))?;
        }
        journal.finish().or_else(|error| {
            let gone = error.kind() == std::io::ErrorKind::NotFound;
            if gone { Ok(()) } else { Err(cannot("removed", &kept, &error).into()) }
        })
    }
}

/// The rows of all finished parts, whoever finished them.
fn all_rows(
    directory: &Path,
    plan: &Plan,
    format: &dyn Format,
    summary: &mut Summary,
) -> Result<Vec<Row>, Diagnostic> {
    let mut all = Vec::new();
    for part in 0..plan.parts() {
        let path = plan.part(directory, part);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(cannot("read", &path, &error)),
        };
        let rows = format.decode(&bytes).map_err(|why| damaged(&path, &why))?;
        if !rows.iter().map(|row| row.number).eq(plan.rows_of(part)) {
            return Err(damaged(&path, "it does not hold the rows of this part"));
        }
        summary.parts += 1;
        all.extend(rows);
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
