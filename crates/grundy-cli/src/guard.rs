//! The last line of a budget: what no tick of the library hears is ended by the program.
//!
//! Engines look at clock, memory and Ctrl-C as they go and say what they know when a budget is spent. What stands between
//! two looks (a text that is built in one go, arithmetic on millions of digits, a list that doubles) can go over. There is
//! a limit a little above each budget, at which the work in hand is given up:
//!
//! | budget | ends at |
//! |---|---|
//! | memory M, at least 32 MiB | M + M/8 + 8 MiB allocated by all threads, or M + M/5 + 8 MiB held of the system |
//! | time T | 1.1 T + 0.1 s |
//! | Ctrl-C | a fifth of a second |
//!
//! What giving up means is said by the verb. One question is answered with what is known of it, nothing, and the program
//! leaves with exit code 3 without freeing anything. Streams of questions (`solve -`, `repl`) answer the one in hand in
//! the same way, and the program starts [again](crate::again) with the others.
//!
//! What is freed in small pieces does not go back to the system by itself. From half of the budget on a thread looks what
//! the process really holds, and has the rest given back.
//!
//! Once the answer to one question is being printed no budget cuts it off: a pager may take its time. Ctrl-C does.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Budget, Spent, Stopped, locked, memory};

use crate::allocator;
use crate::exit::Exit;
use crate::render::{self, diagnostics};
use crate::stdout;
use crate::terminal::Terminal;

/// A budget that was broken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Breach {
    /// Which one.
    pub(crate) spent: Spent,
    /// Does the question of the thread that tells this hold more than it may? Said of memory alone.
    pub(crate) over: bool,
}

/// Tells what is known and leaves. It comes back only where that must wait: then it is called again.
type GiveUp = Arc<dyn Fn(Breach) + Send + Sync>;

/// What is guarded.
struct Work {
    budget: Budget,
    /// Since when all its parts share one budget of time.
    began: Option<Instant>,
    end: Option<Instant>,
    give_up: GiveUp,
}

static WORK: Mutex<Option<Work>> = Mutex::new(None);
static CHANGED: Condvar = Condvar::new();
/// Is there work in hand?
static GUARDED: AtomicBool = AtomicBool::new(false);
/// So many threads are giving it up, or see that another one does.
static SPEAKING: AtomicUsize = AtomicUsize::new(0);

/// The budget of memory.
static MEMORY: AtomicU64 = AtomicU64::new(u64::MAX);

/// So often the memory that is held is looked at, and so much that nobody uses is given back.
const LOOK: Duration = Duration::from_millis(10);
const IDLE: u64 = 8 << 20;

/// So long after Ctrl-C the work may take to tell what is known.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long something may take that has a budget of `time`.
pub(crate) fn limit(time: Duration) -> Duration {
    time.saturating_add(time / 10).saturating_add(Duration::from_millis(100))
}

/// What may be allocated with a budget of `memory`.
fn ceiling(memory: u64) -> u64 {
    memory.saturating_add(memory / 8).saturating_add(8 << 20)
}

/// Guards one question, whose JSON says so where nothing is known.
pub(crate) fn one(
    budget: &Budget,
    json: bool,
    object: impl Fn(&mut Vec<u8>, &Stopped) -> io::Result<()> + Send + Sync + 'static,
) {
    memory::leaves_with_answer(true);
    start(budget, move |breach| {
        let stopped = unknown(breach.spent);
        tell(
            |told| {
                if json { object(told, &stopped) } else { render::text::stopped(told, &stopped, &Terminal::stdout()) }
            },
        );
        allocator::leave(Exit::Spent)
    });
}

/// Guards one piece of work, whose parts share the time of its budget. What is guarded already stays so.
pub(crate) fn start(budget: &Budget, give_up: impl Fn(Breach) + Send + Sync + 'static) {
    let mut work = lock();
    if work.is_some() {
        return;
    }
    let now = Instant::now();
    let end = budget.time.and_then(|time| now.checked_add(limit(time)));
    *work = Some(Work { budget: *budget, began: Some(now), end, give_up: Arc::new(give_up) });
    begin(budget, work);
    if end.is_some() {
        watch();
    }
}

/// Guards many questions, each of which has the budget; who calls this looks at their time.
pub(crate) fn start_many(budget: &Budget, give_up: impl Fn(Breach) + Send + Sync + 'static) {
    let mut work = lock();
    *work = Some(Work { budget: *budget, began: None, end: None, give_up: Arc::new(give_up) });
    begin(budget, work);
}

fn begin(budget: &Budget, work: MutexGuard<'_, Option<Work>>) {
    drop(work);
    GUARDED.store(true, Ordering::SeqCst);
    CHANGED.notify_all();
    if let Some(most) = budget.memory {
        let most = most.max(memory::LEAST);
        MEMORY.store(most, Ordering::SeqCst);
        memory::guard(most / 2, |over| {
            let ceiling = ceiling(MEMORY.load(Ordering::SeqCst));
            if memory::total() > ceiling {
                give_up(Breach { spent: Spent::Memory, over });
            } else {
                memory::raise(ceiling);
                attend();
            }
        });
    }
}

/// From now on a thread looks at what the process holds of the system.
fn attend() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // without a thread what is allocated stands alone
        let _ = thread::Builder::new().name("memory".to_owned()).stack_size(256 << 10).spawn(|| {
            let mut least = 0;
            while let Some(held) = allocator::held() {
                let most = MEMORY.load(Ordering::SeqCst);
                let idle = held.saturating_sub(memory::total());
                let mut pause = LOOK;
                // what was looked for in vain need not be looked for again at once, and a process that ends frees everything anyway
                if held > most && idle > least + IDLE && GUARDED.load(Ordering::SeqCst) {
                    let began = Instant::now();
                    allocator::trim();
                    least = allocator::held().unwrap_or(0).saturating_sub(memory::total());
                    // the work waits while the allocator looks
                    pause = pause.max(began.elapsed() * 4);
                } else if held > most.saturating_add(most / 5).saturating_add(8 << 20) {
                    give_up(Breach { spent: Spent::Memory, over: false });
                }
                thread::sleep(pause);
            }
        });
    });
}

