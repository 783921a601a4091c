//! The other processes of a verb that works over several.

#[cfg(feature = "cluster")]
use std::io::Read as _;

use grundy::Diagnostic;
#[cfg(feature = "cluster")]
use grundy_cluster::distributed::{Hosts, Network, Secret};

#[cfg(feature = "cluster")]
use crate::args::Processes;
use crate::exit::Failure;
#[cfg(feature = "cluster")]
use crate::terminal;
#[cfg(feature = "cluster")]
use crate::verb::source;

/// The longest host file.
#[cfg(feature = "cluster")]
const LONGEST: u64 = 1 << 20;

/// Where the secret stands that the host file does not tell.
#[cfg(feature = "cluster")]
const SECRET: &str = "GRUNDY_SECRET";

/// This build has no workers over processes.
#[cfg(not(feature = "cluster"))]
pub(crate) fn lacking(what: &str) -> Failure {
    let fault = Diagnostic::unsupported(format!("{what} need a build with the feature `cluster`"));
    Failure::plain(fault.suggest("build with `--features cluster`"))
}

/// The host file, and where this process stands in it; none for this process alone.
#[cfg(feature = "cluster")]
pub(crate) fn network(processes: &Processes) -> Result<Option<Network>, Failure> {
    let (Some(path), Some(process)) = (&processes.hosts, processes.process) else { return Ok(None) };
    let name = path.to_string_lossy();
    let mut bytes = Vec::new();
    source::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)).map_err(|error| {
        let fault = format!("the host file {name:?} cannot be read: {error}");
        Failure::plain(Diagnostic::new(grundy::ErrorKind::Io, fault))
    })?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::plain(Diagnostic::input(format!(
            "the host file {name:?} is longer than {LONGEST} bytes"
        ))));
    }
    let mut hosts = Hosts::read_bytes(&bytes, processes.trust_network).map_err(|fault| {
        let public = Hosts::read_bytes(&bytes, true).is_ok();
        let help = "what the workers send is not encrypted: use a private network, or say --trust-network";
        Failure::plain(if public { fault.suggest(help) } else { fault })
    })?;
    hosts.address(process).map_err(Failure::plain)?;
    if let Some(text) = std::env::var_os(SECRET).filter(|text| !text.is_empty()) {
        let secret = Secret::new(&text.to_string_lossy());
        hosts = hosts.with_secret(secret.map_err(|fault| {
            Failure::plain(Diagnostic { message: format!("{SECRET}: {}", fault.message), ..fault })
        })?);
    }
    let notice = |line: &str| eprintln!("{}", terminal::readable(line));
    Ok(Some(Network { notice, ..Network::new(hosts, process) }))
}

/// What has to succeed before processes meet: those that wait for this one are told why it will not come.
#[cfg(feature = "cluster")]
pub(crate) fn told<T>(processes: &Processes, result: Result<T, Failure>) -> Result<T, Failure> {
    if let Err(Failure::Bad { diagnostic, .. }) = &result
        && let Ok(Some(network)) = network(processes)
    {
        network.give_up(&grundy::Error::Bad(diagnostic.clone()));
    }
    result
}
