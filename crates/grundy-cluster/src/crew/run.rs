//! A run of a crew: start the workers, look after them, end cleanly or tell the trouble.

use std::any::Any;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use grundy::{Context, Diagnostic, Error, ErrorKind, Stopped};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::Worker;

use super::link::{Links, Network};
use super::shared::{Shared, Step, Work};
use super::watch::Watch;

/// So often the budget is looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// So long workers have to stop after a failure.
const PATIENCE: Duration = Duration::from_secs(5);

/// Who works together, and on what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crew<'a> {
    /// How messages speak of the work.
    pub(crate) work: &'static Work,
    /// Worker threads of this process; 0 counts as 1.
    pub(crate) workers: usize,
    /// The other processes, each with as many workers; none for this process alone.
    pub(crate) network: Option<&'a Network>,
    /// A number that processes with other arguments do not share.
    pub(crate) fingerprint: u32,
}

/// The workers' means to talk to each other, and what keeps them alive.
type Means = (Vec<AllocatorBuilder>, Box<dyn Any + Send>, Option<Watch>);

impl Crew<'_> {
    /// Lets all workers do a job, and gives the answer of the first one of this process.
    ///
    /// `look` is called every few milliseconds on the calling thread: what it fails with ends the run.
    ///
    /// A run over several processes leaves some sleeping threads behind.
    ///
    /// # Errors
    /// What a worker or `look` failed with; another process did not come, does not belong to this run, or died.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        cx: &Context,
        mut look: impl FnMut(&Shared) -> Result<(), Stopped>,
        job: impl Fn(&mut Worker, &Arc<Shared>) -> Step<T> + Send + Sync + 'static,
    ) -> Result<T, Error> {
        cx.enter(self.work.engine);
        let shared = Shared::new(cx, self.work);
        let (builders, others, watch) = self.means(&shared, cx)?;
        let workers = builders.len();
        let (tell, hear) = mpsc::channel();
        let threads = Arc::clone(&shared);
        let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
            let alarm = Alarm(&threads, &tell, worker.index());
            let answer = job(worker, &threads);
            let _ = tell.send((worker.index(), answer));
            std::mem::forget(alarm);
        })
        .map_err(cannot_start)?;
        let (mut first, mut heard) = (None, 0);
        let mut patience = None;
        while heard < workers {
            match hear.recv_timeout(PAUSE) {
                Ok((worker, answer)) => {
                    heard += 1;
                    if let Ok(answer) = answer {
                        first = first.take().filter(|&(other, _)| other < worker).or(Some((worker, answer)));
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if let Err(stopped) = look(&shared) {
                shared.fail(stopped);
            }
            if shared.stopped() && Instant::now() > *patience.get_or_insert_with(|| Instant::now() + PATIENCE) {
                break;
            }
        }
        if heard == workers && watch.is_none() {
            drop(guards);
        } else {
            // a worker that does not listen, or a line that nobody hangs up, must not keep this process
            std::mem::forget(guards);
        }
        let (watch, failed) = match watch {
            Some(watch) if !shared.stopped() => {
                watch.finish(&shared);
                (None, shared.trouble())
            }
            watch => (watch, shared.trouble()),
        };
        match (failed, first) {
            (None, Some((_, answer))) => Ok(answer),
            (trouble, _) => {
                let trouble = trouble.unwrap_or_else(|| lost(self.work).into());
                if let Some(watch) = watch {
                    watch.give_up(&trouble);
                }
                Err(trouble)
            }
        }
    }

    /// Threads of this process, or of all processes, which are waited for.
    fn means(&self, shared: &Arc<Shared>, cx: &Context) -> Result<Means, Error> {
        let workers = self.workers.max(1);
        let Some(network) = self.network else {
            let (builders, others) = Config::Process(workers).try_build().map_err(cannot_start)?;
            return Ok((builders, others, None));
        };
        let mut links = Links::connect(network, self.work, workers, self.fingerprint, cx)?;
        let watch = Watch::begin(&mut links, network, shared)?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
        let made = initialize_networking_from_sockets(local, links.messages, network.process, workers, hooks);
        let (builders, guard) = made.map_err(|e| cannot_start(e.to_string()))?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard), Some(watch)))
    }
}

fn cannot_start(why: String) -> Error {
    Diagnostic::new(ErrorKind::Io, format!("the workers cannot start: {why}")).into()
}

fn lost(work: &Work) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, format!("a worker died; {} are found again by the next run", work.kept))
}

/// Rings when a worker dies of a fault of the program.
struct Alarm<'a, T>(&'a Shared, &'a mpsc::Sender<(usize, Step<T>)>, usize);

impl<T> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        let ended = self.0.fail(lost(self.0.work));
        let _ = self.1.send((self.2, Err(ended)));
    }
}
