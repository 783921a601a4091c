//! What processes say to each other before a run.
//!
//! ```text
//! greeting  "grundy-cluster-5\n" │ purpose │ process │ processes │ workers │ host file │ run │ nonce
//!                                  4 bytes each, the lowest first                              32 bytes
//!
//! caller    greeting            proof [reason]
//! answerer            greeting                 proof [reason]
//! ```
//!
//! The proofs are those of [`secret`](super::secret), over the name of the side and both greetings. The caller proves
//! first: who only reaches a port is told nothing that depends on the secret. The answerer's proof says as well that the
//! caller is welcome. Behind the proof of a process that leaves stands its reason.

use std::io;

use super::hosts::Hosts;
use super::shared::Work;

const NAME: &[u8; 17] = b"grundy-cluster-5\n";
/// All names but for their version.
const ANY_VERSION: usize = b"grundy-cluster-".len();
const NUMBERS: usize = 6;
const NONCE: usize = 32;
/// Bytes of a greeting.
pub(super) const GREETING: usize = NAME.len() + 4 * NUMBERS + NONCE;

/// Purposes of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Meet,
    /// A process tells why it will not come.
    Leave,
}

/// What a greeting says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Greeting {
    pub(super) purpose: Purpose,
    pub(super) process: usize,
    processes: u32,
    workers: u32,
    hosts: u32,
    run: u32,
    bytes: [u8; GREETING],
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Caller,
    Answerer,
}

impl Side {
    pub(super) fn other(self) -> Side {
        if self == Side::Caller { Side::Answerer } else { Side::Caller }
    }
}

impl Greeting {
    /// The same words are never said twice.
    pub(super) fn new(purpose: Purpose, process: usize, hosts: &Hosts, workers: u32, run: u32) -> io::Result<Greeting> {
        let mut bytes = [0; GREETING];
        let numbers = [purpose as u32, process as u32, hosts.len() as u32, workers, hosts.fingerprint(), run];
        bytes[..NAME.len()].copy_from_slice(NAME);
        for (place, number) in bytes[NAME.len()..].as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        getrandom::fill(&mut bytes[GREETING - NONCE..]).map_err(io::Error::other)?;
        Ok(Greeting::read(&bytes).expect("it is a greeting"))
    }

    pub(super) fn bytes(&self) -> &[u8; GREETING] {
        &self.bytes
    }

    /// `None`: a stranger.
    pub(super) fn read(bytes: &[u8; GREETING]) -> Option<Greeting> {
        let mut numbers = [0; NUMBERS];
        for (number, four) in numbers.iter_mut().zip(bytes[NAME.len()..].as_chunks().0) {
            *number = u32::from_le_bytes(*four);
        }
        let [purpose, process, processes, workers, hosts, run] = numbers;
        let purpose = match purpose {
            0 => Purpose::Meet,
            1 => Purpose::Leave,
            _ => return None,
        };
        let process = process as usize;
        bytes.starts_with(NAME).then_some(Greeting { purpose, process, processes, workers, hosts, run, bytes: *bytes })
    }

    /// Why these first bytes are of no greeting.
    pub(super) fn strange(begin: &[u8]) -> Option<&'static str> {
        let some = begin.len().min(NAME.len());
        if begin[..some] == NAME[..some] {
            None
        } else if some > ANY_VERSION && begin[..ANY_VERSION] == NAME[..ANY_VERSION] {
            Some("it is of another version of grundy")
        } else {
            Some("it is not a process of a run")
        }
    }

    /// Does it come from a process of the same host file?
    pub(super) fn is_of(&self, hosts: &Hosts) -> bool {
        (self.process as u64) < u64::from(self.processes)
            && (self.processes as usize, self.hosts) == (hosts.len(), hosts.fingerprint())
    }

    /// Why two processes cannot work together.
    pub(super) fn quarrel(&self, other: &Greeting, work: &Work) -> Option<String> {
        if self.purpose == Purpose::Leave {
            None
        } else if (self.processes, self.hosts) != (other.processes, other.hosts) {
            Some("it has another host file".to_owned())
        } else if self.workers != other.workers {
            Some("it has another number of workers".to_owned())
        } else if self.run != other.run {
            Some(format!("it was asked for another {} or with other options", work.subject))
        } else {
            None
        }
    }
}

/// What `side` puts its proof under: its name, so that a proof of one side is none of the other, and both greetings.
pub(super) fn said<'a>(side: Side, caller: &'a Greeting, answerer: &'a Greeting) -> [&'a [u8]; 3] {
    let name: &[u8] = if side == Side::Caller { b"caller" } else { b"answerer" };
    [name, &caller.bytes, &answerer.bytes]
}
