//! How processes meet before a run: each greets each, and all are there before a deadline.
//!
//! Each pair of processes has one connection; the process with the larger number makes it. Both sides say who they are,
//! and prove that they know the secret of the host file: `greeting`. Each connection has a thread that waits for the other
//! side, two seconds at most, so that nobody holds up another; what comes of it is heard in one loop:
//!
//! ```text
//! accept who calls ─► call who is missing ─► hear which talks have ended ─► is everybody here? ─► sleep 5 ms ─┐
//!   ▲                                                                                                         │
//!   └─────────────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Who is silent, talks nonsense, does not know the secret, or was asked something else is turned away, and the process
//! that it claims to be is waited for until the deadline. A process that calls the address of another and finds one that
//! knows the secret and was asked something else ends at once: nobody else can listen there.
//!
//! A process that fails before all have met greets the others with the purpose to leave, and its reason behind: those
//! that call it within a second, and those that it can call. Who comes later waits for it in vain. Only who holds the
//! address of a process may speak for it: a second one with the same number leaves without a word.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Context, Diagnostic, Error};

use super::greeting::{Greeting, Purpose};
use super::hosts::Hosts;
use super::shared::{Shared, Work};
use super::talk::{End, Known, Talk, Terms};
use super::transport::{Transport, fault, last_word};

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
    /// Hears a line for each kind of stranger that was turned away.
    pub notice: fn(&str),
}

impl Network {
    /// With half a minute for the others to come, and for silence; nobody hears of strangers.
    #[must_use]
    pub fn new(hosts: Hosts, process: usize) -> Network {
        let half_a_minute = Duration::from_secs(30);
        Network { hosts, process, patience: half_a_minute, silence: half_a_minute, notice: |_| {} }
    }

    /// Tells the processes that wait for this one why it will not come. For failures before a run, which tells of its
    /// own; takes a second at most.
    pub fn give_up(&self, why: &Error) {
        if let Ok(listener) = self.listen() {
            self.leave(listener, why);
        }
    }

    /// Meets whom it can within a second, with its reason behind the greeting.
    fn leave(&self, listener: TcpListener, why: &Error) {
        // nobody is told of the work
        static NONE: Work = Work { engine: "", subject: "", kept: "" };
        let network = Network { patience: LINGER, notice: |_| {}, ..self.clone() };
        let farewell = last_word(why);
        let terms = Terms { purpose: Purpose::Leave, farewell, ..network.terms(&NONE, 0, 0) };
        let _ = Meeting::new(&network, terms, listener).complete(&Context::default());
    }

    fn listen(&self) -> Result<TcpListener, Diagnostic> {
        let own = self.hosts.address(self.process)?;
        let listener = TcpListener::bind(own).map_err(|error| unbound(self.process, own, &error))?;
        listener.set_nonblocking(true).map_err(|e| fault(format!("{own} cannot be listened on: {e}")))?;
        Ok(listener)
    }

    fn terms(&self, work: &'static Work, workers: u32, run: u32) -> Terms {
        let (hosts, process) = (self.hosts.clone(), self.process);
        Terms { hosts, work, process, purpose: Purpose::Meet, workers, run, farewell: Vec::new() }
    }

    /// Connects to all other processes. `run` is a number that processes with other arguments do not share.
    ///
    /// # Errors
    /// The address of this process cannot be bound; a process did not come in time, or will not come; cancelled.
    pub(crate) fn connect(
        &self,
        shared: &Arc<Shared>,
        workers: usize,
        run: u32,
        cx: &Context,
    ) -> Result<Vec<Option<Transport>>, Error> {
        let mut meeting = Meeting::new(self, self.terms(shared.work, workers as u32, run), self.listen()?);
        if let Err(why) = meeting.complete(cx) {
            let word = last_word(&why);
            meeting.met.iter_mut().flatten().for_each(|stream| {
                let _ = stream.write_all(&word);
            });
            self.leave(meeting.listener, &why);
            return Err(why);
        }
        let transport = |(other, stream): (usize, Option<TcpStream>)| {
            let made = stream.map(|stream| {
                stream.set_nonblocking(false)?;
                Transport::new(other, stream, self.silence, shared)
            });
            made.transpose().map_err(|e| fault(format!("the connection to process {other} is broken: {e}")).into())
        };
        meeting.met.into_iter().enumerate().map(transport).collect()
    }
}

