//! One connection on its way from a stranger to a process of the run. Each has a thread of its own, which waits, so that none
//! holds up another; but none longer than [`GREET`], whatever the other side does.
//!
//! ```text
//! caller    connect ─► greeting ─► ours ─► proof of the other side ──► met
//! answerer             greeting ─► proof of the other side ─► (welcome) ─► met        or a reason to leave, to the end
//! ```

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::Error;

use super::greeting::{GREETING, Greeting, Purpose, Side, said};
use super::hosts::Hosts;
use super::secret::{PROOF, proof, proves};
use super::shared::Work;
use super::transport::{LONGEST_WORD, is_frame, reason};

/// So long a connection may take from its first moment to the proof.
pub(super) const GREET: Duration = Duration::from_secs(2);

/// What a process says in all its talks.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) hosts: Hosts,
    pub(super) work: &'static Work,
    pub(super) process: usize,
    pub(super) purpose: Purpose,
    pub(super) workers: u32,
    pub(super) run: u32,
    /// What stands behind the proof of a process that leaves.
    pub(super) farewell: Vec<u8>,
}

impl Terms {
    /// Does this process only tell why it will not come? Then another that leaves as well is as good as met: its reason
    /// must not keep this one from telling its own to the rest.
    pub(super) fn leaves(&self) -> bool {
        self.purpose == Purpose::Leave
    }
}

/// A connection that is not yet one of the run.
#[derive(Debug)]
pub(super) struct Talk {
    /// The meeting may end it from outside.
    stream: Arc<TcpStream>,
    terms: Arc<Terms>,
    side: Side,
    ours: Greeting,
    until: Instant,
}

/// A talk with a process that belongs to the run, and its greeting.
pub(super) type Known = (Talk, Greeting);

/// Why a talk leads to nothing.
#[derive(Debug)]
pub(super) enum End {
    /// A process of these hosts will not come.
    Leaves(Error),
    /// The process that was called does not agree, and never will.
    Quarrels(String),
    /// No process of the run.
    Strange(String),
    /// The connection could not be made, or broke; it may succeed the next time.
    Broken(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        match error.kind() {
            // a read that came to its time
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => End::strange("it does not say who it is"),
            _ => End::Broken(error),
        }
    }
}

impl End {
    fn strange(why: impl Into<String>) -> End {
        End::Strange(why.into())
    }
}

