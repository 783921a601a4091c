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

use grundy_core::Context;
use grundy_core::{Convention, Outcome};
use grundy_core::{Diagnostic, Result};

use crate::{BLOCK, NONE, Reverse};

/// Outcome and remoteness of each vertex.
#[derive(Debug, Clone)]
pub struct Outcomes {
    remoteness: Vec<u32>,
    convention: Convention,
}

/// In a slot: the vertex is decided, and the other bits are its remoteness. Else the slot counts the followers not known
/// to be N. 4 bytes, so that the table stays long in the cache.
const DECIDED: u32 = 1 << 31;

impl Outcomes {
    /// Labels the graph. 8 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// The budget; cancelled; 2^31 followers of a vertex, or moves of a play.
    pub fn of(graph: &Reverse, convention: Convention, cx: &Context) -> Result<Outcomes> {
        cx.enter("outcomes of a graph");
        let vertices = graph.vertices();
        cx.reserve(8 * vertices as u64)?;
        let mut slots = graph.out_degrees().to_vec();
        if slots.iter().any(|&degree| degree >= DECIDED) {
            return Err(Diagnostic::unsupported("a vertex has 2^31 followers or more").into());
        }
        // all that are decided, in the order of their remoteness
        let mut queue: Vec<u32> = Vec::with_capacity(vertices);
        for (v, slot) in (0..).zip(&mut slots) {
            if *slot == 0 {
                *slot = DECIDED;
                queue.push(v);
            }
        }
        let mut done = 0;
        let mut block = [0; BLOCK];
        loop {
            let next = queue.get(done..).unwrap_or_default();
            let block = block.get_mut(..next.len().min(BLOCK)).unwrap_or_default();
            if block.is_empty() {
                break;
            }
            block.copy_from_slice(&next[..block.len()]);
            graph.fetch(block);
            let mut arcs = 0;
            for &mut v in &mut *block {
                let remoteness = slots.get(v as usize).map_or(0, |slot| slot & !DECIDED);
                if remoteness + 1 >= DECIDED {
                    return Err(Diagnostic::unsupported("the play lasts 2^31 moves or more").into());
                }
                let decided = DECIDED | (remoteness + 1);
                let predecessors = graph.predecessors(v);
                arcs += predecessors.len() as u64;
                let loses = outcome(remoteness, convention) == Outcome::Previous;
                for &p in predecessors {
                    let Some(slot) = slots.get_mut(p as usize).filter(|slot| **slot < DECIDED) else { continue };
                    if !loses {
                        *slot -= 1;
                    }
                    if loses || *slot == 0 {
                        *slot = decided;
                        queue.push(p);
                    }
                }
            }
            let before = done;
            done += block.len();
            cx.tick(block.len() as u64 + arcs)?;
            if before >> 20 < done >> 20 {
                cx.progress(done as u64, Some(vertices as u64));
            }
        }
        for slot in &mut slots {
            *slot = if *slot >= DECIDED { *slot & !DECIDED } else { NONE };
        }
        cx.release(4 * vertices as u64);
        Ok(Outcomes { remoteness: slots, convention })
    }

    /// From the remoteness of every vertex in normal play.
    pub(crate) fn known(remoteness: Vec<u32>) -> Outcomes {
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
