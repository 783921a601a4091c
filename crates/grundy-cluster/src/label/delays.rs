//! Suspense, from what followers say in any order: how long the winner can draw the play out. The definition is that of
//! [`grundy::engine::graph::Suspense`].
//!
//! A vertex keeps the best that it has heard, and how many followers have not spoken; with the last of them it has its
//! number. Numbers of the winner's parity are wins and the greatest counts, the others count only while there is no win,
//! and then the least: neither depends on the order.

use grundy::Convention;

use super::NONE;

/// 8 bytes, so that one arc is one cache miss.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// Followers that have not spoken.
    count: u32,
    /// The best so far, or [`NONE`].
    best: u32,
}

/// What each vertex has heard.
#[derive(Debug, Clone)]
pub(super) struct Delays {
    records: Vec<Record>,
    /// The parity that a vertex has from which the player to move wins.
    wins: u32,
}

impl Delays {
    /// As many followers as the degrees say, none of which has spoken. Vertices without followers are ready.
    pub(super) fn new(degrees: impl IntoIterator<Item = u32>, convention: Convention) -> Delays {
        let record = |count| Record { count, best: if count == 0 { 0 } else { NONE } };
        let wins = u32::from(convention == Convention::Normal);
        Delays { records: degrees.into_iter().map(record).collect(), wins }
    }

    /// A follower of `p` has this number. Was it the last one?
    #[inline]
    pub(super) fn tell(&mut self, p: u32, suspense: u32) -> bool {
        let Some(record) = self.records.get_mut(p as usize) else { return false };
        let said = suspense.wrapping_add(1);
        let has_win = record.best != NONE && record.best % 2 == self.wins;
        if said % 2 == self.wins {
            record.best = if has_win { record.best.max(said) } else { said };
        } else if !has_win {
            record.best = record.best.min(said);
        }
        // a file with forged degrees gives wrong numbers, but no fault
        record.count = record.count.wrapping_sub(1);
        record.count == 0
    }

    /// The number of `p`; [`NONE`] where a follower has not spoken.
    #[inline]
    pub(super) fn get(&self, p: u32) -> u32 {
        self.records.get(p as usize).filter(|record| record.count == 0).map_or(NONE, |record| record.best)
    }

    /// All numbers in the order of the vertices.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.records.len() as u32).map(|p| self.get(p))
    }
}
