//! One connection on its way from a stranger to a process of the run. Nothing here waits: a talk is asked again and again
//! how far it has come, so that none holds up another.
//!
//! ```text
//! caller    Connects ─► Greeting ─► Proof ──────────────────► Answered ─► met
//! answerer              Greeting ─► Proof ─► Asks ─► (welcome) ─────────► met      Leaves: `Reason` before the end
//! ```

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use grundy::Error;
use socket2::{Domain, Socket, Type};

use super::greeting::{GREETING, Greeting, Purpose, Side, said};
use super::hosts::Hosts;
use super::secret::{PROOF, proof, proves};
use super::shared::Work;
use super::transport::{LONGEST_WORD, is_frame, reason};

/// So long a connection may take from its first moment to the proof.
pub(super) const GREET: Duration = Duration::from_secs(2);

/// What a process says in all its talks.
#[derive(Debug)]
pub(super) struct Terms<'a> {
    pub(super) hosts: &'a Hosts,
    pub(super) work: &'static Work,
    pub(super) process: usize,
    pub(super) purpose: Purpose,
    pub(super) workers: u32,
    pub(super) run: u32,
    /// What stands behind the proof of a process that leaves.
    pub(super) farewell: Vec<u8>,
}

impl Terms<'_> {
    fn greeting(&self) -> io::Result<Greeting> {
        Greeting::new(self.purpose, self.process, self.hosts, self.workers, self.run)
    }

    /// Does this process only tell why it will not come? Then another that leaves as well is as good as met: its reason
    /// must not keep this one from telling its own to the rest.
    pub(super) fn leaves(&self) -> bool {
        self.purpose == Purpose::Leave
    }
}

/// A connection that is not yet one of the run.
#[derive(Debug)]
pub(super) struct Talk {
    stream: TcpStream,
    /// Where the other side is.
    pub(super) with: SocketAddr,
    /// The process that is called; none in an answer.
    pub(super) called: Option<usize>,
    step: Step,
    ours: Greeting,
    theirs: Option<Greeting>,
    /// What was heard of the message that is waited for.
    input: Vec<u8>,
    /// What is still to be sent.
    output: Vec<u8>,
    until: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Connects,
    Greeting,
    Proof,
    Reason,
}

/// How far a talk has come.
#[derive(Debug)]
pub(super) enum Heard {
    /// Ask again.
    Nothing,
    /// This process calls, and belongs to the run.
    Asks(usize),
    /// The process that was called belongs to the run, and takes the call.
    Answered(usize),
    /// A process of these hosts will not come.
    Leaves(Error),
    /// The process that was called does not agree, and never will.
    Quarrels(String),
    /// No process of the run.
    Strange(String),
    /// The connection could not be made, or broke; it may succeed the next time.
    Broken(io::Error),
}

impl Talk {
    /// Begins to call a process.
    pub(super) fn call(process: usize, with: SocketAddr, terms: &Terms<'_>) -> io::Result<Talk> {
        let socket = Socket::new(Domain::for_address(with), Type::STREAM, None)?;
        socket.set_nonblocking(true)?;
        if let Err(error) = socket.connect(&with.into()) {
            use io::ErrorKind::{
                AddrNotAvailable, ConnectionRefused, HostUnreachable, NetworkUnreachable, PermissionDenied,
            };
            let failed = [AddrNotAvailable, ConnectionRefused, HostUnreachable, NetworkUnreachable, PermissionDenied];
            // that it goes on is an error too, which systems name differently: what becomes of it is seen later
            if failed.contains(&error.kind()) {
                return Err(error);
            }
        }
        let mut talk = Talk::new(socket.into(), with, terms)?;
        (talk.called, talk.step) = (Some(process), Step::Connects);
        Ok(talk)
    }

    /// Begins to hear who calls.
    pub(super) fn answer(stream: TcpStream, with: SocketAddr, terms: &Terms<'_>) -> io::Result<Talk> {
        stream.set_nonblocking(true)?;
        Talk::new(stream, with, terms)
    }

    fn new(stream: TcpStream, with: SocketAddr, terms: &Terms<'_>) -> io::Result<Talk> {
        let (ours, until) = (terms.greeting()?, Instant::now() + GREET);
        let (input, output) = (Vec::new(), Vec::new());
        Ok(Talk { stream, with, called: None, step: Step::Greeting, ours, theirs: None, input, output, until })
    }

    /// Goes as far as it can without waiting.
    pub(super) fn step(&mut self, terms: &Terms<'_>) -> Heard {
        match self.go_on(terms) {
            Ok(Heard::Nothing) if Instant::now() > self.until => match self.step {
                Step::Connects => Heard::Broken(io::Error::new(io::ErrorKind::TimedOut, "nobody answers there")),
                _ => Heard::Strange("it does not say who it is".to_owned()),
            },
            Ok(heard) => heard,
            // who hears a proof and goes does not believe it
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && self.step == Step::Proof => Heard::Strange(
                "it broke off: has it the same secret, and none else the number of this process?".to_owned(),
            ),
            Err(error) => Heard::Broken(error),
        }
    }

