//! `explain`: the reasons, as text, HTML, LaTeX or data.

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::render::{blackboard, html, json, latex};
use crate::setting::Setting;
use crate::verb::{exit_of, reading, source};
use grundy::Session;

/// Explains a position or a `mex(…)`.
pub(crate) fn run(options: &Explain, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    reading::prepare(session, &source, setting);
    let explained = setting.ask(|cx| session.explain_for(&source.text, &setting.values, cx));
    source.heard = session.heard().clone();
    let explanation = explained.map_err(Failure::about(&source))?;
    setting.note(source.heard.notes());
    setting.tell_notes(options.html || options.latex);
    let code = if options.html { Some("html") } else { options.latex.then_some("latex") };
    setting.print_as(
        code,
        |out| json::explanation(out, &explanation),
        |out| {
            if options.html {
                html::explanation(out, &explanation, setting.terminal.spoken())
            } else if options.latex {
                latex::explanation(out, &explanation, setting.terminal.spoken())
            } else {
                blackboard::explanation(out, &explanation, &setting.terminal)
            }
        },
    )?;
    Ok(exit_of(explanation.stopped.as_ref()))
}
