//! From text to positions and games, with what this thread has learnt so far.

use std::cell::RefCell;

use grundy::claim::{ClaimFault, ClaimQuestion};
use grundy::{Diagnostic, Session};

/// A thread remembers the games of so many texts, then it starts anew.
const REMEMBERED: usize = 10_000;

thread_local! {
    static SHELF: RefCell<(Session, usize)> = RefCell::new((Session::new(), 0));
}

/// Reads with the thread's session.
pub(crate) fn read<T>(read: impl FnOnce(&mut Session) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
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

/// The same for readers with an error of their own.
pub(crate) fn claim(about: &str, claim: &str) -> Result<ClaimQuestion, ClaimFault> {
    SHELF.with(|shelf| match shelf.try_borrow_mut() {
        Ok(mut shelf) => shelf.0.claim(about, claim),
        Err(_) => Session::new().claim(about, claim),
    })
}
