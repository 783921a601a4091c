//! The last line of a budget: what no tick of the library hears ends the program, with the answer that nothing is known.
//!
//! Engines look at clock, memory and Ctrl-C as they go and say what they know when a budget is spent. What stands between
//! two looks (a text that is built in one go, arithmetic on millions of digits, a list that doubles) can go over. For
//! one question there is a limit a little above each budget, at which the program tells that the budget is spent and
//! leaves with exit code 3, without freeing anything:
//!
//! | budget | ends at |
//! |---|---|
//! | memory M, at least 32 MiB | M + M/8 + 8 MiB allocated by all threads |
//! | time T | 1.1 T + 0.1 s |
//! | Ctrl-C | a quarter of a second |
//!
//! Once an answer is being printed nothing is cut off: a pager may take its time. Verbs of many questions (`solve -`,
//! `repl`, `sweep`, `label`, `stress`) are not guarded: one question must not end the others.

use std::io::{self, IsTerminal as _, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Budget, Spent, Stopped, memory};

use crate::allocator;
use crate::exit::Exit;
use crate::render;

/// What is told when the program leaves.
#[derive(Debug)]
struct Question {
    text: String,
    json: bool,
    began: Option<Instant>,
}

static QUESTION: Mutex<Question> = Mutex::new(Question { text: String::new(), json: false, began: None });
/// Is there one question, that has no answer yet?
static GUARDED: AtomicBool = AtomicBool::new(false);

/// So long after Ctrl-C the work may take to tell what is known.
const PATIENCE: Duration = Duration::from_millis(250);

/// Guards one question, from the moment at which its text is there; a second text belongs to the same question.
pub(crate) fn start(text: &str, budget: &Budget, json: bool) {
    let Ok(mut question) = QUESTION.lock() else { return };
    if question.began.is_some() {
        return;
    }
    *question = Question { text: text.trim().to_owned(), json, began: Some(Instant::now()) };
    drop(question);
    GUARDED.store(true, Ordering::SeqCst);
    if let Some(most) = budget.memory.map(|most| most.max(memory::LEAST)) {
        memory::guard(most.saturating_add(most / 8).saturating_add(8 << 20), || give_up(Spent::Memory));
    }
    if let Some(time) = budget.time {
        let end = time.saturating_add(time / 10).saturating_add(Duration::from_millis(100));
        // without a thread the ticks stand alone
        let _ = thread::Builder::new().name("guard".to_owned()).stack_size(256 << 10).spawn(move || {
            thread::sleep(end);
            give_up(Spent::Time);
        });
    }
}

/// How long the guarded question has been at work: all its parts share one budget of time.
pub(crate) fn elapsed() -> Duration {
    QUESTION.lock().ok().and_then(|question| question.began).map_or(Duration::ZERO, |began| began.elapsed())
}

/// The answer is there: from now on nothing is cut off.
pub(crate) fn end() {
    GUARDED.store(false, Ordering::SeqCst);
}

/// After Ctrl-C: if nobody has heard it in a quarter of a second, the program leaves.
pub(crate) fn cancelled() {
    if GUARDED.load(Ordering::SeqCst) {
        thread::sleep(PATIENCE);
        give_up(Spent::Cancelled);
    }
}

/// Says that nothing is known, and leaves. Returns where nothing is guarded any more.
fn give_up(spent: Spent) {
    // one thread speaks, and only before the answer is there
    if !GUARDED.swap(false, Ordering::SeqCst) {
        return;
    }
    let (text, json) = match QUESTION.try_lock() {
        Ok(question) => (question.text.clone(), question.json),
        Err(_) => (String::new(), false),
    };
    let stopped = Stopped { spent, engine: "none", needed: None };
    let mut told = Vec::new();
    // writing to memory cannot fail
    let _ = if json {
        render::json::stopped(&mut told, &text, &stopped)
    } else {
        render::text::stopped(&mut told, &stopped)
    };
    if io::stderr().is_terminal() {
        // the line of progress, if there is one
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
    let _ = write_out(&told);
    allocator::leave(Exit::Spent)
}

/// Past the lock of standard output, which the thread that is cut off may hold.
#[cfg(unix)]
fn write_out(bytes: &[u8]) -> io::Result<()> {
    use std::os::fd::AsFd as _;
    std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write_out(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)
}
