//! Rules written in Python: a callable gives the options of a position, the rest is ours.
//!
//! An option is a position, or a list of positions, their sum. Positions are anything that can be hashed.
//! `places` numbers them, `asking` calls the callable within a budget, `values` computes Grundy values, `sums` searches
//! outcomes where there are no values, `pieces` splits boards.
//!
//! The interpreter is held, for the callable needs it; Python itself lets other threads run between two of its
//! instructions. A question on another thread waits for the one at work; the callable itself must not ask its game.

mod asking;
pub(crate) mod pieces;
mod places;
mod sums;
mod values;

use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use self::asking::{Asking, Meter, Parts, State};
use self::sums::Trouble;
use crate::error;
use crate::work::Limits;

/// A game whose rules are a Python callable.
#[pyclass(module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Rules {
    options: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
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
        let Some(options) = &self.options else { return Err(error::internal("a game was cleared")) };
        let options = options.bind(py);
        let canonical = self.canonical.as_ref().map(|canonical| canonical.bind(py));
        *self.owner() = Some(me);
        let meter = Meter::new(py, limits, &guard);
        let result = question(&mut Asking { py, options, canonical, state: &mut guard, meter });
        *self.owner() = None;
        result
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (options, canonical = None))]
    fn new(py: Python<'_>, options: Py<PyAny>, canonical: Option<Py<PyAny>>) -> PyResult<Rules> {
        for (name, callable) in [("options", Some(&options)), ("canonical", canonical.as_ref())] {
            if callable.is_some_and(|callable| !callable.bind(py).is_callable()) {
                return Err(error::input(py, &format!("{name} is not callable")));
            }
        }
        Ok(Rules { options: Some(options), canonical, state: Mutex::new(State::new(py)), owner: Mutex::new(None) })
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
            if number as usize >= asking.state.places.len() {
                return Err(error::input(py, "no position has this number"));
            }
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
            if numbers.iter().any(|&number| number as usize >= asking.state.places.len()) {
                return Err(error::input(py, "no position has this number"));
            }
            numbers.iter().map(|&number| asking.value(number)).collect()
        })
    }

    /// Does the player to move win the sum of these numbered positions?
    fn next_wins(&self, py: Python<'_>, numbers: Vec<u32>, misere: bool, limits: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.ask(py, limits, |asking| {
            if numbers.iter().any(|&number| number as usize >= asking.state.places.len()) {
                return Err(error::input(py, "no position has this number"));
            }
            let by_values = |asking: &mut Asking<'_, '_>| {
                numbers.iter().try_fold(0, |value, &number| Ok(value ^ asking.value(number)?)).map(|value| value != 0)
            };
            if !misere && (numbers.len() != 1 || asking.known(numbers[0]).is_some()) {
                return by_values(asking);
            }
            match asking.next_wins(numbers.as_slice().into(), misere, !misere) {
                Ok(wins) => Ok(wins),
                Err(Trouble::Splits) => by_values(asking),
                Err(Trouble::Raised(error)) => Err(error),
            }
        })
    }

    /// The options of a numbered position, each once, as numbers of their parts in ascending order.
    fn options(&self, py: Python<'_>, number: u32, limits: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
        self.ask(py, limits, |asking| {
            if number as usize >= asking.state.places.len() {
                return Err(error::input(py, "no position has this number"));
            }
            let (mut at, to) = asking.listed(number)?;
            let mut options = Vec::new();
            let mut met = std::collections::HashSet::new();
            while at < to {
                let mut parts = asking.option_at(at).to_vec();
                at += 1 + parts.len();
                parts.sort_unstable();
                if met.insert(parts.clone()) {
                    options.push(parts);
                }
            }
            Ok(options)
        })
    }

    /// How many positions were met, and how many bytes the tables take.
    fn size(&self, py: Python<'_>, limits: &Bound<'_, PyAny>) -> PyResult<(usize, u64)> {
        self.ask(py, limits, |asking| Ok((asking.state.places.len(), asking.state.bytes())))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.options.iter().chain(&self.canonical).try_for_each(|callable| visit.call(callable))?;
        match self.state.try_lock() {
            Ok(state) => state.places.traverse(&visit),
            Err(_) => Ok(()),
        }
    }

    fn __clear__(&mut self) {
        self.options = None;
        self.canonical = None;
    }
}
