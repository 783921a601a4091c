//! Games in which some moves keep the turn: every position is worth a nim-heap, or it is *loony*.
//!
//! A position is **loony** if the player to move wins it in every sum: nobody wants to hand it over. Let S have moves that
//! keep the turn. In S + \*n such a move to a position of value k wins where n ≠ k, and one to a loony position wins always.
//! So S is lost for no n but k, and for that only if nothing else wins there:
//!
//! ```text
//! the moves that keep the turn    all lead to one value k       else S is loony
//! no other move                   leads to the value k          else S is loony
//!                                                               otherwise the value is k
//! no move keeps the turn          the mex of the values, loony options left out: who moves there loses
//! ```
//!
//! In Nimstring a coin on one string is captured by a move that keeps the turn. Cutting the other end of a chain of two
//! leaves the value that capturing leaves, so that is loony:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_core::{Context, Entailing, Turn, TurnVisitor};
//! use grundy_search::entailing::Loony;
//!
//! /// Take one of n stones; who takes the last of three moves again.
//! #[derive(Debug)]
//! struct Stones;
//!
//! impl Entailing for Stones {
//!     type Position = u32;
//!     fn moves(&self, &n: &u32, visit: &mut TurnVisitor<'_, u32>) -> ControlFlow<()> {
//!         match n {
//!             0 => ControlFlow::Continue(()),
//!             _ if n % 3 == 1 => visit(Turn::Stays, &[n - 1]),
//!             _ => visit(Turn::Passes, &[n - 1]),
//!         }
//!     }
//! }
//!
//! let mut search = Loony::new(Stones);
//! let values: Vec<Option<u64>> = (0..6).map(|n| search.value(&n, &Context::default())).collect::<Result<_, _>>()?;
//! assert_eq!(values, [Some(0), Some(0), Some(1), Some(0), Some(0), Some(1)]);
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! Cost: a tick a move; the value of everything reachable is kept.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapters 12 (entailing moves) and 16.

use std::ops::ControlFlow;

use grundy_core::{Context, Diagnostic, Entailing, Error, Result, Turn, mex};
use rustc_hash::FxHashMap;

use crate::walk::{Mark, Opened, Step, Walk, walk};

/// Values of one game, remembered; `None` is loony.
#[derive(Debug)]
pub struct Loony<E: Entailing> {
    rules: E,
    values: FxHashMap<E::Position, Mark<Option<u64>>>,
}

impl<E: Entailing> Loony<E> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(rules: E) -> Self {
        Loony { rules, values: FxHashMap::default() }
    }

    /// The value of a position in normal play; `None`: it is loony.
    ///
    /// # Errors
    /// A position that is reached from itself; a spent budget (what was found is kept).
    pub fn value(&mut self, position: &E::Position, cx: &Context) -> Result<Option<u64>> {
        let parts = self.rules.parts(position.clone());
        let mut value = Some(0);
        for part in &parts {
            walk(&mut Values { search: self, cx }, part.clone())?;
            value = value.zip(self.known(part).flatten()).map(|(a, b)| a ^ b);
        }
        Ok(value)
    }

    fn known(&self, part: &E::Position) -> Option<Option<u64>> {
        self.values.get(part).and_then(Mark::value).copied()
    }
}

struct Values<'a, E: Entailing> {
    search: &'a mut Loony<E>,
    cx: &'a Context,
}

/// The moves of a position, those that keep the turn first.
struct Frame<P> {
    moves: Vec<(Turn, Vec<P>)>,
    next: usize,
    /// The common value of the moves that keep the turn.
    kept: Option<u64>,
    seen: Vec<u64>,
}

impl<E: Entailing> Walk for Values<'_, E> {
    type Position = E::Position;
    type Value = Option<u64>;
    type Table = FxHashMap<E::Position, Mark<Option<u64>>>;
    type Frame = Frame<E::Position>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.search.values
    }

    fn open(&mut self, position: &E::Position, _: usize) -> Result<Opened<Frame<E::Position>, Option<u64>>> {
        self.cx.reserve((2 * size_of::<(E::Position, Mark<Option<u64>>)>()) as u64)?;
        let (mut moves, mut stopped) = (Vec::new(), None);
        let rules = &self.search.rules;
        let _ = rules.moves(position, &mut |turn, parts| {
            moves.push((turn, parts.iter().flat_map(|part| rules.parts(part.clone())).collect::<Vec<_>>()));
            match self.cx.tick(1) {
                Ok(()) => ControlFlow::Continue(()),
                Err(s) => {
                    stopped = Some(s);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        moves.sort_by_key(|(turn, _)| *turn == Turn::Passes);
        Ok(Opened::Frame(Frame { moves, next: 0, kept: None, seen: Vec::new() }))
    }

    fn step(&mut self, _: &E::Position, frame: &mut Frame<E::Position>) -> Result<Step<E::Position, Option<u64>>> {
        const LOONY: Option<u64> = None;
        while let Some((turn, parts)) = frame.moves.get(frame.next) {
            let mut value = Some(0);
            for part in parts {
                let Some(known) = self.search.known(part) else { return Ok(Step::Needs(part.clone())) };
                value = value.zip(known).map(|(a, b)| a ^ b);
            }
            frame.next += 1;
            match (turn, value) {
                // who keeps the turn in a loony position wins
                (Turn::Ends, _) | (Turn::Stays, None) => return Ok(Step::Done(LOONY)),
                (Turn::Stays, Some(k)) if frame.kept.is_some_and(|kept| kept != k) => return Ok(Step::Done(LOONY)),
                (Turn::Stays, k) => frame.kept = k,
                (Turn::Passes, None) => {}
                (Turn::Passes, value) if frame.kept.is_some() && value == frame.kept => return Ok(Step::Done(LOONY)),
                (Turn::Passes, Some(value)) => frame.seen.push(value),
            }
        }
        Ok(Step::Done(frame.kept.or_else(|| Some(mex(frame.seen.drain(..))))))
    }

    fn cycle(&mut self, path: &[E::Position]) -> Error {
        Diagnostic::rule(format!("the game may not end: {:?} can be reached from itself", path[0])).into()
    }
}
