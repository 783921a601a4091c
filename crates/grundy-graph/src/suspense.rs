//! Suspense: how long the play lasts when the winner delays and the loser hurries, where every play is finite.
//!
//! Normal play: a terminal vertex has 0; with a P follower it is 1 + the *greatest* suspense of those (N); else 1 + the
//! *least* of all followers (P). Even means P. Misère: terminal vertices have 0 and are N, so even means N.
//! On and behind cycles the winner may be able to delay for ever, and nothing is said.

use grundy_core::Context;
use grundy_core::Convention;
use grundy_core::Result;

use crate::{NONE, Reverse};

/// The suspense of each vertex from which every play is finite.
#[derive(Debug, Clone)]
pub struct Suspense {
    suspense: Vec<u32>,
}

/// 12 bytes a vertex.
#[derive(Clone, Copy)]
struct Record {
    /// Followers that wait; after that the next ready vertex.
    count: u32,
    /// The best of what followers said so far.
    best: u32,
    done: bool,
}

impl Suspense {
    /// Labels the graph in Kahn's order. 12 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// The budget; cancelled.
    pub fn of(graph: &Reverse, convention: Convention, cx: &Context) -> Result<Suspense> {
        cx.enter("suspense of a graph");
        let vertices = graph.vertices();
        cx.reserve(12 * vertices as u64)?;
        let mut records: Vec<Record> =
            graph.out_degrees().iter().map(|&count| Record { count, best: NONE, done: false }).collect();
        let mut ready = NONE;
        for (v, record) in records.iter_mut().enumerate() {
            if record.count == 0 {
                *record = Record { count: ready, best: 0, done: true };
                ready = v as u32;
            }
        }
        // the parity that a vertex has from which the player to move wins
        let wins = match convention {
            Convention::Normal => 1,
            Convention::Misere => 0,
        };
        while let Some(&Record { count: next, best: suspense, .. }) = records.get(ready as usize) {
            let predecessors = graph.predecessors(ready);
            ready = next;
            cx.tick(1 + predecessors.len() as u64)?;
            let said = suspense + 1;
            for &p in predecessors {
                let Some(record) = records.get_mut(p as usize) else { continue };
                let has_win = record.best != NONE && record.best % 2 == wins;
                if said % 2 == wins {
                    record.best = if has_win { record.best.max(said) } else { said };
                } else if !has_win {
                    record.best = record.best.min(said);
                }
                record.count -= 1;
                if record.count == 0 {
                    record.done = true;
                    record.count = ready;
                    ready = p;
                }
            }
        }
        let mut suspense: Vec<u32> = records.into_iter().map(|r| if r.done { r.best } else { NONE }).collect();
        suspense.shrink_to_fit();
        cx.release(8 * vertices as u64);
        Ok(Suspense { suspense })
    }

    /// The number of moves; none where a play may go on for ever, or for what is no vertex.
    #[must_use]
    pub fn get(&self, v: u32) -> Option<u32> {
        self.suspense.get(v as usize).copied().filter(|&s| s != NONE)
    }
}