impl Talk {
    /// Calls a process, which belongs to the run and takes the call.
    pub(super) fn call(process: usize, with: SocketAddr, terms: &Arc<Terms>) -> Result<Known, End> {
        let until = Instant::now() + GREET;
        let stream = TcpStream::connect_timeout(&with, GREET).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => End::Broken(io::Error::new(error.kind(), "nobody answers there")),
            _ => End::Broken(error),
        })?;
        // on one machine a call may by chance come from the very port it goes to, and reach itself
        if stream.local_addr()? == stream.peer_addr()? {
            return Err(End::Broken(io::Error::other("nobody listens there")));
        }
        let talk = Talk::new(Arc::new(stream), Side::Caller, terms, until)?;
        talk.say(talk.ours.bytes())?;
        let theirs = talk.greeting()?;
        if theirs.process != process {
            return Err(End::Strange(format!("it says that it is not process {process}")));
        }
        talk.prove(&theirs)?;
        talk.believe(&theirs)?;
        match talk.ours.quarrel(&theirs, terms.work) {
            Some(why) => Err(End::Quarrels(why)),
            None => Ok((talk, theirs)),
        }
    }

    /// Hears who calls: a process that belongs to the run, and waits for a [welcome](Talk::welcome).
    pub(super) fn answer(stream: Arc<TcpStream>, terms: &Arc<Terms>) -> Result<Known, End> {
        let talk = Talk::new(stream, Side::Answerer, terms, Instant::now() + GREET)?;
        let theirs = talk.greeting()?;
        talk.say(talk.ours.bytes())?;
        talk.believe(&theirs)?;
        match talk.ours.quarrel(&theirs, terms.work) {
            Some(why) => {
                // it has the right to know with whom it quarrels
                talk.prove(&theirs)?;
                Err(End::Strange(why))
            }
            None => Ok((talk, theirs)),
        }
    }

    fn new(stream: Arc<TcpStream>, side: Side, terms: &Arc<Terms>, until: Instant) -> io::Result<Talk> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(GREET))?;
        let Terms { hosts, process, purpose, workers, run, .. } = &**terms;
        let ours = Greeting::new(*purpose, *process, hosts, *workers, *run)?;
        Ok(Talk { stream, terms: Arc::clone(terms), side, ours, until })
    }

    fn say(&self, bytes: &[u8]) -> io::Result<()> {
        (&*self.stream).write_all(bytes)
    }

    /// Waits for more of a message of at most so many bytes. Not one more is taken from the connection: what follows is for
    /// others.
    fn hear(&self, input: &mut Vec<u8>, bytes: usize) -> io::Result<()> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut some = [0; GREETING];
        let most = (bytes - input.len()).min(some.len());
        match (&*self.stream).read(&mut some[..most]) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                input.extend(&some[..read]);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn greeting(&self) -> Result<Greeting, End> {
        let mut input = Vec::new();
        loop {
            self.hear(&mut input, GREETING)?;
            if let Some(why) = Greeting::strange(&input) {
                return Err(End::strange(why));
            }
            if let Ok(bytes) = input.as_slice().try_into() {
                return Greeting::read(bytes).ok_or_else(|| End::strange("its greeting says nonsense"));
            }
        }
    }

    /// Both greetings, as a proof of this side is made from them.
    fn said<'a>(&'a self, side: Side, theirs: &'a Greeting) -> [&'a [u8]; 3] {
        match self.side {
            Side::Caller => said(side, &self.ours, theirs),
            Side::Answerer => said(side, theirs, &self.ours),
        }
    }

    /// Sends the proof of this side, and the reason to leave where there is one.
    fn prove(&self, theirs: &Greeting) -> io::Result<()> {
        let proof = proof(self.terms.hosts.secret(), self.said(self.side, theirs));
        self.say(&[&proof, self.terms.farewell.as_slice()].concat())
    }

    /// Hears the proof of the other side, and its reason where it leaves.
    fn believe(&self, theirs: &Greeting) -> Result<(), End> {
        let (terms, mut proof) = (&self.terms, Vec::new());
        while proof.len() < PROOF {
            self.hear(&mut proof, PROOF).map_err(|error| match error.kind() {
                // who hears a proof and goes does not believe it
                io::ErrorKind::UnexpectedEof => {
                    End::strange("it broke off: has it the same secret, and none else the number of this process?")
                }
                _ => error.into(),
            })?;
        }
        if !proves(terms.hosts.secret(), self.said(self.side.other(), theirs), &proof) {
            let who = theirs.process;
            return Err(End::Strange(format!("it says that it is process {who}, and does not know the secret")));
        }
        if theirs.purpose != Purpose::Leave || terms.leaves() {
            return Ok(());
        }
        if !theirs.is_of(&terms.hosts) {
            return Err(End::strange("it has another host file"));
        }
        if self.side == Side::Answerer {
            self.prove(theirs)?;
        }
        // a reason is waited for until the connection ends: whatever came by then is told
        let mut input = Vec::new();
        while input.len() < LONGEST_WORD && !is_frame(&input) && self.hear(&mut input, LONGEST_WORD).is_ok() {}
        Err(End::Leaves(reason(&mut input.as_slice(), theirs.process, terms.work)))
    }

    /// Takes a call, and makes it a connection of the run.
    pub(super) fn welcome(self, theirs: &Greeting) -> io::Result<TcpStream> {
        self.prove(theirs)?;
        self.met()
    }

    /// The connection of the run, on which nothing waits; only the proofs, and reasons to leave, were read from it and sent
    /// to it.
    pub(super) fn met(self) -> io::Result<TcpStream> {
        let stream = Arc::into_inner(self.stream).ok_or_else(|| io::Error::other("the meeting is over"))?;
        stream.set_nonblocking(true)?;
        Ok(stream)
    }
}
