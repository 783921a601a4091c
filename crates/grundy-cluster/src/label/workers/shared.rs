//! What the workers of a process share: the first thing that went wrong, and the budget.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grundy::{Budget, Context, Error, Spent, Stopped};

/// The name of the engine in messages.
pub(super) const ENGINE: &str = "labels by many workers";

/// Somebody failed: [`Shared`] knows why.
#[derive(Debug)]
pub(super) struct Ended;

/// The result of a step of a worker.
pub(super) type Step<T = ()> = Result<T, Ended>;

/// One object for all workers of a process.
#[derive(Debug, Default)]
pub(super) struct Shared {
    stop: AtomicBool,
    trouble: Mutex<Option<Error>>,
    memory: AtomicU64,
    limit: Option<u64>,
    arcs: AtomicU64,
}

impl Shared {
    /// With the memory that the context still allows.
    pub(super) fn new(cx: &Context) -> Arc<Shared> {
        let budget: Budget = *cx.part(u64::MAX).budget();
        Arc::new(Shared { limit: budget.memory, ..Shared::default() })
    }

    /// Everybody is to stop, for this reason unless there was one before.
    pub(super) fn fail(&self, error: impl Into<Error>) -> Ended {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.into());
        self.stop.store(true, Ordering::SeqCst);
        Ended
    }

    /// Is everybody to stop?
    #[inline]
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Goes on only if nobody is to stop.
    pub(super) fn check(&self) -> Step {
        if self.stopped() { Err(Ended) } else { Ok(()) }
    }

    /// The reason to stop.
    pub(super) fn trouble(&self) -> Option<Error> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for table space.
    pub(super) fn reserve(&self, bytes: u64) -> Step {
        let all = self.memory.fetch_add(bytes, Ordering::Relaxed) + bytes;
        match self.limit {
            Some(limit) if all > limit => {
                let needed = Some(format!("{all} bytes"));
                Err(self.fail(Stopped { spent: Spent::Memory, engine: ENGINE, needed }))
            }
            _ => Ok(()),
        }
    }

    /// Gives table space back.
    pub(super) fn release(&self, bytes: u64) {
        self.memory.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Counts arcs that were looked at.
    pub(super) fn count(&self, arcs: u64) {
        self.arcs.fetch_add(arcs, Ordering::Relaxed);
    }

    /// Arcs that were looked at so far.
    pub(super) fn arcs(&self) -> u64 {
        self.arcs.load(Ordering::Relaxed)
    }
}
