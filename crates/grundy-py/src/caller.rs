//! The thread of a question, which alone asks callables: they see the thread, the context and the signals of their owner.
//!
//! ```text
//! worker   search … options of 7? ─────────┐            ┌──► search …
//! caller   waits, looks at signals ────────┴─► callable ┴──► waits …
//! ```
//!
//! The first exception of a callable ends the question, and is raised in place of its answer.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grundy::locked;
use pyo3::prelude::*;

/// What the worker wants to have called.
pub(crate) type Call = Box<dyn FnOnce(Python<'_>, &Caller) + Send>;

/// Who asked the question that a thread works on.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) start: Instant,
    /// How long the question may take.
    pub(crate) time: Option<Duration>,
    /// Engines look at this flag.
    pub(crate) cancel: Arc<AtomicBool>,
    fault: Mutex<Option<PyErr>>,
}

thread_local! {
    /// The way to the caller of the work on this thread.
    static CALLER: RefCell<Option<Sender<Call>>> = const { RefCell::new(None) };
}

impl Caller {
    /// A caller whose clock begins.
    pub(crate) fn new(time: Option<Duration>) -> Arc<Caller> {
        Arc::new(Caller { start: Instant::now(), time, cancel: Arc::default(), fault: Mutex::new(None) })
    }

    /// An exception ends the question.
    pub(crate) fn raise(&self, exception: PyErr) {
        locked(self.fault.lock()).get_or_insert(exception);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The exception that ended the question.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(self.fault.lock()).take()
    }
}

/// Calls of a worker arrive here, until its thread ends.
pub(crate) fn line() -> (impl FnOnce(), Receiver<Call>) {
    let (calls, heard) = channel();
    (move || CALLER.set(Some(calls)), heard)
}

/// Calls this on the thread of the question; where nobody asked one, here. `None`: the caller has left.
pub(crate) fn call<T: Send + 'static>(
    call: impl FnOnce(Python<'_>, Option<&Caller>) -> T + Send + 'static,
) -> Option<T> {
    let Some(calls) = CALLER.with_borrow(Clone::clone) else {
        return Some(Python::attach(|py| call(py, None)));
    };
    let (answer, answered) = channel();
    calls.send(Box::new(move |py, caller| _ = answer.send(call(py, Some(caller))))).ok()?;
    answered.recv().ok()
}
