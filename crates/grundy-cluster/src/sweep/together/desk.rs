//! Where parts are given out and come back.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use grundy::Diagnostic;

use super::{IN_FLIGHT, Job, Kept, Message, What};
use crate::sweep::part;

/// The desk of the first worker, where parts are given out and come back.
#[derive(Debug)]
pub(super) struct Desk {
    job: Arc<Job>,
    peers: usize,
    /// The next part that nobody has rows of.
    next: u64,
    /// Parts of which a process has rows, by process; and those that nobody was given.
    kept: Vec<BTreeSet<u64>>,
    held: BTreeSet<u64>,
    waiting: BTreeSet<u64>,
    /// Parts that are written, with journals of a process left behind.
    left: Vec<(usize, u64)>,
    pub(super) elsewhere: u64,
}

impl Desk {
    pub(super) fn new(job: &Arc<Job>, peers: usize, all: Vec<Kept>) -> Desk {
        let mut desk = Desk {
            job: Arc::clone(job),
            peers,
            next: job.shard,
            kept: vec![BTreeSet::new(); peers.div_ceil(job.workers)],
            held: BTreeSet::new(),
            waiting: BTreeSet::new(),
            left: Vec::new(),
            elsewhere: 0,
        };
        for (process, part, journal) in all {
            let process = process as usize;
            if part % job.shards != job.shard {
                continue;
            }
            if job.path(part).exists() {
                desk.left.extend(journal.then_some((process * job.workers, part)));
            } else if let Some(kept) = desk.kept.get_mut(process) {
                kept.insert(part);
                desk.held.insert(part);
            }
        }
        desk.waiting = desk.held.clone();
        desk
    }

    /// The first messages: two parts for each worker.
    pub(super) fn open(&mut self) -> Vec<Message> {
        let left = std::mem::take(&mut self.left).into_iter();
        let rows = self.job.rows.load(Ordering::Relaxed);
        let mut messages: Vec<Message> =
            left.map(|(to, part)| Message { to, from: 0, part, what: What::Written(rows) }).collect();
        let peers = self.peers;
        for to in (0..IN_FLIGHT).flat_map(|_| 0..peers) {
            messages.extend(self.give(to));
        }
        messages
    }

    /// A part for a worker, if there is any that it had better do: first those of which its process has rows.
    fn give(&mut self, to: usize) -> Option<Message> {
        let part = self.kept_by(self.job.process(to)).or_else(|| self.fresh())?;
        Some(Message { to, from: 0, part, what: What::Begin })
    }

    fn kept_by(&mut self, process: usize) -> Option<u64> {
        let kept = self.kept.get_mut(process)?;
        while let Some(part) = kept.pop_first() {
            // in a shared directory several processes have it
            if self.waiting.remove(&part) {
                return Some(part);
            }
        }
        None
    }

    fn fresh(&mut self) -> Option<u64> {
        while self.next < self.job.plan.parts() {
            let part = self.next;
            self.next += self.job.shards;
            if self.held.contains(&part) {
                continue;
            }
            if !self.job.path(part).exists() {
                return Some(part);
            }
            self.job.rows.fetch_add(self.job.count(part), Ordering::Relaxed);
        }
        None
    }

    /// A part comes back: what the worker is told.
    pub(super) fn take(
        &mut self,
        Message { from, part: number, what, .. }: Message,
    ) -> Result<Vec<Message>, Diagnostic> {
        let written = match what {
            What::Whole(bytes) => {
                part::write(&self.job.plan, &self.job.directory, number, &bytes)?;
                // rows of this process were counted one by one
                if self.job.process(from) > 0 {
                    self.job.rows.fetch_add(self.job.count(number), Ordering::Relaxed);
                }
                let rows = self.job.rows.load(Ordering::Relaxed);
                Some(Message { to: from, from: 0, part: number, what: What::Written(rows) })
            }
            _ => {
                self.elsewhere += 1;
                None
            }
        };
        Ok(written.into_iter().chain(self.give(from)).collect())
    }
}
