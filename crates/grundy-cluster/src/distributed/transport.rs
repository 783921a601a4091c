//! The connection to another process: timely's messages, signs of life and reasons to stop, in frames.
//!
//! ```text
//! kind 1 byte │ length 4 bytes, the lowest first │ content
//!
//! '.' alive   'm' timely's messages   'e' the last of them   't' 'c' 'n' 'y' a budget is spent   'f' 'w' failed: why
//! ```
//!
//! Timely's threads panic when a connection breaks, and would take the process with them. So reading never fails here:
//! where the other process died, failed, or is silent, the run is told why, and timely's receiving thread sleeps from
//! then on. That thread hands on what it read last only when it has seen the end of the stream, and a stopped process
//! closes its connections as a finished one does: so a clean end has a frame of its own.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy::{Diagnostic, Error, ErrorKind, Spent, Stopped, locked};
use timely::communication::allocator::zero_copy::stream::Stream;

use super::shared::{Shared, Work};

/// Kinds of frames.
const ALIVE: u8 = b'.';
const MESSAGES: u8 = b'm';
const END: u8 = b'e';
const FAILED: u8 = b'f';
/// As [`FAILED`], by a fault of what was asked.
const WRONG: u8 = b'w';
/// What is spent.
const SPENT: [(u8, Spent); 4] =
    [(b't', Spent::Time), (b'c', Spent::Cancelled), (b'n', Spent::Nodes), (b'y', Spent::Memory)];
/// The longest reason for a failure.
const LONGEST: usize = 1 << 12;
/// The longest frame with a reason.
pub(super) const LONGEST_WORD: usize = HEAD + LONGEST;
/// The most messages of a frame.
const MOST: usize = 1 << 20;
/// Kind and length.
const HEAD: usize = 5;

pub(super) fn fault(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, message)
}

/// A connection as timely's threads see it.
#[derive(Debug)]
pub(crate) struct Transport {
    peer: Arc<Peer>,
    input: BufReader<TcpStream>,
    /// Bytes of messages in the current frame that were not read yet.
    left: usize,
}

/// Another process, as the run sees it.
#[derive(Debug)]
pub(super) struct Peer {
    process: usize,
    silence: Duration,
    shared: Arc<Shared>,
    /// None: nothing more can or may be sent.
    output: Mutex<Option<TcpStream>>,
    over: AtomicBool,
}

impl Transport {
    /// A connection to a process that was greeted. `silence` is how long it may say nothing.
    pub(super) fn new(
        process: usize,
        stream: TcpStream,
        silence: Duration,
        shared: &Arc<Shared>,
    ) -> io::Result<Transport> {
        stream.set_read_timeout(Some(silence))?;
        stream.set_write_timeout(Some(silence))?;
        let (output, over) = (Mutex::new(Some(stream.try_clone()?)), AtomicBool::new(false));
        let peer = Arc::new(Peer { process, silence, shared: Arc::clone(shared), output, over });
        Ok(Transport { peer, input: BufReader::new(stream), left: 0 })
    }

    pub(super) fn peer(&self) -> &Arc<Peer> {
        &self.peer
    }

    /// Reads messages; 0 bytes: there are no more.
    fn messages(&mut self, bytes: &mut [u8]) -> Result<usize, Error> {
        let broken = |error: io::Error| self.peer.broken(&error);
        while self.left == 0 {
            let (kind, length) = head(&mut self.input).map_err(broken)?;
            match kind {
                MESSAGES => self.left = length,
                ALIVE => {}
                END => return Ok(0),
                word => return Err(given_up(word, length, &mut self.input, self.peer.process, self.peer.shared.work)),
            }
        }
        let most = bytes.len().min(self.left);
        let read = loop {
            match self.input.read(&mut bytes[..most]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) => return Err(broken(io::ErrorKind::UnexpectedEof.into())),
                read => break read.map_err(broken)?,
            }
        };
        self.left -= read;
        Ok(read)
    }
}

impl Read for Transport {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.messages(bytes);
        let trouble = match read {
            Ok(read @ 1..) => return Ok(read),
            Ok(_) => None,
            Err(trouble) => Some(trouble),
        };
        let failed = trouble.map(|trouble| self.peer.shared.fail(trouble));
        self.peer.over.store(true, Ordering::SeqCst);
        while failed.is_some() {
            thread::park();
        }
        Ok(0)
    }
}