fn lock() -> MutexGuard<'static, Option<Work>> {
    locked(WORK.lock())
}

/// How long the work has been at hand: all its parts share one budget of time.
pub(crate) fn elapsed() -> Duration {
    lock().as_ref().and_then(|work| work.began).map_or(Duration::ZERO, |began| began.elapsed())
}

/// The answer is there: from now on nothing is cut off.
///
/// Who gives the work up at this moment speaks alone: it ends the children first, and the answer that the work has then would be the
/// second one.
pub(crate) fn end() {
    while !GUARDED.swap(false, Ordering::SeqCst) && SPEAKING.load(Ordering::SeqCst) > 0 {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The next question is another one.
pub(crate) fn forget() {
    end();
    memory::leaves_with_answer(false);
    *lock() = None;
}

/// After Ctrl-C: if the answer is still being written a little later, the rest of it is not.
fn cut_off() {
    thread::sleep(LOOK);
    if stdout::is_writing() {
        // nobody may read standard error either
        let _ = thread::Builder::new().spawn(|| diagnostics::eprint_stopped(Some(&unknown(Spent::Cancelled)), false));
        thread::sleep(LOOK);
        allocator::leave(Exit::Spent);
    }
}

/// After Ctrl-C: if the same work is still at hand a little later, it is given up.
pub(crate) fn cancelled() {
    let number = || lock().as_ref().map(|work| Arc::clone(&work.give_up));
    if stdout::is_writing() {
        thread::sleep(PATIENCE);
        return cut_off();
    }
    let before = number();
    if before.is_none() || !GUARDED.load(Ordering::SeqCst) {
        return;
    }
    thread::sleep(PATIENCE);
    if stdout::is_writing() {
        return cut_off();
    }
    if before.zip(number()).is_some_and(|(before, now)| Arc::ptr_eq(&before, &now)) {
        give_up(Breach { spent: Spent::Cancelled, over: false });
    }
}

/// One thread waits for the end of whatever is guarded.
fn watch() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // without a thread the ticks stand alone
        let _ = thread::Builder::new().name("guard".to_owned()).stack_size(256 << 10).spawn(|| {
            let mut work = lock();
            loop {
                let now = Instant::now();
                let end = work.as_ref().and_then(|work| work.end).filter(|_| GUARDED.load(Ordering::SeqCst));
                work = match end {
                    Some(end) if end > now => locked(CHANGED.wait_timeout(work, end - now)).0,
                    Some(_) => {
                        drop(work);
                        give_up(Breach { spent: Spent::Time, over: false });
                        // what must wait is tried again
                        thread::sleep(Duration::from_millis(1));
                        lock()
                    }
                    None => locked(CHANGED.wait(work)),
                };
            }
        });
    });
}

/// Gives up what is in hand. Returns where nothing is guarded any more, or where that must wait.
fn give_up(breach: Breach) {
    SPEAKING.fetch_add(1, Ordering::SeqCst);
    speak(breach);
    SPEAKING.fetch_sub(1, Ordering::SeqCst);
}

fn speak(breach: Breach) {
    // one thread speaks, and only before the answer is there
    if !GUARDED.swap(false, Ordering::SeqCst) {
        return;
    }
    // the thread that tells this may hold the lock itself
    if let Some(work) = patiently(&WORK) {
        let give_up = work.as_ref().map(|work| Arc::clone(&work.give_up));
        drop(work);
        if let Some(give_up) = give_up {
            give_up(breach);
        }
    }
    GUARDED.store(true, Ordering::SeqCst);
}

/// A lock, unless it is held for long: perhaps by this very thread, which was cut off in the middle.
pub(crate) fn patiently<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    for _ in 0..50 {
        match mutex.try_lock() {
            Ok(held) => return Some(held),
            Err(TryLockError::Poisoned(held)) => return Some(held.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}

/// Does a store keep what is finished, so that the same question goes on?
static RESUMES: AtomicBool = AtomicBool::new(false);

/// A store keeps what is finished from now on.
pub(crate) fn resumes() {
    RESUMES.store(true, Ordering::SeqCst);
}

/// What is said of work that was cut off: which budget it broke, how far it went, and whether it goes on.
pub(crate) fn unknown(spent: Spent) -> Stopped {
    let work = patiently(&WORK);
    let (budget, began) = match work.as_deref() {
        Some(Some(work)) => (work.budget, work.began),
        _ => (Budget::UNLIMITED, None),
    };
    let stopped = Stopped { resumes: RESUMES.load(Ordering::SeqCst), ..Stopped::new(spent, "none") };
    match spent {
        Spent::Memory => stopped.of(budget.memory, Some(memory::total())),
        Spent::Time => stopped.of_time(budget.time, began.map(|began| began.elapsed())),
        Spent::Nodes | Spent::Cancelled => stopped,
    }
}

/// Prints what `render` says, past everything that the threads in work may hold.
pub(crate) fn tell(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
    let mut told = Vec::new();
    // writing to memory cannot fail
    let _ = render(&mut told);
    if io::stderr().is_terminal() {
        // the line of progress, if there is one
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
    let _ = if stdout::stands_aside() { io::stderr().write_all(&told) } else { stdout::write_past_lock(&told) };
}
