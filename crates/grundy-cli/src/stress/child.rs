//! One run of somebody else's program: fed, watched, and cleared away with everything it started.
//!
//! The program gets a process group of its own, which is killed as a whole when the run ends, however it ends. On Linux
//! processes that left the group fall to us as orphans (we are their subreaper) and are killed too. Pipes never block:
//! one loop writes, reads and looks at the clock, the output, the memory of the group, and whether somebody wants us to
//! stop. Several runs may go on at a time, each in a thread of ours.

use std::io;
use std::time::Duration;

use grundy::Stopped;

/// What one run may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Wall-clock time.
    pub(crate) time: Duration,
    /// Bytes on standard output.
    pub(crate) output: usize,
    /// Bytes of memory that the program and its children hold together. Watched on Linux only.
    pub(crate) memory: u64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself and in peace; this is what it printed.
    Answered(Vec<u8>),
    /// By a signal or with an exit code that is not 0; how, and the end of what it printed on stderr.
    Crashed(String, String),
    /// It took too long.
    TooLong,
    /// It printed too much.
    TooMuchOutput,
    /// It took too much memory.
    TooMuchMemory,
}

/// Why a run was not made.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The program cannot be started.
    NotStarted(io::Error),
    /// Our own work is to stop.
    Stopped(Stopped),
}

/// Runs the program on this input. `stop` is asked every few milliseconds.
#[cfg(unix)]
pub(crate) use unix::run;

