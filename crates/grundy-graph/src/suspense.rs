//! Suspense: how long the play lasts when the winner delays and the loser hurries, where every play is finite.
//!
//! Normal play: a terminal vertex has 0; with a P follower it is 1 + the *greatest* suspense of those (N); else 1 + the
//! *least* of all followers (P). Even means P. Misère: terminal vertices have 0 and are N, so even means N.
//! On and behind cycles the winner may be able to delay for ever, and nothing is said.
//!
//! A vertex keeps the best that it has heard, and how many followers have not spoken; with the last of them it has its
//! number. Numbers of the winner's parity are wins and the greatest counts, the others count only while there is no win,
//! and then the least: neither depends on the order.

use grundy_core::{Context, Convention, Result};

use crate::NONE;
use crate::kernel::{Rows, Rule, Turns, spread};

/// The suspense of each vertex from which every play is finite.
#[derive(Debug, Clone)]
pub struct Suspense {
    suspense: Vec<u32>,
}

impl Suspense {
    /// Labels the graph. 12 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// Rows that cannot be read; the budget.
    pub fn of(graph: &impl Rows, convention: Convention, cx: &Context) -> Result<Suspense> {
        cx.enter("suspense of a graph");
        let vertices = graph.vertices() as u64;
        cx.reserve(8 * vertices)?;
        let mut rule = Delays::with_capacity(graph.vertices(), convention);
        graph.degrees(|_, degree, _| rule.add(degree))?;
        let mut turns = Turns::default();
        rule.terminals(&mut turns);
        spread(graph, &mut rule, &mut turns, cx)?;
        let mut suspense: Vec<u32> = rule.records.into_iter().map(Record::number).collect();
        suspense.shrink_to_fit();
        cx.release(4 * vertices);
        Ok(Suspense { suspense })
    }

    /// The number of moves; none where a play may go on for ever, or for what is no vertex.
    #[must_use]
    pub fn get(&self, v: u32) -> Option<u32> {
        self.suspense.get(v as usize).copied().filter(|&s| s != NONE)
    }

    /// The numbers of all vertices, [`NONE`] where a play may go on for ever.
    #[must_use]
    pub fn into_numbers(self) -> Vec<u32> {
        self.suspense
    }
}

/// 8 bytes, so that one arc is one cache miss.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// Followers that have not spoken.
    count: u32,
    /// The best so far, or [`NONE`].
    best: u32,
}

impl Record {
    fn number(self) -> u32 {
        if self.count == 0 { self.best } else { NONE }
    }
}

/// What each vertex has heard.
#[derive(Debug, Clone)]
pub struct Delays {
    records: Vec<Record>,
    /// The parity that a vertex has from which the player to move wins.
    wins: u32,
}

impl Delays {
    /// Room for so many vertices, none of which is there yet.
    #[must_use]
    pub fn with_capacity(vertices: usize, convention: Convention) -> Delays {
        Delays { records: Vec::with_capacity(vertices), wins: u32::from(convention == Convention::Normal) }
    }

    /// The next vertex, with so many followers.
    #[inline]
    pub fn add(&mut self, degree: u32) {
        self.records.push(Record { count: degree, best: if degree == 0 { 0 } else { NONE } });
    }

    /// The vertices without followers are ready.
    pub fn terminals(&self, turns: &mut Turns) {
        turns.ready.extend((0..).zip(&self.records).filter(|(_, record)| record.count == 0).map(|(v, _)| v));
    }

    /// All numbers in the order of the vertices; [`NONE`] where a follower has not spoken.
    #[must_use]
    pub fn all(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.records.iter().map(|record| record.number())
    }
}

impl Rule for Delays {
    type Label = u32;

    #[inline]
    fn label(&self, v: u32) -> u32 {
        self.records.get(v as usize).map_or(NONE, |record| record.number())
    }

    #[inline]
    fn tell(&mut self, predecessors: &[u32], suspense: u32, turns: &mut Turns) {
        let said = suspense.wrapping_add(1);
        for &p in predecessors {
            let Some(record) = self.records.get_mut(p as usize) else { continue };
            let has_win = record.best != NONE && record.best % 2 == self.wins;
            if said % 2 == self.wins {
                record.best = if has_win { record.best.max(said) } else { said };
            } else if !has_win {
                record.best = record.best.min(said);
            }
            // a file with forged degrees gives wrong numbers, but no fault
            record.count = record.count.wrapping_sub(1);
            if record.count == 0 {
                turns.ready.push(p);
            }
        }
    }

    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        let count = |v: u32| self.records.get(v as usize).map_or(0, |record| record.count);
        std::hint::black_box(vertices.iter().fold(0, |sum, &v| sum ^ count(v)));
    }
}
