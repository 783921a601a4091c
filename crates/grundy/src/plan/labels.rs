//! Games whose play need not end: Smith's labels of the reachable graph.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard};

use grundy_core::{Context, Convention, Nat, Result, locked};

use super::Found;
use super::strategy::{At, Strategy};
use crate::game::{Component, Game, Place};
use crate::loopy::Value;
use crate::loopy::labelled::Labelled;

const NAME: &str = "reachable graph";

/// What was reached, with its labels.
#[derive(Debug, Default)]
pub(super) struct Labels(Mutex<Option<Labelled>>);

impl Labels {
    fn kept(&self) -> MutexGuard<'_, Option<Labelled>> {
        locked(self.0.lock())
    }

    /// The labels are taken out while they are at work: moves may lead to other games, and from there back to this one.
    fn with<T>(&self, work: impl FnOnce(&mut Labelled) -> T) -> T {
        let kept = self.kept().take();
        let mut labelled = kept.unwrap_or_else(|| Labelled::new(Convention::Normal));
        let result = work(&mut labelled);
        *self.kept() = Some(labelled);
        result
    }
}

impl Strategy for Labels {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        Some(NAME.into())
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let component = Component { game: at.game.clone(), place: at.place.clone() };
        self.with(|labelled| {
            let value = labelled.value(&[component], cx)?;
            Ok(Some(Found::new(value, labelled.evidence(), NAME)))
        })
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let component = Component { game: at.game.clone(), place: at.place.clone() };
        let value = self.with(|labelled| labelled.value(&[component], cx))?;
        super::strategy::finite(at, value).map(Some)
    }
}

impl Game {
    /// The labels of what was reached in this game.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn with_labelled<T>(&self, work: impl FnOnce(&mut Labelled) -> Result<T>) -> Result<T> {
        self.strategies()?.labels.with(work)
    }

    /// The value of a place of a game whose play need not end.
    ///
    /// # Errors
    /// Faults of the rule; a spent budget.
    pub(crate) fn loopy_value(&self, place: &Place, cx: &Context) -> Result<Value> {
        let component = Component { game: self.clone(), place: place.clone() };
        self.with_labelled(|labelled| labelled.value(&[component], cx))
    }
}
