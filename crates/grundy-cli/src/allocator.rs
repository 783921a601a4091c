//! The system's allocator, which tells the library what is allocated, so that a budget of memory is kept
//! (`grundy_core::memory`).
//!
//! Large pieces come from the system one by one and go back to it: with the usual moving threshold, a list that doubled
//! leaves its old halves behind, and the process holds twice what it uses.
#![expect(unsafe_code, reason = "an allocator is unsafe by its trait; each call is handed on as it comes")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write as _;

use grundy::memory;

use crate::exit::Exit;

/// The allocator of the program.
#[derive(Debug)]
pub(crate) struct Counting;

/// Pieces from this size on are mapped one by one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: i32 = 1 << 20;

// SAFETY: every request goes to the system's allocator unchanged, and what it gives is given back as it is; the counting
// before and after allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(piece(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(piece(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc_zeroed`
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(piece(size) - piece(layout.size()));
        // SAFETY: the caller keeps the contract of `realloc`, and `old` came from the system's allocator
        given(unsafe { System.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count(-piece(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`, and `old` came from the system's allocator
        unsafe { System.dealloc(old, layout) }
    }
}

/// What a piece of this size takes, near enough: the system's allocator keeps a word beside it, and gives sixteens of
/// bytes.
#[inline]
fn piece(size: usize) -> i64 {
    // no piece is larger than `isize::MAX`
    size as i64 + 16
}

thread_local! {
    /// So much this thread may take before it tells what it holds; it starts in the middle, for it may give back too.
    static ROOM: Cell<i64> = const { Cell::new(memory::STEP) };
}

/// Counts what this thread takes, or gives back.
#[inline]
fn count(bytes: i64) {
    let room = ROOM.with(|room| {
        room.set(room.get().wrapping_sub(bytes));
        room.get()
    });
    // below 0 too
    if room as u64 > 2 * memory::STEP as u64 {
        settle(room);
    }
}

#[cold]
#[inline(never)]
fn settle(room: i64) {
    ROOM.set(memory::STEP);
    memory::tell(memory::STEP - room);
}

/// What the system gave. Where it gave nothing, nothing can be saved: a sentence, and the end.
#[inline]
fn given(piece: *mut u8) -> *mut u8 {
    if piece.is_null() {
        refused();
    }
    piece
}

#[cold]
fn refused() -> ! {
    let _ = std::io::stderr().write_all(b"grundy: the system has no memory left; `--memory SIZE` sets a budget\n");
    leave(Exit::Machine)
}

/// Ends the program at once: no thread is waited for, nothing is freed, no buffer is flushed. Programs
/// that were started end with it.
pub(crate) fn leave(exit: Exit) -> ! {
    grundy::process::end_all();
    // SAFETY: the call has no conditions; it does not return
    #[cfg(unix)]
    unsafe {
        libc::_exit(exit as i32)
    }
    #[cfg(not(unix))]
    std::process::abort()
}

/// Gives pages back that hold nothing but freed pieces.
pub(crate) fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the allocator locks what it looks at; no piece in use is moved
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Bytes of anonymous memory that the process holds of the system, where that can be told.
pub(crate) fn held() -> Option<u64> {
    if cfg!(not(target_os = "linux")) {
        return None;
    }
    // pages: all, resident, those of them that are in files too
    let told = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = told.split(' ').skip(1).map_while(|word| word.parse::<u64>().ok());
    let (resident, shared) = (pages.next()?, pages.next()?);
    #[cfg(unix)]
    let page = rustix::param::page_size() as u64;
    #[cfg(not(unix))]
    let page = 0;
    Some(resident.saturating_sub(shared) * page)
}

/// Large pieces go back to the system when they are freed. Called once, before any thread is started.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: sets a number of the allocator; other threads do not run yet
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}
