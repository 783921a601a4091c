//! `same`: equal values, or the first difference.

use grundy::Session;

use crate::args::Same;
use crate::exit::{Exit, Failure, Source};
use crate::render::sequences;
use crate::setting::Setting;
use crate::verb::reading;

/// Compares two games.
pub(crate) fn run(options: &Same, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut left = Source::typed("first game", &options.left);
    let mut right = Source::typed("second game", &options.right);
    let a = reading::game(session, &mut left, setting)?;
    let b = reading::game(session, &mut right, setting)?;
    let answer = setting.ask(|cx| a.same_as(&b, options.to, cx)).map_err(Failure::about(&left))?;
    setting.print(
        |out| grundy_form::same::json(out, &answer),
        |out| sequences::same(out, &answer, &setting.terminal, setting.quiet),
    )?;
    Ok(match (&answer.stopped, answer.equal) {
        (Some(_), _) => Exit::Spent,
        (None, Some(false)) => Exit::No,
        (None, _) => Exit::Answered,
    })
}
