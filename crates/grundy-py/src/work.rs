//! Questions are worked on a thread of their own, while the caller looks at signals and tells the progress.
//!
//! The interpreter is free meanwhile. Ctrl-C sets the flag that engines look at; should one not look in time, the
//! caller leaves all the same, and the thread ends when it does. So too where the time is long over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grundy::{Budget, Context, Method, Spent, Stopped, locked};
use grundy_form::budget;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::caller::{self, Call, Caller};
use crate::error;

/// So often signals are looked at.
const EVERY: Duration = Duration::from_millis(20);
/// After Ctrl-C the work has so long to end.
const PATIENCE: Duration = Duration::from_millis(60);
/// Engines look at the clock themselves, and then tell what is known. One that has not for so long after a fifth more than
/// its time is left alone.
const GRACE: Duration = Duration::from_secs(1);
/// Engines may recurse.
const STACK: usize = 64 << 20;

/// Limits on one question, and who is told of its progress.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) budget: Budget,
    threads: usize,
    pub(crate) progress: Option<Py<PyAny>>,
    /// The search for values that was asked for.
    pub(crate) method: Option<Method>,
}

/// How values of positions that fall apart are searched, by the names that the program has for them.
const METHODS: [(&str, Method); 4] = [
    ("couples", Method::Couples),
    ("beling-rogalski", Method::Pruning),
    ("proof-numbers", Method::Proof),
    ("mex", Method::Mex),
];

impl Limits {
    /// From the keyword arguments `(time, memory, nodes, threads, progress, method)`, each of which may be `None`.
    ///
    /// Times are seconds or `"30s"`, memory is bytes or `"4GiB"`, nodes are a number or `"10^9"`.
    pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<Limits> {
        let py = given.py();
        let (time, memory, nodes, threads, progress, method) = given.extract::<(
            Option<Bound<'_, PyAny>>,
            Option<Bound<'_, PyAny>>,
            Option<Bound<'_, PyAny>>,
            Option<usize>,
            Option<Py<PyAny>>,
            Option<Bound<'_, PyAny>>,
        )>()?;
        let wrong = |what: &str, text: &str, why: &str| error::input(py, &format!("{what}={text}: {why}"));
        let time = match &time {
            None => None,
            Some(value) => Some(duration(value)?),
        };
        let memory = match &memory {
            None => default_memory(),
            Some(value) => {
                let text = words(value)?;
                budget::memory(&text).map_err(|why| wrong("memory", &text, &why))?
            }
        };
        let nodes = match &nodes {
            None => None,
            Some(value) => {
                let text = words(value)?;
                Some(budget::number(&text).map_err(|why| wrong("nodes", &text, &why))?)
            }
        };
        let threads = threads.unwrap_or(1).clamp(1, 1024);
        let method = match &method {
            None => None,
            Some(value) => {
                let text = words(value)?;
                let found = METHODS.iter().find(|(name, _)| *name == text);
                let names = || METHODS.map(|(name, _)| name).join(", ");
                Some(found.ok_or_else(|| wrong("method", &text, &format!("the methods are {}", names())))?.1)
            }
        };
        Ok(Limits { budget: Budget { time, memory: Some(memory), nodes }, threads, progress, method })
    }
}

/// What a limit is written as.
fn words(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_string()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

/// A time in seconds, or as `"30s"`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(seconds) = value.extract::<f64>()
        && let Ok(time) = Duration::try_from_secs_f64(seconds)
    {
        return Ok(time);
    }
    let text = words(value)?;
    budget::time(&text).map_err(|why| error::input(value.py(), &format!("time={text}: {why}")))
}

/// A time in seconds, or as `"30s"`, in seconds.
#[pyfunction]
pub(crate) fn seconds(time: &Bound<'_, PyAny>) -> PyResult<f64> {
    duration(time).map(|time| time.as_secs_f64())
}

/// The system is asked for its free memory once in so long.
const FRESH: Duration = Duration::from_secs(2);

