//! What the verbs share that work over several processes.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// The other processes.
#[derive(Debug, Args)]
pub(crate) struct Processes {
    /// Work together with the processes of this file, one `host:port` per line, each started with the same options (needs
    /// a build with the feature `cluster`). A line `secret WORD`, or the environment variable GRUNDY_SECRET, is asked of
    /// all of them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "process")]
    pub(crate) hosts: Option<PathBuf>,
    /// The number of this process: its line in the host file, from 0; the first one writes the results
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// Take addresses of public networks too: what is sent is not encrypted
    #[arg(long, requires = "hosts")]
    pub(crate) trust_network: bool,
}
