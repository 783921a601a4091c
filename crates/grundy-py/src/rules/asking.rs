//! One question to rules in Python: the callable, what is known so far, and the budget.

use std::cell::Cell;
use std::time::{Duration, Instant};

use grundy::{Budget, Method, Spent, Stopped, memory};
use grundy_search::nimbers::Learnt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::calls::Calls;
use super::lists::Lists;
use super::pieces::Pieces;
use super::places::{Places, as_sum, show};
use super::search::Measure;
use super::sums::{Sum, Sums};
use super::values::Values;
use crate::error;
use crate::work::Limits;

/// Everything that was learnt about a game.
#[derive(Debug)]
pub(super) struct State {
    pub(super) places: Places,
    /// Values that the mex of everything has found, by the numbers of positions.
    pub(super) values: Values,
    /// What the other searches have found.
    pub(super) learnt: Learnt<u32>,
    pub(super) lists: Lists,
    /// What rules told of positions.
    pub(super) told: FxHashMap<(Measure, u32), u64>,
    /// Outcomes in misère play.
    pub(super) sums: Sums,
}

impl State {
    pub(super) fn new(py: Python<'_>) -> State {
        State {
            places: Places::new(py),
            values: Values::default(),
            learnt: Learnt::default(),
            lists: Lists::default(),
            told: FxHashMap::default(),
            sums: Sums::default(),
        }
    }

    /// The value of a position, if any search has found it.
    pub(super) fn known(&self, id: u32) -> Option<u32> {
        self.values.get(id).or_else(|| self.learnt.value(&id).and_then(|value| u32::try_from(value).ok()))
    }

    /// Bytes in use, about.
    pub(super) fn bytes(&self) -> u64 {
        let told = self.told.capacity() as u64 * 32;
        self.places.bytes() + self.values.bytes() + self.lists.bytes() + told + self.sums.bytes()
    }
}

/// What a question has cost, and what it may cost.
pub(super) struct Meter<'py> {
    py: Python<'py>,
    budget: Budget,
    start: Instant,
    nodes: u64,
    /// Bytes in use before the question, and bytes that this thread held.
    before: u64,
    held: i64,
    /// Bytes of the stack.
    pub(super) stack: u64,
    /// When other threads could last run.
    shared: Cell<Instant>,
    /// Who is told how many positions were met, and when that was last done.
    progress: Option<Py<PyAny>>,
    told: Cell<Instant>,
}

/// Clock, memory and signals are looked at once in so many options.
const OFTEN: u64 = 64;
/// So long other threads wait, as Python lets them.
const TURN: Duration = Duration::from_millis(5);
/// Progress is told so often.
const TELL: Duration = Duration::from_millis(100);
/// Bytes of one position that waits, at least.
const FRAME: u64 = 64;
/// The engine's name in messages.
pub(super) const ENGINE: &str = "rules in Python";
/// Numbers of positions are 32 bits.
const POSITIONS: usize = u32::MAX as usize - 2;

impl<'py> Meter<'py> {
    pub(super) fn new(py: Python<'py>, limits: Limits, state: &State) -> Meter<'py> {
        let start = Instant::now();
        Meter {
            py,
            budget: limits.budget,
            start,
            nodes: 0,
            before: state.bytes(),
            held: memory::held(),
            stack: 0,
            shared: Cell::new(start),
            progress: limits.progress,
            told: Cell::new(start),
        }
    }

    /// One more option.
    #[inline]
    pub(super) fn count(&mut self, state: &State) -> PyResult<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(OFTEN) || self.budget.nodes.is_some_and(|most| self.nodes > most) {
            return self.look(state);
        }
        Ok(())
    }

    /// So many more options, which were listed before.
    pub(super) fn count_again(&mut self, options: u64, state: &State) -> PyResult<()> {
        let before = self.nodes;
        self.nodes += options;
        if before / OFTEN < self.nodes / OFTEN || self.budget.nodes.is_some_and(|most| self.nodes > most) {
            return self.look(state);
        }
        Ok(())
    }

    /// Where nearly every position waits for the next one, the play may have no end.
    fn deep(&self, state: &State) -> String {
        let (positions, waiting) = (state.places.len(), self.stack / FRAME);
        let last = positions.checked_sub(1).and_then(|last| u32::try_from(last).ok());
        match last.and_then(|last| state.places.position(self.py, last).ok()) {
            Some(last) if waiting * 2 > positions as u64 => {
                format!("; one play goes on and on, and is at {}: does it end?", show(&last))
            }
            _ => String::new(),
        }
    }

    fn look(&self, state: &State) -> PyResult<()> {
        self.py.check_signals()?;
        // a callable written in C never lets other threads run
        let now = Instant::now();
        if now - self.shared.get() > TURN {
            self.shared.set(now);
            self.py.detach(std::thread::yield_now);
        }
        if let Some(progress) = &self.progress
            && now - self.told.get() > TELL
        {
            self.told.set(now);
            progress.call1(self.py, (ENGINE, state.places.len(), None::<u64>))?;
        }
        let (stopped, spent) = (|what| Stopped::new(what, ENGINE), |stopped| Err(error::spent(self.py, &stopped)));
        let Budget { nodes, time, memory } = self.budget;
        if nodes.is_some_and(|most| self.nodes > most) {
            return spent(stopped(Spent::Nodes).of(nodes, Some(self.nodes)));
        }
        if time.is_some_and(|most| self.start.elapsed() >= most) {
            return spent(stopped(Spent::Time).of_time(time, Some(self.start.elapsed())));
        }
        // what tables and stack have room for, or what was really allocated
        let really = u64::try_from(memory::held() - self.held).unwrap_or(0);
        let taken = (state.bytes().saturating_sub(self.before) + self.stack).max(really);
        if memory.is_some_and(|most| taken > most) {
            let needed = format!("more than {taken} bytes for {} positions{}", state.places.len(), self.deep(state));
            return spent(stopped(Spent::Memory).needing(needed).of(memory, Some(taken)));
        }
        if state.places.len() > POSITIONS {
            return spent(stopped(Spent::Memory).needing("more than 2^32 positions"));
        }
        Ok(())
    }
}

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
    pub(super) fn each_option(&mut self, id: u32, mut visit: impl FnMut(&mut State, &[u32]) -> u64) -> PyResult<()> {
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
                return Err(error::rule(py, &message));
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
            return Err(error::rule(py, &message));
        }
        Ok(())
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
