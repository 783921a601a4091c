//! What the workers of a process share: the first thing that went wrong, and the budget.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use grundy::{Budget, Context, Error, Spent, Stopped, locked};

/// How messages speak of the work of a cluster.
#[derive(Debug)]
pub(crate) struct Work {
    /// The name of the engine.
    pub(crate) engine: &'static str,
    /// What all processes are asked about: "graph".
    pub(crate) subject: &'static str,
    /// What outlives a run that failed: "labels that were kept".
    pub(crate) kept: &'static str,
}

/// Somebody failed: [`Shared`] knows why.
#[derive(Debug)]
pub(crate) struct Ended;

/// The result of a step of a worker.
pub(crate) type Step<T = ()> = Result<T, Ended>;

/// One object for all workers of a process.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) work: &'static Work,
    stop: Arc<AtomicBool>,
    trouble: Mutex<Option<Error>>,
    memory: AtomicU64,
    limit: Option<u64>,
    /// What the asker allowed, of which `limit` is left.
    asked: Option<u64>,
    arcs: AtomicU64,
}

impl Shared {
    /// With the memory that the context still allows.
    pub(crate) fn new(cx: &Context, work: &'static Work) -> Arc<Shared> {
        let budget: Budget = *cx.part(u64::MAX).budget();
        Arc::new(Shared {
            work,
            stop: Arc::default(),
            trouble: Mutex::new(None),
            memory: AtomicU64::new(0),
            limit: budget.memory,
            asked: cx.budget().memory,
            arcs: AtomicU64::new(0),
        })
    }

    /// Everybody is to stop, for this reason unless there was one before.
    pub(crate) fn fail(&self, error: impl Into<Error>) -> Ended {
        locked(self.trouble.lock()).get_or_insert(error.into());
        self.stop.store(true, Ordering::SeqCst);
        Ended
    }

    /// Is everybody to stop?
    #[inline]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A context for what a worker does by itself: it ends when everybody is to stop, and asks for no memory.
    pub(crate) fn context(&self) -> Context {
        Context::default().with_cancel(Arc::clone(&self.stop))
    }

    /// Goes on only if nobody is to stop.
    pub(crate) fn check(&self) -> Step {
        if self.stopped() { Err(Ended) } else { Ok(()) }
    }

    /// The reason to stop.
    pub(crate) fn trouble(&self) -> Option<Error> {
        locked(self.trouble.lock()).clone()
    }

    /// Asks for table space.
    pub(crate) fn reserve(&self, bytes: u64) -> Step {
        let all = self.memory.fetch_add(bytes, Ordering::Relaxed) + bytes;
        match self.limit {
            Some(limit) if all > limit => {
                let stopped = Stopped::new(Spent::Memory, self.work.engine).needing(format!("{all} bytes"));
                Err(self.fail(stopped.of(self.asked, Some(all - bytes))))
            }
            _ => Ok(()),
        }
    }

    /// Gives table space back.
    pub(crate) fn release(&self, bytes: u64) {
        self.memory.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Counts arcs that were looked at.
    pub(crate) fn count(&self, arcs: u64) {
        self.arcs.fetch_add(arcs, Ordering::Relaxed);
    }

    /// Arcs that were looked at so far.
    pub(crate) fn arcs(&self) -> u64 {
        self.arcs.load(Ordering::Relaxed)
    }
}
