//! `scene`: what to draw for a position, and which parts a move presses: for machines, with characters, as a picture.

use grundy::Session;
use grundy::scene::SceneOptions;
use grundy_form::{board, scene};

use crate::args::Scene;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::render::{board as characters, diagnostics};
use crate::setting::{self, Setting};
use crate::verb::output::{cannot_write, drawn, ready, write_through};
use crate::verb::{exit_of, reading, source};

/// Prints the drawing.
pub(crate) fn run(options: &Scene, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.svg.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let line = usize::try_from(options.line).unwrap_or(usize::MAX);
    let wanted = SceneOptions::default().with_limit(options.limit).with_line(line);
    let answer = setting.ask(|cx| position.scene_with(&wanted, cx)).map_err(Failure::about(&source))?;
    let marked = board::winning(&answer);
    if let Some(path) = &options.svg {
        write_through(path, |out| board::svg(out, &answer.query, &answer, marked))
            .map_err(|error| cannot_write(path, &error))?;
    }
    setting.tell_notes(true);
    if options.draw {
        let lines = characters::marked(&answer, setting.terminal.width, marked);
        setting::print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else if let Some(path) = options.svg.as_deref().filter(|_| setting.form == Form::Text) {
        // who asks for a picture alone does not want the parts as well
        if path.as_os_str() != "-" {
            setting::print(|out| drawn(out, path, &setting.terminal))?;
        }
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else {
        setting::print(|out| scene::scene(out, &answer))?;
    }
    Ok(exit_of(answer.stopped.as_ref()))
}
