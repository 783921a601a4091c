//! Workers on timely dataflow: threads of this process, or of several that a host file names.
//!
//! A [`Crew`] starts the workers, looks after the budget, and ends with the answer of the first worker or with the first
//! trouble anybody had. What they do is up to others: [`label::workers`](crate::label::workers) labels graphs.
//!
//! A connection between processes that breaks would make timely end the process; here it only falls silent, and a second
//! connection tells who died. Timely's receiving thread hands on what it read last only when it has seen the end of the
//! stream: a clean end must be told.

mod exchange;
mod hosts;
mod line;
mod link;
mod run;
mod shared;
#[cfg(test)]
mod tests;
mod watch;

pub(crate) use exchange::{agree, finish, scatter};
pub use hosts::Hosts;
#[cfg(test)]
pub(crate) use hosts::free_hosts;
#[cfg(test)]
pub(crate) use link::Links;
pub use link::Network;
pub(crate) use run::Crew;
pub(crate) use shared::{Shared, Step, Work};
