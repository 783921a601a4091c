//! `canonical`: the misère canonical form of a position.

use grundy::Session;

use crate::args::Canonical;
use crate::exit::{Exit, Failure};
use crate::render::canonical as render;
use crate::setting::Setting;
use crate::verb::{exit_of, reading, source};

/// Tells the form.
pub(crate) fn run(options: &Canonical, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let position = reading::misere_position(session, &mut source, setting)?;
    let answer = setting.ask(|cx| position.canonical_with(cx)).map_err(Failure::about(&source))?;
    setting
        .print(|out| grundy_form::canonical::json(out, &answer), |out| render::text(out, &answer, &setting.terminal))?;
    Ok(exit_of(answer.stopped.as_ref()))
}