/// Between two rounds.
const PAUSE: Duration = Duration::from_millis(5);
/// Before a process is called again where nobody listened; much longer where somebody else did, who would hear it often.
const AGAIN: Duration = Duration::from_millis(20);
const LATER: Duration = Duration::from_millis(250);
/// So long a process that leaves waits for calls: many times longer than those who wait for it pause between two.
const LINGER: Duration = Duration::from_secs(1);
/// So many may be heard at a time: who comes then takes the place of the one that has said nothing for longest.
const MOST: usize = 256;
/// So many lines tell of strangers.
const LINES: usize = 16;

/// With whom a thread talks.
#[derive(Debug, Clone, Copy)]
struct With {
    address: SocketAddr,
    /// The process that is called; none of who calls.
    called: Option<usize>,
    /// The number of who calls, from 1.
    caller: u64,
}

/// How a talk ended.
type Ended = (With, Result<Known, End>);

/// The processes that have met so far.
struct Meeting<'a> {
    network: &'a Network,
    terms: Arc<Terms>,
    listener: TcpListener,
    /// The connections by process; none to this one.
    met: Vec<Option<TcpStream>>,
    /// The connections of callers who are not yet known, the oldest first.
    callers: BTreeMap<u64, Arc<TcpStream>>,
    /// How many have called.
    knocked: u64,
    /// When a process may be called again; none of one that is being called.
    calls: Vec<Option<Instant>>,
    talks: (Sender<Ended>, Receiver<Ended>),
    /// What was said of strangers.
    told: HashSet<(IpAddr, String)>,
    /// How the last try went that failed.
    last: String,
}

