//! Outcomes by retrograde analysis, with the remoteness: how long the play lasts when the winner hurries and the loser
//! delays (Steinhaus 1925).
//!
//! Normal play: a terminal vertex is P with remoteness 0. A vertex with a P follower is N, 1 + the *least* remoteness of
//! those; a vertex all of whose followers are N is P, 1 + the *greatest*; what remains is a draw. Even means P.
//!
//! Misère: the player who finds no move has won, so a terminal vertex is **N** with remoteness 0. The other two lines
//! stay as they are, except that a terminal vertex is not "all of whose followers are N". Even means N.
//!
//! Vertices are decided in the order of their remoteness, first in, first out, so the least is found first and the
//! greatest last. Each arc is looked at at most once.

use crate::context::Context;
use crate::error::Result;
use crate::outcome::{Convention, Outcome};

use super::{NONE, Reverse};

/// Outcome and remoteness of each vertex.
#[derive(Debug, Clone)]
pub struct Outcomes {
    remoteness: Vec<u32>,
    convention: Convention,
}

/// 8 bytes a vertex.
#[derive(Clone, Copy)]
struct Record {
    /// Undecided: followers not known to be N. Decided: the next one in the queue.
    count: u32,
    remoteness: u32,
}

impl Outcomes {
    /// Labels the graph. 8 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// The budget; cancelled.
    pub fn of(graph: &Reverse, convention: Convention, cx: &Context) -> Result<Outcomes> {
        cx.enter("outcomes of a graph");
        let vertices = graph.vertices();
        cx.reserve(8 * vertices as u64)?;
        let mut records: Vec<Record> =
            graph.out_degrees().iter().map(|&count| Record { count, remoteness: NONE }).collect();
        let (mut first, mut last) = (NONE, NONE);
        for v in 0..vertices as u32 {
            if graph.out_degrees().get(v as usize) == Some(&0) {
                decide(&mut records, &mut first, &mut last, v, 0);
            }
        }
        let mut done = 0u64;
        while let Some(&Record { count: next, remoteness }) = records.get(first as usize) {
            let predecessors = graph.predecessors(first);
            cx.tick(1 + predecessors.len() as u64)?;
            done += 1;
            if done.is_multiple_of(1 << 20) {
                cx.progress(done, Some(vertices as u64));
            }
            let loses = outcome(remoteness, convention) == Outcome::Previous;
            for &p in predecessors {
                let Some(record) = records.get_mut(p as usize) else { continue };
                if record.remoteness != NONE {
                    continue;
                }
                if !loses {
                    record.count -= 1;
                }
                if loses || record.count == 0 {
                    decide(&mut records, &mut first, &mut last, p, remoteness + 1);
                }
            }
            // the queue may have grown behind what was its end
            first = if next == NONE { records.get(first as usize).map_or(NONE, |r| r.count) } else { next };
            if first == NONE {
                break;
            }
        }
        let mut remoteness: Vec<u32> = records.into_iter().map(|r| r.remoteness).collect();
        remoteness.shrink_to_fit();
        cx.release(4 * vertices as u64);
        Ok(Outcomes { remoteness, convention })
    }

    /// From the remoteness of every vertex in normal play.
    pub(super) fn known(remoteness: Vec<u32>) -> Outcomes {
        Outcomes { remoteness, convention: Convention::Normal }
    }

    /// Who wins from `v`; a draw for what is no vertex.
    #[must_use]
    pub fn outcome(&self, v: u32) -> Outcome {
        self.remoteness(v).map_or(Outcome::Draw, |r| outcome(r, self.convention))
    }

    /// The number of moves that the play from `v` lasts; none for a draw.
    #[must_use]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        self.remoteness.get(v as usize).copied().filter(|&r| r != NONE)
    }

    /// The convention asked for.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }
}

fn outcome(remoteness: u32, convention: Convention) -> Outcome {
    if remoteness.is_multiple_of(2) == (convention == Convention::Normal) { Outcome::Previous } else { Outcome::Next }
}

fn decide(records: &mut [Record], first: &mut u32, last: &mut u32, v: u32, remoteness: u32) {
    if let Some(record) = records.get_mut(v as usize) {
        *record = Record { count: NONE, remoteness };
    }
    match records.get_mut(*last as usize) {
        Some(end) => end.count = v,
        None => *first = v,
    }
    *last = v;
}
