//! The other processes of a verb that works over several.

#[cfg(not(feature = "cluster"))]
use grundy::Diagnostic;

use crate::exit::Failure;

/// This build has no workers over processes.
#[cfg(not(feature = "cluster"))]
pub(crate) fn lacking(what: &str) -> Failure {
    let fault = Diagnostic::unsupported(format!("{what} need a build with the feature `cluster`"));
    Failure::plain(fault.suggest("build with `--features cluster`"))
}

/// The host file, and where this process stands in it; none for this process alone.
#[cfg(feature = "cluster")]
pub(crate) fn network(crew: &crate::args::Crew) -> Result<Option<grundy_cluster::crew::Network>, Failure> {
    use grundy::{Diagnostic, ErrorKind};
    use grundy_cluster::crew::{Hosts, Network};

    let (Some(path), Some(process)) = (&crew.hosts, crew.process) else { return Ok(None) };
    let bytes = std::fs::read(path).map_err(|error| {
        let name = path.to_string_lossy();
        Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the host file {name:?} cannot be read: {error}")))
    })?;
    let hosts = Hosts::read_bytes(&bytes, crew.trust_network).map_err(Failure::plain)?;
    hosts.address(process).map_err(Failure::plain)?;
    Ok(Some(Network::new(hosts, process)))
}

/// What has to succeed before processes meet: those that wait for this one are told why it will not come.
pub(crate) fn told<T>(crew: &crate::args::Crew, result: Result<T, Failure>) -> Result<T, Failure> {
    #[cfg(feature = "cluster")]
    if let Err(Failure::Bad { diagnostic, .. }) = &result
        && let Ok(Some(network)) = network(crew)
    {
        network.give_up(&grundy::Error::Bad(diagnostic.clone()));
    }
    #[cfg(not(feature = "cluster"))]
    let _ = crew;
    result
}