impl<'a> Meeting<'a> {
    fn new(network: &'a Network, terms: Terms, listener: TcpListener) -> Meeting<'a> {
        let met = (0..network.hosts.len()).map(|_| None).collect();
        let calls = vec![Some(Instant::now()); network.hosts.len()];
        let (terms, callers, told) = (Arc::new(terms), BTreeMap::new(), HashSet::new());
        let (talks, last) = (channel(), String::new());
        Meeting { network, terms, listener, met, callers, knocked: 0, calls, talks, told, last }
    }

    fn complete(&mut self, cx: &Context) -> Result<(), Error> {
        let Network { hosts, process, patience, .. } = self.network;
        let deadline = Instant::now() + *patience;
        loop {
            self.forget_who_went();
            let missing = |&other: &usize| other != *process && self.met[other].is_none();
            let waits: Vec<usize> = (0..hosts.len()).filter(missing).collect();
            if waits.is_empty() {
                return Ok(());
            }
            cx.check()?;
            if Instant::now() > deadline {
                let names: Vec<String> = waits.iter().map(usize::to_string).collect();
                let (names, last) = (names.join(", "), &self.last);
                let message = format!("no connection to process {names} within {} s{last}", patience.as_secs());
                let help = "start all processes of the host file, each with its number";
                return Err(fault(message).suggest(help).into());
            }
            self.accept();
            for &other in waits.iter().filter(|&other| other < process) {
                self.call(other)?;
            }
            self.hear()?;
            thread::sleep(PAUSE);
        }
    }

    /// A process that was met and went before the run may come again. One that leaves does not wait for anybody.
    fn forget_who_went(&mut self) {
        if self.terms.leaves() {
            return;
        }
        for place in &mut self.met {
            let went = place.as_ref().is_some_and(|stream| match stream.peek(&mut [0]) {
                Ok(bytes) => bytes == 0,
                Err(error) => error.kind() != io::ErrorKind::WouldBlock,
            });
            if went {
                *place = None;
            }
        }
    }

    /// Takes all who knock.
    fn accept(&mut self) {
        for _ in 0..MOST {
            match self.listener.accept() {
                Ok((stream, address)) => {
                    if self.callers.len() >= MOST
                        && let Some((_, oldest)) = self.callers.pop_first()
                    {
                        let _ = oldest.shutdown(Shutdown::Both);
                    }
                    self.knocked += 1;
                    let (caller, stream) = (self.knocked, Arc::new(stream));
                    self.callers.insert(caller, Arc::clone(&stream));
                    let with = With { address, called: None, caller };
                    self.talk(with, move |terms| Talk::answer(stream, terms));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // of one connection, or for want of room: neither ends the run
                Err(error) => {
                    self.last = format!(" (the last try: {error})");
                    return;
                }
            }
        }
    }

    /// Begins to call a process, unless it is being called or was a moment ago.
    fn call(&mut self, other: usize) -> Result<(), Error> {
        if self.calls[other].is_some_and(|again| again <= Instant::now()) {
            let address = self.network.hosts.address(other)?;
            self.calls[other] = None;
            let with = With { address, called: Some(other), caller: 0 };
            self.talk(with, move |terms| Talk::call(other, address, terms));
        }
        Ok(())
    }

    /// Talks in a thread of its own. When the meeting is over nobody hears how that ends.
    fn talk(&self, with: With, talk: impl FnOnce(&Arc<Terms>) -> Result<Known, End> + Send + 'static) {
        let (terms, ends) = (Arc::clone(&self.terms), self.talks.0.clone());
        let begun = thread::Builder::new().spawn(move || {
            let _ = ends.send((with, talk(&terms)));
        });
        if let Err(error) = begun {
            let _ = self.talks.0.send((with, Err(End::Broken(error))));
        }
    }

    /// Hears which talks have ended.
    fn hear(&mut self) -> Result<(), Error> {
        while let Ok((with, ended)) = self.talks.1.try_recv() {
            // a stranger's connection ends when all is said of it
            let stranger = self.callers.remove(&with.caller);
            if let Some(other) = with.called {
                self.calls[other] = Some(Instant::now());
            }
            match (ended, with.called) {
                (Ok((talk, _)), Some(other)) => match talk.met() {
                    Ok(stream) => self.met[other] = Some(stream),
                    Err(error) => self.failed(Some(other), AGAIN, error.to_string()),
                },
                (Ok((talk, theirs)), None) => {
                    drop(stranger);
                    self.welcome(with, talk, &theirs);
                }
                (Err(End::Leaves(why)), _) => return Err(why),
                (Err(End::Quarrels(why)), called) => {
                    return Err(strange(called.unwrap_or_default(), with.address, self.terms.work, &why).into());
                }
                (Err(End::Strange(why)), _) => self.turn_away(with, &why),
                (Err(End::Broken(error)), Some(_)) => self.failed(with.called, AGAIN, error.to_string()),
                // who calls and goes may be anybody
                (Err(End::Broken(_)), None) => {}
            }
        }
        Ok(())
    }

    /// Takes the call of a process, unless it is there already, or does not call by the order of numbers.
    fn welcome(&mut self, with: With, talk: Talk, theirs: &Greeting) {
        let other = theirs.process;
        let free = other > self.network.process && self.met.get(other).is_some_and(Option::is_none);
        if !free {
            return self.turn_away(with, &format!("it says that it is process {other} as well"));
        }
        match talk.welcome(theirs) {
            Ok(stream) => self.met[other] = Some(stream),
            Err(error) => self.failed(None, AGAIN, error.to_string()),
        }
    }

    /// Tells of a stranger.
    fn turn_away(&mut self, with: With, why: &str) {
        let With { address, called, .. } = with;
        let who = called.map_or_else(
            || format!("turned away {address}"),
            |called| format!("called process {called} at {address}, in vain"),
        );
        if self.told.len() < LINES && self.told.insert((address.ip(), why.to_owned())) {
            (self.network.notice)(&format!("{who}: {why}"));
            if self.told.len() == LINES {
                (self.network.notice)("more strangers are turned away without a line");
            }
        }
        self.failed(called, LATER, format!("{address}: {why}"));
    }

    /// Remembers why somebody is not there, and when to call again.
    fn failed(&mut self, called: Option<usize>, pause: Duration, why: String) {
        self.last = format!(" (the last try: {why})");
        if let Some(called) = called {
            self.calls[called] = Some(Instant::now() + pause);
        }
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