/// There are no process groups here.
#[cfg(not(unix))]
pub(crate) fn run(
    _command: &[String],
    _input: &[u8],
    _limits: &Limits,
    _stop: &dyn Fn() -> Result<(), Stopped>,
) -> Result<Ended, Trouble> {
    Err(Trouble::NotStarted(io::Error::from(io::ErrorKind::Unsupported)))
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::ioctl_fionbio;
    use rustix::process::Signal;

    use super::{Ended, Limits, Trouble};
    use grundy::Stopped;
    use grundy::process::{Group, adopt_orphans};

    /// Clock, memory and cancel flag are looked at this often.
    const SLICE: Duration = Duration::from_millis(5);
    /// The memory of the whole group is added up this often.
    const CENSUS: Duration = Duration::from_millis(40);
    /// So much of stderr is kept.
    const COMPLAINT: usize = 4096;

    /// A pipe of the program that is read as it comes.
    struct Output<R> {
        pipe: Option<R>,
        text: Vec<u8>,
        keep: usize,
        /// Bytes that came, kept or not.
        came: usize,
    }

    impl<R: Read + AsFd> Output<R> {
        fn new(pipe: Option<R>, keep: usize) -> io::Result<Output<R>> {
            if let Some(pipe) = &pipe {
                ioctl_fionbio(pipe, true)?;
            }
            Ok(Output { pipe, text: Vec::new(), keep, came: 0 })
        }

        /// Reads what is there, but not more than a little beyond what is kept, so that a flood does not hold us.
        fn take(&mut self) {
            let mut buffer = [0; 1 << 14];
            for _ in 0..16 {
                let Some(pipe) = &mut self.pipe else { return };
                match pipe.read(&mut buffer) {
                    Ok(0) => self.pipe = None,
                    Ok(n) => {
                        self.came += n;
                        let room = self.keep.saturating_sub(self.text.len());
                        self.text.extend_from_slice(&buffer[..n.min(room)]);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                    Err(_) => self.pipe = None,
                }
            }
        }
    }

    pub(crate) fn run(
        command: &[String],
        input: &[u8],
        limits: &Limits,
        stop: &dyn Fn() -> Result<(), Stopped>,
    ) -> Result<Ended, Trouble> {
        let Some((name, arguments)) = command.split_first() else {
            return Err(Trouble::NotStarted(io::Error::from(io::ErrorKind::InvalidInput)));
        };
        adopt_orphans();
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        watch(Group::start(&mut command).map_err(Trouble::NotStarted)?, input, limits, stop)
    }

    fn watch(
        mut group: Group,
        input: &[u8],
        limits: &Limits,
        stop: &dyn Fn() -> Result<(), Stopped>,
    ) -> Result<Ended, Trouble> {
        let start = Instant::now();
        let mut census = start;
        let mut stdin = group.child().stdin.take();
        if let Some(pipe) = &stdin {
            ioctl_fionbio(pipe, true).map_err(|e| Trouble::NotStarted(e.into()))?;
        }
        let mut out = Output::new(group.child().stdout.take(), limits.output).map_err(Trouble::NotStarted)?;
        let mut err = Output::new(group.child().stderr.take(), COMPLAINT).map_err(Trouble::NotStarted)?;
        let mut rest = input;
        let mut nap = Duration::from_micros(50);
        loop {
            if let Some(pipe) = &mut stdin {
                match pipe.write(rest) {
                    Ok(n) => rest = &rest[n..],
                    Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                    // a program need not read its input
                    Err(_) => rest = &[],
                }
                if rest.is_empty() {
                    stdin = None;
                }
            }
            let ended = group.has_ended();
            out.take();
            err.take();
            if out.came > limits.output {
                return Ok(Ended::TooMuchOutput);
            }
            if ended {
                let status = group.end().map_err(Trouble::NotStarted)?;
                return Ok(of_status(status, out.text, &err.text));
            }
            if start.elapsed() >= limits.time {
                return Ok(Ended::TooLong);
            }
            if census.elapsed() >= CENSUS || start.elapsed() < CENSUS && census.elapsed() >= SLICE {
                census = Instant::now();
                if memory(group.id()).is_some_and(|bytes| bytes > limits.memory) {
                    return Ok(Ended::TooMuchMemory);
                }
            }
            stop().map_err(Trouble::Stopped)?;
            let mut pipes = Vec::with_capacity(3);
            pipes.extend(stdin.as_ref().map(|p| PollFd::new(p, PollFlags::OUT)));
            pipes.extend(out.pipe.as_ref().map(|p| PollFd::new(p, PollFlags::IN)));
            pipes.extend(err.pipe.as_ref().map(|p| PollFd::new(p, PollFlags::IN)));
            if out.pipe.is_none() && err.pipe.is_none() {
                // it is about to end, or has closed its output and goes on
                std::thread::sleep(nap);
                nap = (nap * 2).min(SLICE);
            } else {
                let patience = SLICE.min(limits.time.saturating_sub(start.elapsed()));
                let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) as _ };
                let _ = poll(&mut pipes, Some(&patience));
            }
        }
    }

    fn of_status(status: ExitStatus, out: Vec<u8>, err: &[u8]) -> Ended {
        let how = match (status.code(), status.signal()) {
            (Some(0), _) => return Ended::Answered(out),
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => match name_of(signal) {
                Some(name) => format!("signal {signal} ({name})"),
                None => format!("signal {signal}"),
            },
            (None, None) => "an unknown end".to_owned(),
        };
        let text = String::from_utf8_lossy(err);
        let last = text.lines().rev().map(str::trim).find(|l| !l.is_empty()).unwrap_or_default();
        Ended::Crashed(how, last.chars().take(200).collect())
    }

    fn name_of(signal: i32) -> Option<&'static str> {
        [
            (Signal::ABORT, "SIGABRT"),
            (Signal::BUS, "SIGBUS"),
            (Signal::FPE, "SIGFPE"),
            (Signal::ILL, "SIGILL"),
            (Signal::KILL, "SIGKILL"),
            (Signal::PIPE, "SIGPIPE"),
            (Signal::SEGV, "SIGSEGV"),
            (Signal::TERM, "SIGTERM"),
            (Signal::XCPU, "SIGXCPU"),
        ]
        .into_iter()
        .find(|(s, _)| s.as_raw() == signal)
        .map(|(_, name)| name)
    }

    /// The memory that the processes of a group hold, where the system tells.
    fn memory(group: u32) -> Option<u64> {
        let page = rustix::param::page_size() as u64;
        let mut pages = 0;
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            if !entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit) {
                continue;
            }
            let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
            // pid (name) state ppid pgrp …; the name may hold anything, blanks and brackets too
            let Some((_, fields)) = stat.rsplit_once(')') else { continue };
            let mut fields = fields.split_ascii_whitespace();
            let own = fields.nth(2).and_then(|f| f.parse::<u32>().ok());
            if own == Some(group) {
                pages += fields.nth(18).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
            }
        }
        Some(pages * page)
    }
}
