//! `same`: equal values, or the first difference.

use grundy::Session;

use crate::args::Same;
use crate::exit::{Exit, Failure, Source};
use crate::render::sequences;
use crate::setting::Setting;

/// Compares two games.
pub(crate) fn run(options: &Same, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let left = Source { name: "first game".to_owned(), text: options.left.clone() };
    let right = Source { name: "second game".to_owned(), text: options.right.clone() };
    let a = session.game(&left.text).map_err(Failure::reading(&left))?;
    let b = session.game(&right.text).map_err(Failure::reading(&right))?;
    let answer = setting.ask(|cx| a.same_as(&b, options.to, cx)).map_err(Failure::about(&left))?;
    setting.print(
        |out| sequences::json_same(out, &answer),
        |out| sequences::same(out, &answer, &setting.terminal, setting.quiet),
    )?;
    Ok(match (&answer.stopped, answer.equal) {
        (Some(_), _) => Exit::Spent,
        (None, Some(false)) => Exit::No,
        (None, _) => Exit::Answered,
    })
}
