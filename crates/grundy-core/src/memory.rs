//! What is really allocated, counted where a program's allocator tells it.
//!
//! A program that wants its budgets kept has [`Counting`] as its global allocator, or one of its own that calls [`tell`]; then each
//! [`Context`](crate::context::Context) with a memory budget sees at its ticks what its thread has allocated since it was
//! made, beside what engines estimate before they begin. Without such an allocator nothing is counted, and the estimates
//! stand alone.
//!
//! ```text
//! thread 1: allocated − freed ── each 64 KiB ──┬──► total of the process ── above the ceiling ──► breach
//! thread 2: allocated − freed ── each 64 KiB ──┘
//! ```
//!
//! The allocator counts for each thread and tells in steps of 64 KiB, so that one allocation costs it a subtraction and a
//! comparison. What one thread allocates and another frees stays with both: a question counts from its beginning, so that
//! this evens out. The ceiling is for the whole process, and for what no tick hears of: a list that doubles, a text that
//! is built in one go.

mod counting;

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, Ordering};

pub use counting::Counting;

/// The allocator tells when a thread holds so many bytes more or less than it has told.
pub const STEP: i64 = 64 << 10;

/// A budget below this speaks of tables alone: buffers and the program's own lists are not measured against it.
pub const LEAST: u64 = 32 << 20;

struct Meter {
    /// Allocated by this thread, less what it freed, as far as it was told.
    held: Cell<i64>,
    /// The question at work may hold so much.
    most: Cell<i64>,
    over: Cell<bool>,
    /// Does this thread tell of a breach? Then it may allocate what it needs for that.
    tells: Cell<bool>,
}

thread_local! {
    static METER: Meter = const {
        Meter { held: Cell::new(0), most: Cell::new(i64::MAX), over: Cell::new(false), tells: Cell::new(false) }
    };
}

/// How many threads hold more than they may.
static OVER: AtomicU32 = AtomicU32::new(0);
static TOTAL: AtomicI64 = AtomicI64::new(0);
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);
static BREACH: OnceLock<fn(bool)> = OnceLock::new();

/// The process stays, leaves with its answer, or leaves and has no time any more.
static LEAVING: AtomicU8 = AtomicU8::new(STAYS);
const STAYS: u8 = 0;
const LEAVES: u8 = 1;
const IN_A_HURRY: u8 = 2;

/// Does the process end with the answer to the question at hand? Then what a search holds, in millions of pieces, need not be
/// given back one by one once the time is up.
pub fn leaves_with_answer(leaves: bool) {
    LEAVING.store(if leaves { LEAVES } else { STAYS }, Ordering::Relaxed);
}

/// The time of a question is up.
pub(crate) fn time_is_up() {
    let _ = LEAVING.compare_exchange(LEAVES, IN_A_HURRY, Ordering::Relaxed, Ordering::Relaxed);
}

/// Is it the end of the process, and late already?
#[must_use]
pub fn is_in_a_hurry() -> bool {
    LEAVING.load(Ordering::Relaxed) == IN_A_HURRY
}

/// This thread holds so many bytes more than it has told, or less. Called by the allocator when that has come to [`STEP`],
/// before it asks the system.
#[cold]
#[inline(never)]
pub fn tell(more: i64) {
    METER.with(|meter| meter.tell(more));
}

/// Does this thread hold more than the question at work may? Asked at every tick: as long as no thread does, that is one
/// look at a number.
#[inline]
pub(crate) fn is_over() -> bool {
    OVER.load(Ordering::Relaxed) > 0 && METER.with(|meter| meter.over.get())
}

/// Bytes that this thread allocated, less those that it freed, as far as it has told: exact to 64 KiB. Below 0 where it
/// freed what another thread allocated.
#[must_use]
pub fn held() -> i64 {
    METER.with(|meter| meter.held.get())
}

/// From now on the question at work may hold no more than this; gives back what was allowed before.
pub(crate) fn allow(most: i64) -> i64 {
    METER.with(|meter| {
        let before = meter.most.replace(most);
        meter.set_over(meter.held.get() > most);
        before
    })
}

/// Looks again whether this thread holds too much: what was too much may have been given back.
pub(crate) fn look_again() -> bool {
    METER.with(|meter| {
        meter.set_over(meter.held.get() > meter.most.get());
        meter.over.get()
    })
}

/// Bytes that all threads of the process hold, as far as they have told: exact to 64 KiB a thread.
#[must_use]
pub fn total() -> u64 {
    TOTAL.load(Ordering::Relaxed).max(0) as u64
}

/// What to do when the process is about to hold more than `ceiling` bytes: `breach` is called by the thread that asks for
/// them, and told whether the question of this thread holds more than its budget. While it runs, its thread may allocate;
/// if it returns it is called again some 64 KiB later. The first `breach` stays; a later call sets the
/// ceiling.
pub fn guard(ceiling: u64, breach: fn(bool)) {
    let _ = BREACH.set(breach);
    raise(ceiling);
}

/// From now on `breach` is called above this.
pub fn raise(ceiling: u64) {
    CEILING.store(i64::try_from(ceiling).unwrap_or(i64::MAX), Ordering::Relaxed);
}

impl Meter {
    fn set_over(&self, over: bool) {
        match (self.over.replace(over), over) {
            (false, true) => OVER.fetch_add(1, Ordering::Relaxed),
            (true, false) => OVER.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
    }

    /// Adds it up for the thread and for the process, and looks whether that is too much.
    fn tell(&self, more: i64) {
        self.held.set(self.held.get() + more);
        let total = TOTAL.fetch_add(more, Ordering::Relaxed) + more;
        if self.held.get() > self.most.get() {
            self.set_over(true);
        }
        if more > 0 && total > CEILING.load(Ordering::Relaxed) && !self.tells.replace(true) {
            if let Some(breach) = BREACH.get() {
                breach(self.over.get());
            }
            self.tells.set(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_hears_when_it_holds_too_much() {
        let start = held();
        let before = allow(start + 1000);
        tell(1000);
        assert!(!is_over());
        tell(1);
        assert!(is_over());
        tell(-1001);
        assert_eq!(held(), start);
        // what is given back is noticed when somebody looks
        assert!(is_over() && !look_again() && !is_over());
        allow(before);
    }

    #[test]
    fn the_process_adds_up_what_threads_tell() {
        let before = total();
        std::thread::spawn(|| tell(10 << 20)).join().unwrap();
        assert!(total() >= before + (10 << 20));
        tell(-(10 << 20));
    }
}
