//! A run of a cluster: start the workers, look after them, end cleanly or tell the trouble.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy::{Context, Error, Stopped};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::Worker;

use super::meeting::Network;
use super::shared::{Shared, Step, Work};
use super::transport::{Peer, Transport, fault, last_word};

/// So often the budget is looked at.
const PAUSE: Duration = Duration::from_millis(5);
/// Between two signs of life.
const BEAT: Duration = Duration::from_secs(1);
/// So long workers and other processes have to stop after a failure.
const PATIENCE: Duration = Duration::from_secs(5);

/// Who works together, and on what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cluster<'a> {
    /// How messages speak of the work.
    pub(crate) work: &'static Work,
    /// Worker threads of this process; 0 counts as 1.
    pub(crate) workers: usize,
    /// The other processes, each with as many workers; none for this process alone.
    pub(crate) network: Option<&'a Network>,
    /// A number that processes with other arguments do not share.
    pub(crate) fingerprint: u32,
}

/// What timely needs to start workers, and the other processes.
type Means = (Vec<AllocatorBuilder>, Box<dyn Any + Send>, Vec<Arc<Peer>>);

impl Cluster<'_> {
    /// Lets all workers do a job, and gives the answer of the first one of this process.
    ///
    /// `look` is called every few milliseconds on the calling thread while they work: what it fails with ends the run.
    ///
    /// A run over several processes that fails leaves some sleeping threads behind.
    ///
    /// # Errors
    /// What a worker or `look` failed with; another process did not come, does not belong to this run, or died.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        cx: &Context,
        mut look: impl FnMut(&Shared) -> Result<(), Stopped>,
        job: impl Fn(&mut Worker, &Arc<Shared>) -> Step<T> + Send + Sync + 'static,
    ) -> Result<T, Error> {
        let work = self.work;
        cx.enter(work.engine);
        let shared = Shared::new(cx, work);
        let (builders, others, peers) = self.means(&shared, cx)?;
        let threads = Arc::clone(&shared);
        let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
            catch_unwind(AssertUnwindSafe(|| job(worker, &threads))).unwrap_or_else(|panic| {
                threads.fail(lost(work));
                resume_unwind(panic)
            })
        })
        .map_err(cannot_start)?;
        let finished = || guards.guards().iter().all(JoinHandle::is_finished);
        let over = || finished() && peers.iter().all(|peer| peer.is_over());
        let mut beat = Instant::now();
        while !shared.stopped() && !over() {
            // who has its answer only waits for the others
            if !finished()
                && let Err(stopped) = look(&shared)
            {
                shared.fail(stopped);
            }
            if beat.elapsed() >= BEAT {
                peers.iter().for_each(|peer| peer.beat());
                beat = Instant::now();
            }
            thread::sleep(PAUSE);
        }
        let Some(trouble) = shared.trouble() else {
            return match guards.join().into_iter().next() {
                Some(Ok(Ok(answer))) => Ok(answer),
                _ => Err(lost(work)),
            };
        };
        // somebody who does not listen must not hold up this thread
        for peer in &peers {
            let (peer, word) = (Arc::clone(peer), last_word(&trouble));
            thread::spawn(move || peer.send(&word));
        }
        let began = Instant::now();
        while !over() && began.elapsed() < PATIENCE {
            thread::sleep(PAUSE);
        }
        if peers.is_empty() && finished() {
            let _ = guards.join();
        } else {
            // a worker that does not stop, or a receiving thread that sleeps, is not waited for
            std::mem::forget(guards);
        }
        Err(trouble)
    }

    /// Threads of this process, or of all processes, which are waited for.
    fn means(&self, shared: &Arc<Shared>, cx: &Context) -> Result<Means, Error> {
        let workers = self.workers.max(1);
        let Some(network) = self.network else {
            let (builders, others) = Config::Process(workers).try_build().map_err(cannot_start)?;
            return Ok((builders, others, Vec::new()));
        };
        let transports = network.connect(shared, workers, self.fingerprint, cx)?;
        let peers = transports.iter().flatten().map(|transport| Arc::clone(Transport::peer(transport))).collect();
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
        let made = initialize_networking_from_sockets(local, transports, network.process, workers, hooks);
        let (builders, guard) = made.map_err(|error| cannot_start(error.to_string()))?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard), peers))
    }
}

fn cannot_start(why: String) -> Error {
    fault(format!("the workers cannot start: {why}")).into()
}

fn lost(work: &Work) -> Error {
    fault(format!("a worker died; {} are found again by the next run", work.kept)).into()
}
