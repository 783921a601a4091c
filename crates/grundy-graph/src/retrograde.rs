//! Outcomes by retrograde analysis, with the remoteness: how long the play lasts when the winner hurries and the loser
//! delays (Steinhaus 1925).
//!
//! Normal play: a terminal vertex is P with remoteness 0. A vertex with a P follower is N, 1 + the *least* remoteness of
//! those; a vertex all of whose followers are N is P, 1 + the *greatest*; what remains is a draw. Even means P.
//!
//! Misère: the player who finds no move has won, so a terminal vertex is **N** with remoteness 0. The other two lines
//! stay as they are, except that a terminal vertex is not "all of whose followers are N". Even means N.
//!
//! Vertices are decided in the order of their remoteness, so the least is found first and the greatest last. Each arc is
//! looked at at most once.

use grundy_core::{Context, Convention, Diagnostic, Outcome, Result};

use crate::kernel::{Rows, Rule, Turns, spread};
use crate::{NONE, too_many_followers};

/// Outcome and remoteness of each vertex.
#[derive(Debug, Clone)]
pub struct Outcomes {
    remoteness: Vec<u32>,
    convention: Convention,
}

impl Outcomes {
    /// Labels the graph. 8 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// Rows that cannot be read; the budget; 2^31 followers of a vertex, or moves of a play.
    pub fn of(graph: &impl Rows, convention: Convention, cx: &Context) -> Result<Outcomes> {
        cx.enter("outcomes of a graph");
        cx.reserve(4 * graph.vertices() as u64)?;
        let mut degrees = Vec::with_capacity(graph.vertices());
        graph.degrees(|_, degree, _| degrees.push(degree))?;
        let (mut rule, mut turns) = (Retrograde::new(degrees, convention)?, Turns::default());
        rule.terminals(&mut turns);
        spread(graph, &mut rule, &mut turns, cx)?;
        Ok(Outcomes { remoteness: rule.finish()?, convention })
    }

    /// From the remoteness of every vertex in normal play.
    pub(crate) fn known(remoteness: Vec<u32>) -> Outcomes {
        Outcomes { remoteness, convention: Convention::Normal }
    }

    /// Who wins from `v`; a draw for what is no vertex.
    #[must_use]
    pub fn outcome(&self, v: u32) -> Outcome {
        outcome(self.remoteness.get(v as usize).copied().unwrap_or(NONE), self.convention)
    }

    /// The number of moves that the play from `v` lasts; none for a draw.
    #[must_use]
    #[inline]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        self.remoteness.get(v as usize).copied().filter(|&r| r != NONE)
    }

    /// The convention asked for.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The remoteness of all vertices, [`NONE`] for a draw.
    #[must_use]
    pub fn into_remoteness(self) -> Vec<u32> {
        self.remoteness
    }
}

/// Who wins, by the remoteness; [`NONE`] means that nobody does.
#[must_use]
pub fn outcome(remoteness: u32, convention: Convention) -> Outcome {
    match (remoteness, remoteness.is_multiple_of(2) == (convention == Convention::Normal)) {
        (NONE, _) => Outcome::Draw,
        (_, true) => Outcome::Previous,
        (_, false) => Outcome::Next,
    }
}

/// In a slot: the vertex is decided, and the other bits are its remoteness. Else the slot counts the followers not known
/// to be N.
const DECIDED: u32 = 1 << 31;

/// What each vertex knows of the outcomes of its followers: 4 bytes, so that the table stays long in the cache.
#[derive(Debug, Clone)]
pub struct Retrograde {
    slots: Vec<u32>,
    convention: Convention,
    /// A play of 2^31 moves was met.
    endless: bool,
}

impl Retrograde {
    /// As many followers as the degrees say, none of which is decided.
    ///
    /// # Errors
    /// 2^31 followers of a vertex.
    pub fn new(degrees: Vec<u32>, convention: Convention) -> Result<Retrograde> {
        if degrees.iter().any(|&degree| degree >= DECIDED) {
            return Err(too_many_followers().into());
        }
        Ok(Retrograde { slots: degrees, convention, endless: false })
    }

    /// The vertex is known to be decided; was that new?
    pub fn know(&mut self, v: u32, remoteness: u32) -> bool {
        let slot = self.slots.get_mut(v as usize).filter(|slot| **slot < DECIDED && remoteness < DECIDED);
        slot.map(|slot| *slot = DECIDED | remoteness).is_some()
    }

    /// Decides the vertices without followers.
    pub fn terminals(&mut self, turns: &mut Turns) {
        for (v, slot) in (0..).zip(&mut self.slots).filter(|(_, slot)| **slot == 0) {
            *slot = DECIDED;
            turns.ready.push(v);
        }
    }

    /// The remoteness of all vertices; [`NONE`] for draws.
    ///
    /// # Errors
    /// A play of 2^31 moves.
    pub fn finish(mut self) -> Result<Vec<u32>> {
        if self.endless {
            return Err(Diagnostic::unsupported("the play lasts 2^31 moves or more").into());
        }
        for slot in &mut self.slots {
            *slot = if *slot >= DECIDED { *slot & !DECIDED } else { NONE };
        }
        Ok(self.slots)
    }
}

impl Rule for Retrograde {
    type Label = u32;
    const BY_LEVELS: bool = true;

    #[inline]
    fn label(&self, v: u32) -> u32 {
        self.slots.get(v as usize).filter(|slot| **slot >= DECIDED).map_or(NONE, |slot| slot & !DECIDED)
    }

    #[inline]
    fn tell(&mut self, predecessors: &[u32], remoteness: u32, turns: &mut Turns) {
        let decided = DECIDED | (remoteness + 1);
        self.endless |= remoteness + 1 >= DECIDED;
        let loses = outcome(remoteness, self.convention) == Outcome::Previous;
        let slots = self.slots.as_mut_slice();
        for &p in predecessors {
            let Some(slot) = slots.get_mut(p as usize).filter(|slot| **slot < DECIDED) else { continue };
            if !loses {
                *slot -= 1;
            }
            if loses || *slot == 0 {
                *slot = decided;
                turns.ready.push(p);
            }
        }
    }

    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        let sum = vertices.iter().fold(0, |sum, &v| sum ^ self.slots.get(v as usize).copied().unwrap_or(0));
        std::hint::black_box(sum);
    }
}
