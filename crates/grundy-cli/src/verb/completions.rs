//! `completions`: what the shell needs to complete verbs and options.

use clap::CommandFactory;

use crate::args::{Arguments, Completions};
use crate::exit::{Exit, Failure};
use crate::setting;

/// Prints the script for the shell.
pub(crate) fn run(options: &Completions) -> Result<Exit, Failure> {
    // into memory first: the generator panics where a write fails
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "grundy", &mut script);
    setting::print(|out| out.write_all(&script))?;
    Ok(Exit::Answered)
}
