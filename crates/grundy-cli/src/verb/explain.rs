//! `explain`: the reasons, as text, HTML, LaTeX or data.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation};

use grundy_form::explanation::Spoken;

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::render::{blackboard, html, json, latex};
use crate::setting::{self, Setting};
use crate::verb::{advice, exit_of, reading, source};
use grundy::Session;

/// Explains a position or a `mex(…)`.
pub(crate) fn run(options: &Explain, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    reading::prepare(session, &source, setting);
    let explained = setting.ask(|cx| session.explain_for(&source.text, &setting.values, cx));
    source.heard = session.heard().clone();
    let explanation = explained
        .map_err(|error| advice::place_missing(Failure::about(&source)(error), "explain", &source.text, session))
        .map_err(|failure| advice::arithmetic_meant(failure, &source.text))?;
    setting.note(source.heard.notes());
    let spoken = setting.terminal.spoken();
    match setting.form {
        // a page of its own, and not one that is made of the text
        Form::Html => {
            setting.tell_notes(true);
            setting::print(|out| page(out, &explanation, spoken))?;
        }
        Form::Latex => {
            setting.tell_notes(true);
            setting::print(|out| latex::explanation(out, &explanation, spoken))?;
        }
        Form::Text | Form::Json | Form::Markdown => {
            let is_html = options.html || options.page;
            setting.tell_notes(is_html || options.latex);
            let code = if is_html { Some("html") } else { options.latex.then_some("latex") };
            setting.print_as(
                code,
                |out| json::explanation(out, &explanation),
                |out| match (is_html, options.latex) {
                    (true, _) if options.page => page(out, &explanation, spoken),
                    (true, _) => html::explanation(out, &explanation, spoken),
                    (false, true) => latex::explanation(out, &explanation, spoken),
                    (false, false) => blackboard::explanation(out, &explanation, &setting.terminal),
                },
            )?;
        }
    }
    Ok(exit_of(explanation.stopped.as_ref()))
}

/// The reasons as a page that a browser opens.
fn page(out: &mut dyn Write, explanation: &Answer<Explanation>, spoken: Spoken) -> io::Result<()> {
    html::page(out, &explanation.query, &mut |out| html::explanation(out, explanation, spoken))
}
