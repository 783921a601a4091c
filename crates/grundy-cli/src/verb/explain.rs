//! `explain`: the reasons, as text, HTML, LaTeX or data.

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::render::{blackboard, html, json, latex};
use crate::setting::{self, Setting};
use crate::verb::exit_of;
use grundy::Session;

/// Explains a position or a `mex(…)`.
pub(crate) fn run(options: &Explain, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let source = setting::read_text(&options.text, setting)?;
    let explanation = setting.ask(|cx| session.explain(&source.text, cx)).map_err(Failure::about(&source))?;
    setting::print(|out| {
        if options.html {
            html::explanation(out, &explanation)
        } else if options.latex {
            latex::explanation(out, &explanation)
        } else if setting.json {
            json::explanation(out, &explanation)
        } else {
            blackboard::explanation(out, &explanation, &setting.terminal)
        }
    })?;
    Ok(exit_of(explanation.stopped.as_ref()))
}
