//! How processes meet before a run: each greets each, and all are there before a deadline.
//!
//! Each pair of processes has one connection; the process with the larger number makes it. Both sides begin with a
//! greeting, so that strangers, processes with the same number and runs of another graph are told apart:
//!
//! ```text
//! "grundy-cluster-4\n" │ purpose │ process │ processes │ workers │ host file │ run       4 bytes each after the name
//! ```
//!
//! A process that fails before all have met greets the others with the purpose to leave, and its reason behind: those
//! that call it within a second, and those that it can call. Who comes later waits for it in vain. Only who holds the
//! address of a process may speak for it: a second one with the same number leaves without a word.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Context, Diagnostic, Error};

use super::hosts::Hosts;
use super::shared::{Shared, Work};
use super::transport::{Transport, fault, last_word, reason};

/// Where this process stands among the others.
#[derive(Debug, Clone)]
pub struct Network {
    /// All processes.
    pub hosts: Hosts,
    /// The number of this one.
    pub process: usize,
    /// So long the others may take to come.
    pub patience: Duration,
    /// So long another process may be silent.
    pub silence: Duration,
}

impl Network {
    /// With half a minute for the others to come, and for silence.
    #[must_use]
    pub fn new(hosts: Hosts, process: usize) -> Network {
        let half_a_minute = Duration::from_secs(30);
        Network { hosts, process, patience: half_a_minute, silence: half_a_minute }
    }

    /// Tells the processes that wait for this one why it will not come. For failures before a run, which tells of its
    /// own; takes a second at most, and up to two more for each machine that is out of reach.
    pub fn give_up(&self, why: &Error) {
        if let Ok(listener) = self.listen() {
            self.leave(listener, why);
        }
    }

    /// Meets whom it can within a second, with its reason behind the greeting.
    fn leave(&self, listener: TcpListener, why: &Error) {
        // nobody is told of the work
        static NONE: Work = Work { engine: "", subject: "", kept: "" };
        let network = Network { patience: LINGER, ..self.clone() };
        let mut meeting = network.meeting(&NONE, self.greeting(LEAVE, 0, 0), listener);
        meeting.hello.extend(last_word(why));
        let _ = meeting.complete(&Context::default());
    }

    fn listen(&self) -> Result<TcpListener, Diagnostic> {
        let own = self.hosts.address(self.process)?;
        let listener = TcpListener::bind(own).map_err(|error| unbound(self.process, own, &error))?;
        listener.set_nonblocking(true).map_err(|e| fault(format!("{own} cannot be listened on: {e}")))?;
        Ok(listener)
    }

    fn greeting(&self, purpose: u32, workers: u32, run: u32) -> Greeting {
        let hosts = &self.hosts;
        Greeting([purpose, self.process as u32, hosts.len() as u32, workers, hosts.fingerprint(), run])
    }

    fn meeting(&self, work: &'static Work, greeting: Greeting, listener: TcpListener) -> Meeting<'_> {
        let met = (0..self.hosts.len()).map(|_| None).collect();
        Meeting { network: self, work, greeting, hello: greeting.bytes(), listener, met }
    }
}

const NAME: &[u8; 17] = b"grundy-cluster-4\n";
const GREETING: usize = NAME.len() + 24;
/// Purposes of connections.
const MEET: u32 = 0;
const LEAVE: u32 = 1;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);
/// So long a greeting may take.
const GREET: Duration = Duration::from_secs(2);
/// So long a process that leaves waits for calls: many times longer than those who wait for it pause between two.
const LINGER: Duration = Duration::from_secs(1);

/// What a greeting says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Greeting([u32; 6]);

impl Greeting {
    fn bytes(self) -> Vec<u8> {
        NAME.iter().copied().chain(self.0.iter().flat_map(|n| n.to_le_bytes())).collect()
    }

    /// `None`: a stranger.
    fn read(from: &mut impl Read) -> io::Result<Option<Greeting>> {
        let mut bytes = [0; GREETING];
        from.read_exact(&mut bytes)?;
        let (name, numbers) = bytes.split_at(NAME.len());
        let mut all = [0; 6];
        for (place, number) in all.iter_mut().zip(numbers.as_chunks::<4>().0) {
            *place = u32::from_le_bytes(*number);
        }
        Ok((name == NAME).then_some(Greeting(all)))
    }

