//! Workers on timely dataflow: threads of this process, or of several that a host file names.
//!
//! A `Cluster` starts the workers, looks after the budget, and ends with the answer of the first worker or with the
//! first trouble anybody had. What they do is up to others: [`label::workers`](crate::label::workers) labels graphs.
//!
//! What timely gives is used as it is: dataflows and their progress, threads and their end (`execute_from`,
//! `WorkerGuards::join`), the exchange of bytes over connected sockets (`initialize_networking_from_sockets`). Three
//! things it does not give, and they are ours:
//!
//! - its greeting takes any connection for a process of the run, without a deadline: `meeting`, `talk`, `greeting`, `secret`;
//! - its threads panic when a connection breaks, and do not see that a process is stopped: `transport`;
//! - its workers know no budget, and wait for ever for one that failed: `shared`, `run`.

mod exchange;
mod greeting;
mod hosts;
mod meeting;
mod run;
mod secret;
mod shared;
mod talk;
#[cfg(test)]
mod tests;
mod transport;

pub(crate) use exchange::{agree, deal, finish, scatter};
pub use hosts::Hosts;
#[cfg(test)]
pub(crate) use hosts::free_hosts;
pub use meeting::Network;
pub(crate) use run::Cluster;
pub use secret::Secret;
pub(crate) use shared::{Shared, Step, Work};
