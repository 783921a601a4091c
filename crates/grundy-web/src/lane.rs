//! Two lanes of threads: one for what is answered at once, one for what takes its time.
//!
//! ```text
//! request ─► small lane (a thread a core) ── not done in a moment ──► heavy lane (two threads, later in turn)
//! ```
//!
//! So nobody has to know beforehand what a question costs, and small questions never wait for heavy ones. A reader may have
//! four heavy requests at work or waiting, all readers together 64 waiting; beyond that they are told to come again.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

use grundy::locked;

use crate::seat::{Readers, Seat};
use crate::task::{Busy, Event, Task};

/// Heavy requests at once.
const HEAVY: usize = 2;
/// Heavy requests that wait.
const WAITING: usize = 64;
/// Small requests that wait.
const SMALL_WAITING: usize = 2048;
/// The parser and the searches go deep.
const STACK: usize = 32 << 20;
/// Heavy threads come later in turn than others of the process.
const LATER: i32 = 10;

#[derive(Debug, Default)]
struct Queue {
    tasks: Mutex<VecDeque<Box<Task>>>,
    more: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Box<Task>>> {
        locked(self.tasks.lock())
    }

    /// Adds a task; gives it back where too many wait.
    fn add(&self, task: Box<Task>, most: usize) -> Result<(), Box<Task>> {
        let mut tasks = self.lock();
        if tasks.len() >= most {
            // those whose readers went away need no place
            tasks.retain(|task| !task.is_cancelled());
        }
        if tasks.len() >= most {
            return Err(task);
        }
        tasks.push_back(task);
        drop(tasks);
        self.more.notify_one();
        Ok(())
    }

    /// The next task; `None` when the lanes are closed.
    fn next(&self, closed: &AtomicBool) -> Option<Box<Task>> {
        let mut tasks = self.lock();
        loop {
            if closed.load(Ordering::Relaxed) {
                return None;
            }
            match tasks.pop_front() {
                Some(task) if task.is_cancelled() => {}
                Some(task) => return Some(task),
                None => tasks = locked(self.more.wait(tasks)),
            }
        }
    }
}

#[derive(Debug, Default)]
struct Shared {
    small: Queue,
    heavy: Queue,
    /// How many heavy tasks each reader has.
    readers: Readers,
    closed: AtomicBool,
}

/// The lanes.
#[derive(Debug)]
pub(crate) struct Lanes(Arc<Shared>);

impl Lanes {
    /// Starts the threads; `tidy` is called after heavy work.
    pub(crate) fn start(tidy: fn()) -> io::Result<Lanes> {
        let shared = Arc::<Shared>::default();
        let small = thread::available_parallelism().map_or(2, usize::from).max(2);
        for number in 0..small {
            let shared = Arc::clone(&shared);
            spawn(format!("small {number}"), move || shared.answer_at_once())?;
        }
        for number in 0..HEAVY {
            let shared = Arc::clone(&shared);
            spawn(format!("heavy {number}"), move || shared.answer_heavy(tidy))?;
        }
        Ok(Lanes(shared))
    }

    /// Puts a task in the small lane; `Err`: there is no room.
    pub(crate) fn take(&self, task: Box<Task>) -> Result<(), Busy> {
        self.0.small.add(task, SMALL_WAITING).map_err(|_| Busy::Everybody)
    }

    /// Ends the threads when they are done with what is in hand.
    pub(crate) fn close(&self) {
        self.0.closed.store(true, Ordering::Relaxed);
        self.0.small.more.notify_all();
        self.0.heavy.more.notify_all();
    }
}

fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name).stack_size(STACK).spawn(work).map(drop)
}

impl Shared {
    fn answer_at_once(&self) {
        while let Some(mut task) = self.small.next(&self.closed) {
            let voice = task.voice();
            match catch_unwind(AssertUnwindSafe(|| task.try_at_once())) {
                Ok(true) => self.send_to_heavy(task),
                Ok(false) => {}
                Err(_) => drop(voice.send(Event::Broken)),
            }
        }
    }

    fn answer_heavy(&self, tidy: fn()) {
        #[cfg(unix)]
        // of the calling thread alone, on Linux; where that is refused, all have the same turn
        let _ = rustix::process::setpriority_process(None, LATER);
        while let Some(mut task) = self.heavy.next(&self.closed) {
            let voice = task.voice();
            if catch_unwind(AssertUnwindSafe(|| task.work())).is_err() {
                let _ = voice.send(Event::Broken);
            }
            drop(task);
            tidy();
        }
    }

    fn send_to_heavy(&self, mut task: Box<Task>) {
        let seat = Seat::take(&self.readers, task.reader).or_else(|| {
            // tasks that nobody waits for any more give their seats back
            self.heavy.lock().retain(|task| !task.is_cancelled());
            Seat::take(&self.readers, task.reader)
        });
        let Some(seat) = seat else { return task.tell(Event::Busy(Busy::Reader)) };
        task.sit(seat);
        if let Err(task) = self.heavy.add(task, WAITING) {
            task.tell(Event::Busy(Busy::Everybody));
        }
    }
}