    /// Does it come from a process of the same host file?
    fn is_of(&self, hosts: &Hosts) -> bool {
        let [_, process, processes, _, fingerprint, _] = self.0;
        process < processes && (processes as usize, fingerprint) == (hosts.len(), hosts.fingerprint())
    }

    /// Why two processes cannot work together.
    fn quarrel(&self, other: &Greeting, work: &Work) -> Option<String> {
        let ([_, _, processes, workers, hosts, run], [_, _, p, w, h, r]) = (self.0, other.0);
        if self.0[0] == LEAVE {
            None
        } else if (processes, hosts) != (p, h) {
            Some("it has another host file".to_owned())
        } else if workers != w {
            Some("it has another number of workers".to_owned())
        } else if run != r {
            Some(format!("it was asked for another {} or with other options", work.subject))
        } else {
            None
        }
    }
}

/// The processes that have met so far.
struct Meeting<'a> {
    network: &'a Network,
    work: &'static Work,
    greeting: Greeting,
    /// The greeting as it is sent.
    hello: Vec<u8>,
    listener: TcpListener,
    /// The connections by process; none to this one.
    met: Vec<Option<TcpStream>>,
}

impl Network {
    /// Connects to all other processes. `run` is a number that processes with other arguments do not share.
    ///
    /// # Errors
    /// The address of this process cannot be bound; a process did not come in time, or is not of this run; cancelled.
    pub(crate) fn connect(
        &self,
        shared: &Arc<Shared>,
        workers: usize,
        run: u32,
        cx: &Context,
    ) -> Result<Vec<Option<Transport>>, Error> {
        let greeting = self.greeting(MEET, workers as u32, run);
        let mut meeting = self.meeting(shared.work, greeting, self.listen()?);
        if let Err(why) = meeting.complete(cx) {
            let word = last_word(&why);
            meeting.met.iter_mut().flatten().for_each(|stream| {
                let _ = stream.write_all(&word);
            });
            self.leave(meeting.listener, &why);
            return Err(why);
        }
        let transport = |(other, stream): (usize, Option<TcpStream>)| {
            let made = stream.map(|stream| Transport::new(other, stream, self.silence, shared)).transpose();
            made.map_err(|e| fault(format!("the connection to process {other} is broken: {e}")).into())
        };
        meeting.met.into_iter().enumerate().map(transport).collect()
    }
}

