//! Values that are kept in a store.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use grundy_core::{Context, Diagnostic, Evidence, Nat, Result, Spent, locked, number::to_u64};
use grundy_sequence::store::{Slices, StateKind, Store, StoredValues};
use grundy_sequence::take_and_break::CodeEngine;

use super::Found;
use super::strategy::{At, Strategy};
use crate::game::knowledge::Plan;
use crate::game::nimbers::store::NimberStore;
use crate::game::{AnyGame, Game, Opened, Place, Shape};
use crate::loopy::Value;

/// The values of a game that are in its store, if it has one.
#[derive(Debug, Default)]
pub(super) struct Stored(OnceLock<Attached>);

/// The store of a game.
#[derive(Debug)]
struct Attached {
    store: Store,
    rule: String,
    /// `None`: the engine keeps its values itself, or a closed form gives them.
    kept: Option<Mutex<StoredValues>>,
    /// So many values were read.
    read: u64,
}

impl Stored {
    fn kept(&self) -> Option<MutexGuard<'_, StoredValues>> {
        Some(locked(self.0.get()?.kept.as_ref()?.lock()))
    }
}

impl Strategy for Stored {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    /// A value that an earlier run left. What this process computed is told by the engine that did it.
    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let ([n], Some(attached)) = (at.place.as_slice(), self.0.get()) else { return Ok(None) };
        let read = attached.read;
        if to_u64(n).is_none_or(|n| n >= read) {
            return Ok(None);
        }
        Ok(self.number(at, cx)?.map(|value| Found::new(Value::Finite(value), Evidence::stored(read), "store")))
    }

    fn number(&self, at: At<'_>, _cx: &Context) -> Result<Option<Nat>> {
        let ([n], Some(kept)) = (at.place.as_slice(), self.kept()) else { return Ok(None) };
        Ok(to_u64(n).and_then(|n| kept.get(n)).map(Nat::from))
    }
}

impl Game {
    /// The rule that the values come from, in one spelling: `kayles` and `0.77` have the same.
    ///
    /// # Errors
    /// A game that is not of one heap, or no game.
    pub(crate) fn elaborated(&self, query: &str) -> Result<String, Diagnostic> {
        if self.shape() != Shape::Heap {
            let message = format!("a store keeps values of games of one heap, and `{}` is not", self.text());
            return Err(Diagnostic::unsupported(message));
        }
        Ok(match &self.knowledge()?.plan {
            Plan::Subtraction(set) => format!("take[{set}]"),
            Plan::Code(code) => code.to_string(),
            Plan::Rule | Plan::Product | Plan::Search | Plan::Loopy => query.to_owned(),
        })
    }

