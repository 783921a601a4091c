//! Sparse memo: Grundy values of what is reachable from one place, and of nothing else.
//!
//! From 987654321987654321 the rule `{n -> n//d for d in 2..6 if n > 0}` reaches a few thousand numbers: they are
//! visited depth-first and remembered. The walk keeps its own stack, so depth is bounded by memory only. A place that
//! is reached from itself is an error that names it; so is a part that no measure calls smaller, where that could
//! not be proved beforehand.
//!
//! Cost: one visit of each option of each reachable place; about 100 bytes a place.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::game::{Component, Game, Place};
use crate::number::Nat;

/// The values of one game that are known so far.
#[derive(Debug, Default)]
pub(crate) struct Sparse {
    values: FxHashMap<Place, Known>,
}

#[derive(Debug, Clone, PartialEq)]
enum Known {
    Value(Nat),
    /// On the path from the place asked about.
    Open,
}

/// A place whose options wait for values.
struct Frame {
    place: Place,
    options: Vec<PartialOption>,
    next: usize,
}

/// An option: the xor of its foreign parts, and its own parts.
struct PartialOption {
    foreign: Nat,
    own: Vec<Place>,
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

impl Sparse {
    /// The value if it is known.
    pub(crate) fn get(&self, place: &Place) -> Option<&Nat> {
        match self.values.get(place) {
            Some(Known::Value(v)) => Some(v),
            _ => None,
        }
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
        if let Some(v) = self.get(place) {
            return Ok(Some(v.clone()));
        }
        let mut stack = Vec::new();
        let mut left = match reach {
            Reach::All => u64::MAX,
            Reach::Options(n) => n,
        };
        let result = self.walk(game, place, &mut left, cx, foreign, &mut stack);
        // an interrupted walk leaves nothing open behind
        for frame in &stack {
            self.values.remove(&frame.place);
        }
        result
    }

    fn walk(
        &mut self,
        game: &Game,
        place: &Place,
        left: &mut u64,
        cx: &Context,
        foreign: &mut dyn FnMut(&Component) -> Result<Nat>,
        stack: &mut Vec<Frame>,
    ) -> Result<Option<Nat>> {
        if !self.open(game, place.clone(), left, cx, foreign, stack)? {
            return Ok(None);
        }
        let mut seen = Vec::new();
        loop {
            let Some(frame) = stack.last_mut() else { return Err(Diagnostic::rule("the walk lost its way").into()) };
            let mut missing = None;
            'options: while let Some(option) = frame.options.get(frame.next) {
                for own in &option.own {
                    match self.values.get(own) {
                        Some(Known::Value(_)) => {}
                        Some(Known::Open) => return Err(cycle(game, own).into()),
                        None => {
                            missing = Some(own.clone());
                            break 'options;
                        }
                    }
                }
                frame.next += 1;
            }
            if let Some(missing) = missing {
                if !self.open(game, missing, left, cx, foreign, stack)? {
                    return Ok(None);
                }
                continue;
            }
            let Some(frame) = stack.pop() else { return Err(Diagnostic::rule("the walk lost its way").into()) };
            seen.clear();
            for option in &frame.options {
                let mut value = option.foreign.clone();
                for own in &option.own {
                    if let Some(Known::Value(v)) = self.values.get(own) {
                        value ^= v;
                    }
                }
                seen.push(value);
            }
            let value = grundy_core::mex::mex_nat(&seen);
            self.values.insert(frame.place, Known::Value(value.clone()));
            if stack.is_empty() {
                return Ok(Some(value));
            }
        }
    }

    /// Gathers the options of a place; `false` if the walk may not go on.
    fn open(
        &mut self,
        game: &Game,
        place: Place,
        left: &mut u64,
        cx: &Context,
        foreign: &mut dyn FnMut(&Component) -> Result<Nat>,
        stack: &mut Vec<Frame>,
    ) -> Result<bool> {
        cx.tick(1)?;
        cx.reserve(BYTES)?;
        let mut options = Vec::new();
        let mut trouble = None;
        let flow = game.each_option(&place, cx, &mut |parts| {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return ControlFlow::Break(());
            }
            let mut option = PartialOption { foreign: Nat::ZERO, own: Vec::new() };
            for part in parts {
                if part.game == *game {
                    option.own.push(part.place.clone());
                } else {
                    match foreign(part) {
                        Ok(v) => option.foreign ^= v,
                        Err(e) => {
                            trouble = Some(e);
                            return ControlFlow::Break(());
                        }
                    }
                }
            }
            options.push(option);
            ControlFlow::Continue(())
        });
        if let Some(e) = trouble {
            return Err(e);
        }
        if flow?.is_break() {
            return Ok(false);
        }
        self.values.insert(place.clone(), Known::Open);
        stack.push(Frame { place, options, next: 0 });
        Ok(true)
    }
}

/// The fault of a rule that comes back to where it was.
pub(crate) fn cycle(game: &Game, place: &Place) -> Diagnostic {
    Diagnostic::rule(format!(
        "the play need not end: {} can be reached from itself",
        game.show(std::slice::from_ref(place))
    ))
    .suggest("a rule with cycles must say `loopy`")
}
