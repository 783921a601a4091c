//! The connection on which processes say that they live, why they give up, and that they are done.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Diagnostic, Error, ErrorKind, Spent, Stopped};

use super::link::{GREET, Links, Network, PAUSE, Timed, fault};
use super::shared::{Shared, Work};

/// Words on the watched connections.
const ALIVE: u8 = b'.';
const DONE: u8 = b'd';
const FAILED: u8 = b'f';
/// As [`FAILED`], by a fault of what was asked.
const WRONG: u8 = b'w';
/// What is spent.
const SPENT: [(u8, Spent); 4] =
    [(b't', Spent::Time), (b'c', Spent::Cancelled), (b'n', Spent::Nodes), (b'm', Spent::Memory)];
/// Between two signs of life.
const BEAT: Duration = Duration::from_secs(1);
/// The longest reason for a failure.
const LONGEST: u32 = 1 << 12;

/// Watches the other processes, and tells them about this one.
#[derive(Debug)]
pub(super) struct Watch {
    watched: Arc<Mutex<Vec<TcpStream>>>,
    done: Vec<Arc<AtomicBool>>,
    /// The workers here need nobody any more.
    said: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Watch {
    /// Begins to watch. A process that dies, fails or is silent for too long is trouble for `shared`.
    pub(super) fn begin(links: &mut Links, network: &Network, shared: &Arc<Shared>) -> Result<Watch, Diagnostic> {
        let (said, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (mut streams, mut done) = (Vec::new(), Vec::new());
        for (other, stream) in links.watched.drain(..).enumerate() {
            let Some(stream) = stream else { continue };
            let broken = |e: io::Error| fault(format!("the connection to process {other} is broken: {e}"));
            stream.set_read_timeout(Some(network.silence)).map_err(broken)?;
            stream.set_write_timeout(Some(network.silence)).map_err(broken)?;
            let ears = stream.try_clone().map_err(broken)?;
            let finished = Arc::new(AtomicBool::new(false));
            done.push(Arc::clone(&finished));
            let (said, over, shared) = (Arc::clone(&said), Arc::clone(&over), Arc::clone(shared));
            let silence = network.silence;
            thread::spawn(move || {
                let trouble = listen(ears, other, silence, &finished, shared.work);
                // who is done may go when we are done as well
                let may_go = finished.load(Ordering::SeqCst) && said.load(Ordering::SeqCst);
                if !may_go && !over.load(Ordering::SeqCst) {
                    shared.fail(trouble);
                }
            });
            streams.push(stream);
        }
        let watched = Arc::new(Mutex::new(streams));
        let (beats, ended) = (Arc::clone(&watched), Arc::clone(&over));
        thread::spawn(move || {
            while !ended.load(Ordering::SeqCst) {
                tell(&beats, &[ALIVE]);
                thread::sleep(BEAT);
            }
        });
        Ok(Watch { watched, done, said, over })
    }

    /// The workers here are done: waits until all others are.
    pub(super) fn finish(self, shared: &Shared) {
        self.said.store(true, Ordering::SeqCst);
        tell(&self.watched, &[DONE]);
        while !shared.stopped() && !self.done.iter().all(|done| done.load(Ordering::SeqCst)) {
            thread::sleep(PAUSE);
        }
        self.over.store(true, Ordering::SeqCst);
    }

    /// Tells the others why this process gives up. Out of time or cancelled: so are they.
    pub(super) fn give_up(self, why: &Error) {
        self.over.store(true, Ordering::SeqCst);
        tell(&self.watched, &last_word(why));
    }
}

/// How a process says why it gives up.
pub(super) fn last_word(why: &Error) -> Vec<u8> {
    if let Error::Stopped(stopped) = why
        && let Some(&(word, _)) = SPENT.iter().find(|(_, spent)| *spent == stopped.spent)
    {
        return vec![word];
    }
    let wrong = matches!(why, Error::Bad(fault) if fault.kind != ErrorKind::Io);
    let why: String = why.to_string().chars().take(LONGEST as usize / 4).collect();
    let mut word = vec![if wrong { WRONG } else { FAILED }];
    word.extend((why.len() as u32).to_le_bytes());
    word.extend(why.as_bytes());
    word
}

/// What a process says that gives up, if it says that; `word` is its first byte.
fn given_up(word: u8, rest: &mut impl Read, other: usize, work: &Work) -> Option<Error> {
    if let Some(&(_, spent)) = SPENT.iter().find(|(said, _)| *said == word) {
        return Some(Stopped { spent, engine: work.engine, needed: None }.into());
    }
    if !matches!(word, FAILED | WRONG) {
        return None;
    }
    let mut length = [0; 4];
    let read = rest.read_exact(&mut length).and_then(|()| {
        let mut text = vec![0; u32::from_le_bytes(length).min(LONGEST) as usize];
        rest.read_exact(&mut text).map(|()| String::from_utf8_lossy(&text).into_owned())
    });
    let why = read.unwrap_or_else(|_| "it does not say why".to_owned());
    let message = format!("process {other} gave up: {why}");
    Some(if word == WRONG { Diagnostic::input(message) } else { fault(message) }.into())
}

/// Why a process leaves that was met: what stands behind its greeting.
pub(super) fn reason(stream: &TcpStream, other: usize, work: &Work) -> Error {
    let mut timed = Timed { stream, deadline: Instant::now() + GREET };
    let mut word = [0];
    let said = timed.read_exact(&mut word).ok().and_then(|()| given_up(word[0], &mut timed, other, work));
    said.unwrap_or_else(|| fault(format!("process {other} gave up")).into())
}

fn tell(streams: &Mutex<Vec<TcpStream>>, word: &[u8]) {
    for stream in streams.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
        // who does not hear is seen by not being heard
        let _ = stream.write_all(word);
    }
}

/// Listens until another process is gone or in trouble, and notes that it is done.
fn listen(mut stream: TcpStream, other: usize, silence: Duration, done: &AtomicBool, work: &Work) -> Error {
    let resume = format!("{} are found again by the next run, with any number of workers", work.kept);
    loop {
        let mut word = [0];
        match stream.read_exact(&mut word) {
            Ok(()) if word[0] == DONE => done.store(true, Ordering::SeqCst),
            Ok(()) => {
                if let Some(why) = given_up(word[0], &mut stream, other, work) {
                    return why;
                }
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                let message = format!("process {other} has given no sign of life for {} s", silence.as_secs());
                return fault(message).suggest(resume).into();
            }
            Err(_) => return fault(format!("process {other} died")).suggest(resume).into(),
        }
    }
}
