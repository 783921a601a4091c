//! Programs that we start, and that end with everything they started.
//!
//! A [`Group`] is a child in a process group of its own, which is killed as a whole when it is dropped. Processes that
//! left their group are out of reach, unless the program says that all its children are its own to end
//! ([`adopt_orphans`]): then, on Linux, they fall to it when their parents die, and go with the group.
//!
//! ```text
//! we ── group leader ── grandchild                 killed with the group
//!            └───────── grandchild, own session    an orphan when its parent dies: ours, and killed, if adopted
//! ```
//!
//! Elsewhere than on Unix the child alone is killed.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A started program; dropped, it is gone with all its group.
///
/// ```
/// # #[cfg(unix)] {
/// use std::process::Command;
/// use grundy_core::process::Group;
///
/// let mut group = Group::start(Command::new("sh").args(["-c", "sleep 1000 & sleep 1000"]))?;
/// assert!(!group.has_ended());
/// assert!(!group.end()?.success());
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Group {
    child: Child,
    gone: bool,
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.gone {
            let _ = self.end();
        }
    }
}

impl Group {
    /// Starts the program in a group of its own: Ctrl-C at the terminal does not reach it.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(command: &mut Command) -> io::Result<Group> {
        Ok(Group { child: system::start(command)?, gone: false })
    }

    /// The program itself, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The number of the group, and of the program.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Has the program ended? What it started may go on.
    pub fn has_ended(&mut self) -> bool {
        self.gone || system::has_ended(&mut self.child)
    }

    /// Kills what is left of the group, and tells how the program ended.
    ///
    /// # Errors
    /// What the system says.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        self.gone = true;
        system::end(&mut self.child)
    }
}

pub use system::{adopt_orphans, end_all};

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, TryLockError};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use crate::locked;

    /// The leaders of the groups that run now.
    static LEADERS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    static ADOPTED: AtomicBool = AtomicBool::new(false);

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        // held until the child is on the list, so that nobody takes it for a stray
        let mut leaders = locked(LEADERS.lock());
        let child = command.process_group(0).spawn()?;
        leaders.push(Pid::from_child(&child));
        Ok(child)
    }

    /// It stays a zombie, so that its number is not given away.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_)))
    }

    pub(super) fn end(child: &mut Child) -> io::Result<ExitStatus> {
        let id = Pid::from_child(child);
        // the leader is not reaped yet, so the number is still its group's
        let _ = kill_process_group(id, Signal::KILL);
        let status = child.wait();
        let mut leaders = locked(LEADERS.lock());
        leaders.retain(|&leader| leader != id);
        clear(&leaders);
        status
    }

    /// From now on every child of this process is one to be ended with the groups, and orphans below become children. For
    /// programs that start no others: a library does not know whose children it would kill.
    pub fn adopt_orphans() {
        ADOPTED.store(true, Ordering::SeqCst);
        #[cfg(target_os = "linux")]
        // where the system refuses, orphans fall to another process, as ever
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Kills all groups that run now, without waiting for them: for a program that leaves at once.
    pub fn end_all() {
        let leaders = match LEADERS.try_lock() {
            Ok(leaders) => leaders,
            Err(TryLockError::Poisoned(leaders)) => leaders.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        for &leader in &*leaders {
            let _ = kill_process_group(leader, Signal::KILL);
        }
        clear(&[]);
    }

    /// Kills and reaps all children that belong to no group which is still at work, if they are ours to end.
    fn clear(leaders: &[Pid]) {
        #[cfg(target_os = "linux")]
        if ADOPTED.load(Ordering::SeqCst) {
            strays::clear(leaders);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = leaders;
    }

    #[cfg(target_os = "linux")]
    mod strays {
        use std::fs;

        use rustix::process::{Pid, Signal, WaitOptions, getpgid, kill_process, waitpid};

        /// Rounds of killing: each may orphan the next generation.
        const ROUNDS: usize = 64;

        pub(super) fn clear(leaders: &[Pid]) {
            let at_work =
                |child: &Pid| leaders.contains(child) || getpgid(Some(*child)).is_ok_and(|g| leaders.contains(&g));
            for _ in 0..ROUNDS {
                let strays: Vec<Pid> = children().into_iter().filter(|child| !at_work(child)).collect();
                if strays.is_empty() {
                    return;
                }
                for &child in &strays {
                    let _ = kill_process(child, Signal::KILL);
                }
                for child in strays {
                    let _ = waitpid(Some(child), WaitOptions::empty());
                }
            }
        }

        fn children() -> Vec<Pid> {
            let mut all = Vec::new();
            for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
                let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
                all.extend(text.split_ascii_whitespace().filter_map(|n| Pid::from_raw(n.parse().ok()?)));
            }
            all
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command, ExitStatus};

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }

    pub(super) fn end(child: &mut Child) -> io::Result<ExitStatus> {
        let _ = child.kill();
        child.wait()
    }

    /// There are no orphans to adopt here.
    pub fn adopt_orphans() {}

    /// There are no groups here.
    pub fn end_all() {}
}
