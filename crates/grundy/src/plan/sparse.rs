//! Sparse memo: Grundy values of what is reachable from one place, and of nothing else.
//!
//! From 987654321987654321 the rule `{n -> n//d for d in 2..6 if n > 0}` reaches a few thousand numbers: they are
//! visited depth-first and remembered ([`walk`]), so depth is bounded by memory only. A place that is reached from itself is an error that names it; so is a part that no measure calls smaller, where that could
//! not be proved beforehand.
//!
//! Cost: one visit of each option of each reachable place; about 100 bytes a place.

use std::ops::ControlFlow;

use grundy_search::walk::{Mark, Opened, Step, Walk, walk};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::game::{Component, Game, Kind, Place};
use crate::number::Nat;

/// The values of one game that are known so far.
#[derive(Debug, Default)]
pub(crate) struct Sparse {
    values: FxHashMap<Place, Mark<Nat>>,
    /// Did the last walk give up at a place with more options than it may remember?
    crowded: bool,
}

/// How far a walk may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// As far as the budget allows.
    All,
    /// Over so many options; then the walk gives up, and keeps what it finished.
    Options(u64),
}

/// Bytes that one remembered place takes, roughly.
const BYTES: u64 = 120;

/// A walk that may give up does so at a place with so many options that are not known, or with a quarter of those that it may
/// look at: each of them is remembered at once, and has options of its own.
const CROWD: u64 = 500_000;

impl Sparse {
    /// The value if it is known.
    pub(crate) fn get(&self, place: &Place) -> Option<&Nat> {
        self.values.get(place).and_then(Mark::value)
    }

    /// How many options one place may have, if the last walk gave up there.
    pub(crate) fn crowd(&self, reach: Reach) -> Option<u64> {
        self.crowded.then(|| crowd(reach))
    }

    /// The Grundy value of a place; `foreign` gives values in other games.
    ///
    /// # Errors
    /// A rule that does not end, or a spent budget (what was finished is kept).
    pub(crate) fn value(
        &mut self,
        game: &Game,
        place: &Place,
        reach: Reach,
        cx: &Context,
        foreign: &mut dyn FnMut(&Component) -> Result<Nat>,
    ) -> Result<Option<Nat>> {
        let left = match reach {
            Reach::All => u64::MAX,
            Reach::Options(n) => n,
        };
        self.crowded = false;
        let most = usize::try_from(crowd(reach)).unwrap_or(usize::MAX);
        match walk(&mut Values { values: &mut self.values, game, left, most, cx, foreign }, place.clone()) {
            Ok(()) => Ok(self.get(place).cloned()),
            Err(Ended::Reach) => Ok(None),
            Err(Ended::Crowd) => {
                self.crowded = true;
                Ok(None)
            }
            Err(Ended::Error(error)) => Err(error),
        }
    }
}

fn crowd(reach: Reach) -> u64 {
    match reach {
        Reach::All => u64::MAX,
        Reach::Options(n) => CROWD.max(n / 4),
    }
}

/// One walk.
struct Values<'a> {
    values: &'a mut FxHashMap<Place, Mark<Nat>>,
    game: &'a Game,
    left: u64,
    /// Options of one place that may wait.
    most: usize,
    cx: &'a Context,
    foreign: &'a mut dyn FnMut(&Component) -> Result<Nat>,
}

/// A place whose options were listed.
struct Frame {
    /// The values of options that are worked out.
    seen: Vec<Nat>,
    /// For each of the others the xor of the parts that are, and those that were not when it was listed; both lists
    /// backwards, so that the next one is the last.
    waiting: Vec<(Nat, SmallVec<[Place; 1]>)>,
}

/// Why a walk gave up.
enum Ended {
    Reach,
    Crowd,
    Error(Error),
}

impl<E: Into<Error>> From<E> for Ended {
    fn from(error: E) -> Self {
        Ended::Error(error.into())
    }
}

impl Walk for Values<'_> {
    type Position = Place;
    type Value = Nat;
    type Table = FxHashMap<Place, Mark<Nat>>;
    type Frame = Frame;
    type Error = Ended;

    fn table(&mut self) -> &mut Self::Table {
        self.values
    }

    fn open(&mut self, place: &Place, _: usize) -> std::result::Result<Opened<Frame, Nat>, Ended> {
        self.cx.tick(1)?;
        self.cx.reserve(BYTES)?;
        let mut frame = Frame { seen: Vec::new(), waiting: Vec::new() };
        let mut ended = None;
        let _ = self.game.each_option(place, self.cx, &mut |parts| {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                ended = Some(Ended::Reach);
                return ControlFlow::Break(());
            }
            let (mut xor, mut own) = (Nat::ZERO, SmallVec::new());
            for part in parts {
                if part.game == *self.game {
                    match self.values.get(&part.place).and_then(Mark::value) {
                        Some(value) => xor ^= value,
                        None => own.push(part.place.clone()),
                    }
                    continue;
                }
                match (self.foreign)(part) {
                    Ok(value) => xor ^= value,
                    Err(error) => {
                        ended = Some(error.into());
                        return ControlFlow::Break(());
                    }
                }
            }
            if own.is_empty() {
                frame.seen.push(xor);
            } else {
                own.reverse();
                frame.waiting.push((xor, own));
                if frame.waiting.len() > self.most {
                    ended = Some(Ended::Crowd);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        frame.waiting.reverse();
        ended.map_or(Ok(Opened::Frame(frame)), Err)
    }

    fn step(&mut self, _: &Place, frame: &mut Frame) -> std::result::Result<Step<Place, Nat>, Ended> {
        while let Some((xor, own)) = frame.waiting.last_mut() {
            while let Some(part) = own.last() {
                let Some(value) = self.values.get(part).and_then(Mark::value) else {
                    return Ok(Step::Needs(part.clone()));
                };
                *xor ^= value;
                own.pop();
            }
            frame.seen.extend(frame.waiting.pop().map(|(xor, _)| xor));
        }
        Ok(Step::Done(grundy_core::mex::mex_nat(&frame.seen)))
    }

    fn cycle(&mut self, path: &[Place]) -> Ended {
        cycle(self.game, &path[0]).into()
    }
}

/// The fault of a rule that comes back to where it was.
pub(crate) fn cycle(game: &Game, place: &Place) -> Diagnostic {
    Diagnostic::rule(format!(
        "the play need not end: {} can be reached from itself",
        game.show(std::slice::from_ref(place))
    ))
    .suggest(match game.kind() {
        Kind::Other(_) => "where positions come back, write them as a graph: graph{a -> b; b -> a,c}(a)",
        _ => "a rule with cycles must say `loopy`",
    })
}
