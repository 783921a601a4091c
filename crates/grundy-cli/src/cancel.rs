//! Ctrl-C: the first asks the work to stop and what is known to be printed, the second ends the program. A request to
//! terminate and a closed terminal count as Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// Shared between the signal handler and the work.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cancel {
    flag: Arc<AtomicBool>,
    pressed: Arc<AtomicU32>,
    waiting: Arc<AtomicBool>,
}

/// The shell's code for "ended by Ctrl-C".
const INTERRUPTED: i32 = 130;

impl Cancel {
    /// Listens for Ctrl-C from now on. Where that is impossible, Ctrl-C ends the program as ever.
    pub(crate) fn listen(&self) {
        let cancel = self.clone();
        let _ = ctrlc::set_handler(move || {
            cancel.flag.store(true, Ordering::Relaxed);
            if cancel.pressed.fetch_add(1, Ordering::Relaxed) > 0 {
                grundy::process::end_all();
                std::process::exit(INTERRUPTED);
            }
            // nobody works while the program waits for input: once the last answers are out there is nothing to save
            if cancel.waiting.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(200));
                if cancel.waiting.load(Ordering::Relaxed) {
                    std::process::exit(crate::exit::Exit::Spent as i32);
                }
            }
            crate::guard::cancelled();
        });
    }

    /// The flag that the library looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Was Ctrl-C pressed?
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Forgets an earlier Ctrl-C: the next question starts afresh.
    pub(crate) fn reset(&self) {
        self.pressed.store(0, Ordering::Relaxed);
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Says whether the program does nothing but wait for input.
    pub(crate) fn set_waiting(&self, waiting: bool) {
        self.waiting.store(waiting, Ordering::Relaxed);
    }
}
