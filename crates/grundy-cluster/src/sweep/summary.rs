//! Where a sweep stands: its finished rows counted, and what ended a run.

use grundy::Stopped;

use super::{Row, Status};

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
    pub longest: Option<(String, u64)>,
    /// Parts of this shard that another process was working on.
    pub elsewhere: u64,
    /// Classes of games with equal values, once all parts are there.
    pub classes: Option<u64>,
    /// The games in them.
    pub equal: u64,
    /// The CPU time of each worker's thread in nanoseconds; 0 where the system does not tell.
    pub cpu: Vec<u64>,
    /// Why the run ended before its shard was done.
    pub stopped: Option<Stopped>,
}

impl Summary {
    /// Counts the rows of all finished parts.
    pub(super) fn count(&mut self, rows: &[Row]) {
        self.done = rows.len() as u64;
        for row in rows {
            let at = Status::ALL.iter().position(|s| *s == row.status).unwrap_or(0);
            self.by_status[at] += 1;
            let longest = self.longest.as_ref().map_or(0, |l| l.1);
            if row.status == Status::Proved && row.period.is_some_and(|p| p > longest) {
                self.longest = Some((row.game.clone(), row.period.unwrap_or(0)));
            }
        }
    }
}
