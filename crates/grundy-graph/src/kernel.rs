//! The kernel of retrograde analysis: what is known of a vertex is told to its predecessors, until nobody learns anything.
//!
//! ```text
//! ready   7 4 ── take some ──►  rows: who precedes 4?  2 5 9  ── tell ──►  rule: 5 heard its last follower
//!           ▲                                                                      │
//!           └──────────────────────────── 5 is ready ──────────────────────────────┘
//! ```
//!
//! Two traits meet here. [`Rows`] know who precedes whom and where that is written down: in memory ([`Reverse`]), in a
//! file ([`External`](crate::External)). A [`Rule`] holds what each vertex has heard and says who is ready by it:
//! [`Retrograde`](crate::Retrograde) for outcomes, [`Delays`](crate::Delays) for suspense, [`Values`](crate::Values) for
//! values. [`spread`] works for every pair of them. Workers that share a graph (`grundy-cluster`) have rows of their own
//! vertices and the same rules, wrapped so that other workers hear of each turn; they stop after some [turns](turn), to
//! send and to receive.
//!
//! **Order.** Rules that need it go level by level. Where rows are in a file, each level is sorted, so that the file is
//! read forwards; in memory the last few that became ready are taken first, for their rows are likely in the cache.
//! Labels do not depend on it.
//!
//! **Cost.** A vertex and an arc are a node of work each. Random access decides the speed: rows fetch the lists of some
//! vertices before the first is worked on, which alone halved the time on random graphs, and rows from a file, which
//! gather their lists anyway, let the rule fetch the records of all who will be told.

use grundy_core::{Context, Result, Stopped};

use crate::Reverse;

/// So many vertices are taken at once, their lists fetched together.
const BLOCK: usize = 32;

/// A graph by predecessors.
pub trait Rows {
    /// Are vertices to be asked for in ascending order?
    const SORTED: bool;

    /// How many vertices.
    fn vertices(&self) -> usize;

    /// How many arcs, repeated ones counted each time.
    fn arcs(&self) -> u64;

    /// For all numbers in order: how many arcs leave it, and whether it is a vertex, because an arc or a line of the
    /// file mentions it.
    ///
    /// # Errors
    /// A file that cannot be read, or is damaged.
    fn degrees(&self, visit: impl FnMut(u32, u32, bool)) -> Result<()>;

    /// Hands over the predecessors of these vertices; a long list may come in pieces, an empty one perhaps not at all.
    ///
    /// # Errors
    /// A file that cannot be read, or is damaged; the budget.
    fn visit(&self, vertices: &[u32], cx: &Context, listener: &mut impl Listener) -> Result<()>;
}

/// Who is handed lists of predecessors.
pub trait Listener {
    /// The records of these vertices are about to be changed.
    fn fetch(&self, vertices: &[u32]);

    /// The predecessors of `v`, or some of them.
    ///
    /// # Errors
    /// The memory budget.
    fn list(&mut self, v: u32, predecessors: &[u32]) -> Result<(), Stopped>;
}

/// What a vertex does when it hears the label of a follower.
pub trait Rule {
    /// What is told of a vertex.
    type Label: Copy;
    /// Do labels have to be told level by level?
    const BY_LEVELS: bool = false;

    /// Of some that are taken from memory together, does the one that became ready last have its turn first? No label
    /// depends on it, but which of several winning moves is named first.
    #[inline]
    fn newest_first(&self) -> bool {
        true
    }

    /// The vertex, which is ready, takes its turn.
    #[inline]
    fn begin(&mut self, v: u32) {
        let _ = v;
    }

    /// The vertex takes its turn as one that reverts.
    #[inline]
    fn begin_reverting(&mut self, v: u32) {
        let _ = v;
    }

    /// The label of a vertex that has taken its turn.
    fn label(&self, v: u32) -> Self::Label;

    /// A follower of these vertices has this label: once for each arc.
    fn tell(&mut self, predecessors: &[u32], label: Self::Label, turns: &mut Turns);

    /// A follower of these vertices has become one that reverts: see [`Values`](crate::Values).
    fn revert(&mut self, predecessors: &[u32], turns: &mut Turns) {
        let _ = (predecessors, turns);
    }

    /// Looks at the records of these vertices: the cache misses are waited for together.
    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        let _ = vertices;
    }

    /// Bytes to be asked for since this was called before.
    #[inline]
    fn charge(&mut self) -> u64 {
        0
    }
}

/// Vertices whose predecessors are still to be told.
#[derive(Debug, Clone, Default)]
pub struct Turns {
    /// Of a label.
    pub ready: Vec<u32>,
    /// That the vertex reverts.
    pub reverting: Vec<u32>,
}

