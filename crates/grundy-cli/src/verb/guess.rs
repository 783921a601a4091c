//! `guess`: what the first values suggest.

use grundy::guess::GuessOptions;
use grundy::{Asked, Session};

use super::{exit_of, reading};
use crate::args::Guess;
use crate::exit::{Exit, Failure};
use crate::render::findings;
use crate::setting::{self, Setting};

/// Looks for laws of a game.
pub(crate) fn run(options: &Guess, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = setting::read_text(&options.text, setting)?;
    let asked = reading::asked(session, &mut source, setting)?;
    let wanted = GuessOptions::default().with_to(options.to);
    let answer = setting.ask(|cx| match &asked {
        Asked::Whole(question) => question.guess_with(&wanted, cx),
        Asked::Parametric(game) => game.guess(&setting.values, cx),
    });
    let answer = answer.map_err(Failure::about(&source))?;
    setting.print(
        |out| grundy_form::guess::json(out, &answer),
        |out| findings::text(out, &answer, &setting.terminal, setting.quiet),
    )?;
    Ok(exit_of(answer.stopped.as_ref()))
}
