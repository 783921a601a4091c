//! `play`: a game against the program, on a screen or line by line.

mod brief;
mod contest;
mod plain;
mod screen;

use std::io::{self, IsTerminal as _};

use grundy::Session;
use grundy::play::Level;
use grundy_form::play;

use crate::args::Play;
use crate::exit::{Exit, Failure};
use crate::setting::{self, Setting};
use crate::verb::{exit_of, reading, source};
use contest::Contest;

/// Plays until the game is left. With `--json` it tells the state of the game after the moves that are given.
pub(crate) fn run(options: &Play, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let chinese = setting.terminal.chinese;
    let level = Level::of(options.level).unwrap_or_default();
    let mut contest = Contest::new(position, usize::from(options.second), level, options.seed, chinese, setting);
    let about = || Failure::about(&source);
    contest.begin(&options.moves).map_err(about())?;
    if setting.json {
        let answer = setting.ask(|cx| contest.round(cx)).map_err(about())?;
        setting.tell_notes(true);
        let spoken = setting.terminal.spoken();
        setting::print(|out| setting.form.write(out, spoken, |out| play::round(out, &answer)))?;
        return Ok(exit_of(answer.stopped.as_ref()));
    }
    let seen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let played = match seen && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
        true => screen::run(contest),
        false => plain::run(contest),
    };
    played.map_err(|trouble| trouble.about(&source))
}
