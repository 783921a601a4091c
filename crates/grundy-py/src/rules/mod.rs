//! Rules written in Python: a callable gives the options of a position, the rest is ours.
//!
//! An option is a position, or a list of positions, their sum. Positions are anything that can be hashed.
//! `places` numbers them, and `pieces` splits boards. `state` holds what is known: `lists` of options, tables of `values`
//! and of outcomes of `sums`. `asking` calls the callables within the budget of a `meter`. On top of it, `search` finds
//! Grundy values as on boards, `mex` by the mex of everything, `misere` outcomes in misère play.
//!
//! The interpreter is held, for the callable needs it; Python itself lets other threads run between two of its
//! instructions. A question on another thread waits for the one at work; the callable itself must not ask its game.

mod asking;
mod calls;
mod lists;
mod meter;
mod mex;
mod misere;
pub(crate) mod pieces;
mod places;
mod search;
mod state;
mod sums;
mod values;

use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use grundy::Outcome;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use self::asking::{Asking, Parts};
use self::calls::Calls;
use self::meter::Meter;
use self::pieces::Pieces;
use self::state::State;
use crate::error;
use crate::work::Limits;

/// A game whose rules are Python callables.
#[pyclass(module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Rules {
    calls: Option<Calls<Py<PyAny>>>,
    state: Mutex<State>,
    /// The thread that is at work.
    owner: Mutex<Option<ThreadId>>,
}

/// How long another thread waits before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

impl Rules {
    fn owner(&self) -> std::sync::MutexGuard<'_, Option<ThreadId>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks within the limits.
    fn ask<'py, T>(
        &self,
        py: Python<'py>,
        limits: &Bound<'py, PyAny>,
        question: impl FnOnce(&mut Asking<'_, 'py>) -> PyResult<T>,
    ) -> PyResult<T> {
        let limits = Limits::read(limits)?;
        let me = std::thread::current().id();
        let mut guard = loop {
            match self.state.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if *self.owner() == Some(me) => {
                    return Err(error::rule(py, "the rules ask the game while it asks them for options"));
                }
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(PAUSE));
                    py.check_signals()?;
                }
            }
        };
        let Some(calls) = &self.calls else { return Err(error::internal("a game was cleared")) };
        let calls = calls.bind(py);
        *self.owner() = Some(me);
        let method = limits.method;
        let meter = Meter::new(py, limits, &guard);
        let result = question(&mut Asking { py, calls, state: &mut guard, meter, method });
        guard.tidy();
        *self.owner() = None;
        result
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (options, split = None, canonical = None, size = None, bound = None, pairing = None))]
    fn new(
        py: Python<'_>,
        options: Py<PyAny>,
        split: Option<Py<PyAny>>,
        canonical: Option<Py<PyAny>>,
        size: Option<Py<PyAny>>,
        bound: Option<Py<PyAny>>,
        pairing: Option<Py<PyAny>>,
    ) -> PyResult<Rules> {
        let mut calls = Calls { options, split, canonical, size, bound, pairing };
        if let Some((name, _)) = calls.each().find(|(_, call)| !call.bind(py).is_callable()) {
            return Err(error::input(py, &format!("{name} is not callable")));
        }
        // pieces are canonical, and are made without Python where they are the canonical form
        if calls.canonical.is_none()
            && calls.split.as_ref().is_some_and(|split| split.bind(py).is_instance_of::<Pieces>())
        {
            calls.canonical = calls.split.take();
        }
        Ok(Rules { calls: Some(calls), state: Mutex::new(State::new(py)), owner: Mutex::new(None) })
    }

    /// Numbers of the canonical parts of a position, or of a list of positions.
    fn parts(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        self.ask(py, limits, |asking| {
            let mut parts = Parts::new();
            asking.parts(position, &mut parts)?;
            Ok(parts.to_vec())
        })
    }

    /// The position that has this number.
    fn position<'py>(&self, py: Python<'py>, number: u32, limits: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&[number])?;
            asking.state.places.position(py, number)
        })
    }

    /// The Grundy value of a position, or of a list of positions.
    fn value(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.ask(py, limits, |asking| {
            let mut parts = Parts::new();
            asking.parts(position, &mut parts)?;
            parts.iter().try_fold(0, |value, &part| Ok(value ^ asking.value(part)?))
        })
    }

    /// The values of numbered positions.
    fn values(&self, py: Python<'_>, numbers: Vec<u32>, limits: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&numbers)?;
            numbers.iter().map(|&number| asking.value(number)).collect()
        })
    }

    /// Does the player to move win the sum of these numbered positions?
    fn next_wins(&self, py: Python<'_>, numbers: Vec<u32>, misere: bool, limits: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.ask(py, limits, |asking| {
            asking.are_met(&numbers)?;
            match misere {
                true => asking.wins_misere(numbers.as_slice().into()),
                false => Ok(!asking.is_worth(numbers.as_slice().into(), 0)?),
            }
        })
    }

    /// Has the sum of these numbered positions this value?
    fn is_worth(&self, py: Python<'_>, numbers: Vec<u32>, value: u32, limits: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.ask(py, limits, |asking| {
            asking.are_met(&numbers)?;
            asking.is_worth(numbers.as_slice().into(), value)
        })
    }

    /// Who wins a numbered position, `"P"` or `"N"`, where the rules declare it.
    fn declared(&self, py: Python<'_>, number: u32, limits: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&[number])?;
            Ok(asking.pairing(number)?.map(|outcome| if outcome == Outcome::Previous { "P" } else { "N" }))
        })
    }

    /// The options of a numbered position, each once, as numbers of their parts in ascending order.
    fn options(&self, py: Python<'_>, number: u32, limits: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&[number])?;
            asking.distinct(number)
        })
    }

    /// How many positions were met, and how many bytes the tables take.
    fn size(&self, py: Python<'_>, limits: &Bound<'_, PyAny>) -> PyResult<(usize, u64)> {
        self.ask(py, limits, |asking| Ok((asking.state.places.len(), asking.state.bytes())))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.calls.iter().flat_map(Calls::each).try_for_each(|(_, callable)| visit.call(callable))?;
        match self.state.try_lock() {
            Ok(state) => state.places.traverse(&visit),
            Err(_) => Ok(()),
        }
    }

    fn __clear__(&mut self) {
        self.calls = None;
    }
}