impl Turns {
    /// Nobody is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ready.is_empty() && self.reverting.is_empty()
    }

    /// Takes the last few of those who revert or, if there are none, of those with a label; says which, and tells the
    /// rule whose turn it is.
    pub fn take(&mut self, rule: &mut impl Rule, taken: &mut Vec<u32>) -> bool {
        let reverting = !self.reverting.is_empty();
        let list = if reverting { &mut self.reverting } else { &mut self.ready };
        taken.clear();
        taken.extend(list.drain(list.len().saturating_sub(BLOCK)..));
        if !reverting && rule.newest_first() {
            taken.reverse();
        }
        begin(rule, taken, reverting)
    }

    /// The same with all of them, ascending if asked for.
    pub fn take_all(&mut self, rule: &mut impl Rule, taken: &mut Vec<u32>, sorted: bool) -> bool {
        let reverting = !self.reverting.is_empty();
        taken.clear();
        std::mem::swap(taken, if reverting { &mut self.reverting } else { &mut self.ready });
        if sorted {
            taken.sort_unstable();
        }
        begin(rule, taken, reverting)
    }
}

fn begin(rule: &mut impl Rule, taken: &[u32], reverting: bool) -> bool {
    match reverting {
        true => taken.iter().for_each(|&v| rule.begin_reverting(v)),
        false => taken.iter().for_each(|&v| rule.begin(v)),
    }
    reverting
}

/// These vertices, whose turn it is, tell their predecessors their labels or, if `reverting`, that they revert.
///
/// # Errors
/// Rows that cannot be read; the budget.
#[inline]
pub fn turn<G: Rows, R: Rule>(
    rows: &G,
    rule: &mut R,
    turns: &mut Turns,
    (taken, reverting): (&[u32], bool),
    cx: &Context,
) -> Result<()> {
    rows.visit(taken, cx, &mut Telling { rule, turns, reverting, cx })
}

/// Tells predecessors until nobody is ready.
///
/// # Errors
/// Rows that cannot be read; the budget.
pub fn spread<G: Rows, R: Rule>(rows: &G, rule: &mut R, turns: &mut Turns, cx: &Context) -> Result<()> {
    let all = Some(rows.vertices() as u64);
    let (mut taken, mut done) = (Vec::new(), 0u64);
    let mut room = Room { cx, bytes: 0 };
    while !turns.is_empty() {
        let reverting = if G::SORTED || R::BY_LEVELS {
            turns.take_all(rule, &mut taken, G::SORTED)
        } else {
            turns.take(rule, &mut taken)
        };
        turn(rows, rule, turns, (&taken, reverting), cx)?;
        room.grow(4 * (taken.capacity() + turns.ready.capacity() + turns.reverting.capacity()) as u64)?;
        let before = done;
        done += taken.len() as u64;
        if before >> 20 < done >> 20 {
            cx.progress(done, all);
        }
    }
    Ok(())
}

/// Hands what is said of some vertices to the rule.
struct Telling<'a, R> {
    rule: &'a mut R,
    turns: &'a mut Turns,
    reverting: bool,
    cx: &'a Context,
}

impl<R: Rule> Listener for Telling<'_, R> {
    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        self.rule.fetch(vertices);
    }

    #[inline(always)]
    fn list(&mut self, v: u32, predecessors: &[u32]) -> Result<(), Stopped> {
        if self.reverting {
            self.rule.revert(predecessors, self.turns);
            return Ok(());
        }
        let label = self.rule.label(v);
        self.rule.tell(predecessors, label, self.turns);
        match self.rule.charge() {
            0 => Ok(()),
            bytes => self.cx.reserve(bytes),
        }
    }
}

/// Memory of lists that grow, given back at the end.
struct Room<'c> {
    cx: &'c Context,
    bytes: u64,
}

impl Room<'_> {
    fn grow(&mut self, bytes: u64) -> Result<(), Stopped> {
        if bytes > self.bytes {
            self.cx.reserve(bytes - self.bytes)?;
            self.bytes = bytes;
        }
        Ok(())
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.cx.release(self.bytes);
    }
}

impl Rows for Reverse {
    const SORTED: bool = false;

    fn vertices(&self) -> usize {
        self.vertices()
    }

    fn arcs(&self) -> u64 {
        self.arcs() as u64
    }

    fn degrees(&self, mut visit: impl FnMut(u32, u32, bool)) -> Result<()> {
        for (v, &degree) in (0..).zip(self.out_degrees()) {
            visit(v, degree, degree > 0 || !self.predecessors(v).is_empty());
        }
        Ok(())
    }

    #[inline]
    fn visit(&self, vertices: &[u32], cx: &Context, listener: &mut impl Listener) -> Result<()> {
        for block in vertices.chunks(BLOCK) {
            self.fetch(block);
            let mut work = block.len() as u64;
            for &v in block {
                let predecessors = self.predecessors(v);
                work += predecessors.len() as u64;
                listener.list(v, predecessors)?;
            }
            cx.tick(work)?;
        }
        Ok(())
    }
}
