//! One question to rules in Python: the callables, what is known so far, and the budget. Options are listed, so that the
//! callable is asked once for each position however often a search comes back.

use std::collections::HashSet;

use grundy::Method;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString};
use smallvec::SmallVec;

use super::calls::Calls;
use super::lists::List;
use super::meter::{Meter, Said};
use super::pieces::Pieces;
use super::places::{as_sum, show};
use super::state::State;
use super::sums::Sum;
use crate::error;

/// One question.
pub(super) struct Asking<'a, 'py> {
    pub(super) py: Python<'py>,
    pub(super) calls: Calls<Bound<'py, PyAny>>,
    pub(super) state: &'a mut State,
    pub(super) meter: Meter<'py>,
    /// The search that was asked for.
    pub(super) method: Option<Method>,
}

/// Numbers of the parts of an option.
pub(super) type Parts = SmallVec<[u32; 4]>;

impl Asking<'_, '_> {
    /// Are these numbers of positions?
    pub(super) fn are_met(&self, numbers: &[u32]) -> PyResult<()> {
        match numbers.iter().all(|&number| (number as usize) < self.state.places.len()) {
            true => Ok(()),
            false => Err(error::input(self.py, "no position has this number")),
        }
    }

    /// The parts of a position, or of a list of positions, each in canonical form.
    #[inline]
    pub(super) fn parts(&mut self, option: &Bound<'_, PyAny>, parts: &mut Parts) -> PyResult<()> {
        if self.calls.canonical.is_none()
            && self.calls.split.is_none()
            && let Some(number) = self.state.places.small(option)
        {
            parts.push(number);
            return Ok(());
        }
        match as_sum(option) {
            None => self.split(option, parts),
            Some(sum) => self.each_of(sum, parts, Self::split),
        }
    }

    /// Each position of a list. Its length is asked each time, for a callable might change it.
    fn each_of<'b>(
        &mut self,
        list: &Bound<'b, PyList>,
        parts: &mut Parts,
        each: impl Fn(&mut Self, &Bound<'b, PyAny>, &mut Parts) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut at = 0;
        while at < list.len() {
            each(self, &list.get_item(at)?, parts)?;
            at += 1;
        }
        Ok(())
    }

    /// What a position falls apart into.
    fn split(&mut self, position: &Bound<'_, PyAny>, parts: &mut Parts) -> PyResult<()> {
        let Some(split) = &self.calls.split else { return self.part(position, parts) };
        let given = split.call1((position,)).map_err(|error| self.noted(error, "split", position))?;
        if let Some(list) = as_sum(&given) {
            return self.each_of(list, parts, Self::part);
        }
        let Ok(iterator) = given.cast::<PyIterator>() else {
            let message = format!("split({}) returned {}, and not a list of positions", show(position), show(&given));
            return Err(error::rule(self.py, &message));
        };
        for part in iterator {
            self.part(&part.map_err(|error| self.noted(error, "split", position))?, parts)?;
        }
        Ok(())
    }

    #[inline]
    fn part(&mut self, position: &Bound<'_, PyAny>, parts: &mut Parts) -> PyResult<()> {
        let Some(canonical) = &self.calls.canonical else {
            parts.push(self.number(position)?);
            return Ok(());
        };
        if let Ok(pieces) = canonical.cast::<Pieces>() {
            let places = &mut self.state.places;
            return pieces.get().each(position, |bytes| parts.push(places.of_bytes(bytes)));
        }
        let canonical = canonical.call1((position,)).map_err(|error| self.noted(error, "canonical", position))?;
        match as_sum(&canonical) {
            None => parts.push(self.number(&canonical)?),
            Some(sum) => {
                for part in sum.iter() {
                    parts.push(self.number(&part)?);
                }
            }
        }
        Ok(())
    }

    fn number(&mut self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        match self.state.places.number(position) {
            Ok(number) => Ok(number),
            Err(why) if why.is_instance_of::<PyTypeError>(self.py) => {
                let hint = if position.is_instance_of::<PyList>() {
                    "a list inside a list is not a position"
                } else {
                    "positions must be hashable: tuples instead of lists, frozensets instead of sets"
                };
                let fault = error::rule(self.py, &format!("{} is not a position; {hint}", show(position)));
                fault.set_cause(self.py, Some(why));
                Err(fault)
            }
            Err(other) => Err(other),
        }
    }

