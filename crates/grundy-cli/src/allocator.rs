//! What the program asks of the system beside pieces of memory: to give pages back, how much is held, and the end.
//!
//! Large pieces come from the system one by one and go back to it: with the usual moving threshold, a list that doubled
//! leaves its old halves behind, and the process holds twice what it uses.
#![expect(unsafe_code, reason = "the C library is called; no call has conditions that a caller could break")]

use std::io::Write as _;

use crate::exit::Exit;

/// Pieces from this size on are mapped one by one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: i32 = 1 << 20;

/// Where the system gives no memory, nothing can be saved: a sentence, and the end.
#[cold]
pub(crate) fn refused() {
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
