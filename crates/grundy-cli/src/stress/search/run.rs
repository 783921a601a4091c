//! Runs of the program, several in parallel.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use grundy::{Context, Diagnostic, Error, ErrorKind, Result, Spent, Stopped};

use crate::stress::answers::Reply;
use crate::stress::child::{self, Ended, Limits, Trouble};
use crate::stress::oracle::Truth;
use crate::stress::starting;

/// Our own clock and cancel flag are looked at this often while programs run.
const PATIENCE: Duration = Duration::from_millis(5);

/// Runs the program on all inputs in parallel: how it ends on each of them.
pub(super) fn run_in_parallel(
    command: &[String],
    inputs: &[&str],
    limits: &Limits,
    cx: &Context,
) -> Result<Vec<Ended>> {
    let enough = AtomicBool::new(false);
    // the runs know a flag only; why they were stopped is known here
    let stop = || match enough.load(Ordering::Relaxed) {
        true => Err(Stopped::new(Spent::Cancelled, "stress")),
        false => Ok(()),
    };
    let (mut ends, mut why) = (Vec::new(), None);
    thread::scope(|scope| {
        let (done, told) = channel();
        let start = |input| {
            let done = done.clone();
            scope.spawn(move || {
                let ended = child::run(command, str::as_bytes(input), limits, &stop);
                let _ = done.send(());
                ended
            })
        };
        let runs: Vec<_> = inputs.iter().copied().map(start).collect();
        let mut left = runs.len();
        while left > 0 {
            match told.recv_timeout(PATIENCE) {
                Ok(()) => left -= 1,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stopped) = cx.check() {
                        why.get_or_insert(stopped);
                        enough.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ends.extend(runs.into_iter().map(thread::ScopedJoinHandle::join));
    });
    if let Some(why) = why {
        return Err(why.into());
    }
    let name = command.first().map_or("", |name| name);
    let not_started = |why: &dyn Display| {
        let fault = Diagnostic::new(ErrorKind::Io, format!("the program `{name}` cannot be started: {why}"));
        let help = starting::help("--cmd", command);
        Error::from(fault.suggest(help.unwrap_or_else(|| "--cmd 'PROGRAM ARGUMENTS'; no shell is involved".to_owned())))
    };
    ends.into_iter()
        .map(|ended| match ended {
            Ok(Ok(ended)) => Ok(ended),
            Ok(Err(Trouble::Stopped(why))) => Err(why.into()),
            Ok(Err(Trouble::NotStarted(why))) => Err(not_started(&why)),
            Err(_) => Err(not_started(&"a thread ended early")),
        })
        .collect()
}

/// One run and what is right.
pub(super) struct Run {
    pub(super) numbers: Vec<u64>,
    pub(super) truth: Truth,
    pub(super) ended: Ended,
    pub(super) reply: Option<Reply>,
}

impl Run {
    pub(super) fn said(&self) -> String {
        match &self.ended {
            Ended::Answered(out) => {
                let text = String::from_utf8_lossy(out);
                let text = text.trim();
                if text.chars().count() > 200 {
                    text.chars().take(200).chain(['…']).collect()
                } else {
                    text.to_owned()
                }
            }
            Ended::Crashed(how, complaint) if complaint.is_empty() => how.clone(),
            Ended::Crashed(how, complaint) => format!("{how}: {complaint}"),
            Ended::TooLong => "no answer in time".to_owned(),
            Ended::TooMuchOutput => "more output than is allowed".to_owned(),
            Ended::TooMuchMemory => "more memory than is allowed".to_owned(),
        }
    }

    /// Did it end, but not with an answer?
    pub(super) fn is_broken(&self) -> bool {
        self.reply.is_none()
    }
}
