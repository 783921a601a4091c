//! From text to positions and games, with what this thread has learnt so far.

use std::cell::RefCell;

use grundy::{Context, Diagnostic, Session};
use pyo3::prelude::*;

use crate::error;
use crate::work::{self, Limits};

/// A thread remembers the games of so many texts, then it starts anew.
const REMEMBERED: usize = 10_000;

/// A text of so many bytes may be long in reading: then signals are looked at meanwhile.
const LONG: usize = 1 << 12;

thread_local! {
    static SHELF: RefCell<(Session, usize)> = RefCell::new((Session::new(), 0));
}

/// Reads with the thread's session, within the limits.
pub(crate) fn within<T: Send + 'static>(
    py: Python<'_>,
    text: &str,
    limits: &Bound<'_, PyAny>,
    reads: fn(&mut Session, &str) -> Result<T, Diagnostic>,
) -> PyResult<T> {
    let limits = Limits::read(limits)?;
    let read = if text.len() < LONG {
        py.detach(|| {
            let cx = Context::new(limits.budget);
            read(|session| session.within(&cx, |session| reads(session, text)))
        })
    } else {
        // the session goes along; where the work is left alone, the thread begins anew
        let (mut session, met) = SHELF.take();
        let long = text.to_owned();
        let (session, read) = work::run(py, &limits, move |cx| {
            let read = session.within(cx, |session| reads(session, &long));
            (session, read)
        })?;
        SHELF.set((session, met + 1));
        read
    };
    read.map_err(|fault| error::any(py, &fault, Some(text)))
}

/// Reads with the thread's session.
pub(crate) fn read<T, E>(read: impl FnOnce(&mut Session) -> Result<T, E>) -> Result<T, E> {
    SHELF.with(|shelf| match shelf.try_borrow_mut() {
        Ok(mut shelf) => {
            shelf.1 += 1;
            if shelf.1 > REMEMBERED {
                *shelf = (Session::new(), 1);
            }
            read(&mut shelf.0)
        }
        Err(_) => read(&mut Session::new()),
    })
}