impl Write for Transport {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(MOST)];
        self.peer.send(&frame(MESSAGES, some));
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Transport {
    fn try_clone(&self) -> io::Result<Transport> {
        let input = BufReader::with_capacity(1 << 16, self.input.get_ref().try_clone()?);
        Ok(Transport { peer: Arc::clone(&self.peer), input, left: 0 })
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// The workers here are done, or failed, which is no clean end.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        if !self.peer.shared.stopped() {
            self.peer.send(&frame(END, &[]));
            // who has seen the end reads no more, and what is not read breaks the connection
            *self.peer.lock() = None;
        }
        Ok(())
    }
}

impl Peer {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<TcpStream>> {
        locked(self.output.lock())
    }

    /// Sends a frame. What cannot be sent is lost: reading tells why.
    pub(super) fn send(&self, frame: &[u8]) {
        let mut output = self.lock();
        if output.as_mut().is_some_and(|stream| stream.write_all(frame).is_err()) {
            *output = None;
        }
    }

    /// Gives a sign of life, unless messages are being sent, which are one.
    pub(super) fn beat(&self) {
        if let Ok(mut output) = self.output.try_lock()
            && let Some(stream) = output.as_mut()
            && stream.write_all(&frame(ALIVE, &[])).is_err()
        {
            *output = None;
        }
    }

    /// Will nothing more come from there? If it was not a clean end, the run knows why.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn broken(&self, error: &io::Error) -> Error {
        let Peer { process, silence, shared, .. } = self;
        let message = match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                format!("process {process} has given no sign of life for {} s", silence.as_secs())
            }
            _ => format!("process {process} died"),
        };
        let resume = format!("{} are found again by the next run, with any number of workers", shared.work.kept);
        fault(message).suggest(resume).into()
    }
}

/// A frame as bytes.
fn frame(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(HEAD + content.len());
    frame.push(kind);
    frame.extend((content.len() as u32).to_le_bytes());
    frame.extend(content);
    frame
}

/// Kind and length of the next frame.
fn head(input: &mut impl Read) -> io::Result<(u8, usize)> {
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    let [kind, length @ ..] = head;
    Ok((kind, u32::from_le_bytes(length) as usize))
}

/// Do these bytes begin with a whole frame?
pub(super) fn is_frame(mut bytes: &[u8]) -> bool {
    head(&mut bytes).is_ok_and(|(_, length)| bytes.len() >= length.min(LONGEST))
}

/// The frame of a process that gives up, with its reason.
pub(super) fn last_word(why: &Error) -> Vec<u8> {
    if let Error::Stopped(stopped) = why
        && let Some(&(word, _)) = SPENT.iter().find(|(_, spent)| *spent == stopped.spent)
    {
        return frame(word, &[]);
    }
    let wrong = matches!(why, Error::Bad(fault) if fault.kind != ErrorKind::Io);
    let why: String = why.to_string().chars().take(LONGEST / 4).collect();
    frame(if wrong { WRONG } else { FAILED }, why.as_bytes())
}

/// The reason in such a frame.
fn given_up(word: u8, length: usize, rest: &mut impl Read, process: usize, work: &Work) -> Error {
    if let Some(&(_, spent)) = SPENT.iter().find(|(said, _)| *said == word) {
        return Stopped::new(spent, work.engine).into();
    }
    let mut text = vec![0; length.min(LONGEST)];
    let why = match rest.read_exact(&mut text) {
        Ok(()) if matches!(word, FAILED | WRONG) => String::from_utf8_lossy(&text).into_owned(),
        _ => "it does not say why".to_owned(),
    };
    let message = format!("process {process} gave up: {why}");
    if word == WRONG { Diagnostic::input(message).into() } else { fault(message).into() }
}

/// The reason of a process that leaves before the run.
pub(super) fn reason(input: &mut impl Read, process: usize, work: &Work) -> Error {
    match head(input) {
        Ok((word, length)) => given_up(word, length, input, process, work),
        Err(_) => fault(format!("process {process} gave up")).into(),
    }
}
