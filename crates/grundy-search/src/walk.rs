//! The one walker: depth first over positions, each worked out once, with a stack of its own.
//!
//! A position is *opened* (its options are listed into a frame) and then *stepped*: a step names a position whose value is
//! missing, or tells the value. What is named is opened in turn, on top of the stack:
//!
//! ```text
//! stack   5          5 3        5 3 1      5 3        5
//! step    needs 3    needs 1    is 1       is 2       needs 2 …
//! ```
//!
//! A position that is needed while it is open can be reached from itself: the play need not end. The stack lives on the
//! heap, so a game a million moves long is no danger. After an error (a spent budget, an exception of the rules) nothing
//! stays open: what was finished is kept, and the next question starts from there.
//!
//! ```
//! use grundy_search::walk::{Mark, Opened, Step, Walk, walk};
//!
//! /// Who wins if 1, 3 or 4 may be taken from a heap?
//! struct Outcomes(Vec<Mark<bool>>);
//!
//! impl Walk for Outcomes {
//!     type Position = usize;
//!     type Value = bool;
//!     type Table = Vec<Mark<bool>>;
//!     type Frame = std::slice::Iter<'static, usize>;
//!     type Error = String;
//!
//!     fn table(&mut self) -> &mut Vec<Mark<bool>> {
//!         &mut self.0
//!     }
//!     fn open(&mut self, _: &usize, _: usize) -> Result<Opened<Self::Frame, bool>, String> {
//!         Ok(Opened::Frame([1, 3, 4].iter()))
//!     }
//!     fn step(&mut self, n: &usize, options: &mut Self::Frame) -> Result<Step<usize, bool>, String> {
//!         while let Some(option) = options.as_slice().first().and_then(|k| n.checked_sub(*k)) {
//!             match self.0.get(option) {
//!                 Some(Mark::Done(false)) => return Ok(Step::Done(true)), // a move to a P-position wins
//!                 Some(Mark::Done(true)) => drop(options.next()),
//!                 _ => return Ok(Step::Needs(option)),
//!             }
//!         }
//!         Ok(Step::Done(false))
//!     }
//!     fn cycle(&mut self, path: &[usize]) -> String {
//!         format!("{path:?} leads back to itself")
//!     }
//! }
//!
//! let mut outcomes = Outcomes(Vec::new());
//! walk(&mut outcomes, 1_000_000)?;
//! assert_eq!(outcomes.0[1_000_000], Mark::Done(1_000_000 % 7 != 0 && 1_000_000 % 7 != 2));
//! # Ok::<(), String>(())
//! ```
//!
//! Cost: one `open` and one `mark` of each position met, and as many steps as it has missing options, and one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// How far a position is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Not met, or forgotten.
    Unknown,
    /// On the stack.
    Open,
    /// Its value is known.
    Done,
}

/// What a table holds for a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark<V> {
    /// Nothing.
    Unknown,
    /// It is on the stack.
    Open,
    /// Its value.
    Done(V),
}

impl<V> Mark<V> {
    /// The mark without the value.
    pub fn status(&self) -> Status {
        match self {
            Mark::Unknown => Status::Unknown,
            Mark::Open => Status::Open,
            Mark::Done(_) => Status::Done,
        }
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<&V> {
        match self {
            Mark::Done(value) => Some(value),
            Mark::Unknown | Mark::Open => None,
        }
    }
}

/// A position that was opened.
#[derive(Debug)]
pub enum Opened<F, V> {
    /// Its options, to be looked at step by step.
    Frame(F),
    /// Its value, which needs no options.
    Value(V),
}

/// What a step found.
#[derive(Debug)]
pub enum Step<P, V> {
    /// The value of this position is missing. The frame is stepped again once it is there.
    Needs(P),
    /// The value; other options are not looked at.
    Done(V),
}

/// What is known of positions.
pub trait Table<P, V> {
    /// How far a position is worked out.
    fn status(&self, position: &P) -> Status;

    /// Writes a mark.
    fn mark(&mut self, position: P, mark: Mark<V>);

