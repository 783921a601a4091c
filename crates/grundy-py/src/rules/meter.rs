//! The budget of one question: what it has cost, and what it may cost.

use std::cell::Cell;
use std::time::{Duration, Instant};

use grundy::{Budget, Spent, Stopped, memory};
use pyo3::prelude::*;

use super::places::show;
use super::state::State;
use crate::error;

/// Why a question to the rules has no answer.
#[derive(Debug)]
pub(super) enum Ended {
    /// A callable raised this, or what it returned is no game; or a signal came.
    Raised(PyErr),
    /// The budget is spent.
    Stopped(Stopped),
}

/// What the rules say.
pub(super) type Said<T> = Result<T, Ended>;

impl From<PyErr> for Ended {
    fn from(raised: PyErr) -> Ended {
        Ended::Raised(raised)
    }
}

impl Ended {
    /// As an exception.
    pub(super) fn exception(self, py: Python<'_>) -> PyErr {
        match self {
            Ended::Raised(raised) => raised,
            Ended::Stopped(stopped) => error::spent(py, &stopped),
        }
    }
}

/// What a question may cost, when it began, and who is told of its progress.
#[derive(Debug)]
pub(super) struct Allowed {
    pub(super) budget: Budget,
    pub(super) start: Instant,
    pub(super) progress: Option<Py<PyAny>>,
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
pub(crate) const ENGINE: &str = "rules in Python";
/// Numbers of positions are 32 bits.
const POSITIONS: usize = u32::MAX as usize - 2;

impl<'py> Meter<'py> {
    pub(super) fn new(py: Python<'py>, allowed: Allowed, state: &State) -> Meter<'py> {
        let now = Instant::now();
        Meter {
            py,
            budget: allowed.budget,
            start: allowed.start,
            nodes: 0,
            before: state.bytes(),
            held: memory::held(),
            stack: 0,
            shared: Cell::new(now),
            progress: allowed.progress,
            told: Cell::new(now),
        }
    }

    /// Options that were asked for.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes that tables and the stack have room for, or that were really allocated, since the question began.
    pub(super) fn grown(&self, state: &State, stack: u64) -> u64 {
        let really = u64::try_from(memory::held() - self.held).unwrap_or(0);
        (state.bytes().saturating_sub(self.before) + stack).max(really)
    }

    /// One more option.
    #[inline]
    pub(super) fn count(&mut self, state: &State) -> Said<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(OFTEN) || self.budget.nodes.is_some_and(|most| self.nodes > most) {
            return self.look(state);
        }
        Ok(())
    }

    /// So many more options, which were listed before.
    pub(super) fn count_again(&mut self, options: u64, state: &State) -> Said<()> {
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

    fn look(&self, state: &State) -> Said<()> {
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
        let (stopped, spent) = (|what| Stopped::new(what, ENGINE), |stopped| Err(Ended::Stopped(stopped)));
        let Budget { nodes, time, memory } = self.budget;
        if nodes.is_some_and(|most| self.nodes > most) {
            return spent(stopped(Spent::Nodes).of(nodes, Some(self.nodes)));
        }
        if time.is_some_and(|most| self.start.elapsed() >= most) {
            return spent(stopped(Spent::Time).of_time(time, Some(self.start.elapsed())));
        }
        let taken = self.grown(state, self.stack);
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
