//! Rules written in Python: a callable gives the options of a position, the rest is ours.
//!
//! An option is a position, or a list of positions, their sum. Positions are anything that can be hashed.
//! `places` numbers them, and `pieces` splits boards. `state` holds what is known: `lists` of options, tables of `values`
//! and of outcomes of `sums`. `asking` calls the callables within the budget of a `meter`. On top of it, `search` finds
//! Grundy values as on boards, `mex` by the mex of everything, `misere` outcomes in misère play. `called` makes a game of
//! the library of it, which answers all other questions.
//!
//! The interpreter is held, for the callable needs it; Python itself lets other threads run between two of its
//! instructions. A question on another thread waits for the one at work; the callable itself must not ask its game.

mod asking;
pub(crate) mod called;
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

use std::sync::Arc;
use std::time::Instant;

use grundy::Game;
use grundy::game::AnyGame as _;
use grundy_form::json;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use self::asking::{Asking, Parts};
use self::called::{Called, Met, Shared};
use self::calls::Calls;
pub(crate) use self::meter::ENGINE;
use self::meter::{Allowed, Said};
use self::pieces::Pieces;
use crate::error;
use crate::work::Limits;

/// A game whose rules are Python callables.
#[pyclass(module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Rules {
    called: Arc<Called>,
    game: Game,
}

impl Rules {
    /// Asks within the limits.
    fn ask<'py, T>(
        &self,
        py: Python<'py>,
        limits: &Bound<'py, PyAny>,
        question: impl FnOnce(&mut Asking<'_, 'py>) -> Said<T>,
    ) -> PyResult<T> {
        let limits = Limits::read(limits)?;
        let allowed = Allowed { budget: limits.budget, start: Instant::now(), progress: limits.progress };
        self.called.ask(py, allowed, limits.method, question).map_err(|ended| ended.exception(py))
    }

    /// The parts of a position, or of a list of positions.
    fn met(&self, position: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<Vec<Met>> {
        self.ask(position.py(), limits, |asking| {
            let mut parts = Parts::new();
            asking.parts(position, &mut parts)?;
            Ok(parts.iter().map(|&part| asking.state.met(part)).collect())
        })
    }

    /// A sum of positions as a position of the library.
    pub(crate) fn sum_of(&self, places: &[Bound<'_, PyAny>], limits: &Bound<'_, PyAny>) -> PyResult<grundy::Position> {
        let mut parts = Vec::new();
        for place in places {
            parts.extend(self.met(place, limits)?);
        }
        Ok(self.game.at_position(called::Parts(parts)))
    }

    /// How an option prints.
    pub(crate) fn shown(&self, option: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let parts = self.met(option, limits)?;
        let mut places: Vec<_> = parts.into_iter().map(grundy::game::Place::of).collect();
        places.sort_by(|a, b| Shared(Arc::clone(&self.called)).compare(a, b));
        Ok(if places.is_empty() { "*0".to_owned() } else { self.game.show(&places) })
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (name, options, split = None, canonical = None, size = None, bound = None, pairing = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a callable of its own")]
    fn new(
        py: Python<'_>,
        name: &str,
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
        let called = Arc::new(Called::new(py, name, calls));
        Ok(Rules { game: Game::of_any(name, Shared(Arc::clone(&called))), called })
    }

    /// Numbers of the canonical parts of a position, or of a list of positions.
    fn parts(&self, position: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        Ok(self.met(position, limits)?.into_iter().map(|met| met.number).collect())
    }

    /// The position that has this number.
    fn position<'py>(&self, py: Python<'py>, number: u32, limits: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&[number])?;
            Ok(asking.state.places.position(py, number)?)
        })
    }

    /// The Grundy value of a position, or of a list of positions.
    fn value(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.ask(py, limits, |asking| {
            let mut parts = Parts::new();
            asking.parts(position, &mut parts)?;
            asking.value_of_sum(&parts)
        })
    }

    /// The Grundy value of a sum of numbered positions.
    fn sum(&self, py: Python<'_>, numbers: Vec<u32>, limits: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.ask(py, limits, |asking| {
            asking.are_met(&numbers)?;
            asking.value_of_sum(&numbers)
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

    /// The options of a numbered position, each once, as numbers of their parts in ascending order.
    fn options(&self, py: Python<'_>, number: u32, limits: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
        self.ask(py, limits, |asking| {
            asking.are_met(&[number])?;
            asking.distinct(number)
        })
    }

    /// What the values that are known rest on, as JSON.
    fn evidence(&self) -> String {
        json::evidence(&Shared(Arc::clone(&self.called)).evidence()).to_string()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.called.traverse(&visit)
    }

    fn __clear__(&self) {
        self.called.clear();
    }
}