    /// Takes over what is stored of the game's values, and stores what is computed from now on.
    ///
    /// # Errors
    /// See [`GameQuestion::keep`](crate::GameQuestion::keep).
    pub(crate) fn attach_store(&self, store: &Store, query: &str, last: Option<u64>, cx: &Context) -> Result<Opened> {
        if self.any().is_some_and(AnyGame::keeps_values) {
            let kept = self.keep_nimbers(&store.place(self.text(), "nimbers")?, cx)?;
            return Ok(Opened { path: Some(kept.path().to_owned()), values: kept.read(), cut: kept.cut() });
        }
        let rule = self.elaborated(query)?;
        if let (Some(last), Some(most)) = (last, cx.budget().memory)
            && last >= most
        {
            let needed = format!("at least {last} bytes for the values up to heap {last}");
            cx.enter("reading the store");
            return Err(cx.stopped(Spent::Memory, Some(needed)).into());
        }
        self.knowledge()?;
        let mut attached = Attached { store: store.clone(), rule: rule.clone(), kept: None, read: 0 };
        let mut opened = Opened { path: None, values: 0, cut: 0 };
        let strategies = self.strategies()?;
        if strategies.stored.0.get().is_some() {
            return Err(
                Diagnostic::input(format!("the values of `{}` are kept in a store already", self.text())).into()
            );
        }
        let by_law = self.law_of_values().is_some();
        let before = cx.enter("reading the store");
        let keep = |engine: &mut CodeEngine| -> Option<Result<Opened>> {
            (!by_law && CodeEngine::takes_values_over(engine.code())).then(|| {
                let journal = engine.keep(cx, |visit| store.open_values(&rule, visit))?;
                Ok(Opened { path: Some(journal.path().to_owned()), values: journal.read(), cut: journal.cut() })
            })
        };
        if let Some(journal) = strategies.heaps.as_ref().and_then(|heaps| heaps.with_code(keep)).flatten() {
            opened = journal?;
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
        let _ = strategies.stored.0.set(attached);
        Ok(opened)
    }

    /// The searches of a game on boards begin with what this file holds, and what they find is kept in it.
    ///
    /// # Errors
    /// See [`Position::keep_values`](crate::Position::keep_values).
    pub(crate) fn keep_nimbers(&self, path: &Path, cx: &Context) -> Result<Arc<NimberStore>> {
        let Some(rules) = self.any().filter(|rules| rules.keeps_values()) else {
            let message = format!("no file keeps the values of `{}`: they are not searched on a board", self.text());
            return Err(Diagnostic::unsupported(message).into());
        };
        let before = cx.enter("reading the store");
        let store = Arc::new(NimberStore::open(path, self.text())?);
        rules.keep_values(&store, cx)?;
        cx.enter(before);
        Ok(store)
    }

    fn stored(&self) -> Option<&Stored> {
        self.strategies().ok().map(|strategies| &*strategies.stored)
    }

    fn kept(&self) -> Option<MutexGuard<'_, StoredValues>> {
        self.stored()?.kept()
    }

    /// Are values kept in a store?
    pub(crate) fn has_store(&self) -> bool {
        self.stored().is_some_and(|stored| stored.0.get().is_some())
    }

    /// So many values of heaps were read from a store, and stand for themselves.
    pub(crate) fn values_read(&self) -> u64 {
        self.stored().and_then(|stored| stored.0.get()).map_or(0, |attached| attached.read)
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
        self.value_at(&Place::heap(end - 1), cx)?;
        while *n < end {
            cx.tick(1)?;
            let value = self.value_at(&Place::heap(*n), cx)?;
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

    fn with_code<T>(&self, ask: impl FnOnce(&mut CodeEngine) -> T) -> Option<T> {
        self.strategies().ok()?.heaps.as_ref()?.with_code(ask)
    }

    /// How many values are in a table or kept, without a period.
    pub(crate) fn computed(&self) -> u64 {
        let kept = self.kept().map_or(0, |kept| kept.count());
        kept.max(self.with_code(|engine| engine.computed()).unwrap_or(0))
    }

    /// Returns when all that was stored is safe: how many values that is. 0 without a store.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io).
    pub fn sync_store(&self) -> Result<u64, Diagnostic> {
        if let Some(nimbers) = self.any().and_then(AnyGame::store) {
            return nimbers.sync().map(|()| nimbers.count());
        }
        if let Some(mut kept) = self.kept() {
            return kept.sync();
        }
        self.with_code(CodeEngine::sync).unwrap_or(Ok(0))
    }

    /// Saves a state beside the values, if there is a store.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io).
    pub fn save_state(&self, kind: StateKind, payload: &[u8]) -> Result<(), Diagnostic> {
        match self.stored().and_then(|stored| stored.0.get()) {
            Some(at) => at.store.save_state(&at.rule, kind, payload),
            None => Ok(()),
        }
    }

    /// The state that was saved last. `None`: there is none, or no store.
    ///
    /// # Errors
    /// As [`Store::load_state`].
    pub fn load_state(&self, kind: StateKind, cx: &Context) -> Result<Option<Vec<u8>>> {
        match self.stored().and_then(|stored| stored.0.get()) {
            Some(at) => at.store.load_state(&at.rule, kind, cx),
            None => Ok(None),
        }
    }
}
