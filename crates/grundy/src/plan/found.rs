//! What a strategy found, whole: the answer, what it rests on, and the engine that gave it.

use std::borrow::Cow;

use crate::evidence::Evidence;
use crate::number::Nat;
use crate::outcome::Outcome;

/// An answer with its reasons. They are made where the answer is made and never looked up afterwards.
#[derive(Debug, Clone)]
pub(crate) struct Found<T> {
    /// The answer.
    pub(crate) what: T,
    /// What it rests on.
    pub(crate) evidence: Evidence,
    /// The engine that gave it, in words.
    pub(crate) engine: Cow<'static, str>,
}

impl<T> Found<T> {
    /// An answer of this engine.
    pub(crate) fn new(what: T, evidence: Evidence, engine: impl Into<Cow<'static, str>>) -> Self {
        Found { what, evidence, engine: engine.into() }
    }

    /// Another answer that rests on the same.
    pub(crate) fn map<U>(self, other: impl FnOnce(T) -> U) -> Found<U> {
        Found { what: other(self.what), evidence: self.evidence, engine: self.engine }
    }
}

/// Who wins a place alone, told without its value; with the value where the same law gives it.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    /// Who wins.
    pub(crate) outcome: Outcome,
    /// The Grundy value, of a P-position always 0.
    pub(crate) value: Option<Nat>,
}

impl From<Outcome> for Told {
    fn from(outcome: Outcome) -> Self {
        Told { outcome, value: (outcome == Outcome::Previous).then_some(Nat::ZERO) }
    }
}

/// The names of engines that worked together, each once, in order of first use.
pub(crate) fn names_of_engines<'e>(engines: impl IntoIterator<Item = &'e str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for engine in engines {
        // an engine may itself be a list
        for name in engine.split(", ") {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names.join(", ")
}
