//! Panics of a reader that is not ours: a file that makes it panic is damaged, and that is no fault of the program.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Is this thread inside such a reader?
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Set once: hooks belong to the whole process, and what other threads say is still to be heard.
static HOOK: Once = Once::new();

/// What `read` gives; `None` if it panicked, of which nothing is printed. What it may have left half done must not be
/// used any more.
pub(super) fn caught<T>(read: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !INSIDE.get() {
                usual(info);
            }
        }));
    });
    let before = INSIDE.replace(true);
    let read = panic::catch_unwind(AssertUnwindSafe(read));
    INSIDE.set(before);
    read.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_caught_and_those_outside_are_not() {
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| Vec::<u8>::new()[caught(|| 1).unwrap_or(0)]), None);
        assert!(!INSIDE.get());
    }
}