    fn go_on(&mut self, terms: &Terms<'_>) -> io::Result<Heard> {
        if self.step == Step::Connects {
            if let Some(error) = self.stream.take_error()? {
                return Err(error);
            }
            let Ok(peer) = self.stream.peer_addr() else { return Ok(Heard::Nothing) };
            // on one machine a call may by chance come from the very port it goes to, and reach itself
            if self.stream.local_addr()? == peer {
                return Err(io::Error::other("nobody listens there"));
            }
            self.say_hello()?;
            self.step = Step::Greeting;
        }
        loop {
            let heard = match self.step {
                Step::Connects => return Ok(Heard::Nothing),
                Step::Greeting => {
                    let all = self.hears(GREETING)?;
                    match Greeting::strange(&self.input) {
                        Some(why) => return Ok(Heard::Strange(why.to_owned())),
                        None if all => self.hear_greeting(terms)?,
                        None => return Ok(Heard::Nothing),
                    }
                }
                Step::Proof => {
                    if !self.hears(PROOF)? {
                        return Ok(Heard::Nothing);
                    }
                    self.hear_proof(terms)?
                }
                Step::Reason => return Ok(self.hear_reason(terms)),
            };
            if !matches!(heard, Heard::Nothing) {
                return Ok(heard);
            }
        }
    }

    fn say_hello(&mut self) -> io::Result<()> {
        self.stream.set_nodelay(true)?;
        self.output.extend(self.ours.bytes());
        self.send()
    }

    /// Sends what the system takes.
    fn send(&mut self) -> io::Result<()> {
        while !self.output.is_empty() {
            match self.stream.write(&self.output) {
                Ok(sent) => drop(self.output.drain(..sent)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Is the message there, of so many bytes? Not one more is taken from the connection: what follows is for others.
    fn hears(&mut self, bytes: usize) -> io::Result<bool> {
        self.send()?;
        let mut some = [0; GREETING];
        while self.input.len() < bytes {
            let most = (bytes - self.input.len()).min(some.len());
            match self.stream.read(&mut some[..most]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => self.input.extend(&some[..read]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn side(&self) -> Side {
        if self.called.is_some() { Side::Caller } else { Side::Answerer }
    }

    /// Both greetings, as a proof of this side is made from them.
    fn said<'a>(&'a self, side: Side, theirs: &'a Greeting) -> [&'a [u8]; 3] {
        match self.side() {
            Side::Caller => said(side, &self.ours, theirs),
            Side::Answerer => said(side, theirs, &self.ours),
        }
    }

    fn hear_greeting(&mut self, terms: &Terms<'_>) -> io::Result<Heard> {
        let bytes: [u8; GREETING] = std::mem::take(&mut self.input).try_into().expect("so many bytes were waited for");
        let Some(theirs) = Greeting::read(&bytes) else {
            return Ok(Heard::Strange("its greeting says nonsense".to_owned()));
        };
        self.theirs = Some(theirs);
        self.step = Step::Proof;
        match self.called {
            None => self.say_hello()?,
            Some(called) if called == theirs.process => self.prove(terms)?,
            Some(called) => return Ok(Heard::Strange(format!("it says that it is not process {called}"))),
        }
        Ok(Heard::Nothing)
    }

    /// Sends the proof of this side, and the reason to leave where there is one.
    fn prove(&mut self, terms: &Terms<'_>) -> io::Result<()> {
        let Some(theirs) = self.theirs else { return Ok(()) };
        let proof = proof(terms.hosts.secret(), self.said(self.side(), &theirs));
        self.output.extend(proof);
        self.output.extend(&terms.farewell);
        self.send()
    }

    fn hear_proof(&mut self, terms: &Terms<'_>) -> io::Result<Heard> {
        let Some(theirs) = self.theirs else { return Ok(Heard::Nothing) };
        let proof = std::mem::take(&mut self.input);
        if !proves(terms.hosts.secret(), self.said(self.side().other(), &theirs), &proof) {
            return Ok(Heard::Strange(format!(
                "it says that it is process {}, and does not know the secret",
                theirs.process
            )));
        }
        let answers = self.called.is_none();
        if theirs.purpose == Purpose::Leave && !terms.leaves() {
            if !theirs.is_of(terms.hosts) {
                return Ok(Heard::Strange("it has another host file".to_owned()));
            }
            if answers {
                self.prove(terms)?;
            }
            self.step = Step::Reason;
            return Ok(Heard::Nothing);
        }
        match self.ours.quarrel(&theirs, terms.work) {
            Some(why) if answers => {
                // it has the right to know with whom it quarrels
                self.prove(terms)?;
                Ok(Heard::Strange(why))
            }
            Some(why) => Ok(Heard::Quarrels(why)),
            None if answers => Ok(Heard::Asks(theirs.process)),
            None => Ok(Heard::Answered(theirs.process)),
        }
    }

    /// A reason is waited for until the connection ends: whatever came by then is told.
    fn hear_reason(&mut self, terms: &Terms<'_>) -> Heard {
        let process = self.theirs.map_or(0, |theirs| theirs.process);
        if matches!(self.hears(LONGEST_WORD), Ok(false)) && Instant::now() <= self.until && !is_frame(&self.input) {
            return Heard::Nothing;
        }
        Heard::Leaves(reason(&mut self.input.as_slice(), process, terms.work))
    }

    /// Takes a call, and makes it a connection of the run.
    pub(super) fn welcome(mut self, terms: &Terms<'_>) -> io::Result<TcpStream> {
        self.prove(terms)?;
        self.met()
    }

    /// The connection of the run; only the proofs, and reasons to leave, were read from it and sent to it.
    pub(super) fn met(mut self) -> io::Result<TcpStream> {
        self.stream.set_nonblocking(false)?;
        self.stream.set_write_timeout(Some(GREET))?;
        self.stream.write_all(&self.output)?;
        self.stream.set_nonblocking(true)?;
        Ok(self.stream)
    }
}
