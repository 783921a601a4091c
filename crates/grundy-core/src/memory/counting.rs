//! The system's allocator, counted: with it a program keeps its budgets of memory.

#![expect(unsafe_code, reason = "an allocator is unsafe by its trait; each call is handed on as it comes")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use super::{STEP, tell};

/// The system's allocator, which tells what each thread takes.
///
/// ```
/// use grundy_core::memory::Counting;
///
/// #[global_allocator]
/// static ALLOCATOR: Counting = Counting::new();
/// ```
#[derive(Debug)]
pub struct Counting {
    refused: Option<fn()>,
}

impl Counting {
    /// Where the system has no memory left, the program ends as Rust's programs do.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a static needs a constant")]
    pub const fn new() -> Counting {
        Counting { refused: None }
    }

    /// Where the system has no memory left, `refused` is called; it must allocate nothing.
    #[must_use]
    pub const fn or_else(refused: fn()) -> Counting {
        Counting { refused: Some(refused) }
    }

    /// What the system gave.
    #[inline]
    fn given(&self, piece: *mut u8) -> *mut u8 {
        if piece.is_null()
            && let Some(refused) = self.refused
        {
            refused();
        }
        piece
    }
}

// SAFETY: every request goes to the system's allocator unchanged, and what it gives is given back as it is; the counting
// before and after allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(piece(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`
        self.given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(piece(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc_zeroed`
        self.given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(piece(size) - piece(layout.size()));
        // SAFETY: the caller keeps the contract of `realloc`, and `old` came from the system's allocator
        self.given(unsafe { System.realloc(old, layout, size) })
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
    static ROOM: Cell<i64> = const { Cell::new(STEP) };
}

/// Counts what this thread takes, or gives back.
#[inline]
fn count(bytes: i64) {
    let room = ROOM.with(|room| {
        room.set(room.get().wrapping_sub(bytes));
        room.get()
    });
    // below 0 too
    if room as u64 > 2 * STEP as u64 {
        settle(room);
    }
}

#[cold]
#[inline(never)]
fn settle(room: i64) {
    ROOM.set(STEP);
    tell(STEP - room);
}
