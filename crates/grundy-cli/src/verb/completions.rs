//! `completions`: what the shell needs to complete verbs, options and the games of the catalogue.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use grundy::game::catalogue;

use crate::args::{Arguments, Completions};
use crate::exit::{Exit, Failure};
use crate::setting;

/// Prints the script for the shell.
pub(crate) fn run(options: &Completions) -> Result<Exit, Failure> {
    // into memory first: the generator panics where a write fails
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut with_games(options.shell), "grundy", &mut script);
    setting::print(|out| out.write_all(&script))?;
    Ok(Exit::Answered)
}

/// The places where a game may stand.
const GAMES: [&str; 6] = ["words", "about", "left", "right", "name", "game"];

/// The program as the shell is told of it: where a game may stand the catalogue's names are proposed.
fn with_games(shell: Shell) -> Command {
    let names = || PossibleValuesParser::new((catalogue::GAMES.names)());
    let mut program = Arguments::command();
    let verbs: Vec<String> = program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        program = program.mut_subcommand(verb, |mut verb| {
            // its options are described when it is built
            verb.build();
            let named = |argument: &Arg| GAMES.contains(&argument.get_id().as_str());
            let ids: Vec<_> = verb.get_arguments().filter(|a| named(a)).map(|a| a.get_id().clone()).collect();
            ids.into_iter().fold(verb, |verb, id| verb.mut_arg(id, |argument| argument.value_parser(names())))
        });
    }
    // without a verb the game stands first; other shells would take it for a word in front of the verb
    if shell == Shell::Bash { program.arg(Arg::new("position").value_parser(names())) } else { program }
}