    /// Forgets these positions, which are all that is open: a walk was given up.
    fn close(&mut self, open: Vec<P>) {
        for position in open {
            self.mark(position, Mark::Unknown);
        }
    }
}

/// Any positions; what is unknown takes no room.
impl<P: Eq + Hash, V> Table<P, V> for FxHashMap<P, Mark<V>> {
    fn status(&self, position: &P) -> Status {
        self.get(position).map_or(Status::Unknown, Mark::status)
    }

    fn mark(&mut self, position: P, mark: Mark<V>) {
        match mark {
            Mark::Unknown => drop(self.remove(&position)),
            mark => drop(self.insert(position, mark)),
        }
    }

    /// One pass over the table where much of it is open: each removal by its key would miss the caches.
    fn close(&mut self, open: Vec<P>) {
        if open.len() > self.len() / 8 {
            self.retain(|_, mark| !matches!(mark, Mark::Open));
        } else {
            open.iter().for_each(|position| drop(self.remove(position)));
        }
    }
}

/// Positions that are small numbers.
impl<V> Table<usize, V> for Vec<Mark<V>> {
    fn status(&self, &position: &usize) -> Status {
        self.get(position).map_or(Status::Unknown, Mark::status)
    }

    fn mark(&mut self, position: usize, mark: Mark<V>) {
        if self.len() <= position {
            self.resize_with(position + 1, || Mark::Unknown);
        }
        self[position] = mark;
    }
}

/// A search: its table, its options, and what is made of them.
pub trait Walk {
    /// The full key of a position, never a hash alone: one collision would be a wrong proof.
    type Position: Clone + PartialEq;
    /// What is worked out.
    type Value;
    /// What is known.
    type Table: Table<Self::Position, Self::Value>;
    /// A position that waits for others.
    type Frame;
    /// Why the walk was given up.
    type Error;

    /// The table.
    fn table(&mut self) -> &mut Self::Table;

    /// Lists the options of a position; `depth` positions are on the stack.
    ///
    /// # Errors
    /// A spent budget, or a fault of the rules.
    fn open(
        &mut self,
        position: &Self::Position,
        depth: usize,
    ) -> Result<Opened<Self::Frame, Self::Value>, Self::Error>;

    /// Goes on where the frame stands.
    ///
    /// # Errors
    /// A spent budget, or a fault of the rules.
    fn step(
        &mut self,
        position: &Self::Position,
        frame: &mut Self::Frame,
    ) -> Result<Step<Self::Position, Self::Value>, Self::Error>;

    /// The error of a play that need not end: each of these leads to the next, and the last to the first.
    fn cycle(&mut self, path: &[Self::Position]) -> Self::Error;
}

/// Works out a position, and all that it needs; nothing if it is known.
///
/// # Errors
/// Those of the search; a position that can be reached from itself.
pub fn walk<W: Walk>(search: &mut W, root: W::Position) -> Result<(), W::Error> {
    let mut stack = Vec::new();
    let result = run(search, root, &mut stack);
    search.table().close(stack.into_iter().map(|(position, _)| position).collect());
    result
}

type Stack<W> = Vec<(<W as Walk>::Position, <W as Walk>::Frame)>;

fn run<W: Walk>(search: &mut W, root: W::Position, stack: &mut Stack<W>) -> Result<(), W::Error> {
    need(search, root, stack)?;
    while let Some((position, frame)) = stack.last_mut() {
        match search.step(position, frame)? {
            Step::Needs(next) => need(search, next, stack)?,
            Step::Done(value) => {
                if let Some((position, _)) = stack.pop() {
                    search.table().mark(position, Mark::Done(value));
                }
            }
        }
    }
    Ok(())
}

fn need<W: Walk>(search: &mut W, position: W::Position, stack: &mut Stack<W>) -> Result<(), W::Error> {
    match search.table().status(&position) {
        Status::Done => {}
        Status::Open => {
            let from = stack.iter().position(|(open, _)| *open == position).unwrap_or(0);
            let path: Vec<W::Position> = stack[from..].iter().map(|(open, _)| open.clone()).collect();
            return Err(search.cycle(&path));
        }
        Status::Unknown => match search.open(&position, stack.len())? {
            Opened::Value(value) => search.table().mark(position, Mark::Done(value)),
            Opened::Frame(frame) => {
                search.table().mark(position.clone(), Mark::Open);
                stack.push((position, frame));
            }
        },
    }
    Ok(())
}