/// Half of what the system reports free.
fn default_memory() -> u64 {
    static LAST: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut last = locked(LAST.lock());
    match *last {
        Some((when, bytes)) if when.elapsed() < FRESH => bytes,
        _ => {
            let bytes = budget::default_memory();
            *last = Some((Instant::now(), bytes));
            bytes
        }
    }
}

/// How far an engine is: its name, done, of.
type Progress = Option<(String, u64, Option<u64>)>;

/// Where worker and caller meet.
struct Meeting {
    caller: Arc<Caller>,
    progress: Mutex<Progress>,
}

/// Works on `job` on another thread until it is done, or Ctrl-C is pressed.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    job: impl FnOnce(&Context) -> T + Send + 'static,
) -> PyResult<T> {
    let (budget, threads, tells) = (limits.budget, limits.threads, limits.progress.is_some());
    let method = limits.method;
    meet(py, limits, false, move |worker| {
        let mut cx = Context::new(budget)
            .with_threads(threads)
            .with_method(method)
            .with_cancel(Arc::clone(&worker.caller.cancel));
        if tells {
            let told = Arc::clone(worker);
            cx = cx.with_progress(move |now| {
                *locked(told.progress.lock()) = Some((now.engine.to_owned(), now.done, now.of));
            });
        }
        job(&cx)
    })
}

/// The same for work that knows a flag only, which is set at Ctrl-C and when the time is up.
pub(crate) fn flagged<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    job: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    meet(py, limits, true, move |worker| job(&worker.caller.cancel))
}

fn meet<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    cancels: bool,
    job: impl FnOnce(&Arc<Meeting>) -> T + Send + 'static,
) -> PyResult<T> {
    let time = limits.budget.time;
    let caller = Caller::new(time);
    let meeting = Arc::new(Meeting { caller: Arc::clone(&caller), progress: Mutex::new(None) });
    let worker = Arc::clone(&meeting);
    // a worker that is left alone finds the line cut
    let (connect, mut calls) = caller::line();
    let thread = std::thread::Builder::new()
        .name("grundy".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            connect();
            job(&worker)
        })
        .map_err(|why| error::internal(&format!("no thread could be started ({why})")))?;
    loop {
        let heard;
        (calls, heard) = py.detach(move || {
            let heard = calls.recv_timeout(EVERY);
            (calls, heard)
        });
        let is_done = matches!(heard, Err(RecvTimeoutError::Disconnected));
        if let Ok(call) = heard {
            call(py, &caller);
        }
        let told = match (&limits.progress, locked(meeting.progress.lock()).take()) {
            (Some(callback), Some(progress)) => callback.call1(py, progress).map(drop),
            _ => Ok(()),
        };
        let seen = caller.raised().map_or(told, Err).and_then(|()| py.check_signals());
        if is_done {
            let result = py.detach(|| thread.join()).map_err(|_| error::internal("the work panicked"))?;
            return seen.map(|()| result);
        }
        if let Err(interrupted) = seen {
            caller.cancel.store(true, Ordering::Relaxed);
            py.detach(move || wait_for_end(calls));
            return Err(interrupted);
        }
        let Some(time) = time else { continue };
        let late = caller.start.elapsed().saturating_sub(time);
        if late > time / 5 + GRACE || (cancels && !late.is_zero()) {
            caller.cancel.store(true, Ordering::Relaxed);
        }
        if late > time / 5 + GRACE {
            let stopped = Stopped::new(Spent::Time, "an engine that does not look at the clock");
            return Err(error::spent(py, &stopped.of_time(Some(time), Some(caller.start.elapsed()))));
        }
    }
}

/// Waits a moment for the end of the work; what it still wants called is not.
fn wait_for_end(calls: Receiver<Call>) {
    let end = Instant::now() + PATIENCE;
    while calls.recv_timeout(end.saturating_duration_since(Instant::now())).is_ok() {}
}
