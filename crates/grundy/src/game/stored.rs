//! Values that are kept in a store.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_sequence::store::{Slices, StateKind, Store, StoredValues};
use grundy_sequence::take_and_break::CodeEngine;

use super::knowledge::Plan;
use super::{Game, Place, Shape};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::evidence::Evidence;
use crate::number::{Nat, to_u64};

/// What a store held for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The file of values; `None` where a closed form gives them and nothing is stored.
    pub path: Option<PathBuf>,
    /// So many values were read.
    pub values: u64,
    /// So many bytes of a block that was not finished were cut off.
    pub cut: u64,
}

/// The store of a game.
#[derive(Debug)]
pub(super) struct Attached {
    store: Store,
    rule: String,
    /// `None`: the engine keeps its values itself, or a closed form gives them.
    kept: Option<Mutex<StoredValues>>,
    /// So many values were read.
    read: u64,
}

fn locked(kept: &Mutex<StoredValues>) -> MutexGuard<'_, StoredValues> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn heap(n: u64) -> Place {
    Place::from_iter([Nat::from(n)])
}

impl Game {
    /// The rule that the values come from, in one spelling: `kayles` and `0.77` have the same.
    ///
    /// # Errors
    /// A game that is not of one heap, or no game.
    fn elaborated(&self, query: &str) -> Result<String, Diagnostic> {
        if self.shape() != Shape::Heap {
            let message = format!("a store keeps values of games of one heap, and `{}` is not", self.text());
            return Err(Diagnostic::unsupported(message));
        }
        Ok(match &self.knowledge()?.plan {
            Plan::Subtraction(set) => format!("take[{set}]"),
            Plan::Code(code) => code.to_string(),
            Plan::Rule | Plan::Product(_) | Plan::Search | Plan::Loopy => query.to_owned(),
        })
    }

    /// Takes over what is stored of the game's values, and stores what is computed from now on.
    ///
    /// # Errors
    /// See [`GameQuestion::keep`](crate::GameQuestion::keep).
    pub(crate) fn attach_store(&self, store: &Store, query: &str, last: Option<u64>, cx: &Context) -> Result<Opened> {
        let rule = self.elaborated(query)?;
        if let (Some(last), Some(most)) = (last, cx.budget().memory)
            && last >= most
        {
            let message =
                format!("the values up to heap {last} need that many bytes of memory at least, and {most} are allowed");
            return Err(Diagnostic::input(message).suggest("a smaller `to`, or more `memory`").into());
        }
        let known = self.knowledge()?;
        let mut attached = Attached { store: store.clone(), rule: rule.clone(), kept: None, read: 0 };
        let mut opened = Opened { path: None, values: 0, cut: 0 };
        if self.0.store.get().is_some() {
            return Err(
                Diagnostic::input(format!("the values of `{}` are kept in a store already", self.text())).into()
            );
        }
        let by_law = known.law.as_ref().is_some_and(|law| law.value(&heap(0)).is_some());
        let before = cx.enter("reading the store");
        if let (Plan::Code(code), false) = (&known.plan, by_law)
            && CodeEngine::takes_values_over(code)
        {
            let mut tables = self.tables();
            let engine = tables.code.get_or_insert_with(|| CodeEngine::new(code.clone()));
            let journal = engine.keep(cx, |visit| store.open_values(&rule, visit))?;
            opened.path = Some(journal.path().to_owned());
            (opened.values, opened.cut) = (journal.read(), journal.cut());
        } else if !by_law {
            let mut kept = StoredValues::default();
            let file = store.open_values(&rule, |block| {
                cx.tick(block.len() as u64)?;
                cx.progress(block.first(), None);
                block.values().try_for_each(|v| kept.push(v, cx)).map_err(Into::into)
            })?;
            attached.read = kept.count();
            opened = Opened { path: Some(file.path().to_owned()), values: kept.count(), cut: file.cut() };
            kept.attach(file);
            attached.kept = Some(Mutex::new(kept));
        }
        cx.enter(before);
        // nobody else can have been faster: the store is locked
        let _ = self.0.store.set(attached);
        Ok(opened)
    }

    fn kept(&self) -> Option<MutexGuard<'_, StoredValues>> {
        Some(locked(self.0.store.get()?.kept.as_ref()?))
    }

    /// Are values kept in a store?
    pub(crate) fn has_store(&self) -> bool {
        self.0.store.get().is_some()
    }

    /// A value that is kept beside the engine.
    pub(super) fn kept_value(&self, place: &Place) -> Option<Nat> {
        let [n] = place.as_slice() else { return None };
        self.kept()?.get(to_u64(n)?).map(Nat::from)
    }

    /// What a value rests on that was not computed by this process.
    pub(super) fn read_evidence(&self, place: &Place) -> Option<Evidence> {
        let [n] = place.as_slice() else { return None };
        let read = self.0.store.get()?.read;
        let how =
            || Evidence::computed(format!("{read} values were read from the store, where an earlier run left them"));
        (to_u64(n)? < read).then(how)
    }

    /// Computes the values of the first `size` heaps and stores them slice by slice, if they are kept beside the engine.
    ///
    /// # Errors
    /// As a single value; a store that cannot be written.
    pub(crate) fn keep_to(&self, size: u64, cx: &Context) -> Result<()> {
        let Some(first) = self.kept().map(|kept| kept.count()) else { return Ok(()) };
        let (mut n, mut slices) = (first, Slices::begin());
        while n < size {
            let end = slices.next(n, size);
            let worked = self.keep_slice(&mut n, end, cx);
            if let Some(mut kept) = self.kept() {
                kept.write()?;
            }
            worked?;
            slices.done();
            cx.progress(n, Some(size));
        }
        Ok(())
    }

    fn keep_slice(&self, n: &mut u64, end: u64, cx: &Context) -> Result<()> {
        // the far end first: tables are then laid out once
        self.value_at(&heap(end - 1), cx)?;
        while *n < end {
            cx.tick(1)?;
            let value = self.value_at(&heap(*n), cx)?;
            let Some(value) = to_u64(&value) else {
                return Err(Diagnostic::unsupported(format!("the value of heap {n} is too large for a store")).into());
            };
            if let Some(mut kept) = self.kept() {
                kept.push(value, cx)?;
            }
            *n += 1;
        }
        Ok(())
    }

    /// How many values are in a table or kept, without a period.
    pub(crate) fn computed(&self) -> u64 {
        let kept = self.kept().map_or(0, |kept| kept.count());
        kept.max(self.tables().code.as_ref().map_or(0, CodeEngine::computed))
    }

    /// Returns when all that was stored is safe: how many values that is. 0 without a store.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io).
    pub fn sync_store(&self) -> Result<u64, Diagnostic> {
        if let Some(mut kept) = self.kept() {
            return kept.sync();
        }
        self.tables().code.as_mut().map_or(Ok(0), CodeEngine::sync)
    }

    /// Saves a state beside the values, if there is a store.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io).
    pub fn save_state(&self, kind: StateKind, payload: &[u8]) -> Result<(), Diagnostic> {
        match self.0.store.get() {
            Some(at) => at.store.save_state(&at.rule, kind, payload),
            None => Ok(()),
        }
    }

    /// The state that was saved last. `None`: there is none, or no store.
    ///
    /// # Errors
    /// As [`Store::load_state`].
    pub fn load_state(&self, kind: StateKind, cx: &Context) -> Result<Option<Vec<u8>>> {
        match self.0.store.get() {
            Some(at) => at.store.load_state(&at.rule, kind, cx),
            None => Ok(None),
        }
    }
}
