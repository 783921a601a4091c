//! `same`: equal values, or the first difference.

use grundy::Session;

use crate::args::Same;
use crate::exit::{Exit, Failure};
use crate::render::sequences;
use crate::setting::Setting;
use crate::verb::{reading, source};

/// Compares two games.
pub(crate) fn run(options: &Same, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let (first, second) = (&options.first, options.second.as_deref());
    let names = ["first game", "second game"];
    let (mut left, mut right) = source::read_two(names, first, second, options.file.as_ref(), setting)?;
    let [a, b] = reading::games(session, [&mut left, &mut right], setting)?;
    let answer = setting.ask(|cx| a.same_as(&b, options.to, cx)).map_err(Failure::about(&left))?;
    setting
        .print(|out| grundy_form::same::json(out, &answer), |out| sequences::same(out, &answer, &setting.terminal))?;
    Ok(match (&answer.stopped, answer.equal) {
        (Some(_), _) => Exit::Spent,
        (None, Some(false)) => Exit::No,
        (None, _) => Exit::Answered,
    })
}
