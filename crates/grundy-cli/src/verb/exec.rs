//! `--exec CMD`: another program tells the options of a position.

use std::io::{self, Write as _};

use grundy::{Answer, Diagnostic, SolveOptions, process};

use crate::exit::{Failure, Source};
use crate::setting::Setting;
use crate::shell;
use crate::terminal;

/// What is found out about the position that the text names to the program.
pub(super) fn answer(
    command: &str,
    source: &mut Source,
    wanted: &SolveOptions,
    setting: &Setting,
) -> Result<grundy::Result<Answer>, Failure> {
    let program = shell::split(command).map_err(Failure::plain)?;
    if program.is_empty() {
        return Err(Failure::plain(Diagnostic::input("--exec names no program").suggest("--exec './options'")));
    }
    // all children of this program are of this one
    process::adopt_orphans();
    let quiet = setting.terminal.quiet;
    let said = move |line: &str| {
        if !quiet {
            let _ = writeln!(io::stderr(), "--exec: {}", terminal::escape(line));
        }
    };
    // what the child is asked is text of its own, in front of which `misere` may stand
    if setting.misere && !source.text.trim_start().starts_with("misere ") {
        source.text.insert_str(0, "misere ");
    }
    Ok(setting.ask(|cx| grundy::solve_exec(&program, &source.text, wanted, said, cx)))
}