    /// Asks the callable for the options of a position and shows each as the numbers of its parts. The visitor tells how
    /// many bytes its stack takes.
    pub(super) fn each_option(&mut self, id: u32, mut visit: impl FnMut(&mut State, &[u32]) -> u64) -> Said<()> {
        let py = self.py;
        let position = self.state.places.position(py, id)?;
        // an object of the user's could be changed by the callable, and would not be found again
        let hash = if self.state.places.is_object(id) { Some(position.hash()?) } else { None };
        let given = self.calls.options.call1((&position,)).map_err(|error| self.noted(error, "options", &position))?;
        let mut parts = Parts::new();
        if let Ok(list) = given.cast_exact::<PyList>() {
            // the callable may keep the list and change it, so its length is asked each time
            let mut at = 0;
            while at < list.len() {
                let option = list.get_item(at)?;
                at += 1;
                parts.clear();
                self.parts(&option, &mut parts).map_err(|error| self.noted(error, "an option", &position))?;
                self.meter.count(self.state)?;
                self.meter.stack = visit(self.state, &parts);
            }
        } else {
            let wrong = given.is_none()
                || given.is_instance_of::<PyString>()
                || given.is_instance_of::<PyBytes>()
                || given.is_instance_of::<PyDict>();
            let iterator = if wrong { None } else { given.try_iter().ok() };
            let Some(iterator) = iterator else {
                let kind = given.get_type().qualname().map_or_else(|_| String::new(), |name| name.to_string());
                let what = if given.is_none() { "None".to_owned() } else { format!("{} ({kind})", show(&given)) };
                let message = format!(
                    "options({}) returned {what}, and not a list of positions; a position without options has []",
                    show(&position)
                );
                return Err(error::rule(py, &message).into());
            };
            for option in iterator {
                let option = option.map_err(|error| self.noted(error, "options", &position))?;
                parts.clear();
                self.parts(&option, &mut parts).map_err(|error| self.noted(error, "an option", &position))?;
                self.meter.count(self.state)?;
                self.meter.stack = visit(self.state, &parts);
            }
        }
        if let Some(before) = hash
            && position.hash()? != before
        {
            let message = format!("options({}) changed the position that it was given", show(&position));
            return Err(error::rule(py, &message).into());
        }
        Ok(())
    }

    /// The options of a position.
    pub(super) fn listed(&mut self, id: u32) -> Said<List> {
        match self.state.lists.get(id) {
            Some(list) => Ok(list.clone()),
            None => self.list(id),
        }
    }

    /// Asks the callable for the options of a position.
    fn list(&mut self, id: u32) -> Said<List> {
        let (frames, mut numbers) = (self.meter.stack, Vec::new());
        self.each_option(id, |_, parts| {
            numbers.push(parts.len() as u32);
            numbers.extend_from_slice(parts);
            frames
        })?;
        let list = List::new(numbers);
        self.state.lists.add(id, list.clone());
        Ok(list)
    }

    /// The options once more, which count as if they were made again.
    pub(super) fn listed_again(&mut self, id: u32) -> Said<List> {
        let Some(list) = self.state.lists.get(id).cloned() else { return self.list(id) };
        self.meter.count_again(list.each().count() as u64, self.state)?;
        Ok(list)
    }

    /// The options of a position, each once, as its parts in ascending order.
    pub(super) fn distinct(&mut self, id: u32) -> Said<Vec<Vec<u32>>> {
        let (list, mut met, mut options) = (self.listed(id)?, HashSet::new(), Vec::new());
        for parts in list.each() {
            let mut parts = Parts::from_slice(parts);
            parts.sort_unstable();
            if met.insert(parts.clone()) {
                options.push(parts.to_vec());
            }
        }
        Ok(options)
    }

    /// The user's exception as it is, with a note on where it happened (Python 3.11 and later show it).
    pub(super) fn noted(&self, error: PyErr, what: &str, position: &Bound<'_, PyAny>) -> PyErr {
        let note = format!("in grundy: {what} of the position {}", show(position));
        let _ = error.value(self.py).call_method1("add_note", (note,));
        error
    }

    fn named(&self, id: u32) -> String {
        self.state.places.position(self.py, id).map_or_else(|_| "?".to_owned(), |position| show(&position))
    }

    /// The fault of a play that does not end.
    pub(super) fn cycle(&self, ids: &[u32]) -> PyErr {
        self.circle(ids.len(), |at| self.named(ids[at]))
    }

    /// The same for sums.
    pub(super) fn cycle_of_sums(&self, sums: &[Sum]) -> PyErr {
        self.circle(sums.len(), |at| sums[at].iter().map(|&id| self.named(id)).collect::<Vec<_>>().join(" + "))
    }

    fn circle(&self, length: usize, name: impl Fn(usize) -> String) -> PyErr {
        const NAMED: usize = 8;
        let mut names: Vec<String> = (0..length.min(NAMED)).map(&name).collect();
        if length > NAMED {
            if length > NAMED + 1 {
                names.push("…".to_owned());
            }
            names.push(name(length - 1));
        }
        let message = format!("the play need not end: {}", names.join(" → "));
        error::rule(self.py, &message)
    }
}