impl Meeting<'_> {
    /// Does this process only tell why it will not come? Then another that leaves as well is as good as met: its reason
    /// must not keep this one from telling its own to the rest.
    fn leaves(&self) -> bool {
        self.greeting.0[0] == LEAVE
    }

    fn complete(&mut self, cx: &Context) -> Result<(), Error> {
        let Network { hosts, process, patience, .. } = self.network;
        let deadline = Instant::now() + *patience;
        let mut last = String::new();
        loop {
            let missing = |&other: &usize| other != *process && self.met[other].is_none();
            let waits: Vec<usize> = (0..hosts.len()).filter(missing).collect();
            if waits.is_empty() {
                return Ok(());
            }
            cx.check()?;
            if Instant::now() > deadline {
                let names: Vec<String> = waits.iter().map(usize::to_string).collect();
                let message =
                    format!("no connection to process {} within {} s{last}", names.join(", "), patience.as_secs());
                let help = "start all processes of the host file, each with its number";
                return Err(fault(message).suggest(help).into());
            }
            for &other in waits.iter().filter(|&other| other < process) {
                match self.call(other, deadline, cx) {
                    Ok(stream) => self.met[other] = Some(stream?),
                    Err(error) => last = format!(" (the last try: {error})"),
                }
            }
            match self.listener.accept() {
                Ok((stream, from)) => self.answer(stream, from, cx)?,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                Err(e) => return Err(fault(format!("the others cannot be listened to: {e}")).into()),
            }
        }
    }

    /// Calls another process, which answers with its own greeting as soon as it can: a call is not made twice. It may
    /// succeed the next time where it fails by an error of the connection, and never where the processes do not agree.
    fn call(&self, other: usize, deadline: Instant, cx: &Context) -> io::Result<Result<TcpStream, Error>> {
        let address = match self.network.hosts.address(other) {
            Ok(address) => address,
            Err(fault) => return Ok(Err(fault.into())),
        };
        let mut stream = TcpStream::connect_timeout(&address, GREET)?;
        // on one machine a call may by chance come from the very port it goes to, and reach itself
        if stream.local_addr()? == stream.peer_addr()? {
            return Err(io::Error::other("nobody listens there"));
        }
        stream.set_nodelay(true)?;
        stream.write_all(&self.hello)?;
        let why = match Greeting::read(&mut Timed { stream: &stream, deadline, cx })? {
            None => Some("another program listens there".to_owned()),
            Some(answer) if answer.0[1] as usize != other => Some("it says that it has another number".to_owned()),
            Some(answer) if answer.0[0] == LEAVE && !self.leaves() => return Ok(Err(self.reason(&stream, other, cx))),
            Some(answer) => self.greeting.quarrel(&answer, self.work),
        };
        Ok(why.map_or(Ok(stream), |why| Err(strange(other, address, self.work, &why).into())))
    }

    /// Answers a call. Strangers are sent away, also those who take too long to say who they are.
    fn answer(&mut self, stream: TcpStream, from: SocketAddr, cx: &Context) -> Result<(), Error> {
        let Some(greeted) = self.greeted(&stream, cx) else { return Ok(()) };
        let [purpose, other, ..] = greeted.0;
        let other = other as usize;
        if purpose == LEAVE && !self.leaves() {
            let ours = greeted.is_of(&self.network.hosts);
            return if ours { Err(self.reason(&stream, other, cx)) } else { Ok(()) };
        }
        if let Some(why) = self.greeting.quarrel(&greeted, self.work) {
            return Err(strange(other, from, self.work, &why).into());
        }
        match self.met.get_mut(other).filter(|_| other > self.network.process) {
            Some(place @ None) => *place = Some(stream),
            _ => {
                let fault = Diagnostic::input(format!("{from} says that it is process {other} as well"));
                return Err(fault.suggest("give each process a number of its own").into());
            }
        }
        Ok(())
    }

    /// Hears a greeting, and gives one back.
    fn greeted(&self, mut stream: &TcpStream, cx: &Context) -> Option<Greeting> {
        stream.set_nonblocking(false).ok()?;
        stream.set_write_timeout(Some(GREET)).ok()?;
        stream.set_nodelay(true).ok()?;
        let greeted = Greeting::read(&mut Timed { stream, deadline: Instant::now() + GREET, cx }).ok()??;
        stream.write_all(&self.hello).ok()?;
        Some(greeted)
    }

    /// Why a process leaves that was met: what stands behind its greeting.
    fn reason(&self, stream: &TcpStream, other: usize, cx: &Context) -> Error {
        reason(&mut Timed { stream, deadline: Instant::now() + GREET, cx }, other, self.work)
    }
}

fn unbound(process: usize, own: SocketAddr, error: &io::Error) -> Diagnostic {
    let message = format!("process {process} cannot listen on {own}: {error}");
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            Diagnostic::input(message).suggest("does another process run with the same number? Give each one its own")
        }
        io::ErrorKind::AddrNotAvailable => Diagnostic::input(message)
            .suggest("this address is none of this machine: is the number of the process that of its line, from 0?"),
        _ => fault(message),
    }
}

fn strange(other: usize, at: SocketAddr, work: &Work, why: &str) -> Diagnostic {
    Diagnostic::input(format!("process {other} ({at}) does not belong to this run: {why}"))
        .suggest(format!("give all processes the same host file, {}, options and number of workers", work.subject))
}

/// Reads until a deadline, however many pieces come: a limit on each piece would let a stranger drip for ever.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
    cx: &'a Context,
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(PAUSE))?;
        loop {
            if Instant::now() > self.deadline || self.cx.check().is_err() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer"));
            }
            match self.stream.read(bytes) {
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
                read => return read,
            }
        }
    }
}
