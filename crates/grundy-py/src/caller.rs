//! The thread of a question, which alone asks callables: they see the thread, the context and the signals of their owner.
//!
//! ```text
//! worker   search … options of 7? ─────────┐            ┌──► search …
//! caller   waits, looks at signals ────────┴─► callable ┴──► waits …
//! ```
//!
//! The first exception of a callable ends the question, and is raised in place of its answer.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// What the worker wants to have called.
type Call = Box<dyn FnOnce(Python<'_>, &Caller) + Send>;

/// What goes from the worker to its caller.
#[derive(Default)]
struct Line {
    call: Option<Call>,
    /// The worker has done its work.
    is_done: bool,
    /// The caller waits no more.
    is_left: bool,
}

/// Who asked the question that a thread works on.
pub(crate) struct Caller {
    pub(crate) start: Instant,
    /// How long the question may take.
    pub(crate) time: Option<Duration>,
    /// Engines look at this flag.
    pub(crate) cancel: Arc<AtomicBool>,
    line: Mutex<Line>,
    rings: Condvar,
    fault: Mutex<Option<PyErr>>,
}

/// Why the caller waits no longer.
pub(crate) enum Heard {
    /// The worker has done its work.
    Done,
    /// A call was made.
    Called,
    /// The time is over.
    Nothing,
}

thread_local! {
    /// The caller of the work on this thread.
    static CALLER: RefCell<Option<Arc<Caller>>> = const { RefCell::new(None) };
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("start", &self.start).field("time", &self.time).finish_non_exhaustive()
    }
}

impl Caller {
    /// A caller whose clock begins.
    pub(crate) fn new(time: Option<Duration>) -> Arc<Caller> {
        Arc::new(Caller {
            start: Instant::now(),
            time,
            cancel: Arc::default(),
            line: Mutex::default(),
            rings: Condvar::new(),
            fault: Mutex::new(None),
        })
    }

    /// This thread works for the caller until it ends.
    pub(crate) fn employ(self: Arc<Caller>) {
        CALLER.set(Some(self));
    }

    /// Waits for the worker, and makes a call for it.
    pub(crate) fn hear(&self, py: Python<'_>, time: Duration) -> Heard {
        let (call, is_done) = py.detach(|| {
            let silent = |line: &mut Line| line.call.is_none() && !line.is_done;
            let waited = self.rings.wait_timeout_while(open(&self.line), time, silent);
            let (mut line, _) = waited.unwrap_or_else(PoisonError::into_inner);
            (line.call.take(), line.is_done)
        });
        match call {
            Some(call) => call(py, self),
            None if is_done => return Heard::Done,
            None => return Heard::Nothing,
        }
        Heard::Called
    }

    /// The work is done.
    pub(crate) fn done(&self) {
        open(&self.line).is_done = true;
        self.rings.notify_all();
    }

    /// Nobody waits any more: a call that was not made yet is given up, so that the worker does not wait for it.
    pub(crate) fn leave(&self) {
        let mut line = open(&self.line);
        line.is_left = true;
        let call = line.call.take();
        drop(line);
        drop(call);
    }

    fn ring(&self, call: Call) {
        let mut line = open(&self.line);
        if !line.is_left {
            line.call = Some(call);
            drop(line);
            self.rings.notify_all();
        }
    }

    /// An exception ends the question.
    pub(crate) fn raise(&self, exception: PyErr) {
        open(&self.fault).get_or_insert(exception);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The exception that ended the question.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        open(&self.fault).take()
    }
}

/// Calls this on the thread of the question; where nobody asked one, here. `None`: the caller has left.
pub(crate) fn call<T: Send + 'static>(
    call: impl FnOnce(Python<'_>, Option<&Caller>) -> T + Send + 'static,
) -> Option<T> {
    let Some(caller) = CALLER.with_borrow(Clone::clone) else {
        return Some(Python::attach(|py| call(py, None)));
    };
    let (answer, answered) = channel();
    caller.ring(Box::new(move |py, caller| _ = answer.send(call(py, Some(caller)))));
    answered.recv().ok()
}
