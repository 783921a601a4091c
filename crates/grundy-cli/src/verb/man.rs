//! `man`: the manual page of the program, followed by those of its verbs.

use clap_mangen::Man;

use crate::args::program;
use crate::exit::{Exit, Failure};
use crate::setting;

/// Prints the pages in roff.
pub(crate) fn run() -> Result<Exit, Failure> {
    let command = program();
    let verbs: Vec<clap::Command> = command.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    setting::print(|out| {
        Man::new(command).section("1").render(out)?;
        for verb in verbs {
            Man::new(verb).section("1").render(out)?;
        }
        Ok(())
    })?;
    Ok(Exit::Answered)
}
